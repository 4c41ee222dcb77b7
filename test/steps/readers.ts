import { frontMatter } from '../../src/documents/front-matter.ts'
import { globs } from '../../src/documents/glob.ts'
import { validateJson } from '../../src/documents/json-schema.ts'
import { editJson, type JsonEdit } from '../../src/documents/json-edit.ts'
import { parseJson } from '../../src/documents/json.ts'
import { outline } from '../../src/documents/markdown.ts'
import { textDocument } from '../../src/documents/text.ts'
import { nearMissMessage } from '../../src/engine/commands/grammar.ts'
import { sample } from '../../src/protocols/plugin/examples.ts'
import { mergeRegistry } from '../../src/protocols/plugin/merging/merge.ts'
import { readPlan } from '../../src/protocols/plugin/stages/plan.ts'
import { readRegistry } from '../../src/protocols/plugin/registry/registry.ts'
import { inPlan } from '../../src/protocols/handover/examples.ts'
import { reply } from '../../src/render/reply-comment.ts'
import { readComment } from '../engine/commands/read-comment.ts'
import { planned } from '../engine/commands/scene.ts'
import { diagnose } from '../protocols/handover/scene.ts'

// What reads texts, as functions of a text alone: their steps are counted.

export const readFrontMatter = (text: string) => frontMatter(textDocument('a.md', text))

export const readOutline = (text: string) => outline(textDocument('a.md', text)).headings

export const matchGlob = (path: string, glob: string) => {
  const names = path.split('/')
  const last = names.pop() ?? ''
  let here: ReturnType<typeof globs<true>> | undefined = globs([[glob, true]])
  for (const name of names) here = here?.below(name)
  return here?.matching(last)
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

export const readPhases = (text: string) => readPlan('plan.md', textDocument('plan.md', text))

export const readRows = (text: string) => readRegistry(textDocument('PLUGINS.md', text), (name) => name === 'TinyGain')

/** Merges two registries that both have a text after them, each its own. */
export const mergeBehind = (text: string, registry: string) =>
  mergeRegistry('PLUGINS.md', {
    base: registry,
    ours: registry + text.replaceAll('\n', 'a\n'),
    theirs: registry + text.replaceAll('\n', 'b\n'),
  })

/** Reads a comment, plans what it calls for on the sample, and writes the answer. */
export async function answerComment(text: string): Promise<string> {
  const { commands, nearMisses } = readComment(text, { prefix: 'optional', notOurs: [] })
  const { outcome, results } = await planned(commands, sample)
  return reply({ comment: 1, results, refused: outcome === 'refused', notes: nearMisses.map(nearMissMessage) })
}

export const checkPlan = (text: string) => diagnose(inPlan(['# Plan', `# Plan\n\n${text}`]))
