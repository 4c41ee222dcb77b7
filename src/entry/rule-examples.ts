import type { BuiltInName } from '../core/protocol.ts'
import { type DocumentedRule, examplesFrom, type RuleExamples, type RuleFacts } from '../core/rule.ts'
import codes from '../core/codes.json' with { type: 'json' }

type Loader = () => Promise<{ readonly examples: RuleExamples }>

/** Examples and the samples that they are made from are loaded for `explain` alone, those of one protocol at a time. */
const loaders: Readonly<Record<BuiltInName | 'declared', Loader>> = {
  plugin: () => import('../protocols/plugin/examples/index.ts'),
  handover: () => import('../protocols/handover/examples/index.ts'),
  subagent: () => import('../protocols/subagent/examples/index.ts'),
  control: () => import('../protocols/control/examples/index.ts'),
  governance: () => import('../protocols/governance/examples/index.ts'),
  declared: () => import('../protocols/declared/examples/index.ts'),
}

const pages: Readonly<Record<string, string>> = codes.rules

/** A rule with its examples. @throws Error where there are none */
export async function withExamples<Facts extends RuleFacts>(rule: Facts): Promise<DocumentedRule & Facts> {
  const owner = pages[rule.code]?.split('/', 1)[0] as keyof typeof loaders | undefined
  const { examples } = await (owner === undefined ? import('../engine/examples/index.ts') : loaders[owner]())
  const ruleExamples = examples[rule.code]
  if (!ruleExamples)
    throw new Error(
      `The rule ${rule.code} has no examples, or is not yet in src/core/codes.json, which \`npm run docs\` writes.`,
    )
  return { ...rule, examples: examplesFrom(ruleExamples) }
}
