import * as z from 'zod'
import { expected } from '../../../core/configuration.ts'
import { severities } from '../../../core/diagnostic.ts'
import { msg } from '../../../core/message.ts'
import { once } from '../../../core/once.ts'
import { notText, text } from '../../../kit/values.ts'

/** How a declaration of a workflow is written (docs/workflows.md, "Reference"), before names in it are looked up. */

const words = () => z.union([z.string(), z.number(), z.boolean()], { error: notText }).transform(String)

const isMapping = (value: unknown): value is object => typeof value === 'object' && value !== null

/**
 * A list; one value alone may be written without it. `isElement`: what is one, where words may stand in place of the
 * list.
 */
const list = <Element extends z.ZodType>(element: Element, isElement = (value: unknown) => value !== undefined) =>
  z.preprocess((value) => (isElement(value) && !Array.isArray(value) ? [value] : value), z.array(element))

const severity = () => z.enum(severities)

const boxCounts = ['all', 'some', 'none', 'empty', 'missing'] as const

/** What has to hold of an item. */
const conditionKeys = {
  path: text().optional(),
  exists: list(text()).optional(),
  missing: list(text()).optional(),
  boxes: list(z.enum(boxCounts)).optional(),
  in: list(text()).optional(),
  section: text().optional(),
  parts: z
    .strictObject({
      all: list(words()).optional(),
      any: list(words()).optional(),
      'none-of': list(words()).optional(),
      some: z.literal(true).optional(),
    })
    .optional(),
  depends: z.enum(['met', 'unmet']).optional(),
  field: z.strictObject({ name: text(), 'one-of': list(words()) }).optional(),
}

const condition = once(() => z.strictObject(conditionKeys))
const need = once(() => z.strictObject({ ...conditionKeys, severity: severity().optional() }))

/** Where a value stands in a file. */
const spotKeys = {
  'front-matter': text().optional(),
  label: text().optional(),
  section: text().optional(),
  data: list(words()).optional(),
  table: text().optional(),
  row: z.record(z.string(), text()).optional(),
  column: text().optional(),
  box: z.union([z.literal(true), text()]).optional(),
  in: list(text()).optional(),
}

/** The same in a file that is named beside it. */
const { in: _, ...spotInFileKeys } = spotKeys

const duration = expected`an integer and ${'m'}, ${'h'} or ${'d'}, such as ${'48h'}`

const state = once(() =>
  z
    .strictObject({
      words: list(words()).optional(),
      holder: z.enum(['agent', 'orchestrator']).optional(),
      begin: z.boolean().optional(),
      end: z.boolean().optional(),
      needs: list(need()).optional(),
      'stale-after': z
        .string({ error: duration })
        .regex(/^\d{1,6}[mhd]$/, { error: duration })
        .optional(),
      after: text().optional(),
    })
    .nullable(),
)

/** A name that would lose its place in the order: JavaScript puts such keys first, by their number. */
const isIndex = (name: string) => /^(?:0|[1-9]\d*)$/.test(name)

const isNoState = (value: unknown): boolean => value === null || Array.isArray(value)

/** States by name, in order; of a list an entry may be a name alone, and a name the list. */
const states = once(() =>
  z.preprocess(
    (written: unknown, context) => {
      const value = typeof written === 'string' || typeof written === 'number' ? [written] : written
      const problem = (path: (string | number)[], message: string) =>
        context.addIssue({ code: 'custom', path, message })
      const checkName = (name: string, path: (string | number)[]) => {
        if (isIndex(name)) problem(path, msg`Unexpected state ${name}, expected a name that is more than a number`)
      }
      if (!Array.isArray(value)) {
        if (isMapping(value)) for (const name of Object.keys(value)) checkName(name, [name])
        return value
      }
      const entries = value.flatMap(
        (entry: unknown, index): readonly (readonly [name: string, state: unknown, index: number])[] => {
          if (isNoState(entry)) {
            problem([index], `Unexpected ${entry === null ? msg`${'null'}` : 'list'}, expected the name of a state`)
            return []
          }
          return isMapping(entry)
            ? Object.entries(entry).map(([name, state]) => [name, state, index])
            : [[String(entry), null, index]]
        },
      )
      const seenNames = new Set<string>()
      for (const [name, , index] of entries) {
        checkName(name, [index])
        if (seenNames.has(name)) problem([index], msg`Unexpected second state ${name}, expected each once`)
        seenNames.add(name)
      }
      return Object.fromEntries(entries.map(([name, state]): [string, unknown] => [name, state]))
    },
    z.record(z.string(), state(), { error: expected`a list or mapping of states` }),
  ),
)

const saying = once(() => z.strictObject({ says: list(words()), when: list(condition()).optional() }))

