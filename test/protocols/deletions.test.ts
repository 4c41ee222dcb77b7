import { expect, it } from 'vitest'
import type { Severity } from '../../src/core/diagnostic.ts'
import type { Protocol } from '../../src/core/protocol.ts'
import { protocols } from '../../src/entry/protocols.ts'
import * as control from '../../src/protocols/control/examples.ts'
import * as governance from '../../src/protocols/governance/examples.ts'
import * as handover from '../../src/protocols/handover/examples.ts'
import * as plugin from '../../src/protocols/plugin/examples.ts'
import * as subagent from '../../src/protocols/subagent/examples.ts'
import { look, type Tree } from './scene.ts'

/**
 * Repositories in the middle of their work, with what may be deleted although a part of it may not: a run of a workflow, and a stage of
 * one, is cleaned up once it was handed back.
 */
const working: readonly { readonly name: Protocol['name']; readonly about: string; readonly tree: Tree; readonly legitimate?: RegExp }[] = [
  { name: 'plugin', about: 'with entries', tree: plugin.sample },
  { name: 'plugin', about: 'with notes', tree: plugin.notesSample },
  { name: 'plugin', about: 'in progress', tree: plugin.inProgressSample },
  { name: 'handover', about: 'in the middle of its run', tree: handover.sample },
  { name: 'handover', about: 'after its run', tree: handover.inFinished(), legitimate: /^(?:\.claude\/(?:projects\/(?:[^/]+\/)?)?)?$/ },
  { name: 'subagent', about: 'with tasks to do', tree: subagent.sample },
  { name: 'subagent', about: 'in its second iteration', tree: subagent.iteratedSample },
  { name: 'control', about: 'not granted', tree: control.sample, legitimate: /^(?:runs\/(?:[^/]+\/(?:stages\/(?:[^/]+\/)?)?)?)?$/ },
  { name: 'control', about: 'granted', tree: control.grantedSample, legitimate: /\/specify\/$/ },
  {
    name: 'control',
    about: 'handed back',
    tree: control.returnedSample,
    legitimate: /^(?:runs\/(?:[^/]+\/(?:stages\/(?:[^/]+\/)?)?)?)?$/,
  },
  { name: 'governance', about: 'with a session', tree: governance.sample },
]

const ranks: readonly (Severity | undefined)[] = [undefined, 'notice', 'warning', 'error']

const isIn = (folder: string, path: string) => path === folder || folder === '' || (folder.endsWith('/') && path.startsWith(folder))

/** How a change is judged, by the findings that the repository did not have before. */
async function judging({ name, tree }: (typeof working)[number]) {
  const protocol = protocols.find((each) => each.name === name) ?? expect.fail(`There is no protocol ${name}`)
  const known = new Set((await look(tree, { protocol }, 'auto', tree)).diagnostics.map(({ code }) => code))
  return async (head: Tree) => {
    const { diagnostics } = await look(head, { protocol }, 'auto', tree)
    return Math.max(0, ...diagnostics.filter(({ code }) => !known.has(code)).map(({ severity }) => ranks.indexOf(severity)))
  }
}

it.each(working)('$name, $about: a folder is not deleted more lightly than a part of it', async (each) => {
  const { tree, legitimate } = each
  const files = Object.keys(tree)
  const folders = files.flatMap((path) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1)))
  const parts = [...new Set(['', ...folders, ...files])]
  const judge = await judging(each)
  const judged = new Map<string, number>()
  for (const part of parts) judged.set(part, await judge(Object.fromEntries(Object.entries(tree).filter(([path]) => !isIn(part, path)))))
  const milder = parts
    .filter((whole) => legitimate?.test(whole) !== true)
    .flatMap((whole) =>
      parts
        .filter((part) => isIn(whole, part) && (judged.get(part) ?? 0) > (judged.get(whole) ?? 0))
        .map((part) => `${whole} (${ranks[judged.get(whole) ?? 0]}), ${part} (${ranks[judged.get(part) ?? 0]})`),
    )
  expect(milder).toEqual([])
})

it.each(working)('$name, $about: a file is not emptied more lightly than deleted', async (each) => {
  const { tree } = each
  const judge = await judging(each)
  const milder: string[] = []
  for (const path of Object.keys(tree)) {
    const { [path]: _, ...without } = tree
    const [deleted, emptied] = [await judge(without), await judge({ ...tree, [path]: '' })]
    if (emptied < deleted) milder.push(`${path}: emptied ${ranks[emptied]}, deleted ${ranks[deleted]}`)
  }
  expect(milder).toEqual([])
})
