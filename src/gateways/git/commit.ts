import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChangeSet, Content } from '../../core/command.ts'
import { Fault } from '../../core/fault.ts'
import { say } from '../../core/say.ts'
import { git, type Environment, type Git } from './program.ts'

/** A commit that is there, and that no branch leads to yet. */
export interface Prepared {
  readonly sha: string
  /** Brings the branch that is checked out to it. @throws Fault where that has moved meanwhile; then it stays where it is. */
  publish(): Promise<void>
  /** Brings the index in step, for the files of the commit alone. */
  settle(): Promise<void>
}

/** No object, as long as the names of others are. */
const none = (parent: string | undefined) => '0'.repeat(parent?.length ?? 40)

/** The lines of a record list that ends each with a NUL, as `git update-index --index-info` takes them. */
const records = (lines: readonly string[]) => lines.map((line) => `${line}\0`).join('')

/** The modes of the files that an index has. */
async function modesIn(program: Git, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const listed = (await program.ask(['ls-files', '--stage', '-z', '--', ...paths])) ?? ''
  return new Map(
    listed.split('\0').flatMap((record) => {
      const [, mode, path] = /^(\d+) [^\t]*\t([^]*)$/.exec(record) ?? []
      return mode === undefined || path === undefined ? [] : [[path, mode] as const]
    }),
  )
}

const blob = async (program: Git, content: Exclude<Content, null>) =>
  (await program.ask(['hash-object', '-w', '--stdin'], [], Buffer.from(content))) ?? ''

/** Git over an index, in a folder where nothing is checked out. */
interface Bench {
  readonly program: Git
  remove(): void
}

/**
 * Where files of an index are compared with those that are checked out, filters run that the repository names: so that there are
 * none to compare.
 *
 * @param index another file than the repository's own index.
 */
function benchOf(directory: string, environment: Environment, index: 'scratch' | 'own'): Bench {
  const folder = mkdtempSync(join(tmpdir(), 'baton-index-'))
  const empty = join(folder, 'empty')
  mkdirSync(empty)
  const variables = { GIT_DIR: directory, GIT_WORK_TREE: empty, ...(index === 'scratch' && { GIT_INDEX_FILE: join(folder, 'index') }) }
  return { program: git(empty, environment, variables), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

async function on<Made>(bench: Bench, make: (program: Git) => Promise<Made>): Promise<Made> {
  try {
    return await make(bench.program)
  } finally {
    bench.remove()
  }
}

/** What git takes for changed goes by when the index was written: that stays, since what is checked out was not looked at. */
async function keepingTime(index: string, change: () => Promise<unknown>): Promise<void> {
  const stats = statSync(index, { throwIfNoEntry: false })
  await change()
  if (stats) utimesSync(index, stats.atime, stats.mtime)
}

/**
 * Makes a commit of exactly these files on top of what is checked out, by plumbing alone: no hook, no filter and no signature plays
 * a part, and what else is staged or changed stays as it is. Paths are relative to the folder.
 *
 * @returns why it cannot be made, as a sentence: there is no repository, or these files are in conflict.
 */
export async function prepareCommit(
  root: string,
  { message, changes }: { readonly message: string; readonly changes: ChangeSet },
  environment: Environment = process.env,
): Promise<Prepared | { readonly refused: string }> {
  const program = git(root, environment)
  const prefix = await program.ask(['rev-parse', '--show-prefix'], [128])
  if (prefix === undefined) return { refused: say`Unexpected --commit: ${root} is in no git repository.` }
  const directory = (await program.ask(['rev-parse', '--absolute-git-dir'])) ?? ''
  const paths = [...changes.keys()].map((path) => prefix + path)
  const conflicts = await on(benchOf(directory, environment, 'own'), ({ ask }) => ask(['ls-files', '--unmerged', '-z', '--', ...paths]))
  if (conflicts !== undefined && conflicts !== '')
    return { refused: say`Unexpected --commit: ${paths} are in conflict. Resolve that first, with ${'git add'}.` }
  const parent = await program.ask(['rev-parse', '--verify', '--quiet', '--end-of-options', 'HEAD^{commit}'], [1, 128])

  const { sha, entries } = await on(benchOf(directory, environment, 'scratch'), async (scratch) => {
    await scratch.ask(['read-tree', parent ?? '--empty'])
    const modes = await modesIn(scratch, paths)
    const lines: string[] = []
    for (const [path, content] of changes) {
      const entry = content === null ? `0 ${none(parent)}` : `${modes.get(prefix + path) ?? '100644'} ${await blob(program, content)}`
      lines.push(`${entry}\t${prefix}${path}`)
    }
    await scratch.ask(['update-index', '-z', '--index-info'], [], records(lines))
    const tree = (await scratch.ask(['write-tree'])) ?? ''
    const base = parent === undefined ? [] : ['-p', parent]
    const commit = (await scratch.ask(['commit-tree', '--no-gpg-sign', tree, ...base], [], message)) ?? ''
    return { sha: commit, entries: records(lines) }
  })

  return {
    sha,
    async publish() {
      const moved = (await program.ask(['update-ref', '-m', 'baton', 'HEAD', sha, parent ?? none(parent)], [1, 128])) === undefined
      if (moved) throw new Fault('The branch has moved meanwhile: nothing was written.', { hint: 'Run the command again.' })
    },
    settle: () =>
      on(benchOf(directory, environment, 'own'), ({ ask }) =>
        keepingTime(join(directory, 'index'), () => ask(['update-index', '-z', '--index-info'], [], entries)),
      ),
  }
}
