import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import {
  change,
  compaction,
  emptySample,
  inSession,
  metrics,
  metricsPath,
  session,
  sessionPath,
  stall,
  stallPath,
  ways,
} from '../../examples.ts'
import { about, type SessionSubject } from '../../subjects.ts'

const addedWith = (phase: string) =>
  change(emptySample, { [sessionPath()]: session(ways.beginning, { phase }), [stallPath()]: stall(), [metricsPath]: metrics() })

export const phaseMismatch: Rule<SessionSubject> = {
  code: 'GOV_PHASE_MISMATCH',
  strict: 'warning',
  soft: 'warning',
  summary: 'A session that the change adds has another `phase` than the state file.',
  why: 'A session is started in the phase in which the project is (S1-R03).',
  repair: 'Write the phase of the state file.',
  examples() {
    return {
      bad: [{ about: 'another phase', base: emptySample, head: addedWith('plan') }],
      good: [
        { about: 'the same', base: emptySample, head: addedWith('build') },
        {
          about: 'it is older',
          base: inSession(ways.working, { phase: 'plan' }),
          head: inSession([...ways.working, ['compacted', '08:30']], { ...compaction(), phase: 'plan' }),
        },
      ],
    }
  },
  *check({ session: { file, target }, before, compared, model }) {
    const [phase, expected] = [file.text('phase'), model.state.phase]
    if (!compared || before || phase === undefined || expected === undefined || phase === expected) return
    yield {
      message: msg`Unexpected phase ${phase}, expected ${expected} as the state file says`,
      hint: 'Write the phase of the state file.',
      place: file.place('phase'),
      ...about(target),
    }
  },
}