const placeOption = once(() =>
  z.strictObject({
    ...spotKeys,
    is: list(saying()).optional(),
    hint: text().optional(),
    'required-from': text().optional(),
    says: z.record(z.string(), list(words())).optional(),
  }),
)
const place = once(() => list(placeOption()))

const source = once(() =>
  z.preprocess(
    (value) => (typeof value === 'string' ? { files: value } : value),
    z.strictObject({
      files: text().optional(),
      folders: text().optional(),
      keys: text().optional(),
      elements: text().optional(),
      rows: text().optional(),
      boxes: text().optional(),
      at: list(words()).optional(),
      table: text().optional(),
      row: z.record(z.string(), text()).optional(),
      section: text().optional(),
      text: text().optional(),
      id: z.union([text(), z.strictObject({ 'front-matter': text() })]).optional(),
      except: list(text()).optional(),
    }),
  ),
)

const movers = ['accept', 'handback', 'handback success', 'handback error', 'handback question', 'hand'] as const

const move = once(() =>
  z.strictObject({
    from: list(words()),
    to: words(),
    by: list(z.enum(movers)).optional(),
    needs: list(need()).optional(),
  }),
)

const field = once(() =>
  z.strictObject({
    ...spotKeys,
    required: z.boolean().optional(),
    'one-of': list(words()).optional(),
    type: z.enum(['date', 'number', 'text']).optional(),
  }),
)

const effect = once(() =>
  z.strictObject({
    in: list(text()).optional(),
    set: z.strictObject(spotInFileKeys).optional(),
    to: text().optional(),
    append: text().optional(),
    section: text().optional(),
  }),
)

const linkKeys = {
  'front-matter': text().optional(),
  label: text().optional(),
  data: list(words()).optional(),
  table: text().optional(),
  row: z.record(z.string(), text()).optional(),
  column: text().optional(),
  where: z.record(z.string(), words()).optional(),
}

/** The keys of a kind of item; a declaration with one kind has them at its top. */
const kindKeys = once(() => ({
  items: list(source()).optional(),
  states: states().optional(),
  'states-from': z
    .strictObject({
      in: list(text()),
      at: list(words()),
      default: list(words()),
      begin: list(words()).optional(),
      end: list(words()).optional(),
    })
    .optional(),
  place: place().optional(),
  places: z.record(z.string(), place()).optional(),
  truth: text().optional(),
  moves: z
    .union([z.enum(['any', 'linear']), list(move(), isMapping)], {
      error: expected`${'any'}, ${'linear'} or a list of moves`,
    })
    .optional(),
  fields: z.record(z.string(), field()).optional(),
  'on-move': list(effect()).optional(),
  within: z.union([text(), z.strictObject(linkKeys)]).optional(),
  depends: z
    .strictObject({
      ...linkKeys,
      once: text().optional(),
      except: list(text()).optional(),
      unknown: severity().optional(),
    })
    .optional(),
  parent: z.literal('follow').optional(),
}))

const kindShape = once(() => z.strictObject(kindKeys()))

const namePattern = /^[a-z][a-z0-9-]{0,63}$/
const name = () => {
  const error = expected`a name of small letters, digits and ${'-'}, such as ${'work'}`
  return z.string({ error }).regex(namePattern, { error })
}

/** A declaration as it is written, with its preset filled in where it uses one. */
export const workflowShape = once(() =>
  z.strictObject({
    name: name(),
    with: z.record(z.string(), list(text())).optional(),
    ...kindKeys(),
    kinds: z.record(z.string(), kindShape()).optional(),
  }),
)

export type WrittenWorkflow = z.output<ReturnType<typeof workflowShape>>
export type WrittenKind = z.output<ReturnType<typeof kindShape>> & {
  /** Words more for states that a file lists. */
  readonly 'add-words'?: Readonly<Record<string, readonly string[]>>
}
export type WrittenState = z.output<ReturnType<typeof state>>
export type WrittenPlace = z.output<ReturnType<typeof placeOption>>
export type WrittenSource = z.output<ReturnType<typeof source>>
export type WrittenCondition = z.output<ReturnType<typeof need>>
export type WrittenSpot = z.output<z.ZodObject<typeof spotKeys>>

const overrideShape = () =>
  z.strictObject({
    ...kindKeys(),
    'add-states': states().optional(),
    'add-words': z.record(z.string(), list(words())).optional(),
  })

/** A declaration that uses a preset. */
export const usedShape = once(() =>
  z.strictObject({
    use: text(),
    name: name().optional(),
    with: z.record(z.string(), list(text())).optional(),
    kinds: z.record(z.string(), overrideShape()).optional(),
    ...overrideShape().shape,
  }),
)

export type WrittenChanges = z.output<ReturnType<typeof overrideShape>>
export type WrittenUse = z.output<ReturnType<typeof usedShape>>
