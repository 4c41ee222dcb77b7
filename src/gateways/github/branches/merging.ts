import * as z from 'zod'
import type { Host } from '../../../core/host/host.ts'
import type { Api } from '../requests/api.ts'
import { sha } from '../requests/forms.ts'

const mergeableForm = z.object({ pullRequest: z.object({ mergeable: z.enum(['MERGEABLE', 'CONFLICTING', 'UNKNOWN']) }).nullable() })

const mergeabilities = { MERGEABLE: 'clean', CONFLICTING: 'conflicting', UNKNOWN: 'unknown' } as const

/** Whether GitHub could merge a pull request (GitHub's documentation, "Enums", `MergeableState`). It works that out when it is asked. */
export async function mergeability(github: Api, number: number): ReturnType<Host['mergeability']> {
  const variables = { number: ['Int!', number] } as const
  const options = { variables, mayLack: ['pullRequest'] }
  const { pullRequest } = await github.query('pullRequest(number: $number) { mergeable }', mergeableForm, options)
  return pullRequest ? mergeabilities[pullRequest.mergeable] : 'unknown'
}

const conflictingForm = z.object({
  pullRequests: z.object({
    nodes: z.array(
      z.object({
        number: z.number(),
        mergeable: z.string(),
        isCrossRepository: z.boolean(),
        headRefOid: sha,
        baseRef: z.object({ target: z.object({ oid: sha }).nullable() }).nullable(),
      }),
    ),
  }),
})

const conflictingFields = `pullRequests(states: [OPEN], first: 100, orderBy: { field: UPDATED_AT, direction: DESC }) { nodes {
  number mergeable isCrossRepository headRefOid baseRef { target { oid } } } }`

/** By one request: whoever asks has GitHub find out, and is told the next time. */
export async function conflicting(github: Api): ReturnType<Host['conflicting']> {
  const { pullRequests } = await github.query(conflictingFields, conflictingForm)
  return pullRequests.nodes.flatMap(({ number, mergeable, isCrossRepository, headRefOid: head, baseRef }) =>
    mergeable === 'CONFLICTING' && !isCrossRepository && baseRef?.target ? [{ number, head, base: baseRef.target.oid }] : [],
  )
}
