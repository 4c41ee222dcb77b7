import { afterEach, expect } from 'vitest'
import { inRegistry, sample } from '../../src/protocols/plugin/examples.ts'
import { startGitHub } from '../github/server.ts'
import { runHere } from './here.ts'
import type { Files } from './programs.ts'
import { step } from './workflow-run.ts'

export const drifted = inRegistry(sample, ['| 🚧 Stage 2 |', '| 🚧 Stage 5 |'])

export interface AuditAnswer {
  readonly valid: boolean
  readonly errors: readonly { readonly code: string; readonly line?: number; readonly path: string }[]
  readonly warnings: AuditAnswer['errors']
}

/** Audits a folder from the command line. */
export async function audit(root: string, ...args: readonly string[]) {
  const { code, stdout, stderr } = await runHere(['audit', '--root', root, '--format', 'json', ...args])
  expect(stderr).toBe('')
  const { valid, errors, warnings } = JSON.parse(stdout) as AuditAnswer
  const codes = (found: AuditAnswer['errors']) => found.map((finding) => finding.code)
  return { code, valid, errors: codes(errors), warnings: codes(warnings), whole: [...errors, ...warnings] }
}

/** The audit of a folder in which nothing is wrong. */
export const fine = { code: 0, valid: true, errors: [], warnings: [] }

/** What the token of an audit may do. */
export const permissions = { contents: 'read', issues: 'write', checks: 'write' } as const

/** Makes repositories on GitHub, each with the Action that audits it, until the end of a test. */
export function auditScenes() {
  const ends: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end()
  })
  return async (files: Files = drifted, clock?: () => number) => {
    const github = await startGitHub(clock && { clock })
    ends.push(() => github.close())
    const octocat = github.user('octocat')
    const hosted = await github.repository('octocat', 'plugins')
    hosted.collaborator(octocat, 'admin')
    const first = await hosted.push('main', files, { by: octocat })
    const job = (
      event: string,
      inputs: Readonly<Record<string, string>> = {},
      granted: Readonly<Record<string, 'read' | 'write'>> = permissions,
    ) =>
      step({
        event,
        payload: { schedule: '0 6 * * *' },
        inputs,
        token: github.token(granted),
        api: github.url,
        sha: first,
      })
    const issues = () => hosted.conversations.filter(({ author }) => author?.login === 'github-actions[bot]')
    return { github, octocat, hosted, first, job, issues }
  }
}
