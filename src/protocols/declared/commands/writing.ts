import type { ChangeSet, CommandDiagnostic } from '../../../core/command.ts'
import { msg, cleanLine } from '../../../core/message.ts'
import { splice, insertAfter, type Splice } from '../../../documents/text.ts'
import { memo } from '../../../core/once.ts'
import type { Effect, Field, Kind, State } from '../language/workflow.ts'
import type { JudgedItem, Model } from '../model.ts'
import { isRead, sectionOf } from '../reading/files.ts'
import { type Item, keyOf } from '../reading/items.ts'
import type { FoundValue } from '../reading/values.ts'
import { labelValueStart } from '../reading/spots.ts'
import { inMarksOf } from '../reading/words.ts'
import { allowsText } from '../states/conditions.ts'
import { wordFor } from '../states/states.ts'
import { minute } from '../../../core/time.ts'
import { lastReadableLine } from '../../../documents/lines.ts'
import { fileFor, findAt } from '../reading/locations.ts'
import type { Captures, Template } from '../../../documents/template.ts'
import { writtenStatementsOf, excludingStatements } from '../states/statements.ts'

/** Writes a state at every written place of an item that is there and says another; or why one has no word for it. */
export function addState(edits: Edits, item: JudgedItem, state: State): readonly CommandDiagnostic[] {
  const problems: CommandDiagnostic[] = []
  for (const statement of writtenStatementsOf(item)) {
    if (statement.states.includes(state) && !statement.ambiguous) continue
    const word = wordFor(statement.at, item.states, state)
    const values = [statement.found, ...(statement.found.further ?? [])]
    const written = values.flatMap((found): readonly WrittenValue[] => {
      const text = inMarksOf(found.text, word ?? '')
      const splice = word === undefined ? undefined : found.write(text)
      return splice ? [{ found, text, splice }] : []
    })
    if (written.length === values.length) for (const value of written) edits.write(value)
    else
      problems.push({
        code: 'ITEM_STATE_UNKNOWN',
        severity: 'error',
        message:
          word === undefined
            ? msg`${statement.place.name} has no word for ${state.name}`
            : msg`${statement.place.name} of ${item.name} cannot be written`,
        hint: 'Add a word for it to `says` of that place in the declaration.',
        place: statement.found.place,
        target: item.target,
      })
  }
  return problems
}

/** A parent whose state follows that of a part. */
export interface Follower {
  /** As it is now. */
  readonly parent: JudgedItem
  readonly state: State
  /** The items, once it is in that state. */
  readonly model: Model
}

/**
 * The parents of an item whose computed places exclude their state once the item is in another, with the state that
 * follows.
 */
export function* followers(model: Model, item: Item, state: State): Iterable<Follower> {
  let [movedItem, reachedState, modelAfter] = [item, state, model]
  const seenItems = new Set<Item>()
  while (movedItem.kind.leadsParent && !seenItems.has(movedItem)) {
    seenItems.add(movedItem)
    modelAfter = modelAfter.assuming(movedItem, reachedState)
    const parent = model.parent(movedItem)
    if (!parent) return
    const judgedParent = model.judge(parent)
    const [nextState] = excludingStatements(modelAfter.judge(parent), judgedParent.state)[0]?.states ?? []
    if (!nextState) return
    yield { parent: judgedParent, state: nextState, model: modelAfter.assuming(parent, nextState) }
    ;[movedItem, reachedState] = [parent, nextState]
  }
}

/** The whole new content of every file that is edited. */
export function changesBy(edits: Edits, { files }: Model): ChangeSet {
  return new Map(
    Array.from(edits.all, ([path, splices]): [string, string] => {
      const file = files(path)
      return [path, isRead(file) ? splice(file.document.text, splices) : '']
    }),
  )
}

const stretchOf = (path: string, { start, end }: Splice) => `${start} ${end} ${path}`

/** A value with the text that it gets. */
interface WrittenValue {
  readonly found: FoundValue
  readonly text: string
  readonly splice: Splice
}

const valueKey = ({ place: { path, line, column } }: FoundValue) => `${line} ${column} ${path}`

/** The edits of a command, by file. */
export class Edits {
  readonly #splices = new Map<string, Splice[]>()
  /** What is replaced, by where it is. */
  readonly #replaced = new Set<string>()
  /** The texts that values get, by where they stand. */
  readonly #texts = new Map<string, string>()

  write({ found, text, splice }: WrittenValue): void {
    this.add(found.path, splice)
    this.#texts.set(valueKey(found), text)
  }

  /** What a value says once the edits are made. */
  textOf(found: FoundValue): string {
    return this.#texts.get(valueKey(found)) ?? found.text
  }

  add(path: string, splice: Splice): void {
    const splices = this.#splices.get(path)
    if (splices) splices.push(splice)
    else this.#splices.set(path, [splice])
    if (splice.end > splice.start) this.#replaced.add(stretchOf(path, splice))
  }

