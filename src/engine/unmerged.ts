import type { ChangeSet, CommandDiagnostic } from '../core/command.ts'
import { type Conflict, conflictFinding, conflictHint, conflictMessage } from '../core/conflict.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import { codeUrl } from '../core/links.ts'
import type { Protocol } from '../core/protocol.ts'
import { reportedRule, type RuleFacts } from '../core/rule.ts'
import { bytesIn, type View } from '../core/view.ts'
import { decodeUtf8, mayConflict } from '../documents/text.ts'
import { sign } from './checking/sign.ts'
import type { CheckRequest } from './checking/request.ts'
import type { FoundProtocol } from './commands/resolve.ts'

const fence = /^ {0,3}(?:```|~~~)/

/** The conflicts of a text, and the text with our side of each. Examples in fences of Markdown do not count. */
function ourSideOf(
  text: string,
  isMarkdown: boolean,
): { readonly conflicts: readonly Conflict[]; readonly ours: string } | undefined {
  const conflicts: Conflict[] = []
  const keptLines: string[] = []
  let openConflict:
    | { readonly line: number; readonly at: number; side: 'ours' | 'base' | 'theirs'; end: number }
    | undefined
  let isFenced = false
  const lines = text.split(/(?<=\n)/)
  for (const [index, line] of lines.entries()) {
    if (!openConflict) {
      if (isMarkdown && fence.test(line)) isFenced = !isFenced
      keptLines.push(line)
      if (!isFenced && line.startsWith('<<<<<<< '))
        openConflict = { line: index + 1, at: keptLines.length - 1, side: 'ours', end: 0 }
    } else if (line.startsWith('>>>>>>> ') && openConflict.side === 'theirs') {
      // Our side stays, without the marker in front of it.
      keptLines.length = openConflict.end
      keptLines.splice(openConflict.at, 1)
      conflicts.push([openConflict.line, index + 2])
      openConflict = undefined
    } else {
      const isBase = openConflict.side === 'ours' && line.startsWith('||||||| ')
      const isMiddle = openConflict.side !== 'theirs' && /^=======\r?$/.test(line.trimEnd())
      if ((isBase || isMiddle) && openConflict.side === 'ours') openConflict.end = keptLines.length
      if (isBase) openConflict.side = 'base'
      if (isMiddle) openConflict.side = 'theirs'
      keptLines.push(line)
    }
  }
  return conflicts.length === 0 ? undefined : { conflicts, ours: keptLines.join('') }
}

/** What a file that git could not merge has on our side; `undefined` for any other file. */
export function ourSideIn(
  path: string,
  bytes: Uint8Array,
): { readonly conflicts: readonly Conflict[]; readonly bytes: Uint8Array } | undefined {
  const text = mayConflict(bytes) ? decodeUtf8(bytes) : undefined
  const side = text === undefined ? undefined : ourSideOf(text, path.endsWith('.md'))
  return side && { conflicts: side.conflicts, bytes: Buffer.from(side.ours) }
}

/**
 * A view in which files that git could not merge have the content of our side: the only finding about them is that they
 * are not merged, and what depends on them is checked as it was.
 */
export function ourSide(view: View): View {
  const sidesByPath = new Map<string, { readonly conflicts: readonly Conflict[]; readonly bytes: Uint8Array }>()
  for (const path of view.paths) {
    const content = view.content(path)
    if (!content || !(content instanceof Uint8Array ? mayConflict(content) : content.mayConflict)) continue
    const side = ourSideIn(path, bytesIn(content))
    if (side) sidesByPath.set(path, side)
  }
  if (sidesByPath.size === 0) return view
  const { identity, unmerged = new Map() } = view
  return {
    ...view,
    bytes: (path) => sidesByPath.get(path)?.bytes ?? view.bytes(path),
    content: (path) => sidesByPath.get(path)?.bytes ?? view.content(path),
    ...(identity && { identity: (path: string) => (sidesByPath.has(path) ? undefined : identity(path)) }),
    unmerged: new Map([...unmerged, ...[...sidesByPath].map(([path, { conflicts }]) => [path, conflicts] as const)]),
  }
}

/** Whether a file has the state of several targets, each in its own part. */
export function sharedPathTester(
  protocols: readonly Protocol[],
  sections: CheckRequest['sections'],
): (path: string) => boolean {
  const sharedPaths = new Set(protocols.flatMap((protocol) => protocol.merging?.paths(sections[protocol.name]) ?? []))
  return (path) => sharedPaths.has(path)
}

/** Whether a file has both sides of a conflict, so that nothing else can be found in it. */
export const hasBothSides = ({ unmerged }: View, path: string): boolean => (unmerged?.get(path)?.length ?? 0) > 0

/** Whether a diagnostic of a protocol counts: where a file has both sides, only that it has. */
export const countsInConflict = (
  view: View,
  { rules }: { readonly rules: readonly RuleFacts[] },
  { code, path }: Diagnostic,
): boolean => !hasBothSides(view, path) || rules.some((rule) => rule.conflicts && rule.code === code)

/** The rule that reports a file that git could not merge, by the engine itself, where no rule of a protocol does. */
export const conflictRule: RuleFacts = {
  code: 'MERGE_CONFLICT',
  strict: 'error',
  soft: 'error',
  summary: 'A file contains the conflict markers of an unresolved merge, or the index of git has it unmerged.',
  why: 'The file contains both sides at once, so that nothing in it is reliable. Baton reads the side of `HEAD` ("ours"), and no command writes to the file. In a file of a declared workflow, `ITEM_UNREADABLE` reports the markers. Of a file without markers, git still has both sides in its index, for example after `git stash pop`.',
  repair:
    'Decide what is meant, delete the markers, record it with `git add`, and commit the file. Until the merge is concluded, git can take one whole side.',
}

export const signedConflictRule = reportedRule(conflictRule, codeUrl(conflictRule.code))

/** A finding for each file of a view that is not merged. */
export const conflictsIn = (
  { unmerged = new Map() }: View,
  isShared: (path: string) => boolean,
  touched: (path: string) => boolean,
): readonly Diagnostic[] =>
  [...unmerged].map(([path, conflicts]) =>
    sign(conflictFinding(path, conflicts, isShared(path)), {
      code: conflictRule.code,
      severity: 'error',
      touched: touched(path),
    }),
  )

/** Whether a diagnostic says that a file is not merged: of one with both sides no check says anything else. */
export const isAboutConflict = (view: View, { code, path }: Diagnostic): boolean =>
  code === conflictRule.code || hasBothSides(view, path)

/** The findings about files that are not merged, by the targets whose state the files hold; of its own files first. */
export function conflictsByTarget(
  view: View,
  foundProtocols: readonly FoundProtocol[],
  diagnostics: readonly Diagnostic[],
): ReadonlyMap<string, readonly Diagnostic[]> {
  const byTarget = new Map<string, Diagnostic[]>()
  const conflicts = (view.unmerged ? diagnostics : [])
    .filter((diagnostic) => isAboutConflict(view, diagnostic))
    .map((diagnostic) => ({
      diagnostic,
      owners: foundProtocols.flatMap(({ reading }) => reading.owners(diagnostic.path)),
    }))
    .toSorted((a, b) => a.owners.length - b.owners.length)
  for (const { diagnostic, owners } of conflicts) {
    for (const id of owners) {
      const targetConflicts = byTarget.get(id)
      if (targetConflicts) targetConflicts.push(diagnostic)
      else byTarget.set(id, [diagnostic])
    }
  }
  return byTarget
}

/** Why changes must not be written: they would decide a conflict that no person has resolved. */
export const conflictIn = (
  view: View,
  changes: ChangeSet,
  isShared: (path: string) => boolean,
): CommandDiagnostic | undefined => conflictAmong(view, changes.keys(), isShared)

/**
 * Why a command about a target, or about all, cannot be judged: a file that holds its state is not merged, and the
 * protocol itself does not say so.
 */
export function conflictOf(
  view: View,
  { protocol, reading }: FoundProtocol,
  target: string | undefined,
  isShared: (path: string) => boolean,
): CommandDiagnostic | undefined {
  const reportsBothSides = protocol.rules.some(({ conflicts }) => conflicts)
  const paths = [...(view.unmerged?.keys() ?? [])].filter((path) => {
    const owners = reading.owners(path)
    return target === undefined ? owners.length > 0 : owners.includes(target)
  })
  return conflictAmong(
    view,
    paths.filter((path) => !reportsBothSides || !hasBothSides(view, path)),
    isShared,
  )
}

function conflictAmong(
  { unmerged }: View,
  paths: Iterable<string>,
  isShared: (path: string) => boolean,
): CommandDiagnostic | undefined {
  const path = [...paths].find((candidate) => unmerged?.has(candidate))
  const conflicts = path === undefined ? undefined : unmerged?.get(path)
  if (path === undefined || !conflicts) return undefined
  const [[line] = []] = conflicts
  return {
    code: conflictRule.code,
    severity: 'error',
    message: conflictMessage(conflicts),
    hint: conflictHint(path, conflicts, isShared(path)),
    place: { path, ...(line !== undefined && { line }) },
  }
}
