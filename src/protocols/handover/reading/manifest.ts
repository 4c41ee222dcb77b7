import type { Place } from '../../../core/diagnostic.ts'
import { msg } from '../../../core/message.ts'
import type { TextDocument } from '../../../documents/text.ts'
import { toPlainData, type YamlNode } from '../../../documents/yaml.ts'
import { recordOf } from '../../../kit/record.ts'
import { writtenText, writtenData } from '../../../kit/written.ts'
import type { Problem } from '../../../kit/rules.ts'
import { formHint, keyProblems } from '../../../kit/shape-findings.ts'
import { manifestForm } from '../schema.ts'
import type { Fence } from './scan.ts'

export interface Manifest {
  readonly fence: Fence
  /** As plain data; `undefined` where it cannot be read. */
  readonly value: unknown
  /** What it says, to be compared. */
  readonly text: string
  /** Why it cannot be read, where that is so: without a message it holds no keys. */
  readonly fault?: { readonly message: string | undefined; readonly place: Place } | undefined
  /** Keys that are not of its shape, under the codes of that. */
  readonly shapeProblems: readonly Problem[]
  /** Where its pattern has an escape that YAML lacks, so that the value is not known. */
  readonly badEscape: Place | undefined
  /** The pattern for the subjects of its commits, where that is a text. */
  readonly pattern: string | undefined
}

const infoForm = /^ya?ml(?!\w)/

const fenceLines = (document: TextDocument, { line, end }: Fence) =>
  Array.from({ length: Math.min(end, document.lineCount + 1) - line - 1 }, (_, index) =>
    document.line(line + 1 + index),
  )

/** The lines of a fence without the smallest indentation of those that are not blank. */
function dedent(lines: readonly string[]): readonly string[] {
  const indents = lines.flatMap((line) => (line.trim() === '' ? [] : [line.length - line.trimStart().length]))
  const indent = indents.reduce((minIndent, candidate) => Math.min(minIndent, candidate), Number.POSITIVE_INFINITY)
  return lines.map((line) => line.slice(Math.min(indent, line.length - line.trimStart().length)))
}

/** Whether a fence holds a manifest, and no ordinary example. */
function isManifest(lines: readonly string[]): boolean {
  const firstLine = lines.map((line) => line.trimStart()).find((line) => line !== '' && !line.startsWith('#'))
  return firstLine?.startsWith('manifest:') === true
}

/** Escapes in double quotes that YAML has. */
const escapes = '0abtnvfre "/\\N_LPxuU\n'

/**
 * A line with the escapes that YAML lacks taken out of the double-quoted value that begins at `from`; `undefined` where
 * it has none.
 */
function withoutBadEscapes(line: string, from: number): string | undefined {
  let mendedLine = line.slice(0, from)
  let hasBadEscape = false
  for (let index = from; index < line.length; index++) {
    const character = line.charAt(index)
    if (character === '"') return hasBadEscape ? mendedLine + line.slice(index) : undefined
    if (character !== '\\') mendedLine += character
    else {
      index++
      if (escapes.includes(line.charAt(index))) mendedLine += `\\${line.charAt(index)}`
      else {
        hasBadEscape = true
        mendedLine += `..`
      }
    }
  }
  return undefined
}

const patternValue = /(?:^|[{,])\s*["']?commit_message_pattern["']?\s*:\s*"/

/** The text with bad escapes in the pattern taken out, and the line that had them. */
function mendEscapes(
  lines: readonly string[],
): { readonly lines: readonly string[]; readonly line: number } | undefined {
  const index = lines.findIndex((line) => patternValue.test(line))
  const line = lines[index] ?? ''
  const match = patternValue.exec(line)
  const mendedLine = match ? withoutBadEscapes(line, match.index + match[0].length) : undefined
  return mendedLine === undefined ? undefined : { lines: lines.with(index, mendedLine), line: index + 1 }
}

const digits = /^\d+$/
const wholeNumberOf = (node: YamlNode) =>
  node.kind === 'scalar' && !node.quoted && digits.test(node.source) ? Number(node.source) : undefined

const patternKey = 'commit_message_pattern'

/** What to do about patterns, by the fault of the shape. */
const hints: Readonly<Record<string, string>> = {
  pattern: msg`Check its escapes: ${'\\\\('} in double quotes, ${'\\('} without.`,
  unsafe: 'Write it without references back and without repeating what repeats already.',
}

/** Reads what a fence holds; `undefined` where that is not a manifest. */
export function readManifest(document: TextDocument, fence: Fence): Manifest | undefined {
  if (!infoForm.test(fence.info)) return undefined
  const lines = dedent(fenceLines(document, fence))
  if (!isManifest(lines)) return undefined
  const mendedText = mendEscapes(lines)
  const record = recordOf((mendedText?.lines ?? lines).join('\n'), 'flat-yaml', document.path)
  const placeOf = ({ line = 1 }: Partial<Place>) => document.place(fence.line + line)
  const keyPlace = (...path: readonly string[]) => (record.has(...path) ? placeOf(record.keyPlace(...path)) : undefined)
  const manifestPlace = keyPlace('manifest') ?? placeOf({})
  const commonFields = { fence, text: lines.join('\n').trim() }
  const manifest = record.mapping('manifest')
  if (!record.data || !manifest) {
    const fault = { message: record.fault?.message, place: record.fault ? placeOf(record.fault.place) : manifestPlace }
    return { ...commonFields, value: null, fault, shapeProblems: [], badEscape: undefined, pattern: undefined }
  }
  const patternEntry = manifest.get(patternKey)
  const badEscape = mendedText && patternEntry && document.place(fence.line + mendedText.line)
  const data = writtenData(record.data.document, manifest, manifestForm.shape(), {
    isAbsent: () => false,
    numberOf: wholeNumberOf,
  })
  const shapeProblems = [
    ...keyProblems<string>(data, manifestForm.shape(), manifestForm.codes, (violation) => {
      const [key] = violation.path
      const hint = hints[String(violation.params?.['fault'])] ?? formHint(violation)
      return key === patternKey && badEscape
        ? undefined
        : { place: keyPlace('manifest', String(key)) ?? manifestPlace, hint }
    }),
  ]
  const pattern = badEscape ? '' : (writtenText(patternEntry?.value) ?? '')
  return {
    ...commonFields,
    value: toPlainData(manifest),
    shapeProblems,
    badEscape,
    pattern: pattern === '' ? undefined : pattern,
  }
}
