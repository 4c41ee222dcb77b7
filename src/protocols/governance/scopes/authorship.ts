import type { Change, Commit } from '../../../core/change.ts'
import { globs, escapeGlob } from '../../../documents/glob.ts'
import { agentName, agentsOf, type Agent } from './agents.ts'
import type { GovernanceConfiguration } from '../discovery.ts'
import { agentForm } from '../schema.ts'
import type { GovernanceModel } from '../model.ts'

/** Who made a commit: an agent of the table, a name that it does not have, several names, or an unknown author. */
export type CommitAuthor =
  | { readonly kind: 'agent'; readonly agent: Agent }
  | { readonly kind: 'unknown'; readonly name: string }
  | { readonly kind: 'conflict'; readonly names: readonly string[] }
  | { readonly kind: 'unattributed' }

const trailerPattern = /^([A-Za-z][A-Za-z0-9-]*)[ \t]*:(.*)$/

/** The agents that the trailers of a message name: lines of its last paragraph, which is not its only one. */
function trailersOf(message: string, keys: readonly string[]): readonly string[] {
  const lines = message.trim().split(/\r?\n/)
  const blankIndex = lines.findLastIndex((line) => line.trim() === '')
  if (blankIndex === -1) return []
  const lowerCasedKeys = new Set(keys.map((key) => key.toLowerCase()))
  const names = lines.slice(blankIndex + 1).flatMap((line) => {
    const [, key = '', value = ''] = trailerPattern.exec(line) ?? []
    return lowerCasedKeys.has(key.toLowerCase()) ? [agentName(value)] : []
  })
  return [...new Set(names.filter((name) => name !== ''))]
}

/** The agent whose branch this is by its name. */
function branchAgent(
  { branches }: GovernanceConfiguration,
  table: ReadonlyMap<string, Agent>,
  branch: string,
): Agent | undefined {
  const branchGlobs = branches.flatMap((pattern) =>
    [...table.values()].map((agent) => [pattern.replace('{agent}', () => escapeGlob(agent.name)), agent] as const),
  )
  const names = branch.split('/')
  const lastName = names.pop() ?? ''
  const folder = names.reduce<ReturnType<typeof globs<Agent>> | undefined>(
    (currentFolder, name) => currentFolder?.below(name),
    globs(branchGlobs),
  )
  return folder?.matching(lastName)[0]
}

/** `name[bot]` is the app `name`. */
const accountOf = (login: string): string => {
  const lowerCased = login.toLowerCase()
  return lowerCased.endsWith('[bot]') ? `app/${lowerCased.slice(0, -'[bot]'.length)}` : `@${lowerCased}`
}

/**
 * Who made the commits of a change: the trailer, otherwise the branch, otherwise the account says it
 * (docs/governance.md, "Who may write where").
 */
export function makersOf(configuration: GovernanceConfiguration, { branch }: Change): (commit: Commit) => CommitAuthor {
  const table = agentsOf(configuration)
  const agentOfBranch = branch === undefined ? undefined : branchAgent(configuration, table, branch)
  const agentsByAccount = new Map(
    [...table.values()].flatMap((agent) => agent.accounts.map((account) => [account.toLowerCase(), agent] as const)),
  )
  return ({ message, author }) => {
    const names = trailersOf(message, configuration.trailers)
    const [name] = names
    if (names.length > 1) return { kind: 'conflict', names }
    const agentOfAccount = author.login === undefined ? undefined : agentsByAccount.get(accountOf(author.login))
    const agent = name === undefined ? (agentOfBranch ?? agentOfAccount) : table.get(name)
    if (agent) return { kind: 'agent', agent }
    return name === undefined ? { kind: 'unattributed' } : { kind: 'unknown', name }
  }
}

/**
 * Whether a commit is judged: merges repeat what others have done, and Baton's own are judged by the commands that
 * caused them.
 */
export const isJudged = ({ parents, isOwn }: Commit): boolean => parents.length < 2 && isOwn !== true

/** How many commits of a change each agent made, as data. */
export function authorshipOf({ configuration }: GovernanceModel, change: Change): Readonly<Record<string, number>> {
  const makerOf = makersOf(configuration, change)
  const counts = new Map<string, number>()
  for (const commit of change.commits.filter(isJudged)) {
    const maker = makerOf(commit)
    const makerName = maker.kind === 'agent' ? maker.agent.name : maker.kind === 'unknown' ? maker.name : ''
    const name = agentForm.test(makerName) ? makerName : 'unattributed'
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return Object.fromEntries(counts)
}
