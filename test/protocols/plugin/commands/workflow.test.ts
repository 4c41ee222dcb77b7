import { describe, expect, it } from 'vitest'
import { handoffPath, notesPath, registryPath } from '../../../../src/protocols/plugin/examples.ts'
import { found, give, target } from '../scene.ts'
import { writings, written, writtenIn } from '../variants.ts'
import { ideated, layouts, shapes, statesOf, walk } from '../workflow.ts'

const variants = shapes.flatMap((shape) => layouts.map((layout) => [shape, layout] as const))

describe.each(variants)('the way of a %s plugin, its second place: %s', (shape, layout) => {
  it('leads from ideated to installed, each step once, and never to an error', async () => {
    for (const { command, setting, state, before, given } of await walk(shape, ideated(shape, layout))) {
      expect([command, given.outcome, given.codes]).toEqual([command, 'changed', []])
      expect(await target(given.tree, 'TinyGain', setting)).toMatchObject({
        state,
        ...(state !== 'installed' && { holder: state.endsWith('in_progress') ? 'agent' : 'orchestrator' }),
        facts: { registry: { secondPlace: layout } },
      })
      expect([command, await found(given.tree, setting)]).toEqual([command, []])
      expect([command, await found(given.tree, { ...setting, base: before })]).toEqual([command, []])
      expect([command, (await give(given.tree, command, setting)).outcome]).toEqual([command, 'unchanged'])
    }
  })
})

const texts = [registryPath, notesPath, handoffPath]
const windows = writings.filter(({ eol, mark, newline }) => eol === '\r\n' && mark !== newline)

describe.each([
  ['phased', 'entries', writings],
  ['phased', 'notes', windows],
  ['simple', 'none', windows],
] as const)('each step of the way of a %s plugin, its second place: %s', (shape, layout, manners) => {
  it('keeps the manner in which files are written', async () => {
    for (const { command, setting, before, given } of await walk(shape, ideated(shape, layout))) {
      for (const manner of manners) {
        const { tree } = await give(writtenIn(before, texts, manner), command, setting)

        // A file that is new is written like any other new file.
        const expected = Object.entries(given.tree).map(([path, text]) => [
          path,
          path in before && texts.includes(path) ? written(String(text), manner) : text,
        ])
        expect(tree).toEqual(Object.fromEntries(expected))
      }
    }
  })
})

/** In each state: the first title, the summary, the next step, and what the registry says. */
const summaries: Readonly<
  Record<
    'simple' | 'phased',
    readonly (readonly [state: string, heading: string, summary: string, step: string, status: string])[]
  >
> = {
  simple: [
    ['stage 0 in_progress', 'Stage 0 In Progress', 'Stage 0 In Progress', '_None yet._', '🚧 Stage 0'],
    [
      'stage 0 complete',
      'Stage 0 Complete - Research & Planning',
      'Research & Planning Complete',
      '1. Invoke foundation-shell-agent for Stage 2',
      '🚧 Stage 0',
    ],
    [
      'stage 2 in_progress',
      'Stage 2 In Progress',
      'Stage 2 In Progress',
      '1. Invoke foundation-shell-agent for Stage 2',
      '🚧 Stage 2',
    ],
    [
      'stage 2 complete',
      'Stage 2 Complete - Build System Ready',
      'Foundation Complete',
      '1. Invoke dsp-agent for Stage 3',
      '🚧 Stage 2',
    ],
    [
      'stage 3 complete',
      'Stage 3 Complete - Audio engine',
      'Audio Engine Complete',
      '1. Invoke gui-agent for Stage 4',
      '🚧 Stage 3',
    ],
    ['stage 4 complete', 'Stage 4 Complete - UI', 'UI Complete', '1. Begin Stage 5 (validation)', '🚧 Stage 4'],
    [
      'stage 5 in_progress',
      'Stage 5 In Progress',
      'Stage 5 In Progress',
      '1. Begin Stage 5 (validation)',
      '🚧 Stage 5',
    ],
    [
      'stage 5 workflow_complete',
      'Stage 5 Complete - Ready for Installation',
      'Validation Complete',
      '1. Install the plugin or improve it',
      '✅ Working',
    ],
  ],
  phased: [
    [
      'stage 2 complete',
      'Stage 2 Complete - Build System Ready',
      'Foundation Complete',
      '1. Invoke dsp-agent for Stage 3 Phase 3.1',
      '🚧 Stage 2',
    ],
    [
      'stage 3.1 in_progress',
      'Stage 3.1 In Progress',
      'Stage 3.1 In Progress',
      '1. Invoke dsp-agent for Stage 3 Phase 3.1',
      '🚧 Stage 3.1',
    ],
    [
      'stage 3.1 complete',
      'Stage 3.1 Complete - Audio engine',
      'Phase 3.1 Complete',
      '1. Continue dsp-agent with Stage 3 Phase 3.2',
      '🚧 Stage 3.1',
    ],
    [
      'stage 3 complete',
      'Stage 3 Complete - Audio engine',
      'Audio Engine Complete',
      '1. Invoke gui-agent for Stage 4 Phase 4.1',
      '🚧 Stage 3',
    ],
    ['stage 4 complete', 'Stage 4 Complete - UI', 'UI Complete', '1. Begin Stage 5 (validation)', '🚧 Stage 4'],
  ],
}

