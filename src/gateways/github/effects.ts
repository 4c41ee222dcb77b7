import { Fault } from '../../core/fault.ts'
import type { Effect, EffectEnd } from '../../core/host/effect.ts'
import { cut } from '../../render/fit.ts'
import type { Api, Mutation } from './requests/api.ts'
import { withoutExisting, checkRunInputs, type CheckRunInput } from './checks/check-run.ts'
import { msg } from '../../core/message.ts'
import { brokenAnswer, Failure, failureOf } from './requests/failure.ts'
import { failedRequestOf, pause, waitAfter, type CallClass, type RetryOptions } from './requests/send.ts'
import { byWeight } from './requests/batches.ts'
import { reactionContents } from './conversations/conversation.ts'

/** A mutation that is to be carried out, and whether it may be twice. */
interface Step extends Mutation {
  readonly call: CallClass
  /** The permission that it takes, as a workflow writes it. */
  readonly permission: string
  /** The effect to send instead when it is repeated, since it may have been carried out. */
  readonly again?: (github: Api) => Promise<Mutation['input']>
}

/** An effect as mutations: those that are sent at once, and those that need the id from the first. */
interface Plan {
  readonly now: readonly Step[]
  readonly further?: (id: string) => readonly Step[]
}

/** GitHub takes no longer comment, and no longer issue ("maximum is 65536 characters"). */
const maxCommentLength = 65_536

/** The greatest weight of the mutations in one request: GitHub carries that out within its limit of ten seconds. */
const maxSteps = 100
const weightOf = ({ field }: Step): number => (field === 'addReaction' ? 2 : 5)

/** The permissions that effects need, as a workflow writes them. */
const permissions = {
  checks: 'checks: write',
  comments: 'pull-requests: write',
  issues: 'issues: write',
  pulls: 'pull-requests: write',
} as const

const updateStep = (check: string, input: CheckRunInput): Step => ({
  call: 'repeatable',
  permission: permissions.checks,
  field: 'updateCheckRun',
  input: { checkRunId: check, ...input },
  select: 'checkRun { id }',
  async again(github) {
    const annotations = await withoutExisting(github, check, input.output.annotations)
    return { checkRunId: check, ...input, output: { ...input.output, annotations } }
  },
})

function planOf(effect: Effect, repositoryId: string): Plan {
  switch (effect.do) {
    case 'react': {
      const input = { subjectId: effect.to, content: reactionContents[effect.with] }
      return {
        now: [
          {
            call: 'repeatable',
            permission: permissions.comments,
            field: 'addReaction',
            input,
            select: 'reaction { id }',
          },
        ],
      }
    }
    case 'comment': {
      const input = { subjectId: effect.in, body: cut(effect.text, maxCommentLength) }
      return {
        now: [
          {
            call: 'making',
            permission: permissions.comments,
            field: 'addComment',
            input,
            select: 'commentEdge { node { id } }',
          },
        ],
      }
    }
    case 'edit': {
      const input = { id: effect.comment, body: cut(effect.text, maxCommentLength) }
      return {
        now: [
          {
            call: 'repeatable',
            permission: permissions.comments,
            field: 'updateIssueComment',
            input,
            select: 'issueComment { id }',
          },
        ],
      }
    }
    case 'revise': {
      const { pull, title, text, close } = effect
      const input = { pullRequestId: pull, title, body: cut(text, maxCommentLength), ...(close && { state: 'CLOSED' }) }
      return {
        now: [
          {
            call: 'repeatable',
            permission: permissions.pulls,
            field: 'updatePullRequest',
            input,
            select: 'pullRequest { id }',
          },
        ],
      }
    }
    case 'open': {
      const input = { repositoryId, title: effect.title, body: cut(effect.text, maxCommentLength) }
      return {
        now: [{ call: 'making', permission: permissions.issues, field: 'createIssue', input, select: 'issue { id }' }],
      }
    }
    case 'rewrite': {
      const { issue: id, title, text, open } = effect
      const input = {
        id,
        ...(title !== undefined && { title }),
        body: cut(text, maxCommentLength),
        state: open ? 'OPEN' : 'CLOSED',
      }
      return {
        now: [
          { call: 'repeatable', permission: permissions.issues, field: 'updateIssue', input, select: 'issue { id }' },
        ],
      }
    }
    case 'check': {
      const [first, ...otherInputs] = checkRunInputs(effect.run, repositoryId)
      const input = { ...first, headSha: effect.run.sha }
      return {
        now: [
          { call: 'making', permission: permissions.checks, field: 'createCheckRun', input, select: 'checkRun { id }' },
        ],
        further: (id) => otherInputs.map((otherInput) => updateStep(id, otherInput)),
      }
    }
    case 'conclude':
      return { now: checkRunInputs(effect.run, repositoryId).map((input) => updateStep(effect.check, input)) }
  }
}

