import { isAgentName, type Grant, type InvalidGrant, type RecordedGrant } from '../core/grant.ts'
import type { Place } from '../core/diagnostic.ts'
import { msg } from '../core/message.ts'
import { parseIsoTime } from '../core/time.ts'

const keys = ['agent', 'by', 'since', 'until'] as const

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
const isTime = (value: unknown) => isText(value) && parseIsoTime(value) !== undefined

const expectations: Readonly<Record<(typeof keys)[number], { readonly fits: (value: unknown) => boolean; readonly expected: string }>> = {
  agent: { fits: (value) => isText(value) && isAgentName(value), expected: 'the name of an agent' },
  by: { fits: isText, expected: 'a name' },
  since: { fits: isTime, expected: 'a time with its zone' },
  until: { fits: isTime, expected: 'a time with its zone' },
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** Why a value is no grant; `undefined`: it is one. By hand: every check reads grants, and building a shape costs each of them time. */
function faultOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return msg`Unexpected grant, expected the keys ${keys}`
  const unknown = Object.keys(value).find((key) => !(keys as readonly string[]).includes(key))
  if (unknown !== undefined) return msg`Unexpected key ${unknown} of a grant, expected one of ${keys}`
  const given = value as Readonly<Record<string, unknown>>
  if (given['since'] === undefined) return msg`Missing key ${'since'} of a grant`
  for (const key of keys) {
    const each = given[key]
    const { fits, expected } = expectations[key]
    if (each !== undefined && !fits(each)) return `${msg`Unexpected ${key} ${shown(each)} of a grant`}, expected ${expected}`
  }
  return undefined
}

/** The grant that a file of a protocol holds, from plain data. An invalid one counts as none, and is reported. */
export function grantFrom(
  value: unknown,
  place: Place,
): { readonly grant?: RecordedGrant | undefined; readonly invalidGrant?: InvalidGrant | undefined } {
  if (value === undefined || value === null) return {}
  const message = faultOf(value)
  return message === undefined ? { grant: { ...(value as Grant), place } } : { invalidGrant: { message, place } }
}
