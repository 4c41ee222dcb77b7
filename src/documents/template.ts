import { RE2JS } from 're2js'
import { escapeGlob } from './glob.ts'

/** What a template captures, or is filled with, by name. */
export type Captures = Readonly<Record<string, string>>

/** A text with captures, `work/{id}.md`. */
export interface Template {
  readonly source: string
  /** Its captures, each once. */
  readonly names: readonly string[]
  /** What it captures of a text; `undefined`: the text is another. In linear time. */
  match(text: string): Captures | undefined
  /** The text with values in place of the captures; `undefined` where one is missing. */
  format(values: Captures): string | undefined
  /** The paths that it may match, as a glob. */
  readonly glob: string
  /** The paths that it may match where some captures are known, as a glob. */
  globWith(values: Captures): string
}

type Part = { readonly literal: string } | { readonly name: string } | { readonly stars: '*' | '**' | '**/' }

const partForm = /\{([^{}]*)\}|\*\*\/|\*\*|\*|[^{*]+|\{/g

/** @param wild whether `*` and `**` are wildcards, as in a path */
function partsOf(source: string, wild: boolean): readonly Part[] {
  return Array.from(source.matchAll(partForm), ([text, name]): Part => {
    if (name !== undefined) return { name }
    return wild && text.startsWith('*') ? { stars: text as '*' } : { literal: text }
  })
}

/** What a capture of a name may be. All others are any run without `/`, the shortest with which the rest fits. */
const captureForms: ReadonlyMap<string, string> = new Map([
  ['date', String.raw`(\d{4}-\d{2}-\d{2})`],
  ['number', String.raw`(\d+?)`],
])
const wildcardPatterns = { '*': '[^/]*', '**': '.*', '**/': '(?:.*/)?' } as const

/** Matches with the common template that has one capture and no wildcards. */
function matchOne(prefix: string, name: string, suffix: string): Template['match'] {
  return (text) => {
    if (text.length <= prefix.length + suffix.length || !text.startsWith(prefix) || !text.endsWith(suffix))
      return undefined
    const value = text.slice(prefix.length, text.length - suffix.length)
    return value.includes('/') ? undefined : { [name]: value }
  }
}

function matchAny(parts: readonly Part[], open: boolean): Template['match'] {
  const names = parts.flatMap((part) => ('name' in part ? [part.name] : []))
  const source = parts.map((part, index) => {
    if ('literal' in part) return RE2JS.quote(part.literal)
    if ('stars' in part) return wildcardPatterns[part.stars]
    return captureForms.get(part.name) ?? (open && index === parts.length - 1 ? '(.+)' : '([^/]+?)')
  })
  const pattern = RE2JS.compile(source.join(''), RE2JS.DOTALL)
  return (text) => {
    const matcher = pattern.matcher(text)
    if (!matcher.matches()) return undefined
    const captured = new Map<string, string>()
    for (const [index, name] of names.entries()) {
      const value = matcher.group(index + 1) ?? ''
      if ((captured.get(name) ?? value) !== value) return undefined
      captured.set(name, value)
    }
    return Object.fromEntries(captured)
  }
}

export interface TemplateOptions {
  /** `*` and `**` stand for names. */
  readonly wild?: boolean
  /** The last capture takes the rest of the text, with every `/`. */
  readonly open?: boolean
}

export function template(source: string, { wild = false, open = false }: TemplateOptions = {}): Template {
  const parts = partsOf(source, wild)
  const names = [...new Set(parts.flatMap((part) => ('name' in part ? [part.name] : [])))]
  const [first] = parts
  const captureIndex = parts.findIndex((part) => 'name' in part)
  const capture = parts[captureIndex]
  const isSimple =
    !open &&
    parts.filter((part) => 'literal' in part).length >= parts.length - 1 &&
    capture &&
    'name' in capture &&
    !captureForms.has(capture.name)
  const literal = (literalParts: readonly (Part | undefined)[]) =>
    literalParts.map((part) => (part && 'literal' in part ? part.literal : '')).join('')
  const globWith = (values: Captures) =>
    parts
      .map((part) =>
        'literal' in part ? escapeGlob(part.literal) : 'stars' in part ? part.stars : (values[part.name] ?? '*'),
      )
      .join('')
  let match: Template['match'] | undefined
  const makeMatch = () =>
    parts.length === 1 && first && 'literal' in first
      ? (text: string) => (text === first.literal ? {} : undefined)
      : isSimple
        ? matchOne(literal(parts.slice(0, captureIndex)), capture.name, literal(parts.slice(captureIndex + 1)))
        : matchAny(parts, open)
  return {
    source,
    names,
    match: (text) => (match ??= makeMatch())(text),
    format(values) {
      let filled = ''
      for (const part of parts) {
        const text =
          'literal' in part
            ? part.literal
            : 'stars' in part
              ? part.stars
              : Object.hasOwn(values, part.name)
                ? values[part.name]
                : undefined
        if (text === undefined) return undefined
        filled += text
      }
      return filled
    },
    glob: globWith({}),
    globWith,
  }
}

/** Why a template cannot be read: two captures touch, so that nothing shows where one ends. */
export function touchingCaptures(source: string): readonly [string, string] | undefined {
  const parts = partsOf(source, true)
  for (const [index, part] of parts.entries()) {
    const next = parts[index + 1]
    if ('name' in part && next && 'name' in next) return [part.name, next.name]
  }
  return undefined
}

/** Whether a value can be a part of a path without leading anywhere else, whatever is beside it. */
export const isPathPart = (value: string): boolean =>
  value !== '' && value !== '.' && !value.includes('..') && !/[/\\\p{Cc}]/u.test(value)
