import type { Example } from '../../../src/core/rule.ts'
import { recordOf } from '../../../src/kit/record.ts'
import { sample } from '../../../src/protocols/declared/examples.ts'
import { readWorkflows } from '../../../src/protocols/declared/language/read.ts'
import { declaredProtocol } from '../../../src/protocols/declared/protocol.ts'
import { describeExamples } from '../examples.ts'

const path = '.github/baton.yml'

/** The workflow that the configuration in an example declares. */
function workflowOf({ head }: Pick<Example, 'head'>) {
  const { data } = recordOf(head[path] ?? '', 'yaml-1.2', path)
  if (!data) throw new RangeError(`An example has no ${path} that can be read`)
  const { workflows, problems } = readWorkflows(data, 'UTC', { protocols: [], kinds: [] })
  const [workflow] = workflows
  if (!workflow) throw new RangeError(`An example declares no workflow: ${JSON.stringify(problems)}`)
  return declaredProtocol(workflow)
}

describeExamples(workflowOf({ head: sample }), workflowOf)
