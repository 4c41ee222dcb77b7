import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { inRegistry, sample, sampleRow } from '../../examples.ts'
import { targetId } from '../../facts.ts'
import type { PluginSubject } from '../../subjects.ts'

const sampleHeader = '| Plugin Name | Status | Version | Last Updated |\n|-------------|--------|---------|--------------|\n'

export const rowMalformed: Rule<PluginSubject> = {
  code: 'REGISTRY_ROW_MALFORMED',
  strict: 'error',
  soft: 'warning',
  summary: 'A row has no cell for the status, or more cells than the header.',
  why: 'A pipe too many or too few moves every value behind it into the wrong column, and what does not fit is not shown.',
  repair: 'Give the row one cell for each column. A pipe inside a cell is written `\\|`.',
  examples() {
    return {
      bad: [
        { about: 'more cells than columns', head: inRegistry(sample, ['| 0.1.0 | 2026-02-02 |', '| 0.1.0 | 2026-02-02 | soon |']) },
        {
          about: 'a row that ends before the status',
          head: inRegistry(sample, [
            sampleHeader + sampleRow,
            '| Last Updated | Plugin | Status |\n|---|---|---|\n| 2026-02-02 | TinyGain\n',
          ]),
        },
      ],
      good: [
        { about: 'no pipes at the ends', head: inRegistry(sample, [sampleRow, 'TinyGain | 🚧 Stage 2 | 0.1.0 | 2026-02-02\n']) },
        {
          about: 'a pipe inside a cell',
          head: inRegistry(sample, [
            sampleHeader + sampleRow,
            '| Plugin | Status | Type |\n|---|---|---|\n| TinyGain | 🚧 Stage 2 | Gain \\| Utility |\n',
          ]),
        },
      ],
    }
  },
  *check({ plugin: { name, rows } }) {
    for (const { status, cells, table, place } of rows) {
      const columns = table.titles.length
      if (status && cells <= columns) continue
      yield {
        message: status
          ? msg`Unexpected row of ${cells} cells, expected at most ${columns} as in the header`
          : msg`Unexpected row of ${cells} cells, expected one for the status too`,
        hint: msg`Give the row one cell for each of the ${columns} columns; a pipe inside a cell is written ${'\\|'}.`,
        place,
        target: targetId(name),
      }
    }
  },
}
