import { adviceOf, commandsOf, type Advice } from '../../core/advice.ts'
import type { Diagnostic, Finding, Severity } from '../../core/diagnostic.ts'
import { codeUrl } from '../../core/links.ts'
import type { ProtocolName } from '../../core/protocol.ts'

/** Who says a finding and how severe it is. */
export interface Signature {
  readonly code: string
  readonly severity: Severity
  readonly protocol?: ProtocolName | undefined
  readonly touched: boolean
}

/** The fields of a finding, and of its place, that are copied unchanged. */
const kept = ['target', 'subject', 'said', 'related', 'edit', 'choice', 'commit', 'conversation', 'retry', 'more'] as const
const where = ['line', 'column', 'endLine', 'endColumn'] as const

type Required = Pick<Diagnostic, 'code' | 'severity' | 'message' | 'path' | 'url' | 'touched'>
type Draft = Required & { -readonly [Key in keyof Diagnostic]?: Diagnostic[Key] }
type Optional = (typeof kept)[number] | (typeof where)[number] | 'protocol' | 'new'

/** Copies those of some fields that are present. Field by field: spreading costs several times as much, and there may be a hundred thousand. */
function put<Key extends Optional>(
  draft: Draft,
  from: { readonly [Each in Key]?: Diagnostic[Each] | undefined },
  keys: readonly Key[],
): void {
  for (const key of keys) if (from[key] !== undefined) draft[key] = from[key]
}

function advised(draft: Draft, advice: Advice): Diagnostic {
  const { hint, fix } = adviceOf(advice)
  if (hint !== undefined) draft.hint = hint
  if (fix !== undefined) draft.fix = fix
  if (commandsOf(advice).length > 0) draft.advice = advice
  return draft
}

/** Makes a diagnostic of a finding. */
export function sign(finding: Finding, { code, severity, protocol, touched }: Signature): Diagnostic {
  const { message, place, offers, hint, fix } = finding
  const draft: Draft = { code, severity, message, path: place.path, url: codeUrl(code), touched }
  put(draft, place, where)
  put(draft, { protocol }, ['protocol'])
  put(draft, finding, kept)
  return advised(draft, { offers, hint, fix })
}

/** The same diagnostic with another advice. */
export function withAdvice(diagnostic: Diagnostic, advice: Advice): Diagnostic {
  const { code, severity, message, path, url, touched } = diagnostic
  const draft: Draft = { code, severity, message, path, url, touched }
  put(draft, diagnostic, where)
  put(draft, diagnostic, ['protocol', 'new', ...kept])
  return advised(draft, advice)
}
