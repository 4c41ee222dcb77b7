import * as z from 'zod'
import type { Host } from '../../../core/host/host.ts'
import type { Api } from '../requests/api.ts'

const mergeableForm = z.object({ pullRequest: z.object({ mergeable: z.enum(['MERGEABLE', 'CONFLICTING', 'UNKNOWN']) }).nullable() })

const mergeabilities = { MERGEABLE: 'clean', CONFLICTING: 'conflicting', UNKNOWN: 'unknown' } as const

/** Whether GitHub could merge a pull request (GitHub's documentation, "Enums", `MergeableState`). GitHub computes that when it is queried. */
export async function mergeability(github: Api, number: number): ReturnType<Host['mergeability']> {
  const variables = { number: ['Int!', number] } as const
  const options = { variables, mayLack: ['pullRequest'] }
  const { pullRequest } = await github.query('pullRequest(number: $number) { mergeable }', mergeableForm, options)
  return pullRequest ? mergeabilities[pullRequest.mergeable] : 'unknown'
}
