import { type CommandDiagnostic, refuse, type Refusal } from '../../../core/command.ts'
import { groupBy } from '../../../core/grouped.ts'
import { commandWord, msg } from '../../../core/message.ts'
import { bareName, type Mention, type TargetResolution } from '../../../core/target.ts'
import type { TargetKind } from '../../../kit/command.ts'
import type { State } from '../language/workflow.ts'
import type { JudgedItem, Model } from '../model.ts'
import type { UnreadableFile } from '../reading/files.ts'
import { type Item, keyOf } from '../reading/items.ts'
import { statesFault, wordFor } from '../states/states.ts'
import {
  syncChoices,
  rightState,
  writtenStatementsOf,
  placeOfState,
  isClear,
  commonStates,
  excludingStatements,
  nearWord,
} from '../states/statements.ts'
import { firstOfForm } from '../rules/reading.ts'
import { missingHint, neededHint } from '../rules/state.ts'
import { noteOf, placeIn, statementsText } from '../messages.ts'
import { stateFaults } from '../reading/unreadable.ts'
import { foldId } from '../reading/words.ts'

/** The items that a name means, without the prefix of the workflow: it may have the scope behind `@`. */
function itemsNamed({ byId }: Model, name: string): readonly Item[] {
  const wantedId = foldId(name)
  const matches = byId(wantedId)
  // An id may have an `@` itself.
  const scopes = Array.from(wantedId.matchAll(/@(?=.)/gs), ({ index }) => index)
  const scopedItems = scopes.flatMap((position) =>
    byId(wantedId.slice(0, position)).filter(({ scope }) => foldId(scope) === wantedId.slice(position + 1)),
  )
  const exactMatches = [...matches.filter(({ scope }) => scope === ''), ...scopedItems]
  return exactMatches.length > 0 ? exactMatches : matches
}

/** A name without the prefix of the workflow, where it has that. */
const withoutPrefix = ({ workflow }: Model, name: string): string =>
  name.startsWith(`${workflow.name}:`) ? bareName(name) : name

/** The same of a name that may have that prefix, or be an id that begins so. */
function itemsMentioned(model: Model, name: string): readonly Item[] {
  const foundItems = itemsNamed(model, name)
  return foundItems.length > 0 ? foundItems : itemsNamed(model, withoutPrefix(model, name))
}

/** Why the items of a name are not found, where a file that may hold them cannot be read. */
function unreadRefusal(model: Model, name: string): CommandDiagnostic | undefined {
  const unread = model.unreadWith(name)
  if (!unread) return undefined
  const { file, id } = unread
  return {
    code: 'ITEM_UNREADABLE',
    severity: 'error',
    message: `${id === undefined ? msg`Unknown target ${name}, which may be in ${file.path}` : msg`${name} is in ${file.path}`}, which cannot be read: ${file.message}`,
    hint: 'Correct the file first.',
    place: file.place,
    ...(id === undefined && { unknown: name }),
  }
}

export function resolve(model: Model, { name, words }: Mention): TargetResolution {
  // Of several with one id the first: a command says that there are more.
  const ids = [...groupBy(itemsMentioned(model, name), keyOf).values()].flatMap(([firstItem]) =>
    firstItem ? [model.judge(firstItem).target] : [],
  )
  const unread = ids.length === 0 ? unreadRefusal(model, withoutPrefix(model, name)) : undefined
  return unread ? { refused: [unread] } : { ids, words }
}

export const itemDiagnostic = (
  item: JudgedItem,
  code: string,
  message: string,
  hint?: string,
  extra: Partial<CommandDiagnostic> = {},
): CommandDiagnostic => ({
  code,
  severity: 'error',
  message,
  ...(hint !== undefined && { hint }),
  place: placeOfState(item),
  target: item.target,
  ...extra,
})

/**
 * An item as commands see it: of one that a computed place alone contradicts, the state is that of its written places,
 * since no command could mend the other.
 */
