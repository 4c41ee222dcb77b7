import { visibleLine } from '../../core/message.ts'
import type { DocumentedRule } from '../../core/rule.ts'
import { suggestion } from '../../core/suggestion.ts'
import { explanations, type Explanation } from '../../engine/explanations.ts'
import { installationRules } from '../../engine/installation/index.ts'
import { rulesOf } from '../../kit/rules.ts'
import { groups } from '../../protocols/declared/rules/index.ts'
import { explainAnswer, explain as explanation } from '../../render/explain.ts'
import { githubRule } from '../../render/github.ts'
import { rulePage } from '../../render/rule-page.ts'
import { sarifRule } from '../../render/sarif.ts'
import { documentation } from '../documentation.ts'
import type { Answer } from '../operations/operation.ts'
import type { ExplainInput } from '../operations/reading.ts'
import { protocols } from '../protocols.ts'
import { withExamples } from '../rule-examples.ts'
import { renderOptions } from './answer.ts'
import { adviceForCli } from './spelling.ts'
import { UsageError } from './usage.ts'

/** Every code that can be explained. */
export const allExplanations = (): readonly Explanation[] =>
  explanations(protocols, { rules: [...rulesOf(groups), ...installationRules], documentation })

/** What is known of a code. @throws UsageError where there is no such code */
export function explanationOf(code: string): Explanation {
  const candidates = allExplanations()
  const match = candidates.find((candidate) => candidate.code === code.toUpperCase())
  if (match) return match
  const nearest = suggestion(
    code.toUpperCase(),
    candidates.map((candidate) => candidate.code),
  )
  throw new UsageError(
    `Unknown code ${visibleLine(code)}${nearest === undefined ? '.' : `, did you mean ${nearest}?`} \`baton explain\` lists all codes.`,
  )
}

/** What is known of a rule, be it its own or inherited. */
const factsOf = (
  { code, strict, soft, summary, why, repair, safe, examples }: DocumentedRule,
  url: string | undefined,
) => ({
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

/** Every code with what it means, in the order of the alphabet. */
function list(): Answer {
  const codes = [
    ...new Map(allExplanations().map(({ code, meaning: summary, url }) => [code, { code, summary, url }])).values(),
  ].toSorted((a, b) => (a.code < b.code ? -1 : 1))
  const width = Math.max(...codes.map(({ code }) => code.length))
  const lines = () =>
    [
      ...codes.map(({ code, summary }) => `${code.padEnd(width)}  ${adviceForCli(summary)}`),
      '',
      '`baton explain CODE` says more of one.',
      '',
    ].join('\n')
  const data = () => ({ codes })
  const refuseFormat = (format: string) => () => {
    throw new UsageError(`Unexpected --format ${format} without a code.`)
  }
  return {
    views: {
      text: lines,
      json: data,
      brief: data,
      github: refuseFormat('github'),
      markdown: refuseFormat('markdown'),
      sarif: refuseFormat('sarif'),
    },
  }
}

/** `explain`: what a code means. A code that only commands answer with has words and data. */
export async function explain({ code: writtenCode, examples: inFull }: ExplainInput): Promise<Answer> {
  if (writtenCode === undefined) return list()
  const { code, meaning: summary, repair: engineRepair, rule: foundRule, url } = explanationOf(writtenCode)
  if (!foundRule) {
    const repair = engineRepair === undefined ? {} : { repair: adviceForCli(engineRepair) }
    const words = () => explainAnswer({ code, meaning: summary, url, ...repair }, renderOptions())
    const data = () => ({ code, summary, ...repair, url })
    const sarif = () => {
      throw new UsageError(`Unexpected --format sarif: ${code} is an answer of commands, and no rule.`)
    }
    return { views: { text: words, github: words, markdown: words, sarif, json: data, brief: data } }
  }
  const rule = factsOf(await withExamples(foundRule), url)
  const { examples: _, repair, ...facts } = rule
  const advice = repair === undefined ? {} : { repair: adviceForCli(repair) }
  return {
    views: {
      text: () => explanation({ ...rule, ...advice }, { ...renderOptions(), inFull: inFull === true }),
      json: () => rule,
      brief: () => ({ ...facts, ...advice }),
      github: () => githubRule(rule),
      markdown: () => `${rulePage([rule])}\n`,
      sarif: () => sarifRule(rule, renderOptions()),
    },
  }
}
