import { describe, expect, it } from 'vitest'
import { textDocument } from '../../../src/documents/text.ts'
import { readPlan } from '../../../src/protocols/plugin/stages/stages.ts'
import { superlinear } from '../../steps/steps.ts'

const read = (text: string) => readPlan('plan.md', textDocument('plan.md', text))
const phases = (text: string) => read(text).phases.map(({ phase, title, line }) => `${line} ${phase} ${title}`.trim())

describe('the phases of a plan', () => {
  it.each<readonly [line: string, found: string]>([
    ['## Phase 3.1: Gain', '3.1 Gain'],
    ['###### phase 3.1 - Gain ##', '3.1 Gain'],
    ['# PHASE 3.1 – Gain ✅', '3.1 Gain'],
    ['### **Phase 3.1:** Gain ✓', '3.1 Gain'],
    ['### _Phase 3.1_ Gain ✔️', '3.1 Gain'],
    ['## Phase 3.1', '3.1'],
    ['## Phase 3.10: Ten', '3.10 Ten'],
    ['## Phase 3.1. Gain', '3.1 . Gain'],
    ['## Phase  12.34: Far', '12.34 Far'],
  ])('are read from a heading: %s', (line, found) => {
    expect(phases(`${line}\n`)).toEqual([`1 ${found}`])
  })

  it.each([
    '## The Phase 3.1',
    '## Phase 3',
    '## Phase 3.1.2',
    '## Phase 3.0',
    '## Phase 03.1',
    '## Phase 3.01',
    '## Phase three.one',
    '## Phases 3.1',
    '## Phase3.1',
    '## Stage 3.1',
    '    ## Phase 3.1',
    '> ## Phase 3.1',
    '| Phase 3.1 | two days |',
    '```\n## Phase 3.1\n```',
    '<!--\n## Phase 3.1\n-->',
  ])('are not read from: %s', (line) => {
    expect(phases(`${line}\n`)).toEqual([])
  })

  it.each<readonly [line: string, found: string]>([
    ['- Phase 3.1: Gain', '3.1 Gain'],
    ['* **Phase 3.1** - Gain', '3.1 Gain'],
    ['+ [ ] Phase 3.1: Gain', '3.1 Gain'],
    ['- [x] **Phase 3.1:** Gain ✅', '3.1 Gain'],
    ['1. Phase 3.1 Gain', '3.1 Gain'],
    ['12) __Phase 3.1__: Gain', '3.1 Gain'],
    ['Phase 3.1: Gain', '3.1 Gain'],
    ['**Phase 3.1:** Gain', '3.1 Gain'],
  ])('are read from a list or paragraph where no heading has any: %s', (line, found) => {
    expect(phases(`${line}\n`)).toEqual([`1 ${found}`])
  })

  it('are read from every line of a paragraph and nested items', () => {
    expect(phases('Phase 3.1: a\nPhase 3.2: b\n\n- Stage 4\n  - Phase 4.1: c\n')).toEqual([
      '1 3.1 a',
      '2 3.2 b',
      '5 4.1 c',
    ])
  })

  it('are those of the headings alone where one has any, of whatever stage', () => {
    expect(phases('- Phase 3.1: estimate\n\n## Phase 9.1\n\nPhase 3.2\n')).toEqual(['3 9.1'])
  })

  it('are in the order of stage and number, each once, its first line counting', () => {
    const text = ['4.1', '3.10', '3.2', '10.1', '3.9', '3.2'].map((phase) => `## Phase ${phase}\n`).join('')
    expect(phases(text)).toEqual(['3 3.2', '5 3.9', '2 3.10', '1 4.1', '4 10.1'])
  })

  it('have titles of one line', () => {
    expect(phases('Phase 3.1: Gain\nand more\n---\n')).toEqual(['1 3.1 Gain'])
  })

  it('are none where there is no text', () => {
    expect(readPlan('plan.md', undefined)).toEqual({ path: 'plan.md', phases: [] })
    expect(read('').phases).toEqual([])
  })

  it('are found in hostile text, in steps that grow with its length alone', async () => {
    const hostile = {
      marks: (length: number) => '* '.repeat(length / 2),
      numbers: (length: number) => `Phase ${'3.'.repeat(length / 2)}`,
      blanks: (length: number) => `#${' '.repeat(length)}`,
      emphasis: (length: number) => `## Phase 3.1${' _'.repeat(length / 2)}x`,
      colons: (length: number) => `complexity${' :'.repeat(length / 2)}x`,
    }
    for (const made of Object.values(hostile)) expect(read(`${made(60_000)}\n`).phases.length).toBeLessThan(2)
    expect(await superlinear('test/steps/plugin.ts', 'readPhases', hostile)).toEqual([])
  })
})

describe('the complexity of a plan', () => {
  it.each<readonly [line: string, value: number | undefined]>([
    ['Complexity: 3', 3],
    ['complexity score 4.5', 4.5],
    ['**Complexity Score:** 1.2 (simple)', 1.2],
    ['**Complexity**: 5.0 / 5.0', 5],
    ['- COMPLEXITY __2.5__', 2.5],
    ['## Complexity: 4', 4],
    ['Its complexity: 3.', 3],
    ['<!-- Complexity: 2 -->', 2],
    ['> Complexity: 2', 2],
    ['Complexity: 5.5', undefined],
    ['Complexity: 0.5', undefined],
    ['Complexity: 6', undefined],
    ['Complexity: 10', undefined],
    ['Complexity: 1.25', undefined],
    ['Complexity (1-5): 3', undefined],
    ['Complexity factors: 3', undefined],
    ['Complexity is 3', undefined],
    ['Simplexity: 3', undefined],
    ['```\nComplexity: 3\n```', undefined],
  ])('is in its line: %s', (line, value) => {
    expect(read(`${line}\n`).complexity?.value).toBe(value)
  })

  it('is that of the first such line', () => {
    expect(read('# Plan\n\nComplexity: high\nComplexity: 2.0\nComplexity: 4.0\n').complexity).toEqual({
      value: 2,
      line: 4,
    })
  })
})
