import { msg } from '../../../core/message.ts'
import { suggestion } from '../../../core/suggestion.ts'
import type { RuleFacts } from '../../../core/rule.ts'
import { explanations, type Explanation } from '../../explanations.ts'
import { unchangedAnswer } from '../answer.ts'
import { ownCommand } from './own.ts'

const levels = { error: 'an error', warning: 'a warning', notice: 'a notice', off: 'not looked for' } as const

const gravity = ({ strict, soft }: RuleFacts) =>
  strict === soft ? levels[strict] : `${levels[strict]} in what a change touches, ${levels[soft]} elsewhere`

function paragraphs({ code, url, meaning, rule }: Explanation): readonly string[] {
  const kind = rule ? gravity(rule) : 'an answer of commands'
  const repair = rule?.repair === undefined ? [] : [`How to fix it: ${rule.repair}`]
  return [`\`${code}\` is ${kind}.`, meaning, ...(rule ? [rule.why] : []), ...repair, ...(url === undefined ? [] : [`[More](${url})`])]
}

/** `/explain`: what a code means. */
export const explain = ownCommand({
  name: 'explain',
  takes: 'words',
  words: [{ name: 'CODE', missing: msg`Missing code, expected one such as ${'REGISTRY_STATUS_DRIFT'}` }],
  summary: 'Explains what a code means, why it matters and how to fix it.',
  examples: ['/explain REGISTRY_STATUS_DRIFT'],

  run({ request: { protocols, explained }, words: [word = ''] }, misuse) {
    const known = explanations(protocols, explained)
    const found = known.find(({ code }) => code === word.toUpperCase())
    if (!found) {
      const meant = suggestion(
        word.toUpperCase(),
        known.map(({ code }) => code),
      )
      return misuse(meant === undefined ? msg`Unexpected code ${word}` : msg`Unexpected code ${word}, expected ${meant}`)
    }
    const { code, url, meaning, rule } = found
    const facts = rule && { strict: rule.strict, soft: rule.soft, why: rule.why, ...(rule.repair !== undefined && { repair: rule.repair }) }
    return unchangedAnswer(paragraphs(found).join('\n\n'), {
      report: { code, ...(url !== undefined && { url }), summary: meaning, ...facts, lines: paragraphs(found) },
    })
  },
})
