import * as z from 'zod'
import { expected, flag } from '../../../core/configuration.ts'
import { severities } from '../../../core/diagnostic.ts'
import { msg } from '../../../core/message.ts'
import { once } from '../../../core/once.ts'
import type { JsonSchema } from '../../../kit/published-schema.ts'
import { isMapping } from '../../../documents/data.ts'
import { text } from '../../../kit/values.ts'
import {
  belongsTo,
  constraints,
  notTogether,
  numberName,
  someOf,
  stateName,
  fromMap,
  limits,
  list,
  pathTemplate,
  sameText,
  words,
} from './values.ts'

/** How states are written, and the conditions that they and others need. */

export const severity = () => z.enum(severities)

const boxCounts = ['all', 'some', 'none', 'empty', 'missing'] as const

/** What has to hold of an item. */
const conditionKeys = {
  path: text().optional(),
  exists: list(pathTemplate()).optional(),
  missing: list(pathTemplate()).optional(),
  boxes: list(z.enum(boxCounts)).optional(),
  in: list(pathTemplate()).optional(),
  section: sameText().optional(),
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

const conditionRules = constraints(
  someOf(['path', 'exists', 'missing', 'boxes', 'parts', 'depends', 'field']),
  belongsTo({ in: ['boxes'], section: ['boxes'] }),
)

export const condition = once(() => z.strictObject(conditionKeys).meta(conditionRules))
export const need = once(() =>
  z.strictObject({ ...conditionKeys, severity: severity().optional() }).meta(conditionRules),
)

const duration = expected`an integer and ${'m'}, ${'h'} or ${'d'}, such as ${'48h'}`

const stateWith = (...rules: readonly JsonSchema[]) =>
  z
    .strictObject({
      words: list(words()).optional(),
      holder: z.enum(['agent', 'orchestrator']).optional(),
      begin: flag().optional(),
      end: flag().optional(),
      needs: list(need()).optional(),
      'stale-after': z
        .string({ error: duration })
        .regex(/^\d{1,6}[mhd]$/, { error: duration })
        .optional(),
      after: text().optional(),
    })
    .meta(
      constraints(
        { not: { properties: { holder: { const: 'agent' }, end: { const: true } }, required: ['holder', 'end'] } },
        ...rules,
      ),
    )
    .nullable()
export const state = once(() => stateWith(notTogether('after')))
const addedState = once(() => stateWith())

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)
const isNoState = (value: unknown): boolean => value === null || Array.isArray(value)

/** States by name, in order; of a list an entry may be a name alone, and a name the list. */
const statesOf = (element: ReturnType<typeof state>, keywords: JsonSchema) =>
  z.preprocess(
    (written: unknown, context) => {
      const value = isScalar(written) ? [written] : written
      const problem = (path: (string | number)[], message: string) =>
        context.addIssue({ code: 'custom', path, message })
      const checkName = (name: string, path: (string | number)[]) => {
        if (numberName.test(name))
          problem(path, msg`Unexpected state ${name}, expected a name that is more than a number`)
      }
      if (!Array.isArray(value)) {
        if (!isMapping(value)) return value
        for (const name of Object.keys(value)) checkName(name, [name])
        return new Map(Object.entries(value))
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
      return new Map(entries.map(([name, state]): [string, unknown] => [name, state]))
    },
    z
      .map(z.string(), element, { error: expected`a list or mapping of states` })
      .meta({ propertyNames: stateName, ...keywords })
      .transform(fromMap),
  )
export const states = once(() => statesOf(state(), { minProperties: 1, maxProperties: limits.states }))
export const addedStates = once(() => statesOf(addedState(), { maxProperties: limits.states }))
