import { expect, it } from 'vitest'
import type { Severity } from '../../src/core/diagnostic.ts'
import type { Protocol } from '../../src/core/protocol.ts'
import { protocols } from '../../src/entry/protocols.ts'
import * as control from '../../src/protocols/control/examples.ts'
import * as governance from '../../src/protocols/governance/examples.ts'
import * as handover from '../../src/protocols/handover/examples.ts'
import * as plugin from '../../src/protocols/plugin/examples.ts'
import * as subagent from '../../src/protocols/subagent/examples.ts'
import { firstOfEach } from '../thorough.ts'
import { look, type SceneSetting, type Tree } from './scene.ts'

const wholeSession = /^(?:\.ralph-sessions\/(?:[^/]+\/)?)?$/

/**
 * Repositories in the middle of their work, with what may be deleted although a part of it may not: a run of a
 * workflow, and a stage of one, is cleaned up once it was handed back, and a whole session when it is given up.
 */
const working: readonly {
  readonly name: Protocol['name']
  readonly about: string
  readonly tree: Tree
  readonly legitimate?: RegExp
}[] = [
  { name: 'plugin', about: 'with entries', tree: plugin.sample },
  { name: 'plugin', about: 'with notes', tree: plugin.notesSample },
  { name: 'plugin', about: 'in progress', tree: plugin.inProgressSample },
  { name: 'handover', about: 'in the middle of its run', tree: handover.sample },
  {
    name: 'handover',
    about: 'after its run',
    tree: handover.inFinished(),
    legitimate: /^(?:\.claude\/(?:projects\/(?:[^/]+\/)?)?)?$/,
  },
  { name: 'subagent', about: 'with tasks to do', tree: subagent.sample, legitimate: wholeSession },
  { name: 'subagent', about: 'in its second iteration', tree: subagent.iteratedSample, legitimate: wholeSession },
  {
    name: 'control',
    about: 'not granted',
    tree: control.sample,
    legitimate: /^(?:runs\/(?:[^/]+\/(?:stages\/(?:[^/]+\/)?)?)?)?$/,
  },
  { name: 'control', about: 'granted', tree: control.grantedSample, legitimate: /\/specify\/$/ },
  {
    name: 'control',
    about: 'handed back',
    tree: control.returnedSample,
    legitimate: /^(?:runs\/(?:[^/]+\/(?:stages\/(?:[^/]+\/)?)?)?)?$/,
  },
  { name: 'governance', about: 'with a session', tree: governance.sample },
  { name: 'governance', about: 'with a session that was interrupted', tree: governance.interruptedSample },
]

/** The last of each protocol in every run, which is furthest in its work. */
const tried = firstOfEach(working.toReversed(), ({ name }) => name)

const ranks: readonly (Severity | undefined)[] = [undefined, 'notice', 'warning', 'error']

const isIn = (folder: string, path: string) =>
  path === folder || folder === '' || (folder.endsWith('/') && path.startsWith(folder))

/** How a change is judged, by the findings that the repository did not have before. */
async function judging({ name, tree }: (typeof working)[number]) {
  const protocol = protocols.find((candidate) => candidate.name === name) ?? expect.fail(`There is no protocol ${name}`)
  const knownCodes = new Set((await look(tree, { protocol }, 'auto', tree)).diagnostics.map(({ code }) => code))
  return async (head: Tree, setting: SceneSetting = {}) => {
    const { diagnostics } = await look(head, { protocol, ...setting }, 'auto', tree)
    return Math.max(
      0,
      ...diagnostics.filter(({ code }) => !knownCodes.has(code)).map(({ severity }) => ranks.indexOf(severity)),
    )
  }
}

it.each(tried)('$name, $about: a folder is not deleted more lightly than a part of it', async (example) => {
  const { tree, legitimate } = example
  const files = Object.keys(tree)
  const folders = files.flatMap((path) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1)))
  const parts = [...new Set(['', ...folders, ...files])]
  const judge = await judging(example)
  const judged = new Map<string, number>()
  for (const part of parts)
    judged.set(part, await judge(Object.fromEntries(Object.entries(tree).filter(([path]) => !isIn(part, path)))))
  const milder = parts
    .filter((whole) => legitimate?.test(whole) !== true)
    .flatMap((whole) =>
      parts
        .filter((part) => isIn(whole, part) && (judged.get(part) ?? 0) > (judged.get(whole) ?? 0))
        .map((part) => `${whole} (${ranks[judged.get(whole) ?? 0]}), ${part} (${ranks[judged.get(part) ?? 0]})`),
    )
  expect(milder).toEqual([])
})

it.each(tried)('$name, $about: a file is not emptied more lightly than deleted', async (example) => {
  const { tree } = example
  const judge = await judging(example)
  const milder: string[] = []
  for (const path of Object.keys(tree)) {
    const { [path]: _, ...without } = tree
    const [deleted, emptied] = [await judge(without), await judge({ ...tree, [path]: '' })]
    if (emptied < deleted) milder.push(`${path}: emptied ${ranks[emptied]}, deleted ${ranks[deleted]}`)
  }
  expect(milder).toEqual([])
})

/**
 * What a change may do to a file or a folder in place of its deletion: the files that are there then, without those
 * that were.
 */
const disguises: Readonly<
  Record<string, (path: string, moved: (to: string) => Tree) => readonly [Tree, SceneSetting?]>
> = {
  'renamed to a backup': (path, moved) => [moved(`${path}.bak`)],
  'renamed beside it': (path, moved) => [moved(path.replace(/[^/]*$/, 'old-$&'))],
  'moved away': (path, moved) => [moved(`attic/${path}`)],
  'written in capitals': (path, moved) => [moved(path.replace(/[^/]*$/, (name) => name.toUpperCase()))],
  'replaced by a folder': (path) => [{ [`${path}/more/notes.txt`]: 'Notes\n' }],
  'replaced by a link': (path) => [{ [path]: '../elsewhere' }, { links: [path] }],
  'replaced by a submodule': (path) => [{ [path]: 'a'.repeat(40) }, { submodules: [path] }],
}

it.each(tried)(
  '$name, $about: nothing is disguised more lightly than deleted',
  { timeout: 60_000 },
  async (example) => {
    const { tree } = example
    const judge = await judging(example)
    const files = Object.keys(tree)
    const folders = files.flatMap((path) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index)))
    const milder: string[] = []
    for (const path of new Set([...files, ...folders])) {
      const isPart = (file: string) => file === path || file.startsWith(`${path}/`)
      const parts = Object.entries(tree).filter(([file]) => isPart(file))
      const without = Object.fromEntries(Object.entries(tree).filter(([file]) => !isPart(file)))
      const moved = (to: string): Tree =>
        Object.fromEntries(parts.map(([file, text]) => [to + file.slice(path.length), text]))
      const deleted = await judge(without)
      for (const [way, disguise] of Object.entries(disguises)) {
        const [instead, setting] = disguise(path, moved)
        // A name without small letters has no other capitals.
        if (setting === undefined && parts.every(([file]) => Object.hasOwn(instead, file))) continue
        const judged = await judge({ ...without, ...instead }, setting)
        if (judged < deleted) milder.push(`${path} ${way}: ${ranks[judged]}, deleted ${ranks[deleted]}`)
      }
    }
    expect(milder).toEqual([])
  },
)
