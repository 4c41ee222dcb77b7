import { contractPath, handoffPath, notesPath, registryPath } from '../../src/protocols/plugin/examples.ts'
import type { Files } from '../../src/core/rule.ts'

/** A comment, its time, and the state of the plugin after it. */
export interface Step {
  /** ISO 8601. */
  readonly at: string
  /** Without `@`. */
  readonly actor: string
  readonly comment: string
  /** The state that it leads to, in words. */
  readonly state: string
  /** The status in the registry then. */
  readonly status: string
}

/** A way from the first comment to the last, and the files at both ends, whole. */
export interface Story {
  readonly name: string
  readonly target: string
  readonly start: Files
  readonly steps: readonly Step[]
  readonly end: Files
}

export { handoffPath, registryPath }

const brief = '# TinyGain\n\nMakes things louder.\n'
const parameters = '# Parameters\n\n- gain\n'
const architecture = '# Architecture\n\nOne multiplication.\n'
const notes = '# Notes\n\nNothing yet.\n'

const startOf = (plan: string): Files => ({
  [registryPath]: `# Plugins

| Plugin Name | Status | Version | Last Updated |
|-------------|--------|---------|--------------|
| TinyGain | 💡 Ideated (Draft Params) | 0.1.0 | 2026-01-30 |
| Amber | ✅ Working | 1.0.0 | 2026-01-12 |

### TinyGain

**Status:** 💡 Ideated (Draft Params)
**Version:** 0.1.0
**Type:** Audio Effect

**Lifecycle Timeline:**
- **2026-01-30:** Creative brief created

**Last Updated:** 2026-01-30

### Amber

**Status:** ✅ Working
**Version:** 1.0.0
**Type:** Synthesizer

**Lifecycle Timeline:**
- **2026-01-12 (Stage 5):** Validation complete - ready for installation

**Last Updated:** 2026-01-12
`,
  [notesPath]: notes,
  [contractPath('creative_brief')]: brief,
  [contractPath('parameter_spec')]: parameters,
  [contractPath('architecture')]: architecture,
  [contractPath('plan')]: plan,
})

/** The json block of a subagent's report. */
const report = (agent: string, stage: number, phase: string | null) =>
  `\n\n\`\`\`json\n${JSON.stringify({
    agent,
    status: 'success',
    outputs: { stage_completed: stage, phase_completed: phase },
    issues: [],
    ready_for_next_stage: true,
  })}\n\`\`\``

type StepRow = readonly [comment: string, state: string, status: string]

/** A day for each comment. */
const days = (rows: readonly StepRow[]): readonly Step[] =>
  rows.map(([comment, state, status], index) => ({
    at: `2026-02-${String(index + 1).padStart(2, '0')}T10:00:00Z`,
    actor: 'octocat',
    comment,
    state,
    status,
  }))

const beginning: readonly StepRow[] = [
  ['/accept TinyGain', 'stage 0 in_progress', '🚧 Stage 0'],
  [`/handback TinyGain success${report('research-planning-agent', 0, null)}`, 'stage 0 complete', '🚧 Stage 0'],
  ['Go on, please.\n/accept TinyGain --stage 2', 'stage 2 in_progress', '🚧 Stage 2'],
  [`/handback TinyGain${report('foundation-shell-agent', 2, null)}`, 'stage 2 complete', '🚧 Stage 2'],
]

const end: readonly StepRow[] = [
  ['/accept TinyGain', 'stage 5 in_progress', '🚧 Stage 5'],
  ['/handback TinyGain success', 'stage 5 workflow_complete', '✅ Working'],
  ['/install TinyGain', 'installed', '📦 Installed'],
]

const simplePlan = '# Plan\n\n**Complexity Score:** 1.2\n\nOne pass through every stage.\n'

const complexPlan = `# Plan

**Complexity Score:** 5.0

## Phase 3.1: Gain
## Phase 3.2: Smoothing
## Phase 3.3: Oversampling
## Phase 4.1: Layout
## Phase 4.2: Knob
## Phase 4.3: Meter
`

