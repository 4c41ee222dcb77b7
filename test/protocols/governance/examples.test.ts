import { describe } from 'vitest'
import { governance } from '../../../src/protocols/governance/protocol.ts'
import { describeExamples } from '../examples.ts'

describe('the rules of governance', () => describeExamples(governance))
