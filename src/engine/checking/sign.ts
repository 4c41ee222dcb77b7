import { adviceOf, commandsOf } from '../../core/advice.ts'
import type { Diagnostic, Finding, Severity } from '../../core/diagnostic.ts'
import { codeUrl } from '../../core/links.ts'
import type { ProtocolName } from '../../core/protocol.ts'

/** Who says a finding and how grave it is. */
export interface Signature {
  readonly code: string
  readonly severity: Severity
  readonly protocol?: ProtocolName | undefined
  readonly touched: boolean
}

/** Makes a diagnostic of a finding. */
export function sign(
  { place, hint, fix, offers, concerns: _concerns, judgedBy: _judgedBy, levels: _levels, ...said }: Finding,
  { protocol, ...by }: Signature,
): Diagnostic {
  const advice = { offers, hint, fix }
  return {
    ...said,
    ...adviceOf(advice),
    ...(commandsOf(advice).length > 0 && { advice }),
    ...place,
    ...by,
    url: codeUrl(by.code, protocol),
    ...(protocol && { protocol }),
  }
}
