import type { Files } from '../../../src/core/rule.ts'
import { contractPath, notesPath, registryPath, sample } from '../../../src/protocols/plugin/examples.ts'
import type { FirstResult, SceneSetting, Tree } from '../scene.ts'
import { give } from './scene.ts'

export const layouts = ['entries', 'notes', 'none'] as const
export type Layout = (typeof layouts)[number]

export const shapes = ['simple', 'phased', 'silent'] as const
export type Shape = (typeof shapes)[number]

const table = `# Plugins

| Plugin Name | Status | Version | Last Updated |
|-------------|--------|---------|--------------|
| TinyGain | 💡 Ideated (Draft Params) | 0.1.0 | 2026-01-30 |
`

const entry = `
### TinyGain

**Status:** 💡 Ideated (Draft Params)
**Version:** 0.1.0
**Created:** 2026-01-30
**Type:** Audio Effect

**Description:**
Makes things louder.

**Lifecycle Timeline:**
- **2026-01-30:** Creative brief created

**Last Updated:** 2026-01-30
`

const notes = `# TinyGain

- **Current Status:** 💡 Ideated (Draft Params)
- **Version:** 0.1.0

## Lifecycle Timeline

- **2026-01-30:** Creative brief created

## Known Issues

None.
`

const plans: Readonly<Record<Shape, string>> = {
  simple: '# Plan\n\n**Complexity Score:** 1.2\n\nOne pass through every stage.\n',
  phased: '# Plan\n\nComplexity: 4\n\n## Phase 3.1: Gain\n\n## Phase 3.2: Smoothing ✅\n\n## Phase 4.1 – Knob\n',
  silent: '# Plan\n\nComplexity: 4.5\n\nIn phases, to be named later.\n',
}

/** A repository whose plugin is ideated. */
export const ideated = (shape: Shape, layout: Layout): Files => ({
  [registryPath]: layout === 'entries' ? table + entry : table,
  ...(layout === 'notes' && { [notesPath]: notes }),
  [contractPath('creative_brief')]: sample[contractPath('creative_brief')] ?? '',
  [contractPath('parameter_spec')]: sample[contractPath('parameter_spec')] ?? '',
  [contractPath('architecture')]: sample[contractPath('architecture')] ?? '',
  [contractPath('plan')]: plans[shape],
})

type Move = readonly [command: string, state: string]

const simple: readonly Move[] = [
  ['/accept TinyGain', 'stage 0 in_progress'],
  ['/handback TinyGain success', 'stage 0 complete'],
  ['/accept TinyGain', 'stage 2 in_progress'],
  ['/handback TinyGain success Build runs --artifact build/TinyGain.vst3', 'stage 2 complete'],
  ['/accept TinyGain', 'stage 3 in_progress'],
  ['/handback TinyGain success Smooth gain', 'stage 3 complete'],
  ['/accept TinyGain', 'stage 4 in_progress'],
  ['/handback TinyGain success One knob --tested "Loads in a host"', 'stage 4 complete'],
  ['/accept TinyGain', 'stage 5 in_progress'],
  ['/handback TinyGain success', 'stage 5 workflow_complete'],
  ['/install TinyGain', 'installed'],
]

const phases = (after: string, last: string): readonly Move[] => [
  ['/accept TinyGain --phase 3.1', 'stage 3.1 in_progress'],
  [`/handback TinyGain success${after}`, 'stage 3.1 complete'],
  ['/accept TinyGain --phase 3.2', 'stage 3.2 in_progress'],
  [`/handback TinyGain success Clicks are gone${last}`, 'stage 3 complete'],
  ['/accept TinyGain', 'stage 4.1 in_progress'],
  [`/handback TinyGain success${last}`, 'stage 4 complete'],
]

/** The commands of Appendix C, each with the state that it leads to. */
const ways: Readonly<Record<Shape, readonly Move[]>> = {
  simple,
  phased: [...simple.slice(0, 4), ...phases('', ''), ...simple.slice(8)],
  silent: [...simple.slice(0, 4), ...phases(' --next-phase 3.2', ' --next-phase none'), ...simple.slice(8)],
}

/** A command on its day, and what was before and after. */
export interface WorkflowStep {
  readonly command: string
  readonly setting: SceneSetting
  readonly state: string
  readonly before: Tree
  readonly given: FirstResult
}

/** Goes the whole way, a day for each command, from the given repository. */
export async function walk(shape: Shape, start: Tree): Promise<readonly WorkflowStep[]> {
  const walked: WorkflowStep[] = []
  let before = start
  for (const [index, [command, state]] of ways[shape].entries()) {
    const setting = { at: `2026-02-${String(index + 1).padStart(2, '0')}T10:00:00Z` }
    const result = await give(before, command, setting)
    walked.push({ command, setting, state, before, given: result })
    before = result.tree
  }
  return walked
}

/** Every state that a plugin goes through, with a repository that is in it, and the day after. */
export async function statesOf(shape: Shape, layout: Layout): Promise<ReadonlyMap<string, Tree>> {
  const start = ideated(shape, layout)
  const walked = await walk(shape, start)
  return new Map([['ideated', start], ...walked.map(({ state, given }) => [state, given.tree] as const)])
}
