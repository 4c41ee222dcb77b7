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
const copiedFields = [
  'target',
  'subject',
  'said',
  'related',
  'edit',
  'choice',
  'commit',
  'conversation',
  'retry',
  'more',
] as const
const placeFields = ['line', 'column', 'endLine', 'endColumn'] as const

type RequiredFields = Pick<Diagnostic, 'code' | 'severity' | 'message' | 'path' | 'url' | 'touched'>
type Draft = RequiredFields & { -readonly [Key in keyof Diagnostic]?: Diagnostic[Key] }
type OptionalField = (typeof copiedFields)[number] | (typeof placeFields)[number] | 'protocol' | 'new'

/**
 * Copies those of some fields that are present. Field by field: spreading costs several times as much, and there may be
 * a hundred thousand.
 */
function copyFields<Key extends OptionalField>(
  draft: Draft,
  from: { readonly [Field in Key]?: Diagnostic[Field] | undefined },
  keys: readonly Key[],
): void {
  for (const key of keys) if (from[key] !== undefined) draft[key] = from[key]
}

function addAdvice(draft: Draft, advice: Advice): Diagnostic {
  const { hint, fix } = adviceOf(advice)
  if (hint !== undefined) draft.hint = hint
  if (fix !== undefined) draft.fix = fix
  if (commandsOf(advice).length > 0) draft.advice = advice
  return draft
}

export function sign(finding: Finding, { code, severity, protocol, touched }: Signature): Diagnostic {
  const { message, place, offers, hint, fix, otherwise } = finding
  const draft: Draft = { code, severity, message, path: place.path, url: codeUrl(code), touched }
  copyFields(draft, place, placeFields)
  copyFields(draft, { protocol }, ['protocol'])
  copyFields(draft, finding, copiedFields)
  return addAdvice(draft, { offers, hint, fix, otherwise })
}

export function withAdvice(diagnostic: Diagnostic, advice: Advice): Diagnostic {
  const { code, severity, message, path, url, touched } = diagnostic
  const draft: Draft = { code, severity, message, path, url, touched }
  copyFields(draft, diagnostic, placeFields)
  copyFields(draft, diagnostic, ['protocol', 'new', ...copiedFields])
  return addAdvice(draft, advice)
}
