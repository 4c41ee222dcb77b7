/** A workflow command as the runner understands it. */
export interface Command {
  readonly name: string
  readonly properties: Readonly<Record<string, string>>
  readonly data: string
}

const names = new Set([
  'error',
  'warning',
  'notice',
  'debug',
  'group',
  'endgroup',
  'echo',
  'add-mask',
  'add-matcher',
  'remove-matcher',
  'set-env',
  'set-output',
  'save-state',
  'add-path',
  'stop-commands',
])

const unescaped = (text: string, pairs: readonly (readonly [string, string])[]) =>
  pairs.reduce((value, [from, to]) => value.replaceAll(from, to), text)

const data: readonly (readonly [string, string])[] = [
  ['%0D', '\r'],
  ['%0A', '\n'],
  ['%25', '%'],
]
const property: readonly (readonly [string, string])[] = [...data.slice(0, 2), ['%3A', ':'], ['%2C', ','], ['%25', '%']]

function parts(
  info: string,
  separator: string,
): { readonly name: string; readonly properties: Readonly<Record<string, string>> } {
  const space = info.indexOf(' ')
  const pairs =
    space < 0
      ? []
      : info
          .slice(space + 1)
          .trim()
          .split(separator)
  return {
    name: space < 0 ? info : info.slice(0, space),
    properties: Object.fromEntries(
      pairs.flatMap((pair) => {
        const at = pair.indexOf('=')
        return at <= 0 || at === pair.length - 1 ? [] : [[pair.slice(0, at), unescaped(pair.slice(at + 1), property)]]
      }),
    ),
  }
}

/**
 * What the Actions runner makes of one printed line, after its `ActionCommand`: `::name key=value::data` at the start,
 * past white space; else `##[name key=value;]data` anywhere.
 */
export function commandOf(line: string): Command | undefined {
  const trimmed = line.trimStart()
  const end = trimmed.startsWith('::') ? trimmed.indexOf('::', 2) : -1
  if (end >= 0) {
    const found = parts(trimmed.slice(2, end), ',')
    if (names.has(found.name)) return { ...found, data: unescaped(trimmed.slice(end + 2), data) }
  }
  const old = line.indexOf('##[')
  const close = old < 0 ? -1 : line.indexOf(']', old)
  if (close < 0) return undefined
  const found = parts(line.slice(old + 3, close), ';')
  return names.has(found.name) ? { ...found, data: line.slice(close + 1) } : undefined
}
