import { checkSources, type CheckSettings, type Sources } from '../../src/app/validate/check.ts'
import type { Diagnostic } from '../../src/core/diagnostic.ts'
import type { Tree as Source } from '../../src/core/view.ts'
import { protocolRegistry } from '../../src/entry/protocol-registry.ts'
import { memoryTree } from '../../src/gateways/memory.ts'
import type { Tree } from './scene.ts'

/** The branches of a repository. */
export interface Branches {
  readonly head: Tree
  /** Where head and base part. */
  readonly base?: Tree | undefined
  /** The tip of the base, where that has gone on. */
  readonly tip?: Tree | undefined
  /** A merge commit of the head. */
  readonly merged?: { readonly parents: readonly Tree[]; readonly base: Tree | undefined } | undefined
}

export const mergeCommit = 'e'.repeat(40)

/** How often each commit was opened, the merge commits were listed, and a merge base was looked up. */
type Counts = Record<string, number>

/** Branches as sources that count what is read of them. */
function sourcesOf({ head, base, tip = base ?? head, merged }: Branches): {
  readonly sources: Sources
  readonly counts: Counts
} {
  const counts: Counts = {}
  const count = (name: string) => void (counts[name] = (counts[name] ?? 0) + 1)
  const named = (name: string, content: Tree): Source => {
    const tree = memoryTree(content)
    const open: Source['open'] = (selection) => {
      // The configuration alone is read at the tip of every base.
      if (selection.selectors.some(({ glob }) => !glob.includes('baton.yml'))) count(name)
      return tree.open(selection)
    }
    return { ...tree, name: tree.name, sha: name.padEnd(40, '0'), open }
  }
  const parents = new Map(merged?.parents.map((files, index) => [`parent-${'xyz'[index]}`.padEnd(40, '0'), files]))
  const sources: Sources = {
    head: named('head', head),
    base: base && named('base', base),
    policy: named('tip', tip),
    ...(merged && {
      merged: {
        merges(paths) {
          count('merges')
          // Of a folder it is there where anything in it is, as in git.
          const isIn = (files: Tree) => (path: string) =>
            Object.keys(files).some((file) => file === path || file.startsWith(`${path}/`))
          const filesOf = (files: Tree) => new Map(paths.filter(isIn(files)).map((path) => [path, 'f'.repeat(40)]))
          return Promise.resolve([
            { sha: mergeCommit, parents: [...parents].map(([sha, files]) => ({ sha, files: filesOf(files) })) },
          ])
        },
        mergeBase() {
          count('merge base')
          return Promise.resolve(merged.base && 'parting'.padEnd(40, '0'))
        },
        commitTree: (sha) => named(sha.replace(/0+$/, ''), parents.get(sha) ?? merged.base ?? {}),
      },
    }),
  }
  return { sources, counts }
}

/** What a check finds about the grants on branches, and what it reads for that. */
export async function foundOn(
  branches: Branches,
  at: string,
  settings: Partial<CheckSettings> = {},
): Promise<{ readonly found: readonly Diagnostic[]; readonly counts: Counts }> {
  const { sources, counts } = sourcesOf(branches)
  const { report } = await checkSources(sources, protocolRegistry, {
    failOnDefault: 'error',
    protocols: [],
    paths: [],
    targets: [],
    notes: [],
    ...settings,
    at,
  })
  return { found: report.diagnostics.filter(({ code }) => code.startsWith('GRANT_')), counts }
}
