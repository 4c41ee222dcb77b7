import { expand } from 'brace-expansion'
import { RE2JS } from 're2js'
import zeptomatch from 'zeptomatch'
import { memoBy } from '../core/once.ts'
import { foldersAbove } from '../core/view.ts'

/** What one name of a path is matched with: itself, any name, (`**`) any number of names, or a pattern. */
type Segment = string | typeof anyName | typeof anyNames | ((name: string) => boolean)

const anyName = Symbol('*')
const anyNames = Symbol('**')

/** One segment of a glob, and those after it. */
interface Step<Tag> {
  readonly segment: Segment
  readonly next: Step<Tag> | undefined
  readonly tag: Tag
  readonly except: readonly string[]
}

/** Globs as seen from a folder on the way down. */
export interface Globs<Tag> {
  /** The tags of the globs that match this name in this folder. */
  matching(name: string): readonly Tag[]
  /** These globs seen from the folder of this name; `undefined` where nothing below it can match. */
  below(name: string): Globs<Tag> | undefined
  /** The only names that lead to anything; `undefined` where any name might. */
  names(): readonly string[] | undefined
}

const maxAlternatives = 1000
const maxRemembered = 10_000
const specialCharacters = /[*?[\]{}()!+@\\]/

/** A list of globs in which those that begin with `!` take places out: the others, and what these take out. */
export function splitNegated(globs: readonly string[]): {
  readonly included: readonly string[]
  readonly excluded: readonly string[]
} {
  return {
    included: globs.filter((glob) => !glob.startsWith('!')),
    excluded: globs.flatMap((glob) => (glob.startsWith('!') ? [glob.slice(1)] : [])),
  }
}

/** Whether a path has characters of a pattern. */
export const isPattern = (path: string): boolean => /[*?{}]/.test(path)

/** The glob that matches one path alone, whatever else than `\` its names are made of. */
export const escapeGlob = (path: string): string => path.replaceAll(/[*?[\]{}()!+@,\\]/g, '\\$&')

/**
 * Where something of a name may be put by globs that match its path: next to the last name of each glob whose folder
 * has no wildcards, in the order of the globs.
 *
 * @param inner the folders that `**` stands for
 */
export const placesFor = (globs: readonly string[], name: string, inner: readonly string[] = []): readonly string[] =>
  globs
    .map((glob) =>
      [
        ...glob
          .split('/')
          .slice(0, -1)
          .flatMap((part) => (part === '**' ? inner : [part])),
        name,
      ].join('/'),
    )
    .filter((path) => !/[*?{}]/.test(path.slice(0, path.length - name.length)))

/** One name's worth of a glob, in an engine whose time is linear whatever the pattern: globs come from files. */
function patternTest(text: string): (name: string) => boolean {
  // Braces that are left mean themselves, and so does `!`. A name may hold the backslash that is a separator elsewhere.
  const literal = text.replaceAll(/\\.|[{}]|^!/gs, (match) => (match.startsWith('\\') ? match : `\\${match}`))
  const source = zeptomatch
    .compile(literal)
    .source.replaceAll('[^\\\\/]', '[^/]')
    .replace(/\[\\\\\/\]\?\$$/, '$')
  const compiled = RE2JS.compile(source, RE2JS.DOTALL)
  // The same few names are in every folder.
  return memoBy((name) => compiled.matches(name), maxRemembered)
}

/** One star, and nothing else that is special: most patterns are no more, and the engine takes long to start. */
function oneStarTest(text: string): (name: string) => boolean {
  const [prefix = '', suffix = ''] = text.split('*')
  return (name) => name.length >= prefix.length + suffix.length && name.startsWith(prefix) && name.endsWith(suffix)
}

function segmentOf(text: string): Segment {
  if (text === '**') return anyNames
  if (text === '*') return anyName
  if (!specialCharacters.test(text)) return text
  return specialCharacters.test(text.replace('*', '')) ? patternTest(text) : oneStarTest(text)
}

function accepts(segment: Segment, name: string): boolean {
  if (typeof segment === 'string') return segment === name
  return typeof segment === 'symbol' || segment(name)
}

/** Enters a step, and those after it that may come at once because `**` may stand for no name at all. */
function addSteps<Tag>(step: Step<Tag> | undefined, steps: Set<Step<Tag>>): void {
  for (let current = step; current; current = current.segment === anyNames ? current.next : undefined)
    steps.add(current)
}

function globsAt<Tag>(steps: ReadonlySet<Step<Tag>>): Globs<Tag> {
  return {
    matching(name) {
      const tags: Tag[] = []
      for (const { segment, next, tag } of steps) if (!next && accepts(segment, name)) tags.push(tag)
      return tags
    },
    below(name) {
      const stepsBelow = new Set<Step<Tag>>()
      for (const step of steps) {
        if (step.except.includes(name)) continue
        if (step.segment === anyNames) addSteps(step, stepsBelow)
        else if (step.next && accepts(step.segment, name)) addSteps(step.next, stepsBelow)
      }
      return stepsBelow.size > 0 ? globsAt(stepsBelow) : undefined
    },
    names() {
      const names = new Set<string>()
      for (const { segment } of steps) {
        if (typeof segment !== 'string') return undefined
        names.add(segment)
      }
      return [...names]
    },
  }
}

/** The patterns that a glob with braces stands for: a brace may hold a `/`, and names are matched one by one. */
function expandBraces(glob: string): readonly string[] {
  if (!glob.includes('{')) return [glob]
  const expanded = expand(glob, { max: maxAlternatives + 1 })
  if (expanded.length > maxAlternatives) throw new RangeError('too many alternatives in a glob')
  return expanded
}

/**
 * Globs over whole paths, each with a tag, as seen from the root, so that a walk enters only folders in which something
 * can match. `*` any letters within a name, `?` one letter, `[ab]` one of these, `**` as a whole name any number of
 * folders (at the end everything below), `{a,b}` either, `\x` the letter x. Dot files are names like any other. A glob
 * may except folders by their names: nothing in them matches, however deep they are.
 *
 * @throws RangeError for more than 1,000 alternatives in one glob.
 */
export function globs<Tag>(
  tagged: Iterable<readonly [glob: string, tag: Tag, except?: readonly string[] | undefined]>,
): Globs<Tag> {
  const steps = new Set<Step<Tag>>()
  for (const [glob, tag, except = []] of tagged) {
    for (const alternative of expandBraces(glob)) {
      const first = alternative
        .split('/')
        .reduceRight<Step<Tag> | undefined>(
          (next, text) => ({ segment: segmentOf(text), next, tag, except }),
          undefined,
        )
      addSteps(first, steps)
    }
  }
  return globsAt(steps)
}

/** Whether a path matches one of some globs, and is in no folder of an excepted name. */
export function matcher(patterns: readonly string[], except?: readonly string[]): (path: string) => boolean {
  const root = globs(patterns.map((glob) => [glob, true, except] as const))
  return (path) => {
    const names = path.split('/')
    const last = names.pop() ?? ''
    let folderGlobs: Globs<true> | undefined = root
    for (const name of names) folderGlobs = folderGlobs?.below(name)
    return folderGlobs !== undefined && folderGlobs.matching(last).length > 0
  }
}

/** Whether a folder matches a list in which globs that begin with `!` take folders out, with all that is in them. */
export function folderMatcher(patterns: readonly string[], except?: readonly string[]): (folder: string) => boolean {
  const { included, excluded } = splitNegated(patterns)
  const isIn = matcher(included, except)
  const isOut = matcher(excluded)
  return (folder) => isIn(folder) && ![...foldersAbove(folder), folder].some(isOut)
}
