import type { Rule } from '../../../../core/rule.ts'
import { change, metricsPath, sample, sessionPath, statePath, state, print } from '../../examples.ts'
import { filesOf } from '../../model.ts'
import { about, type Compared } from '../../subjects.ts'

const written = (text: string) => change(sample, { [statePath]: text })

export const fileUnreadable: Rule<Compared> = {
  code: 'GOV_FILE_UNREADABLE',
  strict: 'error',
  soft: 'error',
  summary: 'A file is not UTF-8, has a NUL, is too large, is no JSON, too deep, or holds no keys and values.',
  why: 'The framework starts over where it cannot read its own state, and everything that stood there is lost.',
  repair: 'Bring back the last good version.',
  examples() {
    return {
      bad: [
        { about: 'a comment', head: written('{ /* none */ }\n') },
        { about: 'a comma too many', head: written('{ "version": "0.3.1", }\n') },
        { about: 'nothing', head: written('') },
        { about: 'a list', head: change(sample, { [metricsPath]: '[]\n' }) },
        { about: 'half a file', head: change(sample, { [sessionPath('ses_2')]: '{ "sessionId": "ses_2"' }) },
        { about: 'a NUL', head: written('{ "version": "0\u0000" }\n') },
        { about: 'too deep', head: written(`{ "deep": ${'['.repeat(64)}${']'.repeat(64)} }\n`) },
        { about: 'too large', head: written(`${print(state())}${' '.repeat(3000)}`), limit: 3000 },
      ],
      good: [
        { about: 'Windows line endings', head: written(print(state()).replaceAll('\n', '\r\n')) },
        { about: 'no final line break', head: written(print(state()).trimEnd()) },
      ],
    }
  },
  *check({ now }) {
    for (const { file, target } of filesOf(now))
      if (file.fault)
        yield { message: file.fault.message, hint: 'Bring back the last good version.', place: file.fault.place, ...about(target) }
  },
}
