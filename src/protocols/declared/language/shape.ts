import * as z from 'zod'
import { expected, flag } from '../../../core/configuration.ts'
import { once } from '../../../core/once.ts'
import type { JsonSchema } from '../../../kit/published-schema.ts'
import { isMapping } from '../../../documents/data.ts'
import { text } from '../../../kit/values.ts'
import {
  belongsTo,
  constraints,
  exactlyOneOf,
  inRepository,
  literal,
  needs,
  notTogether,
  someOf,
  when,
  anyStep,
  byName,
  limits,
  list,
  pathTemplate,
  sameStep,
  sameText,
  textTemplate,
  words,
} from './values.ts'
import { addedStates, condition, need, severity, type state, states } from './state-shape.ts'

/** How a declaration of a workflow is written (docs/workflows.md, "Reference"), before names in it are looked up. */

/** Where a value stands in a file. */
const spotKeys = {
  'front-matter': sameText().optional(),
  label: sameText().optional(),
  section: sameText().optional(),
  data: list(anyStep()).optional(),
  table: sameText().optional(),
  row: byName(textTemplate()).optional(),
  column: sameText().optional(),
  box: z.union([z.literal(true), textTemplate()]).optional(),
  in: list(pathTemplate()).optional(),
}
const spotForms = ['front-matter', 'label', 'section', 'data', 'column', 'box'] as const
const ofColumn = needs({ table: ['column'], row: ['column'] })
const spotRules = constraints(exactlyOneOf(spotForms), ofColumn)

/** The same in a file that is named beside it. */
const { in: _, ...spotInFileKeys } = spotKeys

const saying = once(() => z.strictObject({ says: list(words()), when: list(condition()).optional() }))

const placeOption = once(() =>
  z
    .strictObject({
      ...spotKeys,
      is: list(saying()).optional(),
      hint: text().optional(),
      'required-from': text().optional(),
      says: byName(list(words())).optional(),
    })
    .meta(
      constraints(exactlyOneOf([...spotForms, 'is']), ofColumn, notTogether('is', 'in'), notTogether('is', 'says')),
    ),
)
/** Places that are all computed, or all written. */
const place = once(() =>
  list(placeOption(), {
    keywords: {
      minItems: 1,
      not: { allOf: [{ contains: { required: ['is'] } }, { contains: { not: { required: ['is'] } } }] },
    },
  }),
)

export const sourceForms = ['files', 'folders', 'keys', 'elements', 'rows', 'boxes'] as const

/** The sources to which a key belongs. */
export const ownersOfKeys: Readonly<Record<string, readonly string[]>> = {
  at: ['keys', 'elements'],
  table: ['rows'],
  row: ['rows'],
  section: ['boxes'],
  text: ['boxes'],
}

