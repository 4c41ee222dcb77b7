import { textDocument, type TextDocument } from '../../../documents/text.ts'
import { parseYaml, plain, type YamlMapping, type YamlNode } from '../../../documents/yaml.ts'
import { isNull, textOf } from './records.ts'
import type { Fence } from './scan.ts'

const longest = 512

/** A group that is open while a pattern is read, or the pattern itself: whether anything in it repeats without end. */
interface Open {
  repeats: boolean
}

const endless = /^(?:[*+]|\{\d+,\})/

/** Where a class in brackets ends. */
function behindClass(pattern: string, from: number): number {
  let at = from + 1
  while (at < pattern.length && pattern[at] !== ']') at += pattern[at] === '\\' ? 2 : 1
  return at + 1
}

/**
 * Whether a pattern is longer than 512 characters, refers back, or repeats a group without end in which something repeats without
 * end. Advice for the author of the plan, and no defence.
 */
export function isUnsafe(pattern: string): boolean {
  if (pattern.length > longest) return true
  const groups: Open[] = [{ repeats: false }]
  /** The group that has just ended, if what comes may repeat it. */
  let ended: Open | undefined
  for (let at = 0; at < pattern.length;) {
    const character = pattern[at]
    const inner = groups.at(-1) as Open
    const repeat = endless.exec(pattern.slice(at, at + 16))?.[0]
    if (repeat !== undefined) {
      if (ended?.repeats === true) return true
      inner.repeats = true
      ended = undefined
      at += repeat.length
      continue
    }
    ended = undefined
    if (character === '\\') {
      if (/^\\(?:[1-9]|k<)/.test(pattern.slice(at, at + 3))) return true
      at += 2
    } else if (character === '[') at = behindClass(pattern, at)
    else {
      if (character === '(') groups.push({ repeats: false })
      if (character === ')' && groups.length > 1) {
        ended = groups.pop()
        const outer = groups.at(-1) as Open
        outer.repeats ||= ended?.repeats === true
      }
      at++
    }
  }
  return false
}

/** Whether JavaScript takes it for a pattern. Nothing is matched with it. */
export function compiles(pattern: string): boolean {
  try {
    return RegExp(pattern) instanceof RegExp
  } catch {
    return false
  }
}

/** What is wrong with a manifest. */
interface Violation {
  readonly what: 'parse' | 'missing' | 'value' | 'pattern'
  /** The line in the file. */
  readonly line: number
  readonly fault: string
  readonly key?: string
}

/** The manifest of a step. */
export interface Manifest {
  readonly fence: Fence
  /** As plain data; `undefined` where it cannot be read. */
  readonly value: unknown
  /** What it says, to be compared. */
  readonly text: string
  readonly violations: readonly Violation[]
  /** The pattern for the subjects of its commits, where that is a text. */
  readonly pattern: { readonly text: string; readonly line: number } | undefined
}

const infoForm = /^ya?ml(?!\w)/

const lineText = (document: TextDocument, { line, end }: Fence) =>
  Array.from({ length: Math.min(end, document.lineCount + 1) - line - 1 }, (_, index) => document.line(line + 1 + index))

/** The lines of a fence without the smallest indentation of those that are not blank. */
function dedented(lines: readonly string[]): readonly string[] {
  const indents = lines.flatMap((line) => (line.trim() === '' ? [] : [line.length - line.trimStart().length]))
  const indent = indents.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY)
  return lines.map((line) => line.slice(Math.min(indent, line.length - line.trimStart().length)))
}

/** Whether a fence holds a manifest, and no ordinary example. */
function isManifest(lines: readonly string[]): boolean {
  const first = lines.map((line) => line.trimStart()).find((line) => line !== '' && !line.startsWith('#'))
  return first?.startsWith('manifest:') === true
}

/** Escapes in double quotes that YAML has. */
const escapes = '0abtnvfre "/\\N_LPxuU\n'

/** A line with the escapes that YAML lacks taken out of the double-quoted value that begins at `from`; `undefined` where it has none. */
function withoutBadEscapes(line: string, from: number): string | undefined {
  let mended = line.slice(0, from)
  let bad = false
  for (let at = from; at < line.length; at++) {
    const character = line.charAt(at)
    if (character === '"') return bad ? mended + line.slice(at) : undefined
    if (character !== '\\') mended += character
    else {
      at++
      if (escapes.includes(line.charAt(at))) mended += `\\${line.charAt(at)}`
      else {
        bad = true
        mended += `..`
      }
    }
  }
  return undefined
}

