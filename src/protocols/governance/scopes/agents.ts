import { msg } from '../../../core/message.ts'
import { memo } from '../../../core/once.ts'
import { suggestion } from '../../../core/suggestion.ts'
import { escapeGlob } from '../../../documents/glob.ts'
import type { GovernanceConfiguration, presets } from '../discovery.ts'

export type Category = 'meta' | 'project'

/** An agent: what it works on, and what it may touch: what some `write` matches and no `deny`. */
export interface Agent {
  readonly name: string
  readonly category: Category
  /** None: it only reads. */
  readonly write: readonly string[]
  readonly deny: readonly string[]
  readonly accounts: readonly string[]
}

export type AgentTable = ReadonlyMap<string, Agent>

/** A row of a preset: these agents may write there. `ROOT` stands for the configured root. */
interface Row {
  readonly category: Category
  readonly agents: readonly string[]
  readonly write?: readonly string[]
  readonly deny?: readonly string[]
}

const framework = ['ROOT/**', '.opencode/**']
const output = 'ROOT/project-output'
const phases = '.planning/phases'
const sources = 'src/{templates,config,schemas,agents,workflows,commands,skills}/**'

/** The agents of the specification (section 1). */
const specificationRows: readonly Row[] = [
  { category: 'meta', agents: ['idumb-meta-builder'], write: framework },
  { category: 'meta', agents: ['idumb-meta-validator', 'idumb-supreme-coordinator', 'idumb-high-governance'] },
  { category: 'project', agents: ['idumb-project-executor'], write: ['**'], deny: framework },
  { category: 'project', agents: ['idumb-project-coordinator', 'idumb-project-validator', 'idumb-project-explorer'] },
]

/** What the agent files of the framework grant. */
const frontmatterRows: readonly Row[] = [
  { category: 'meta', agents: ['idumb-meta-builder'], write: ['ROOT/**', sources, '.plugin-dev/**'] },
  { category: 'meta', agents: ['idumb-builder'], write: ['ROOT/**', sources, '.plugin-dev/**', 'src/references/**'] },
  {
    category: 'meta',
    agents: [
      'idumb-meta-validator',
      'idumb-low-validator',
      'idumb-high-governance',
      'idumb-supreme-coordinator',
      'idumb-atomic-explorer',
    ],
  },
  { category: 'project', agents: ['idumb-mid-coordinator', 'idumb-project-coordinator'], write: [`${output}/**/*.md`] },
  {
    category: 'project',
    agents: ['idumb-project-validator', 'idumb-integration-checker'],
    write: [`${output}/validations/**/*.md`],
  },
  { category: 'project', agents: ['idumb-project-explorer'], write: [`${output}/exploration/**/*.md`] },
  { category: 'project', agents: ['idumb-project-researcher'], write: [`${output}/research/**/*.md`] },
  { category: 'project', agents: ['idumb-codebase-mapper'], write: [`${output}/codebase/**/*.md`] },
  { category: 'project', agents: ['idumb-debugger'], write: [`${output}/debug/**/*.md`] },
  { category: 'project', agents: ['idumb-skeptic-validator'], write: [`${output}/challenges/**/*.md`] },
  {
    category: 'project',
    agents: ['idumb-phase-researcher'],
    write: [`${output}/research/**/*.md`, `${phases}/**/*-RESEARCH.md`],
  },
  {
    category: 'project',
    agents: ['idumb-plan-checker'],
    write: [`${output}/phases/**/*.md`, `${phases}/**/PLAN-*.md`],
  },
  { category: 'project', agents: ['idumb-planner'], write: [`${phases}/**/*-PLAN.md`] },
  { category: 'project', agents: ['idumb-project-executor'], write: [`${phases}/**/*-SUMMARY.md`] },
  { category: 'project', agents: ['idumb-verifier'], write: [`${phases}/**/*-VERIFICATION.md`] },
  { category: 'project', agents: ['idumb-research-synthesizer'], write: ['.planning/research/**/*.md'] },
  { category: 'project', agents: ['idumb-roadmapper'], write: ['.planning/{ROADMAP,STATE,REQUIREMENTS}.md'] },
  { category: 'project', agents: ['general'], write: ['**'], deny: framework },
]

const rows: Readonly<Record<(typeof presets)[number], readonly Row[]>> = {
  'spec-2.1.0': specificationRows,
  'agents-frontmatter': frontmatterRows,
  none: [],
}

/** The table of agents: a preset, and additional definitions. */
export const agentsOf: (configuration: GovernanceConfiguration) => AgentTable = memo(({ agents, root }) => {
  const withRoot = (globs: readonly string[] = []) => globs.map((glob) => glob.replace('ROOT', () => escapeGlob(root)))
  const presetAgents = rows[agents.preset].flatMap(({ category, agents: names, write, deny }) =>
    names.map((name): Agent => ({ name, category, write: withRoot(write), deny: withRoot(deny), accounts: [] })),
  )
  const definedAgents = Object.entries(agents.define).map(([name, agent]): Agent => ({ name, ...agent }))
  return new Map([...presetAgents, ...definedAgents].map((agent) => [agent.name, agent]))
})

export const agentOf = (configuration: GovernanceConfiguration, name: string): Agent | undefined =>
  agentsOf(configuration).get(name)

/** A name as it is looked up: without `@`, in lower-case letters. */
export const agentName = (name: string): string => name.trim().replace(/^@/, '').toLowerCase()

/** The name of an agent without the instance that may follow it: `idumb-builder/2`. */
export const roleOf = (name: string): string => agentName(name).replace(/\/.*$/s, '')

/** What to do about the name of an agent that the table does not have. */
export function unknownAgentHint(configuration: GovernanceConfiguration, name: string): string {
  const suggestedAgent = suggestion(name, agentsOf(configuration).keys())
  return suggestedAgent === undefined
    ? msg`Add it to ${'protocols.governance.agents'}.`
    : msg`Did you mean ${suggestedAgent}?`
}
