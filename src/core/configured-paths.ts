import { hasUnprintable } from './message.ts'
import * as z from 'zod'
import { expected } from './configuration.ts'
import { once } from './once.ts'

type Complaint = ReturnType<typeof expected>
type Check = (path: string) => Complaint | undefined

const longest = 500

function notRelative(path: string): Complaint | undefined {
  if (path === '') return expected`a path`
  if (path.length > longest) return expected`a path of at most ${longest} characters`
  if (hasUnprintable(path)) return expected`a path without control characters and invisible ones`
  if (path.includes('\\')) return expected`a path with ${'/'} between its folders`
  if (/^(?:\/|~|[A-Za-z]:)/.test(path)) return expected`a path relative to the repository's root`
  const segments = path.split('/')
  if (segments.includes('..')) return expected`a path without ${'..'}`
  if (segments.includes('.') || segments.includes('')) return expected`a path without ${'.'}, ${'//'} or a ${'/'} at its end`
  return undefined
}

function notPlain(path: string): Complaint | undefined {
  return /[*?[\]{}!]/.test(path) ? expected`one path, no pattern` : undefined
}

/** How many patterns without braces a pattern stands for; `undefined` where braces do not match. */
function alternatives(glob: string): number | undefined {
  const open: number[] = []
  let product = 1
  for (const character of glob) {
    const inner = open.length - 1
    if (character === '{') open.push(1)
    else if (character === ',' && inner >= 0) open[inner] = (open[inner] ?? 0) + 1
    else if (character === '}') product *= open.pop() ?? Number.NaN
  }
  return open.length > 0 || Number.isNaN(product) ? undefined : product
}

const maxAlternatives = 256

function notGlob(glob: string): Complaint | undefined {
  if (glob.startsWith('!')) return expected`a pattern that does not begin with ${'!'}`
  if (/[[\]]/.test(glob)) return expected`a pattern of ${'*'}, ${'**'}, ${'?'} and ${'{a,b}'} only`
  if (glob.includes('..')) return expected`a pattern without ${'..'}`
  const number = alternatives(glob)
  if (number === undefined) return expected`a pattern whose braces match`
  return number > maxAlternatives ? expected`a pattern with at most ${maxAlternatives} alternatives` : undefined
}

/** Whether file systems may take a name for `.git` or `.github`: any case, blanks and dots at the end, a stream, a short name of NTFS, wildcards. */
function isReserved(name: string): boolean {
  const [stem = ''] = name.toLowerCase().replace(/[*?]/g, '').split(':')
  let end = stem.length
  while (end > 0 && '. '.includes(stem.charAt(end - 1))) end--
  return /^(?:\.git|\.github|git~\d*|github~\d*)$/.test(stem.slice(0, end))
}

/** Whether a path leads into one of these. */
export const isReservedPath = (path: string): boolean => path.split('/').some(isReserved)

function inReserved(path: string): Complaint | undefined {
  return path.split(/[/{},]/).some(isReserved) ? expected`a place outside ${'.git'} and ${'.github'}, where no command writes` : undefined
}

function checked(title: string, ...checks: readonly Check[]) {
  return z
    .string({ error: expected`a path` })
    .superRefine((path, context) => {
      const complaints = checks.map((check) => check(path)).find((complaint) => complaint !== undefined)
      if (complaints) context.addIssue({ code: 'custom', message: complaints({ input: path }) })
    })
    .meta({ title })
}

const unless =
  (exempt: (path: string) => boolean) =>
  (check: Check): Check =>
  (path) =>
    exempt(path) ? undefined : check(path)

const unlessRoot = unless((path) => path === '.')
const unlessNegated = unless((glob) => glob.startsWith('!'))

const behindNegation =
  (check: Check): Check =>
  (glob) =>
    check(glob.replace(/^!/, ''))

/** A path relative to the repository's root, without `..`. */
export const relativePath = once(() => checked('path', notRelative))

/** A pattern over whole paths: `*` and `?` within a folder's name, `**` for any number of folders, `{a,b}`. */
export const glob = once(() => checked('glob', notRelative, notGlob))

/** A path below which state is: commands write there, so it is never below `.git` or `.github`. */
export const statePath = once(() => checked('path', notRelative, notPlain, inReserved))

/** The same, or `.`: the repository's root. */
export const stateFolder = once(() => checked('path', unlessRoot(notRelative), notPlain, inReserved))

/** A pattern of places where state is, never below `.git` or `.github`. */
export const stateGlob = once(() => checked('glob', notRelative, notGlob, inReserved))

/** The same; one that begins with `!` takes places out. */
export const stateGlobOrNot = once(() => checked('glob', behindNegation(notRelative), behindNegation(notGlob), unlessNegated(inReserved)))
