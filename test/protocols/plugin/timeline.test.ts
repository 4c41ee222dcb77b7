import { describe, expect, it } from 'vitest'
import {
  change,
  handoffPath,
  inProgressSample,
  inRegistry,
  newestFirst,
  notesPath,
  notesSample,
  phasesDone,
  registryPath,
  sample,
} from '../../../src/protocols/plugin/examples.ts'
import type { Tree } from '../scene.ts'
import { diagnose, give } from './scene.ts'
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
    ['* **2026-02-01:** Begun', '2026-02-01', ''],
    ['+   **2026-02-01 (Stage 3):** Done', '2026-02-01', 'Stage 3'],
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
    expect(read('text\r\n\r\n- **2026-02-01:** a\r\n')).toMatchObject([
      { formed: true, place: { line: 3, column: 1, endColumn: 20 } },
    ])
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

describe('a timeline with its newest line first', () => {
  const updatedLine = '**Last Updated:** 2026-02-02'
  const working = { at: '2026-02-04T10:00:00Z' }
  const orders = async (tree: Tree, base?: Tree) =>
    (await diagnose(tree, { base })).flatMap(({ code, severity }) =>
      code === 'REGISTRY_TIMELINE_ORDER' ? [severity] : [],
    )
  const daysIn = (tree: Tree, path = registryPath) =>
    Array.from(String(tree[path]).matchAll(/^\s*[-*] \*\*(\S+?)(?: |:\*\*)(?:\((.*?)\))?/gm), ([, day, about = '']) =>
      `${day} ${about}`.trim(),
    )

  const fresh = '2026-02-04 Stage 3'
  const old = ['2026-02-02 Stage 2', '2026-02-01 Stage 0', '2026-01-30']
  const reversed = newestFirst(inProgressSample)

  it('is a notice in both modes, whatever the change touches', async () => {
    expect(await orders(newestFirst(sample))).toEqual(['notice'])
    expect(await orders(newestFirst(sample), sample)).toEqual(['notice'])
    expect(await orders(newestFirst(sample), newestFirst(sample))).toEqual(['notice'])
  })

  it('stays one notice when control is given and comes back', async () => {
    const start = newestFirst(sample)
    const accepted = (await give(start, '/accept TinyGain', working)).tree
    expect(await orders(accepted, start)).toEqual(['notice'])
    const completedTree = (await give(accepted, '/handback TinyGain success', working)).tree
    expect(daysIn(completedTree)).toEqual([fresh, ...old])
    expect(await orders(completedTree, accepted)).toEqual(['notice'])
    expect((await give(completedTree, '/handback TinyGain success', working)).outcome).toBe('unchanged')
  })

  it.each<readonly [about: string, tree: Tree, days: readonly string[]]>([
    ['oldest first', inProgressSample, [...old.toReversed(), fresh]],
    ['newest first', reversed, [fresh, ...old]],
    [
      'newest first, and then one at the end',
      inRegistry(reversed, [`\n${updatedLine}`, `- **2026-02-03:** Late\n\n${updatedLine}`]),
      [...old, '2026-02-03', fresh],
    ],
    [
      'several blocks, of which the first is the newest',
      inRegistry(reversed, [
        `\n${updatedLine}`,
        `\n**Lifecycle Timeline:**\n- **2025-01-02:** Sketch\n\n${updatedLine}`,
      ]),
      [fresh, ...old, '2025-01-02'],
    ],
    [
      'with a later day',
      inRegistry(reversed, ['- **2026-02-02 (Stage 2):**', '- **2026-03-01:** Planned\n- **2026-02-02 (Stage 2):**']),
      ['2026-03-01', fresh, ...old],
    ],
  ])('gets its new line where the newest are: %s', async (_, tree, days) => {
    const result = await give(tree, '/handback TinyGain success', working)
    expect([result.outcome, daysIn(result.tree)]).toEqual(['changed', days])
    const errors = (await diagnose(result.tree, { base: tree })).filter(({ severity }) => severity === 'error')
    expect(errors.filter(({ code }) => code === 'REGISTRY_TIMELINE_ORDER')).toEqual([])
  })

  it('gets the line of a stage above that of its last phase', async () => {
    const last = newestFirst(
      change(phasesDone, {
        [handoffPath]: [
          ['stage: 3\nphase: null\nstatus: complete', 'stage: 4\nphase: "4.1"\nstatus: in_progress'],
          ['next_action: invoke_gui_agent\nnext_phase: "4.1"', 'next_action: null\nnext_phase: null'],
        ],
        [registryPath]: [
          ['| 🚧 Stage 3 |', '| 🚧 Stage 4.1 |'],
          ['**Status:** 🚧 Stage 3', '**Status:** 🚧 Stage 4.1'],
        ],
      }),
    )
    const { tree } = await give(last, '/handback TinyGain success', working)
    expect(daysIn(tree).slice(0, 2)).toEqual(['2026-02-04 Stage 4', '2026-02-04 Stage 4.1'])
  })

  it('is the manner of the others for a plugin with one line', async () => {
    const entry = (name: string, lines: string) =>
      `### ${name}\n\n**Status:** 💡 Ideated\n\n**Lifecycle Timeline:**\n${lines}\n**Last Updated:** 2026-01-30\n`
    const row = (name: string) => `| ${name} | 💡 Ideated | - | 2026-01-30 |\n`
    const only = inRegistry(
      reversed,
      [
        '- **2026-02-02 (Stage 2):** Foundation complete - Build system operational\n- **2026-02-01 (Stage 0):** Research & Planning complete - Complexity 1.2\n',
        '',
      ],
      [
        `${updatedLine}\n`,
        `${updatedLine}\n\n${entry('Other', '- **2026-01-30:** Drawn\n- **2026-01-29:** Thought of\n')}`,
      ],
      ['| TinyGain |', `${row('Other')}| TinyGain |`],
    )
    expect(daysIn((await give(only, '/handback TinyGain success', working)).tree).slice(0, 2)).toEqual([
      fresh,
      '2026-01-30',
    ])
  })

  it('is still an error where a change mixes it, and soft where it was mixed before', async () => {
    const start = newestFirst(sample)
    const mixed = inRegistry(start, [`\n${updatedLine}`, `- **2026-02-03:** Late\n\n${updatedLine}`])
    expect(await orders(mixed, start)).toEqual(['error'])
    const { tree } = await give(mixed, '/accept TinyGain', working)
    expect(await orders(tree, mixed)).toEqual(['warning'])
    expect(await orders(tree)).toEqual(['error'])
  })

  const permutations = (list: readonly string[]): readonly (readonly string[])[] =>
    list.length < 2
      ? [list]
      : list.flatMap((item, index) =>
          permutations(list.toSpliced(index, 1)).map((rest): readonly string[] => [item, ...rest]),
        )

  it.each(
    permutations(['2026-01-30', '2026-02-01', '2026-02-02', '2026-03-01']).map(
      (days) => [days.join(' '), days] as const,
    ),
  )(
    'gets its new line after the last that is not later unless it descends throughout, and has one finding at most: %s',
    async (_, days) => {
      const lines = String(inProgressSample[registryPath]).match(/(?:^- \*\*2026.*\n)+/m)?.[0] ?? ''
      const tree = inRegistry(inProgressSample, [lines, days.map((day) => `- **${day}:** Done\n`).join('')])
      const before = await orders(tree, tree)
      const result = await give(tree, '/handback TinyGain success', working)
      const after = daysIn(result.tree).map((line) => line.slice(0, 10))
      const descends = days.join() === days.toSorted().toReversed().join()
      const isNotLater = (day: string) => day <= '2026-02-04'
      const slot = descends ? days.findIndex(isNotLater) : days.findLastIndex(isNotLater) + 1
      expect([result.outcome, after]).toEqual(['changed', days.toSpliced(slot, 0, '2026-02-04')])
      expect([before.length < 2, await orders(result.tree, tree)]).toEqual([true, before])
    },
  )

  it.each([
    ['2026-01-22 2026-01-12 2026-01-23', '2026-01-12'],
    ['2026-02-02 2026-02-01 2026-02-03', '2026-02-01'],
    ['2026-01-22 2026-01-22 2026-01-23 2026-01-12 2026-01-11', '2026-01-12'],
  ])('is mixed where a date is lower than the one before it: %s', async (days, lower) => {
    const lines = String(sample[registryPath]).match(/(?:^- \*\*2026.*\n)+/m)?.[0] ?? ''
    const written = days.split(' ').map((day) => `- **${day}:** Done\n`)
    const tree = inRegistry(sample, [lines, written.join('')])
    const finding = (await diagnose(tree)).find(({ code }) => code === 'REGISTRY_TIMELINE_ORDER')
    expect(String(tree[registryPath]).split('\n')[Number(finding?.line) - 1]).toBe(`- **${lower}:** Done`)
  })

  it('fills an empty handoff with the oldest first', async () => {
    const { tree } = await give(
      change(newestFirst(sample), { [handoffPath]: null }),
      '/regenerate TinyGain --complexity 1.2',
      working,
    )
    expect(String(tree[handoffPath])).toMatch(/\*\*Stage 0:\*\*[^\n]*\n- \*\*Stage 2:\*\*/)
  })

  it('is so in notes too', async () => {
    const lines = String(notesSample[notesPath])
      .split('\n')
      .filter((line) => line.startsWith('- **2026'))
    const notes = change(notesSample, { [notesPath]: [[lines.join('\n'), lines.toReversed().join('\n')]] })
    const accepted = (await give(notes, '/accept TinyGain', working)).tree
    const completedTree = (await give(accepted, '/handback TinyGain success', working)).tree
    expect(daysIn(completedTree, notesPath).filter((day) => day.startsWith('2026'))).toEqual([fresh, ...old])
  })
})
