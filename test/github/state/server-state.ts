import { randomBytes } from 'node:crypto'
import type { Account } from './accounts.ts'
import type { App, Credential, Delivery } from './apps.ts'
import type { CheckRun, CheckSuite } from './checks.ts'
import type { Comment, Conversation } from './conversations.ts'
import type { HostedRepository } from '../hosted.ts'
import type { Signer } from '../signature.ts'

/** The limits that GitHub sets. A test may tighten them. */
export interface Limits {
  /** Entries of a tree ("Get a tree": 100,000). */
  treeEntries: number
  /** Bytes of `Blob.text`, which is cut behind them. Not documented; `Blob.isTruncated` says when. */
  textBytes: number
  /**
   * Requests of a token within an hour ("Rate limits for the REST API": 5,000; for a workflow's token 1,000 for each
   * repository).
   */
  requestsPerHour: number
  /** When the hour is over, in seconds since 1970. */
  hourEnds: number
}

export const githubLimits = (hourEnds: number): Limits => ({
  treeEntries: 100_000,
  textBytes: 512_000,
  requestsPerHour: 5000,
  hourEnds,
})

/** What can be requested by its node id. */
export type Node = HostedRepository | Conversation | Comment | CheckRun | CheckSuite

/** An event, for the apps that listen. */
export interface ServerEvent {
  readonly event: string
  readonly action: string | undefined
  /** Absent: it happened to an installation. */
  readonly hosted: HostedRepository | undefined
  readonly sender: Account
  /** The only app that gets it; absent: all that subscribe to such events. */
  readonly only?: App
}

/** An app that was registered from a manifest, with what its owner gets. */
export interface ManifestApp {
  readonly app: App
  readonly privateKey: string
  readonly secret: string
}

/** A token as GitHub makes them. */
export const newToken = () => `ghs_${randomBytes(18).toString('hex')}`

export type Payload = Readonly<Record<string, unknown>>

/** The state of the stand-in: everything that requests read and change. */
export interface ServerState {
  /** The address of the REST API. */
  readonly url: string
  readonly limits: Limits
  readonly signer: Signer
  /** By login. */
  readonly accounts: Map<string, Account>
  /** `org/slug` → members by login. */
  readonly teams: Map<string, Map<string, 'member' | 'maintainer'>>
  readonly apps: App[]
  /** Apps that were registered from a manifest, by the code that their credentials are given for, once. */
  readonly manifests: Map<string, ManifestApp>
  readonly repositories: HostedRepository[]
  readonly credentials: Map<string, Credential>
  readonly nodes: Map<string, Node>
  /** The time in milliseconds. */
  clock(): number
  /** Delivers to the apps that listen. The payload is only made when one does, from the state of that moment. */
  emit(happening: ServerEvent, payload: () => Payload | Promise<Payload>): Promise<void>
  /** Records that something is not as GitHub describes it. */
  complain(about: string, complaints: readonly string[]): void
  /** Delivers to an app again what was delivered before. */
  redeliver(delivery: Delivery): void
  /** An unused number. */
  number(): number
}

/** ISO 8601 without fractions, as GitHub has it. */
export const now = ({ clock }: ServerState): string => new Date(clock()).toISOString().replace(/\.\d+Z$/, 'Z')

/** A number and a node id for something new of a kind. */
export function identify({ number }: ServerState, prefix: string): { readonly id: number; readonly node: string } {
  const id = number()
  return { id, node: `${prefix}_${Buffer.from(`${prefix}:${id}`).toString('base64url')}` }
}

export function accountOf(
  serverState: ServerState,
  login: string,
  type: Account['type'] = 'User',
  id?: number,
): Account {
  const knownAccount = serverState.accounts.get(login)
  if (knownAccount) return knownAccount
  const prefix = { User: 'U', Bot: 'BOT', Organization: 'O' }[type]
  const made = identify(serverState, prefix)
  const account: Account = { ...made, id: id ?? made.id, type, login }
  serverState.accounts.set(login, account)
  return account
}

/** An account is deleted; its comments stay. Documentation: "Deleting your personal account". */
export function forget({ accounts, repositories }: ServerState, account: Account): void {
  accounts.delete(account.login)
  for (const post of repositories.flatMap(({ conversations, comments }) => [...conversations, ...comments])) {
    if (post.author === account) post.author = undefined
  }
}

export const repositoryOf = (
  { repositories }: ServerState,
  owner: string,
  repo: string,
): HostedRepository | undefined =>
  repositories.find(
    (repository) =>
      repository.owner.toLowerCase() === owner.toLowerCase() && repository.repo.toLowerCase() === repo.toLowerCase(),
  )
