import { describe, expect, it } from 'vitest'
import { handoffPath } from '../../../src/protocols/plugin/examples.ts'
import { sceneBefore } from './scene.ts'

describe('a public repository', () => {
  const at = sceneBefore({ isPrivate: false })

  it.each([
    ['a passer-by', undefined, '/status', false],
    ['an account that may read, as everybody may', 'read', '/status', false],
    ['triage', 'triage', '/verify TinyGain', true],
    ['triage, of what writers may', 'triage', '/accept TinyGain', true],
    ['a custom role that is not mapped, with a hint', { name: 'night-watch', base: 'write' }, '/accept TinyGain', true],
  ] as const)('answers %s: %s %s %s', async (who, role, text, isAuthorized) => {
    const tip = await at.tip()
    const by = at.person(who.replaceAll(/[^a-z]/g, '-').slice(0, 30), role)
    at.takeRequests()
    const { handled, reactions, replies } = await at.postComment(text, { by })
    expect(handled.length).toBe(isAuthorized ? 1 : 0)
    expect(replies.length).toBe(isAuthorized ? 1 : 0)
    if (!isAuthorized) expect(reactions).toEqual([])
    // No passer-by makes us work: only the policy is read, and nothing is written.
    if (!isAuthorized)
      expect(at.takeRequests().filter((operation) => /blob|add|create|update/i.test(operation))).toEqual([])
    expect(await at.tip()).toBe(tip)
  })

  it('answers the author of a pull request what everybody may ask', async () => {
    const mona = at.person('mona')
    const fork = at.repository.fork(mona)
    await fork.push('theirs', { 'README.md': '# Theirs\n' }, { by: mona, parent: await at.tip('main') })
    const { number } = await at.repository.openPull({
      title: 'Theirs',
      head: 'theirs',
      base: 'main',
      by: mona,
      from: fork,
    })
    expect((await at.postComment('/verify TinyGain', { by: mona, number })).replies.length).toBe(1)
    expect((await at.postComment('/accept TinyGain', { by: mona, number })).replies[0]).toContain('COMMAND_DENIED')
    expect((await at.postComment('/verify TinyGain', { by: mona })).handled).toEqual([])
  })
})

describe('a team', () => {
  const at = sceneBefore({ configuration: "commands:\n  accept: { allow: ['@example-org/maintainers'] }\n" })

  it('may do what is allowed to it, and no other may', async () => {
    at.github.organization('example-org')
    const member = at.person('member', 'read')
    at.github.team('example-org/maintainers', member)
    expect((await at.postComment('/accept TinyGain')).replies[0]).toContain('COMMAND_DENIED')
    expect((await at.postComment('/accept TinyGain', { by: member })).reactions).toEqual(['eyes', 'rocket'])
  })

  it('that cannot be read is a refusal that reports it', async () => {
    at.github.faults.plan(
      { kind: 'status', status: 503 },
      { operation: 'GET /orgs/{org}/teams/{team_slug}/memberships/{username}', times: 4 },
    )
    const { replies, reactions } = await at.postComment('/accept TinyGain', { by: at.person('other', 'write') })
    expect(reactions).toEqual(['eyes', '-1'])
    expect(replies[0]).toContain('could not be determined whether')
  })
})

describe('a role that cannot be found out', () => {
  const at = sceneBefore()

  it('lets nothing happen', async () => {
    const tip = await at.tip()
    const comment = await at.repository.comment(at.number, at.octocat, '/accept TinyGain')
    const operation = 'GET /repos/{owner}/{repo}/collaborators/{username}/permission'
    at.github.faults.plan({ kind: 'status', status: 503 }, { operation, times: 4 })
    await expect(at.deliver(comment)).rejects.toThrow('GitHub does not answer')
    expect(comment.reactions).toEqual([])
    expect(await at.tip()).toBe(tip)
    // It may be tried again.
    expect((await at.deliver(comment)).reactions).toEqual(['eyes', 'rocket'])
  })
})

