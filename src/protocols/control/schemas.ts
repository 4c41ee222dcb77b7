import * as z from 'zod'
import { grantShape, schemaLimits, type SchemaSources } from '../../kit/published-schema.ts'
import {
  acceptShape,
  answerShape,
  errorCodeNames,
  handbackShape,
  paramsShape,
  runShape,
  stageConfigShape,
  workflowShape,
} from './schema.ts'

const timestamp = z.string().meta({ format: 'date-time' })
const object = z.record(z.string(), z.unknown())

const error = handbackShape()
  .shape.error.unwrap()
  .extend({ code: z.enum(errorCodeNames), context: object.optional() })

/** What is read of wf-result.json, which the run's own tool writes. */
const resultShape = z.looseObject({ status: z.string().optional(), stage_id: z.string().optional() })

const title = (file: string) => `control: ${file}`

/** The files of a run and of a workflow as JSON Schemas. */
export const schemas: SchemaSources = {
  accept: {
    title: title('accept.json'),
    description: `Control was granted to an agent. ${schemaLimits}`,
    shape: acceptShape().extend({ state: z.literal('agent'), timestamp }),
  },
  handback: {
    title: title('handback.json'),
    description: 'Control was returned.',
    shape: z.union([
      handbackShape().extend({ reason: z.literal('error'), error }),
      handbackShape().extend({ reason: z.enum(['success', 'question']), error: error.optional() }),
    ]),
  },
  grant: {
    title: title('grant.json'),
    description: `To whom control was given by name. ${schemaLimits}`,
    shape: grantShape,
  },
  answer: {
    title: title('answers/NNN.json'),
    description: `A question and its answer; null: control was granted again without one. ${schemaLimits}`,
    shape: answerShape().extend({ answer: z.union([z.string().regex(/\S/), z.null()]), timestamp }),
  },
  'stage-config': {
    title: title('stage-config.yaml'),
    description: `The contract of a stage. ${schemaLimits}`,
    shape: stageConfigShape(),
  },
  wf: { title: title('wf.yaml'), description: `The definition of a workflow. ${schemaLimits}`, shape: workflowShape() },
  'wf-run': { title: title('wf-run.json'), description: `The record of a run. ${schemaLimits}`, shape: runShape() },
  'output-params': {
    title: title('output-params.json'),
    description: `The parameters that a stage has published. ${schemaLimits}`,
    shape: paramsShape(),
  },
  'wf-result': { title: title('wf-result.json'), description: `How a stage ended, as its tool says. ${schemaLimits}`, shape: resultShape },
}
