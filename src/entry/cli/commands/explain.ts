import { explainAnswer, explain as explanation } from '../../../render/explain.ts'
import { githubRule } from '../../../render/github.ts'
import type { Format } from '../../../render/index.ts'
import { stringify } from '../../../render/plain.ts'
import { rulePage } from '../../../render/rule-page.ts'
import { sarifRule } from '../../../render/sarif.ts'
import type { Explanation } from '../../../engine/explanations.ts'
import { briefRule, explanationOf, factsOf, type Explained } from '../../calls/explain.ts'
import { inAdvice } from '../../calls/spelling.ts'
import { UsageError } from '../../calls/usage.ts'
import { documented } from '../../rule-examples.ts'
import { exits } from '../exit.ts'
import { renderOptions } from '../output.ts'

const printers: Readonly<Record<Format, (rule: Explained, inFull: boolean) => string>> = {
  text: (rule, inFull) =>
    explanation({ ...rule, ...(rule.repair !== undefined && { repair: inAdvice(rule.repair) }) }, { ...renderOptions(), inFull }),
  json: (rule) => stringify(rule, renderOptions().onOneLine),
  brief: (rule) => stringify(briefRule(rule), true),
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
export async function explain(
  code: string,
  { format, examples = false }: { readonly format: Format; readonly examples?: boolean },
): Promise<number> {
  const found = explanationOf(code)
  const { rule, url } = found
  process.stdout.write(rule ? printers[format](factsOf(await documented(rule), url), examples) : answered(found, format))
  return exits.fine
}
