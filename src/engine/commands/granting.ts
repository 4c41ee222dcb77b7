import type { CommandDiagnostic, CommandFacts } from '../../core/command.ts'
import type { CommandName } from '../../core/command-names.ts'
import { isAgentName, isSameAgent, type Grant } from '../../core/grant.ts'
import { msg, visible } from '../../core/message.ts'
import type { Target } from '../../core/target.ts'
import { day, hour, minute } from '../../core/time.ts'
import { misused } from '../../kit/command.ts'
import { isOver } from '../../kit/stale.ts'
import type { Granting } from './planned.ts'
import { refusal } from './resolve.ts'
import type { Word } from './words.ts'

/** Which of these options a command takes. */
const taken: Readonly<Partial<Record<CommandName, readonly string[]>>> = {
  accept: ['agent', 'lease', 'takeover', 'refresh'],
  answer: ['agent', 'lease', 'takeover', 'refresh'],
  handback: ['agent'],
  review: ['agent'],
}

const flags: ReadonlySet<string> = new Set(['takeover', 'refresh'])

/** Who gives a command by name, and for how long control is given. */
export interface Naming {
  readonly agent: string | undefined
  /** In milliseconds. */
  readonly lease: number | undefined
  readonly takeover: boolean
  readonly refresh: boolean
  /** Whether anything names an agent or a time: then a grant is recorded. */
  readonly isNamed: boolean
}

interface Taken {
  readonly words: readonly Word[]
  readonly naming: Naming
}

type Refused = { readonly refused: readonly CommandDiagnostic[] }

const form = /^--(agent|lease|takeover|refresh)(?:=(.*))?$/is
const units: Readonly<Record<string, number>> = { m: minute, h: hour, d: day }

export const nobody: Naming = { agent: undefined, lease: undefined, takeover: false, refresh: false, isNamed: false }

function leaseOf(written: string, facts: CommandFacts): number | Refused {
  const [, amount = '', unit = ''] = /^(\d{1,6})([mhd])$/.exec(written) ?? []
  const lease = Number(amount) * (units[unit] ?? 0)
  if (lease > 0) return lease
  return { refused: misused(facts, msg`Unexpected lease ${written}, expected a duration such as ${'4h'}`).diagnostics }
}

const wrongName = (name: string): CommandDiagnostic =>
  refusal(
    'GRANT_NAME',
    msg`Unexpected agent ${name}, expected a name such as ${'dsp-agent'} or ${'dsp-agent/2'}`,
    'Each part is 1 to 64 letters, digits, `.`, `_` and `-`.',
  )

/** The name of an agent with the instance that the session gives it. */
const withInstance = (name: string, instance: string | undefined): string =>
  instance === undefined || name.includes('/') ? name : `${name}/${instance}`

const optionIn = ({ text, quoted }: Word) => (quoted ? [] : (form.exec(text) ?? []))
const reasons: ReadonlySet<string> = new Set(['success', 'error', 'question', 'qualified', 'failed'])

/** How many words an option takes that stands at a place; 0 where none does. */
function lengthAt(words: readonly Word[], at: number): number {
  const word = words[at]
  const [, name, attached] = word ? optionIn(word) : []
  if (name === undefined) return 0
  return attached !== undefined || flags.has(name.toLowerCase()) ? 1 : 2
}

/**
 * Where options may stand: of an accept anywhere; of a command with a text in front of that, behind the reason too, or at the end. Elsewhere
 * they are a part of the text.
 */
function reachOf(words: readonly Word[], { name }: CommandFacts): (at: number) => boolean {
  if (name === 'accept') return () => true
  let first = 0
  for (let length = 1; length > 0 && first < words.length; first += length) {
    length = lengthAt(words, first)
    if (length === 0 && reasons.has(words[first]?.text.toLowerCase() ?? '')) length = 1
  }
  let last = words.length
  for (;;) {
    const length = [1, 2].find((each) => lengthAt(words, last - each) === each)
    if (length === undefined) break
    last -= length
  }
  return (at) => at < first || at >= last
}

/**
 * Takes the options by which a command names an agent off the words behind its target, or says why they are none. An option that is the
 * command's own stays among its words.
 *
 * @param own the protocol's agent for the unit
 * @param isFolded whether the protocol looks names up without `@`, in small letters
 */
export function takeNaming(
  words: readonly Word[],
  facts: CommandFacts,
  granting: Granting | undefined,
  own: string | undefined,
  isFolded = false,
): Taken | Refused {
  const possible = taken[facts.name] ?? []
  if (possible.length === 0) return { words, naming: nobody }
  const given = new Map<string, string | true>()
  const rest: Word[] = []
  const reaches = reachOf(words, facts)
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Word
    const [, called = '', attached] = optionIn(word)
    const name = called.toLowerCase()
    if (!possible.includes(name) || !reaches(at)) {
      rest.push(word)
      continue
    }
    const isOwn = facts.ownOptions?.includes(name) === true
    if (isOwn) rest.push(word)
    if (flags.has(name)) {
      given.set(name, true)
      continue
    }
    const next = attached === undefined ? words[++at] : undefined
    if (isOwn && next) rest.push(next)
    const value = attached ?? next?.text ?? ''
    if (value.trim() === '' && !isOwn) return { refused: misused(facts, msg`Missing value of ${`--${name}`}`).diagnostics }
    if (given.has(name) && !isOwn) return { refused: misused(facts, msg`Unexpected second ${`--${name}`}, expected one`).diagnostics }
    given.set(name, value)
  }
  const isOwn = facts.ownOptions?.includes('agent') === true
  const written = given.get('agent') ?? granting?.agent
  const named = isFolded && typeof written === 'string' ? written.trim().replace(/^@/, '').toLowerCase() : written
  const instance = granting?.instance
  const agent =
    typeof named === 'string' ? withInstance(named, instance) : instance === undefined ? undefined : withInstance(own ?? 'agent', instance)
  if (agent !== undefined && !isOwn && !isAgentName(agent)) return { refused: [wrongName(agent)] }
  const lasts = given.get('lease')
  const lease = typeof lasts === 'string' ? leaseOf(lasts, facts) : undefined
  if (typeof lease === 'object') return lease
  return {
    words: rest,
    naming: {
      agent,
      lease,
      takeover: given.has('takeover'),
      refresh: given.has('refresh'),
      isNamed: agent !== undefined || lease !== undefined,
    },
  }
}

