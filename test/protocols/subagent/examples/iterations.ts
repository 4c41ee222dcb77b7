import type { EdgeCases } from '../../../examples-of.ts'
import { change, inSession, iteratedSample } from '../../../../src/protocols/subagent/examples.ts'

const metadata = inSession('metadata.yaml')
const edited = (...edits: readonly (readonly [string, string])[]) => change(iteratedSample, { [metadata]: edits })
const signal = inSession('signals/inputs/signal-1.yaml')

/** Cases at the edges of the rules of `iterations.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  SUBAGENT_METADATA_FIELD: {
    bad: {
      'a day': edited(['2026-01-31T15:00:00Z', '2026-01-31']),
      'an unknown status': edited(['in_progress', 'going']),
      'an iteration as text': edited(['iteration: 2', 'iteration: "2"']),
    },
  },
  SUBAGENT_SIGNAL: {
    bad: {
      'an unknown target': change(iteratedSample, { [signal]: [['message', 'target: Everybody\nmessage']] }),
      'half an iteration': change(iteratedSample, { [signal]: [['message', 'iteration: 1.5\nmessage']] }),
      'processed without an outcome': {
        ...iteratedSample,
        [inSession('signals/processed/signal-0.yaml')]: 'type: INFO\nmessage: Well done.\n',
      },
    },
  },
}
