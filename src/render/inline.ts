import { plainText } from './plain.ts'

/** A value as inline code that it cannot leave, whatever is in it. */
export function code(value: string): string {
  const text = plainText(value)
  if (text === '') return '`(empty)`'
  const longestRun = [...text.matchAll(/`+/g)].reduce((length, [run]) => Math.max(length, run.length), 0)
  const fence = '`'.repeat(longestRun + 1)
  const space = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return `${fence}${space}${text}${space}${fence}`
}

const word = /^[-("'“‘.,;!?)/–]*[\p{L}\p{N}][\p{L}\p{N}\p{M}'’"”)%.,;!?…/–-]*:?$/u
const punctuation = /^[()'"“”‘’.,;:!?…–—→/]+$/u
/** Words that GitHub makes links of (addresses, commits, issues by prefix), and numbers that could begin a list. */
const linkable = /\/\/|www\.|[0-9a-f]{7}|\p{L}-\d|^\d+[.)]$/iu

const isProse = (text: string) => punctuation.test(text) || (word.test(text) && !linkable.test(text))

/**
 * A sentence as Markdown: its values, in backticks, stay code; whatever else is not plain prose becomes code.
 *
 * Sentences by `msg` hold nothing else. For any other text this is what keeps mentions, links, images, HTML, emphasis
 * and formulas out.
 */
export function prose(sentence: string): string {
  const runs: string[] = []
  const add = (run: string) => {
    // Two spans side by side would be read as one fence.
    if (run.startsWith('`') && runs.at(-1)?.endsWith('`')) runs.push(' ')
    if (run !== '') runs.push(run)
  }
  const parts = plainText(sentence).split('`')
  for (const [index, part] of parts.entries()) {
    const isValue = index % 2 === 1 && index < parts.length - 1
    if (isValue) add(code(part))
    else
      for (const run of part.split(/( )/)) {
        if (run === ' ' || run === '' || isProse(run)) add(run)
        else {
          // The end of a clause is not part of the code.
          const [end] = (run.startsWith(':') ? /[.,;]*$/ : /[.,;:]*$/).exec(run) ?? ['']
          add(code(run.slice(0, run.length - end.length)))
          add(end)
        }
      }
  }
  return runs.join('')
}

/** A cell of a table. Parsers differ on how a `|` is escaped in code, so it is shown as what looks like it. */
export const cell = (markdown: string) => markdown.replaceAll('|', '¦')

/** A row of a table, of cells that are Markdown. */
export const row = (...cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |\n`

export const tableHead = (...heads: readonly string[]): string => `${row(...heads)}${row(...heads.map(() => '---'))}`