const phases = (stage: number, agent: string): readonly StepRow[] =>
  [1, 2, 3].flatMap((number): readonly StepRow[] => {
    const phase = `${stage}.${number}`
    const after = number === 3 ? `stage ${stage} complete` : `stage ${phase} complete`
    return [
      [`/accept TinyGain --phase ${phase}`, `stage ${phase} in_progress`, `🚧 Stage ${phase}`],
      [`/handback TinyGain success${report(agent, stage, phase)}`, after, `🚧 Stage ${number === 3 ? stage : phase}`],
    ]
  })

/** What the registry is at the end: the row, and the timeline of the entry. */
const endOf = (plan: string, day: string, timeline: string): Files => ({
  ...startOf(plan),
  [registryPath]: (startOf(plan)[registryPath] ?? '')
    .replace(
      '| TinyGain | 💡 Ideated (Draft Params) | 0.1.0 | 2026-01-30 |',
      `| TinyGain | 📦 Installed | 0.1.0 | ${day} |`,
    )
    .replace('**Status:** 💡 Ideated (Draft Params)', '**Status:** 📦 Installed')
    .replace(
      '- **2026-01-30:** Creative brief created\n\n**Last Updated:** 2026-01-30',
      `- **2026-01-30:** Creative brief created\n${timeline}\n**Last Updated:** ${day}`,
    ),
})

/** A simple plugin: one pass through every stage (specification, appendix C). */
const simple: Story = {
  name: 'simple',
  target: 'plugin:TinyGain',
  start: startOf(simplePlan),
  steps: days([
    ...beginning,
    ['/accept TinyGain', 'stage 3 in_progress', '🚧 Stage 3'],
    [`/handback TinyGain success Smooth gain${report('dsp-agent', 3, null)}`, 'stage 3 complete', '🚧 Stage 3'],
    ['/accept TinyGain', 'stage 4 in_progress', '🚧 Stage 4'],
    [
      `/handback TinyGain success One knob --tested "Loads in a host"${report('gui-agent', 4, null)}`,
      'stage 4 complete',
      '🚧 Stage 4',
    ],
    ...end,
  ]),
  end: endOf(
    simplePlan,
    '2026-02-11',
    `- **2026-02-02 (Stage 0):** Research & Planning complete - Complexity 1.2
- **2026-02-04 (Stage 2):** Foundation complete - Build system operational
- **2026-02-06 (Stage 3):** Audio engine complete - Smooth gain
- **2026-02-08 (Stage 4):** UI complete - One knob
- **2026-02-10 (Stage 5):** Validation complete - ready for installation
- **2026-02-11:** Installed to system folders
`,
  ),
}

/** A complex one: three phases of stage 3 and three of stage 4. */
const complex: Story = {
  name: 'complex',
  target: 'plugin:TinyGain',
  start: startOf(complexPlan),
  steps: days([...beginning, ...phases(3, 'dsp-agent'), ...phases(4, 'gui-agent'), ...end]),
  end: endOf(
    complexPlan,
    '2026-02-19',
    `- **2026-02-02 (Stage 0):** Research & Planning complete - Complexity 5.0
- **2026-02-04 (Stage 2):** Foundation complete - Build system operational
- **2026-02-06 (Stage 3.1):** Phase 3.1 complete - Gain
- **2026-02-08 (Stage 3.2):** Phase 3.2 complete - Smoothing
- **2026-02-10 (Stage 3.3):** Phase 3.3 complete - Oversampling
- **2026-02-10 (Stage 3):** Audio engine complete - all phases done
- **2026-02-12 (Stage 4.1):** Phase 4.1 complete - Layout
- **2026-02-14 (Stage 4.2):** Phase 4.2 complete - Knob
- **2026-02-16 (Stage 4.3):** Phase 4.3 complete - Meter
- **2026-02-16 (Stage 4):** UI complete - all phases done
- **2026-02-18 (Stage 5):** Validation complete - ready for installation
- **2026-02-19:** Installed to system folders
`,
  ),
}

export const stories: readonly Story[] = [simple, complex]
