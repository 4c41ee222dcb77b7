import { launch } from './launch.ts'

/**
 * Nothing of the machine's own configuration, and always the same people and times, so that the same files have the
 * same SHAs.
 */
const environment = {
  PATH: process.env['PATH'],
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'octocat',
  GIT_AUTHOR_EMAIL: 'octocat@example.com',
  GIT_AUTHOR_DATE: '2026-02-01T10:00:00Z',
  GIT_COMMITTER_NAME: 'octocat',
  GIT_COMMITTER_EMAIL: 'octocat@example.com',
  GIT_COMMITTER_DATE: '2026-02-01T10:00:00Z',
}

/**
 * Runs git in a folder, away from the machine's own configuration. @throws Error with git's own message where it fails.
 */
export async function runGit(
  folder: string,
  words: readonly string[],
  input: string | Uint8Array = '',
  date = environment.GIT_COMMITTER_DATE,
): Promise<Buffer> {
  const env = { ...environment, GIT_COMMITTER_DATE: date }
  const { code, stdout, stderr } = await launch({ program: 'git', words, cwd: folder, env, input })
  if (code === 0) return stdout
  throw new Error(`Command failed: git ${words.join(' ')}\n${stderr.toString()}`)
}
