import { afterEach, describe, expect, it } from 'vitest'
import { handoffPath, inHandoff, registryPath, sample } from '../../src/protocols/plugin/examples.ts'
import { startGitHub } from '../github/server.ts'
import { step } from './workflow-run.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const all = { contents: 'read', issues: 'write', pull_requests: 'write', checks: 'write' } as const
const marker = '<!-- baton: verdict -->'

/** A pull request that is wrong in one place, and the Action that checks it. */
async function start() {
  const github = await startGitHub()
  ends.push(() => github.close())
  const octocat = github.user('octocat')
  const repository = await github.repository('octocat', 'plugins')
  repository.collaborator(octocat, 'admin')
  const parent = await repository.push('main', sample, { by: octocat })
  const wrong = inHandoff(sample, ['orchestration_mode: true', 'orchestration_mode: maybe'])
  const head = await repository.push('work', { [handoffPath]: wrong[handoffPath] ?? '' }, { by: octocat, parent })
  const { number } = await repository.openPull({ title: 'Work', head: 'work', base: 'main', by: octocat })
  const check = (
    sha: string,
    inputs: Readonly<Record<string, string>>,
    permissions: Readonly<Record<string, 'read' | 'write'>> = all,
    from: { readonly id: number } | null = { id: 1 },
    base = parent,
  ) =>
    step({
      event: 'pull_request',
      payload: {
        action: 'synchronize',
        number,
        pull_request: {
          number,
          head: { sha, ref: 'work', repo: from },
          base: { ref: 'main', sha: base, repo: { id: 1 } },
        },
      },
      inputs,
      token: github.token(permissions),
      api: github.url,
    })
  const comments = () => repository.commentsOn(number).filter(({ body }) => body.startsWith(marker))
  return { github, octocat, repository, head, number, check, comments }
}

describe('what is shown on GitHub besides', () => {
  it('is absent unless it is requested', async () => {
    const { check, head, repository, comments } = await start()
    const { code } = await check(head, {})
    expect(code).toBe(1)
    expect([repository.checksOn(head), comments()]).toEqual([[], []])
  })

  it('is a check run with every finding at its line, once', async () => {
    const { check, head, repository } = await start()
    for (const _ of ['first', 'again']) {
      const { code, log } = await check(head, { 'check-run': 'true' })
      expect([code, log]).toEqual([1, expect.not.stringContaining('could be shown')])
      const [run, ...extraRuns] = repository.checksOn(head)
      expect(extraRuns).toEqual([])
      expect(run).toMatchObject({ name: 'baton', status: 'completed', conclusion: 'failure' })
      expect(run?.annotations).toMatchObject([{ path: handoffPath, start_line: 9, annotation_level: 'failure' }])
    }
  })

  it('is one comment with the verdict, which goes with the head', async () => {
    const { check, head, octocat, repository, number, comments } = await start()
    const forged = await repository.comment(number, octocat, `${marker}\nAll is well.`)
    await check(head, { comment: 'true' })
    const botComments = () => comments().filter(({ id }) => id !== forged.id)
    expect(botComments().map(({ body }) => body)).toEqual([expect.stringContaining('PLUGIN_ORCHESTRATION_MODE')])
    expect(botComments()[0]?.body).toContain(`Checked at ${head}.`)
    expect(forged.body).toBe(`${marker}\nAll is well.`)

    const mended = await repository.push(
      'work',
      { [handoffPath]: sample[handoffPath] ?? '' },
      { by: octocat, parent: head },
    )
    const { code } = await check(mended, { comment: 'true' })
    expect(code).toBe(0)
    expect(botComments().map(({ body }) => body)).toEqual([expect.stringContaining(`Checked at ${mended}.`)])
    expect(botComments()[0]?.body).not.toContain('PLUGIN_ORCHESTRATION_MODE')
  })

  it('is kept apart for each configuration', async () => {
    const { check, head, octocat, repository, number } = await start()
    const other = '.github/b "--> @x.yml'
    const escaped = '.github/b%20%22--%3E%20%40x.yml'
    const base = await repository.push(
      'main',
      { [other]: 'fail-on: never\n' },
      { by: octocat, parent: (await repository.tip('main')) ?? '' },
    )
    const places = { 'check-run': 'true', comment: 'true' }
    const both = async () => [
      await check(head, places),
      await check(head, { ...places, config: other }, all, { id: 1 }, base),
    ]
    expect((await both()).map(({ code }) => code)).toEqual([1, 0])
    await both()
    expect(repository.checksOn(head).map(({ name, conclusion }) => [name, conclusion])).toEqual([
      ['baton', 'failure'],
      [`baton (${escaped})`, 'success'],
    ])
    expect(repository.commentsOn(number).map(({ body }) => body)).toEqual([
      expect.stringMatching(/^<!-- baton: verdict -->\n#+ ❌/),
      expect.stringContaining(`<!-- baton: verdict ${escaped} -->\nConfiguration: `),
    ])
  })

  it('names commands as a clone takes them, as the log and the summary do', async () => {
    const { check, head: parent, octocat, repository, comments } = await start()
    const drifted = String(sample[registryPath]).replace('| 🚧 Stage 2 |', '| 🚧 Stage 1 |')
    const head = await repository.push('work', { [registryPath]: drifted }, { by: octocat, parent })
    const { summary } = await check(head, { 'check-run': 'true', comment: 'true' })
    const [run] = repository.checksOn(head)
    const shown = [run?.output.summary, ...comments().map(({ body }) => body)]
    expect(shown).toHaveLength(2)
    for (const text of shown) {
      expect(text).toContain('`baton sync TinyGain`')
      expect(text).not.toContain('`/sync T')
    }
    for (const text of [summary, comments()[0]?.body]) {
      expect(text).toContain('In a clone, `baton validate --base origin/main` gives the same verdict.')
      expect(text).toContain('a comment does the same: `/sync …` for `baton sync …`')
    }
    expect(summary).toContain('`baton sync NAME`')
    expect(summary).not.toContain('`/sync NAME')
  })

  const warnings = (log: string) =>
    log.split('\n').flatMap((line) => (line.startsWith('::warning::') ? line.slice('::warning::'.length) : []))

  it('is left out where the token may not, which is reported with the permission and changes no verdict', async () => {
    const { check, head, repository, comments } = await start()
    for (const extraPermissions of [{}, { pull_requests: 'read', issues: 'read', checks: 'read' }] as const) {
      const { code, log, outputs } = await check(
        head,
        { 'check-run': 'true', comment: 'true' },
        { contents: 'read', ...extraPermissions },
      )
      expect([code, outputs['errors']]).toEqual([1, '1'])
      expect(warnings(log)).toEqual([
        expect.stringMatching(/^The check run was not written: .*`checks: write`/),
        expect.stringMatching(/^The comment was not written: .*`pull-requests: write`/),
      ])
      expect(log).not.toContain('fork')
    }
    expect([repository.checksOn(head), comments()]).toEqual([[], []])
  })

  it('is left out for a fork, which no permission of the job changes', async () => {
    const { check, head } = await start()
    // Of a fork that was deleted nothing is known any more.
    for (const from of [{ id: 2 }, null]) {
      const { log } = await check(head, { 'check-run': 'true', comment: 'true' }, { contents: 'read' }, from)
      expect(warnings(log)).toEqual([
        expect.stringMatching(
          /^The check run was not written: the token of a pull request from a fork may only read\./,
        ),
        expect.stringMatching(/^The comment was not written: the token of a pull request from a fork may only read\./),
      ])
      expect(log).not.toContain('permission')
    }
  })
})
