import { type CommandDiagnostic, refuse, type Refusal } from '../../../core/command.ts'
import { groupBy } from '../../../core/grouped.ts'
import { commandWord, msg } from '../../../core/message.ts'
import type { Mention, TargetResolution } from '../../../core/target.ts'
import type { TargetKind } from '../../../kit/command.ts'
import { type JudgedItem, type Model } from '../model.ts'
import { pathsOf } from '../reading/locations.ts'
import { isRead } from '../reading/files.ts'
import { type Item, keyOf } from '../reading/items.ts'
import { choices, rightState } from '../right.ts'
import { missingHint } from '../rules/state.ts'
import { placeIn, wordsOf, writtenOf } from '../wording.ts'
import { foldedId } from '../words.ts'

/** The items that a name means: it may have the scope behind `@`. */
function itemsNamed({ byId, workflow }: Model, name: string): readonly Item[] {
  const wanted = foldedId(name.startsWith(`${workflow.name}:`) ? name.slice(workflow.name.length + 1) : name)
  const all = byId(wanted)
  // An id may have an `@` itself.
  const scopes = Array.from(wanted.matchAll(/@/g), ({ index }) => index)
  const scoped = scopes.flatMap((at) => byId(wanted.slice(0, at)).filter(({ scope }) => foldedId(scope) === wanted.slice(at + 1)))
  const whole = [...all.filter(({ scope }) => scope === ''), ...scoped]
  return whole.length > 0 ? whole : all
}

export const resolve = (model: Model, { name, words }: Mention): TargetResolution => ({
  // Of several with one id the first: a command says that there are more.
  ids: [...groupBy(itemsNamed(model, name), keyOf).values()].flatMap(([first]) => (first ? [model.judge(first).target] : [])),
  words,
})

/** A diagnostic about an item. */
export const about = (
  item: JudgedItem,
  code: string,
  message: string,
  hint?: string,
  more: Partial<CommandDiagnostic> = {},
): CommandDiagnostic => ({
  code,
  severity: 'error',
  message,
  ...(hint !== undefined && { hint }),
  place: writtenOf(item)[0]?.found.place ?? item.place,
  target: item.target,
  ...more,
})

export const itemTarget: TargetKind<Model, JudgedItem> = {
  usage: 'ID',
  find(model, { name, target, words }, form) {
    const wanted = target ?? name
    if (wanted === undefined)
      return refuse({
        code: 'COMMAND_USAGE',
        severity: 'error',
        message: 'Missing ID, expected that of an item',
        hint: `Usage: \`/${form.name} ${form.usage}\``,
        place: { path: '.' },
      })
    const [item] = itemsNamed(model, wanted)
    if (!item)
      return refuse({
        code: 'TARGET_UNKNOWN',
        severity: 'error',
        message: msg`Unknown target ${wanted}`,
        place: { path: '.' },
        unknown: wanted,
      })
    return { target: model.judge(item), words }
  },
}

/** Why no command touches an item at all. */
export function* untouchable(item: JudgedItem, model: Model): Iterable<CommandDiagnostic> {
  const [first, second] = model.byKey.get(keyOf(item)) ?? []
  if (first && second)
    yield about(
      item,
      'ITEM_DUPLICATE',
      msg`Unexpected second ${item.id}: ${[first.path, second.path]} both have this id`,
      'Give one of the two another id first.',
      { place: second.place },
    )
  for (const path of pathsIn(item)) {
    const file = model.files(path)
    if (file && !isRead(file)) yield { ...about(item, 'ITEM_UNREADABLE', file.message, 'Correct the file first.'), place: file.place }
  }
  if (model.statesOf(item.kind) === 'unreadable')
    yield about(item, 'ITEM_UNREADABLE', 'The file that lists the states cannot be read', 'Correct that file first.')
}

/** The files in which the written places of an item may be. */
const pathsIn = (item: JudgedItem): readonly string[] => [
  ...new Set([
    ...(item.source.form === 'folders' ? [] : [item.path]),
    ...item.kind.places.flatMap(({ written }) => written.flatMap((at) => pathsOf(at, item))),
  ]),
]

/** The refusal of a command about an item that no command can move. */
export function notHere(item: JudgedItem, { workflow }: Model, command: string): Refusal | undefined {
  const written = writtenOf(item)
  const canWrite = item.kind.places.some((place) => place.written.length > 0)
  if (canWrite && written.every(({ found }) => found.isCollection || !found.isFixed)) return undefined
  const owner = workflow.preset === undefined ? 'the tool that owns these files' : msg`the tool of ${workflow.preset}`
  const hints = item.kind.places.flatMap(({ hint }) => (hint === undefined ? [] : [msg`${hint}`]))
  return refuse(
    about(
      item,
      'COMMAND_NOT_HERE',
      msg`Unexpected command ${`/${command}`} for ${item.id}: no place of its state can be written`,
      [`Move it with ${owner}.`, ...hints].join(' '),
    ),
  )
}

/** Why a transition is refuse before its move is looked at. */
export function unclear(item: JudgedItem): readonly CommandDiagnostic[] {
  const written = writtenOf(item)
  const speaking = written.filter(({ states }) => states.length > 0)
  const common = speaking.reduce<readonly unknown[] | undefined>(
    (left, { states }) => (left ? left.filter((state) => states.includes(state as never)) : states),
    undefined,
  )
  if (speaking.length > 1 && common?.length === 0) {
    const said = speaking.map((each) => `${msg`${each.place.name}`} says ${wordsOf(each)}`).join(', ')
    const hasTruth = item.kind.truth !== undefined
    return [
      about(
        item,
        'ITEM_STATE_DRIFT',
        `The state of ${msg`${item.id}`} is unclear: ${said}`,
        hasTruth ? undefined : `Say first which is right: ${choices(item.target, speaking)}.`,
        hasTruth ? { fix: `/sync ${commandWord(item.target)}` } : {},
      ),
    ]
  }
  const ambiguous = written.find((each) => each.ambiguous)
  if (ambiguous)
    return [
      about(
        item,
        'ITEM_STATE_AMBIGUOUS',
        msg`${ambiguous.place.name} says two states of ${item.id}`,
        'Delete the one that is wrong first.',
        { place: ambiguous.found.place },
      ),
    ]
  const unknown = written.find((each) => each.unknown)
  if (unknown)
    return [
      about(
        item,
        'ITEM_STATE_UNKNOWN',
        msg`Unexpected state ${unknown.found.text} of ${item.id} at ${unknown.place.name}`,
        rightState(item) || speaking.length === 0
          ? 'Write one of the states there first.'
          : `Write one of the states there first, or say which place is right: ${choices(item.target, speaking)}.`,
        { place: unknown.found.place, ...(rightState(item) && { fix: `/sync ${commandWord(item.target)}` }) },
      ),
    ]
  if (!item.state)
    return [
      about(
        item,
        'ITEM_STATE_MISSING',
        `${msg`The state of ${item.id} is unknown`}: it is missing at ${item.kind.places.map((place) => placeIn(place, item)).join(' or ')}`,
        missingHint(item).hint,
      ),
    ]
  return []
}
