import type { WebhookTask } from '../../app/deliveries/events.ts'
import type { Probot } from 'probot'

interface ListedRepository {
  readonly id: number
  readonly name: string
  readonly owner: { readonly login: string }
}

/** Every repository that the app is installed on, each with when that was, ISO 8601. */
export async function* installations(
  probot: Probot,
): AsyncGenerator<{ readonly at: InstalledRepository; readonly since: string }> {
  const octokit = await probot.auth()
  for await (const { data: installations } of octokit.paginate.iterator('GET /app/installations', { per_page: 100 })) {
    for (const { id, created_at: since } of installations) {
      const installationOctokit = await probot.auth(id)
      for await (const { data: repositories } of installationOctokit.paginate.iterator(
        'GET /installation/repositories',
        {
          per_page: 100,
        },
      )) {
        for (const repository of repositories as unknown as readonly ListedRepository[])
          yield {
            at: { installation: id, id: repository.id, owner: repository.owner.login, repo: repository.name },
            since,
          }
      }
    }
  }
}

export interface InstalledRepository {
  readonly installation: number
  /** The repository's number, which stays when it gets another name. */
  readonly id: number
  readonly owner: string
  readonly repo: string
}

/** The name in the log: `octocat/hello-world`. */
export const nameOf = ({ owner, repo }: InstalledRepository): string => `${owner}/${repo}`

/** What the lanes of a repository begin with. */
export const repositoryKey = ({ id }: InstalledRepository): string => `r${id}`

/** A task, and the delivery that brought it. It can be written as JSON. */
export interface Job {
  readonly at: InstalledRepository
  readonly task: WebhookTask
  /** The delivery's id; `sweep` or `audit` where there was none. */
  readonly delivery: string
  /** When it came, in milliseconds since 1970. */
  readonly came: number
}

export type JobOf<Do extends WebhookTask['do']> = Job & { readonly task: Extract<WebhookTask, { readonly do: Do }> }

export const jobsOf = <Do extends WebhookTask['do']>(jobs: readonly Job[], kind: Do): readonly JobOf<Do>[] =>
  jobs.filter((job): job is JobOf<Do> => job.task.do === kind)

/** The pull request or issue that a task is about. */
export function numberOf(task: WebhookTask): number | undefined {
  switch (task.do) {
    case 'handle':
    case 'abandon':
      return task.comment.number
    case 'report-edit':
      return task.edit.comment.number
    case 'forget':
    case 'resolve':
      return task.number
    case 'check':
    case 'click':
    case 'abandon-check':
      return task.of
    case 'recheck':
    case 'finish':
    case 'push':
    case 'sweep':
    case 'audit':
      return undefined
  }
}

/** What a lane without a number is called after: the commit that is checked, or what a repository has but one of. */
function placeOf(task: WebhookTask): string {
  switch (task.do) {
    case 'check':
      return `@${task.subject.head}`
    case 'click':
      return `@${task.clicked.head}`
    case 'recheck':
    case 'finish':
    case 'abandon-check':
      return `@${task.head}`
    default:
      return ` ${task.do}`
  }
}

/**
 * What jobs wait in line with: all of one pull request or issue, its checks included, of one commit elsewhere, or of
 * one kind. A merge of the base is in line with no command, since GitHub may need a while to find conflicts; its branch
 * is moved by compare-and-swap.
 */
export const laneOf = (repository: InstalledRepository, task: WebhookTask): string => {
  const number = numberOf(task)
  const place = number === undefined ? placeOf(task) : `#${number}${task.do === 'resolve' ? ' resolve' : ''}`
  return `${repositoryKey(repository)}${place}`
}

/** The job that reports that no process came to an end with this one. */
export function abandonJobOf({ task, ...job }: Job): Job | undefined {
  if (task.do === 'handle') return { ...job, task: { do: 'abandon', comment: task.comment } }
  if (task.do === 'check')
    return {
      ...job,
      task: { do: 'abandon-check', head: task.subject.head, ...(task.of !== undefined && { of: task.of }) },
    }
  return undefined
}

/** Work without a deadline, which must take no command's place. */
export const isRound = ({ do: kind }: WebhookTask): boolean => kind === 'sweep' || kind === 'audit'