function withWrittenState(item: JudgedItem): JudgedItem {
  const [state, otherState] = commonStates(writtenStatementsOf(item).filter(isClear))
  return item.state === undefined && item.drifts && otherState === undefined ? { ...item, state } : item
}

export const itemTarget: TargetKind<Model, JudgedItem> = {
  usage: 'ID',
  find(model, { name, target, words }, form) {
    // A repair gives the whole id for a name.
    const wantedName = target === undefined ? name && withoutPrefix(model, name) : bareName(target)
    if (wantedName === undefined)
      return refuse({
        code: 'COMMAND_USAGE',
        severity: 'error',
        message: 'Missing ID, expected that of an item',
        hint: `Usage: \`/${form.name} ${form.usage}\``,
        place: { path: '.' },
      })
    const [item] = itemsNamed(model, wantedName)
    const unread = item ? undefined : unreadRefusal(model, wantedName)
    if (unread) return refuse(unread)
    if (!item)
      return refuse({
        code: 'TARGET_UNKNOWN',
        severity: 'error',
        message: msg`Unknown target ${wantedName}`,
        place: { path: '.' },
        unknown: wantedName,
      })
    return { target: withWrittenState(model.judge(item)), words }
  },
}

export const unreadText = ({ path, message }: UnreadableFile): string => `${msg`${path} cannot be read`}: ${message}`

/** That a file cannot be read. */
export const unreadDiagnostic = (item: JudgedItem, file: UnreadableFile): CommandDiagnostic => ({
  ...itemDiagnostic(item, 'ITEM_UNREADABLE', unreadText(file), 'Correct the file first.'),
  place: file.place,
})

/** Why no command touches an item at all. */
export function* itemBlockers(item: JudgedItem, model: Model): Iterable<CommandDiagnostic> {
  const [firstItem, second] = model.byKey.get(keyOf(item)) ?? []
  const first = firstItem && second && firstOfForm(firstItem, second, model)
  if (first)
    yield itemDiagnostic(
      item,
      'ITEM_DUPLICATE',
      first.path === second.path
        ? msg`Unexpected second ${item.name} in ${first.path}`
        : msg`Unexpected second ${item.name}: ${[first.path, second.path]} both have this id`,
      'Give one of the two another id first.',
      { place: second.place },
    )
  yield* stateFaults(item, model).map((fault) => unreadDiagnostic(item, fault))
  const { states } = item.kind
  const fault = 'in' in states ? statesFault(states, model.files) : undefined
  if (fault) yield unreadDiagnostic(item, fault)
}

/** The refusal of a command about an item that no command can move. */
export function unwritableRefusal(item: JudgedItem, { workflow }: Model, command: string): Refusal | undefined {
  const writtenStatements = writtenStatementsOf(item)
  const canWrite = item.kind.places.some((place) => place.written.length > 0)
  if (canWrite && writtenStatements.every(({ found }) => found.isCollection || !found.isFixed)) return undefined
  const owner = workflow.preset === undefined ? 'the tool that owns these files' : msg`the tool of ${workflow.preset}`
  const hints = item.kind.places.flatMap(({ hint }) => (hint === undefined ? [] : [noteOf(hint)]))
  return refuse(
    itemDiagnostic(
      item,
      'COMMAND_NOT_HERE',
      msg`Unexpected command ${`/${command}`} for ${item.name}: no place of its state can be written`,
      [`Move it with ${owner}.`, ...hints].join(' '),
    ),
  )
}

/** Why no command decides what a place says that says two states; `undefined`: none does. */
export function ambiguityOf(item: JudgedItem): CommandDiagnostic | undefined {
  const statement = writtenStatementsOf(item).find(({ ambiguous }) => ambiguous)
  return (
    statement &&
    itemDiagnostic(
      item,
      'ITEM_STATE_AMBIGUOUS',
      msg`${statement.place.name} says two states of ${item.name}`,
      'Delete the one that is wrong first.',
      { place: statement.found.place },
    )
  )
}

