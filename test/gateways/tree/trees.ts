import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChangeSet } from '../../../src/core/command.ts'
import type { View } from '../../../src/core/view.ts'
import { diskTree } from '../../../src/gateways/disk.ts'
import type { Clock } from '../../../src/gateways/tree/lock.ts'
import { journalNames, lockName } from '../../../src/gateways/tree/names.ts'
import { write, type Files } from '../../entry/programs.ts'

/** Working trees of their own, and how to remove them all. */
export function trees() {
  const made: string[] = []
  return {
    tree(files: Files = {}): string {
      const root = mkdtempSync(join(tmpdir(), 'baton-tree-'))
      made.push(root)
      write(root, files)
      return root
    },
    remove() {
      for (const root of made) rmSync(root, { recursive: true, force: true })
    },
  }
}

/** Everything in a tree, those of ours included: path → content; of a folder its name with a slash. */
export const contents = (root: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .toSorted()
      .map((path) =>
        statSync(join(root, path)).isDirectory() ? [`${path}/`, ''] : [path, readFileSync(join(root, path), 'utf8')],
      ),
  )

export const changesOf = (changes: Readonly<Record<string, string | null>>): ChangeSet =>
  new Map(Object.entries(changes))

export const seenIn = (root: string): Promise<View> =>
  diskTree(root).open({ selectors: [{ glob: '**', level: 'text' }], limit: 1_000_000 })

/** The number of a process that has ended. */
export const endedProcess = (): number => spawnSync(process.execPath, ['--version']).pid

/** Makes this process, which has written lock and journal, one that has ended. */
export function bury(root: string): void {
  for (const name of [lockName, ...Object.values(journalNames)]) {
    try {
      const text = readFileSync(join(root, name), 'utf8')
      writeFileSync(join(root, name), text.replace(/"started":"[^"]*"/, '"started":"another"'))
      // It was killed a while ago.
      utimesSync(join(root, name), 0, 0)
    } catch {
      // It was killed before it wrote this.
    }
  }
}

/** A clock that goes forward by waiting, and by nothing else. */
export function standingClock(): Clock & { readonly waited: () => number } {
  let now = 0
  return {
    now: () => now,
    sleep: (milliseconds) => {
      now += milliseconds
      return Promise.resolve()
    },
    waited: () => now,
  }
}
