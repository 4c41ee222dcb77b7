import { repository } from '../../core/links.ts'
import type { ProtocolName } from '../../core/protocol.ts'
import { visible } from '../../core/say.ts'
import { configurationPath } from '../configuration/read.ts'
import { workflowTexts } from './workflows.ts'

/** A protocol whose files are there, and the section of the configuration that it takes to find them. */
export interface Sighted {
  readonly name: ProtocolName
  readonly title: string
  readonly targets: number
  /** Empty: they lie where they do by default. */
  readonly section: Readonly<Record<string, unknown>>
}

const many = (count: number) => `${count} ${count === 1 ? 'target' : 'targets'}`

/** One key of a section, in flow style: what JSON writes YAML reads. */
const written = (section: Sighted['section']) =>
  `{ ${Object.entries(section)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
    .join(', ')} }`

/** A configuration that says no more than it must: what is as by default is left to the defaults. */
function configurationText(sighted: readonly Sighted[]): string {
  const other = sighted.filter(({ section }) => Object.keys(section).length > 0)
  return [
    `# yaml-language-server: $schema=${repository}/raw/main/schema/config.v1.json`,
    '# Baton checks the written state of agent workflows. Everything here is optional; what is not said is as by default:',
    `# ${repository}/blob/main/docs/configuration.md`,
    '#',
    '# Found when this file was written:',
    ...sighted.map(({ name, title, targets }) => `#   ${name}: ${visible(title)}, ${many(targets)}`),
    '',
    ...(other.length === 0 ? [] : ['protocols:', ...other.map(({ name, section }) => `  ${name}: ${written(section)}`), '']),
    '# Who may say what in a comment; by default whoever may write, and for `/install` and `/checksums` whoever may maintain:',
    '# commands:',
    '#   accept: { allow: [write] }',
    '# Whoever worked on a change may not accept or review it:',
    '#   separate-duties: true',
    '',
  ].join('\n')
}

/** Which workflows there are to be. */
export type WorkflowKind = keyof typeof workflowTexts

const paths: Readonly<Record<WorkflowKind, string>> = {
  check: '.github/workflows/baton.yml',
  commands: '.github/workflows/baton-commands.yml',
  audit: '.github/workflows/baton-audit.yml',
}

/** The files that set Baton up: path → text. */
export const starterFiles = (sighted: readonly Sighted[], kinds: readonly WorkflowKind[], version: string): ReadonlyMap<string, string> =>
  new Map([[configurationPath, configurationText(sighted)], ...kinds.map((kind) => [paths[kind], workflowTexts[kind](version)] as const)])
