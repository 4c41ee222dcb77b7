import { type Protocol, protocolNames } from '../../../src/core/protocol.ts'
import type { Finding } from '../../../src/core/diagnostic.ts'
import { parseRecord } from '../../../src/kit/record.ts'
import { textDocument } from '../../../src/documents/text.ts'
import { readWorkflows } from '../../../src/protocols/declared/language/read.ts'
import { declaredProtocol } from '../../../src/protocols/declared/protocol.ts'
import { scene, type Scene, type SceneSetting } from '../scene.ts'

const reserved = { protocols: protocolNames, kinds: ['plugin', 'stage', 'task', 'session', 'project'] }

/** What is read of a configuration. */
function read(configuration: string) {
  const { data } = parseRecord(textDocument('.github/baton.yml', configuration), 'yaml-1.2')
  if (!data) throw new RangeError('The configuration is no YAML.')
  return readWorkflows(data, 'UTC', reserved)
}

/** What is wrong with a configuration: line, message and hint. */
export const wrongIn = (configuration: string): readonly string[] =>
  read(configuration).problems.map(
    ({ place, message, hint }: Finding) => `${place.line}: ${message}${hint === undefined ? '' : ` ${hint}`}`,
  )

/** Repositories with the first workflow of a configuration. */
export function declared(
  configuration: string,
  usual?: SceneSetting,
  as: (protocol: Protocol) => Protocol = (protocol) => protocol,
): Scene {
  const { workflows, problems } = read(configuration)
  const [workflow] = workflows
  if (!workflow || problems.length > 0) throw new RangeError(wrongIn(configuration).join('\n'))
  return scene(as(declaredProtocol(workflow)), usual)
}
