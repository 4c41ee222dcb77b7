import { plugin } from '../../../src/protocols/plugin/protocol.ts'
import { describeExamples } from '../examples.ts'

describeExamples(plugin)
