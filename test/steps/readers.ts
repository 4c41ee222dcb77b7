import { frontMatter } from '../../src/documents/front-matter.ts'
import { globs } from '../../src/documents/glob.ts'
import { validateJson } from '../../src/documents/json-schema.ts'
import { editJson, type JsonEdit } from '../../src/documents/json-edit.ts'
import { parseJson } from '../../src/documents/json.ts'
import { outline } from '../../src/documents/markdown.ts'
import { textDocument } from '../../src/documents/text.ts'

// What reads texts, as functions of a text alone: their steps are counted. Each file of them imports little, since a
// count imports it anew.

export const readFrontMatter = (text: string) => frontMatter(textDocument('a.md', text))

export const readOutline = (text: string) => outline(textDocument('a.md', text)).headings

export const matchGlob = (path: string, glob: string) => {
  const names = path.split('/')
  const last = names.pop() ?? ''
  let matcher: ReturnType<typeof globs<true>> | undefined = globs([[glob, true]])
  for (const name of names) matcher = matcher?.below(name)
  return matcher?.matching(last)
}

export const matchPattern = (text: string, pattern: string) => {
  const node = parseJson(JSON.stringify(text))
  if ('fault' in node) throw new Error(node.fault)
  return validateJson(JSON.stringify({ pattern }), node)
}

/** Sets, removes and adds elements of a JSON list, as many as it has. */
export function editList(text: string): string {
  const root = parseJson(text)
  if (!('items' in root)) throw new Error('That is no list.')
  const value = { b: [2] }
  const edits = root.items.map((_, index): JsonEdit => {
    if (index % 3 === 0) return { set: [index], value }
    return index % 3 === 1 ? { remove: [index] } : { append: [], value }
  })
  return editJson(text, edits)
}
