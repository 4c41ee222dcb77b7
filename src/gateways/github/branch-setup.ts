import * as z from 'zod'
import type { BranchSetup } from '../../core/installation.ts'
import { heartbeatDataIn } from '../../engine/audit/memory.ts'
import { auditName } from '../../render/audit-run.ts'
import { nameFor } from '../../render/configured.ts'
import { heartbeatFields, heartbeatForm } from './checks/check-run.ts'
import { nodes } from './requests/forms.ts'
import { api, type RepositoryName } from './requests/api.ts'
import {
  budget,
  reservedRequests,
  graphqlUrl,
  sender,
  type Request,
  usualRetry,
  type RetryOptions,
} from './requests/send.ts'

/** The app that workflows act as. */
const workflows = 'github-actions'

/** @param audit the name of the check run of an audit */
const fieldsFor = (audit: string) => `defaultBranchRef { name
  rules(first: 100) { nodes { parameters {
    ... on PullRequestParameters { requireLastPushApproval }
    ... on RequiredStatusChecksParameters { requiredStatusChecks { context integrationId } } } } }
  branchProtectionRule { requireLastPushApproval requiredStatusChecks { context app { databaseId } } }
  target { ... on Commit { ${heartbeatFields(audit)} } } }`

const ruleCheck = z.object({ context: z.string(), integrationId: z.number().nullish() })
const protectionCheck = z.object({ context: z.string(), app: z.object({ databaseId: z.number().nullish() }).nullish() })

const answer = z.object({
  defaultBranchRef: z
    .object({
      name: z.string(),
      rules: nodes(
        z.object({
          parameters: z
            .object({
              requireLastPushApproval: z.boolean().nullish(),
              requiredStatusChecks: z.array(ruleCheck).nullish(),
            })
            .nullish(),
        }),
      ),
      branchProtectionRule: z
        .object({
          requireLastPushApproval: z.boolean().nullish(),
          requiredStatusChecks: z.array(protectionCheck).nullish(),
        })
        .nullish(),
      target: heartbeatForm.nullish(),
    })
    .nullable(),
})

/**
 * How the default branch of a repository on GitHub is set up; `undefined`: it has none. One request. The token needs
 * the permissions `contents: read` and `checks: read`; the requirements of a branch protection are readable only with
 * `administration: read`.
 *
 * @param configuration the path of the configuration whose audits are looked for, unless it is the default
 */
export async function branchSetup(
  request: Request,
  name: RepositoryName,
  retry: RetryOptions = usualRetry,
  configuration?: string,
): Promise<BranchSetup | undefined> {
  const github = api(sender(request, retry, budget(retry.now), reservedRequests.rest), graphqlUrl(request), name, retry)
  const fields = fieldsFor(nameFor(auditName, configuration))
  const { defaultBranchRef: branch } = await github.query(fields, answer, { mayLack: ['branchProtectionRule'] })
  if (!branch) return undefined
  const parameters = branch.rules.flatMap(({ parameters }) => parameters ?? [])
  const protection = branch.branchProtectionRule
  const required = [
    ...parameters.flatMap(({ requiredStatusChecks }) =>
      (requiredStatusChecks ?? []).map(({ context, integrationId }) => ({
        name: context,
        app: integrationId ?? undefined,
      })),
    ),
    ...(protection?.requiredStatusChecks ?? []).map(({ context, app }) => ({
      name: context,
      app: app?.databaseId ?? undefined,
    })),
  ]
  // Any account that may write checks can make one of that name: it counts as a workflow's where it is by Actions and
  // has our content.
  const beats = (branch.target?.history ?? []).filter(
    ({ app, key }) => app === workflows && heartbeatDataIn(key) !== undefined,
  )
  return {
    name: branch.name,
    required: required.length === 0 && !protection ? undefined : required,
    lastPushApproval:
      protection?.requireLastPushApproval === true || parameters.some((rule) => rule.requireLastPushApproval === true),
    audited: beats
      .map(({ completedAt }) => completedAt)
      .toSorted()
      .at(-1),
  }
}
