import type { Severity } from '../diagnostic.ts'

export interface Annotation {
  readonly path: string
  readonly severity: Severity
  readonly line: number
  readonly endLine: number
  /** Only where both lines are the same. */
  readonly column?: number
  readonly endColumn?: number
  readonly title: string
  readonly message: string
}

export interface Button {
  /** 20 characters at most. */
  readonly label: string
  /** 40 characters at most. */
  readonly description: string
  /** 20 characters at most. */
  readonly identifier: string
}

export type Conclusion = 'success' | 'failure' | 'neutral' | 'cancelled'

export interface CheckRun {
  readonly name: string
  readonly sha: string
  /** Ours, to find it again. */
  readonly key: string
  /** Absent: in progress. */
  readonly conclusion?: Conclusion
  readonly title: string
  /** Markdown, 65,535 characters at most. */
  readonly summary: string
  /** Any number: they are sent in as many requests as it takes. */
  readonly annotations: readonly Annotation[]
  readonly buttons: readonly Button[]
}

/** A check run as it is there. */
export interface ExistingCheck {
  readonly id: number
  readonly node: string
  readonly name: string
  readonly sha: string
  readonly key: string
  readonly isCompleted: boolean
  readonly conclusion: string | undefined
  /** Made by this app or token. */
  readonly isOwn: boolean
  /** The slug of the app that made it: `github-actions`. */
  readonly app: string | undefined
  /** ISO 8601. */
  readonly startedAt: string | undefined
}

/** A check run by which a program records that it has run on a commit. */
export interface Heartbeat {
  readonly key: string
  /** Made by this app or token. */
  readonly isOwn: boolean
}
