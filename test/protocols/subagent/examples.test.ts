import { describe } from 'vitest'
import { subagent } from '../../../src/protocols/subagent/protocol.ts'
import { describeExamples } from '../examples.ts'

describe('the rules of subagent', () => describeExamples(subagent))
