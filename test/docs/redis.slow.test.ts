import { Redis } from 'ioredis'
import { afterEach, describe, expect, it } from 'vitest'
import { atEnd, endAll, reactionsOf, started } from '../entry/bot/started.ts'
import { isWithoutServer, startRedis } from '../gateways/redis/server.ts'
import { textOf } from './pages.ts'

afterEach(endAll)

/** The words of a command for Redis that a page prints, with this number of the App and these passwords. */
function printed(
  path: string,
  pattern: RegExp,
  app: number,
  passwords: Readonly<Record<string, string>> = {},
): readonly string[] {
  const [, line = ''] = pattern.exec(textOf(path)) ?? []
  expect(line).not.toBe('')
  return line
    .replaceAll(/\b(?:PASSWORD|OLD|NEW)\b/g, (name) => passwords[name] ?? name)
    .replace('{baton:12}', `{baton:${app}}`)
    .replaceAll("'", '')
    .split(' ')
}

const fleet = 'docs/operating-fleet.md'

/** A repository, a Redis, and what its operator tells it. */
async function startedWithRedis() {
  const begun = await started()
  const redis = await startRedis('--maxmemory-policy', 'noeviction')
  atEnd(() => redis.close())
  const operator = new Redis(redis.url)
  atEnd(() => operator.disconnect())
  const give = (words: readonly string[]) => operator.call(words[0] ?? '', ...words.slice(1))
  return { ...begun, give, address: (user: string) => redis.url.replace('//', `//${user}@`) }
}

describe.skipIf(isWithoutServer)('with Redis, as its page says', () => {
  it('a user has the rights that bots need, which go on while its password is replaced', async () => {
    const { give, address, app, bot, github, octocat, repository, pull } = await startedWithRedis()
    await give(printed(fleet, /^(ACL SETUSER baton on .*)$/m, app.id, { PASSWORD: 'first' }))
    const number = await pull()
    const first = await bot({ REDIS_URL: address('baton:first'), BATON_SWEEP: '1s' })
    const comment = await repository.comment(number, octocat, '/accept TinyGain')
    await github.until(() => (reactionsOf(comment) === 'eyes rocket' ? true : undefined))

    await give(printed(fleet, /`(ACL SETUSER baton >NEW)`/, app.id, { NEW: 'second' }))
    const second = await bot({ REDIS_URL: address('baton:second') })
    await give(printed(fleet, /`(ACL SETUSER baton <OLD)`/, app.id, { OLD: 'first' }))
    await expect(bot({ REDIS_URL: address('baton:first') })).rejects.toThrow('ended with 2')
    expect(await (await fetch(`${first.url}/readyz`)).text()).toBe('ready\n')
    expect(await first.end()).toBe(0)
    const before = repository.commentsOn(number).length
    await repository.comment(number, octocat, '/baton help')
    await github.until(() => (repository.commentsOn(number).length > before + 1 ? true : undefined))

    const lines = [first, second].flatMap((botProcess) => botProcess.lines)
    expect(lines.filter(({ level }) => Number(level) > 30)).toEqual([])
    // What was refused is the old password alone.
    expect(JSON.stringify(await give(['ACL', 'LOG']))).not.toMatch(/"reason","(?!auth")/)
  })

  it('a start sweeps again once the note of the last sweep is gone, and not before', async () => {
    const { give, address, app, bot } = await startedWithRedis()
    await give(['CONFIG', 'SET', 'requirepass', 'word'])
    const begin = () => bot({ REDIS_URL: address(':word'), BATON_SWEEP: '1h' })
    const isSwept = ({ task, outcome }: Readonly<Record<string, unknown>>) => task === 'sweep' && outcome === 'swept'
    const first = await begin()
    await first.until(isSwept)
    await first.end()
    const forget = printed('docs/operating.md', /^redis-cli -u "\$REDIS_URL" (DEL .*)$/m, app.id)
    expect(await give(['EXISTS', ...forget.slice(1)])).toBe(1)
    const second = await begin()
    expect(await give(forget)).toBe(1)
    const third = await begin()
    await Promise.race([second.until(isSwept), third.until(isSwept)])
    expect([...second.lines, ...third.lines].filter(isSwept).length).toBe(1)
  })
})
