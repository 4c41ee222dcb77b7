import { unreadableState } from '../../core/board.ts'
import { memo } from '../../core/once.ts'
import { bareName, type Target } from '../../core/target.ts'
import type { JudgedItem, Model } from './model.ts'
import type { State, Effect } from './language/workflow.ts'
import { isBeforeWork, movesOf } from './states/moves.ts'
import type { States } from './states/states.ts'
import { isEmptyValue } from './reading/words.ts'
import { template, type Template } from '../../documents/template.ts'
import { keepsText } from './commands/effects.ts'
import { isRead, sectionOf } from './reading/files.ts'
import { fileFor, findAt } from './reading/locations.ts'
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

const namesOf = memo(({ list }: States): readonly string[] => list.map(({ name }) => name))

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
  const question = state && isQuestion(item, state) ? questionIn(item, model) : undefined
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
    grantMark: agent,
    turn: state?.end === true ? { ended: true } : {},
    // Of thousands of targets most are only counted.
    get facts() {
      return factsOf(item, model)
    },
    ...(parent && parent !== item && { within: model.judge(parent).target }),
    ...(states.list.length > 0 && state && { way: namesOf(states) }),
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

/** Takes the text of a command out of what an effect wrote for a move to the item's state. */
function textReader({ source }: Template, { id, state }: JudgedItem): (written: string) => string | undefined {
  const captures = { id, to: state?.name ?? '' }
  // The name of an agent may have a `/`, which a capture has not.
  const filled = template(
    source
      .trimEnd()
      .replaceAll(/\{(id|to)\}/g, (_, name: 'id' | 'to') => captures[name])
      .replaceAll('/', '\0'),
    { open: true },
  )
  return (written) =>
    filled
      .match(written.replaceAll('/', '\0'))
      ?.['text']?.replaceAll('\0', '/')
      .replaceAll('&lt;', '<')
      .replaceAll(String.raw`\|`, '|')
      .replace(/^\\(?=[[#>*+\d-])/, '')
}

function writtenBy(effect: Effect, item: JudgedItem, model: Model): string | undefined {
  if (!keepsText(effect)) return undefined
  if ('set' in effect) {
    const found = findAt({ spot: effect.set, in: effect.in }, item, model.files)
    return found && textReader(effect.to, item)(found.text)
  }
  const file = fileFor(model.files, effect.in, item)
  const lines = isRead(file) ? sectionOf(file, effect.section) : undefined
  if (!isRead(file) || !lines) return undefined
  const read = textReader(effect.append, item)
  for (let line = lines.end - 1; line > lines.from; line--) {
    const text = read(file.document.line(line).trimEnd())
    if (text !== undefined) return text
  }
  return undefined
}

/** The question that an item waits with, where an effect has written it. */
function questionIn(item: JudgedItem, model: Model): string | undefined {
  for (const effect of item.kind.effects) {
    const text = writtenBy(effect, item, model)
    if (text !== undefined && text.trim() !== '') return text.trim()
  }
  return undefined
}
