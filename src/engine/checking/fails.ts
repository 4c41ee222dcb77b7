import type { Diagnostic } from '../../core/diagnostic.ts'
import { judge } from './judge.ts'
import { enabledProtocols, type CheckRequest } from './request.ts'

/** What `new-error` counts as the same error: its line may have moved. */
const identity = ({ code, target, path }: Diagnostic) => JSON.stringify([code, target, path])

/** The findings of the base by itself: none of its files count as touched, as with the errors that are compared with it. */
function foundInBase(request: CheckRequest): ReadonlySet<string> {
  const { base, context, sections, severity, mode } = request
  if (!base) return new Set()
  const all = enabledProtocols(request).flatMap((protocol) => {
    const reading = protocol.read({ head: base }, sections[protocol.name], context)
    const options = { reading, mode, severity, touched: () => false, touchedTargets: [] }
    return [...judge(protocol, protocol.rules, { ...options, findings: (rule) => reading.findings(rule) })]
  })
  return new Set(all.map(({ diagnostic }) => identity(diagnostic)))
}

/** Whether the diagnostics fail the check (docs/cli.md, `new-error`). */
export function fails(request: CheckRequest, diagnostics: readonly Diagnostic[]): boolean {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  switch (request.failOn) {
    case 'never':
      return false
    case 'warning':
      return diagnostics.some(({ severity }) => severity !== 'notice')
    case 'error':
      return errors.length > 0
    case 'new-error': {
      if (errors.some(({ touched }) => touched)) return true
      const old = errors.length > 0 ? foundInBase(request) : new Set()
      return errors.some((error) => !old.has(identity(error)))
    }
  }
}
