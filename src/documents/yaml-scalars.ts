import { Fault } from '../core/fault.ts'
import type { TextDocument } from './text.ts'
import { parseYaml, type YamlNode } from './yaml.ts'

/** A value that is written in one line. */
export type ScalarValue = string | number | boolean | null

/** What no font shows, or what ends a line for some reader. */
const unprintableCharacter = /[\p{C}\p{Zl}\p{Zp}]/u

/** What is a text in YAML 1.2 and true or false to readers of YAML 1.1, which many still are. */
const olderBoolean = /^(?:y|Y|yes|Yes|YES|n|N|no|No|NO|on|On|ON|off|Off|OFF)$/

/** Whether a text without quotes reads back as itself where a value is: after a key, or between braces. */
function isPlainValue(text: string, flow: boolean): boolean {
  if (unprintableCharacter.test(text) || olderBoolean.test(text)) return false
  const parsed = parseYaml(flow ? `{"key":${text}}` : `key: ${text}`)
  const value = 'fault' in parsed || parsed.kind !== 'mapping' ? undefined : parsed.get('key')?.value
  return value?.kind === 'scalar' && value.value === text
}

/** Whether a text without quotes reads back as itself as a key, at the beginning of a line. */
function isPlainKey(text: string): boolean {
  const parsed = parseYaml(`${text}: 0`)
  return (
    !unprintableCharacter.test(text) &&
    'kind' in parsed &&
    parsed.kind === 'mapping' &&
    parsed.entries[0]?.key.source === text
  )
}

/** A text in double quotes with the escapes of JSON, which are some of YAML's. */
export function doubleQuoted(text: string): string {
  // JSON leaves what YAML or other readers do not take as it is.
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** A key as it is written. */
export function keyText(key: string): string {
  return isPlainKey(key) ? key : doubleQuoted(key)
}

/** Where a value is written: between braces or not, and in place of what. */
interface ValueContext {
  readonly flow: boolean
  readonly document: TextDocument
  readonly old: YamlNode
}

function quoteOf({ document, old }: ValueContext): string {
  return old.kind === 'scalar' ? document.text.charAt(old.start) : ''
}

/** Whether a text is true or false to the older readers, as the value that it replaces is. */
const staysOlderBoolean = (text: string, { document, old }: ValueContext): boolean =>
  olderBoolean.test(text) && olderBoolean.test(document.text.slice(old.start, old.end))

/**
 * A value as it is written: a text in the quotes of the value that it replaces; otherwise plain where that reads
 * back as the same text; otherwise in double quotes. Everything else is plain.
 */
export function valueText(value: ScalarValue, context?: ValueContext): string {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new Fault(`${value} is not a number that YAML and JSON share.`)
  if (typeof value !== 'string') return String(value)
  const quote = context ? quoteOf(context) : ''
  if (quote === "'" && !unprintableCharacter.test(value)) return `'${value.replaceAll("'", "''")}'`
  if (context && staysOlderBoolean(value, context)) return value
  const isQuoted = quote === '"' || quote === "'"
  return isQuoted || !isPlainValue(value, context?.flow ?? false) ? doubleQuoted(value) : value
}
