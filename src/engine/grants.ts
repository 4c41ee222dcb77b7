import type { Diagnostic, Finding, Level } from '../core/diagnostic.ts'
import { describeGrant, isSameGrant, type RecordedGrant } from '../core/grant.ts'
import { msg } from '../core/message.ts'
import type { Protocol, ProtocolName, Reading } from '../core/protocol.ts'
import type { Files, RuleFacts } from '../core/rule.ts'
import type { Target } from '../core/target.ts'
import type { View } from '../core/view.ts'
import { sign } from './checking/sign.ts'
import type { CheckRequest } from './checking/request.ts'

const stage = (grant: string): Files => ({
  'PLUGINS.md': '# Plugins\n\n| Plugin Name | Status |\n|---|---|\n| TinyGain | 🚧 Stage 0 |\n\n### TinyGain\n\n**Status:** 🚧 Stage 0\n',
  'plugins/TinyGain/.continue-here.md': [
    '---',
    'plugin: TinyGain',
    'stage: 0',
    'phase: null',
    'status: in_progress',
    'last_updated: 2026-02-04',
    'complexity_score: null',
    'phased_implementation: null',
    'orchestration_mode: true',
    'contract_checksums:',
    '  creative_brief: null',
    '  parameter_spec: null',
    '  architecture: null',
    '  plan: null',
    ...grant.split('\n').filter((line) => line !== ''),
    '---',
    '',
    '# Stage 0 In Progress',
    '',
    '## Current State: Stage 0 In Progress',
    '',
    '## Completed So Far',
    '',
    '## Next Steps',
    '',
    '## Build Artifacts',
    '',
    '## Testing Checklist',
    '',
    '## Context to Preserve',
    '',
  ].join('\n'),
})

const ideated: Files = {
  'PLUGINS.md': '# Plugins\n\n| Plugin Name | Status |\n|---|---|\n| TinyGain | 💡 Ideated |\n\n### TinyGain\n\n**Status:** 💡 Ideated\n',
}

const invalid: RuleFacts = {
  code: 'GRANT_INVALID',
  strict: 'warning',
  soft: 'notice',
  summary: 'The grant in a state file is invalid.',
  why: 'It counts as none, so that nothing keeps another agent from the same work.',
  repair: 'Write it as `agent`, `by`, `since` and `until`, or delete it: `/handback` and `/accept` write it anew.',
  examples() {
    return {
      bad: [
        { about: 'without its time', head: stage('grant:\n  agent: dsp-agent/2\n') },
        { about: 'an agent that is no valid name', head: stage('grant:\n  agent: "the best one"\n  since: 2026-02-04T09:00:00Z\n') },
        { about: 'a text', head: stage('grant: dsp-agent\n') },
      ],
      good: [{ about: 'a whole one', head: stage('grant:\n  agent: dsp-agent/2\n  by: octocat\n  since: 2026-02-04T09:00:00Z\n') }],
    }
  },
}

const over: RuleFacts = {
  code: 'GRANT_OVER',
  strict: 'warning',
  soft: 'warning',
  summary: 'The time for which control was given by name is over, and the work was not handed back.',
  why: 'Its agent has stopped without a word, or works longer than it was given: no other agent can take the work up meanwhile.',
  repair: 'Take it over with `/accept … --agent NAME --takeover`, or give it back with `/handback … error CANCELLED "…"`.',
  examples() {
    const until = (time: string) => stage(`grant:\n  agent: dsp-agent/2\n  since: 2026-02-04T05:00:00Z\n  until: 2026-02-04T${time}:00Z\n`)
    return {
      bad: [{ about: 'an hour ago', head: until('09:00'), staleAfter: 3_600_000 }],
      good: [
        { about: 'it goes on', head: until('11:00'), staleAfter: 3_600_000 },
        { about: 'only an audit looks at the time', head: until('09:00') },
      ],
    }
  },
}

const double: RuleFacts = {
  code: 'GRANT_DOUBLE',
  strict: 'error',
  soft: 'error',
  summary: 'Control of one target was given twice: on this branch, and on the branch that it is to be merged into.',
  why: 'Two agents do the same work without knowing of each other, and one of them in vain.',
  repair: 'End the later one on its branch: `/handback … error CANCELLED "granted twice"`.',
  examples() {
    const grant = (agent: string, time: string) => stage(`grant:\n  agent: ${agent}\n  since: 2026-02-04T${time}:00Z\n`)
    const [one, other] = [grant('research/1', '09:00'), grant('research/2', '09:30')]
    return {
      bad: [{ about: 'to two agents', head: other, base: ideated, tip: one }],
      good: [
        { about: 'the same grant on both', head: one, base: ideated, tip: one },
        { about: 'it was there when the branch began', head: other, base: one, tip: one },
      ],
    }
  },
}

