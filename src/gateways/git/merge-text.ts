import { resolve } from 'node:path'
import { git, type Environment } from './program.ts'

export interface MergedFiles {
  readonly base: string
  readonly ours: string
  readonly theirs: string
}

/** Above this the exit code of `git merge-file` is not a number of conflicts, but a failure: the file is not text. */
const maxConflicts = 127

/** Merges files as git merges text, which writes to none of them; `undefined`: they are no text. */
export async function mergeText(
  folder: string,
  { base, ours, theirs }: MergedFiles,
  environment: Environment = process.env,
): Promise<{ readonly bytes: Uint8Array; readonly conflicts: boolean } | undefined> {
  const labels = ['ours', 'base', 'theirs'].flatMap((label) => ['-L', label])
  const files = [ours, base, theirs].map((file) => resolve(file))
  const { code, bytes } = await git(folder, environment).whole([
    'merge-file',
    '--stdout',
    '--quiet',
    ...labels,
    '--',
    ...files,
  ])
  return code > maxConflicts ? undefined : { bytes, conflicts: code > 0 }
}
