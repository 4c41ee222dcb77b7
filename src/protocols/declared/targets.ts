import { unreadableState } from '../../core/board.ts'
import { memo } from '../../core/once.ts'
import { bareName, type Target } from '../../core/target.ts'
import type { JudgedItem, Model } from './model.ts'
import type { Kind, State } from './language/workflow.ts'
import { errorIn, questionIn } from './states/log.ts'
import { happyPath, isBeforeWork, movesOf } from './states/moves.ts'
import type { States } from './states/states.ts'
import { isEmptyValue } from './reading/words.ts'
import { unreadTargetsOf } from './reading/unreadable.ts'
import { placeValuesOf } from './compared.ts'

/** Whether a state is one that only questions lead to. */
export function isQuestion({ kind, states }: JudgedItem, state: State): boolean {
  const incomingMoves = movesOf(kind, states).filter(({ to }) => to === state)
  return (
    !state.begin &&
    incomingMoves.length > 0 &&
    incomingMoves.every(({ by }) => by.every((mover) => mover === 'handback question'))
  )
}

/** The agent that is named; a dash and the like, as tables have where there is none, is no name. */
function agentOf(item: JudgedItem, model: Model): string | undefined {
  const field = item.kind.fields.find(({ name }) => name === 'holder')
  const text = field && model.fieldOf(item, field)?.text.trim()
  return text === undefined || isEmptyValue(text) || /^\p{P}+$/u.test(text) ? undefined : text
}

function factsOf(item: JudgedItem, model: Model): NonNullable<Target['facts']> {
  const { id, kind, statements } = item
  const agent = agentOf(item, model)
  const fields = kind.fields.flatMap((field) => {
    const text = model.fieldOf(item, field)?.text
    return text === undefined ? [] : [[field.name, text]]
  })
  return {
    id,
    ...(kind.name !== undefined && { kind: kind.name }),
    places: Object.fromEntries(placeValuesOf(statements).map(({ place, value }) => [place, value])),
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
    ...(agent !== undefined && { agent }),
  }
}

const wayOf = memo((kind: Kind) =>
  memo((states: States): readonly string[] => happyPath(kind, states).map(({ name }) => name)),
)

/** An item whose state is in a file that cannot be read. */
const unreadableTarget = (id: string, path: string): Target => ({
  id,
  path,
  state: unreadableState,
  agentName: '',
  turn: { unreadable: true },
  facts: { id: bareName(id) },
})

const targetOf = (item: JudgedItem, model: Model): Target => {
  const { state, states, path, kind, statements } = item
  const parent = model.parent(item)
  const agent = agentOf(item, model)
  const isAsked = state !== undefined && isQuestion(item, state)
  const question = isAsked ? questionIn(item, model) : undefined
  if (!state && statements.some(({ place, unreadable }) => unreadable && place.written.length > 0))
    return unreadableTarget(item.target, path)
  return {
    id: item.target,
    path:
      item.source.form === 'folders'
        ? (statements.flatMap(({ found }) => (found ? [found.path] : []))[0] ?? path)
        : path,
    ...(state && { holder: state.holder }),
    state: state?.name ?? 'unknown',
    agentName: agent ?? '',
    ...(state && isBeforeWork(kind, states, state) && { isBeforeWork: true as const }),
    ...(question !== undefined && { question }),
    // Of thousands of targets most are only counted: what takes reading the texts of their files is read when asked for.
    get error() {
      return isAsked || state?.end === true ? undefined : errorIn(item, model)
    },
    grantMark: agent,
    turn: state?.end === true ? { ended: true } : {},
    get facts() {
      return factsOf(item, model)
    },
    ...(parent && parent !== item && { within: model.judge(parent).target }),
    ...(state && wayOf(kind)(states).length > 1 && { way: wayOf(kind)(states) }),
  }
}

/** The items of a workflow; of several with one id the first. */
export const targetsOf = memo((model: Model): readonly Target[] => {
  const seenTargets = new Set<string>()
  const isNew = (target: string) => seenTargets.size < seenTargets.add(target).size
  return [
    ...model.items.flatMap((unjudgedItem) => {
      const item = model.judge(unjudgedItem)
      return isNew(item.target) ? [targetOf(item, model)] : []
    }),
    ...unreadTargetsOf(model).flatMap(({ target, file: { path } }) =>
      isNew(target) ? [unreadableTarget(target, path)] : [],
    ),
  ]
})
