import { describe, expect, it } from 'vitest'
import type { GrantPolicy, PlanRequest } from '../../../src/engine/commands/planned.ts'
import {
  emptySample,
  histories,
  inSession,
  interruptedSample,
  sessionPath,
} from '../../../src/protocols/governance/examples.ts'
import { governance } from '../../../src/protocols/governance/protocol.ts'
import { give as giveAt, type SceneSetting, type Tree } from '../scene.ts'
import { diagnose, fileIn, usual } from './scene.ts'

const hour = 3_600_000
const granting: GrantPolicy = { record: 'named', lease: 'none', staleAfter: 48 * hour }

const at = '2026-02-04T10:00:00Z'
const give = (
  tree: Tree,
  command: string,
  setting: SceneSetting = {},
  overrides: Partial<PlanRequest> = { granting },
) => giveAt(tree, command, { protocol: governance, at, ...setting }, overrides)

const path = sessionPath('ses_7')
const begins = '/accept session:ses_7 --agent idumb-project-executor'
const wrong = async (tree: Tree, setting?: SceneSetting) => (await diagnose(tree, setting)).map(({ code }) => code)
const grantIn = async (tree: Tree, id = 'ses_7') => (await usual.target(tree, id))?.grant

/** The lines of a text that another one lacks. */
const added = (text: unknown, otherText: unknown) => {
  const knownLines = new Set(String(otherText).split('\n'))
  return String(text)
    .split('\n')
    .filter((line) => !knownLines.has(line))
}

/** A session that was granted by name. */
const heldTree = async (words = '') => (await give(emptySample, `${begins}${words}`)).tree

