import { msg } from '../../../core/message.ts'
import { suggestion } from '../../../core/suggestion.ts'
import type { RuleFacts } from '../../../core/rule.ts'
import { explanations, type Explanation } from '../../explanations.ts'
import { unchangedAnswer } from '../answer.ts'
import { ownCommand } from './own.ts'

const levelTexts = { error: 'an error', warning: 'a warning', notice: 'a notice', off: 'not looked for' } as const

const severityText = ({ strict, soft }: RuleFacts) =>
  strict === soft ? levelTexts[strict] : `${levelTexts[strict]} in what a change touches, ${levelTexts[soft]} elsewhere`

function paragraphs({ code, url, meaning, rule }: Explanation): readonly string[] {
  const kind = rule ? severityText(rule) : 'an answer of commands'
  const repair = rule?.repair === undefined ? [] : [`How to fix it: ${rule.repair}`]
  return [
    `\`${code}\` is ${kind}.`,
    meaning,
    ...(rule ? [rule.why] : []),
    ...repair,
    ...(url === undefined ? [] : [`[More](${url})`]),
  ]
}

export const explain = ownCommand({
  name: 'explain',
  takes: 'words',
  words: [{ name: 'CODE', missing: msg`Missing code, expected one such as ${'REGISTRY_STATUS_DRIFT'}` }],
  summary: 'Explains what a code means, why it matters and how to fix it.',
  examples: ['/explain REGISTRY_STATUS_DRIFT'],

  run({ request: { protocols, explained }, words: [word = ''] }, misuse) {
    const allExplanations = explanations(protocols, explained)
    const explanation = allExplanations.find(({ code }) => code === word.toUpperCase())
    if (!explanation) {
      const suggestedCode = suggestion(
        word.toUpperCase(),
        allExplanations.map(({ code }) => code),
      )
      return misuse(
        suggestedCode === undefined
          ? msg`Unknown code ${word}`
          : msg`Unknown code ${word}, did you mean ${suggestedCode}?`,
      )
    }
    const { code, url, meaning, rule } = explanation
    const facts = rule && {
      strict: rule.strict,
      soft: rule.soft,
      why: rule.why,
      ...(rule.repair !== undefined && { repair: rule.repair }),
    }
    return unchangedAnswer(paragraphs(explanation).join('\n\n'), {
      report: { code, ...(url !== undefined && { url }), summary: meaning, ...facts, lines: paragraphs(explanation) },
    })
  },
})
