import { describe, expect, it } from 'vitest'
import type { GrantPolicy, PlanRequest } from '../../../src/engine/commands/planned.ts'
import {
  workedSample,
  acceptPath,
  grantPath,
  grantedSample,
  handbackPath,
  returned,
  sample,
  stagePath,
} from '../../../src/protocols/control/examples.ts'
import { control } from '../../../src/protocols/control/protocol.ts'
import { give as giveAt, type SceneSetting, type Tree } from '../scene.ts'
import { diagnose, reading, target } from './scene.ts'

const hour = 3_600_000
const granting: GrantPolicy = { record: 'named', lease: 'none', staleAfter: 48 * hour }

const at = '2026-01-20T10:02:00Z'
const give = (
  tree: Tree,
  command: string,
  setting: SceneSetting = {},
  overrides: Partial<PlanRequest> = { granting },
) => giveAt(tree, command, { protocol: control, at, ...setting }, overrides)

const granted = (grant: object): Tree => ({ ...grantedSample, [grantPath]: `${JSON.stringify(grant, null, 2)}\n` })
const heldTree = granted({ agent: 'dsp-agent/2', by: 'octocat', since: at })
const leased = granted({ agent: 'dsp-agent/2', by: 'octocat', since: at, until: '2026-01-20T14:02:00Z' })

const wrong = async (tree: Tree, setting?: SceneSetting) => (await diagnose(tree, setting)).map(({ code }) => code)

describe('grant.json', () => {
  it('is written beside accept.json, which no name changes', async () => {
    const named = await give(sample, '/accept explore --agent dsp-agent/2')
    const unnamed = await give(sample, '/accept explore')
    expect(named.tree[grantPath]).toBe(
      '{\n  "agent": "dsp-agent/2",\n  "by": "octocat",\n  "since": "2026-01-20T10:02:00Z"\n}\n',
    )
    expect(unnamed.changed).toEqual([acceptPath])
    expect(named.changed).toEqual([acceptPath, grantPath])
    expect(named.tree[acceptPath]).toBe(unnamed.tree[acceptPath])
    expect(await wrong(named.tree)).toEqual([])
    expect((await target(named.tree))?.grant).toMatchObject({
      agent: 'dsp-agent/2',
      by: 'octocat',
      since: at,
      place: { path: grantPath },
    })
  })

  it('has an end where control is given for so long', async () => {
    const { tree } = await give(sample, '/accept explore --lease 4h')
    expect(tree[grantPath]).toBe(
      '{\n  "by": "octocat",\n  "since": "2026-01-20T10:02:00Z",\n  "until": "2026-01-20T14:02:00Z"\n}\n',
    )
    expect(await wrong(tree)).toEqual([])
  })

  it.each(['success', 'error INPUT_MISSING "There is no brief"', 'question "Which colour?"'])(
    'goes with %s, and handback.json is as without a name',
    async (words) => {
      const named = await give({ ...workedSample, ...heldTree }, `/handback explore ${words} --agent dsp-agent/2`)
      const unnamed = await give(workedSample, `/handback explore ${words}`)
      expect(named.changed).toEqual([`-${grantPath}`, handbackPath])
      expect(unnamed.changed).toEqual([handbackPath])
      expect(named.tree).toEqual(unnamed.tree)
    },
  )

  it('is written by an answer, and goes with an accept without a name', async () => {
    const answered = await give(returned('question'), '/answer explore Green --agent dsp-agent/3')
    expect(answered.tree[grantPath]).toContain('"dsp-agent/3"')
    const treeWithGrant = { ...returned('success'), [grantPath]: heldTree[grantPath] ?? '' }
    const again = await give(treeWithGrant, '/accept explore', { at: '2026-01-20T13:00:00Z' })
    expect(again.changed).toEqual([`-${grantPath}`, `-${handbackPath}`, acceptPath])
  })

  it('stays when an answer comes late, without a named agent', async () => {
    const withQuestion = (await give(returned('question'), '/accept explore --agent dsp-agent/2')).tree
    const { changed, tree } = await give(withQuestion, '/answer explore Green')
    expect(changed).toEqual([stagePath('run/output-data/answers/002.json')])
    expect(tree[grantPath]).toBe(heldTree[grantPath])
  })

  it('is replaced whole when it is taken over', async () => {
    const setting = { at: '2026-01-20T14:02:00Z' }
    expect((await give(leased, '/accept explore --agent dsp-agent/3', setting)).codes).toEqual(['GRANT_HELD error'])
    const { tree, changed, codes } = await give(leased, '/accept explore --agent dsp-agent/3 --takeover', setting)
    expect(codes).toEqual(['GRANT_TAKEN warning'])
    expect(changed).toEqual([grantPath])
    expect(tree[grantPath]).toBe(
      '{\n  "agent": "dsp-agent/3",\n  "by": "octocat",\n  "since": "2026-01-20T14:02:00Z"\n}\n',
    )
    expect(await wrong(tree)).toEqual([])
  })
})

