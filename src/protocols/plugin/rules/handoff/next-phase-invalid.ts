import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { inHandoff, inProgressSample, phasedSample, sample, withContract, withStatus, workingSample } from '../../examples.ts'
import { targetId } from '../../facts.ts'
import type { HandoffSubject } from '../../subjects.ts'
import { followingPhases } from './following.ts'

const silent = withContract(phasedSample, 'plan', '# Plan\n\nComplexity: 4.0\n')

/** The phased plugin with the last phase of its audio engine complete. */
const lastPhase = (next: string) =>
  withStatus(
    inHandoff(
      phasedSample,
      ['phase: "3.1"', 'phase: "3.2"'],
      ['continue_dsp_phase_3.2\nnext_phase: "3.2"', `invoke_gui_agent\nnext_phase: ${next}`],
    ),
    '🚧 Stage 3.1',
    '🚧 Stage 3.2',
  )

const next = (written: string) => inHandoff(phasedSample, ['next_phase: "3.2"', `next_phase: ${written}`])

/** What there is to write: while work is in progress nothing follows yet. */
function hintFor(expected: readonly (string | null)[] = [null]): string {
  const lines = expected.map((phase) => `next_phase: ${phase === null ? 'null' : `"${phase}"`}`)
  return lines.length === 1 ? msg`Write ${lines}.` : msg`Write one of ${lines}: the phase that follows, or none.`
}

export const nextPhaseInvalid: Rule<HandoffSubject> = {
  code: 'PLUGIN_NEXT_PHASE_INVALID',
  strict: 'error',
  soft: 'warning',
  summary: '`next_phase` is no phase, or work is complete and it is not the phase that follows.',
  why: 'Where the plan names no phases this key alone says whether a stage goes on: a wrong one closes it too early, or leaves a phase out.',
  repair: 'Write the phase that follows, such as `"3.2"`, or `null` where none does.',
  examples() {
    return {
      bad: [
        { about: 'a number without a stage', head: next('2') },
        { about: 'no phase while work is in progress', head: inHandoff(inProgressSample, ['next_phase: null', 'next_phase: soon']) },
        { about: 'not the next one of the plan', head: next('"3.3"') },
        { about: 'null, though the plan names another phase', head: next('null') },
        {
          about: 'a number left out, where the plan is silent',
          head: inHandoff(silent, ['_3.2\nnext_phase: "3.2"', '_3.3\nnext_phase: "3.3"']),
        },
        { about: 'the second phase of the next stage', head: lastPhase('"4.2"') },
        { about: 'a phase of a plugin that has none', head: inHandoff(sample, ['next_phase: null', 'next_phase: "3.1"']) },
        { about: 'a phase, though everything is done', head: inHandoff(workingSample, ['next_phase: null', 'next_phase: "5.1"']) },
      ],
      good: [
        { about: 'the next one, without quotes', head: next('3.2') },
        { about: 'null behind the last phase', head: lastPhase('null') },
        { about: 'the first phase of the next stage', head: lastPhase('"4.1"') },
        {
          about: 'the stage ends here, as far as a silent plan goes',
          head: inHandoff(silent, ['continue_dsp_phase_3.2\nnext_phase: "3.2"', 'invoke_gui_agent\nnext_phase: null']),
        },
        { about: 'no such key', head: inHandoff(phasedSample, ['next_phase: "3.2"\n', '']) },
      ],
    }
  },
  *check(subject) {
    const { handoff, plugin } = subject
    const { state, value = null, written, place } = handoff.fields.next_phase
    if (state === 'absent' || plugin.state.kind === 'unknown') return
    const expected = followingPhases(subject)
    if (state !== 'wrong' && (expected?.includes(value) ?? true)) return
    yield {
      message: `${msg`Unexpected ${'next_phase'} ${written}`}, expected ${expected ? msg`${expected.map(String)}` : msg`${null} or a phase such as ${'"3.2"'}`}`,
      hint: hintFor(expected),
      place,
      target: targetId(plugin.name),
      ...(plugin.phases.decided && { concerns: [plugin.plan.path] }),
    }
  },
}
