import { schemaLimits, type SchemaSource, type SchemaSources } from '../../kit/published-schema.ts'
import { publishedGrant } from '../../kit/values.ts'
import { checkpointShape, configShape, metricsShape, sessionShape, stallShape, stateShape } from './schema.ts'

const source = (file: string, about: string, shape: SchemaSource['shape']): SchemaSource => ({
  title: `governance: ${file}`,
  description: `${about} ${schemaLimits}`,
  shape,
})

/** The files of governance as JSON Schemas. */
export const schemas: SchemaSources = {
  state: source('state.json', 'Phase, anchors and history.', stateShape()),
  config: source('config.json', 'The part of the configuration that is read.', configShape()),
  session: source(
    'sessions/<id>.json',
    'A session: the states that it went through, and who holds it.',
    sessionShape().extend({ grant: publishedGrant().optional() }),
  ),
  metrics: source('execution-metrics.json', 'What was counted in a session.', metricsShape()),
  stall: source('stall/<id>.json', 'The rounds of the loops of a session.', stallShape()),
  checkpoint: source('a checkpoint', 'How far a task had come.', checkpointShape()),
}
