import type { DocumentedRule } from '../../../core/rule.ts'
import { visible } from '../../../core/message.ts'
import { suggestion } from '../../../core/suggestion.ts'
import { explanations, type Explanation } from '../../../engine/explanations.ts'
import { explain as explanation, explainAnswer } from '../../../render/explain.ts'
import { githubRule } from '../../../render/github.ts'
import type { Format } from '../../../render/index.ts'
import { rulePage } from '../../../render/rule-page.ts'
import { sarifRule } from '../../../render/sarif.ts'
import { protocols } from '../../protocols.ts'
import { documented } from '../../rule-examples.ts'
import { stringify } from '../../../render/plain.ts'
import { exits } from '../exit.ts'
import { renderOptions } from '../output.ts'
import { inAdvice } from '../spelling.ts'
import { UsageError } from '../usage.ts'

/** What is known of a rule, be it its own or inherited. */
const factsOf = ({ code, strict, soft, summary, why, repair, safe, examples }: DocumentedRule, url: string) => ({
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

type Explained = ReturnType<typeof factsOf>

const printers: Readonly<Record<Format, (rule: Explained) => string>> = {
  text: (rule) => explanation({ ...rule, ...(rule.repair !== undefined && { repair: inAdvice(rule.repair) }) }, renderOptions()),
  json: (rule) => stringify(rule, renderOptions().onOneLine),
  brief: ({ examples: _, repair, ...rule }) => stringify({ ...rule, ...(repair !== undefined && { repair: inAdvice(repair) }) }, true),
  github: githubRule,
  markdown: (rule) => `${rulePage([rule])}\n`,
  sarif: (rule) => sarifRule(rule, renderOptions()),
}

/** A code that only commands answer with: in words or as data. */
function answered(found: Explanation, format: Format): string {
  const { code, meaning: summary, url } = found
  if (format === 'sarif') throw new UsageError(`Unexpected --format sarif: ${code} is an answer of commands, and no rule.`)
  const isData = format === 'json' || format === 'brief'
  return isData ? stringify({ code, summary, url }, format === 'brief' || renderOptions().onOneLine) : explainAnswer(found, renderOptions())
}

/** `baton explain CODE`. Gives the exit code. */
export function explain(code: string, { format }: { readonly format: Format }): number {
  const known = explanations(protocols)
  const found = known.find((each) => each.code === code.toUpperCase())
  if (!found) {
    const like = suggestion(
      code.toUpperCase(),
      known.map((each) => each.code),
    )
    throw new UsageError(
      `Unexpected code ${visible(code)}${like === undefined ? '.' : `, did you mean ${like}?`} \`baton validate\` names the codes that it finds.`,
    )
  }
  const { rule, url } = found
  process.stdout.write(rule ? printers[format](factsOf(documented(rule), url)) : answered(found, format))
  return exits.fine
}
