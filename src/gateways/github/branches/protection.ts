import * as z from 'zod'
import type { Api } from '../requests/api.ts'

const protection = z.object({
  ref: z
    .object({
      branchProtectionRule: z.object({ requireLastPushApproval: z.boolean() }).nullable(),
      rules: z
        .object({ nodes: z.array(z.object({ parameters: z.object({ requireLastPushApproval: z.boolean().optional() }).nullable() })) })
        .nullable(),
    })
    .nullable(),
})

const protectionFields = `ref(qualifiedName: $name) { branchProtectionRule { requireLastPushApproval }
  rules(first: 100) { nodes { parameters { ... on PullRequestParameters { requireLastPushApproval } } } } }`

/** Whether another person must approve the last push: by a ruleset, or by a protection of the branch, which only a token with `administration: read` can read. */
export async function demandsApprovalOfLastPush(github: Api, branch: string): Promise<boolean> {
  const options = { variables: { name: ['String!', `refs/heads/${branch}`] }, mayLack: ['branchProtectionRule'] } as const
  const { ref } = await github.query(protectionFields, protection, options)
  const rules = ref?.rules?.nodes ?? []
  return ref?.branchProtectionRule?.requireLastPushApproval === true || rules.some(({ parameters }) => parameters?.requireLastPushApproval)
}
