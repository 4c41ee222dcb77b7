import { governance } from '../../../src/protocols/governance/protocol.ts'
import { describeExamples } from '../examples.ts'

describeExamples(governance)
