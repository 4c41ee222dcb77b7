import { control } from '../../../src/protocols/control/protocol.ts'
import { describeExamples } from '../examples.ts'

describeExamples(control)
