import type { EdgeCases } from '../../examples-of.ts'
import { configurationPath } from '../../../src/engine/configuration/read.ts'
import { grant, grantUntil, ideated, stage } from '../../../src/engine/examples/general.ts'

const one = grant('research/1', '09:00')
const [held, unnamed] = [grantUntil('research/1', '08:00', '09:00'), stage('')]

/** Cases at the edges of rules, in addition to their examples. */
export const examples: EdgeCases = {
  CONFIG_INVALID: {
    bad: {
      'state in a folder that no command writes to': {
        [configurationPath]: 'protocols:\n  plugin: { root: .github/plugins }\n',
      },
      'a key twice': { [configurationPath]: 'mode: auto\nmode: strict\n' },
    },
  },
  GRANT_INVALID: { bad: { 'a text': stage('grant: dsp-agent\n') } },
  GRANT_DOUBLE: {
    good: {
      'the same grant on both sides of a merge': {
        head: one,
        base: ideated,
        merged: { parents: [one, one], base: ideated },
      },
    },
  },
  GRANT_CHANGED: {
    bad: {
      'a grant of work that was held without one': { base: unnamed, head: held },
      'an agent that took over too early': { base: held, head: grantUntil('research/2', '08:30'), level: 'warning' },
    },
    good: { granted: { base: ideated, head: held } },
  },
}
