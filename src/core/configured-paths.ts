import { hasUnprintable } from './message.ts'
import * as z from 'zod'
import { expected } from './configuration.ts'
import { once } from './once.ts'

type Complaint = ReturnType<typeof expected>
type Check = (path: string) => Complaint | undefined

const maxPathLength = 500

function checkRelative(path: string): Complaint | undefined {
  if (path === '') return expected`a path`
  if (path.length > maxPathLength) return expected`a path of at most ${maxPathLength} characters`
  if (hasUnprintable(path)) return expected`a path without control characters and invisible ones`
  if (path.includes('\\')) return expected`a path with ${'/'} between its folders`
  if (/^(?:\/|~|[A-Za-z]:)/.test(path)) return expected`a path relative to the repository's root`
  const segments = path.split('/')
  if (segments.includes('..')) return expected`a path without ${'..'}`
  if (segments.includes('.') || segments.includes(''))
    return expected`a path without ${'.'}, ${'//'} or a ${'/'} at its end`
  return undefined
}

function checkPlain(path: string): Complaint | undefined {
  return /[*?[\]{}!]/.test(path) ? expected`one path, no pattern` : undefined
}

/** How many patterns without braces a pattern stands for; `undefined` where braces do not match. */
function countAlternatives(glob: string): number | undefined {
  const openGroups: number[] = []
  let product = 1
  for (const character of glob) {
    const inner = openGroups.length - 1
    if (character === '{') openGroups.push(1)
    else if (character === ',' && inner >= 0) openGroups[inner] = (openGroups[inner] ?? 0) + 1
    else if (character === '}') product *= openGroups.pop() ?? Number.NaN
  }
  return openGroups.length > 0 || Number.isNaN(product) ? undefined : product
}

const maxAlternatives = 256

function checkGlob(glob: string): Complaint | undefined {
  if (glob.startsWith('!')) return expected`a pattern that does not begin with ${'!'}`
  if (/[[\]]/.test(glob)) return expected`a pattern of ${'*'}, ${'**'}, ${'?'} and ${'{a,b}'} only`
  if (glob.includes('..')) return expected`a pattern without ${'..'}`
  const count = countAlternatives(glob)
  if (count === undefined) return expected`a pattern whose braces match`
  return count > maxAlternatives ? expected`a pattern with at most ${maxAlternatives} alternatives` : undefined
}

/**
 * Whether file systems may take a name for `.git` or `.github`: any case, blanks and dots at the end, a stream, a short
 * name of NTFS, wildcards.
 */
function isReserved(name: string): boolean {
  const [stem = ''] = name.toLowerCase().replace(/[*?]/g, '').split(':')
  let end = stem.length
  while (end > 0 && '. '.includes(stem.charAt(end - 1))) end--
  return /^(?:\.git|\.github|git~\d*|github~\d*)$/.test(stem.slice(0, end))
}

/** Whether a path leads into one of these. */
export const isReservedPath = (path: string): boolean => path.split('/').some(isReserved)

function checkUnreserved(path: string): Complaint | undefined {
  return path.split(/[/{},]/).some(isReserved)
    ? expected`a place outside ${'.git'} and ${'.github'}, where no command writes`
    : undefined
}

function pathSchema(title: string, ...checks: readonly Check[]) {
  return z
    .string({ error: expected`a path` })
    .superRefine((path, context) => {
      const complaints = checks.map((check) => check(path)).find((complaint) => complaint !== undefined)
      if (complaints) context.addIssue({ code: 'custom', message: complaints({ input: path }) })
    })
    .meta({ title })
}

const exceptWhere =
  (exempt: (path: string) => boolean) =>
  (check: Check): Check =>
  (path) =>
    exempt(path) ? undefined : check(path)

const exceptRoot = exceptWhere((path) => path === '.')
const exceptNegated = exceptWhere((glob) => glob.startsWith('!'))

const afterNegation =
  (check: Check): Check =>
  (glob) =>
    check(glob.replace(/^!/, ''))

/** A path relative to the repository's root, without `..`. */
export const relativePath = once(() => pathSchema('path', checkRelative))

/** A pattern over whole paths: `*` and `?` within a folder's name, `**` for any number of folders, `{a,b}`. */
export const glob = once(() => pathSchema('glob', checkRelative, checkGlob))

/** A path below which state is: commands write there, so it is never below `.git` or `.github`. */
export const statePath = once(() => pathSchema('path', checkRelative, checkPlain, checkUnreserved))

/** A folder that holds state; `.` is the repository's root. */
export const stateFolder = once(() => pathSchema('path', exceptRoot(checkRelative), checkPlain, checkUnreserved))

/** A pattern of places where state is, never below `.git` or `.github`. */
export const stateGlob = once(() => pathSchema('glob', checkRelative, checkGlob, checkUnreserved))

/** A pattern of places where state is; one that begins with `!` takes places out. */
export const stateGlobOrNot = once(() =>
  pathSchema('glob', afterNegation(checkRelative), afterNegation(checkGlob), exceptNegated(checkUnreserved)),
)
