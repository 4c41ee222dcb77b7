import { afterEach, describe, expect, it } from 'vitest'
import { registryPath, sample } from '../../../src/protocols/plugin/examples.ts'
import { startBot } from './process.ts'
import { isThorough } from '../../thorough.ts'
import { installedApp, installedHere } from './installed.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const list = (count: number, element: string) => Array<string>(count).fill(element).join(',')

/** Session files, each with another name. */
const sessions = (count: number, text: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`.idumb/sessions/s${index}.json`, text]))

/** Small as git objects, and large as what is found in them: half as many files as each night. */
const count = (nightlyCount: number) => (isThorough ? nightlyCount : nightlyCount / 2)

const hostile = {
  repeated: sessions(count(4), `{${list(45_000, '"k":0')}}`),
  unknown: sessions(count(2), `{${Array.from({ length: 45_000 }, (_, index) => `"k${index}":0`).join(',')}}`),
  misshapen: { '.idumb/brain/state.json': `{"anchors":[${list(45_000, '{"a":0}')}],"history":[${list(4000, '0')}]}` },
  many: sessions(count(400), `{${list(50, '"k":0')}}`),
  tooLarge: sessions(12, `{${list(45_000, '"k":0')}}`),
}

describe('pull requests of a stranger with more in them than in the rest', () => {
  it('are checked, and keep no one else waiting, in a heap of 1,536 MB', async () => {
    const { github, octocat, repository, app, main } = await installedApp()
    ends.push(() => github.close())
    const mona = github.user('mona')
    const fork = repository.fork(mona)
    const bot = await startBot(github, app, { NODE_OPTIONS: '--max-old-space-size=1536' })
    ends.push(() => bot.end('SIGKILL'))
    await repository.push('work', { 'README.md': '# Work\n' }, { by: octocat, parent: main })
    const { number } = await repository.openPull({ title: 'Work', head: 'work', base: 'main', by: octocat })
    await bot.until(({ task, number: of }) => task === 'check' && of === number)

    const heads: Record<string, string> = {}
    for (const [branch, files] of Object.entries(hostile)) {
      heads[branch] = await fork.push(branch, files, { by: mona, parent: main })
      await repository.openPull({ title: branch, head: branch, base: 'main', by: mona, from: fork })
    }
    const asking = new AbortController()
    let longest = 0
    const asked = (async () => {
      while (!asking.signal.aborted) {
        const since = performance.now()
        expect((await fetch(`${bot.url}/healthz`)).status).toBe(200)
        longest = Math.max(longest, performance.now() - since)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    })()
    await repository.comment(number, octocat, '/accept TinyGain')
    await bot.until(({ task, outcome }) => task === 'handle' && outcome === 'changed')
    // They were not over before: it did not wait for them.
    const open = Object.values(heads).filter((head) =>
      repository.checksOn(head).every(({ status }) => status !== 'completed'),
    )
    expect(open.length).toBeGreaterThan(1)

    const checked = await github.until(() => {
      const runs = Object.entries(heads).map(([branch, head]) => [branch, repository.checksOn(head)[0]] as const)
      return runs.every(([, run]) => run?.status === 'completed') ? Object.fromEntries(runs) : undefined
    })
    asking.abort()
    await asked
    expect(bot.child.exitCode).toBe(null)
    // How long a check may be silent depends on the machine; without steps it was the length of all of them.
    expect(longest).toBeLessThan(20_000)
    for (const run of Object.values(checked)) expect(run?.conclusion).toBe('failure')
    expect(checked['tooLarge']?.annotations.map(({ title }) => title)).toEqual([
      expect.stringContaining('TREE_TOO_LARGE'),
    ])
  })
})

describe('a repository with more state than the bot reads of one commit', () => {
  it('gets no command and no synchronisation, and every reply and the audit say why', async () => {
    const large = { ...sample, ...hostile.tooLarge }
    const installed = await installedHere({ files: large, isPrivate: false, environment: { BATON_AUDIT: '1s' } })
    ends.push(() => installed.end())
    const { github, repository, octocat, here, main } = installed
    const number = await installed.pull('work')
    await here.until(({ task }) => task === 'check')
    const commands = ['/accept TinyGain', '/status', '/fix', '/validate', '/undo TinyGain', '/sync TinyGain']
    const settled = async () => {
      await github.webhooks.settled()
      await here.bot.idle()
    }
    for (const command of commands) {
      await repository.comment(number, octocat, command)
      await settled()
    }
    const replies = repository.commentsOn(number).filter(({ body }) => body.startsWith('<!-- baton:'))
    expect(replies.length).toBe(commands.length)
    for (const { body } of replies) expect(body).toContain('TREE_TOO_LARGE')

    await repository.push(
      'main',
      { ...large, [registryPath]: `${sample[registryPath] ?? ''}\n` },
      { by: octocat, parent: main },
    )
    await settled()
    const synced = here.lines.find(({ task }) => task === 'push')
    expect(synced).toMatchObject({
      outcome: 'failure',
      sync: 'nothing',
      why: expect.stringContaining('Unexpected amount of data') as string,
    })
    await here.bot.auditAll()
    const [audited] = await here.until(({ task }) => task === 'audit')
    expect(audited).toMatchObject({ outcome: 'audited', action: 'open', findings: 1 })
    expect(repository.conversations.find(({ kind }) => kind === 'issue')?.body).toContain('TREE_TOO_LARGE')
    expect(here.lines.filter(({ level }) => level === 'error' || Number(level) >= 50)).toEqual([])
  })
})
