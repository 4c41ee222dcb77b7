import * as z from 'zod'
import { isAgentName, type Grant, type InvalidGrant, type RecordedGrant } from '../core/grant.ts'
import type { Place } from '../core/diagnostic.ts'
import { msg } from '../core/message.ts'
import { once } from '../core/once.ts'
import { parseIsoTime } from '../core/time.ts'
import { recordOf } from './record.ts'
import { checkValue, violationsOf } from './shape.ts'

const keys = ['agent', 'by', 'since', 'until'] as const

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
const isTime = (value: unknown): value is string => isText(value) && parseIsoTime(value) !== undefined
const isAgent = (value: unknown): value is string => isText(value) && isAgentName(value)

const shown = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const part = (key: (typeof keys)[number], fits: (value: unknown) => value is string, expected: string) =>
  z.custom<string>(fits, { error: ({ input }) => `${msg`Unexpected ${key} ${shown(input)} of a grant`}, expected ${expected}` })

/** Built where a grant is read: most checks read none. */
const grantShape = once(() =>
  z.strictObject(
    {
      agent: part('agent', isAgent, 'the name of an agent').optional(),
      by: part('by', isText, 'a name').optional(),
      since: part('since', isTime, 'a time with its zone'),
      until: part('until', isTime, 'a time with its zone').optional(),
    },
    { error: () => msg`Unexpected grant, expected the keys ${keys}` },
  ),
)

/** Why a value is no grant: unknown keys count before missing ones, and these before wrong values. */
function faultOf(value: unknown, otherwise: string): string {
  const { data } = recordOf(JSON.stringify(value), 'json')
  const violations = data ? violationsOf(data, grantShape()) : []
  const [first] = ['unknown', 'missing', 'type', 'value'].flatMap((kind) => violations.filter((each) => each.kind === kind))
  const { kind, message = otherwise } = first ?? {}
  if (kind === 'unknown') return `${message} of a grant${msg`, expected one of ${keys}`}`
  return kind === 'missing' ? `${message} of a grant` : message
}

/** The grant that a file of a protocol holds, from plain data. An invalid one counts as none, and is reported. */
export function grantFrom(
  value: unknown,
  place: Place,
): { readonly grant?: RecordedGrant | undefined; readonly invalidGrant?: InvalidGrant | undefined } {
  if (value === undefined || value === null) return {}
  const { fault } = checkValue<Grant>(value, grantShape())
  return fault ? { invalidGrant: { message: faultOf(value, fault.message), place } } : { grant: { ...(value as Grant), place } }
}
