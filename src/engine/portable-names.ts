import type { ChangeSet, CommandDiagnostic } from '../core/command.ts'
import type { Finding } from '../core/diagnostic.ts'
import { memoBy } from '../core/once.ts'
import { msg } from '../core/message.ts'
import type { Reading } from '../core/protocol.ts'
import type { Rule } from '../core/rule.ts'
import type { View } from '../core/view.ts'
import { refusal } from './commands/resolve.ts'

/** Device names of Windows, which no file there may have, with any extension. */
const deviceName = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$/i

/** Whether a part of a path can be checked out on every system. */
export const isPortable = (name: string): boolean =>
  !deviceName.test(name.split('.', 1)[0]?.trimEnd() ?? '') && !/[<>:"\\|?*]|[. ]$/.test(name) && !/\p{Cc}/u.test(name)

/** A name as file systems compare it that take upper and lower case, or different forms of one letter, for the same. */
const foldedPath = (path: string): string => path.normalize('NFC').toLowerCase()

/** A file or folder that some systems cannot check out. */
interface PortabilityFault {
  /** Its path. */
  readonly at: string
  readonly message: string
  /** A file whose path they take for the same. */
  readonly other?: string
}

const reservedNameFault = (name: string, at: string): PortabilityFault => ({
  at,
  message: msg`Unexpected name ${name}, which Windows cannot check out: ${at}`,
})

/** Two paths up to a part that differs only in capitals, or in the form of a letter. */
function sameNameFault(path: string, otherPath: string): PortabilityFault {
  return { at: path, message: msg`Unexpected ${path}, which Windows and macOS take for ${otherPath}`, other: otherPath }
}

/** The beginning of a path, up to a part. */
const pathUpTo = (parts: readonly string[], last: number) => parts.slice(0, last + 1).join('/')

/**
 * The names in each folder of some paths, which are in the order of their code units, by what Windows and macOS take
 * them for.
 */
function namesIn(paths: readonly string[]): (prefix: string) => Map<string, readonly string[]> {
  return memoBy((prefix: string) => {
    const names = new Map<string, readonly string[]>()
    let last: string | undefined
    // No text with this beginning is behind one with the highest code unit.
    for (const path of paths.slice(firstIndexFrom(paths, prefix), firstIndexFrom(paths, `${prefix}\uffff`))) {
      const [name = ''] = path.slice(prefix.length).split('/', 1)
      if (name !== last) names.set(foldedPath(name), [...(names.get(foldedPath(name)) ?? []), name])
      last = name
    }
    return names
  })
}

/** The index of the first of some sorted texts that is not before a text. */
function firstIndexFrom(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? '') < text) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Why changes must not be made: some systems could not check out a file or folder that they add. What is there already
 * does not count.
 */
export function unportableName(view: View, changes: ChangeSet): CommandDiagnostic | undefined {
  const addedPaths = [...changes].flatMap(([path, content]) =>
    content !== null && view.entry(path) === undefined ? [path] : [],
  )
  if (addedPaths.length === 0) return undefined
  const names = namesIn(view.paths.filter((path) => changes.get(path) !== null))
  const refuse = ({ message }: PortabilityFault) => refusal('NEW_NAME', message, 'Choose another name.')
  for (const path of addedPaths) {
    let prefix = ''
    for (const name of path.split('/')) {
      const inFolder = names(prefix)
      const sameNames = inFolder.get(foldedPath(name)) ?? []
      if (!sameNames.includes(name)) {
        if (!isPortable(name)) return refuse(reservedNameFault(name, prefix + name))
        if (sameNames[0] !== undefined) return refuse(sameNameFault(prefix + name, prefix + sameNames[0]))
        inFolder.set(foldedPath(name), [name])
      }
      prefix += `${name}/`
    }
  }
  return undefined
}

/** Each path that some systems cannot check out, with the reason. */
export function* unportableIn(paths: readonly string[]): Iterable<readonly [path: string, PortabilityFault]> {
  // In the order of what these systems see, paths that they take for the same are neighbours. `/` comes before every
  // other character.
  const sorted = paths.map((path) => ({ path, parts: path.split('/'), key: foldedPath(path).replaceAll('/', '\0') }))
  sorted.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  const reported = new Set<string>()
  for (const [index, { path, parts }] of sorted.entries()) {
    const previous = sorted[index - 1]
    let isBelow = previous !== undefined
    for (const [at, name] of parts.entries()) {
      const otherName = isBelow ? previous?.parts[at] : undefined
      isBelow &&= otherName !== undefined && foldedPath(otherName) === foldedPath(name)
      const fault = isPortable(name)
        ? previous &&
          isBelow &&
          otherName !== name && {
            ...sameNameFault(pathUpTo(parts, at), pathUpTo(previous.parts, at)),
            other: previous.path,
          }
        : reservedNameFault(name, pathUpTo(parts, at))
      if (!fault) continue
      if (!reported.has(foldedPath(fault.at))) yield [path, fault]
      reported.add(foldedPath(fault.at))
      break
    }
  }
}

/** Paths with the reason why some systems cannot check them out, which all protocols share. */
export type UnportablePaths = () => Iterable<readonly [path: string, PortabilityFault]>

/** What the rule about names checks: the files that a protocol reads. */
interface NameSubject {
  readonly unportable: UnportablePaths
  /** Whether a rule of the protocol itself has found that the name of a file differs from another in capitals. */
  readonly isReported?: (path: string) => boolean
  readonly reading: Pick<Reading, 'owners'>
}

/** The rule that reports state that some systems cannot check out, for every protocol. */
export const portableRule: Rule<NameSubject> = {
  code: 'NAME_NOT_PORTABLE',
  strict: 'warning',
  soft: 'notice',
  summary:
    'Windows or macOS cannot check out a file of the state: its name is reserved there, or differs from another only in case.',
  why: 'There the clone fails, or one of two files silently replaces the other, and a commit from there deletes it for everybody.',
  repair: 'Rename it with `git mv`, and everything that names it.',
  *check({ unportable, reading, isReported }): Iterable<Finding> {
    for (const [path, { message, other: otherPath }] of unportable()) {
      if (otherPath !== undefined && [path, otherPath].some((candidate) => isReported?.(candidate))) continue
      const [target, ...otherOwners] = reading.owners(path)
      if (target === undefined) continue
      yield {
        message,
        hint: msg`Rename it with ${'git mv'}, and everything that names it.`,
        place: { path },
        ...(otherOwners.length === 0 && { target }),
        ...(otherPath !== undefined && { related: [{ path: otherPath, message: 'The file with the other name' }] }),
      }
    }
  },
}
