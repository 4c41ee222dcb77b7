import { afterEach, describe, expect, it } from 'vitest'
import { sample } from '../../../src/protocols/plugin/examples.ts'
import { botHere, type BotHere } from './here.ts'
import { installedApp, installedHere } from './installed.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** Asked for once an hour for each installation, and counted apart. */
const isToken = (operation: string) => operation === 'POST /app/installations/{installation_id}/access_tokens'

async function started(files: Readonly<Record<string, string>> = sample) {
  const { github, octocat, repository, app, main } = await installedApp({ files })
  ends.push(() => github.close())
  const begin = async () => {
    const localBot = await botHere(github, app)
    ends.push(() => localBot.end())
    return localBot
  }
  const localBot = await begin()
  await repository.push('work', { 'README.md': '# Work\n' }, { by: octocat, parent: main })
  const { number } = await repository.openPull({ title: 'Work', head: 'work', base: 'main', by: octocat })
  await localBot.until(({ task }) => task === 'check')
  await localBot.until(({ task }) => task === 'resolve')

  /**
   * What a comment costs until it is answered and everything that follows from it is done. @param checks whether its
   * commit is checked
   */
  const cost = async (text: string, bot: BotHere = localBot, checks = true): Promise<readonly string[]> => {
    github.log.length = 0
    const count = (name: string) => bot.lines.filter(({ task }) => task === name).length
    const [checked, handled] = [count('check'), count('handle')]
    await repository.comment(number, octocat, text)
    await bot.until(({ task }) => task === 'handle', handled + 1)
    if (checks) await bot.until(({ task }) => task === 'check', checked + 1)
    await github.webhooks.settled()
    return github.log
      .map(({ operation, fields }) => (fields.length > 0 ? fields.join(' ') : operation))
      .filter((request) => !isToken(request))
  }
  const pushToMain = (changes: Readonly<Record<string, string>>) =>
    repository.push('main', changes, { by: octocat, parent: main })
  return { here: localBot, begin, cost, pushToMain }
}

const configured = { ...sample, '.github/baton.yml': 'mode: auto\n' }

describe('a command on a pull request that was checked', () => {
  it.each([
    ['without a configuration', sample],
    ['with one', configured],
  ])('costs five requests, and as many the next time, %s', async (_, files) => {
    const { cost, here } = await started(files)
    expect((await cost('/accept TinyGain')).length).toBeLessThanOrEqual(5)
    // Nothing that we have written is read back.
    for (const text of ['/handback TinyGain success', '/accept TinyGain']) {
      const requests = await cost(text)
      expect(requests.length).toBeLessThanOrEqual(6)
      expect(requests).not.toContain('GET /repos/{owner}/{repo}/git/trees/{tree_sha}')
    }
    expect(here.lines.filter(({ task }) => task === 'handle').map(({ outcome }) => outcome)).toEqual([
      'changed',
      'changed',
      'changed',
    ])
    // The check of our own commit is there already, without a request.
    expect(here.lines.filter(({ task }) => task === 'check').slice(1)).toMatchObject(
      Array.from({ length: 3 }, () => ({ outcome: 'success', again: true, requests: 0 })),
    )
  })

  it.each([
    ['without a configuration', sample],
    ['with one', configured],
  ])('costs eight in a process that knows nothing yet, %s', async (_, files) => {
    const { cost, begin, here } = await started(files)
    await cost('/accept TinyGain')
    await here.end()
    expect((await cost('/handback TinyGain success', await begin())).length).toBeLessThanOrEqual(8)
  })

  it.each(['/status', '/accept Nothing', '/handback TinyGain success'])(
    'costs four requests where it changes nothing: %s',
    async (text) => {
      const { cost, here } = await started(configured)
      for (let time = 0; time < 2; time++) expect((await cost(text, here, false)).slice(4)).toEqual([])
    },
  )

  it('costs no more where the base has moved on: its configuration comes with the conversation', async () => {
    const { cost, begin, here, pushToMain } = await started(configured)
    await cost('/accept TinyGain')
    await pushToMain({ '.github/baton.yml': 'mode: soft\n', 'README.md': '# Other\n' })
    await here.until(({ task }) => task === 'push')
    await here.end()
    expect((await cost('/handback TinyGain success', await begin())).length).toBeLessThanOrEqual(8)
  })
})

describe('an edited comment', () => {
  it('waits in line only if its author may have added a command', async () => {
    const { repository, octocat, here, pull, end, github } = await installedHere()
    ends.push(end)
    const number = await pull('work')
    await here.until(({ task }) => task === 'resolve')
    await repository.comment(number, octocat, '/accept TinyGain')
    await here.until(({ task }) => task === 'handle')
    // The overview is edited.
    await repository.comment(number, octocat, '/handback TinyGain success')
    await here.until(({ task }) => task === 'handle', 2)
    expect(repository.commentsOn(number).filter(({ body }) => body.startsWith('<!-- baton'))).toHaveLength(1)
    const plain = await repository.comment(number, octocat, 'Hello')
    await repository.edit(plain, octocat, 'Hello again')
    await repository.edit(plain, github.user('mona'), '/accept TinyGain')
    await github.webhooks.settled()
    await repository.edit(plain, octocat, '/handback TinyGain success')
    await here.until(({ task }) => task === 'report-edit')
    expect(here.lines.filter(({ task }) => task === 'report-edit')).toMatchObject([{ outcome: 'reported' }])
  })
})
