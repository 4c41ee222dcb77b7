import type { EdgeCases } from '../../../examples-of.ts'
import {
  change,
  metricsPath,
  print,
  sample,
  sessionPath,
  state,
  statePath,
} from '../../../../src/protocols/governance/examples.ts'

const written = (text: string) => change(sample, { [statePath]: text })

/** Cases at the edges of the rules of `files.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  GOV_FILE_UNREADABLE: {
    bad: {
      nothing: written(''),
      'a list': change(sample, { [metricsPath]: '[]\n' }),
      'half a file': change(sample, { [sessionPath('ses_2')]: '{ "sessionId": "ses_2"' }),
      'a NUL': written('{ "version": "0\u0000" }\n'),
      'too deep': written(`{ "deep": ${'['.repeat(64)}${']'.repeat(64)} }\n`),
      'too large': { head: written(`${print(state())}${' '.repeat(3000)}`), limit: 3000 },
    },
  },
  GOV_DUPLICATE_KEY: {
    bad: {
      'in an anchor': change(sample, {
        [statePath]: print(state()).replace('"priority"', '"priority": "low",\n      "priority"'),
      }),
    },
  },
}