  /** Adds all of others; `false`: they edit a stretch that is edited already, and none is added. */
  join(otherEdits: Edits): boolean {
    const addedSplices = Array.from(otherEdits.all).flatMap(([path, splices]) =>
      splices.map((splice) => ({ path, splice })),
    )
    if (addedSplices.some(({ path, splice }) => this.has(path, splice))) return false
    for (const { path, splice } of addedSplices) this.add(path, splice)
    return true
  }

  /** Whether a stretch of a file is edited already. */
  has(path: string, splice: Splice): boolean {
    return this.#replaced.has(stretchOf(path, splice))
  }

  get all(): ReadonlyMap<string, readonly Splice[]> {
    return this.#splices
  }
}

/** How many characters of a text are written. */
export const maxTextLength = 10_000

/** A text that cannot become a line, a heading, a fence, a cell, a box or HTML of its own where it is written. */
function escapeMarkdown(text: string): string {
  const line = cleanLine(text, maxTextLength)
    .replaceAll('|', String.raw`\|`)
    .replaceAll('<', '&lt;')
  return /^(?:[[#>*+-]|\d{1,9}[.)]|```|~~~|=+\s*$)/.test(line) ? `\\${line}` : line
}

/** The labels, in lower case, by which something of the items of a kind is found. */
const labelsOf = memo(({ places, fields, effects }: Kind): readonly string[] => {
  const spots = [
    ...[...places.flatMap(({ written }) => written), ...fields.flatMap(({ at }) => at)].map(({ spot }) => spot),
    ...effects.flatMap((effect) => ('set' in effect ? [effect.set] : [])),
  ]
  return spots.flatMap((spot) => (spot.form === 'label' ? [spot.label.toLowerCase()] : []))
})

const mapCaptures = (values: Captures, map: (text: string) => string): Captures =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))

/** A line as a template has it, in which no value makes a label of the kind that the template does not have. */
function lineOf(template: Template, values: Captures, kind: Kind): string | undefined {
  const isLabelled = (line: string) => labelsOf(kind).some((label) => labelValueStart(line, label) !== undefined)
  const line = template.format(mapCaptures(values, escapeMarkdown))
  if (line === undefined || !isLabelled(line) || isLabelled(template.format(mapCaptures(values, () => '')) ?? ''))
    return line
  return template.format(mapCaptures(values, (text) => escapeMarkdown(text).replaceAll(':', String.raw`\:`)))
}

/** Whether a line may be a row of a table: it has a pipe that is not escaped. */
const mayBeRow = (line: string) => /(?:^|[^\\])\|/.test(line)

const pad = (value: string) => value.padStart(2, '0')

/** A time as a format says, `YYYY-MM-DD HH:mm`, in a time zone. */
function formatTime(at: string, format: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(new Date(at))
  const part = (type: string) => pad(parts.find((candidate) => candidate.type === type)?.value ?? '')
  const values: Readonly<Record<string, string>> = {
    YYYY: part('year'),
    MM: part('month'),
    DD: part('day'),
    HH: part('hour'),
    mm: part('minute'),
    ss: part('second'),
  }
  return format.replaceAll(/YYYY|MM|DD|HH|mm|ss/g, (token) => values[token] ?? token)
}

/** A time as ISO 8601 has it in a time zone, with its offset. */
function isoTimeIn(timeZone: string, at: string, hasMilliseconds: boolean): string {
  const time = new Date(at)
  const local = formatTime(at, 'YYYY-MM-DDTHH:mm:ss', timeZone)
  const offset = Math.round((Date.parse(`${local}Z`) - time.getTime()) / minute)
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60].map((part) => pad(String(part)))
  const milliseconds = hasMilliseconds ? `.${String(time.getUTCMilliseconds()).padStart(3, '0')}` : ''
  return `${local}${milliseconds}${offset === 0 ? 'Z' : `${offset < 0 ? '-' : '+'}${hours}:${minutes}`}`
}

/** Whether the effects of a move write a field. */
export function isSetByMove(field: Field, item: Item, model: Model): boolean {
  const found = model.fieldOf(item, field)
  return item.kind.effects.some((effect) => {
    const value = 'set' in effect && findAt({ spot: effect.set, in: effect.in }, item, model.files)
    return found && value && valueKey(value) === valueKey(found)
  })
}

/** A model in which fields say what the edits of a command write; that of an item's holder, the name of its grant. */
export function withFieldsOf(model: Model, edits: Edits, item: Item, grantee: string | undefined): Model {
  const textOf = (found: FoundValue, isHolder: boolean) =>
    isHolder && grantee !== undefined && found.write(grantee) ? grantee : edits.textOf(found)
  return {
    ...model,
    holds(condition, judged) {
      const found = condition.test === 'field' ? model.fieldOf(judged, condition.field) : undefined
      if (condition.test !== 'field' || !found) return model.holds(condition, judged)
      return allowsText(condition, textOf(found, condition.field.name === 'holder' && keyOf(judged) === keyOf(item)))
    },
  }
}

