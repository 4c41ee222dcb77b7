import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textDocument } from '../../../src/documents/text.ts'
import { parseRecord } from '../../../src/kit/record.ts'
import { topLevelBlocks } from '../../../src/documents/markdown.ts'
import { inProgress, planPath, progressPath, sample, working } from '../../../src/protocols/handover/examples.ts'
import { anchorsIn, withoutAnchors } from '../../../src/protocols/handover/annotations/anchors.ts'
import { keepsBody, revisedText } from '../../../src/protocols/handover/annotations/revision.ts'
import { give } from './scene.ts'
import { runs } from '../../thorough.ts'

/** Blocks of Markdown, good and bad. */
const block = fc.constantFrom(
  '# Title',
  'A paragraph\nof two lines',
  '- an item\n- another\n\n  with a paragraph',
  '1. one\n2. two',
  '> a quote\nlazily gone on',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  '```yaml\nkey: value\n\n# no heading\n```',
  '~~~\n<!-- voyage:anchor id="ANN-0009" target="plan.md#x" -->\n~~~',
  '<div>\nhtml\n</div>',
  '<!-- a comment\nof two lines -->',
  'Underlined\n===',
  '    indented code',
  '---',
  '[link]: https://example.org',
  'text with `code` and <!-- a comment -->',
)
const manner = fc.record({
  eol: fc.constantFrom('\n', '\r\n'),
  mark: fc.boolean(),
  newline: fc.boolean(),
  gap: fc.constantFrom('\n', '\n\n', '\n\n\n'),
})

const written = (text: string, { eol, mark, newline }: { eol: string; mark: boolean; newline: boolean }) =>
  `${mark ? '\ufeff' : ''}${(newline ? `${text}\n` : text).replaceAll('\n', eol)}`

const parts = (text: string) => {
  const document = textDocument('plan.md', text)
  const front = parseRecord(document, 'flat-front-matter')
  const mapping = front.mapping()
  if (!mapping) throw new RangeError('no front matter')
  return { document, front, mapping }
}

describe('a revision', () => {
  it('changes no byte of the body but for its anchors, wherever they may be and however the file is written', () => {
    fc.assert(
      fc.property(
        fc.array(block, { minLength: 1, maxLength: 8 }),
        manner,
        fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
        (blocks, how, picks) => {
          const text = written(`---\nplan_version: "1.7"\n---\n\n${blocks.join(how.gap)}`, how)
          const { document, front, mapping } = parts(text)
          const lines = topLevelBlocks(document, front.body).map(({ line }) => line)
          const placed = picks.flatMap((pick, index) => {
            const before = lines[pick % Math.max(1, lines.length)]
            const annotation = {
              id: `ANN-000${index + 1}`,
              target_artifact: 'plan.md',
              target_anchor: 'x',
              intent: 'add',
            }
            return before === undefined ? [] : [{ annotation, before }]
          })
          const revised = revisedText(document, mapping, front.body - 1, 'plan.md', {
            revision: 1,
            placed,
            digest: '0'.repeat(16),
            reason: undefined,
          })

          const after = parts(revised)
          expect(withoutAnchors(after.document, after.front.body)).toBe(
            document.text.slice(document.offsetOf(front.body)),
          )
          expect(keepsBody(document, revised)).toBe(true)
          const found = anchorsIn(after.document, after.front.body)
          // What the blocks themselves hold is none of the revision's.
          const anchors = found.anchors.filter(({ id }) => id !== 'ANN-0009')
          expect(anchors.map(({ id }) => id).toSorted()).toEqual(placed.map(({ annotation }) => annotation.id))
          expect(anchors.every((anchor) => anchor.placed)).toBe(true)
          expect(found.broken).toEqual([])
          expect(revised.startsWith('\ufeff')).toBe(how.mark)
          expect(/(?<!\r)\n/.test(revised)).toBe(how.eol === '\n')
        },
      ),
      { numRuns: runs(30) },
    )
  })

  it('is caught when it does change the body', () => {
    const { document } = parts('---\nrevision: 0\n---\n\nText.\n')
    expect(keepsBody(document, '---\nrevision: 1\n---\n\nOther text.\n')).toBe(false)
    expect(keepsBody(document, 'no front matter\n')).toBe(false)
  })
})

describe('a handback', () => {
  const before = inProgress(...working)[progressPath] ?? ''
  it('keeps line endings, blanks and unknown keys, byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        fc.stringMatching(/^[a-z]{1,8}$/),
        async (eol, newline, key) => {
          const odd = (newline ? before : before.trimEnd())
            .replace('"mode"', `"x_${key}": [1,  2 ],\n  "mode"`)
            .replaceAll('\n', eol)
          const { tree } = await give({ ...sample, [progressPath]: odd }, '/handback login error "Broken"')
          const expected = odd
            .replace('"updated_at": "2026-01-20T12:00:00Z"', '"updated_at": "2026-01-21T10:30:00Z"')
            .replace('"status": "in_progress",', '"status": "failed",')
            .replace(
              '"2": { "status": "in_progress", "attempts": 1, "error": null',
              '"2": { "status": "failed", "attempts": 1, "error": "Broken"',
            )
          expect(tree[progressPath]).toBe(expected)
        },
      ),
      { numRuns: 20 },
    )
  })

  it('leaves the plan alone', async () => {
    expect((await give(inProgress(...working), '/handback login success')).tree[planPath]).toBe(sample[planPath])
  })
})
