import type { Place } from '../../../core/diagnostic.ts'
import type { View } from '../../../core/view.ts'
import { readText, type TextDocument } from '../../../documents/text.ts'
import type { UnreadableFile } from '../session.ts'
import { readYaml, type YamlFile } from './metadata.ts'

const why: Readonly<Record<string, string>> = {
  link: 'Unexpected link, expected a file',
  large: 'Unexpected size, expected a file that is not above the limit',
  encoding: 'Unexpected bytes, expected UTF-8',
}

/** Reads the files of a session, each once, and remembers which cannot be read. */
export function filesOf({ view, limit }: { readonly view: View; readonly limit: number }) {
  const known = new Map<string, TextDocument | undefined>()
  const faults = new Map<string, UnreadableFile>()
  const fault = (path: string, message: string, place: Place = { path, line: 1 }) => faults.set(path, { path, message, place })
  const text = (path: string): TextDocument | undefined => {
    if (known.has(path)) return known.get(path)
    const read = readText(view, path, limit)
    if (typeof read === 'string' && read !== 'absent') fault(path, why[read] ?? '')
    known.set(path, typeof read === 'string' ? undefined : read)
    return known.get(path)
  }
  const yaml = (path: string): YamlFile | undefined => {
    const document = text(path)
    const file = document && readYaml(document)
    if (file?.fault) fault(path, file.fault.message, file.fault.place)
    return file
  }
  return { text, yaml, faults, fault }
}
