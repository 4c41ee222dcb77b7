import type { Rule } from '../../../../core/rule.ts'
import { change, print, sample, state, statePath } from '../../examples.ts'
import { filesOf, isOldSession } from '../../model.ts'
import { about, type Compared } from '../../subjects.ts'

export const fileBom: Rule<Compared> = {
  code: 'GOV_BOM',
  strict: 'warning',
  soft: 'notice',
  summary: 'A file begins with a byte-order mark.',
  why: "The framework's own parser fails on it and starts over.",
  repair: 'Save the file as UTF-8 without a byte-order mark.',
  examples() {
    return {
      bad: [{ about: 'a mark', head: change(sample, { [statePath]: `\ufeff${print(state())}` }) }],
      good: [{ about: 'none', head: sample }],
    }
  },
  *check({ now }) {
    for (const { file, target } of filesOf(now)) {
      if (!file.marked || !file.data || isOldSession(now, file)) continue
      yield {
        message: 'Unexpected byte-order mark, expected plain UTF-8',
        hint: 'Save the file as UTF-8 without a byte-order mark.',
        place: { path: file.path, line: 1 },
        ...about(target),
      }
    }
  },
}
