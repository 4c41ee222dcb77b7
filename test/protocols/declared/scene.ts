import { type Protocol, protocolNames } from '../../../src/core/protocol.ts'
import type { Example } from '../../../src/core/rule.ts'
import type { Finding } from '../../../src/core/diagnostic.ts'
import { parseRecord } from '../../../src/kit/record.ts'
import { textDocument } from '../../../src/documents/text.ts'
import { readWorkflows, type WorkflowReadResult } from '../../../src/protocols/declared/language/read.ts'
import { declaredProtocol } from '../../../src/protocols/declared/protocol.ts'
import { scene, type Scene, type SceneSetting } from '../scene.ts'

const reserved = { protocols: protocolNames, kinds: ['plugin', 'stage', 'task', 'session', 'project'] }

/** What is read of a configuration. */
export function readConfiguration(configuration: string, timeZone = 'UTC'): WorkflowReadResult {
  const { data } = parseRecord(textDocument('.github/baton.yml', configuration), 'yaml-1.2')
  if (!data) throw new RangeError('The configuration is no YAML.')
  return readWorkflows(data, timeZone, reserved)
}

/** What is wrong with a configuration: line, message and hint. */
export const wrongIn = (configuration: string): readonly string[] =>
  readConfiguration(configuration).problems.map(
    ({ place, message, hint }: Finding) => `${place.line}: ${message}${hint === undefined ? '' : ` ${hint}`}`,
  )

/** The workflow that the configuration in an example declares. */
export function workflowOf({ head }: Pick<Example, 'head'>): Protocol {
  const { workflows, problems } = readConfiguration(head['.github/baton.yml'] ?? '')
  const [workflow] = workflows
  if (!workflow) throw new RangeError(`An example declares no workflow: ${JSON.stringify(problems)}`)
  return declaredProtocol(workflow)
}

/** Repositories with the first workflow of a configuration. */
export function declared(
  configuration: string,
  usual?: SceneSetting,
  as: (protocol: Protocol) => Protocol = (protocol) => protocol,
): Scene {
  const { workflows, problems } = readConfiguration(configuration)
  const [workflow] = workflows
  if (!workflow || problems.length > 0) throw new RangeError(wrongIn(configuration).join('\n'))
  return scene(as(declaredProtocol(workflow)), usual)
}
