import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { inRegistry, registryPath, sample } from '../../examples.ts'
import type { PluginModel } from '../../model.ts'

const header = '| Plugin Name | Status | Version | Last Updated |'
const delimiters = '|-------------|--------|---------|--------------|'
const table = (sample[registryPath] ?? '').slice(
  (sample[registryPath] ?? '').indexOf(header),
  (sample[registryPath] ?? '').indexOf('\n### '),
)

export const tableMissing: Rule<PluginModel> = {
  code: 'REGISTRY_TABLE_MISSING',
  strict: 'error',
  soft: 'warning',
  summary: 'The registry has no table with a column `Plugin Name` (or `Plugin`) and a column `Status`.',
  why: 'The table is what people and tools look a status up in. One in a code block or a comment is a template, and shows nothing.',
  repair: 'Write the header and the line of dashes below it; `/sync` then adds the rows.',
  examples() {
    return {
      bad: [
        { about: 'no table', head: inRegistry(sample, [table, '']) },
        { about: 'no line of dashes below the header', head: inRegistry(sample, [`${delimiters}\n`, '']) },
        { about: 'no column for the status', head: inRegistry(sample, ['| Status |', '| State |']) },
        { about: 'no column for the name', head: inRegistry(sample, ['| Plugin Name |', '| Title |']) },
        { about: 'a table in a code block', head: inRegistry(sample, [table, `\`\`\`\n${table}\`\`\`\n`]) },
        { about: 'a table in a comment', head: inRegistry(sample, [table, `<!--\n${table}-->\n`]) },
        {
          about: 'a table in a quote',
          head: inRegistry(sample, [
            table,
            `${table
              .trimEnd()
              .split('\n')
              .map((line) => `> ${line}`)
              .join('\n')}\n`,
          ]),
        },
      ],
      good: [
        {
          about: 'short names of the columns, in other capitals',
          head: inRegistry(sample, ['| Plugin Name | Status |', '| plugin | STATUS |']),
        },
        {
          about: 'another order, and a column more',
          head: inRegistry(sample, [table, '| Type | Status | Plugin |\n|---|---|---|\n| Effect | 🚧 Stage 2 | TinyGain |\n']),
        },
      ],
    }
  },
  *check({ registry }) {
    if (!registry || registry.hasTable) return
    yield {
      message: msg`Missing table, expected one with the columns ${'Plugin Name'} and ${'Status'}`,
      hint: msg`Write ${header} and below it ${delimiters}; then its rows can be synchronised.`,
      place: { path: registry.path, line: 1 },
    }
  },
}