/** What the templates of effects are filled with. */
export interface EffectValues {
  readonly actor: string
  /** The agent that gives the command; without one the actor. */
  readonly agent: string
  readonly from: string
  readonly to: string
  readonly text: string
  /** ISO 8601. */
  readonly at: string
}

function valuesFor(
  names: readonly string[],
  item: Item,
  { workflow, context }: Model,
  { actor, agent, from, to, text, at }: EffectValues,
  oldText = '',
): Captures {
  const timeValues = Object.fromEntries(
    names.flatMap((name) => {
      if (!name.startsWith('now:')) return []
      const format = name.slice('now:'.length)
      const value =
        format === 'iso'
          ? isoTimeIn(workflow.timeZone, at, /:\d{2}\.\d{3}(?:Z|[+-]\d{2}:?\d{2})?$/.test(oldText))
          : formatTime(at, format, workflow.timeZone)
      return [[name, value]]
    }),
  )
  return { ...item.captures, today: context.day, actor, agent, from, to, text, ...timeValues }
}

/** What is said of a file of data that is to have a section. */
export const notMarkdown = 'is no Markdown'

const isData = (path: string): boolean => /\.(?:jsonl?|ya?ml)$/i.test(path)

export const noLineForText = msg`no line of ${'on-move'} has ${'{text}'}`

/** Whether an effect writes the text of a command. */
export const keepsText = (effect: Effect): boolean =>
  ('append' in effect ? effect.append : effect.to).names.includes('text')

const isTextAlone = ({ names }: Template): boolean => names.length > 0 && names.every((name) => name === 'text')

/**
 * Adds what the effects of a move write. An effect that names what the item has not, or a place that is not there, or
 * that would empty one, is left out.
 *
 * @returns why no file gets the text of the command, if there is one and none does; and why each line is left out that
 * was to be appended
 */
export function addEffects(
  edits: Edits,
  effects: readonly Effect[],
  item: Item,
  model: Model,
  values: EffectValues,
): { readonly unwrittenReason: string | undefined; readonly lacks: readonly string[] } {
  let isKept = values.text === ''
  const lacks = new Map<Effect, string>()
  for (const effect of effects) {
    if ('set' in effect) {
      const foundValue = findAt({ spot: effect.set, in: effect.in }, item, model.files)
      if (!foundValue || foundValue.isCollection) continue
      const { form } = effect.set
      const isMarkdown = form === 'label' || form === 'section' || form === 'table'
      // Behind a label it would begin a comment.
      const escape = (text: string) =>
        form === 'label' ? escapeMarkdown(text).replaceAll(' # ', String.raw` \# `) : escapeMarkdown(text)
      const value = effect.to.format(
        mapCaptures(
          valuesFor(effect.to.names, item, model, values, foundValue.text),
          isMarkdown ? escape : (text) => cleanLine(text, maxTextLength),
        ),
      )
      if (value === undefined || value.trim() === '') continue
      // What a person says is written as it is.
      const written = keepsText(effect) ? value : inMarksOf(foundValue.text, value)
      const splice = written === foundValue.text ? undefined : foundValue.write(written)
      if (splice && !edits.has(foundValue.path, splice)) edits.write({ found: foundValue, text: written, splice })
      isKept ||= keepsText(effect) && (written === foundValue.text || splice !== undefined)
      continue
    }
    const file = fileFor(model.files, effect.in, item)
    const lines = isRead(file) ? sectionOf(file, effect.section) : undefined
    const line = lineOf(effect.append, valuesFor(effect.append.names, item, model, values), item.kind)
    // Of a text alone there is nothing to write where none was given.
    if (line === undefined || (values.text === '' && isTextAlone(effect.append))) continue
    if (!isRead(file) || !lines) {
      lacks.set(
        effect,
        isRead(file)
          ? `${msg`${file.path}`} ${isData(file.path) ? `${notMarkdown}, and ` : ''}${msg`has no section ${effect.section}`}`
          : msg`the file with the section ${effect.section} is not there`,
      )
      continue
    }
    const lastLine = lastReadableLine(file.document, lines.from, lines.end)
    // Directly below a table it would be a row of it, with or without a pipe.
    const isApart = lastLine === lines.from || (mayBeRow(file.document.line(lastLine)) && !mayBeRow(line))
    edits.add(file.path, insertAfter(file.document, lastLine, [...(isApart ? [''] : []), line.trimEnd()]))
    isKept ||= keepsText(effect)
  }
  const textLacks = [...lacks].flatMap(([effect, lack]) => (keepsText(effect) ? [lack] : []))
  return {
    unwrittenReason: isKept ? undefined : textLacks.join(', ') || noLineForText,
    lacks: [...new Set(lacks.values())],
  }
}
