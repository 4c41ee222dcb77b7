import type { Details } from '../../../core/command.ts'
import { type Diagnostic, describeCounts, describeOthers } from '../../../core/diagnostic.ts'
import { describeGrant, withoutPlace } from '../../../core/grant.ts'
import { groupBy } from '../../../core/grouped.ts'
import type { ReportedTarget } from '../../../core/report.ts'
import { factText } from '../../../kit/facts.ts'
import { questionAndError } from '../../../kit/question.ts'
import { msg, visibleLine } from '../../../core/message.ts'
import { unchangedAnswer } from '../answer.ts'
import { listItem } from './findings.ts'
import { foldedList } from './list.ts'
import { checkNow, noStateOf, ownCommand, type OwnCommandCall } from './own.ts'

type FindingsByTarget = ReadonlyMap<string | undefined, readonly Diagnostic[]>

const findingsAbout = (findings: FindingsByTarget, id: string | undefined) => findings.get(id) ?? []

function holderText({ holder, grant }: ReportedTarget): string {
  if (holder === undefined) return 'its holder is unknown'
  return `held by the ${holder}${grant ? ` (${msg`${describeGrant(grant)}`})` : ''}`
}

function summary(findings: FindingsByTarget, target: ReportedTarget): string {
  const counts = describeCounts(findingsAbout(findings, target.id))
  const questionLines = questionAndError(target).map(([name, text]) => `${name}: ${msg`${text}`}`)
  return [
    `${msg`${target.id}: ${target.state}`}, ${holderText(target)}`,
    ...questionLines,
    ...(counts === '' ? [] : [counts]),
  ].join('; ')
}

/** Everything about one target. */
function fullStatus(
  findings: FindingsByTarget,
  target: ReportedTarget,
  checkOffers: OwnCommandCall['offered'],
): string {
  const facts = Object.entries(target.facts).map(([name, value]) => msg`${name}: ${factText(value)}`)
  const findingItems = checkOffers(findingsAbout(findings, target.id)).map(listItem)
  return [
    `${summary(findings, target)}.`,
    ...(findingItems.length > 0 ? ['', foldedList(findingItems)] : []),
    ...(facts.length > 0 ? ['', '<details><summary>Facts</summary>', '', foldedList(facts), '', '</details>'] : []),
  ].join('\n')
}

/** The findings that belong to no target: those of a commit, or of a file that all targets share. */
function otherFindings(findings: FindingsByTarget): readonly string[] {
  const counts = describeOthers(findingsAbout(findings, undefined))
  return counts === '' ? [] : [`Also: ${counts}.`]
}

/** For programs, and for the text format. */
const statusDetails = (
  findings: FindingsByTarget,
  targets: readonly ReportedTarget[],
  otherLines: readonly string[],
): Details => ({
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
        ...questionAndError(target).map(([name, text]) => `${name}: ${visibleLine(text)}`),
        describeCounts(findingsAbout(findings, target.id)),
      ]
        .join('  ')
        .trimEnd(),
    ),
    ...otherLines,
  ],
})

export const status = ownCommand({
  name: 'status',
  takes: 'target',
  summary: 'Shows who holds what: every target, or all details of one.',
  examples: ['/status', '/status TinyGain'],

  *run(call) {
    const report = yield* checkNow(call)
    const findings = groupBy(report.diagnostics, ({ target }) => target)
    const { chosenTarget } = call
    const targets = chosenTarget ? report.targets.filter(({ id }) => id === chosenTarget.target) : report.targets
    const [firstTarget] = targets
    const otherLines = chosenTarget ? [] : otherFindings(findings)
    const emptyMessage = noStateOf(call) ?? 'There are no state files here.'
    const summaryList = firstTarget ? foldedList(targets.map((target) => summary(findings, target))) : emptyMessage
    const paragraphs = [
      chosenTarget && firstTarget ? fullStatus(findings, firstTarget, call.offered) : summaryList,
      ...otherLines.map((line) => `${line} The command \`/validate\` says what.`),
    ]
    return unchangedAnswer(paragraphs.join('\n\n'), {
      report: statusDetails(findings, targets, firstTarget ? otherLines : [emptyMessage, ...otherLines]),
    })
  },
})
