import { configurationRule } from '../engine/configuration/rule.ts'
import { configurationSchema } from '../engine/configuration/schema.ts'
import { installationRules } from '../engine/installation/index.ts'
import { configurationJsonSchema } from '../engine/published-configuration.ts'
import { grantRules } from '../engine/grants.ts'
import { portableRule } from '../engine/portable-names.ts'
import { tooLargeRule } from '../engine/checking/too-large.ts'
import { conflictRule } from '../engine/unmerged.ts'
import { type JsonSchema, publishedSchema, type SchemaSources } from '../kit/published-schema.ts'
import type { BuiltInName } from '../core/protocol.ts'
import { declarationSchema } from '../protocols/declared/schemas.ts'
import { schemas as control } from '../protocols/control/schemas.ts'
import { schemas as governance } from '../protocols/governance/schemas.ts'
import { schemas as handover } from '../protocols/handover/schemas.ts'
import { schemas as plugin } from '../protocols/plugin/schemas.ts'
import { schemas as subagent } from '../protocols/subagent/schemas.ts'
import { answerSchemas } from '../render/answer.schema.ts'
import { documentation } from './documentation.ts'
import { protocols } from './protocols.ts'

/** The configuration by the rules as they are, and not by the generated list of their codes. */
function configuration(): JsonSchema {
  const rules = [
    ...grantRules,
    portableRule,
    ...installationRules,
    ...[...protocols, documentation.declared].flatMap((source) => source.rules ?? []),
  ]
  return configurationJsonSchema(
    configurationSchema({ protocols, rules }),
    [configurationRule, conflictRule, tooLargeRule, ...rules],
    documentation,
    declarationSchema(),
  )
}

const protocolSchemas: Readonly<Record<BuiltInName, SchemaSources>> = {
  plugin,
  handover,
  subagent,
  control,
  governance,
}

const schemasOf = (sources: SchemaSources, prefix = '') =>
  Object.entries(sources).map(([name, source]): [string, () => JsonSchema] => [
    `${prefix}${name}`,
    () => publishedSchema(`${prefix}${name}`, source),
  ])

/** Every schema that is published, made when it is needed: name → JSON Schema. */
export const schemas: ReadonlyMap<string, () => JsonSchema> = new Map([
  ...schemasOf(answerSchemas),
  ['config', configuration],
  ...Object.entries(protocolSchemas).flatMap(([protocol, sources]) => schemasOf(sources, `${protocol}.`)),
])
