import type { HostedRepository } from '../hosted.ts'
import type { App } from './apps.ts'

export type CheckStatus = 'queued' | 'in_progress' | 'completed'

export interface Annotation {
  readonly path: string
  readonly start_line: number
  readonly end_line: number
  readonly start_column?: number
  readonly end_column?: number
  readonly annotation_level: 'notice' | 'warning' | 'failure'
  readonly message: string
  readonly title?: string
  readonly raw_details?: string
}

export interface Action {
  readonly label: string
  readonly description: string
  readonly identifier: string
}

export interface Output {
  readonly title?: string
  readonly summary?: string
  readonly text?: string
}

/** All check runs of one app on one commit. */
export interface CheckSuite {
  readonly kind: 'check-suite'
  readonly id: number
  readonly node: string
  readonly hosted: HostedRepository
  readonly app: App
  readonly sha: string
  readonly branch: string | undefined
  readonly createdAt: string
}

export interface CheckRun {
  readonly kind: 'check-run'
  readonly id: number
  readonly node: string
  readonly suite: CheckSuite
  name: string
  status: CheckStatus
  conclusion: string | undefined
  key: string
  detailsUrl: string | undefined
  startedAt: string | undefined
  completedAt: string | undefined
  output: Output
  readonly annotations: Annotation[]
  actions: readonly Action[]
}