/** What a mutation writes, for the reason why it was refused. */
const things: Readonly<Record<string, string>> = {
  addReaction: 'the reaction',
  addComment: 'the comment',
  updateIssueComment: 'the change of its comment',
  updatePullRequest: 'the change of its pull request',
  createIssue: 'the issue',
  updateIssue: 'the change of its issue',
  createCheckRun: 'the check run',
  updateCheckRun: 'the check run',
}

/** The one thing that is selected of a mutation. */
function idOf(answer: unknown): string | undefined {
  if (typeof answer === 'string') return answer
  return typeof answer === 'object' && answer !== null ? idOf(Object.values(answer)[0]) : undefined
}

/** Sends steps by one request; each result is the answer to it or its failure. */
async function sendSteps(github: Api, steps: readonly Step[]): Promise<readonly unknown[]> {
  try {
    return await github.mutate(steps)
  } catch (error) {
    const failure = failureOf(error)
    return steps.map(() => failure)
  }
}

/** Steps as they are to be sent again. Where that cannot be found out, they are not. */
async function renewSteps<Item extends { readonly step: Step }>(
  github: Api,
  openSteps: readonly Item[],
): Promise<Item[]> {
  try {
    return await Promise.all(
      openSteps.map(async (item) => ({
        ...item,
        step: { ...item.step, input: (await item.step.again?.(github)) ?? item.step.input },
      })),
    )
  } catch (error) {
    if (error instanceof Fault) return []
    throw error
  }
}

/** Carries out steps by one request; those that may be, again until it is clear how they ended. */
async function performSteps(github: Api, retry: RetryOptions, steps: readonly Step[]): Promise<readonly EffectEnd[]> {
  const ends: EffectEnd[] = steps.map(() => ({ end: 'unclear' }))
  let openSteps = steps.map((step, index) => ({ step, index }))
  for (let attempt = 1; openSteps.length > 0; attempt++) {
    const answers = await sendSteps(
      github,
      openSteps.map(({ step }) => step),
    )
    const waits: { readonly wait: number; readonly failure: Failure; readonly what: string }[] = []
    openSteps = openSteps.filter(({ step, index }, place) => {
      const answer = answers[place]
      const id = answer instanceof Failure ? undefined : idOf(answer)
      if (id !== undefined) {
        ends[index] = { end: 'done', id }
        return false
      }
      const failure = answer instanceof Failure ? answer : new Failure(500, brokenAnswer).of(step.field)
      const wait = waitAfter(failure, attempt, step.call, retry.now())
      if (wait === undefined) ends[index] = failedRequestOf(failure, step.permission, things[step.field])
      else waits.push({ wait, failure, what: things[step.field] ?? msg`${step.field}` })
      return wait !== undefined
    })
    const [longest] = waits.toSorted((a, b) => b.wait - a.wait)
    if (longest) await pause(retry, longest.wait, longest.failure, longest.what)
    openSteps = await renewSteps(github, openSteps)
  }
  return ends
}

async function performAllSteps(
  github: Api,
  retry: RetryOptions,
  steps: readonly Step[],
): Promise<readonly EffectEnd[]> {
  const ends: EffectEnd[] = []
  for (const batch of byWeight(steps, maxSteps, weightOf)) ends.push(...(await performSteps(github, retry, batch)))
  return ends
}

/**
 * Carries out effects in their order. A failure of one does not stop the others. @throws Fault where GitHub has no time
 * for them: some may be done
 */
export async function perform(
  github: Api,
  retry: RetryOptions,
  repositoryId: () => Promise<string>,
  effects: readonly Effect[],
): Promise<readonly EffectEnd[]> {
  const id = effects.some((effect) => 'run' in effect || effect.do === 'open') ? await repositoryId() : ''
  const plans = effects.map((effect) => planOf(effect, id))
  const steps = plans.flatMap(({ now }, index) => now.map((step) => ({ step, index })))
  const ends = await performAllSteps(
    github,
    retry,
    steps.map(({ step }) => step),
  )
  // An effect is as well as the worst of its steps.
  const endOf = (index: number) => {
    const stepEnds = ends.filter((_, place) => steps[place]?.index === index)
    return stepEnds.find(({ end }) => end !== 'done') ?? stepEnds[0] ?? { end: 'unclear' }
  }
  const effectEnds: EffectEnd[] = []
  for (const [index, { further }] of plans.entries()) {
    const end = endOf(index)
    const furtherEnds = end.end === 'done' && further ? await performAllSteps(github, retry, further(end.id)) : []
    effectEnds.push(furtherEnds.find((stepEnd) => stepEnd.end !== 'done') ?? end)
  }
  return effectEnds
}
