import type { Details } from '../../../core/command.ts'
import { type Diagnostic, describeCounts } from '../../../core/diagnostic.ts'
import { describeGrant, withoutPlace } from '../../../core/grant.ts'
import { groupBy } from '../../../core/grouped.ts'
import type { ReportedTarget } from '../../../core/report.ts'
import { factText } from '../../../kit/facts.ts'
import { questionAndError } from '../../../kit/question.ts'
import { msg, visible } from '../../../core/message.ts'
import { unchangedAnswer } from '../answer.ts'
import { item } from './findings.ts'
import { foldedList } from './list.ts'
import { checkNow, noStateOf, ownCommand, type OwnCommandCall } from './own.ts'

/** The findings, by the ids of their targets. */
type Wrong = ReadonlyMap<string | undefined, readonly Diagnostic[]>

const wrongWith = (wrong: Wrong, id: string | undefined) => wrong.get(id) ?? []

function heldBy({ holder, grant }: ReportedTarget): string {
  if (holder === undefined) return 'its holder is unknown'
  return `held by the ${holder}${grant ? ` (${msg`${describeGrant(grant)}`})` : ''}`
}

function summary(wrong: Wrong, target: ReportedTarget): string {
  const many = describeCounts(wrongWith(wrong, target.id))
  const back = questionAndError(target).map(([name, text]) => `${name}: ${msg`${text}`}`)
  return [`${msg`${target.id}: ${target.state}`}, ${heldBy(target)}`, ...back, ...(many === '' ? [] : [many])].join('; ')
}

/** Everything about one target. */
function whole(wrong: Wrong, target: ReportedTarget, offered: OwnCommandCall['offered']): string {
  const facts = Object.entries(target.facts).map(([name, value]) => msg`${name}: ${factText(value)}`)
  const found = offered(wrongWith(wrong, target.id)).map(item)
  return [
    `${summary(wrong, target)}.`,
    ...(found.length > 0 ? ['', foldedList(found)] : []),
    ...(facts.length > 0 ? ['', '<details><summary>Facts</summary>', '', foldedList(facts), '', '</details>'] : []),
  ].join('\n')
}

/** The findings that belong to no target: those of a commit, or of a file that all targets share. */
function otherFindings(wrong: Wrong): readonly string[] {
  const others = describeCounts(wrongWith(wrong, undefined))
  return others === '' ? [] : [`Also: ${others}.`]
}

/** For programs, and for the text format. */
const details = (wrong: Wrong, targets: readonly ReportedTarget[], more: readonly string[]): Details => ({
  targets: targets.map(({ id, protocol, path, holder, state, question, grant, facts }) => ({
    id,
    protocol,
    path,
    holder,
    state,
    ...(question !== undefined && { question }),
    ...(grant && { grant: withoutPlace(grant) }),
    facts,
  })),
  lines: [
    ...targets.map((target) =>
      [
        target.id,
        target.holder ?? 'unknown',
        target.state,
        ...questionAndError(target).map(([name, text]) => `${name}: ${visible(text)}`),
        describeCounts(wrongWith(wrong, target.id)),
      ]
        .join('  ')
        .trimEnd(),
    ),
    ...more,
  ],
})

/** `/status`: who holds what. */
export const status = ownCommand({
  name: 'status',
  takes: 'target',
  summary: 'Shows who holds what: every target, or all details of one.',
  examples: ['/status', '/status TinyGain'],

  *run(call) {
    const report = yield* checkNow(call)
    const wrong = groupBy(report.diagnostics, ({ target }) => target)
    const { meant } = call
    const targets = meant ? report.targets.filter(({ id }) => id === meant.target) : report.targets
    const [only] = targets
    const more = meant ? [] : otherFindings(wrong)
    const none = noStateOf(call) ?? 'There is nothing here whose state Baton keeps.'
    const all = only ? foldedList(targets.map((target) => summary(wrong, target))) : none
    const paragraphs = [
      meant && only ? whole(wrong, only, call.offered) : all,
      ...more.map((line) => `${line} The command \`/validate\` says what.`),
    ]
    return unchangedAnswer(paragraphs.join('\n\n'), { report: details(wrong, targets, only ? more : [none, ...more]) })
  },
})
