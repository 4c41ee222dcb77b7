import { sample } from '../../../src/protocols/declared/examples.ts'
import { describeExamples } from '../examples.ts'
import { workflowOf } from './scene.ts'

describeExamples(workflowOf({ head: sample }), workflowOf)
