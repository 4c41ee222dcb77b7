import type { RuleFacts } from '../../src/core/rule.ts'
import { rules } from '../../src/protocols/handover/rules/index.ts'

/**
 * A handover of the pipeline, how strictly it is looked at, who writes its files, what may go wrong, and the codes that
 * are about it.
 */
interface Handover {
  readonly name: string
  readonly strength: string
  readonly owner: string
  readonly risk: string
  readonly codes: RegExp
}

const owner = 'the pipeline'

/** The eight handovers (the specification, "Stability summary"), and what concerns several of them. */
const handovers: readonly Handover[] = [
  { name: '1. brief → research', strength: 'strict at write, soft at read', owner, risk: 'low', codes: /^BRIEF_/ },
  {
    name: '2. research → plan',
    strength: 'soft: what drifts never blocks a plan',
    owner,
    risk: 'low',
    codes: /^RESEARCH_/,
  },
  {
    name: '3. architecture → plan',
    strength: 'discovery only',
    owner: 'another plugin',
    risk: 'low: drift is tolerated by design',
    codes: /^ARCH_/,
  },
  {
    name: '4. plan → execute',
    strength: 'strict at both ends',
    owner,
    risk: 'medium: plans drift from steps to narrative',
    codes: /^(?:PLAN_|MANIFEST_)/,
  },
  {
    name: '5. progress.json (resume)',
    strength: 'shape, and readiness to resume',
    owner,
    risk: 'medium: git gets ahead of the record',
    codes: /^PROGRESS_/,
  },
  {
    name: '6. review → plan',
    strength: 'strict at write, soft at read',
    owner,
    risk: 'low: a plan without `source_findings` is fine',
    codes: /^REVIEW_/,
  },
  {
    name: '7. session state',
    strength: 'required keys and status; other keys are tolerated',
    owner,
    risk: 'low: readers tolerate keys that they do not know',
    codes: /^(?:SESSION_STATE_|NEXT_SESSION_PROMPT_)/,
  },
  {
    name: '8. annotation → revision',
    strength: 'strict at write, soft at read',
    owner,
    risk: 'low: files without the four keys are revision 0',
    codes: /^ANNOTATION_/,
  },
  {
    name: 'all of them',
    strength: 'front matter, places, local files',
    owner: 'every writer',
    risk: 'low',
    codes: /^(?:FM_|PROJECT_|LEGACY_|LOCAL_)/,
  },
]

/** One row of the stability summary: the codes by how severe they are where the change touches them, and elsewhere. */
export interface StabilityRow extends Omit<Handover, 'codes'> {
  readonly always: readonly string[]
  readonly softened: readonly string[]
  readonly advice: readonly string[]
}

const codesOf = (all: readonly RuleFacts[], isOne: (rule: RuleFacts) => boolean) =>
  all.filter(isOne).map(({ code }) => code)

/** The stability summary: every code once. */
export function stability(): readonly StabilityRow[] {
  return handovers.map(({ codes, ...row }) => {
    const own = rules.filter(({ code }) => codes.test(code))
    return {
      ...row,
      always: codesOf(own, ({ strict, soft }) => strict === 'error' && soft === 'error'),
      softened: codesOf(own, ({ strict, soft }) => strict === 'error' && soft !== 'error'),
      advice: codesOf(own, ({ strict }) => strict !== 'error'),
    }
  })
}
