import type { Diagnostic } from '../../core/diagnostic.ts'
import type { Steps } from '../../core/steps.ts'
import { judge } from './judge.ts'
import { enabledProtocols, type CheckRequest } from './request.ts'

/** What `new-error` counts as the same error: its line may have moved. */
const identity = ({ code, target, path }: Diagnostic) => JSON.stringify([code, target, path])

/** The findings of the base by itself: none of its files count as touched, as with the errors that are compared with it. */
function* foundInBase(request: CheckRequest): Steps<ReadonlySet<string>> {
  const { base, context, sections, severity, mode } = request
  const found = new Set<string>()
  if (!base) return found
  for (const protocol of enabledProtocols(request)) {
    const reading = protocol.read({ head: base }, sections[protocol.name], context)
    const options = { reading, mode, severity, touched: () => false, touchedTargets: [] }
    for (const judged of judge(protocol, protocol.rules, { ...options, findings: (rule) => reading.findings(rule) })) {
      if (judged) found.add(identity(judged.diagnostic))
      else yield
    }
  }
  return found
}

/** The same diagnostics, of which those errors are marked as new that the base does not have or that concern what the change touches. */
export function* withNew(request: CheckRequest, diagnostics: readonly Diagnostic[]): Steps<readonly Diagnostic[]> {
  if (!request.base) return diagnostics
  const isError = ({ severity }: Diagnostic) => severity === 'error'
  // The base is read by itself only where that decides something.
  const old = diagnostics.some((each) => isError(each) && !each.touched) ? yield* foundInBase(request) : new Set()
  const isNew = (each: Diagnostic) => isError(each) && (each.touched || !old.has(identity(each)))
  return diagnostics.map((each) => (isNew(each) ? { ...each, new: true } : each))
}

/** Whether the diagnostics fail the check (docs/cli.md, `new-error`). Without a base every error is new. */
export function fails({ failOn, base }: Pick<CheckRequest, 'failOn' | 'base'>, diagnostics: readonly Diagnostic[]): boolean {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  switch (failOn) {
    case 'never':
      return false
    case 'warning':
      return diagnostics.some(({ severity }) => severity !== 'notice')
    case 'error':
      return errors.length > 0
    case 'new-error':
      return base ? errors.some((error) => error.new) : errors.length > 0
  }
}
