/** Longer texts are cut before anything looks at them, and once more for the log. */
const most = { read: 4000, shown: 500 }

/** What no line may hold, whatever it came in. */
const secret: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN[^]*?(?:-----END[^-]{0,80}-----|$)/g, '…'],
  [/\b(?:gh[a-z]_|github_pat_)\w+/g, '…'],
  [/\beyJ[\w-]+\.[\w-]*(?:\.[\w-]*)?/g, '…'],
  [/\bsha(?:1|256)=[0-9a-f]+/gi, '…'],
  // What was asked for, and about whom, is nobody's business.
  [/(\bhttps?:\/\/[^\s?]*)\?\S*/g, '$1'],
  [/\/(collaborators|members|memberships|users)\/[^\s/]+/g, '/$1/…'],
  [/\b(bearer|basic|token) [\w.~+/=-]{8,}/gi, '$1 …'],
  // A password may hold a `/`, where nobody has encoded it.
  [/:\/\/[^\s`'"<>]*@/g, '://…@'],
]

/** Values that say nothing of what people wrote: numbers, commits, moments, permissions. */
const plain = /^(?:\d{1,20}|[0-9a-f]{7,64}|\d{4}-\d\d-\d\dT[\d:.]+Z|[a-z_-]{1,40}: (?:read|write|admin))$/

/**
 * A text of ours as it may stand in the log. Its sentences stay; the values in them, which stand as code, came from files, comments and
 * other people's answers, and only those stay that are surely none of their words. Tokens, signatures, keys and passwords go wherever
 * they are.
 */
export function harmless(text: string, secrets: readonly string[] = []): string {
  let line = text.slice(0, most.read)
  for (const value of secrets) line = line.replaceAll(value, '…')
  for (const [pattern, by] of secret) line = line.replace(pattern, by)
  line = line.replace(/`([^`]*)(?:`|$)/g, (_, value: string) => (plain.test(value) ? `\`${value}\`` : '`…`'))
  return line.length > most.shown ? `${line.slice(0, most.shown)}…` : line
}
