import { handover } from '../../../src/protocols/handover/protocol.ts'
import { describeExamples } from '../examples.ts'

describeExamples(handover)