/** Why a transition is refused before its move is looked at. */
export function stateDoubts(item: JudgedItem): readonly CommandDiagnostic[] {
  const writtenStatements = writtenStatementsOf(item)
  const ambiguity = ambiguityOf(item)
  if (ambiguity) return [ambiguity]
  const statementsWithState = writtenStatements.filter(({ states }) => states.length > 0)
  if (statementsWithState.length > 1 && commonStates(statementsWithState).length === 0) {
    const correctState = item.kind.truth && rightState(item)
    // The places to which `/sync` could not write what the right one says.
    const mute = correctState
      ? statementsWithState.filter(
          ({ at, states }) => !states.includes(correctState) && wordFor(at, item.states, correctState) === undefined,
        )
      : []
    const muteTexts = mute.map(
      ({ place }) =>
        msg`${place.name} has no word for ${correctState?.name ?? ''}: empty it, or add a word to its ${'says'}`,
    )
    const choices = `Say first which is right: ${syncChoices(item, mute.length > 0 ? mute : statementsWithState)}.`
    return [
      itemDiagnostic(
        item,
        'ITEM_STATE_DRIFT',
        `The state of ${msg`${item.name}`} is unclear: ${statementsText(statementsWithState)}`,
        mute.length > 0 ? `${muteTexts.join('; ')}. ${choices}` : correctState ? undefined : choices,
        correctState && mute.length === 0 ? { fix: `/sync ${commandWord(item.target)}` } : {},
      ),
    ]
  }
  const unknownStatement = writtenStatements.find((statement) => statement.unknown)
  if (unknownStatement) {
    const closestWord = nearWord(unknownStatement, item.states)
    const advice =
      closestWord === undefined
        ? 'Write one of the states there'
        : `${msg`Did you mean ${closestWord}?`} Write it there`
    const sources = statementsWithState.filter((source) => rightState(item, source))
    return [
      itemDiagnostic(
        item,
        'ITEM_STATE_UNKNOWN',
        msg`Unexpected state ${unknownStatement.found.text} of ${item.name} at ${unknownStatement.place.name}`,
        rightState(item) || sources.length === 0
          ? `${advice} first.`
          : `${advice} first, or say which place is right: ${syncChoices(item, sources)}.`,
        { place: unknownStatement.found.place, ...(rightState(item) && { fix: `/sync ${commandWord(item.target)}` }) },
      ),
    ]
  }
  const severalStates = item.statements.filter(({ states }) => states.length > 1)
  if (!item.state && severalStates.length > 0)
    return [
      itemDiagnostic(
        item,
        'ITEM_STATE_MISSING',
        `${msg`The state of ${item.name} is unknown`}: ${severalStates.map((statement) => msg`${statement.place.name} says ${statement.states.map(({ name }) => name)}`).join(', ')}`,
        'Only a place that says one state shows which it is: write it there, or declare one.',
      ),
    ]
  if (!item.state)
    return [
      itemDiagnostic(
        item,
        'ITEM_STATE_MISSING',
        `${msg`The state of ${item.name} is unknown`}: it is missing at ${item.kind.places.map((place) => placeIn(place, item)).join(' or ')}`,
        missingHint(item).hint,
      ),
    ]
  return []
}

/** That computed places exclude the state of an item: no command can write them. */
export const computedDrifts = (item: JudgedItem, state: State): readonly CommandDiagnostic[] =>
  excludingStatements(item, state).map((statement) => ({
    ...itemDiagnostic(
      item,
      'ITEM_STATE_DRIFT',
      msg`${statement.place.name} of ${item.name} says ${statement.states.map(({ name }) => name)}, and no command can write it`,
      statement.place.hint ?? neededHint(statement, item, state),
    ),
    severity: 'warning',
  }))

/** The state in which a command finds an item; or why it moves the item out of none. */
export function stateToLeave(item: JudgedItem, model: Model, command: string): State | Refusal {
  const refusal = unwritableRefusal(item, model, command)
  if (refusal) return refusal
  const blockers = [...itemBlockers(item, model)]
  if (blockers.length > 0) return refuse(...blockers)
  const doubts = stateDoubts(item)
  return doubts.length > 0 || !item.state ? refuse(...doubts) : item.state
}
