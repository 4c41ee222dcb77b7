import { describe } from 'vitest'
import { control } from '../../../src/protocols/control/protocol.ts'
import { describeExamples } from '../examples.ts'

describe('the rules of control', () => describeExamples(control))
