import { unreadableState } from '../../core/board.ts'
import { memo, memoBy } from '../../core/once.ts'
import { bareName, type Target } from '../../core/target.ts'
import type { JudgedItem, Model } from './model.ts'
import type { Effect, Kind, State } from './language/workflow.ts'
import { happyPath, isBeforeWork, type LegalMove, movesOf } from './states/moves.ts'
import type { States } from './states/states.ts'
import { isEmptyValue } from './reading/words.ts'
import { type Captures, template, type Template } from '../../documents/template.ts'
import { keepsText } from './commands/effects.ts'
import { type DeclaredFile, isRead, sectionOf } from './reading/files.ts'
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
  const question = isAsked ? moveOf(item, model)?.text : undefined
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

/** What an effect wrote for a move of an item to its state. */
interface WrittenMove {
  readonly text: string
  /** The state that it left, where the effect writes it. */
  readonly from: string | undefined
  /** The effect wrote nothing later. */
  readonly isLast: boolean
}

const openTemplate = memoBy((source: string) => template(source, { open: true }), 1000)

/**
 * The template of what an effect writes, with some values. The name of an agent may have a `/`, which a capture has
 * not.
 */
const filledTemplate = (source: string, values: Captures): Template =>
  openTemplate(
    source
      .replaceAll(/\{(\w+)\}/g, (capture, name: string) =>
        Object.hasOwn(values, name) ? (values[name] ?? '') : capture,
      )
      .replaceAll('/', '\0'),
  )

/** Takes what an effect wrote for a move of an item to its state out of its lines, of which the last comes first. */
function moveIn({ source }: Template, { id, state }: JudgedItem, lines: Iterable<string>): WrittenMove | undefined {
  const written = source.trimEnd()
  const ownTemplate = filledTemplate(written, { id, to: state?.name ?? '' })
  // A move without a text leaves a line without one.
  const anyTemplates = [written, written.replace('{text}', '').trimEnd()].map((part) => filledTemplate(part, { id }))
  let isLast = true
  for (const line of lines) {
    const masked = line.trimEnd().replaceAll('/', '\0')
    const { text, from } = ownTemplate.match(masked) ?? {}
    if (text !== undefined) return { text: plainText(text), from: from?.replaceAll('\0', '/'), isLast }
    isLast &&= !anyTemplates.some(({ match }) => match(masked))
  }
  return undefined
}

/** A text of a command as it was before an effect wrote it. */
const plainText = (written: string): string =>
  written
    .replaceAll('\0', '/')
    .replaceAll('&lt;', '<')
    .replaceAll(String.raw`\|`, '|')
    .replace(/^\\(?=[[#>*+\d-])/, '')
    .trim()

function* linesBackwards({ document }: DeclaredFile, { from, end }: { readonly from: number; readonly end: number }) {
  for (let line = end - 1; line > from; line--) yield document.line(line)
}

function writtenBy(effect: Effect, item: JudgedItem, model: Model): WrittenMove | undefined {
  if (!keepsText(effect)) return undefined
  if ('set' in effect) {
    const found = findAt({ spot: effect.set, in: effect.in }, item, model.files)
    return found && moveIn(effect.to, item, [found.text])
  }
  const file = fileFor(model.files, effect.in, item)
  const lines = isRead(file) ? sectionOf(file, effect.section) : undefined
  return isRead(file) && lines ? moveIn(effect.append, item, linesBackwards(file, lines)) : undefined
}

/** The move with a text by which an item came to its state, where an effect has written it. */
function moveOf(item: JudgedItem, model: Model): WrittenMove | undefined {
  for (const effect of item.kind.effects) {
    const move = writtenBy(effect, item, model)
    if (move && move.text !== '') return move
  }
  return undefined
}

/** The error with which an item came back to its state, if its last move was one. */
function errorIn(item: JudgedItem, model: Model): string | undefined {
  const { kind, states, state } = item
  const isError = ({ by }: LegalMove) => by.every((mover) => mover === 'handback error')
  const errorMoves = movesOf(kind, states).filter((move) => move.to === state && isError(move))
  if (errorMoves.length === 0) return undefined
  const { text, from, isLast } = moveOf(item, model) ?? {}
  const [origin] = from === undefined ? [] : states.named([from])
  return isLast && errorMoves.some((move) => move.from === origin) ? text : undefined
}
