import { defined } from '../core/defined.ts'
import { maxNamedFurther, type Action, type NextActions } from '../core/action.ts'
import { pluralize } from '../core/diagnostic.ts'
import { visibleLine } from '../core/message.ts'
import { conflictLines } from './conflict-lines.ts'
import { cutToSize } from './fit.ts'
import { plainText } from './plain.ts'

export interface NextReport extends NextActions {
  /** The branch; absent where there is none. */
  readonly branch?: string | undefined
}

/** The number of things that an action needs, and of conflicts that are named. */
const maxNamed = { needs: 5, conflicts: 5, targets: 3 }

/** The longest path that is named whole. */
const maxPathLength = 300

const nameOf = ({ do: kind, target }: Action) => `${kind} ${target}`

/**
 * A text of a file: at most 120 characters, fewer where most of them are of several bytes, which cost an agent more.
 */
const shorten = (text: string, maxBytes = 180) => cutToSize(visibleLine(text), maxBytes)

/** What an action needs. A path that is longer than any file has is cut: its file names it. */
const cutNeed = (need: string): string =>
  need.length > maxPathLength ? cutToSize(visibleLine(need, maxPathLength), maxPathLength) : need

/** The details of an action, for the line that begins with its kind and target. */
function detailOf({ do: kind, state, agent: role, grant, question, code, why, run }: Action): string {
  if (kind === 'answer' && question !== undefined)
    return [
      JSON.stringify(shorten(question, why === undefined ? undefined : 140)),
      ...(why === undefined ? [] : [shorten(why)]),
    ].join(', ')
  // A code that the command names is not written twice.
  const codes = code === undefined || run?.endsWith(` ${code}`) ? [] : [code]
  const problem = [...codes, ...(why === undefined ? [] : [kind === 'mend' ? why : shorten(why)])].join(' ')
  if (kind === 'wait' || kind === 'mend') return problem || state
  const stateText = kind === 'work' ? state.replace(/ in_progress$/, '') : state
  const agent = grant?.agent ?? role
  return [stateText, ...(agent === undefined ? [] : [agent]), ...(problem === '' ? [] : [problem])].join(', ')
}

const plainPath = /^[\w./@+#-]+$/

/**
 * Paths with the folder that they have in common written once, as a shell expands it:
 * `plugins/TinyGain/{NOTES.md,.ideas/plan.md}`.
 */
function foldedPaths(paths: readonly string[]): readonly string[] {
  const [first = [], ...otherPaths] = paths.map((path) => path.split('/'))
  const folders = first.slice(0, -1)
  const partingIndex = folders.findIndex((name, index) => otherPaths.some((parts) => parts[index] !== name))
  const folder = (partingIndex === -1 ? folders : folders.slice(0, partingIndex)).map((name) => `${name}/`).join('')
  if (otherPaths.length === 0 || folder === '' || !paths.every((path) => plainPath.test(path))) return paths
  return [`${folder}{${paths.map((path) => path.slice(folder.length)).join(',')}}`]
}

/** Paths first, then options and what else is needed. */
function needsOf(needs: readonly string[]): string {
  const shownNeeds = needs.slice(0, maxNamed.needs).map(cutNeed)
  const isPath = (need: string) => plainPath.test(need) && !need.startsWith('-')
  const omitted = needs.length - shownNeeds.length
  return [
    ...foldedPaths(shownNeeds.filter(isPath)),
    ...shownNeeds.filter((need) => !isPath(need)),
    ...(omitted === 0 ? [] : [`${omitted} more`]),
  ].join(', ')
}

/** What an action is done with: files to read, what it needs, and its command. */
export const workLines = ({ read, needs, run }: Pick<Action, 'read' | 'needs' | 'run'>): readonly string[] => [
  ...(read?.length ? [`read ${foldedPaths(read).join(' ')}`] : []),
  ...(needs?.length ? [`needs ${needsOf(needs)}`] : []),
  ...(run === undefined ? [] : [`run ${run}`]),
]

const actionLines = (action: Action): readonly string[] => [
  `${nameOf(action)}: ${detailOf(action)}`,
  ...workLines(action),
]

/** A number of targets in a few words, and the first of them with their reasons. */
function withFirst(countText: string, targets: readonly string[]): string {
  const omitted = targets.length - maxNamed.targets
  const shown = [...targets.slice(0, maxNamed.targets), ...(omitted > 0 ? [`${omitted} more`] : [])]
  return `${countText}${shown.length === 0 ? '' : ` (${shown.join('; ')})`}`
}

/**
 * The line that is printed where no action is left: the number of targets, those that are done, and those that wait.
 */
function nothingToDo({ targets, done, resumable, containers, waiting }: NextActions): string {
  const parts = [
    pluralize(targets, 'target'),
    withFirst(`${done} done`, resumable),
    ...(waiting.length === 0
      ? []
      : [withFirst(`${waiting.length} ${waiting.length === 1 ? 'waits' : 'wait'}`, waiting)]),
    ...(containers.length === 0 ? [] : [withFirst(pluralize(containers.length, 'container'), containers)]),
  ]
  return `nothing to do: ${parts.join(', ')}`
}

/** The next actions for a terminal, a few lines for each. */
export function nextText(next: NextReport): string {
  const { actions, more } = next
  const named = [...more.slice(0, maxNamedFurther).map(nameOf), ...(more.length > maxNamedFurther ? ['…'] : [])]
  const moreLine = more.length === 0 ? [] : [`${more.length} more: ${named.join(', ')}`]
  const lines = actions.length === 0 ? [nothingToDo(next)] : [...actions.flatMap(actionLines), ...moreLine]
  return `${[...conflictLines(next.conflicts), ...lines].map(plainText).join('\n')}\n`
}

/** The JSON of the answer, version 1 (schema/next.v1.json); empty fields are left out. */
export function nextData(next: NextReport): object {
  const { actions, more, conflicts, branch } = next
  return {
    version: 1,
    ...(branch !== undefined && { branch }),
    ...(actions.length === 0 && { why: nothingToDo(next) }),
    actions: actions.map(
      ({ do: kind, target, state, agent, run, read = [], needs = [], question, code, why, grant }) => ({
        do: kind,
        target,
        state,
        ...defined({ agent, run }),
        ...(read.length > 0 && { read }),
        ...(needs.length > 0 && { needs: needs.map(cutNeed) }),
        ...defined({ question, code, why, grant }),
      }),
    ),
    ...(more.length > 0 && { more: more.length }),
    ...(conflicts.length > 0 && {
      conflicts: conflicts
        .slice(0, maxNamed.conflicts)
        .map(({ code, message, path, line }) => ({ code, message, path, ...(line !== undefined && { line }) })),
    }),
  }
}
