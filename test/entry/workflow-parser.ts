import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validate, type ActionsMetadataProvider } from '@actions/languageservice'
import { parseYaml, toPlainData } from '../../src/documents/yaml.ts'
import { project } from './programs.ts'

interface Manifest {
  readonly name: string
  readonly description: string
  readonly inputs: Readonly<
    Record<string, { readonly description: string; readonly default?: string; readonly required?: boolean }>
  >
  readonly outputs: Readonly<Record<string, { readonly description: string }>>
  readonly runs: Readonly<Record<string, string>>
}

/** The data of a YAML text. */
export function read(yaml: string): unknown {
  const node = parseYaml(yaml)
  if ('fault' in node) throw new TypeError(node.fault)
  return toPlainData(node)
}

/** `action.yml`. */
export const manifest = read(readFileSync(join(project, 'action.yml'), 'utf8')) as Manifest

const provider: ActionsMetadataProvider = {
  fetchActionMetadata: ({ owner, name }) =>
    Promise.resolve(`${owner}/${name}` === 'example-org/baton' ? manifest : undefined),
}

let documents = 0
/** What GitHub's own parser has to say about a workflow or an action. It keeps what it has read by address. */
export async function complaints(name: string, yaml: string): Promise<readonly string[]> {
  const document = {
    uri: `file:///${++documents}/${name}`,
    languageId: 'yaml',
    version: 1,
    lineCount: yaml.split('\n').length,
    getText: () => yaml,
  }
  const found = await validate(document as unknown as Parameters<typeof validate>[0], {
    actionsMetadataProvider: provider,
  })
  return found.map(({ message }) => (typeof message === 'string' ? message : message.value))
}
