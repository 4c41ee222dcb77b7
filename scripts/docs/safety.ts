import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { table } from '../../src/render/table.ts'
import { defences, type NamedTest } from '../../test/safety.ts'

/** Those of the named tests that are not there: a title must be in its file, between quotes. */
export const missingTests = (root: string): readonly NamedTest[] =>
  defences
    .flatMap(({ tests }) => tests)
    .filter(([file, title]) => {
      const text = readFileSync(join(root, file), 'utf8')
      return !["'", '`', '"'].some((quote) => text.includes(`${quote}${title}${quote}`))
    })

const shown = ([file, title, words = title]: NamedTest) =>
  `[${words.replace(String.raw`\u2019`, '’').replaceAll(/[[\]$]/g, String.raw`\$&`)}](../${file})`

/** The safety table: what an attacker may try, what keeps it from doing harm, the tests that fail without that. */
export function safetyTable(root: string): string {
  const missing = missingTests(root)
  if (missing.length > 0) throw new RangeError(`No such test: ${missing.map((each) => each.join(': ')).join('; ')}`)
  return table(
    ['against', 'by', 'tests that fail without it'],
    defences.map(({ against, by, tests }) => [against, by, tests.map(shown).join(' · ')]),
  )
}
