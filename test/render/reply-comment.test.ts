import { describe, expect, it } from 'vitest'
import type { Diagnostic } from '../../src/core/diagnostic.ts'
import { reply, type Reply } from '../../src/render/reply-comment.ts'
import { read } from './inert.ts'

const found = (message: string): Diagnostic => ({
  code: 'PLUGIN_UNKNOWN',
  severity: 'error',
  path: 'PLUGINS.md',
  line: 7,
  message,
  touched: true,
  url: 'https://github.com/example-org/baton/blob/main/README.md#x',
})

const doneResult = {
  command: '/accept TinyGain',
  outcome: 'changed',
  changes: new Map(),
  reply: 'The agent holds it.',
  diagnostics: [],
} as const
const refused = {
  ...doneResult,
  command: '/accept Nothing',
  outcome: 'refused',
  reply: '',
  diagnostics: [found('Unknown plugin')],
} as const
const statusResult = {
  ...doneResult,
  command: '/status',
  outcome: 'unchanged',
  reply: 'All is well.',
  asks: true,
} as const

const replyOf = (results: Reply['results'], overrides: Partial<Reply> = {}) =>
  reply({ comment: 7, results, refused: false, notes: [], ...overrides })

describe('an answer', () => {
  it('says in the words of people what a command came to', () => {
    expect(replyOf([doneResult])).toBe('<!-- baton: answer 7 -->\n✅ `/accept TinyGain`: done\n\nThe agent holds it.\n')
    expect(replyOf([{ ...doneResult, outcome: 'unchanged' }])).toContain('➖ `/accept TinyGain`: nothing to do')
    expect(replyOf([statusResult])).toBe('<!-- baton: answer 7 -->\n`/status`\n\nAll is well.\n')
  })

  it('says first what was run and what was not, where a line is no command', () => {
    const first = (results: Reply['results'], overrides: Partial<Reply> = {}) =>
      replyOf(results, { unread: ['Unknown command `/acept`.'], ...overrides }).split('\n')[1]
    expect(first([])).toBe('⚠️ Not run: Unknown command `/acept`.')
    expect(first([doneResult])).toBe('⚠️ `/accept TinyGain`: done. Not run: Unknown command `/acept`.')
    expect(first([doneResult, refused], { refused: true })).toBe(
      '⚠️ Nothing was done. `/accept TinyGain`: fine; `/accept Nothing`: refused. Not run: Unknown command `/acept`.',
    )
  })

  it('does not report as done what cannot be written, or was a dry run', () => {
    expect(replyOf([doneResult], { shown: true })).toContain('✅ `/accept TinyGain`: would be done')
    const dry = (outcome: 'changed' | 'unchanged' | 'refused') =>
      replyOf([{ ...doneResult, outcome, dryRun: true }]).split('\n')[1]
    expect(dry('changed')).toBe('Dry run: `/accept TinyGain`: would be done')
    expect(dry('unchanged')).toBe('Dry run: ➖ `/accept TinyGain`: nothing to do')
    expect(dry('refused')).toBe('Dry run: ❌ `/accept TinyGain`: refused')
  })

  it('shows of a batch that was refused what was fine, and only why the others were not', () => {
    const text = replyOf([doneResult, refused, statusResult], { refused: true })
    expect(text).toContain('| `/accept TinyGain` | fine |\n| `/accept Nothing` | refused |\n| `/status` | fine |')
    expect(text).not.toMatch(/✅|The agent holds it|All is well/)
    expect(text).toContain('❌ `/accept Nothing`: refused\n\n- Unknown plugin ([`PLUGIN_UNKNOWN`](')
  })

  it('holds a diff in a fence that nothing in it closes', () => {
    const lines = [
      '@@ -1,3 +1,3 @@',
      ' ```',
      ' ~~~',
      '-@octocat',
      '+<img src=x>',
      ' ````',
      ' [x](https://example.com)',
      '',
    ]
    const pieces = read(
      replyOf([doneResult], { diff: { about: 'This is what would be changed.', text: lines.join('\n'), comment: '' } }),
    )
    expect(pieces.at(-1)).toMatchObject({ type: 'fence', content: lines.join('\n') })
  })

  it('names the place of a finding, and folds away what is too much to be seen at once', () => {
    const text = replyOf([
      { ...statusResult, diagnostics: Array.from({ length: 12 }, (_, index) => found(`Finding ${index + 1} of many`)) },
    ])
    expect(text).toContain(' at `PLUGINS.md:7`)')
    const [front = '', back = ''] = text.split('<details><summary>2 more</summary>')
    expect([front.split('\n- ').length - 1, back.split('\n- ').length - 1]).toEqual([10, 2])
    expect(back.trimEnd().endsWith('</details>')).toBe(true)
  })
})
