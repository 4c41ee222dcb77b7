import type { YamlEntry, YamlMapping, YamlNode, YamlScalar, YamlSequence } from './yaml.ts'

/** Words, a date or a short whole number: what no reader of YAML takes for anything else. */
const valueForm = /[A-Za-z_][\w./-]*(?: [\w./-]+)*|\d{4}-\d\d-\d\d|0|[1-9]\d{0,14}/g

const { source: valuePattern } = valueForm

/** A key with such a value, with a list of them in brackets, or alone. */
const lineForm = new RegExp(
  String.raw`( *)([A-Za-z_][\w-]{0,99}):(?: (${valuePattern})| (\[(?:(?:${valuePattern})(?:, ?(?:${valuePattern}))*)?\]))?(?:\r?\n|$)`,
  'y',
)

/** Words that are no texts. */
const reservedWord = /^(?:null|true|false)$/i

/** So many lines, and values of lists, have fewer words and marks than are read. */
const maxParts = 12_000

interface Line {
  readonly indent: number
  readonly key: YamlScalar
  readonly slot: number
  readonly value: YamlScalar | YamlSequence | undefined
}

const scalar = (source: string, start: number): YamlScalar => ({
  kind: 'scalar',
  source,
  quoted: false,
  value: /^(?:0|[1-9]\d*)$/.test(source) ? Number(source) : source,
  start,
  end: start + source.length,
})

function linesOf(text: string, offset: number): readonly Line[] | undefined {
  const lines: Line[] = []
  let count = 0
  for (let at = 0; at < text.length; at = lineForm.lastIndex) {
    lineForm.lastIndex = at
    const [match, indent, key, word, list] = lineForm.exec(text) ?? []
    if (match === undefined || indent === undefined || key === undefined) return undefined
    const start = offset + at + indent.length
    const slot = start + key.length + 1
    const values = Array.from((word ?? list ?? '').matchAll(valueForm), ({ 0: value, index }) =>
      scalar(value, slot + 1 + index),
    )
    count += list === undefined ? 1 : 1 + values.length
    if (count > maxParts || [key, ...values.map(({ source }) => source)].some((source) => reservedWord.test(source)))
      return undefined
    const sequence = { kind: 'sequence', flow: true, items: values, start: slot + 1 } as const
    lines.push({
      indent: indent.length,
      key: scalar(key, start),
      slot,
      value: list === undefined ? values[0] : { ...sequence, end: sequence.start + list.length },
    })
  }
  return lines
}

/**
 * What `parseYaml` reads of a text that is lines `key: words` and `key: [words, words]` alone, also below each other,
 * many times as fast; `undefined` of any other text: the library reads it.
 */
export function quickYaml(text: string, offset: number, depth: number): YamlMapping | undefined {
  const lines = linesOf(text, offset)
  if (lines?.[0]?.indent !== 0) return undefined
  let next = 0
  const mapping = (indent: number, level: number): YamlMapping | undefined => {
    const entryByKey = new Map<string, YamlEntry>()
    for (let line = lines[next]; line && line.indent >= indent; line = lines[next]) {
      const { key, slot } = line
      const deepest = line.value?.kind === 'sequence' ? level + 1 : level
      if (line.indent > indent || deepest === depth || entryByKey.has(key.source)) return undefined
      const lineBelow = lines[++next]
      const value: YamlNode | undefined =
        line.value ??
        (lineBelow && lineBelow.indent > indent
          ? mapping(lineBelow.indent, level + 1)
          : { ...scalar('', slot), value: null })
      if (!value) return undefined
      entryByKey.set(key.source, { start: key.start, key, slot, value })
    }
    const entries = [...entryByKey.values()]
    const [first, last] = [entries[0] as YamlEntry, entries.at(-1) as YamlEntry]
    return {
      kind: 'mapping',
      flow: false,
      entries,
      get: (key) => entryByKey.get(key),
      start: first.start,
      end: last.value.end,
    }
  }
  return mapping(0, 0)
}
