import { describe, expect, it } from 'vitest'
import { outline } from '../../../src/documents/markdown.ts'
import { textDocument } from '../../../src/documents/text.ts'
import { unitsIn } from '../../../src/protocols/plugin/stages/stages.ts'
import { readTimeline } from '../../../src/protocols/plugin/registry/registry.ts'

function read(text: string, from = 1, end?: number) {
  const document = textDocument('x.md', text)
  return readTimeline(document, outline(document), from, end ?? document.lineCount + 1)
}

describe('a line of a timeline', () => {
  it.each([
    ['- **2026-02-01:** Begun', '2026-02-01', ''],
    ['- **2026-02-01 (Stage 3):** Done', '2026-02-01', 'Stage 3'],
    ['- **2026-02-01 (Stage 4 Phase 4.1):** Done', '2026-02-01', 'Stage 4 Phase 4.1'],
    ['- **2026-02-01 (v1.0.0):** Out', '2026-02-01', 'v1.0.0'],
    ['- **2026-02-01 (Stage 3 (late)):** Done', '2026-02-01', 'Stage 3 (late)'],
    ['- **2026-02-01 (Stage 3):** Done (Stage 4):** not', '2026-02-01', 'Stage 3'],
  ])('of the form: %s', (text, day, about) => {
    expect(read(`${text}\n`)).toMatchObject([{ line: 1, formed: true, day, about }])
  })

  it.each([
    ['- Begun', undefined, ''],
    ['- 2026-02-01: Begun', '2026-02-01', ''],
    ['- 2026-02-01 (Stage 3): Done', '2026-02-01', 'Stage 3'],
    ['- **2026-02-01**: Begun', '2026-02-01', ''],
    ['- **2026-02-01 (Stage 3)**: Done', '2026-02-01', 'Stage 3'],
    ['- **2026-02-01** (Stage 3): Done', '2026-02-01', 'Stage 3'],
    ['* **2026-02-01:** Begun', '2026-02-01', ''],
    ['+ **2026-02-01 (Stage 3):** Done', '2026-02-01', 'Stage 3'],
    ['1. **2026-02-01:** Begun', undefined, ''],
    ['- **2026-02-01:**', '2026-02-01', ''],
    ['- **2026-02-01:**Begun', '2026-02-01', ''],
    ['- **2026-02-01(Stage 3):** Done', '2026-02-01', 'Stage 3'],
    ['- **2026-02-01 Stage 3:** Done', '2026-02-01', ''],
    ['- **2026-02-30:** Begun', undefined, ''],
    ['- **2026-02-011:** Begun', undefined, ''],
    ['- **YYYY-MM-DD:** Begun', undefined, ''],
    ['- [x] **2026-02-01:** Begun', undefined, ''],
  ])('of another form: %s', (text, day, about) => {
    expect(read(`${text}\n`)).toMatchObject([{ formed: false, day, about }])
  })

  it('is an item of a list that is in no other, within the given lines', () => {
    const text =
      '- **2026-02-01:** a\n  - **2026-02-02:** nested\n  goes on\n\nText.\n\n- **2026-02-03:** b\n\n> - **2026-02-04:** quoted\n\n- c\n'
    expect(read(text).map(({ line }) => line)).toEqual([1, 7, 11])
    expect(read(text, 2, 11).map(({ line }) => line)).toEqual([7])
  })

  it('is in the same place with Windows line endings', () => {
    expect(read('text\r\n\r\n- **2026-02-01:** a\r\n')).toMatchObject([{ formed: true, place: { line: 3, column: 1, endColumn: 20 } }])
  })
})

describe('the units that a text names', () => {
  it.each([
    ['Stage 3', ['3']],
    ['Stage 3.1', ['3.1']],
    ['Stage 4 Phase 4.1', ['4', '4.1']],
    ['Phase 3.10', ['3.10']],
    ['**Stage 2:** Foundation, after Stage 0.', ['2', '0']],
    ['Phase 3', []],
    ['stage 3', []],
    ['Stages 3', []],
    ['Backstage 3', []],
    ['PreStage 3', []],
    ['Stage 3a', []],
    ['Stage 3.1.2', []],
    ['Stage 31', ['31']],
    ['Stage 3.1)', ['3.1']],
    ['Stage  3', []],
    ['Stage 1234567890', []],
    ['', []],
  ])('%s', (text, units) => {
    expect(unitsIn(text)).toEqual(units)
  })
})
