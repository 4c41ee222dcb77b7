import { severities, type RuleCode } from './codes.ts'

/** A handover of the pipeline, how strictly it is looked at, and the codes that are about it. */
interface Handover {
  readonly name: string
  readonly strength: string
  readonly codes: RegExp
}

/** The eight handovers (handover protocol, "Stability summary"), and what concerns several of them. */
const handovers: readonly Handover[] = [
  { name: '1. brief → research', strength: 'strict at write, soft at read', codes: /^BRIEF_/ },
  { name: '2. research → plan', strength: 'soft: what drifts never blocks a plan', codes: /^RESEARCH_/ },
  { name: '3. architecture → plan', strength: 'discovery only: it belongs to others', codes: /^ARCH_/ },
  { name: '4. plan → execute', strength: 'strict at both ends', codes: /^(?:PLAN_|MANIFEST_)/ },
  { name: '5. progress.json (resume)', strength: 'shape, and readiness to resume', codes: /^PROGRESS_/ },
  { name: '6. review → plan', strength: 'strict at write, soft at read', codes: /^REVIEW_/ },
  {
    name: '7. session state',
    strength: 'required keys and status; other keys are tolerated',
    codes: /^(?:SESSION_STATE_|NEXT_SESSION_PROMPT_)/,
  },
  { name: '8. annotation → revision', strength: 'strict at write, soft at read', codes: /^ANNOTATION_/ },
  { name: 'all of them', strength: 'front matter, places, local files', codes: /^(?:FM_|PROJECT_|LEGACY_|LOCAL_)/ },
]

/** One row of the stability summary: the codes by how grave they are where the change touches them, and elsewhere. */
export interface StabilityRow {
  readonly name: string
  readonly strength: string
  readonly always: readonly RuleCode[]
  readonly softened: readonly RuleCode[]
  readonly advice: readonly RuleCode[]
}

const isOf = (severity: RegExp) => (code: RuleCode) => severity.test(severities[code])

/** The stability summary: every code once. */
export function stability(): readonly StabilityRow[] {
  const all = Object.keys(severities) as readonly RuleCode[]
  return handovers.map(({ name, strength, codes }) => {
    const own = all.filter((code) => codes.test(code))
    return {
      name,
      strength,
      always: own.filter(isOf(/^E\/E$/)),
      softened: own.filter(isOf(/^E\/[^E]$/)),
      advice: own.filter(isOf(/^[^E]/)),
    }
  })
}
