import type { Wish } from '../../app/deliveries/events.ts'

/** A repository that the app is installed on. */
export interface Installed {
  readonly installation: number
  readonly owner: string
  readonly repo: string
}

/** As it is called in keys and in the log: `octocat/hello-world`. */
export const nameOf = ({ owner, repo }: Installed): string => `${owner}/${repo}`

/** What jobs about one commit wait for each other by. */
export const keyOfHead = (at: Installed, head: string): string => `${nameOf(at)}@${head}`

/** A wish, and the delivery that brought it. */
export interface Job {
  readonly at: Installed
  readonly wish: Wish
  /** The delivery's id; `sweep` or `audit` where there was none. */
  readonly delivery: string
  /** When it came, in milliseconds. */
  readonly came: number
}

/** A job with one kind of wish. */
export type JobOf<Do extends Wish['do']> = Job & { readonly wish: Extract<Wish, { readonly do: Do }> }

/** Those of some jobs that are to do one kind of thing. */
export const jobsOf = <Do extends Wish['do']>(jobs: readonly Job[], what: Do): readonly JobOf<Do>[] =>
  jobs.filter((job): job is JobOf<Do> => job.wish.do === what)

/** What jobs wait for each other by: those of one conversation, of one commit, and what a repository has but one of. */
export const keyOf = (at: Installed, wish: Wish): string => {
  const place = nameOf(at)
  switch (wish.do) {
    case 'handle':
      return `${place}#${wish.heard.number}`
    case 'tell':
      return `${place}#${wish.edit.heard.number}`
    case 'forget':
    case 'resolve':
      return `${place}#${wish.number}`
    case 'check':
      return wish.of === undefined ? keyOfHead(at, wish.subject.head) : `${place}#${wish.of}`
    case 'click':
      return wish.of === undefined ? keyOfHead(at, wish.clicked.head) : `${place}#${wish.of}`
    case 'recheck':
      return keyOfHead(at, wish.head)
    case 'push':
    case 'sweep':
    case 'audit':
      return `${place} ${wish.do}`
  }
}