const toTheSecond = (milliseconds: number) => `${new Date(milliseconds).toISOString().slice(0, 'YYYY-MM-DDThh:mm:ss'.length)}Z`

/** The grant that a command gives; `undefined` where none is recorded. */
export function grantBy(
  { agent, lease, isNamed }: Naming,
  granting: Granting | undefined,
  { at, actor, own }: { readonly at: string; readonly actor: string; readonly own: string | undefined },
): Grant | undefined {
  if (!granting || granting.record === 'never' || (granting.record === 'named' && !isNamed)) return undefined
  const lasts = lease ?? (granting.lease === 'none' ? undefined : granting.lease)
  const since = Date.parse(at)
  const to = agent ?? own
  return {
    ...(to !== undefined && { agent: to }),
    ...(actor !== '' && { by: visible(actor) }),
    since: toTheSecond(since),
    ...(lasts !== undefined && { until: toTheSecond(since + lasts) }),
  }
}

/** A grant as it is when control is given to the same agent anew. */
export function renewedBy(
  naming: Naming,
  granting: Granting,
  grant: Grant,
  given: { readonly at: string; readonly actor: string; readonly own: string | undefined },
): Grant {
  const until = grantBy(naming, granting, given)?.until
  return { ...grant, ...(until === undefined ? { since: toTheSecond(Date.parse(given.at)) } : { until }) }
}

/** What a recorded grant makes of a command. */
export type Verdict =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'refused'; readonly diagnostic: CommandDiagnostic }
  /** Control stays where it is, with another grant. */
  | { readonly kind: 'regranted'; readonly warning?: CommandDiagnostic }

interface GrantQuery {
  readonly name: CommandName
  readonly naming: Naming
  readonly target: Target
  readonly at: string
  readonly granting: Granting
  /** What a command calls the target. */
  readonly called: string
}

const holding = (target: Target, grant: Grant): string => {
  const by = grant.by === undefined ? '' : msg`, given by ${grant.by}`
  const until = grant.until === undefined ? '' : msg`, until ${grant.until}`
  return `${msg`${grant.agent ?? 'an agent'} holds ${target.id} since ${grant.since}`}${by}${until}`
}

/** The verdict on a command about a target, by the target's recorded grant (docs/agents.md, "Grants"). */
export function verdictOf({ name, naming, target, at, granting, called }: GrantQuery): Verdict {
  const { grant, holder, id } = target
  const { agent } = naming
  const diagnosticOf = (code: 'GRANT_HELD' | 'GRANT_OTHER' | 'GRANT_TAKEN', message: string, hint?: string) => ({
    ...refusal(code, message, hint),
    target: id,
    place: grant?.place ?? { path: target.path },
  })
  if (name === 'review') {
    const isJudge = granting.separateDuties === true && agent !== undefined && target.attemptBy !== undefined
    if (!isJudge || !isSameAgent(target.attemptBy, agent)) return { kind: 'allowed' }
    const message = `Unexpected ${msg`${'/review'} by ${agent}`}: ${msg`${target.attemptBy} held the attempt of ${id}`}`
    const hint = 'The configuration keeps duties apart (`commands.separate-duties`): another agent has to give this command.'
    return { kind: 'refused', diagnostic: { ...refusal('COMMAND_DENIED', message, hint), target: id } }
  }
  if (holder !== 'agent' || grant?.agent === undefined || agent === undefined) return { kind: 'allowed' }
  const isOwn = isSameAgent(grant.agent, agent)
  if (name === 'handback') {
    if (isOwn) return { kind: 'allowed' }
    const hint = msg`Its work was taken over. ${`--agent ${grant.agent}`} hands back for the one that holds it.`
    return {
      kind: 'refused',
      diagnostic: diagnosticOf('GRANT_OTHER', `Unexpected handback ${msg`by ${agent}`}: ${holding(target, grant)}`, hint),
    }
  }
  if (name !== 'accept' && name !== 'answer') return { kind: 'allowed' }
  // An answer has a text of its own to write.
  if (isOwn) return naming.refresh && name === 'accept' && granting.record !== 'never' ? { kind: 'regranted' } : { kind: 'allowed' }
  const over = isOver(grant, at, granting.staleAfter)
  const message = holding(target, grant)
  if (naming.takeover && over && name === 'accept') {
    const taken: CommandDiagnostic = { ...diagnosticOf('GRANT_TAKEN', `Taken over: ${message}`), severity: 'warning' }
    return { kind: 'regranted', warning: taken }
  }
  const fix = `/accept ${called} --agent ${agent} --takeover`
  const hint = over ? undefined : msg`Choose other work, or end its grant first: ${`/handback ${called} error CANCELLED "…"`}.`
  return { kind: 'refused', diagnostic: { ...diagnosticOf('GRANT_HELD', message, hint), ...(over && { fix }) } }
}
