import type { Diagnostic } from '../../../core/diagnostic.ts'
import type { Report } from '../../../core/report.ts'
import { msg } from '../../../core/message.ts'
import { suggestion } from '../../../core/suggestion.ts'
import type { RuleFacts } from '../../../core/rule.ts'
import { discardOptions } from '../../../kit/options.ts'
import { overlay } from '../../overlay.ts'
import { repair, type Repair } from '../../repair.ts'
import { repairable, repairOutcome, repairMessage, unsafeMessage, type RepairOutcome } from '../../repaired.ts'
import { refusedAnswer, signDiagnostic, unchangedAnswer, type Answer } from '../answer.ts'
import { checkNow, noStateOf, ownCommand, type OwnCommandCall } from './own.ts'

/** Why a word is not a code whose repair is safe; a message by `msg`. */
function fault(code: string, rules: readonly RuleFacts[]): string | undefined {
  const rule = rules.find((each) => each.code === code)
  if (rule?.safe === true) return undefined
  if (rule) return msg`Unexpected code ${code}: its repair is not safe, so it has to be requested by its own command`
  const meant = suggestion(
    code,
    rules.map((each) => each.code),
  )
  return meant === undefined ? msg`Unexpected code ${code}` : msg`Unexpected code ${code}, expected ${meant}`
}

/** The report on findings that were not repaired: why repairs were refused, and which findings remain, without the commands that did not repair them. */
const leftOver = ({ refused: those }: Repair, { left }: RepairOutcome): readonly Diagnostic[] => [
  ...those.flatMap(({ diagnostics, protocol }) =>
    diagnostics.map((diagnostic) => signDiagnostic({ ...diagnostic, severity: 'warning' }, protocol)),
  ),
  ...left.map(({ fix: _, edit: __, ...each }) => ({ ...each, severity: 'warning' as const })),
]

/** The findings that `/fix` without a code leaves alone, since their repairs are not safe, as a sentence. */
function unsafe(report: Report, codes: readonly string[], offered: OwnCommandCall['offered']): string {
  if (codes.length > 0) return ''
  const safe = new Set(repairable(report))
  return unsafeMessage(offered(report.diagnostics.filter((each) => each.severity !== 'notice' && !safe.has(each))))
}

const sentences = (...parts: readonly string[]) => parts.filter((part) => part !== '').join(' ')

function answer(
  planned: Repair,
  become: RepairOutcome,
  { isDry, anyway }: { readonly isDry: boolean; readonly anyway: boolean },
  rest: string,
  noState: string | undefined,
): Answer {
  const { changes, discards, applied, reveals, refused: those } = planned
  const reply = sentences(repairMessage(become, applied, isDry), rest)
  // A change that fixes nothing is not written.
  if (become.over.length > 0) {
    const diagnostics = leftOver(planned, become)
    return { outcome: 'changed', changes, discards, ...(anyway && { anyway }), reveals, reply, diagnostics }
  }
  if (those.length > 0)
    return {
      ...refusedAnswer([]),
      diagnostics: those.flatMap(({ diagnostics, protocol }) => diagnostics.map((each) => signDiagnostic(each, protocol))),
    }
  if (become.left.length > 0) return unchangedAnswer(reply, { diagnostics: leftOver(planned, become) })
  return unchangedAnswer(sentences(noState ?? 'Nothing can be fixed safely.', rest))
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
    for (const code of codes) {
      const wrong = fault(code, rules)
      if (wrong !== undefined) return misuse(wrong)
    }
    const found = yield* checkNow({ request, view })
    const planned = yield* repair({ ...request, head: view, report: { ...found, diagnostics: repairable(found, codes) } })
    const after = planned.changes.size === 0 ? found : yield* checkNow({ request, view: overlay(view, planned.changes) })
    const settings = { isDry, anyway: options['anyway'] === true }
    return answer(planned, repairOutcome(found, after, codes), settings, unsafe(after, codes, offered), noStateOf(call))
  },
})
