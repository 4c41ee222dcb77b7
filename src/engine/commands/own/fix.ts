import { say } from '../../../core/say.ts'
import { suggestion } from '../../../core/suggestion.ts'
import type { RuleFacts } from '../../../core/rule.ts'
import { repair, type Repair } from '../../repair.ts'
import { refused, signed, told, type Answer } from '../answer.ts'
import { look, misused, type OwnCommand } from './own.ts'

/** Why a word is no code whose repair is safe; a message by `say`. */
function fault(code: string, rules: readonly RuleFacts[]): string | undefined {
  const rule = rules.find((each) => each.code === code)
  if (rule?.safe === true) return undefined
  if (rule) return say`Unexpected code ${code}: its repair is not safe, so that somebody has to ask for it`
  const meant = suggestion(
    code,
    rules.map((each) => each.code),
  )
  return meant === undefined ? say`Unexpected code ${code}` : say`Unexpected code ${code}, expected ${meant}`
}

/** What was not mended, told beside what was. */
const unmended = ({ refused: those }: Repair) =>
  those.flatMap(({ remarks, protocol }) => remarks.map((remark) => signed({ ...remark, severity: 'warning' }, protocol)))

function answer(planned: Repair): Answer {
  const { changes, applied, reveals, refused: those } = planned
  if (applied.length > 0) return { outcome: 'changed', changes, reveals, reply: say`Mended by ${applied}.`, diagnostics: unmended(planned) }
  if (those.length > 0)
    return { ...refused([]), diagnostics: those.flatMap(({ remarks, protocol }) => remarks.map((each) => signed(each, protocol))) }
  return told('Nothing is wrong that could be mended safely.')
}

/** Applies the safe repairs. */
export const fix: OwnCommand = {
  name: 'fix',
  takes: 'words',
  usage: '[CODE…]',
  summary: 'Applies every repair that is safe, or those of these codes.',
  examples: ['/fix', '/fix REGISTRY_STATUS_DRIFT'],

  run({ request, view, words }) {
    const codes = words.map((word) => word.toUpperCase())
    const rules = request.protocols.flatMap((protocol) => protocol.rules)
    for (const code of codes) {
      const wrong = fault(code, rules)
      if (wrong !== undefined) return misused(fix, wrong)
    }
    const found = look({ request, view })
    const diagnostics = codes.length === 0 ? found.diagnostics : found.diagnostics.filter(({ code }) => codes.includes(code))
    return answer(repair({ ...request, head: view, report: { ...found, diagnostics } }))
  },
}
