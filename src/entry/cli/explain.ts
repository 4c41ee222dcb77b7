import { codeUrl } from '../../core/links.ts'
import { suggestion } from '../../core/suggestion.ts'
import { configurationRule } from '../../engine/configuration/rule.ts'
import { explain as explanation } from '../../render/explain.ts'
import { protocols } from '../protocols.ts'
import { exits } from './exit.ts'
import { renderOptions } from './output.ts'
import { UsageError } from './usage.ts'

/** Every code that Baton knows, with the page that it stands on. */
const known = [
  { rule: configurationRule, url: codeUrl(configurationRule.code) },
  ...protocols.flatMap(({ name, rules }) => rules.map((rule) => ({ rule, url: codeUrl(rule.code, name) }))),
]

/** `baton explain CODE`. Gives the exit code. */
export function explain(code: string, { format }: { readonly format: 'text' | 'json' }): number {
  const found = known.find(({ rule }) => rule.code === code.toUpperCase())
  if (!found) {
    const like = suggestion(
      code.toUpperCase(),
      known.map(({ rule }) => rule.code),
    )
    throw new UsageError(
      `Unexpected code ${code}${like === undefined ? '.' : `, did you mean ${like}?`} \`baton validate\` names the codes that it finds.`,
    )
  }
  const facts = { ...found.rule, url: found.url }
  process.stdout.write(format === 'json' ? `${JSON.stringify(facts, undefined, 2)}\n` : explanation(facts, renderOptions()))
  return exits.fine
}
