import type { Comparison } from '../../../core/context.ts'
import type { Rule } from '../../../core/rule.ts'
import type { PluginModel } from '../model.ts'
import { comparisonRules } from './comparison.ts'
import { contractRules } from './contracts.ts'
import { handoffRules } from './handoff.ts'
import { registryRules } from './registry.ts'

/** Every rule of the protocol, in the order of its page. */
export const rules: readonly Rule<Comparison<PluginModel>>[] = [...handoffRules, ...contractRules, ...registryRules, ...comparisonRules]
