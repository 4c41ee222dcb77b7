import type { Diagnostic } from '../../../core/diagnostic.ts'
import { protocolNames } from '../../../core/protocol.ts'
import type { Report } from '../../../core/report.ts'
import { usageCode, type CommandDiagnostic } from '../../../core/command.ts'
import { commandWord, msg } from '../../../core/message.ts'
import { targetsNamed } from '../../../core/target.ts'
import { suggestion } from '../../../core/suggestion.ts'
import type { RuleFacts } from '../../../core/rule.ts'
import { requestError } from '../../../kit/diagnostic.ts'
import { discardOptions } from '../../../kit/options.ts'
import { overlay } from '../../overlay.ts'
import { repair, type Repair } from '../../repair.ts'
import { repairableFindings, repairOutcome, repairMessage, unsafeMessage, type RepairOutcome } from '../../repaired.ts'
import { refusedAnswer, signDiagnostic, unchangedAnswer, type Answer } from '../answer.ts'
import { checkNow, noStateOf, ownCommand, type OwnCommandCall } from './own.ts'

/** Why a word is not a code whose repair is safe; a message by `msg`. */
function codeFault(word: string, rules: readonly RuleFacts[]): string | undefined {
  const code = word.toUpperCase()
  const rule = rules.find((candidate) => candidate.code === code)
  if (rule?.safe === true) return undefined
  if (rule) return msg`Unexpected code ${code}: its repair is not safe, so it has to be requested by its own command`
  const suggestedCode = suggestion(
    code,
    rules.map((candidate) => candidate.code),
  )
  return suggestedCode === undefined
    ? msg`Unexpected code ${word}`
    : msg`Unexpected code ${word}, expected ${suggestedCode}`
}

/** The refusal of the name of a target in place of a code, with the commands that repair it; `undefined`: it is none. */
function targetRefusal(
  word: string,
  { diagnostics, targets }: Report,
  checkOffers: OwnCommandCall['offered'],
): CommandDiagnostic | undefined {
  const [id, otherId] = targetsNamed(targets, word)
  if (id === undefined || otherId !== undefined) return undefined
  const ownDiagnostics = checkOffers(diagnostics.filter(({ target }) => target === id))
  const repairs = [...new Set(ownDiagnostics.flatMap(({ fix: command }) => command ?? []))]
  const hint =
    repairs.length > 0
      ? msg`To repair ${id}: ${repairs}.`
      : msg`The command ${`/validate ${commandWord(id)}`} says what is wrong with it.`
  return requestError(usageCode, msg`Unexpected code ${word}, which is a target`, hint)
}

/** The refusal of the name of a workflow or a protocol in place of a code; `undefined`: it is none. */
function protocolRefusal(
  word: string,
  { protocols, descriptors = protocols }: OwnCommandCall['request'],
): CommandDiagnostic | undefined {
  const protocol = descriptors.find(({ name }) => name === word.toLowerCase())
  if (!protocol) return undefined
  const builtInNames: readonly string[] = protocolNames
  const noun = builtInNames.includes(protocol.name) ? 'protocol' : 'workflow'
  return requestError(
    usageCode,
    `${msg`Unexpected code ${word}`}, which is a ${noun}`,
    msg`On the command line, ${`baton validate --protocol ${protocol.name}`} looks at it alone.`,
  )
}

/**
 * The report on findings that were not repaired: why repairs were refused, and which findings remain, without the
 * commands that did not repair them.
 */
const remainingDiagnostics = ({ refused: refusals }: Repair, { remaining }: RepairOutcome): readonly Diagnostic[] => [
  ...refusals.flatMap(({ diagnostics, protocol }) =>
    diagnostics.map((diagnostic) => signDiagnostic({ ...diagnostic, severity: 'warning' }, protocol)),
  ),
  ...remaining.map(({ fix: _, edit: __, ...diagnostic }) => ({ ...diagnostic, severity: 'warning' as const })),
]

/** The findings that `/fix` without a code leaves alone, since their repairs are not safe, as a sentence. */
function unsafeSentence(report: Report, codes: readonly string[], checkOffers: OwnCommandCall['offered']): string {
  if (codes.length > 0) return ''
  const safe = new Set(repairableFindings(report))
  return unsafeMessage(
    checkOffers(report.diagnostics.filter((diagnostic) => diagnostic.severity !== 'notice' && !safe.has(diagnostic))),
  )
}

const joinSentences = (...parts: readonly string[]) => parts.filter((part) => part !== '').join(' ')

function answerOf(
  plannedRepair: Repair,
  repairResult: RepairOutcome,
  { isDry, anyway }: { readonly isDry: boolean; readonly anyway: boolean },
  rest: string,
  noState: string | undefined,
): Answer {
  const { changes, discards, applied, reveals, refused: refusals } = plannedRepair
  const reply = joinSentences(repairMessage(repairResult, applied, isDry), rest)
  // A change that fixes nothing is not written.
  if (repairResult.repaired.length > 0) {
    const diagnostics = remainingDiagnostics(plannedRepair, repairResult)
    return {
      outcome: 'changed',
      changes,
      discards,
      ...(anyway && { anyway }),
      reveals,
      reply,
      ...(rest !== '' && { leaves: true }),
      diagnostics,
    }
  }
  if (refusals.length > 0 || repairResult.remaining.length > 0)
    return unchangedAnswer(reply, { diagnostics: remainingDiagnostics(plannedRepair, repairResult) })
  return unchangedAnswer(joinSentences(noState ?? 'Nothing can be fixed safely.', rest))
}

/** `/fix`: applies the safe repairs. */
export const fix = ownCommand({
  name: 'fix',
  takes: 'words',
  words: [{ name: 'CODE', optional: true, many: true }],
  options: discardOptions,
  summary: 'Applies all safe repairs, or those of the given codes, and reports what was fixed and what remains.',
  examples: ['/fix', '/fix REGISTRY_STATUS_DRIFT'],

  *run(call, misuse) {
    const { request, view, words, options, isDry, offered } = call
    const codes = words.map((word) => word.toUpperCase())
    const rules = request.protocols.flatMap((protocol) => protocol.rules)
    const reportBefore = yield* checkNow({ request, view })
    for (const word of words) {
      const codeProblem = codeFault(word, rules)
      if (codeProblem === undefined) continue
      const refusal = targetRefusal(word, reportBefore, offered) ?? protocolRefusal(word, request)
      return refusal ? refusedAnswer([refusal]) : misuse(codeProblem)
    }
    const plannedRepair = yield* repair({
      ...request,
      head: view,
      report: { ...reportBefore, diagnostics: repairableFindings(reportBefore, codes) },
    })
    const reportAfter =
      plannedRepair.changes.size === 0
        ? reportBefore
        : yield* checkNow({ request, view: overlay(view, plannedRepair.changes) })
    const settings = { isDry, anyway: options['anyway'] === true }
    return answerOf(
      plannedRepair,
      repairOutcome(reportBefore, reportAfter, codes),
      settings,
      unsafeSentence(reportAfter, codes, offered),
      noStateOf(call),
    )
  },
})
