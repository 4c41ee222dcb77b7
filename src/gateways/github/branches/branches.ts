import * as z from 'zod'
import type { Host } from '../../../core/host/host.ts'
import type { Api, RepositoryName } from '../requests/api.ts'
import { msg } from '../../../core/message.ts'
import { failureOf, isUnclear } from '../requests/failure.ts'
import { sha } from '../requests/forms.ts'
import { absentStatuses } from '../content/merge-base.ts'
import { askUntilAnswered, refusedCreation, type RetryOptions } from '../requests/send.ts'

const protection = z.object({
  ref: z
    .object({
      branchProtectionRule: z.object({ requireLastPushApproval: z.boolean() }).nullable(),
      rules: z
        .object({
          nodes: z.array(
            z.object({ parameters: z.object({ requireLastPushApproval: z.boolean().optional() }).nullable() }),
          ),
        })
        .nullable(),
    })
    .nullable(),
})

const protectionFields = `ref(qualifiedName: $name) { branchProtectionRule { requireLastPushApproval }
  rules(first: 100) { nodes { parameters { ... on PullRequestParameters { requireLastPushApproval } } } } }`

/**
 * Whether another person must approve the last push: by a ruleset, or by a protection of the branch, which only a token
 * with `administration: read` can read.
 */
export async function demandsApprovalOfLastPush(github: Api, branch: string): Promise<boolean> {
  const options = {
    variables: { name: ['String!', `refs/heads/${branch}`] },
    mayLack: ['branchProtectionRule'],
  } as const
  const { ref } = await github.query(protectionFields, protection, options)
  const rules = ref?.rules?.nodes ?? []
  return (
    ref?.branchProtectionRule?.requireLastPushApproval === true ||
    rules.some(({ parameters }) => parameters?.requireLastPushApproval)
  )
}

const mergeableForm = z.object({
  pullRequest: z.object({ mergeable: z.enum(['MERGEABLE', 'CONFLICTING', 'UNKNOWN']) }).nullable(),
})

const mergeabilities = { MERGEABLE: 'clean', CONFLICTING: 'conflicting', UNKNOWN: 'unknown' } as const

/**
 * Whether GitHub could merge a pull request (GitHub's documentation, "Enums", `MergeableState`). GitHub computes that
 * when it is queried.
 */
export async function mergeability(github: Api, number: number): ReturnType<Host['mergeability']> {
  const variables = { number: ['Int!', number] } as const
  const options = { variables, mayLack: ['pullRequest'] }
  const { pullRequest } = await github.query('pullRequest(number: $number) { mergeable }', mergeableForm, options)
  return pullRequest ? mergeabilities[pullRequest.mergeable] : 'unknown'
}

const reference = z.object({ object: z.object({ sha }) })

/** The commit that a branch is at; `undefined`: there is no such branch. */
export async function tipOf(github: Api, branch: string): Promise<string | undefined> {
  return (
    await github.find('/repos/{owner}/{repo}/git/ref/{ref}', { ref: `heads/${branch}` }, reference, absentStatuses)
  )?.object.sha
}

/**
 * Creates a branch. GitHub refuses a name that exists, so that the request can be repeated: after a lost answer, the
 * branch is found at its commit.
 */
export async function createBranch(
  github: Api,
  retry: RetryOptions,
  name: string,
  commit: string,
): ReturnType<Host['createBranch']> {
  let isUncertain = false
  const subject = msg`the new branch ${name}`
  return askUntilAnswered(retry, subject, async () => {
    try {
      await github.post('/repos/{owner}/{repo}/git/refs', { ref: `refs/heads/${name}`, sha: commit }, reference)
      return 'made'
    } catch (error) {
      const failure = failureOf(error)
      isUncertain ||= isUnclear(failure)
      const tip = failure.status === 422 ? await tipOf(github, name) : undefined
      if (tip === undefined) return refusedCreation(failure, subject, 'contents: write')
      return isUncertain && tip === commit ? 'made' : 'exists'
    }
  })
}

type PullRequest = Parameters<Host['openPull']>[0]

const pull = z.object({ number: z.number() })

/**
 * Opens a pull request where there is none. GitHub has one open one of a branch and a base at most, so it may be asked
 * again.
 */
export async function openPull(
  github: Api,
  { owner }: RepositoryName,
  retry: RetryOptions,
  { branch, base, title, text, ignoreClosed }: PullRequest,
): ReturnType<Host['openPull']> {
  const subject = msg`the new pull request from ${branch}`
  const find = async () => {
    const parameters = {
      state: ignoreClosed === true ? 'open' : 'all',
      head: `${owner}:${branch}`,
      base,
      sort: 'created',
      direction: 'desc',
      per_page: 1,
    }
    const [openedPull] = await github.get('/repos/{owner}/{repo}/pulls', parameters, z.array(pull))
    return openedPull?.number
  }
  return askUntilAnswered(retry, subject, async () => {
    const existingNumber = await find()
    if (existingNumber !== undefined) return existingNumber
    try {
      return (await github.post('/repos/{owner}/{repo}/pulls', { head: branch, base, title, body: text }, pull)).number
    } catch (error) {
      const failure = failureOf(error)
      const number = failure.status === 422 ? await find() : undefined
      return number ?? refusedCreation(failure, subject, 'pull_requests: write')
    }
  })
}