const source = once(() =>
  z.preprocess(
    (value) => (typeof value === 'string' ? { files: value } : value),
    z
      .strictObject({
        files: pathTemplate().optional(),
        folders: pathTemplate().optional(),
        keys: pathTemplate().optional(),
        elements: pathTemplate().optional(),
        rows: pathTemplate().optional(),
        boxes: pathTemplate().optional(),
        at: list(anyStep()).optional(),
        table: sameText().optional(),
        row: byName(textTemplate()).optional(),
        section: sameText().optional(),
        text: textTemplate().optional(),
        id: z.union([textTemplate(), z.strictObject({ 'front-matter': text() })]).optional(),
        except: list(text()).optional(),
      })
      .meta(
        constraints(
          exactlyOneOf(sourceForms),
          belongsTo(ownersOfKeys),
          needs({ rows: ['row'], boxes: ['text'] }),
          when({ properties: { id: { type: 'object' } }, required: ['id'] }, { required: ['files'] }),
        ),
      ),
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
  z
    .strictObject({
      ...spotKeys,
      required: flag().optional(),
      'one-of': list(words()).optional(),
      type: z.enum(['date', 'number', 'text']).optional(),
    })
    .meta(spotRules),
)

const effect = once(() =>
  z
    .strictObject({
      in: list(pathTemplate()).optional(),
      set: z.strictObject(spotInFileKeys).meta(spotRules).optional(),
      to: textTemplate().optional(),
      append: textTemplate().optional(),
      section: sameText().optional(),
    })
    .meta(
      constraints(
        exactlyOneOf(['set', 'append']),
        needs({ set: ['to'], to: ['set'], append: ['section'], section: ['append'] }),
      ),
    ),
)

const linkKeys = {
  'front-matter': sameText().optional(),
  label: sameText().optional(),
  data: list(sameStep()).optional(),
  table: sameText().optional(),
  row: byName(textTemplate()).optional(),
  column: sameText().optional(),
  where: byName(words()).optional(),
}
const linkRules = constraints(
  exactlyOneOf(['front-matter', 'label', 'data', 'column']),
  ofColumn,
  belongsTo({ where: ['data'] }),
)

/** The keys of a kind of item; a declaration with one kind has them at its top. */
const kindKeys = once(() => ({
  items: list(source(), { keywords: { minItems: 1 } }).optional(),
  states: states().optional(),
  'states-from': z
    .strictObject({
      in: list(text().meta(constraints(literal, inRepository))),
      at: list(sameStep()),
      default: list(words(), { keywords: { minItems: 1, maxItems: limits.states } }),
      begin: list(words()).optional(),
      end: list(words()).optional(),
    })
    .optional(),
  place: place().optional(),
  places: byName(place(), { minProperties: 1, maxProperties: limits.places }).optional(),
  truth: text().optional(),
  moves: z
    .union([z.enum(['any', 'linear']), list(move(), { isElement: isMapping, keywords: { maxItems: limits.moves } })], {
      error: expected`${'any'}, ${'linear'} or a list of moves`,
    })
    .optional(),
  fields: byName(field()).optional(),
  'on-move': list(effect()).optional(),
  within: z.union([textTemplate(), z.strictObject(linkKeys).meta(linkRules)]).optional(),
  depends: z
    .strictObject({
      ...linkKeys,
      once: text().optional(),
      except: list(text()).optional(),
      unknown: severity().optional(),
    })
    .meta(linkRules)
    .optional(),
  parent: z.literal('follow').optional(),
}))

/** Keys that say the same in two forms, of which a kind has one. */
export const otherForms = [
  ['place', 'places'],
  ['states', 'states-from'],
] as const

const kindRules: readonly JsonSchema[] = [
  { required: ['items'] },
  ...otherForms.map(exactlyOneOf),
  needs({ parent: ['within'] }),
]

const kindShape = once(() => z.strictObject(kindKeys()).meta(constraints(...kindRules)))

const namePattern = /^[a-z][a-z0-9-]{0,63}$/
const name = () => {
  const error = expected`a name of small letters, digits and ${'-'}, such as ${'work'}`
  return z.string({ error }).regex(namePattern, { error })
}

/** A declaration as it is written, with its preset filled in where it uses one. */
export const workflowShape = once(() =>
  z
    .strictObject({
      name: name(),
      with: byName(list(text())).optional(),
      ...kindKeys(),
      kinds: byName(kindShape(), { minProperties: 1, maxProperties: limits.kinds }).optional(),
    })
    .meta(
      constraints(
        notTogether('with'),
        when({ required: ['kinds'] }, { not: someOf(Object.keys(kindKeys())) }, constraints(...kindRules)),
      ),
    ),
)

export type WrittenWorkflow = z.output<ReturnType<typeof workflowShape>>
export type WrittenKind = z.output<ReturnType<typeof kindShape>> & {
  /** States in addition to those that a file lists, and words more for these. */
  readonly 'add-states'?: Readonly<Record<string, WrittenState>>
  readonly 'add-words'?: Readonly<Record<string, readonly string[]>>
}
export type WrittenState = z.output<ReturnType<typeof state>>
export type WrittenPlace = z.output<ReturnType<typeof placeOption>>
export type WrittenSource = z.output<ReturnType<typeof source>>
export type WrittenCondition = z.output<ReturnType<typeof need>>
export type WrittenSpot = z.output<z.ZodObject<typeof spotKeys>>

const overrideRules = constraints(...otherForms.map((keys) => notTogether(...keys)))

const overrideShape = () =>
  z
    .strictObject({
      ...kindKeys(),
      'add-states': addedStates().optional(),
      'add-words': byName(list(words())).optional(),
    })
    .meta(overrideRules)

/** The keys by which a kind of a preset is changed. */
export const changeKeys = (): readonly string[] => Object.keys(overrideShape().shape)

/** A declaration that uses a preset. */
export const usedShape = once(() =>
  z
    .strictObject({
      use: text(),
      name: name().optional(),
      with: byName(list(pathTemplate())).optional(),
      kinds: byName(overrideShape()).optional(),
      ...overrideShape().shape,
    })
    .meta(overrideRules),
)

export type WrittenChanges = z.output<ReturnType<typeof overrideShape>>
export type WrittenUse = z.output<ReturnType<typeof usedShape>>
