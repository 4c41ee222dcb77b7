import { readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { journalNames } from '../../../src/gateways/tree/names.ts'
import { readSettledTree, writeLockedTree } from '../../../src/gateways/tree/session.ts'
import { write } from '../../entry/programs.ts'
import { repository } from '../../processes/work-tree.ts'
import { killedAt } from './faults.ts'
import { bury, changesOf, contents, seenIn, standingClock, type trees } from './trees.ts'

type MakeTree = ReturnType<typeof trees>['tree']

const access = () => ({ command: 'test', wait: 30_000, clock: standingClock() })
const text = (root: string, path: string) => readFileSync(join(root, path), 'utf8')

/** A tree in which a program was killed in the midst of its renames. */
export async function halfWritten(tree: MakeTree): Promise<string> {
  const root = tree({ a: 'old', b: 'old' })
  for (let step = 1; ; step++) {
    await killedAt(step, 'before', () =>
      writeLockedTree(root, access(), async (open) =>
        open.write(changesOf({ a: 'new', b: 'new' }), await seenIn(root)),
      ),
    )
    if (text(root, 'a') !== text(root, 'b')) return root
    bury(root)
    await readSettledTree(root, access(), () => Promise.resolve())
  }
}

/** A tree with the journal of a half-written one, as if it had come with a checkout. */
export async function planted(tree: MakeTree, name: string, mode: number, tracked: boolean): Promise<string> {
  const half = await halfWritten(tree)
  const root = tree({ a: 'new', b: 'old' })
  for (const [path, content] of Object.entries(contents(half)))
    if (path.startsWith('.baton.') && path !== '.baton.lock') write(root, { [path]: content })
  const journal = text(root, journalNames.begun).replace(/"started":"[^"]*"/, '"started":"another"')
  unlinkSync(join(root, journalNames.begun))
  writeFileSync(join(root, name), journal, { mode })
  if (tracked) repository(root)
  return root
}
