import { describe } from 'vitest'
import { handover } from '../../../src/protocols/handover/protocol.ts'
import { describeExamples } from '../examples.ts'

describe('the rules of handover', () => describeExamples(handover))