const patternValue = /(?:^|[{,])\s*["']?commit_message_pattern["']?\s*:\s*"/

/** The text with bad escapes in the pattern taken out, and the line that had them. */
function mendEscapes(lines: readonly string[]): { readonly lines: readonly string[]; readonly line: number } | undefined {
  const index = lines.findIndex((line) => patternValue.test(line))
  const line = lines[index] ?? ''
  const found = patternValue.exec(line)
  const mended = found ? withoutBadEscapes(line, found.index + found[0].length) : undefined
  return mended === undefined ? undefined : { lines: lines.with(index, mended), line: index + 1 }
}

const filled = (node: YamlNode | undefined) => (textOf(node) ?? '') !== ''
const listOfTexts = (node: YamlNode) => node.kind === 'sequence' && node.items.every(filled)
const whole = (node: YamlNode) => node.kind === 'scalar' && !node.quoted && /^\d+$/.test(node.source)
const pairs = (node: YamlNode) =>
  node.kind === 'sequence' &&
  node.items.every((item) => item.kind === 'mapping' && filled(item.get('path')?.value) && filled(item.get('pattern')?.value))

/** The keys of a manifest, all required, and what each may be. A list may be empty. */
const keys: Readonly<Record<string, readonly [fits: (node: YamlNode) => boolean, expected: string]>> = {
  expected_paths: [listOfTexts, 'a list of texts'],
  min_file_count: [whole, 'a whole number, 0 or more'],
  commit_message_pattern: [filled, 'a regular expression'],
  bash_syntax_check: [listOfTexts, 'a list of texts'],
  forbidden_paths: [listOfTexts, 'a list of texts'],
  must_contain: [pairs, 'a list of `path` and `pattern`'],
}

/** How a key is to be written. */
export function manifestForm(key: string): string {
  const form = keys[key]?.[1] ?? 'a value'
  return form.startsWith('a list') ? `${form}, or \`[]\` for none` : form
}

function violationsIn(
  manifest: YamlMapping,
  at: (node: { readonly start: number }) => number,
  badEscape: number | undefined,
): readonly Violation[] {
  const violations: Violation[] = []
  for (const [key, [fits, expected]] of Object.entries(keys)) {
    const entry = manifest.get(key)
    if (!entry) violations.push({ what: 'missing', line: 0, fault: '', key })
    else if (key === 'commit_message_pattern' && badEscape !== undefined)
      violations.push({ what: 'pattern', line: badEscape, fault: 'an escape that YAML lacks', key })
    else if (isNull(entry.value) || !fits(entry.value)) violations.push({ what: 'value', line: at(entry.key), fault: expected, key })
  }
  return violations
}

/** Reads what a fence holds; `undefined` where that is no manifest. */
export function readManifest(document: TextDocument, fence: Fence): Manifest | undefined {
  if (!infoForm.test(fence.info)) return undefined
  const lines = dedented(lineText(document, fence))
  if (!isManifest(lines)) return undefined
  const mended = mendEscapes(lines)
  const text = (mended?.lines ?? lines).join('\n')
  const inner = textDocument(document.path, text)
  const lineIn = ({ start }: { readonly start: number }) => fence.line + inner.lineOf(start)
  const root = parseYaml(text, 0, 6, false)
  const unread = (fault: string, line: number): Manifest => ({
    fence,
    value: null,
    text: lines.join('\n').trim(),
    violations: [{ what: 'parse', line, fault }],
    pattern: undefined,
  })
  if ('fault' in root) return unread(root.fault, lineIn(root))
  const entry = root.kind === 'mapping' ? root.get('manifest') : undefined
  if (entry?.value.kind !== 'mapping')
    return unread('Unexpected value of `manifest`, expected keys with values', lineIn(entry?.key ?? { start: 0 }))
  const manifest = entry.value
  const top = lineIn(entry.key)
  const badEscape = mended && fence.line + mended.line
  const violations = violationsIn(manifest, lineIn, badEscape).map((violation) =>
    violation.what === 'missing' ? { ...violation, line: top } : violation,
  )
  const written = manifest.get('commit_message_pattern')
  const pattern = badEscape === undefined ? textOf(written?.value) : undefined
  return {
    fence,
    value: plain(manifest),
    text: lines.join('\n').trim(),
    violations,
    pattern: written && pattern ? { text: pattern, line: lineIn(written.key) } : undefined,
  }
}
