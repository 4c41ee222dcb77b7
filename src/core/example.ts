import type { Files } from './rule.ts'

/** Replacements in a text, made in order; each `from` must occur in it. */
export type Edits = readonly (readonly [from: string, to: string])[]

/** A repository of an example: another one with some of its files edited, added (text) or removed (null). */
export function change(files: Files, edits: Readonly<Record<string, Edits | string | null>>): Files {
  const changedFiles: Record<string, string> = { ...files }
  for (const [path, edit] of Object.entries(edits)) {
    if (edit === null) delete changedFiles[path]
    else if (typeof edit === 'string') changedFiles[path] = edit
    else {
      changedFiles[path] = edit.reduce((text, [from, to]) => {
        if (!text.includes(from))
          throw new RangeError(`An example edits ${JSON.stringify(from)}, which is not in ${path}`)
        return text.replace(from, () => to)
      }, changedFiles[path] ?? '')
    }
  }
  return changedFiles
}
