import { usageCode } from '../../core/command.ts'
import { msg } from '../../core/message.ts'
import type { Protocol, ProtocolName } from '../../core/protocol.ts'
import { escapeGlob } from '../../documents/glob.ts'
import { refusedAnswer } from '../../engine/commands/answer.ts'
import { refusedBatch, type Plan } from '../../engine/commands/plan.ts'
import { create, type CreateRequest } from '../../engine/create.ts'
import { hasLine, ignorePath, localReason } from '../../engine/installation/lines.ts'
import { nextActions } from '../../engine/next.ts'
import { type Sources } from '../validate/check.ts'
import { policyIn } from '../validate/policy-in.ts'
import { openProtocols, type LazyProtocols } from '../validate/discovery.ts'
import { contextOf } from '../validate/policy.ts'
import { withPast } from './past.ts'
import { grantingBy, writeWithClaims, type RunResult, type RunPorts, type RunSettings } from './run.ts'

const ignoreLimit = 1024 * 1024

/** The plan, with the next action on the target that it makes. */
export async function withNextName(
  plan: Plan,
  request: Omit<CreateRequest, 'isTaken'>,
  isIgnored = true,
): Promise<Plan> {
  const [result] = plan.results
  const target = result?.target
  if (!result || target === undefined || result.outcome !== 'changed') return plan
  const protocols = [...new Set([...request.protocols, request.protocol])]
  const { actions } = await withPast(
    () => Promise.resolve(undefined),
    (history) => () => nextActions({ ...request, protocols, head: plan.after, history, limit: 1, targets: [target] }),
  )
  const [action] = actions
  const { ignore } = request.protocol.leftovers ?? {}
  const drafts = (result.extra?.['drafts'] ?? []) as readonly string[]
  const parts = [
    ...(drafts.length === 0 ? [] : [`Fill in ${drafts.map((path) => msg`${path}`).join(', ')}.`]),
    ...(ignore === undefined || isIgnored ? [] : [`${msg`Add ${ignore} to ${ignorePath}`}: ${localReason}.`]),
    ...(action?.run === undefined ? [] : [msg`Next: ${action.run}`]),
  ]
  return {
    ...plan,
    results: [
      {
        ...result,
        reply: [result.reply, parts.join(' ')].filter(Boolean).join('\n'),
        extra: { ...result.extra, ...(action && { next: action }) },
      },
    ],
  }
}

/** Whether git ignores the files that a protocol keeps on one machine alone, by whichever of its files of patterns. */
async function isIgnoredIn(
  { head }: Sources,
  { leftovers, local }: Protocol,
  section: unknown,
  { ignored }: Pick<RunPorts, 'ignored'>,
): Promise<boolean> {
  if (!leftovers) return true
  const view = await head.open({ selectors: [{ glob: ignorePath, level: 'text' }], limit: ignoreLimit })
  if (hasLine(view, ignorePath, leftovers.ignore)) return true
  const paths = local(section)
  const ignoredPaths = await ignored?.(paths)
  return ignoredPaths !== undefined && paths.every((path) => ignoredPaths.has(path))
}

/** Makes the first files of a target in the working tree, and names the next action on it. */
export async function makeNew(
  name: ProtocolName,
  words: readonly string[],
  sources: Sources,
  protocols: LazyProtocols,
  { at, actor, dryRun, naming }: RunSettings,
  ports: Pick<RunPorts, 'write' | 'draftCommit' | 'claims' | 'unsaved' | 'ignored'>,
): Promise<RunResult> {
  const policy = await policyIn(sources, protocols)
  if ('problems' in policy) return policy
  const { configuration } = policy
  const context = contextOf(configuration, at, sources)
  const trees = { head: sources.head }
  const {
    head,
    descriptors,
    protocols: loaded,
    selection,
  } = await openProtocols(protocols, { trees, configuration, context, also: [name] })
  const { protocols: sections, severity } = configuration
  const granting = grantingBy(configuration, naming)
  const protocol = loaded.find((candidate) => candidate.name === name)
  const base = {
    head,
    context,
    protocols: loaded,
    descriptors,
    sections,
    severity,
    actor,
    granting,
    local: true,
    words,
  }
  if (!protocol) {
    const message = msg`Unexpected protocol ${name}, which the configuration switches off`
    const answer = refusedAnswer([{ code: usageCode, severity: 'error', message, place: { path: '.' } }])
    const results = [{ ...refusedBatch({ ...base, maxCommands: 1 }, answer), command: `new ${name}` }]
    return {
      plan: { outcome: 'refused', results, changes: new Map(), after: head, headDigests: new Map() },
      head,
      nearMisses: [],
    }
  }
  const request = { ...base, protocol }
  const isSeen = (path: string) => head.entry(path) !== undefined
  const firstPlan = create({ ...request, isTaken: isSeen })
  // Files that no protocol reads may exist at these paths.
  const selectors = [...firstPlan.changes.keys()].map((path) => ({ glob: escapeGlob(path), level: 'name' as const }))
  const existingView = await sources.head.open({ selectors, limit: selection.limit })
  const isTaken = (path: string) => existingView.entry(path) !== undefined
  const freePlan = [...firstPlan.changes.keys()].some((path) => isTaken(path) && !isSeen(path))
    ? create({ ...request, isTaken })
    : firstPlan
  const planned = await withNextName(freePlan, request, await isIgnoredIn(sources, protocol, sections[name], ports))
  const plan = await writeWithClaims(planned, head, ports, { protocols, configuration, context, selection, at }, dryRun)
  return { plan, head, nearMisses: [] }
}
