import * as z from 'zod'
import { agentForm } from '../../core/grant.ts'
import { schemaLimits, type SchemaSource, type SchemaSources } from '../../kit/published-schema.ts'
import { dateTime } from '../../kit/values.ts'
import { agents, envelopeShape, messageKinds, payloadOf } from './schema.ts'

const capitalize = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

/** The messages between an orchestrator and the four agents as JSON Schemas. */
export const schemas: SchemaSources = {
  envelope: {
    title: 'subagent: a message',
    description: `The envelope of an agent's input or output. ${schemaLimits}`,
    shape: envelopeShape().extend({
      kind: z.enum(messageKinds),
      created_at: dateTime(),
      agent: z.string().regex(agentForm).optional().describe('To whom control was given by name.'),
      until: dateTime().optional().describe('When its time is over.'),
      payload: z.record(z.string(), z.unknown()).describe('By the schema of the agent and kind.'),
    }),
  },
  ...Object.fromEntries(
    agents.flatMap((agent) =>
      messageKinds.map((kind): [string, SchemaSource] => [
        `${agent}.${kind}`,
        {
          title: `Ralph-${capitalize(agent)} ${kind}, contract version 1.0.0`,
          description: schemaLimits,
          shape: payloadOf(agent, kind, 'contract-1.0.0'),
        },
      ]),
    ),
  ),
}
