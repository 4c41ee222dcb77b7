import { execFileSync } from 'node:child_process'
import { afterAll, describe, expect, it } from 'vitest'
import { userOf } from '../../../src/gateways/git/program.ts'
import { environment, scratch } from '../../entry/programs.ts'
import { configure, repository } from '../../processes/work-tree.ts'

const places = scratch()
afterAll(places.remove)

const root = places.folder({ a: 'one' })
repository(root)
configure(root, { 'user.name': 'of the repository' })

/** What git itself answers. */
function byGit(folder: string, env: Record<string, string>): string {
  try {
    return (
      execFileSync('git', ['-C', folder, 'config', '--get', 'user.name'], {
        env,
        encoding: 'utf8',
        stdio: 'pipe',
      }).replace(/\n$/, '') || 'nobody'
    )
  } catch {
    return 'nobody'
  }
}

const settings = (...pairs: readonly (readonly [key: string, value: string])[]) => ({
  GIT_CONFIG_COUNT: String(pairs.length),
  ...Object.fromEntries(
    pairs.flatMap(([key, value], number) => [
      [`GIT_CONFIG_KEY_${number}`, key],
      [`GIT_CONFIG_VALUE_${number}`, value],
    ]),
  ),
})

const nameSettings = settings(['user.name', 'hubot'])

describe("git's user", () => {
  it.each([
    ['nothing', {}, 'of the repository'],
    ['a name', nameSettings, 'hubot'],
    ['a name in other letters', settings(['User.NAME', 'hubot']), 'hubot'],
    ['two names', settings(['user.name', 'first'], ['user.email', 'a@example.com'], ['user.name', 'last']), 'last'],
    ['an empty name', settings(['user.name', '']), 'nobody'],
    ['a name with blanks and lines', settings(['user.name', ' a\nb\n']), ' a\nb\n'],
    ['other settings', settings(['user.email', 'a@example.com'], ['remote.a.b c.url', 'x']), 'of the repository'],
    ['a name among others', settings(['remote.a.b c.url', 'x'], ['user.name', 'hubot']), 'hubot'],
    ['a name of a subsection', settings(['user.a.name', 'hubot']), 'of the repository'],
    ['a key without a section', settings(['user.name', 'hubot'], ['name', 'x']), 'nobody'],
    ['a key that no file can have', settings(['user.name', 'hubot'], ['us er.name', 'x']), 'nobody'],
    ['a name that begins with a digit', settings(['user.name', 'hubot'], ['user.1', 'x']), 'nobody'],
    ['an empty key', settings(['user.name', 'hubot'], ['', 'x']), 'nobody'],
    ['no count', { ...nameSettings, GIT_CONFIG_COUNT: '' }, 'of the repository'],
    ['a count of 0', { ...nameSettings, GIT_CONFIG_COUNT: '0' }, 'of the repository'],
    ['a count that is too high', { ...nameSettings, GIT_CONFIG_COUNT: '2' }, 'nobody'],
    [
      'a count that is too low',
      { ...settings(['user.email', 'a@example.com'], ['user.name', 'hubot']), GIT_CONFIG_COUNT: '1' },
      'of the repository',
    ],
    ['a count that is not a number', { ...nameSettings, GIT_CONFIG_COUNT: 'x' }, 'nobody'],
    ['a count with more after it', { ...nameSettings, GIT_CONFIG_COUNT: '1x' }, 'nobody'],
    ['a count below 0', { ...nameSettings, GIT_CONFIG_COUNT: '-1' }, 'nobody'],
    ['a count with a zero before it', { ...nameSettings, GIT_CONFIG_COUNT: '01' }, 'hubot'],
    ['the author of a commit', { GIT_AUTHOR_NAME: 'hubot', GIT_COMMITTER_NAME: 'hubot' }, 'of the repository'],
  ])('is whom git names where the environment has %s', async (_, variables, name) => {
    const env = environment(variables)
    expect([await userOf(root, env), byGit(root, env)]).toEqual([name, name])
  })

  it('is whom the environment names outside a repository too, and nobody without it', async () => {
    const folder = places.folder()
    for (const [variables, name] of [
      [nameSettings, 'hubot'],
      [{}, 'nobody'],
    ] as const) {
      const env = environment(variables)
      expect([await userOf(folder, env), byGit(folder, env)]).toEqual([name, name])
    }
  })
})
