import type { Place } from '../../../../src/core/diagnostic.ts'
import type { Given, Tree } from '../scene.ts'

const spot = ({ path, line, column }: Place) => [path, line, column].filter((part) => part !== undefined).join(':')

/** The lines of a text that are other ones than before. */
function written(now: string, before: string | undefined): readonly string[] {
  const lines = now.split('\n')
  if (before === undefined) return lines
  const old = before.split('\n')
  return lines.flatMap((line, index) => (line === old[index] ? [] : [`${index + 1}: ${line}`]))
}

/** What comes of a command: what people are told, where, and what is written. Its snapshot shows whoever reads a change every word that is another. */
export function told({ whole, tree, changed, outcome }: Given, before: Tree): string {
  const diagnostics = whole.diagnostics.flatMap(({ code, severity, message, hint, place, target }) => [
    `${severity} ${code} ${spot(place)} ${target ?? ''}`.trimEnd(),
    message,
    ...(hint === undefined ? [] : [`hint: ${hint}`]),
  ])
  const files = changed.flatMap((path) =>
    path.startsWith('-')
      ? [path]
      : [`+${path}`, ...written(String(tree[path]), before[path] === undefined ? undefined : String(before[path]))],
  )
  return [outcome, ...(whole.outcome === 'refused' ? [] : [whole.reply]), ...diagnostics, ...files].join('\n')
}