describe('--refresh', () => {
  const setting = { at: '2026-01-20T11:00:00Z' }
  const later = '{\n  "state": "agent",\n  "timestamp": "2026-01-20T11:00:00+00:00"\n}\n'

  it.each([
    ['by its agent', ' --agent dsp-agent/2', '"until": "2026-01-22T11:00:00Z"'],
    ['for so long', ' --agent dsp-agent/2 --lease 4h', '"until": "2026-01-20T15:00:00Z"'],
  ])('%s writes accept.json and the grant again', async (_about, words, written) => {
    const { tree, changed } = await give(heldTree, `/accept explore --refresh${words}`, setting)
    expect(changed).toEqual([acceptPath, grantPath])
    expect(tree[acceptPath]).toBe(later)
    expect(tree[grantPath]).toContain('"agent": "dsp-agent/2"')
    expect(tree[grantPath]).toContain('"since": "2026-01-20T10:02:00Z"')
    expect(tree[grantPath]).toContain(written)
    expect(await wrong(tree)).toEqual([])
    expect((await give(tree, `/accept explore --refresh${words}`, setting)).outcome).toBe('unchanged')
  })

  it.each([
    ['a grant without an end', heldTree, ''],
    ['a grant that lasts', leased, ''],
    ['a grant that lasts, with another lease', leased, ' --lease 9h'],
    ['a grant that is over', granted({ agent: 'dsp-agent/2', since: at, until: '2026-01-20T10:30:00Z' }), ''],
    ['a grant to no agent by name', granted({ by: 'octocat', since: at, until: '2026-01-20T10:30:00Z' }), ''],
  ])('without a name writes accept.json alone: %s', async (_about, before, words) => {
    for (const record of ['named', 'always', 'never'] as const) {
      const overrides = { granting: { ...granting, record, lease: hour } }
      const { tree, changed } = await give(before, `/accept explore --refresh${words}`, setting, overrides)
      expect(changed).toEqual([acceptPath])
      expect(tree[acceptPath]).toBe(later)
      expect(tree[grantPath]).toBe(before[grantPath])
      expect(await wrong(tree)).toEqual([])
    }
  })

  it('without a name leaves an expired grant to be taken over', async () => {
    const before = granted({ agent: 'dsp-agent/2', since: at, until: '2026-01-20T10:30:00Z' })
    const { tree } = await give(before, '/accept explore --refresh', setting)
    expect((await give(tree, '/accept explore --agent dsp-agent/3 --takeover', setting)).codes).toEqual([
      'GRANT_TAKEN warning',
    ])
  })

  it('writes accept.json alone where no grant is recorded', async () => {
    expect((await give(grantedSample, '/accept explore --refresh', setting)).changed).toEqual([acceptPath])
  })

  it('is refused to another agent', async () => {
    expect((await give(heldTree, '/accept explore --refresh --agent dsp-agent/3', setting)).codes).toEqual([
      'GRANT_HELD error',
    ])
  })
})

describe('a grant.json that is no grant', () => {
  it.each([
    ['no JSON', '{'],
    ['a byte-order mark', `\ufeff${String(heldTree[grantPath])}`],
    ['a list', '[]\n'],
    ['null', 'null\n'],
    ['a key twice', '{ "since": "2026-01-20T10:02:00Z", "since": "2026-01-20T10:02:00Z" }\n'],
    ['an unknown key', '{ "since": "2026-01-20T10:02:00Z", "state": "agent" }\n'],
    ['no time', '{ "agent": "dsp-agent/2" }\n'],
  ])('is reported and counts as none: %s', async (_about, text) => {
    const tree = { ...grantedSample, [grantPath]: text }
    expect(await wrong(tree)).toEqual(['GRANT_INVALID'])
    const { grant, state } = (await target(tree)) ?? {}
    expect([grant, state]).toEqual([undefined, 'granted'])
    const { tree: after } = await give(tree, '/handback explore question "Which colour?"')
    expect(after[grantPath]).toBeUndefined()
  })

  it('may be a folder: its files go where a grant is written', async () => {
    const tree = { ...sample, [`${grantPath}/note.txt`]: 'mine\n' }
    expect(await wrong(tree)).toEqual(['GRANT_INVALID'])
    expect((await give(tree, '/accept explore --agent dsp-agent')).changed).toEqual([
      `-${grantPath}/note.txt`,
      acceptPath,
      grantPath,
    ])
  })

  it('may be a link, through which nothing is written', async () => {
    const setting = { links: [grantPath] }
    expect(await wrong(heldTree, setting)).toEqual(['STAGE_SYMLINK', 'GRANT_INVALID'])
    expect((await give(heldTree, '/handback explore success', setting)).codes).toEqual(['STAGE_SYMLINK error'])
  })

  it('is none where a folder above it is a link, of which alone there is something to say', async () => {
    const folder = stagePath('run/output-data')
    const tree = { ...sample, [folder]: 'elsewhere' }
    expect(await wrong(tree, { links: [folder] })).not.toContain('GRANT_INVALID')
  })
})

describe('a grant', () => {
  it.each([
    [
      'without an end is silent for as long as without a name',
      heldTree,
      '2026-01-20T12:02:00Z',
      ['CONTROL_STALE_ACCEPT'],
    ],
    ['that began later is silent since then', granted({ since: '2026-01-20T11:30:00Z' }), '2026-01-20T12:02:00Z', []],
    ['with an end is over by that alone', leased, '2026-01-20T14:02:00Z', ['GRANT_OVER']],
    ['with an end is not stale before', leased, '2026-01-20T14:01:00Z', []],
  ])('%s', async (_about, tree, now, codes) => {
    expect(await wrong(tree, { at: now, staleAfter: hour, mode: 'soft' })).toEqual(codes)
  })

  it('is a part of the state that a command is based on', async () => {
    const digest = async (tree: Tree) =>
      (await reading(tree)).stateDigest('stage:explore@run-2026-01-20-001', 'handback')
    expect(await digest(heldTree)).not.toEqual(await digest(leased))
    expect((await digest(grantedSample)).state).toHaveLength(2)
  })
})
