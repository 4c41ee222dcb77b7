import type { Wish } from '../../app/deliveries/events.ts'

/** A repository that the app is installed on. */
export interface Installed {
  readonly installation: number
  /** The repository's number, which stays when it gets another name. */
  readonly id: number
  readonly owner: string
  readonly repo: string
}

/** As it is called in the log: `octocat/hello-world`. */
export const nameOf = ({ owner, repo }: Installed): string => `${owner}/${repo}`

/** What the lanes of a repository begin with. */
export const repositoryKey = ({ id }: Installed): string => `r${id}`

/** A wish, and the delivery that brought it. It can be written as JSON. */
export interface Job {
  readonly at: Installed
  readonly wish: Wish
  /** The delivery's id; `sweep` or `audit` where there was none. */
  readonly delivery: string
  /** When it came, in milliseconds since 1970. */
  readonly came: number
}

/** A job with one kind of wish. */
export type JobOf<Do extends Wish['do']> = Job & { readonly wish: Extract<Wish, { readonly do: Do }> }

/** Those of some jobs that are to do one kind of thing. */
export const jobsOf = <Do extends Wish['do']>(jobs: readonly Job[], what: Do): readonly JobOf<Do>[] =>
  jobs.filter((job): job is JobOf<Do> => job.wish.do === what)

/** The pull request or issue that a wish is about. */
export function numberOf(wish: Wish): number | undefined {
  switch (wish.do) {
    case 'handle':
      return wish.comment.number
    case 'tell':
      return wish.edit.comment.number
    case 'forget':
    case 'resolve':
      return wish.number
    case 'check':
    case 'click':
      return wish.of
    case 'recheck':
    case 'finish':
    case 'push':
    case 'sweep':
    case 'audit':
      return undefined
  }
}

/** What a lane without a number is called after: the commit that is checked, or what a repository has but one of. */
function placeOf(wish: Wish): string {
  switch (wish.do) {
    case 'check':
      return `@${wish.subject.head}`
    case 'click':
      return `@${wish.clicked.head}`
    case 'recheck':
    case 'finish':
      return `@${wish.head}`
    default:
      return ` ${wish.do}`
  }
}

/** What jobs wait in line with: all of one pull request or issue, its checks included, of one commit elsewhere, or of one kind. */
export const laneOf = (at: Installed, wish: Wish): string => {
  const number = numberOf(wish)
  return `${repositoryKey(at)}${number === undefined ? placeOf(wish) : `#${number}`}`
}

/** Work that nobody waits for, and that must take no command's place. */
export const isRound = ({ do: what }: Wish): boolean => what === 'sweep' || what === 'audit'
