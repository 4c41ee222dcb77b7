import type { Report } from '../../core/report.ts'
import type { View } from '../../core/view.ts'
import { readText, type TextDocument } from '../../documents/text.ts'

/** Gives lines of the files of a view, for excerpts; each file is read once, when a line of it is first used. */
export function sourceOf(view: View, limit: number): NonNullable<Report['source']> {
  const documents = new Map<string, TextDocument | undefined>()
  const documentAt = (path: string): TextDocument | undefined => {
    if (!documents.has(path)) {
      const document = readText(view, path, limit)
      documents.set(path, typeof document === 'string' ? undefined : document)
    }
    return documents.get(path)
  }
  return (path, line) => {
    const document = documentAt(path)
    return document && line <= document.lineCount ? document.line(line) : undefined
  }
}
