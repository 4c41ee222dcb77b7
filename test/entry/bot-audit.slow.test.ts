import { afterEach, describe, expect, it } from 'vitest'
import { startRounds } from '../../src/entry/bot/rounds.ts'
import { inRegistry, registryPath, sample } from '../../src/protocols/plugin/examples.ts'
import { startGitHub } from '../github/server.ts'
import { botHere, type BotHere } from './bot/here.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const permissions = {
  contents: 'write',
  issues: 'write',
  pull_requests: 'write',
  checks: 'write',
  metadata: 'read',
} as const
const drifted = inRegistry(sample, ['| 🚧 Stage 2 |', '| 🚧 Stage 5 |'])

/** Two repositories that the bot is installed on, of which one is wrong. */
async function started() {
  const github = await startGitHub()
  ends.push(() => github.close())
  const octocat = github.user('octocat')
  const [sound, wrong] = [await github.repository('octocat', 'sound'), await github.repository('octocat', 'wrong')]
  await sound.push('main', sample, { by: octocat })
  const tip = await wrong.push('main', drifted, { by: octocat })
  const app = github.app({ slug: 'baton', owner: 'octocat', permissions, events: ['push'] })
  await app.install(sound, wrong)
  const begin = async (extraEnv: Readonly<Record<string, string>>): Promise<BotHere> => {
    const localBot = await botHere(github, app, extraEnv)
    ends.push(() => localBot.end())
    return localBot
  }
  const beats = (sha: string) => wrong.checksOn(sha).filter(({ name }) => name === 'baton audit')
  return { github, app, octocat, sound, wrong, tip, begin, beats }
}

const audited = (repository: string) => (line: Readonly<Record<string, unknown>>) =>
  line['task'] === 'audit' && line['repository'] === repository

describe('the bot\u2019s audits', () => {
  it('are of every repository, on its own schedule', async () => {
    const { wrong, sound, tip, begin, beats, github } = await started()
    const { bot, until } = await begin({ BATON_AUDIT: '1s' })
    let isOver = false
    const stop = startRounds(bot, { sweep: undefined, audit: 1000 }, (error) => {
      // A round that has begun by the end of the test finds GitHub closed.
      if (!isOver) expect.fail(String(error))
    })
    ends.push(() => {
      isOver = true
      stop()
    })
    const first = (repository: string) => until((line) => audited(repository)(line) && line['outcome'] === 'audited')
    expect(await first('octocat/wrong')).toMatchObject([{ action: 'open', findings: 1, notes: [] }])
    expect(await first('octocat/sound')).toMatchObject([{ action: 'nothing', findings: 0, notes: [] }])
    expect(wrong.conversations).toMatchObject([{ kind: 'issue', author: { login: 'baton[bot]' } }])
    expect(sound.conversations).toEqual([])
    expect(beats(tip)).toMatchObject([{ conclusion: 'failure' }])
    // The next finds that nothing has changed.
    await until((line) => audited('octocat/wrong')(line) && line['outcome'] === 'unchanged')
    expect(github.log.filter(({ fields }) => fields.includes('createIssue'))).toHaveLength(1)
  })

  it('keep the dashboard issue as configured', async () => {
    const { sound, octocat, begin } = await started()
    const tip = (await sound.tip('main')) ?? ''
    await sound.push('main', { '.github/baton.yml': 'audit: { dashboard: true }\n' }, { by: octocat, parent: tip })
    const { bot, until } = await begin({ BATON_AUDIT: '1s' })
    await bot.auditAll()
    expect(await until(audited('octocat/sound'))).toMatchObject([
      { outcome: 'audited', action: 'nothing', dashboard: 'open', notes: [] },
    ])
    expect(sound.conversations).toMatchObject([
      { title: 'Baton: who holds the baton', author: { login: 'baton[bot]' } },
    ])
    await bot.auditAll()
    const [again] = await until((line) => audited('octocat/sound')(line) && line['outcome'] === 'unchanged')
    expect(again).not.toHaveProperty('dashboard')
    expect(sound.conversations).toHaveLength(1)
  })

  it('are requested by the sweep when a heartbeat has stopped, and else not', async () => {
    const { app, wrong, octocat, tip, beats, github } = await started()
    const audits = { BATON_AUDIT: '24h' }
    /** The lines about audits of a bot that sweeps so many times. */
    const swept = async (times: number, extraEnv: Readonly<Record<string, string>>) => {
      const localBot = await botHere(github, app, extraEnv)
      for (let sweep = 0; sweep < times; sweep++) {
        await localBot.bot.sweepAll()
        await localBot.bot.idle()
      }
      await localBot.end()
      expect(localBot.lines.filter(({ task }) => task === 'sweep')).toHaveLength(2 * times)
      return localBot.lines.filter((line) => audited('octocat/wrong')(line) || audited('octocat/sound')(line))
    }
    expect(await swept(1, {})).toEqual([])
    expect(beats(tip)).toEqual([])

    const first = await swept(3, audits)
    expect(first.map(({ repository }) => repository).toSorted()).toEqual(['octocat/sound', 'octocat/wrong'])

    // Another one finds the heartbeat, and after a push that it is gone.
    expect(await swept(3, audits)).toEqual([])
    const mended = await wrong.push(
      'main',
      { [registryPath]: sample[registryPath] ?? '' },
      { by: octocat, parent: tip },
    )
    expect(await swept(1, audits)).toMatchObject([{ repository: 'octocat/wrong', action: 'close' }])
    expect(beats(mended)).toMatchObject([{ conclusion: 'success' }])
    expect(wrong.commentsOn(1).map(({ body }) => body)).toEqual([expect.stringContaining(mended)])
    expect(github.log.filter(({ fields }) => fields.includes('createIssue'))).toHaveLength(1)
  })
})
