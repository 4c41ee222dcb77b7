import type { Finding } from '../../../../core/diagnostic.ts'
import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { phasedSample, sample, withContract } from '../../examples.ts'
import { targetId } from '../../facts.ts'
import type { PlannedPhase } from '../../plan.ts'
import { phaseNumber, stageOf, type Stages } from '../../stages.ts'
import type { HandoffSubject } from '../../subjects.ts'

/** What is wrong with the phases of a stage. */
interface Fault {
  readonly line: number
  readonly message: string
  readonly hint: string
}

/** What is wrong with the phases of one stage, in order: the first thing and its line. */
function fault(stage: number, phases: readonly PlannedPhase[], stages: Stages): Fault | undefined {
  const [first] = phases
  if (!first) return undefined
  if (stages.get(stage)?.phases === undefined) {
    return {
      line: first.line,
      message: msg`Unexpected ${`Phase ${first.phase}`}, expected phases only of stages that have some: stage ${stage} has none`,
      hint: msg`Number the phase after the stage that it belongs to, or plan stage ${stage} as a whole; then record the new checksum of the plan.`,
    }
  }
  const index = phases.findIndex(({ phase }, index) => phaseNumber(phase) !== index + 1)
  const gap = phases[index]
  if (!gap) return undefined
  return {
    line: gap.line,
    message: msg`Unexpected ${`Phase ${gap.phase}`}, expected ${`Phase ${stage}.${index + 1}`}`,
    hint: msg`Number the phases of stage ${stage} one after the other, beginning at ${`${stage}.1`}; then record the new checksum of the plan.`,
  }
}

const planned = (headings: string) => withContract(phasedSample, 'plan', `# Plan\n\nComplexity: 4.0\n\n## Phase 3.1: Gain\n${headings}`)

/** What is wrong with the phases of a plan, whatever the form of the handoff. */
export function planFaults({ handoff, plugin, model: { stages } }: HandoffSubject): readonly Fault[] {
  if (handoff.fields.phased_implementation.value !== true) return []
  const { phases } = plugin.plan
  return [...new Set(phases.map(({ phase }) => stageOf(phase)))].flatMap((stage) => {
    const own = phases.filter(({ phase }) => stageOf(phase) === stage)
    return fault(stage, own, stages) ?? []
  })
}

export const planPhases: Rule<HandoffSubject> = {
  code: 'PLUGIN_PLAN_PHASES',
  strict: 'warning',
  soft: 'warning',
  summary: 'The phases of the plan of a phased plugin have a gap, or belong to a stage that is never done in phases.',
  why: 'What the plan names is what gets built: a phase that was left out or misnumbered is left out for good.',
  repair:
    'Number the phases of each stage from 1 without gaps, and only those of stages that have phases. Then record the plan with `/checksums NAME`.',
  examples() {
    return {
      bad: [
        { about: 'a number left out', head: planned('## Phase 3.2: Smoothing\n## Phase 3.4: Meter\n') },
        { about: 'phases that do not begin at 1', head: planned('## Phase 3.2: Smoothing\n## Phase 4.2: Knob\n') },
        { about: 'a phase of the validation', head: planned('## Phase 3.2: Smoothing\n## Phase 5.1: Presets\n') },
      ],
      good: [
        {
          about: 'more than nine phases, in any order',
          head: planned([10, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => `## Phase 3.${number}\n`).join('')),
        },
        {
          about: 'a plugin that is not built in phases',
          head: withContract(sample, 'plan', '# Plan\n\nComplexity: 1.2\n\n## Phase 3.2: Smoothing\n## Phase 5.1: Presets\n'),
        },
      ],
    }
  },
  *check(subject): Iterable<Finding> {
    const { handoff, plugin } = subject
    if (handoff.legacy) return
    for (const { line, message, hint } of planFaults(subject))
      yield { message, hint, place: { path: plugin.plan.path, line }, target: targetId(plugin.name), concerns: [handoff.path] }
  },
}
