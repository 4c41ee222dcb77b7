import { cleanLine, msg } from '../../../core/message.ts'
import { memo } from '../../../core/once.ts'
import { minute } from '../../../core/time.ts'
import { lastReadableLine } from '../../../documents/lines.ts'
import type { Captures, Template } from '../../../documents/template.ts'
import { insertAfter } from '../../../documents/text.ts'
import { placeLack } from '../check/missing.ts'
import type { Effect, Kind } from '../language/workflow.ts'
import type { Model } from '../model.ts'
import { isRead, sectionOf } from '../reading/files.ts'
import type { Item } from '../reading/items.ts'
import { fileFor, findAt } from '../reading/locations.ts'
import { labelValueStart } from '../reading/spots.ts'
import { inMarksOf } from '../reading/words.ts'
import type { Edits } from './writing.ts'

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

/** What the templates of effects are filled with. */
export interface EffectValues {
  readonly actor: string
  /** The agent that gives the command; without one, and of an answer, the actor. */
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

/** Whether an item has captured all that the way to a value names. */
function isCaptured({ set: spot, in: files }: Extract<Effect, { readonly set: unknown }>, { captures }: Item): boolean {
  const isKnown = (name: string) => Object.hasOwn(captures, name)
  const steps = spot.form === 'data' ? spot.at : []
  return (
    (files.length === 0 || files.some(({ names }) => names.every(isKnown))) &&
    steps.every((step) => typeof step === 'string' || isKnown(step.capture))
  )
}

/**
 * Why an effect writes nothing for an item: what it would write to is not there. An effect that names what the item has
 * not captured is for others.
 */
export function effectLack(effect: Effect, item: Item, model: Model): string | undefined {
  if ('append' in effect) {
    const file = fileFor(model.files, effect.in, item)
    if (!isRead(file)) return msg`the file with the section ${effect.section} is not there`
    if (sectionOf(file, effect.section)) return undefined
    return `${msg`${file.path}`} ${isData(file.path) ? `${notMarkdown}, and ` : ''}${msg`has no section ${effect.section}`}`
  }
  const location = { spot: effect.set, in: effect.in }
  const found = findAt(location, item, model.files)
  if (found) return found.isCollection ? msg`a list or mapping is there in ${found.path}` : undefined
  return isCaptured(effect, item) ? placeLack({ written: [location] }, [item], model, item.captures) : undefined
}

/**
 * Adds what the effects of a move write. An effect that names what the item has not, or a place that is not there, or
 * that would empty one, is left out.
 *
 * @returns why no file gets the text of the command, if there is one and none does; and why each is left out that has
 * nothing to write to
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
  const lack = (effect: Effect) => {
    const reason = effectLack(effect, item, model)
    if (reason !== undefined) lacks.set(effect, reason)
  }
  for (const effect of effects) {
    // Of a text alone there is nothing to write where none was given.
    if (values.text === '' && isTextAlone('set' in effect ? effect.to : effect.append)) continue
    if ('set' in effect) {
      const foundValue = findAt({ spot: effect.set, in: effect.in }, item, model.files)
      if (!foundValue || foundValue.isCollection) {
        // Of a preset nothing is expected: not every team has all that the tool offers.
        if (model.workflow.preset === undefined) lack(effect)
        continue
      }
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
    if (line === undefined) continue
    if (!isRead(file) || !lines) {
      lack(effect)
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
