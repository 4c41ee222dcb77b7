import { subagent } from '../../../src/protocols/subagent/protocol.ts'
import { describeExamples } from '../examples.ts'

describeExamples(subagent)
