import picocolors from 'picocolors'
import type { Example, RuleFacts } from '../core/rule.ts'
import { inert } from './plain.ts'

type Paint = ReturnType<typeof picocolors.createColors>

const names: Record<string, string> = { '\t': '\\t', '\r': '\\r' }

/** One line of a file, with what cannot be seen spelt out: that may be the very thing that is wrong. */
export const spelt = (line: string) =>
  inert(line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (unit) => names[unit] ?? `\\u{${unit.codePointAt(0)?.toString(16)}}`))

/** Prints a file under its name, and `when` it is so; one that was shown before is only named. */
type Show = (path: string, text: string | undefined, when: string) => readonly string[]

function shower(links: readonly string[], seen: Map<string, string>, paint: Paint): Show {
  return (path, text, when) => {
    const title = `    ${paint.bold(spelt(path))}${when}`
    if (text === undefined) return [`${title}: not there`]
    if (links.includes(path)) return [`${title}: a link to ${spelt(text)}`]
    if (seen.get(path) === text) return [`${title}: as above`]
    seen.set(path, text)
    const lines = text.replace(/\n$/, '').split('\n')
    return [`${title}:`, ...lines.map((line) => `      ${paint.dim('│')} ${spelt(line)}`)]
  }
}

function files({ head, base }: Example, show: Show): readonly string[] {
  if (base === undefined) return Object.entries(head).flatMap(([path, text]) => show(path, text, ''))
  const paths = [...new Set([...Object.keys(base), ...Object.keys(head)])].toSorted()
  return paths.flatMap((path) =>
    base[path] === head[path]
      ? show(path, head[path], ', unchanged')
      : [...show(path, base[path], ' before the change'), ...show(path, head[path], ' after it')],
  )
}

const circumstances = ({ configuration, at, staleAfter, limit }: Example) =>
  Object.entries({ configuration, at, staleAfter, limit }).flatMap(([name, value]) =>
    value === undefined ? [] : `    ${name}: ${spelt(JSON.stringify(value))}`,
  )

function examples({ bad, good }: RuleFacts['examples'], paint: Paint): readonly string[] {
  const seen = new Map<string, string>()
  const shown = (verdict: string) => (example: Example) => [
    '',
    `  ${verdict}: ${example.about}`,
    ...circumstances(example),
    ...files(example, shower(example.links ?? [], seen, paint)),
  ]
  return [...bad.flatMap(shown(paint.red('✖ wrong'))), ...good.flatMap(shown(paint.green('✔ right')))]
}

function severity({ strict, soft }: RuleFacts): string {
  const level = { error: 'an error', warning: 'a warning', notice: 'a notice', off: 'not looked for' }
  return strict === soft ? level[strict] : `${level[strict]} in what a change touches, ${level[soft]} elsewhere`
}

const paragraph = (text: string) => text.split('\n').map((line) => `  ${line}`)

/** What `baton explain CODE` prints: what a code means, why it matters, how to mend it, and its examples in full. */
export function explain(rule: RuleFacts & { readonly url: string }, { color }: { readonly color: boolean }): string {
  const paint = picocolors.createColors(color)
  const section = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : ['', paint.bold(title), ...lines])
  const safe = rule.safe ? ['  This repair is safe: `--fix` and `/fix` may apply it.'] : []
  return `${[
    `${paint.bold(rule.code)} is ${severity(rule)}`,
    '',
    ...paragraph(rule.summary),
    ...section('Why', paragraph(rule.why)),
    ...section('How to mend it', [...(rule.repair === undefined ? [] : paragraph(rule.repair)), ...safe]),
    ...section('Examples', examples(rule.examples, paint)),
    '',
    `More: ${rule.url}`,
  ].join('\n')}\n`
}

/** The same of a code that only commands answer with. */
export function explainAnswer(
  { code, meaning, url }: { readonly code: string; readonly meaning: string; readonly url: string },
  { color }: { readonly color: boolean },
): string {
  const paint = picocolors.createColors(color)
  return `${[`${paint.bold(code)} is an answer of commands`, '', ...paragraph(meaning), '', paint.dim(url)].join('\n')}\n`
}
