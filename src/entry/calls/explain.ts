import { visible } from '../../core/message.ts'
import type { DocumentedRule } from '../../core/rule.ts'
import { suggestion } from '../../core/suggestion.ts'
import { explanations, type Explanation } from '../../engine/explanations.ts'
import { installationRules } from '../../engine/installation/index.ts'
import { documentation } from '../documentation.ts'
import { protocols } from '../protocols.ts'
import { documented } from '../rule-examples.ts'
import { inAdvice } from './spelling.ts'
import { UsageError } from './usage.ts'

/** Every code that can be explained. */
export const explained = (): readonly Explanation[] => explanations(protocols, { rules: installationRules, documentation })

/** What is known of a code. @throws UsageError where there is no such code */
export function explanationOf(code: string): Explanation {
  const known = explained()
  const found = known.find((each) => each.code === code.toUpperCase())
  if (found) return found
  const like = suggestion(
    code.toUpperCase(),
    known.map((each) => each.code),
  )
  throw new UsageError(
    `Unexpected code ${visible(code)}${like === undefined ? '.' : `, did you mean ${like}?`} \`baton validate\` names the codes that it finds.`,
  )
}

/** What is known of a rule, be it its own or inherited. */
export const factsOf = ({ code, strict, soft, summary, why, repair, safe, examples }: DocumentedRule, url: string) => ({
  code,
  strict,
  soft,
  summary,
  why,
  ...(repair !== undefined && { repair }),
  ...(safe && { safe }),
  examples,
  url,
})

export type Explained = ReturnType<typeof factsOf>

/** What an agent needs to know of a rule. */
export const briefRule = ({ examples: _, repair, ...rule }: Explained) => ({
  ...rule,
  ...(repair !== undefined && { repair: inAdvice(repair) }),
})

/** What an agent needs to know of a code. */
export async function briefExplanation({ code, meaning: summary, rule, url }: Explanation): Promise<object> {
  return rule ? briefRule(factsOf(await documented(rule), url)) : { code, summary, url }
}
