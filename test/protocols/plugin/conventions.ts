import {
  change,
  handoffPath,
  notesPath,
  notesSample,
  registryPath,
  sample,
} from '../../../src/protocols/plugin/examples.ts'
import { conventions as ofFiles, inConvention } from '../conventions.ts'
import type { Files } from '../../../src/core/rule.ts'

/** What a person wrote behind a value. Its words are nowhere else. */
const notes = {
  'no note': '',
  parentheses: ' (dev build)',
  'an open parenthesis': ' (waiting',
  'an em dash': ' — checked thrice',
  'an en dash': ' – checked thrice',
  'a hyphen': ' - checked thrice',
  'parentheses and a dash': ' (dev build) — checked thrice',
  sentence: ', except for its knob',
} as const

/** What goes on in the next lines of a field. */
const further = {
  'one line': '',
  'a second line': '\n  meter reading by ear',
  'two more lines': '\n  meter reading\n  by ear',
  'a list': '\n  - meter reading\n  - by ear',
} as const

/** How a status is dressed. */
const manners: Readonly<Record<string, (emoji: string, words: string) => string>> = {
  plain: (emoji, words) => `${emoji} ${words}`,
  'bold words': (emoji, words) => `${emoji} **${words}**`,
  'all bold': (emoji, words) => `**${emoji} ${words}**`,
  underscores: (emoji, words) => `__${emoji} ${words}__`,
  'a variation selector': (emoji, words) => `${emoji}\ufe0f  ${words}`,
  'another emoji': (_, words) => `🔨 ${words}`,
  'no emoji': (_, words) => words.toLowerCase(),
}

const statuses = [
  '🚧 Stage 2',
  '🚧 Stage 0',
  '✅ Working',
  '📦 Installed',
  '💡 Ideated (Draft Params)',
  '🐛 Glitches remain',
] as const

/** Versions of the row and of the second place. */
const versions = {
  same: ['0.1.0', '0.1.0'],
  'with a letter': ['v0.1.0', '0.1.0'],
  'higher in the row': ['0.10.0', '0.9.0'],
  'higher in the second place, with notes': ['1.0.0-rc.1 (testers)', 'v1.0.0 — everybody'],
  'in words': ['Winter', 'Autumn'],
  'none in the row': ['-', '0.1.0'],
  'none in the second place': ['0.1.0', 'N/A'],
} as const

/** Days of the row and of the second place, where that has one. */
const days = {
  same: ['2026-02-02', '2026-02-02'],
  'earlier in the row': ['2026-02-01', '2026-02-02'],
  'later in the row, with notes': ['2026-02-03 (roughly)', '**2026-02-02** — unsure'],
} as const

const rows: Readonly<Record<string, (cells: readonly string[]) => string>> = {
  usual: (cells) => `| ${cells.join(' | ')} |`,
  tight: (cells) => `|${cells.join('|')}|`,
  wide: (cells) => `|   ${cells.join('   |  ')}  |`,
  'without pipes at its ends': (cells) => cells.join(' | '),
}

const positions = ['live handoff', 'no handoff'] as const

/** What a repository is written like, one of each. */
const dimensions = {
  layout: ['entries', 'notes'],
  position: positions,
  inRow: statuses,
  inSecond: statuses,
  rowManner: Object.keys(manners),
  secondManner: Object.keys(manners),
  rowNote: Object.keys(notes),
  secondNote: Object.keys(notes),
  further: Object.keys(further),
  versions: Object.keys(versions),
  days: Object.keys(days),
  row: Object.keys(rows),
  file: ofFiles.map(({ name }) => name),
} as const satisfies Readonly<Record<string, readonly string[]>>

/** How one plugin is written. */
export type Convention = { readonly [Name in keyof typeof dimensions]: (typeof dimensions)[Name][number] }

/** Numbers that follow from a seed. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    yield state >>> 8
  }
}

/** So many conventions: each value of each dimension often, and most pairs of them. */
export function conventions(count: number): readonly Convention[] {
  const random = numbers(7)
  return Array.from({ length: count }, () => {
    const picked = Object.entries(dimensions).map(([name, values]) => [
      name,
      values[random.next().value % values.length],
    ])
    return Object.fromEntries(picked) as Convention
  })
}

function dressed(status: string, manner: string): string {
  const [emoji = '', ...words] = status.split(' ')
  return manners[manner]?.(emoji, words.join(' ')) ?? status
}

const texts: Readonly<Record<string, string>> = { ...notes, ...further }

const files = [registryPath, notesPath, handoffPath]

/** A repository of one plugin that is written so. */
export function written(convention: Convention): Files {
  const content = inContent(convention)
  const way = ofFiles.find(({ name }) => name === convention.file)
  return ((way && inConvention(content, files, way)) ?? content) as Files
}

function inContent(convention: Convention): Files {
  const { layout, position, inRow, inSecond, rowManner, secondManner, rowNote, secondNote } = convention
  const [rowVersion, version] = versions[convention.versions as keyof typeof versions]
  const [rowDay, day] = days[convention.days as keyof typeof days]
  const makeRow = rows[convention.row] as (cells: readonly string[]) => string
  const row = makeRow(['TinyGain', dressed(inRow, rowManner) + (texts[rowNote] ?? ''), rowVersion, rowDay])
  const second = dressed(inSecond, secondManner) + (texts[secondNote] ?? '') + (texts[convention.further] ?? '')
  const oldRow = '| TinyGain | 🚧 Stage 2 | 0.1.0 | 2026-02-02 |'
  const handoffChange = position === 'no handoff' ? { [handoffPath]: null } : {}
  if (layout === 'notes') {
    const status: readonly [string, string] = ['🚧 Stage 2\n', `${second}\n`]
    return change(notesSample, {
      ...handoffChange,
      [registryPath]: [[oldRow, row]],
      [notesPath]: [status, ['**Version:** 0.1.0', `**Version:** ${version}`]],
    })
  }
  const fields: readonly (readonly [string, string])[] = [
    ['**Status:** 🚧 Stage 2', `**Status:** ${second}`],
    ['**Version:** 0.1.0', `**Version:** ${version}`],
    ['**Last Updated:** 2026-02-02', `**Last Updated:** ${day}`],
  ]
  return change(sample, { ...handoffChange, [registryPath]: [[oldRow, row], ...fields] })
}

const statusWords = /[^\p{L}\p{N}\s|:*(.-]*\s*(?:ideated|stage [\d.]+|working|installed)(?: \(Draft Params\))?/giu

/** What a person wrote besides statuses, versions, days and marks, in words. */
export const ownWords = (text: string): readonly string[] =>
  text
    .replaceAll('**', '')
    .replaceAll('__', '')
    .replaceAll('\ufe0f', '')
    .replace(statusWords, ' ')
    .replace(/\d{4}-\d{2}-\d{2}|\bv?\d+\.\d+\.\d+(?:-rc\.\d+)?|Winter|Autumn|N\/A/g, ' ')
    .split(/[\s|]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))

/** The words of one text that another does not have, in this order. */
export function lostWords(before: string, after: string): readonly string[] {
  const wordsAfter = ownWords(after)
  let at = 0
  return ownWords(before).filter((word) => {
    const found = wordsAfter.indexOf(word, at)
    if (found !== -1) at = found + 1
    return found === -1
  })
}