/** What was completed in the stages that may have phases, and its line in the timeline where that differs. */
const made: Readonly<Record<'simple' | 'phased', readonly (readonly [line: string, timeline?: string])[]>> = {
  simple: [['**Stage 3:** Audio engine complete - Smooth gain'], ['**Stage 4:** UI complete - One knob']],
  phased: [
    ['**Stage 3.1:** Gain', 'Phase 3.1 complete - Gain'],
    ['**Stage 3.2:** Clicks are gone', 'Phase 3.2 complete - Clicks are gone'],
    ['**Stage 3:** Audio engine complete - all phases done'],
    ['**Stage 4.1:** Knob', 'Phase 4.1 complete - Knob'],
    ['**Stage 4:** UI complete - all phases done'],
  ],
}

describe.each(['simple', 'phased'] as const)('the workflow summary of a %s plugin', (shape) => {
  it.each(summaries[shape])('in %s', async (state, heading, summary, step, status) => {
    const tree = (await statesOf(shape, 'entries')).get(state)
    const handoff = String(tree?.[handoffPath])

    expect(handoff).toContain(`---\n\n# ${heading}\n\n## Current State: ${summary}\n`)
    expect(handoff).toContain(`## Next Steps\n\n${step}\n\n## Build Artifacts\n`)
    expect(tree?.[registryPath]).toContain(`| TinyGain | ${status} | 0.1.0 | 2026-02-`)
  })

  it('is in the end in what was completed and in the timeline', async () => {
    const way = await statesOf(shape, 'entries')
    const lines = (text: unknown, from: string, to: string) =>
      String(text).split(from)[1]?.split(to)[0]?.trim().split('\n')
    const complexity = shape === 'simple' ? '1.2' : '4.0'
    expect(lines(way.get('stage 5 workflow_complete')?.[handoffPath], '## Completed So Far', '##')).toEqual([
      '- **Stage 0:** Research complete - DSP architecture documented',
      '- **Stage 2:** Foundation complete - Build runs',
      ...made[shape].map(([line]) => `- ${line}`),
      '- **Stage 5:** Validation complete - CHANGELOG created, ready to install',
    ])
    expect(
      lines(way.get('installed')?.[registryPath], '**Lifecycle Timeline:**', '**Last')?.map((line) =>
        line.replace(/2026-\d\d-\d\d/, 'DAY'),
      ),
    ).toEqual([
      '- **DAY:** Creative brief created',
      `- **DAY (Stage 0):** Research & Planning complete - Complexity ${complexity}`,
      '- **DAY (Stage 2):** Foundation complete - Build runs',
      ...made[shape].map(
        ([line, timeline = line.slice(line.indexOf(':** ') + 4)]) =>
          `- **DAY (${line.slice(2, line.indexOf(':'))}):** ${timeline}`,
      ),
      '- **DAY (Stage 5):** Validation complete - ready for installation',
      '- **DAY:** Installed to system folders',
    ])
  })
})
