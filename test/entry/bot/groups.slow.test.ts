import { afterEach, expect, it } from 'vitest'
import { events, permissions } from '../../../demo/manifest.ts'
import { sample } from '../../../src/protocols/plugin/examples.ts'
import { startGitHub, type GitHub } from '../../github/server.ts'
import { startBot, type BotProcess } from './process.ts'

let github: GitHub | undefined
let bot: BotProcess | undefined
afterEach(async () => {
  await bot?.end('SIGKILL')
  await github?.close()
})

it.each(['main', 'release'])(
  'the check run of a merge group for %s that a killed bot left is concluded by the sweep, though the group is merged and gone',
  async (branch) => {
    const fakeGitHub = (github = await startGitHub())
    const octocat = fakeGitHub.user('octocat')
    const repository = await fakeGitHub.repository('octocat', 'plugins')
    repository.collaborator(octocat, 'admin')
    const app = fakeGitHub.app({ slug: 'baton', owner: 'octocat', permissions, events })
    await app.install(repository)
    const base = await repository.push('main', sample, { by: octocat })
    repository.git.move('refs/heads/release', base)
    await repository.push('work', { 'README.md': '# Work\n' }, { by: octocat, parent: base })
    const pull = await repository.openPull({ title: 'Work', head: 'work', base: branch, by: octocat })
    // Its own head is not to be checked now.
    Object.assign(pull, { updatedAt: '2026-01-01T00:00:00Z' })
    const head = await repository.push(
      'gh-readonly-queue/pr-1',
      { 'README.md': '# Work\n' },
      { by: octocat, parent: base },
    )
    repository.enqueue(branch, { head, base })

    // It is killed between the beginning and the end of the check.
    fakeGitHub.before('updateCheckRun', () => bot?.end('SIGKILL'))
    // What was delivered before is no part of this.
    app.app.deliveries.splice(0)
    bot = await startBot(fakeGitHub, app, { BATON_SWEEP: '1h' })
    const completed = () => repository.checksOn(head).find(({ status }) => status === 'completed')
    let run = completed()
    for (; run === undefined; run = completed()) await new Promise(setImmediate)
    // Its last message never arrived.
    const startedAt = new Date(Date.now() - 11 * 60_000).toISOString()
    Object.assign(run, { status: 'in_progress', conclusion: undefined, completedAt: undefined, startedAt })

    // The group is merged meanwhile, its branch deleted, and others come after it.
    repository.queue.splice(0)
    repository.git.move('refs/heads/gh-readonly-queue/pr-1', undefined)
    const now = new Date().toISOString()
    Object.assign(pull, { closedAt: now, updatedAt: now })
    Object.assign(pull.pull, { merged: { by: octocat, at: now, commit: head } })
    repository.git.move(`refs/heads/${branch}`, head)
    await repository.push(branch, { 'OTHER.md': '# Other\n' }, { by: octocat, parent: head })

    bot = await startBot(fakeGitHub, app, { BATON_SWEEP: '1h' })
    await bot.until(({ task, outcome }) => task === 'finish' && outcome === 'cancelled')
    expect(repository.checksOn(head)).toMatchObject([{ status: 'completed', conclusion: 'cancelled' }])
  },
)
