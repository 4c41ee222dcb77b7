import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sample } from '../../src/protocols/plugin/examples.ts'
import { startGitHub } from '../../test/github/server.ts'
import { step } from '../../test/entry/workflow-run.ts'

type Variables = Readonly<Record<string, string>>

/** Runs the sources of the command line to their end, and gives the exit code. */
export function commandLine(root: string, args: readonly string[], env: Variables): number {
  const program = join(root, 'src/entry/cli.ts')
  const { status, error } = spawnSync(process.execPath, [program, ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  if (error) throw error
  return status ?? 1
}

/** The texts of all files below a folder, by path. */
const filesIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => !/^\.git(\/|$)/.test(path) && statSync(join(folder, path)).isFile())
      .map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  )

/**
 * Runs the sources of the Action on a comment, and gives the exit code. The comment is in a pull request of the
 * stand-in for GitHub, whose base holds the files of `--root`; by default those of a sample plugin. The stand-in runs
 * in this process, which is not traced.
 */
export async function comment(root: string, args: readonly string[], env: Variables): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { comment: { type: 'string' }, root: { type: 'string' } } })
  const text = values.comment ?? ''
  const github = await startGitHub()
  try {
    const octocat = github.user('octocat')
    const repository = await github.repository('octocat', 'sample')
    repository.collaborator(octocat, 'admin')
    const parent = await repository.push('main', values.root === undefined ? sample : filesIn(values.root), {
      by: octocat,
    })
    await repository.push('work', { 'WORK.md': '# Work\n' }, { by: octocat, parent })
    const { number } = await repository.openPull({ title: 'Work', head: 'work', base: 'main', by: octocat })
    const { id, node, createdAt } = await repository.comment(number, octocat, text)
    const user = { login: 'octocat', type: 'User' }
    const { code, log, outputs } = await step({
      program: join(root, 'src/entry/action.ts'),
      event: 'issue_comment',
      payload: {
        action: 'created',
        issue: { number, pull_request: {} },
        comment: { id, node_id: node, body: text, user, created_at: createdAt },
        sender: user,
      },
      token: github.token({ contents: 'write', issues: 'write', pull_requests: 'write', checks: 'write' }),
      api: github.url,
      repository: 'octocat/sample',
      env,
    })
    console.log(
      `${log}outcome: ${outputs['outcome'] ?? 'none'}${outputs['commit'] ? `, commit ${outputs['commit']}` : ''}`,
    )
    return code ?? 1
  } finally {
    await github.close()
  }
}
