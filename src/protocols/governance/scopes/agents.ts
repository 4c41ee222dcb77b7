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
  readonly write: readonly string[]
  readonly deny: readonly string[]
}

/** A row with agents of the framework, which are named without their prefix, as words. */
const row =
  (category: Category) =>
  (agents: string, write: readonly string[] = [], deny: readonly string[] = []): Row => ({
    category,
    agents: agents.split(' ').map((name) => `idumb-${name}`),
    write,
    deny,
  })
const [meta, project] = [row('meta'), row('project')]

const framework = ['ROOT/**', '.opencode/**']
const output = 'ROOT/project-output'
const phases = '.planning/phases'
const sources = 'src/{templates,config,schemas,agents,workflows,commands,skills}/**'

/** The agents of the specification (section 1). */
const specificationRows: readonly Row[] = [
  meta('meta-builder', framework),
  meta('meta-validator supreme-coordinator high-governance'),
  project('project-executor', ['**'], framework),
  project('project-coordinator project-validator project-explorer'),
]

/** What the agent files of the framework grant. */
const frontmatterRows: readonly Row[] = [
  meta('meta-builder', ['ROOT/**', sources, '.plugin-dev/**']),
  meta('builder', ['ROOT/**', sources, '.plugin-dev/**', 'src/references/**']),
  meta('meta-validator low-validator high-governance supreme-coordinator atomic-explorer'),
  project('mid-coordinator project-coordinator', [`${output}/**/*.md`]),
  project('project-validator integration-checker', [`${output}/validations/**/*.md`]),
  project('project-explorer', [`${output}/exploration/**/*.md`]),
  project('project-researcher', [`${output}/research/**/*.md`]),
  project('codebase-mapper', [`${output}/codebase/**/*.md`]),
  project('debugger', [`${output}/debug/**/*.md`]),
  project('skeptic-validator', [`${output}/challenges/**/*.md`]),
  project('phase-researcher', [`${output}/research/**/*.md`, `${phases}/**/*-RESEARCH.md`]),
  project('plan-checker', [`${output}/phases/**/*.md`, `${phases}/**/PLAN-*.md`]),
  project('planner', [`${phases}/**/*-PLAN.md`]),
  project('project-executor', [`${phases}/**/*-SUMMARY.md`]),
  project('verifier', [`${phases}/**/*-VERIFICATION.md`]),
  project('research-synthesizer', ['.planning/research/**/*.md']),
  project('roadmapper', ['.planning/{ROADMAP,STATE,REQUIREMENTS}.md']),
  { category: 'project', agents: ['general'], write: ['**'], deny: framework },
]

const rows: Readonly<Record<(typeof presets)[number], readonly Row[]>> = {
  'spec-2.1.0': specificationRows,
  'agents-frontmatter': frontmatterRows,
  none: [],
}

/** The table of agents: a preset, and additional definitions. */
export const agentsOf: (configuration: GovernanceConfiguration) => AgentTable = memo(({ agents, root }) => {
  const withRoot = (globs: readonly string[]) => globs.map((glob) => glob.replace('ROOT', () => escapeGlob(root)))
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
