import { isSameGrant, type Claim } from '../../core/grant.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import { shellWord, visibleLine } from '../../core/message.ts'
import type { Tree } from '../../core/view.ts'
import { configurationPath } from '../../engine/configuration/read.ts'
import type { HookCall } from '../../engine/installation/agents/hook.ts'
import { pathFilter } from '../../documents/selection.ts'
import { cutToSize, sizeOf } from '../../render/fit.ts'
import { plainText } from '../../render/plain.ts'
import type { Sources } from '../validate/check.ts'
import { enabledProtocols, selectionOf, withDeclared, type LazyProtocols } from '../validate/discovery.ts'
import type { ClaimPort } from './claims.ts'
import type { NextSettings } from './next.ts'
import { configurationOf } from '../validate/policy.ts'

export interface HookSettings {
  /** The time of the event, ISO 8601. */
  readonly at: string
  /** How the reader writes a command of comments. */
  spell(command: string): string
}

// In bytes; an agent reads it at every start and edit, and a token has three bytes or more.
const maxLength = { start: 600, edit: 450 }
const maxActions = 3
const maxErrors = 3

/** The answer at the start of a session: the next actions, the most urgent first; `undefined`: there are none. */
export async function atStart(
  sources: Sources,
  protocols: LazyProtocols,
  { at, agent, claims, spell }: HookSettings & Pick<NextSettings, 'agent' | 'claims'>,
): Promise<string | undefined> {
  const [{ next }, { nextText }] = await Promise.all([import('./next.ts'), import('../../render/next.ts')])
  const nextResult = await next(sources, protocols, { at, agent, claims, limit: maxActions, protocols: [] })
  if ('problems' in nextResult) return undefined
  const actions = nextResult.actions
    .filter((action) => action.do !== 'wait')
    .map((action) => ({ ...action, ...(action.run !== undefined && { run: spell(action.run) }) }))
  const [first] = actions
  if (!first) return undefined
  for (let count = actions.length; count > 0; count--) {
    const text = nextText({
      ...nextResult,
      actions: actions.slice(0, count),
      more: [...actions.slice(count), ...nextResult.more],
    }).trimEnd()
    if (sizeOf(text) <= maxLength.start) return text
  }
  const lines = nextText({ ...nextResult, actions: [{ ...first, read: [], needs: [] }], more: [] })
    .trimEnd()
    .split('\n')
  return lines.map((line) => cutToSize(line, Math.floor(maxLength.start / lines.length) - 1)).join('\n')
}

const describeError = ({ code, path, line, message, fix }: Diagnostic, spell: HookSettings['spell']): string =>
  plainText(
    `${code} ${path}${line === undefined ? '' : `:${line}`}: ${message}.${fix === undefined ? '' : ` Fix: ${spell(fix)}`}`,
  )

/**
 * The answer after an edit: errors in the state files among the edited ones, or in what contradicts one; `undefined`:
 * there are none. Without state files no protocol is loaded.
 */
export async function afterEdit(
  sources: Sources,
  protocols: LazyProtocols,
  { at, paths, spell }: HookSettings & { readonly paths: readonly string[] },
): Promise<string | undefined> {
  const policy = await configurationOf({ tree: sources.policy, path: configurationPath }, protocols)
  if ('problems' in policy) return undefined
  const { configuration } = policy
  const { selectors } = selectionOf(
    enabledProtocols(withDeclared(protocols, configuration).descriptors, configuration),
    configuration,
  )
  const filter = pathFilter(selectors.filter(({ beside }) => beside !== true))
  const statePaths = paths.filter((path) => filter.level(path, 'file') !== undefined)
  if (statePaths.length === 0) return undefined
  const settings = {
    failOnDefault: 'error',
    allowEmpty: true,
    protocols: [],
    paths: statePaths,
    targets: [],
    at,
    notes: [],
  } as const
  const { checkSources } = await import('../validate/check.ts')
  const { report } = await checkSources(sources, protocols, settings)
  const isInEditedFile = ({ path, related = [] }: Diagnostic) =>
    [path, ...related.map((place) => place.path)].some((candidate) => statePaths.includes(candidate))
  const errors = report.diagnostics
    .filter((diagnostic) => diagnostic.severity === 'error' && isInEditedFile(diagnostic))
    .slice(0, maxErrors)
  const lines = errors.map((error) =>
    cutToSize(describeError(error, spell), Math.floor(maxLength.edit / errors.length) - 1),
  )
  return lines.length === 0 ? undefined : lines.join('\n')
}

/** A grant that a session holds. */
interface HeldGrant {
  readonly target: string
  /** In words. */
  readonly state: string
  /** The command that returns control. */
  readonly run: string
}

/** The role of an agent, without regard to case: some protocols write names in lower-case letters. */
const roleOf = (name: string) => name.split('/', 1)[0]?.toLowerCase()

/** Whether a claim is of the session that ends, or of the subagent that does, which was not reminded of it yet. */
const isClaimOf =
  ({ session, agent }: Pick<HookCall, 'session' | 'agent'>) =>
  (claim: Claim): boolean =>
    claim.session === session &&
    claim.reminded !== true &&
    (agent === undefined || roleOf(claim.grant?.agent ?? '') === agent.toLowerCase())

/** The files of another worktree, by its own configuration. */
const sourcesIn = (head: Tree): Sources => ({ head, policy: head })

/**
 * The grant that a session holds still, by its claims in all worktrees of the clone. A grant that went to another agent
 * since is none of it.
 */
async function findHeldGrant(
  call: HookCall,
  claims: ClaimPort,
  sources: Sources,
  protocols: LazyProtocols,
  { at, spell }: HookSettings,
): Promise<{ readonly claim: Claim; readonly grant: HeldGrant } | undefined> {
  const candidates = claims.all().filter(isClaimOf(call))
  if (candidates.length === 0) return undefined
  const { next } = await import('./next.ts')
  for (const claim of candidates) {
    const isHere = claim.worktree === claims.worktree
    const worktreeSources = isHere ? sources : sourcesIn(claims.tree(claim.worktree))
    const nextResult = await next(worktreeSources, protocols, { at, limit: 1, protocols: [], target: claim.target })
    const [action] = 'problems' in nextResult ? [] : nextResult.actions
    const isHeld = action?.do === 'work' || action?.do === 'finish'
    if (!isHeld || action.run === undefined) continue
    if (claim.grant && (!action.grant || !isSameGrant(claim.grant, action.grant))) continue
    const rootOption = isHere ? '' : ` --root ${shellWord(claims.folderIn(claim.worktree))}`
    return { claim, grant: { target: action.target, state: action.state, run: spell(action.run) + rootOption } }
  }
  return undefined
}

/**
 * The answer to an agent that ends its work while it holds a target: once for each grant, and never while it goes on
 * because of us.
 */
export async function atStop(
  call: HookCall,
  claims: ClaimPort | undefined,
  sources: Sources,
  protocols: LazyProtocols,
  settings: HookSettings,
): Promise<string | undefined> {
  if (call.isGoingOn || call.session === undefined || !claims) return undefined
  const heldGrant = await findHeldGrant(call, claims, sources, protocols, settings)
  if (!heldGrant) return undefined
  const { claim, grant } = heldGrant
  // If it cannot be noted, it would be reported at every end.
  if ((await claims.take({ ...claim, reminded: true }, claim)) !== 'taken') return undefined
  return plainText(`You hold ${grant.target} (${visibleLine(grant.state)}). ${grant.run}`)
}
