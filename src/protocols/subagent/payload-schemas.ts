import * as z from 'zod'
import { payloads, agents, messageKinds } from './schema.ts'

/** The JSON Schemas of the eight payloads, for other languages: path in the checkout → schema. */
export function payloadSchemas(): ReadonlyMap<string, object> {
  return new Map(
    agents.flatMap((agent) =>
      messageKinds.map((kind) => {
        const { $schema, ...schema } = z.toJSONSchema(payloads[agent][kind], { target: 'draft-2020-12', io: 'input' })
        const title = `Ralph-${agent.charAt(0).toUpperCase()}${agent.slice(1)} ${kind}, contract version 1.0.0`
        return [`schema/subagent.${agent}.${kind}.v1.json`, { $schema, title, ...schema }] as const
      }),
    ),
  )
}
