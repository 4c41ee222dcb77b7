import type { Action, NextActions } from '../core/action.ts'
import { pluralize } from '../core/severity-counts.ts'
import { visible } from '../core/message.ts'
import { plain } from './plain.ts'

/** The next actions, as they are printed. */
export interface ShownNext extends NextActions {
  /** The branch; absent where there is none. */
  readonly branch?: string | undefined
}

/** The number of further actions that are named. */
const mostNamed = 3

const named = ({ do: kind, target }: Action) => `${kind} ${target}`

/** The details of an action, for the line that begins with its kind and target. */
function detailOf({ do: kind, state, agent, question, code, why }: Action): string {
  if (kind === 'answer' && question !== undefined) return JSON.stringify(visible(question))
  if (kind === 'wait' || kind === 'mend') return [code, why].filter((each) => each !== undefined).join(' ') || state
  const where = kind === 'work' ? state.replace(/ in_progress$/, '') : state
  const wrong = [code, why].filter((each) => each !== undefined).join(' ')
  return [where, ...(agent === undefined ? [] : [agent]), ...(wrong === '' ? [] : [wrong])].join(', ')
}

const actionLines = (action: Action): readonly string[] => [
  `${named(action)}: ${detailOf(action)}`,
  ...(action.read?.length ? [`read ${action.read.join(' ')}`] : []),
  ...(action.needs?.length ? [`needs ${action.needs.join(', ')}`] : []),
  ...(action.run === undefined ? [] : [`run ${action.run}`]),
]

/** The line that is printed where no action is left: the number of targets, those that are done, and those that wait. */
function nothingToDo({ targets, done, waiting }: NextActions): string {
  const [first] = waiting
  const held = waiting.length === 0 ? [] : [`${waiting.length} waits${first ? ` (${first})` : ''}`]
  return `nothing to do: ${[pluralize(targets, 'target'), `${done} done`, ...held].join(', ')}`
}

/** The next actions for a terminal, a few lines for each. */
export function nextText(next: ShownNext): string {
  const { actions, more } = next
  if (actions.length === 0) return `${plain(nothingToDo(next))}\n`
  const rest = more.length === 0 ? [] : [`${more.length} more: ${more.slice(0, mostNamed).map(named).join(', ')}`]
  return `${[...actions.flatMap(actionLines), ...rest].map(plain).join('\n')}\n`
}

/** The JSON of the answer, version 1 (schema/next.v1.json); empty fields are left out. */
export function nextData({ actions, more, branch }: ShownNext): object {
  return {
    version: 1,
    ...(branch !== undefined && { branch }),
    actions: actions.map(({ do: kind, target, state, agent, run, read = [], needs = [], question, code, why, grant }) => ({
      do: kind,
      target,
      state,
      ...(agent !== undefined && { agent }),
      ...(run !== undefined && { run }),
      ...(read.length > 0 && { read }),
      ...(needs.length > 0 && { needs }),
      ...(question !== undefined && { question }),
      ...(code !== undefined && { code }),
      ...(why !== undefined && { why }),
      ...(grant && { grant }),
    })),
    ...(more.length > 0 && { more: more.length }),
  }
}
