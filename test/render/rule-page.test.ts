import { describe, expect, it } from 'vitest'
import type { Example, Files, DocumentedRule } from '../../src/core/rule.ts'
import { rulePage } from '../../src/render/rule-page.ts'

const list = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `- item ${from + index}\n`).join('')

const sample = { 'a.md': list(1, 20), 'b.json': '{}\n' }

const rule = (...bad: readonly Example[]): DocumentedRule => ({
  code: 'AMBER_LOST',
  strict: 'error',
  soft: 'off',
  summary: 'a | b is lost',
  why: 'Nobody finds it again.',
  repair: '`/find NAME`',
  safe: true,
  examples: { bad, good: [] },
})

const shown = (example: Example, of: Files = sample) => {
  const page = rulePage([rule(example)], { sample: of })
  return page.slice(page.indexOf('**Wrong:**'), page.lastIndexOf('</details>')).trim()
}

describe('a page of rules', () => {
  it('has a table, and a section for each rule', () => {
    const page = rulePage([rule({ about: 'nothing there', head: {} })], { sample: { 'b.json': '{}\n' } })
    expect(page).toBe(`| code | strict | soft | condition | repair |
|---|---|---|---|---|
| [\`AMBER_LOST\`](#amber_lost) | error | – | a \\| b is lost | \`/find NAME\` (safe) |

### AMBER_LOST

Nobody finds it again.

To fix it: \`/find NAME\`

<details><summary>Examples</summary>

**Wrong:** nothing there.

</details>`)
  })

  it('shows of a changed file what differs', () => {
    expect(shown({ about: 'one item', head: { ...sample, 'a.md': sample['a.md'].replace('item 9\n', 'item nine\n') } }))
      .toBe(`**Wrong:** one item. In the sample:

\`\`\`diff
--- a.md
-- item 9
+- item nine
\`\`\``)
  })

  it('shows the whole file where that is shorter', () => {
    expect(shown({ about: 'short', head: { ...sample, 'a.md': '- none\n' } })).toContain(
      '`a.md`, all of it:\n\n```markdown\n- none\n```',
    )
  })

  it('shows an example on its own where that is shorter', () => {
    const text = shown({ about: 'other', head: { 'c.txt': 'x' } }, { 'a.md': 'a', 'b.md': 'b', 'd.md': 'd' })
    expect(text).toBe('**Wrong:** other.\n\n`c.txt`:\n\n```text\nx\n```')
  })

  it('shows what is gone, what is a link, and the circumstances', () => {
    const example = {
      about: 'much',
      head: { 'a.md': 'b.json' },
      links: ['a.md'],
      limit: 10,
      configuration: { root: 'x' },
    }
    expect(shown(example, { 'b.json': '{}', 'c.md': list(1, 9) })).toContain('`a.md` is a symbolic link to `b.json`.')
    expect(shown(example)).toContain('With `limit` `10`.')
    expect(shown(example)).toContain('With `configuration` `{"root":"x"}`.')
    expect(shown({ about: 'gone', head: { 'a.md': sample['a.md'] } })).toContain('Not there: `b.json`.')
  })

  it('shows a comparison as the change that it is', () => {
    const head = { ...sample, 'b.json': '[]\n' }
    expect(shown({ about: 'changed', base: sample, head })).toBe(`**Wrong:** changed. A change of the sample:

\`b.json\`, all of it:

\`\`\`json
[]
\`\`\``)
  })

  it('shows what is there before a change once, and names what comes back as the sample has it', () => {
    const odd = '- none\n- either\n'
    const base = { 'a.md': odd, 'c.md': list(1, 4) }
    const page = rulePage(
      [rule({ about: 'one', base, head: {} }, { about: 'two', base, head: { ...sample, 'a.md': odd } })],
      { sample },
    )
    expect(page.slice(page.indexOf('**Wrong:** one'), page.lastIndexOf('</details>')).trim())
      .toBe(`**Wrong:** one. Before the change:

\`a.md\`:

\`\`\`markdown
- none
- either
\`\`\`

\`c.md\`:

\`\`\`markdown
- item 1
- item 2
- item 3
- item 4
\`\`\`

The change:

Not there: \`a.md\`, \`c.md\`.

**Wrong:** two. Before the change, in the sample:

Not there: \`b.json\`. As in “one”: \`c.md\`. \`a.md\`, as in “one”.

The change:

Not there: \`c.md\`. As in the sample: \`b.json\`.`)
  })

  it('shows a new file as what differs from one of the sample that is alike', () => {
    const text = shown({ about: 'a second', head: { ...sample, 'c.md': `${sample['a.md']}- more\n` } })
    expect(text).toContain('```diff\n--- c.md, like a.md of the sample, but\n@@ line 21 @@\n - item 20\n+- more\n```')
  })

  it('leaves out what a change shows again, and says where lines come and go', () => {
    const base = { ...sample, 'a.md': sample['a.md'].replace('item 3\n', 'item three\n').replace('- item 9\n', '') }
    const head = { ...base, 'a.md': base['a.md'].replace('item three\n', 'item 3!\n') }
    expect(shown({ about: 'twice', base, head })).toBe(`**Wrong:** twice. Before the change, in the sample:

\`\`\`diff
--- a.md
@@ line 9 @@
 - item 8
-- item 9
 - item 10
\`\`\`

The change:

\`\`\`diff
--- a.md
-- item three
+- item 3!
\`\`\``)
  })

  it('shows a file of another example, or of the page of the sample, as what differs from that', () => {
    const text = list(31, 40)
    const further = { 'f.md': list(41, 50) }
    const page = rulePage(
      [
        rule(
          { about: 'one', head: { ...sample, 'd.md': text } },
          { about: 'two', head: { ...sample, 'd.md': text, 'f.md': further['f.md'] } },
          {
            about: 'three',
            head: {
              ...sample,
              'd.md': text.replace('item 35', 'item'),
              'f.md': further['f.md'].replace('item 45', 'item'),
            },
          },
        ),
      ],
      { sample, further },
    )
    expect(page).toContain('**Wrong:** two. In the sample:\n\nAs in “one”: `d.md`. As in the sample: `f.md`.')
    expect(page).toContain('```diff\n--- d.md of “one”, but\n-- item 35\n+- item\n--- f.md\n-- item 45\n+- item\n```')
  })

  it('shows an example as what differs from one above, where that saves much', () => {
    const long = { ...sample, 'a.md': list(1, 40) }
    const many = { ...long, 'a.md': long['a.md'].replaceAll('item 1', 'item one') }
    const twenties = (files: typeof long) => ({ ...files, 'a.md': files['a.md'].replaceAll('item 2', 'item twenty') })
    const withForty = { ...many, 'a.md': many['a.md'].replace('item 40', 'item forty') }
    const withThirty = { ...many, 'a.md': many['a.md'].replace('item 30', 'item thirty') }
    const page = rulePage(
      [
        rule(
          { about: 'one', head: many },
          { about: 'two', head: withForty },
          { about: 'three', head: many, at: '2026-01-01' },
          { about: 'four', base: withThirty, head: { 'a.md': withThirty['a.md'] } },
          { about: 'five', base: long, head: twenties(long) },
          {
            about: 'six',
            base: long,
            head: twenties({ ...long, 'a.md': long['a.md'].replace('item 40', 'item forty') }),
          },
        ),
      ],
      { sample: long },
    )
    const forty = '```diff\n--- a.md\n-- item 40\n+- item forty\n```'
    expect(page.slice(page.indexOf('**Wrong:** two'), page.indexOf('**Wrong:** five')))
      .toBe(`**Wrong:** two. As in “one”, but:

${forty}

**Wrong:** three. With \`at\` \`"2026-01-01"\`. As in “one”.

**Wrong:** four. Before the change, as in “one”, but:

${forty.replace('40', '30').replace('forty', 'thirty')}

The change:

Not there: \`b.json\`.

`)
    expect(page).toContain(`**Wrong:** six. A change as in “five”, but:\n\n${forty}`)
  })

  it('shows what cannot be seen, in a fence that nothing closes', () => {
    const text = shown({ about: 'odd', head: { 'x.md': '\ufeffa\r\n````\n<b>\n' } }, { 'x.md': '' })
    expect(text).toContain('`````markdown\n\\u{feff}a\\r\n````\n<b>\n`````')
  })
})
