import type { KeyObject } from 'node:crypto'
import type { Account } from './accounts.ts'
import type { HostedRepository } from '../hosted.ts'

/** What may be done: `{ contents: 'read' }`. Documentation: "Permissions required for GitHub Apps". */
export type Permissions = Readonly<Record<string, 'read' | 'write'>>

export interface Webhook {
  readonly url: string
  readonly secret: string
}

/** One attempt of a delivery to an app. The same event has the same GUID in all of them. */
export interface Delivery {
  readonly id: number
  readonly guid: string
  readonly event: string
  readonly action: string | undefined
  readonly payload: string
  readonly installation: Installation
  /** Absent: the happening is no repository's. */
  readonly hosted: HostedRepository | undefined
  readonly at: string
  readonly redelivery: boolean
  /** What the app answered; 0 before that, and where it was not reached. */
  status: number
}

export interface App {
  readonly id: number
  readonly node: string
  readonly slug: string
  readonly clientId: string
  readonly owner: Account
  /** As which it acts: `slug[bot]`. */
  readonly account: Account
  readonly permissions: Permissions
  /** The events that it subscribes to. */
  readonly events: readonly string[]
  readonly publicKey: KeyObject | undefined
  webhook: Webhook | undefined
  readonly deliveries: Delivery[]
  readonly installations: Installation[]
}

export interface Installation {
  readonly id: number
  readonly app: App
  /** Whose repositories they are. */
  readonly account: Account
  readonly repositories: HostedRepository[]
  readonly createdAt: string
}

/** The account of a request: an app as itself, or one with a token. */
export interface Credential {
  readonly kind: 'app' | 'installation' | 'actions' | 'user'
  readonly account: Account
  /** Whose check runs are made. */
  readonly app: App | undefined
  readonly permissions: Permissions
  /** Absent: it is good for every repository. */
  readonly repositories: readonly HostedRepository[] | undefined
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** Whether a repository exists for an account. */
export function sees(credential: Credential | undefined, hosted: HostedRepository): boolean {
  if (!hosted.isPrivate) return true
  if (!credential || Object.keys(credential.permissions).length === 0) return false
  return credential.repositories?.includes(hosted) ?? true
}

/**
 * Whether an account may do what needs a permission, in GitHub's words: `contents=read`; `,` is and, `; ` is or. Every
 * account may read what is public; one with any permission may read what every app may, the metadata.
 */
export function permits(credential: Credential | undefined, hosted: HostedRepository, needed: string): boolean {
  const has = (permission: string) => {
    const [name = '', level] = permission.split('=')
    const grantedLevel = credential?.permissions[name]
    if (level === 'write') return grantedLevel === 'write' && (credential?.repositories?.includes(hosted) ?? true)
    return !hosted.isPrivate || grantedLevel !== undefined || (name === 'metadata' && credential !== undefined)
  }
  return needed.split('; ').some((set) => set.split(',').every(has))
}
