import { commentWithLines } from '../../engine/commands/grammar.ts'
import type { DefaultBranchReader } from '../../core/host/host.ts'
import type { Clock, WithHost, PolicySource } from '../ports.ts'
import { isReservedPath } from '../../core/configured-paths.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import { msg } from '../../core/message.ts'
import { entriesOf } from '../../engine/commands/entries.ts'
import { otherConfiguration } from '../../engine/configuration/read.ts'
import { commitMessage } from '../../engine/commands/ledger.ts'
import type { Plan } from '../../engine/commands/plan.ts'
import { digestOf } from '../../documents/digest.ts'
import { bytesOf } from '../../engine/overlay.ts'
import { aboutConfiguration, nameFor } from '../../render/configured.ts'
import { code, prose } from '../../render/inline.ts'
import { runCommands } from '../command/run.ts'
import { keepPullRequest, type PullRequestPorts, type ManagedPullRequestState } from '../managed-pull-request.ts'

/** The branch of the pull request with the safe repairs: for a configuration other than the default, one of its own. */
const branchFor = (configuration: string | undefined): string =>
  configuration === undefined
    ? 'baton/audit-fix'
    : `baton/audit-fix-${digestOf(bytesOf(configuration)).sha256.slice(0, 12)}`

/** The state of the pull request, or why nothing is repaired: the refusals, or a configuration that cannot be read. */
export type RepairResult = ManagedPullRequestState | { readonly end: 'refused'; readonly why: readonly string[] }

/** How many files are named. */
const maxFiles = 20

/** The text of the pull request. It depends on its changes alone, so that it is rewritten only when they change. */
function textOf({ results, changes }: Plan, base: string, configuration: string | undefined): string {
  const paths = [...changes.keys()].toSorted()
  const moreLine = paths.length > maxFiles ? [`- and ${paths.length - maxFiles} more`] : []
  return [
    `${aboutConfiguration(configuration)}${prose(
      msg`These are the safe repairs of what an audit found on ${base}: for each of them there is only one possible fix.`,
    )}`,
    ...results.map(({ reply }) => reply.trim()),
    [...paths.slice(0, maxFiles).map((path) => `- ${code(path)}`), ...moreLine].join('\n'),
    prose('It is kept up to date until it is merged. If you close it, the same is not proposed again.'),
    '',
  ].join('\n\n')
}

const reason = ({ message, hint }: Pick<Diagnostic, 'message' | 'hint'>) =>
  hint === undefined ? message : `${message}. ${hint}`

/** How often it is planned again where the branch moves meanwhile. */
const attempts = 3

/** Plans what `/fix` does on the tip of the default branch, and keeps one pull request with it. */
async function repairAt(
  ports: Clock & PolicySource & PullRequestPorts & WithHost<DefaultBranchReader>,
  base: { readonly branch: string; readonly tip: string },
): Promise<RepairResult> {
  const { host, protocolRegistry, configuration } = ports
  const tree = host.commitTree(base.tip)
  const namedConfiguration = configuration === undefined ? {} : { named: { tree, path: configuration } }
  const runResult = await runCommands(
    { comment: commentWithLines('/baton fix') },
    { head: tree, policy: tree, ...namedConfiguration },
    protocolRegistry,
    { at: ports.now(), actor: host.ownLogin, dryRun: false },
    { sha: () => Promise.resolve(base.tip), past: () => Promise.resolve(undefined), write: () => undefined },
  )
  if ('problems' in runResult) return { end: 'refused', why: runResult.problems.map(reason) }
  if (!('plan' in runResult)) return { end: 'absent' }
  const { plan } = runResult
  if (plan.outcome === 'refused')
    return { end: 'refused', why: plan.results.flatMap(({ diagnostics }) => diagnostics.map(reason)) }
  const reservedPath = [...plan.changes.keys()].find(isReservedPath)
  if (reservedPath !== undefined)
    return { end: 'refused', why: [msg`Repairs never write to ${reservedPath}, below ${'.git'} or ${'.github'}.`] }
  const message = commitMessage(plan.results.flatMap((result) => entriesOf(result, host.ownLogin)))
  const other = otherConfiguration(configuration)
  const words = {
    title: nameFor('baton: safe repairs', other),
    text: textOf(plan, base.branch, other),
    message,
  }
  return keepPullRequest(ports, { branch: branchFor(other), base, changes: plan.changes, ...words })
}

/**
 * Keeps one pull request up to date with the safe repairs of the default branch (docs/action.md, `audit-fix`): what
 * `/fix` would do there. It is closed where nothing is left to repair.
 *
 * @throws Fault where GitHub does not answer
 */
export async function auditFix(
  ports: Clock & PolicySource & PullRequestPorts & WithHost<DefaultBranchReader>,
): Promise<RepairResult> {
  for (let attempt = 1; ; attempt++) {
    const repository = await ports.host.defaultBranch()
    if (!repository) return { end: 'absent' }
    const result = await repairAt(ports, { branch: repository.defaultBranch, tip: repository.defaultTip })
    if (result.end !== 'moved' || attempt === attempts) return result
    await ports.pause(500 * 2 ** attempt)
  }
}
