import { mergeDriverName } from '../../core/installation.ts'
import type { View } from '../../core/view.ts'
import { readText } from '../../documents/text.ts'

/** Where git reads how files are to be merged. */
export const attributesPath = '.gitattributes'

/** The line by which git merges a file with our driver; a name that git would take apart is in quotes. */
export const attributeLine = (path: string): string =>
  `${/[\s"#!\\]/.test(path) ? JSON.stringify(path) : path} merge=${mergeDriverName}`

/** Where git reads which files it leaves out. */
export const ignorePath = '.gitignore'

/** Why git is to leave out the files that a protocol keeps on one machine alone. */
export const localReason = 'these files belong to this machine alone and must not be committed'

const limit = 1024 * 1024

/** Whether a file has a line of its own, an optional `/` before it aside; `false` where it is not text. */
export function hasLine(view: View, path: string, line: string): boolean {
  const document = readText(view, path, limit)
  const normalizeLine = (text: string) => text.trim().replace(/^\//, '')
  return (
    typeof document !== 'string' &&
    document.text.split('\n').some((documentLine) => normalizeLine(documentLine) === normalizeLine(line))
  )
}

/**
 * The text of a file with lines at its end, in its own line ending; `undefined` if the file exists and is not a text.
 */
export function withLines(view: View, path: string, lines: readonly string[]): string | undefined {
  const document = readText(view, path, limit)
  if (document === 'absent') return `${lines.join('\n')}\n`
  if (typeof document === 'string') return undefined
  const { text, eol, start } = document
  const separator = text.length === start || text.endsWith('\n') ? '' : eol
  return `${text}${separator}${lines.join(eol)}${eol}`
}
