import { generateKeyPairSync, type KeyPairKeyObjectResult } from 'node:crypto'
import { installationBody } from './bodies/accounts.ts'
import type { App, Installation, Permissions, Webhook } from './state/apps.ts'
import type { Account } from './state/accounts.ts'
import { fullName, type HostedRepository } from './hosted.ts'
import { accountOf, identify, newToken, now, type ServerState } from './state/server-state.ts'

export interface AppOptions {
  readonly slug: string
  readonly owner: string
  readonly permissions: Permissions
  readonly events: readonly string[]
}

/** An app as its owner sees it. */
export interface OwnedApp {
  readonly app: App
  readonly id: number
  /** As which it acts: `baton[bot]`. */
  readonly account: Account
  /** PEM, to sign by as the app. */
  readonly privateKey: string
  /** Where its events are delivered. */
  listen(webhook: Webhook): void
  /** Gives it these repositories of one owner. */
  install(...repositories: readonly [HostedRepository, ...HostedRepository[]]): Promise<Installation>
  /** Gives it one more repository of that owner. */
  add(installation: Installation, hosted: HostedRepository): Promise<void>
  /** Takes one of them away from it. */
  remove(installation: Installation, hosted: HostedRepository): Promise<void>
  /** Takes everything of one owner's away from it. */
  uninstall(installation: Installation): Promise<void>
  /** A token of an installation's, as the app would ask for one; for what it was given, or for less. */
  token(installation: Installation, permissions?: Permissions): string
}

const inShort = (hosted: HostedRepository) => ({
  id: hosted.id,
  node_id: hosted.node,
  name: hosted.repo,
  full_name: fullName(hosted),
  private: hosted.isPrivate,
})

/** Documentation: "Webhook events and payloads", `installation`. */
function installationHappened(
  serverState: ServerState,
  installation: Installation,
  action: 'created' | 'deleted',
): Promise<void> {
  const { app, account, repositories } = installation
  const payload = () => ({
    installation: installationBody(serverState, installation),
    repositories: repositories.map(inShort),
  })
  return serverState.emit({ event: 'installation', action, hosted: undefined, sender: account, only: app }, payload)
}

/** Documentation: the same, `installation_repositories`. */
function repositoriesHappened(
  serverState: ServerState,
  installation: Installation,
  action: 'added' | 'removed',
  hosted: HostedRepository,
): Promise<void> {
  const { app, account } = installation
  const repositoriesFor = (wantedAction: typeof action) => (action === wantedAction ? [inShort(hosted)] : [])
  const payload = () => ({
    installation: installationBody(serverState, installation),
    repository_selection: 'selected',
    repositories_added: repositoriesFor('added'),
    repositories_removed: repositoriesFor('removed'),
    requester: null,
  })
  return serverState.emit(
    { event: 'installation_repositories', action, hosted: undefined, sender: account, only: app },
    payload,
  )
}

const made: KeyPairKeyObjectResult[] = []

/**
 * The keys of an app by its place among those of its stand-in. They are made once for all stand-ins of a process: it
 * takes a tenth of a second.
 */
const keysOf = (index: number): KeyPairKeyObjectResult =>
  (made[index] ??= generateKeyPairSync('rsa', { modulusLength: 2048 }))

/**
 * Documentation: "Registering a GitHub App", "Managing private keys for GitHub Apps", "Installing your own GitHub App".
 */
export function registerApp(serverState: ServerState, { slug, owner, permissions, events }: AppOptions): OwnedApp {
  const index = serverState.apps.length
  const keys = () => keysOf(index)
  const app: App = {
    ...identify(serverState, 'A'),
    slug,
    clientId: `Iv23li${slug}`,
    owner: accountOf(serverState, owner),
    account: accountOf(serverState, `${slug}[bot]`, 'Bot'),
    permissions,
    events,
    get publicKey() {
      return keys().publicKey
    },
    webhook: undefined,
    deliveries: [],
    installations: [],
  }
  serverState.apps.push(app)
  return {
    app,
    id: app.id,
    account: app.account,
    get privateKey() {
      return keys().privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
    },
    listen(webhook) {
      app.webhook = webhook
    },
    async install(...repositories) {
      const [{ account }] = repositories
      const installation: Installation = {
        id: serverState.number(),
        app,
        account,
        repositories,
        createdAt: now(serverState),
      }
      app.installations.push(installation)
      await installationHappened(serverState, installation, 'created')
      return installation
    },
    async add(installation, hosted) {
      installation.repositories.push(hosted)
      await repositoriesHappened(serverState, installation, 'added', hosted)
    },
    async remove(installation, hosted) {
      installation.repositories.splice(installation.repositories.indexOf(hosted), 1)
      await repositoriesHappened(serverState, installation, 'removed', hosted)
    },
    async uninstall(installation) {
      await installationHappened(serverState, installation, 'deleted')
      app.installations.splice(app.installations.indexOf(installation), 1)
    },
    token(installation, tokenPermissions = permissions) {
      const token = newToken()
      const expiresAt = serverState.clock() + 3_600_000
      const { repositories } = installation
      serverState.credentials.set(token, {
        kind: 'installation',
        account: app.account,
        app,
        permissions: tokenPermissions,
        repositories,
        expiresAt,
      })
      return token
    },
  }
}

/**
 * GitHub's own app, as which workflows act. Its numbers are the true ones. Documentation: "Automatic token
 * authentication".
 */
export function actionsApp(serverState: ServerState): App {
  const { node } = identify(serverState, 'A')
  const app: App = {
    id: 15_368,
    node,
    slug: 'github-actions',
    clientId: 'Iv1.github-actions',
    owner: accountOf(serverState, 'github', 'Organization'),
    account: accountOf(serverState, 'github-actions[bot]', 'Bot', 41_898_282),
    permissions: { checks: 'write' },
    events: [],
    publicKey: undefined,
    webhook: undefined,
    deliveries: [],
    installations: [],
  }
  serverState.apps.push(app)
  return app
}
