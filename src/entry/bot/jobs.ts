import type { Wish } from '../../app/deliveries/events.ts'

/** A repository that the app is installed on. */
export interface Installed {
  readonly installation: number
  readonly owner: string
  readonly repo: string
}

/** A wish, and the delivery that brought it. */
export interface Job {
  readonly at: Installed
  readonly wish: Wish
  /** The delivery's id; `sweep` or `audit` where there was none. */
  readonly delivery: string
  /** When it came, in milliseconds. */
  readonly came: number
}

export type JobOf<Do extends Wish['do']> = Job & { readonly wish: Extract<Wish, { readonly do: Do }> }

export const jobsOf = <Do extends Wish['do']>(jobs: readonly Job[], what: Do): readonly JobOf<Do>[] =>
  jobs.filter((job): job is JobOf<Do> => job.wish.do === what)

/** What jobs wait for each other by: those of one conversation, of one commit, and what a repository has but one of. */
export const keyOf = ({ owner, repo }: Installed, wish: Wish): string => {
  const place = `${owner}/${repo}`
  switch (wish.do) {
    case 'handle':
      return `${place}#${wish.heard.number}`
    case 'tell':
      return `${place}#${wish.edit.heard.number}`
    case 'forget':
    case 'resolve':
      return `${place}#${wish.number}`
    case 'check':
      return wish.of === undefined ? `${place}@${wish.subject.head}` : `${place}#${wish.of}`
    case 'click':
      return wish.of === undefined ? `${place}@${wish.clicked.head}` : `${place}#${wish.of}`
    case 'recheck':
      return `${place}@${wish.head}`
    case 'push':
    case 'sweep':
    case 'audit':
      return `${place} ${wish.do}`
  }
}