describe('the commit that a command is for', () => {
  const at = sceneBefore({ configuration: 'commands: { require-sha: always }\n' })

  it('must be named, and be the head', async () => {
    const tip = await at.tip()
    const without = await at.postComment('/accept TinyGain')
    expect(without.replies[0]).toContain('COMMAND_SHA_REQUIRED')
    expect(without.replies[0]).toContain(tip.slice(0, 7))
    expect((await at.postComment(`/accept TinyGain @${tip.slice(0, 6)}`)).reactions).toEqual(['eyes', '-1'])
    const main = await at.tip('main')
    expect((await at.postComment(`/accept TinyGain @${main}`)).replies[0]).toContain('HEAD_MOVED')
    expect((await at.postComment('/verify TinyGain')).replies[0]).not.toContain('COMMAND_SHA_REQUIRED')
    expect(await at.tip()).toBe(tip)
    expect((await at.postComment(`/accept TinyGain @${tip.slice(0, 7).toUpperCase()}`)).reactions).toEqual([
      'eyes',
      'rocket',
    ])
    expect((await at.postComment(`/handback TinyGain error It broke @${await at.tip()}`)).reactions).toEqual([
      'eyes',
      'rocket',
    ])
  })
})

describe('the commit that a command is for, on forks alone', () => {
  const at = sceneBefore({ configuration: 'commands: { require-sha: forks }\n' })

  it('must be named there', async () => {
    const mona = at.person('mona')
    const fork = at.repository.fork(mona)
    const head = await fork.push('theirs', { 'README.md': '# Theirs\n' }, { by: mona, parent: await at.tip('main') })
    const { number } = await at.repository.openPull({
      title: 'Theirs',
      head: 'theirs',
      base: 'main',
      by: mona,
      from: fork,
    })
    expect((await at.postComment('/accept TinyGain', { number })).replies[0]).toContain('COMMAND_SHA_REQUIRED')
    expect((await at.postComment(`/accept TinyGain @${head}`, { number })).reactions).toEqual(['eyes', 'rocket'])
    expect((await at.postComment('/accept TinyGain')).reactions).toEqual(['eyes', 'rocket'])
  })
})

describe('the prefix, where it is required', () => {
  const at = sceneBefore({ configuration: 'commands: { prefix: required }\n' })

  it('makes /accept a word like any other', async () => {
    const tip = await at.tip()
    expect(await at.postComment('/accept TinyGain')).toMatchObject({ handled: [], reactions: [], replies: [] })
    expect(await at.tip()).toBe(tip)
    expect((await at.postComment('/baton accept TinyGain')).reactions).toEqual(['eyes', 'rocket'])
    expect(await at.file(handoffPath)).toContain('status: in_progress')
  })

  it.each([
    ['a suggestion', '/baton accpet TinyGain', 'Unknown command `/baton accpet`: did you mean `/baton accept`?'],
    ['a look-alike', '\uff0faccept TinyGain', 'did you mean `/baton accept`?'],
    ['the help', '/baton help', '`/baton handback NAME'],
    ['the help about a command', '/baton help sync', 'Usage: `/baton sync'],
    ['a wrong use', '/baton accept', 'Usage: `/baton accept NAME'],
    ['a refusal', '/baton install TinyGain', '❌ `/baton install TinyGain`: refused'],
    ['the findings', '/baton validate', '`/baton validate`'],
  ])('is in %s', async (_, comment, expected) => {
    const { replies } = await at.postComment(comment)
    expect(replies).toEqual([expect.stringContaining(expected)])
    expect(replies[0]).not.toMatch(/`\/(?:accept|handback|install|sync|help|validate|fix)\b/)
  })
})

describe('the policy', () => {
  const at = sceneBefore({ configuration: 'commands:\n  accept: { allow: [admin] }\n' })

  it('is that of the base\u2019s tip, not of where the change parted from it', async () => {
    const main = await at.tip('main')
    const strict = at.person('writer', 'write')
    expect((await at.postComment('/accept TinyGain', { by: strict })).replies[0]).toContain('COMMAND_DENIED')
    await at.repository.push(
      'main',
      { '.github/baton.yml': 'commands:\n  accept: { allow: [write] }\n' },
      { by: at.octocat, parent: main },
    )
    expect((await at.postComment('/accept TinyGain', { by: strict })).reactions).toEqual(['eyes', 'rocket'])
  })
})
