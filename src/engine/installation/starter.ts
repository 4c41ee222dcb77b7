import { repository } from '../../core/links.ts'
import type { ProtocolName } from '../../core/protocol.ts'
import { visibleLine } from '../../core/message.ts'
import { schemaAddress } from '../../kit/published-schema.ts'
import { configurationPath } from '../configuration/read.ts'
import { commandsComment, withAgentDuties } from './agents/duties.ts'
import { workflowTexts } from './workflows.ts'

/** A section of the configuration; empty: all settings have their defaults. */
export type Section = Readonly<Record<string, unknown>>

/** A protocol whose files are there, and the section of the configuration that it takes to find them. */
export interface DetectedProtocol {
  readonly name: ProtocolName
  readonly title: string
  readonly targets: number
  /** `false`: only samples of its files are there, and it is switched off. */
  readonly section: Section | false
}

/** A preset whose files are there, and the entry that switches it on. */
export interface DetectedWorkflow {
  readonly preset: string
  readonly entry: string
  readonly targets: number
}

const targetCount = (count: number) => `${count} ${count === 1 ? 'target' : 'targets'}`

/** One key of a section, in flow style, written as JSON, which is valid YAML. */
const sectionText = (section: Section) =>
  `{ ${Object.entries(section)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
    .join(', ')} }`

/**
 * The line by which editors find the schema of the configuration, if it is to be found: where this program is
 * published, otherwise in the packages of the repository.
 */
export function schemaLines(isInstalled: boolean): readonly string[] {
  if (repository === undefined && !isInstalled) return []
  const address = repository === undefined ? '../node_modules/baton/schema/config.v1.json' : schemaAddress('config')
  return [`# yaml-language-server: $schema=${address}`]
}

/** Where a page of this program can be read, or the schema in its place. */
export const readOn = (page: string): string =>
  repository === undefined ? '`baton schema config`' : `${repository}/blob/main/${page}`

/** The shortest configuration: keys with their default values are left out. */
function configurationText(
  detected: readonly DetectedProtocol[],
  workflows: readonly DetectedWorkflow[],
  isInstalled: boolean,
): string {
  const sections = detected.flatMap(({ name, section }) => {
    if (section === false) return [`  ${name}: false # only samples of its files are here`]
    return Object.keys(section).length > 0 ? [`  ${name}: ${sectionText(section)}`] : []
  })
  return [
    ...schemaLines(isInstalled),
    '# Baton checks the written state of agent workflows. Every key is optional; all keys and their defaults:',
    `# ${readOn('docs/configuration.md')}`,
    '#',
    '# Found when this file was written:',
    ...detected.flatMap(({ name, title, targets, section }) =>
      section === false ? [] : `#   ${name}: ${visibleLine(title)}, ${targetCount(targets)}`,
    ),
    ...workflows.map(({ preset, targets }) => `#   ${preset}: ${targetCount(targets)}`),
    '',
    ...(workflows.length === 0 ? [] : ['workflows:', ...workflows.map(({ entry }) => `  - ${entry}`), '']),
    ...(sections.length === 0 ? [] : ['protocols:', ...sections, '']),
    commandsComment,
  ].join('\n')
}

export type WorkflowKind = keyof typeof workflowTexts

const workflowPaths: Readonly<Record<WorkflowKind, string>> = {
  check: '.github/workflows/baton.yml',
  commands: '.github/workflows/baton-commands.yml',
  audit: '.github/workflows/baton-audit.yml',
}

/** The action as a step names it: `acme/baton` at a tag or the SHA of a commit. */
export interface ActionReference {
  readonly name: string
  readonly version: string
}

/** The files that set Baton up: path → text. */
export const starterFiles = (
  detected: readonly DetectedProtocol[],
  workflows: readonly DetectedWorkflow[],
  kinds: readonly WorkflowKind[],
  { name, version }: ActionReference,
  { hasAgents, isInstalled }: { readonly hasAgents: boolean; readonly isInstalled: boolean },
): ReadonlyMap<string, string> => {
  const configuration = configurationText(detected, workflows, isInstalled)
  return new Map([
    [configurationPath, hasAgents ? withAgentDuties(configuration) : configuration],
    ...kinds.map((kind) => [workflowPaths[kind], workflowTexts[kind](version, name)] as const),
  ])
}
