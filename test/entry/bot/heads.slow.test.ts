import { afterEach, describe, expect, it } from 'vitest'
import { inRegistry, registryPath, sample } from '../../../src/protocols/plugin/examples.ts'
import { botHere } from './here.ts'
import { installedApp } from './installed.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** A mistake that is one annotation. */
const broken = inRegistry(sample, ['| TinyGain | 🚧 Stage 2 |', '| TinyGain | 🚧 Stage 0 |'])[registryPath] ?? ''

async function started() {
  const { github, octocat, repository, app, main } = await installedApp()
  ends.push(() => github.close())
  const localBot = await botHere(github, app)
  ends.push(() => localBot.end())
  const open = (title: string, head: string, base = 'main') => repository.openPull({ title, head, base, by: octocat })
  const push = (branch: string, files: Readonly<Record<string, string>>) =>
    repository.push(branch, files, { by: octocat, parent: main })

  /** Keeps the first such request back until it is released, and resolves when it came. */
  const hold = (operation: string) => {
    let release = () => {}
    const gate = new Promise<void>((resolve) => (release = resolve))
    const came = new Promise<void>((resolve) => {
      github.before(operation, () => {
        resolve()
        return gate
      })
    })
    return { came, release: () => release() }
  }
  return { github, repository, app, here: localBot, octocat, main, open, push, hold }
}

const isCheck = ({ task }: Readonly<Record<string, unknown>>) => task === 'check'

describe('one head', () => {
  it('that the sweep and a webhook have checked at once has one check run, and each annotation once', async () => {
    const { github, repository, here, open, push, hold } = await started()
    github.webhooks.plan('late', { event: 'pull_request' })
    const head = await push('work', { [registryPath]: broken })
    const pull = await open('Work', 'work')
    const { came, release } = hold('createCheckRun')
    await here.bot.sweepAll()
    await came
    github.webhooks.release()
    await github.webhooks.settled()
    // Something else is done meanwhile, so that the bot had its turn.
    await push('other', { 'README.md': '# Other\n' })
    await open('Other', 'other')
    await here.until(({ task, number }) => task === 'check' && number !== pull.number)
    release()
    await here.until(({ task, number }) => task === 'check' && number === pull.number, 2)
    expect(repository.checksOn(head)).toMatchObject([{ status: 'completed', conclusion: 'failure' }])
    expect(repository.checksOn(head)[0]?.annotations.map(({ title }) => title)).toEqual([
      expect.stringContaining('REGISTRY_'),
    ])
  })

  it('of two pull requests has one check run', async () => {
    const { github, repository, here, open, push, main, hold } = await started()
    const head = await push('work', { [registryPath]: broken })
    repository.git.move('refs/heads/release', main)
    const first = hold('createCheckRun')
    await open('Work', 'work')
    await first.came
    const second = await open('Work for the release', 'work', 'release')
    await github.webhooks.settled()
    await push('other', { 'README.md': '# Other\n' })
    const otherPull = await open('Other', 'other')
    await here.until(({ task, number }) => task === 'check' && number === otherPull.number)
    expect(here.lines.filter(isCheck).filter(({ number }) => number === second.number)).toEqual([])
    first.release()
    const [line] = await here.until(({ task, number }) => task === 'check' && number === second.number)
    expect(line).toMatchObject({ outcome: 'failure', again: true })
    expect(repository.checksOn(head)).toMatchObject([{ status: 'completed', conclusion: 'failure' }])
    expect(repository.checksOn(head)[0]?.annotations.length).toBe(1)
  })

  it('of two pull requests that is our own commit is checked by one of the two', async () => {
    const { github, repository, here, octocat, open, push, main, hold } = await started()
    await push('work', { 'README.md': '# Work\n' })
    repository.git.move('refs/heads/release', main)
    const pull = await open('Work', 'work')
    await open('Work for the release', 'work', 'release')
    await here.until(({ task }) => task === 'resolve', 2)
    // The commit is there, and what is to be seen of it is kept back.
    const shown = new Promise<ReturnType<typeof hold>>((resolve) => {
      github.before('createCommitOnBranch', () => resolve(hold('addReaction')))
    })
    await repository.comment(pull.number, octocat, '/accept TinyGain')
    const { came, release } = await shown
    await came
    await push('other', { 'README.md': '# Other\n' })
    const otherPull = await open('Other', 'other')
    await here.until(({ task, number }) => task === 'check' && number === otherPull.number)
    release()
    await here.until(({ task, outcome }) => task === 'handle' && outcome === 'changed')
    await github.webhooks.settled()
    await here.until(isCheck, 5)
    const tip = (await repository.tip('work')) ?? ''
    expect(repository.checksOn(tip)).toMatchObject([{ status: 'completed', conclusion: 'success' }])
  })

  it('of a fork that is checked again waits in line with its pull request', async () => {
    const { github, repository, here, main } = await started()
    const mona = github.user('mona')
    const fork = repository.fork(mona)
    const head = await fork.push('theirs', { 'README.md': '# Theirs\n' }, { by: mona, parent: main })
    const { number } = await repository.openPull({
      title: 'Theirs',
      head: 'theirs',
      base: 'main',
      by: mona,
      from: fork,
    })
    await here.until(isCheck)
    const [run] = repository.checksOn(head)
    if (!run) throw new TypeError('There is no check run')
    await repository.rerequest(run, mona)
    const lines = await here.until(isCheck, 2)
    expect(lines[1]).toMatchObject({ outcome: 'success', number })
    expect(here.lines.filter(({ task }) => task === 'recheck')).toEqual([])
    expect(repository.checksOn(head).map(({ status }) => status)).toEqual(['completed', 'completed'])
  })
})
