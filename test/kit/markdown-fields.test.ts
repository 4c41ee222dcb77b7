import { describe, expect, it } from 'vitest'
import { outline } from '../../src/documents/markdown.ts'
import { textDocument } from '../../src/documents/text.ts'
import { markdownFields } from '../../src/kit/markdown-fields.ts'

describe('the fields of a Markdown entry', () => {
  const text = [
    '### TinyGain',
    '',
    '**Status:** 🚧 Stage 2',
    '  **Version**:  1.0  ',
    '**Status:** 🚧 Stage 3',
    '**Type:**',
    '- **Owner:** octocat',
    '**No colon** 1',
    '`**Code:** 1`',
    '**Open: 1',
    '',
    '```',
    '**Fenced:** 1',
    '```',
    '**Behind:** 1',
  ].join('\n')
  const document = textDocument('a.md', text)
  const fields = (bullet?: boolean, end = 15) =>
    markdownFields({ document, outlined: outline(document), from: 2, end, ...(bullet !== undefined && { bullet }) })

  it('are values by their label, with their places', () => {
    expect(fields().all.map(({ label, line, text }) => [label, line, text])).toEqual([
      ['status', 3, '🚧 Stage 2'],
      ['version', 4, '1.0'],
      ['status', 5, '🚧 Stage 3'],
      ['type', 6, ''],
    ])
    expect(fields().get('version')?.place).toEqual({ path: 'a.md', line: 4, column: 17, endLine: 4, endColumn: 20 })
    expect(fields().get('type')?.place).toMatchObject({ line: 6, column: 10 })
    expect(fields().get('owner')).toBeUndefined()
    expect(fields(false, 16).all.at(-1)?.label).toBe('behind')
  })

  it('count where they come first, and name those that come again', () => {
    expect(fields().get('status')?.line).toBe(3)
    expect(fields().repeated.map(({ first, again }) => [first.line, again.line])).toEqual([[3, 5]])
  })

  it('may have a bullet where that is the form', () => {
    expect(fields(true).get('owner')).toMatchObject({ line: 7, text: 'octocat' })
  })
})
