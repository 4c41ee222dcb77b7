import { describe } from 'vitest'
import { plugin } from '../../../src/protocols/plugin/protocol.ts'
import { describeExamples } from '../examples.ts'

describe('the rules of plugin', () => describeExamples(plugin))
