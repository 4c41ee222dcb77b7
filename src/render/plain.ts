import { spelledOut, unprintableCharacters, visibleLine } from '../core/message.ts'

/**
 * Breaks the older form of workflow commands, `##[add-mask]…`: the runner executes it wherever in a printed line it
 * occurs. Lines that begin with `::`, the newer form, are for each renderer to avoid.
 */
export const inertText = (text: string) => text.replaceAll('##[', '## [')

/**
 * A path that may be printed: still the path of its file, unless that has characters that move the cursor, hide text or
 * turn its direction.
 */
export const plainPath = (path: string) => path.replace(unprintableCharacters, '\ufffd')

/** One line of visible text, whole, that may be printed to a terminal or a log. */
export const plainText = (text: string) =>
  inertText(visibleLine(text.replace(/\p{Cs}/gu, '\ufffd'), Number.POSITIVE_INFINITY))

const names: Record<string, string> = { '\t': '\\t', '\r': '\\r' }

/** One line of a file, with what cannot be seen spelt out: that may be the very thing that is wrong. */
export const withVisibleCharacters = (line: string) =>
  inertText(line.replace(unprintableCharacters, (unit) => names[unit] ?? spelledOut(unit)))

/**
 * What JSON leaves as it is but terminals, editors and logs act upon. Line feeds are left: inside strings they are
 * escaped already.
 */
const activeCharacter = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]|(?<=##)\[/gu

const escapeUnits = (text: string) =>
  text.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/**
 * JSON of the same value with a final newline, in which no character can do harm where it is printed: indented by two
 * for a terminal, on one line for programs.
 */
export const stringify = (value: unknown, onOneLine = false) =>
  `${JSON.stringify(value, null, onOneLine ? undefined : 2).replace(activeCharacter, escapeUnits)}\n`
