import { msg } from '../../../core/message.ts'
import { valueRule, currentHandoffs, type HandoffSubject, type PluginRules } from './subjects.ts'
import type { Fields, Handoff } from '../handoff/handoff.ts'
import type { Finding } from '../../../core/diagnostic.ts'
import { type Plan, type PlannedPhase, phaseNumber, stageOf, type Stages } from '../stages/stages.ts'
import { overParts } from '../../../kit/rules.ts'

/** From here on a plugin is built in phases; up to the other it is not; in between both are fine. */
const minPhasedComplexity = 3

const maxUnphasedComplexity = 2

/** What `phased_implementation` should be, and the evidence for it. */
export function phasedContradiction({
  complexity_score,
  phased_implementation,
  phase,
}: Fields): { readonly expected: boolean; readonly since: string } | undefined {
  const score = complexity_score.value
  if (phased_implementation.value === false) {
    if (phase.value !== undefined) return { expected: true, since: msg`${'phase'} is ${phase.value}` }
    if (score !== undefined && score >= minPhasedComplexity)
      return { expected: true, since: msg`${'complexity_score'} is ${score}` }
  }
  if (phased_implementation.value === true && score !== undefined && score <= maxUnphasedComplexity) {
    return { expected: false, since: msg`${'complexity_score'} is ${score}` }
  }
  return undefined
}

/** Whether the plan gives another score than the handoff has. */
export const hasOtherScore = ({ fields }: Handoff, { complexity }: Plan): boolean =>
  complexity !== undefined &&
  fields.complexity_score.value !== undefined &&
  fields.complexity_score.value !== complexity.value

/** What is wrong with the phases of a stage. */
interface Fault {
  readonly line: number
  readonly message: string
  readonly hint: string
}

/** The first of the phases of one stage that has another number than its place; -1 where none has. */
export const misnumberedIndex = (phases: readonly PlannedPhase[]): number =>
  phases.findIndex(({ phase }, index) => phaseNumber(phase) !== index + 1)

/** What is wrong with the phases of one stage, in order: the first thing and its line. */
function stageFaultOf(stage: number, phases: readonly PlannedPhase[], stages: Stages): Fault | undefined {
  const [firstPhase] = phases
  if (!firstPhase) return undefined
  if (stages.get(stage)?.phases === undefined) {
    return {
      line: firstPhase.line,
      message: msg`Unexpected ${`Phase ${firstPhase.phase}`}, expected phases only of stages that have some: stage ${stage} has none`,
      hint: msg`Number the phase after the stage that it belongs to, or plan stage ${stage} as a whole; then record the new checksum of the plan.`,
    }
  }
  const index = misnumberedIndex(phases)
  const misplacedPhase = phases[index]
  if (!misplacedPhase) return undefined
  return {
    line: misplacedPhase.line,
    message: msg`Unexpected ${`Phase ${misplacedPhase.phase}`}, expected ${`Phase ${stage}.${index + 1}`}`,
    hint: msg`Number the phases of stage ${stage} one after the other, beginning at ${`${stage}.1`}; then record the new checksum of the plan.`,
  }
}

/** What is wrong with the phases of a plan, whatever the form of the handoff. */
export function planFaults({ handoff, plugin, model: { stages } }: HandoffSubject): readonly Fault[] {
  if (handoff.fields.phased_implementation.value !== true) return []
  const { phases } = plugin.plan
  return [...new Set(phases.map(({ phase }) => stageOf(phase)))].flatMap((stage) => {
    const stagePhases = phases.filter(({ phase }) => stageOf(phase) === stage)
    return stageFaultOf(stage, stagePhases, stages) ?? []
  })
}

export const planRules: PluginRules = {
  name: 'plan',
  title: 'Complexity, phases and the plan',
  rules: [
    overParts(currentHandoffs, [
      valueRule('complexity_score', {
        code: 'PLUGIN_COMPLEXITY_INVALID',
        strict: 'error',
        soft: 'warning',
        summary: '`complexity_score` is not a number from 1 to 5.',
        why: 'The score decides whether a plugin is built in one pass or in phases.',
        repair: 'Write the number that the plan gives, without quotes; `null` only until stage 0 is complete.',
        expected: () => msg`a number from ${1} to ${5}`,
        hint: () => msg`Write the plan's score as a number, such as ${'complexity_score: 3.5'}.`,
      }),
      valueRule('phased_implementation', {
        code: 'PLUGIN_PHASED_INVALID',
        strict: 'error',
        soft: 'warning',
        summary: '`phased_implementation` is neither `true`, `false` nor `null`.',
        why: 'Whether a stage is one piece of work or several depends on it. In YAML 1.2 `yes` is a string like any other.',
        repair: 'Write `true` or `false` without quotes; `null` only until stage 0 is complete.',
        expected: () => msg`${'true'}, ${'false'} or ${'null'}`,
        hint: () => msg`Write ${'true'} or ${'false'} without quotes.`,
      }),
      {
        code: 'PLUGIN_PHASED_CONTRADICTION',
        strict: 'error',
        soft: 'warning',
        summary:
          '`phased_implementation` is `false` with a `complexity_score` of 3 or more or with a `phase`, or `true` with a score of 2 or less.',
        why: 'The score decides about phases. Where the two disagree, one agent builds a stage in one go while the next one waits for its first phase.',
        repair: 'Correct the one that is wrong; between 2 and 3 both are fine.',
        *check({ handoff: { fields } }) {
          const conflict = phasedContradiction(fields)
          if (!conflict) return
          yield {
            message: `${msg`Unexpected ${'phased_implementation'} ${fields.phased_implementation.written}, expected ${conflict.expected}`}, since ${conflict.since}`,
            hint: msg`Write ${`phased_implementation: ${conflict.expected}`}, or correct the other value.`,
            place: fields.phased_implementation.place,
          }
        },
      },
      {
        code: 'PLUGIN_PLAN_PHASES',
        strict: 'warning',
        soft: 'warning',
        summary:
          'The phases of the plan of a phased plugin have a gap, or belong to a stage that is never done in phases.',
        why: 'What the plan names is what gets built: a phase that was left out or misnumbered is never built.',
        repair:
          'Number the phases of each stage from 1 without gaps, and only those of stages that have phases. Then record the plan with `/checksums NAME`.',
        *check(subject): Iterable<Finding> {
          const { handoff, plugin } = subject
          if (handoff.legacy) return
          for (const { line, message, hint } of planFaults(subject))
            yield { message, hint, place: { path: plugin.plan.path, line }, concerns: [handoff.path] }
        },
      },
      {
        code: 'PLUGIN_PLAN_COMPLEXITY',
        strict: 'warning',
        soft: 'warning',
        summary: '`complexity_score` is not the number in the complexity line of the plan.',
        why: 'The score was taken from the plan. Where they differ, one of the two was changed without the other, and phases depend on it.',
        repair:
          'Write the score of the plan into the handoff, or correct the plan and record it with `/checksums NAME`.',
        *check({ handoff, plugin: { plan } }) {
          const { complexity_score: scoreField } = handoff.fields
          if (!plan.complexity || scoreField.value === undefined || !hasOtherScore(handoff, plan)) return
          yield {
            message: msg`Unexpected ${'complexity_score'} ${scoreField.value}, expected ${plan.complexity.value} as in the plan`,
            hint: msg`Write ${`complexity_score: ${plan.complexity.value}`}, or correct the plan and record its new checksum.`,
            place: scoreField.place,
            related: [{ path: plan.path, line: plan.complexity.line, message: 'The plan gives its score here' }],
          }
        },
      },
    ]),
  ],
}