/** The engine's rules about grants, for every protocol. */
export const grantRules: readonly RuleFacts[] = [invalid, over, double]

type Judging = Pick<CheckRequest, 'severity' | 'mode'>

function signed(rule: RuleFacts, finding: Finding, level: Level, protocol: ProtocolName, { severity }: Judging, touched: boolean) {
  const set = severity[rule.code] ?? level
  return set === 'off' ? [] : [sign(finding, { code: rule.code, severity: set, protocol, touched })]
}

/** The findings about an invalid grant and about one that is over. */
function findingsOf(
  { id, grant, invalidGrant, holder }: Target,
  { context }: Pick<CheckRequest, 'context'>,
): readonly (readonly [RuleFacts, Finding])[] {
  if (invalidGrant) {
    const { message, place } = invalidGrant
    return [[invalid, { message, place, target: id, hint: 'It counts as none.' }]]
  }
  if (!grant || holder !== 'agent' || !context.staleness || grant.until === undefined) return []
  if (Date.parse(context.at) < Date.parse(grant.until)) return []
  const message = msg`The grant of ${id} to ${grant.agent ?? 'an agent'} is over since ${grant.until}`
  const hint = msg`Take it over with ${'/accept'} and ${'--takeover'}, or hand it back for its agent.`
  return [[over, { message, place: grant.place, target: id, hint }]]
}

/** The findings about the grants of a protocol's targets. */
export const grantFindings = (
  { name }: Protocol,
  { targets }: Reading,
  request: Pick<CheckRequest, 'context'> & Judging,
  touched: (path: string) => boolean,
): readonly Diagnostic[] =>
  targets.flatMap((target) =>
    findingsOf(target, request).flatMap(([rule, finding]) => {
      const isTouched = touched(finding.place.path)
      const isStrict = request.mode === 'strict' || (request.mode === 'auto' && isTouched)
      return signed(rule, finding, isStrict ? rule.strict : rule.soft, name, request, isTouched)
    }),
  )

/** Whether a grant names its agent. */
const isNamed = (grant: RecordedGrant | undefined) => grant?.agent !== undefined

/**
 * The targets that the head holds and the base does not: only those may have been granted twice. One with parts is held while any of them
 * is, and never granted itself.
 */
export const grantedIn = (head: readonly Target[], base: readonly Target[]): readonly Target[] => {
  const held = new Set(base.filter(({ holder }) => holder === 'agent').map(({ id }) => id))
  const wholes = new Set(head.map(({ within }) => within))
  return head.filter(({ id, holder }) => holder === 'agent' && !held.has(id) && !wholes.has(id))
}

/** The targets of a protocol in a view. */
type Targets = (view: View, protocol: Protocol) => readonly Target[]

/** The targets that were granted on a branch and on the tip of its base, by different grants (docs/agents.md, "Grants"). */
export function doubleGrants(
  protocols: readonly Protocol[],
  { head, base, tip }: { readonly head: View; readonly base: View; readonly tip: View },
  targets: Targets,
  request: Judging,
): readonly Diagnostic[] {
  return protocols.flatMap((protocol) => {
    const there = new Map(targets(tip, protocol).map((target) => [target.id, target]))
    return grantedIn(targets(head, protocol), targets(base, protocol)).flatMap((target) => {
      const other = there.get(target.id)
      if (other?.holder !== 'agent') return []
      if (target.grant && other.grant && isSameGrant(target.grant, other.grant)) return []
      const both = isNamed(target.grant) && isNamed(other.grant)
      const [own, others] = [target, other].map(({ grant }) => (grant ? describeGrant(grant) : 'an agent without a name'))
      const finding: Finding = {
        message: msg`${target.id} is held by ${own ?? ''} here, and by ${others ?? ''} on the base`,
        hint: msg`End the later grant on its branch: ${`/handback ${target.id} error CANCELLED "granted twice"`}.`,
        place: target.grant?.place ?? { path: target.path },
        target: target.id,
        related: [{ ...(other.grant?.place ?? { path: other.path }), message: 'The grant on the base' }],
      }
      return signed(double, finding, both ? 'error' : 'warning', protocol.name, request, true)
    })
  })
}