describe('a grant in a session', () => {
  it('is the key `grant` beside the agent, and nothing else differs', async () => {
    const named = await give(emptySample, begins)
    const ever = await give(emptySample, begins, {}, {})
    expect(named.changed).toEqual(ever.changed)
    expect({ ...named.tree, [path]: '' }).toEqual({ ...ever.tree, [path]: '' })
    expect(added(named.tree[path], ever.tree[path]).join('\n')).toBe(
      '  ],\n  "grant": {\n    "by": "octocat",\n    "since": "2026-02-04T10:00:00Z"\n  }',
    )
    expect(String(named.tree[path])).toMatch(/^ {2}"agent": "idumb-project-executor",$/m)
    expect(await grantIn(named.tree)).toMatchObject({
      agent: 'idumb-project-executor',
      by: 'octocat',
      since: at,
      place: { path },
    })
    expect(await wrong(named.tree)).toEqual([])
  })

  it('is not there without a name', async () => {
    const [withPolicy, withoutPolicy] = [
      await give(emptySample, '/accept session:ses_7'),
      await give(emptySample, '/accept session:ses_7', {}, {}),
    ]
    expect(withPolicy.tree).toEqual(withoutPolicy.tree)
    expect(await grantIn(withPolicy.tree)).toBeUndefined()
  })

  it.each([
    ['and stays as it is without a name', '', { since: at }],
    ['and keeps its end for the same agent', ' --agent idumb-project-executor', { since: '2026-02-04T11:30:00Z' }],
  ])('runs on where the session begins again after an hour, %s', async (_, words, sinceThen) => {
    const held = await heldTree(' --lease 8h')
    const { tree } = await give(held, `/accept ses_7${words}`, { at: '2026-02-04T11:30:00Z' })
    expect(fileIn(tree, path)).toMatchObject({ sessionState: 'beginning' })
    expect(await grantIn(tree)).toEqual({ ...(await grantIn(held)), ...sinceThen, place: expect.anything() })
    const over = await give(held, `/accept ses_7${words}`, { at: '2026-02-04T18:30:00Z' })
    expect((await grantIn(over.tree))?.until).toBeUndefined()
  })

  it('goes with the handback, and the agent stays', async () => {
    const ever = (await give(emptySample, begins, {}, {})).tree
    const back = '/handback ses_7 success --agent idumb-project-executor'
    const [withPolicy, withoutPolicy] = [await give(await heldTree(), back), await give(ever, back)]
    expect(withPolicy.tree).toEqual(withoutPolicy.tree)
    expect(fileIn(withPolicy.tree, path)).toMatchObject({
      agent: 'idumb-project-executor',
      sessionState: 'interrupted',
    })
    expect(await wrong(withPolicy.tree)).toEqual([])
  })

  it.each(['--agent @Idumb-Project-Executor', '--agent idumb-project-executor/2'])(
    'is the same agent’s with %s',
    async (words) => {
      expect((await give(await heldTree(), `/accept session:ses_7 ${words}`)).outcome).toBe('unchanged')
      expect((await give(await heldTree(), `/handback ses_7 success ${words}`)).codes).toEqual([])
      expect((await give(await heldTree('/3'), `/handback ses_7 success ${words}`)).codes).toEqual(
        words.endsWith('/2') ? ['GRANT_OTHER error'] : [],
      )
    },
  )

  it('names an instance within, since the key of the agent cannot', async () => {
    const { tree, codes } = await give(emptySample, `${begins}/2`)
    expect(codes).toEqual([])
    expect(fileIn(tree, path)).toMatchObject({
      agent: 'idumb-project-executor',
      grant: { agent: 'idumb-project-executor/2' },
    })
    expect((await grantIn(tree))?.agent).toBe('idumb-project-executor/2')
    expect(await wrong(tree)).toEqual([])
    expect((await give(tree, '/handback ses_7 success --agent idumb-project-executor/3')).codes).toEqual([
      'GRANT_OTHER error',
    ])
  })

  it('is replaced with the agent when it is taken over', async () => {
    const tree = await heldTree(' --lease 30m')
    expect(fileIn(tree, path)['grant']).toEqual({ by: 'octocat', since: at, until: '2026-02-04T10:30:00Z' })
    const setting = { at: '2026-02-04T10:30:00Z' }
    expect((await give(tree, '/accept session:ses_7 --agent general', setting)).codes).toEqual(['GRANT_HELD error'])
    const taken = await give(tree, '/accept session:ses_7 --agent general --takeover', setting)
    expect(taken.codes).toEqual(['GRANT_TAKEN warning'])
    expect(taken.changed).toEqual([path])
    const { agent, grant, ...rest } = fileIn(taken.tree, path)
    expect([agent, grant]).toEqual(['general', { by: 'octocat', since: '2026-02-04T10:30:00Z' }])
    const { agent: _agent, grant: _grant, ...before } = fileIn(tree, path)
    expect(rest).toEqual(before)
    expect(await wrong(taken.tree)).toEqual([])
  })

  it('is renewed when the agent goes on after a silence, and stays when no agent is named then', async () => {
    const setting = { at: '2026-02-04T12:00:00Z' }
    const named = await give(await heldTree(), begins, setting)
    expect(fileIn(named.tree, path)).toMatchObject({
      sessionState: 'beginning',
      grant: { since: '2026-02-04T12:00:00Z' },
    })
    const unnamed = await give(await heldTree(), '/accept session:ses_7', setting)
    expect(fileIn(unnamed.tree, path)).toMatchObject({
      sessionState: 'beginning',
      agent: 'idumb-project-executor',
      grant: { since: at },
    })
  })

  it('leaves it to the session when it may be resumed', async () => {
    const resumed = '/accept session:ses_1 --agent general'
    const [withPolicy, withoutPolicy] = [
      await give(interruptedSample, resumed),
      await give(interruptedSample, resumed, {}, {}),
    ]
    expect(withPolicy.codes).toEqual(withoutPolicy.codes)
    expect([withPolicy.outcome, withPolicy.state]).toEqual([withoutPolicy.outcome, withoutPolicy.state])
  })
})

describe('a key `grant` that is no grant', () => {
  it.each([
    ['a text', 'octocat'],
    ['a list', []],
    ['without its time', { by: 'octocat' }],
    ['with a time that is none', { since: 'yesterday' }],
    ['with an unknown key', { since: at, state: 'agent' }],
  ])('is reported and counts as none: %s', async (_about, grant) => {
    const tree = inSession(histories.working, { grant })
    const before = await wrong(inSession(histories.working))
    expect(await wrong(tree)).toEqual([...before, 'GRANT_INVALID'])
    expect(await grantIn(tree, 'ses_1')).toBeUndefined()
    const { tree: after } = await give(tree, '/handback ses_1 success')
    expect(fileIn(after, sessionPath())).not.toHaveProperty('grant')
  })
})

describe('an audit', () => {
  const session = (grant: object) => inSession(histories.working, { grant })

  it.each([
    ['of a grant without an end finds silence', { since: '2026-02-04T08:00:00Z' }, ['GOV_SESSION_STALE']],
    ['of one that began later does not', { since: '2026-02-04T09:30:00Z' }, []],
    ['of one with an end finds that it is over', { since: '2026-02-04T08:00:00Z', until: at }, ['GRANT_OVER']],
    [
      'of one with an end that is to come finds nothing',
      { since: '2026-02-04T08:00:00Z', until: '2026-02-04T10:00:01Z' },
      [],
    ],
  ])('%s', async (_about, grant, codes) => {
    expect(await wrong(session(grant), { at, staleAfter: hour, mode: 'soft' })).toEqual(codes)
  })
})
