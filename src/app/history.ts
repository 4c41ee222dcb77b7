import type { Finding } from '../core/diagnostic.ts'
import type { ReplayNeeds, ReplaySupply, RepositoryHistory, Walk } from '../core/history.ts'
import type { Log, LoggedCommit } from '../core/log.ts'
import type { ProtocolDescriptor, ProtocolName } from '../core/protocol.ts'
import { once } from '../core/once.ts'
import type { Tree } from '../core/view.ts'
import { pathFilter } from '../documents/selection.ts'
import type { Configuration } from '../engine/configuration/schema.ts'
import { grantRules } from '../engine/grants.ts'
import { conflictRule } from '../engine/unmerged.ts'
import { contradictionCodes } from '../engine/replay/record.ts'
import { replay, stateCommitsOf } from '../engine/replay/replay.ts'
import type { EpisodeOrder } from '../engine/replay/request.ts'
import { enabledProtocols, withDeclared, type LazyProtocols } from './validate/discovery.ts'
import { configurationOf, contextOf, type ConfigurationPlace } from './validate/policy.ts'

export interface HistoryPorts {
  walk(tip: string): Promise<Walk>
  beyond(base: string, tip: string): Promise<ReadonlySet<string>>
  objects(limit: number): { read(needs: ReplayNeeds): Promise<ReplaySupply>; close(): Promise<void> }
  commitTree(sha: string): Tree
  /** The commits that lead to the tip, those of merged branches too. */
  readonly log?: Log | undefined
}

export interface HistorySettings {
  /** Whole SHA. */
  readonly tip: string
  /** Only what begins, ends or is open after this commit. */
  readonly base?: string | undefined
  /** Where the configuration is: by default in the tip. One for the whole past. */
  readonly configuration: ConfigurationPlace
  /** Only these protocols; none: all that are found. */
  readonly protocols: readonly ProtocolName[]
  /** `all`: those of every rule; none: those of contradictions. */
  readonly codes: readonly string[] | 'all'
  readonly at?: string | undefined
  readonly maxCommits: number
  readonly targets: readonly string[]
  readonly openOnly: boolean
  readonly since?: string | undefined
  readonly sort: EpisodeOrder
}

/** The protocols of which any commit on the way has a file. */
function discoveredOn(
  { commits }: Walk,
  descriptors: readonly ProtocolDescriptor[],
  { protocols: sections }: Configuration,
): readonly ProtocolName[] {
  let remaining = descriptors.map(({ name, selectors, useByConfiguration }) => ({
    name,
    isConfigured: useByConfiguration?.isInUse(sections[name]) === true,
    filtered: pathFilter(selectors(sections[name]).filter(({ beside }) => beside !== true)),
  }))
  const foundNames = new Set(remaining.flatMap(({ name, isConfigured }) => (isConfigured ? [name] : [])))
  const seenPaths = new Set<string>()
  for (const { changes } of commits) {
    for (const { path, kind } of changes) {
      if (kind === undefined || seenPaths.has(path)) continue
      if (kind === 'file') seenPaths.add(path)
      for (const { name, filtered } of remaining) if (filtered.level(path, kind) !== undefined) foundNames.add(name)
    }
    remaining = remaining.filter(({ name }) => !foundNames.has(name))
    if (remaining.length === 0) break
  }
  return descriptors.flatMap(({ name }) => (foundNames.has(name) ? [name] : []))
}

/** What `git log` showed at each commit. */
function logsOf(tip: Log): (sha: string) => Log {
  const bySha = once(() => new Map(tip.commits().map((commit) => [commit.sha, commit])))
  const upTo = (sha: string): readonly LoggedCommit[] => {
    const reached = new Set<string>()
    const pending = [sha]
    for (let current = pending.pop(); current !== undefined; current = pending.pop()) {
      if (reached.has(current)) continue
      reached.add(current)
      pending.push(...(bySha().get(current)?.parents ?? []))
    }
    return tip.commits().filter((commit) => reached.has(commit.sha))
  }
  return (sha) => ({ head: () => sha, whole: () => tip.whole(), commits: once(() => upTo(sha)) })
}

/** A way to a commit that is ready to be replayed. */
export interface PreparedHistory {
  /** How many commits change files that the protocols read. */
  readonly stateCommits: number
  replay(): Promise<RepositoryHistory>
}

/** Looks at the way to a commit, under the configuration that judges all of it. */
export async function prepareHistory(
  ports: HistoryPorts,
  protocols: LazyProtocols,
  settings: HistorySettings,
): Promise<PreparedHistory | { readonly problems: readonly Finding[] }> {
  const policy = await configurationOf(settings.configuration, protocols)
  if ('problems' in policy) return policy
  const { configuration } = policy
  const { tip, base } = settings
  const walk = await ports.walk(tip)
  const range = base === undefined ? undefined : await ports.beyond(base, tip)
  const allProtocols = withDeclared(protocols, configuration)
  const descriptors = enabledProtocols(allProtocols.descriptors, configuration, settings.protocols)
  const loaded = await allProtocols.load(discoveredOn(walk, descriptors, configuration))
  const allCodes = () => [conflictRule, ...grantRules, ...loaded.flatMap(({ rules }) => rules)].map(({ code }) => code)
  const requestedCodes = settings.codes === 'all' ? allCodes() : settings.codes
  const codes = new Set(requestedCodes.length > 0 ? requestedCodes : contradictionCodes(loaded))
  const logAt = ports.log && logsOf(ports.log)
  const { file: limit } = configuration.limits
  const startReplay = () =>
    replay({
      ...settings,
      walk,
      range,
      protocols: loaded,
      sections: configuration.protocols,
      severity: configuration.severity,
      context: (at, sha) => contextOf(configuration, at, { head: ports.commitTree(sha), log: logAt?.(sha) }),
      limit,
      codes,
      knownFindings: configuration.audit.known,
      filtered:
        requestedCodes.length > 0 || settings.protocols.length > 0 || settings.targets.length > 0 || settings.openOnly,
    })
  return {
    stateCommits: stateCommitsOf(walk, loaded, configuration.protocols),
    async replay() {
      const replaySteps = startReplay()
      const objects = ports.objects(limit)
      try {
        let step = replaySteps.next()
        while (step.done !== true) step = replaySteps.next(await objects.read(step.value))
        return step.value
      } finally {
        await objects.close()
      }
    },
  }
}

/** Replays the way to a commit under one configuration. */
export async function historyOf(
  ports: HistoryPorts,
  protocols: LazyProtocols,
  settings: HistorySettings,
): Promise<RepositoryHistory | { readonly problems: readonly Finding[] }> {
  const prepared = await prepareHistory(ports, protocols, settings)
  return 'problems' in prepared ? prepared : prepared.replay()
}
