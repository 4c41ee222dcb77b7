import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { memoBy } from '../../src/core/once.ts'
import type { Grant } from '../../src/core/grant.ts'
import type { Protocol } from '../../src/core/protocol.ts'
import { withoutPlace } from '../../src/core/grant.ts'
import type { GrantPolicy } from '../../src/engine/commands/planned.ts'
import { protocols } from '../../src/entry/protocols.ts'
import * as control from '../../src/protocols/control/examples.ts'
import * as governance from '../../src/protocols/governance/examples.ts'
import * as handover from '../../src/protocols/handover/examples.ts'
import * as plugin from '../../src/protocols/plugin/examples.ts'
import * as subagent from '../../src/protocols/subagent/examples.ts'
import { briefTransition } from '../../src/render/brief.ts'
import { transitionData } from '../../src/render/transition.ts'
import { scratch } from '../entry/programs.ts'
import { runGit } from '../processes/git.ts'
import { repository } from '../processes/work-tree.ts'
import { part, runs } from '../thorough.ts'
import { foundOn, type Branches } from './branches.ts'
import { give, look, type FirstResult, type Tree } from './scene.ts'

const places = scratch()
afterAll(places.remove)

/** A target that may be granted. */
interface Grantable {
  readonly name: Protocol['name']
  readonly tree: Tree
  /** What a command calls it. */
  readonly target: string
  /** The command that ends the work, and what goes on from there. */
  readonly handback: string
}

/** A protocol that records grants has a line here: then all of this holds for it. */
const grantable: readonly Grantable[] = [
  { name: 'plugin', tree: plugin.sample, target: 'TinyGain', handback: '/handback TinyGain error CANCELLED "Stopped"' },
  {
    name: 'handover',
    tree: handover.sample,
    target: '2026-01-20-login',
    handback: '/handback 2026-01-20-login error "Stopped"',
  },
  {
    name: 'subagent',
    tree: subagent.sample,
    target: 'task-3@260131-144400',
    handback: '/handback task-3@260131-144400 error "Stopped"',
  },
  {
    name: 'control',
    tree: control.sample,
    target: 'explore@run-2026-01-20-001',
    handback: '/handback explore@run-2026-01-20-001 error CANCELLED "Stopped"',
  },
]

const shown = ({ result }: FirstResult) => ({ ...result, results: [result] })

const start = Date.parse('2026-02-04T10:00:00Z')
const hour = 3_600_000
const named: GrantPolicy = { record: 'named', lease: 'none', staleAfter: 24 * hour }
const after = (hours: number) => new Date(start + hours * hour).toISOString().replace('.000', '')

/** The recorded grant, then what is asked after how many hours, and the answer. */
const accepts: readonly (readonly [
  recorded: string,
  asked: string,
  hours: number,
  outcome: string,
  codes: readonly string[],
  holder: string | undefined,
])[] = [
  ['', '', 1, 'unchanged', [], undefined],
  ['', '--agent A', 1, 'unchanged', [], undefined],
  ['--agent A', '', 1, 'unchanged', [], 'A'],
  ['--agent A', '--agent A', 1, 'unchanged', [], 'A'],
  ['--agent A', '--agent A --takeover', 1, 'unchanged', [], 'A'],
  ['--agent A', '--agent A --refresh', 1, 'changed', [], 'A'],
  ['--agent A/1', '--agent A', 1, 'unchanged', [], 'A/1'],
  ['--agent A', '--agent A/1', 1, 'unchanged', [], 'A'],
  ['--agent A/1', '--agent A/2', 1, 'refused', ['GRANT_HELD error'], 'A/1'],
  ['--agent A', '--agent B', 1, 'refused', ['GRANT_HELD error'], 'A'],
  ['--agent A', '--agent B --refresh', 1, 'refused', ['GRANT_HELD error'], 'A'],
  ['--agent A', '--agent B --takeover', 1, 'refused', ['GRANT_HELD error'], 'A'],
  ['--agent A', '--agent B', 25, 'refused', ['GRANT_HELD error'], 'A'],
  ['--agent A', '--agent B --takeover', 24, 'refused', ['GRANT_HELD error'], 'A'],
  ['--agent A', '--agent B --takeover', 25, 'changed', ['GRANT_TAKEN warning'], 'B'],
  ['--agent A --lease 1h', '--agent B --takeover', 0.9, 'refused', ['GRANT_HELD error'], 'A'],
  ['--agent A --lease 1h', '--agent B --takeover', 1, 'changed', ['GRANT_TAKEN warning'], 'B'],
  ['--agent A --lease 30h', '--agent B --takeover', 29, 'refused', ['GRANT_HELD error'], 'A'],
]

/** The recorded grant, then by whom it is handed back, and the code of the refusal. */
const handbacks: readonly (readonly [recorded: string, asked: string, code: string | undefined])[] = [
  ['', '', undefined],
  ['', '--agent A', undefined],
  ['--agent A', '', undefined],
  ['--agent A', '--agent A', undefined],
  ['--agent A', '--agent A/1', undefined],
  ['--agent A/1', '--agent A', undefined],
  ['--agent A', '--agent B', 'GRANT_OTHER'],
  ['--agent A/1', '--agent A/2', 'GRANT_OTHER'],
  ['--lease 1h', '--agent B', undefined],
]

/** A handback without a name ends the grant of a named agent, and says so. */
const handedBack = (recorded: string, asked: string, code: string | undefined) => {
  if (code !== undefined) return ['refused', [`${code} error`]]
  return ['changed', asked === '' && recorded.includes('--agent') ? ['GRANT_ENDED notice'] : []]
}

describe.each(grantable)('a grant in $name', ({ name, tree, target, handback }) => {
  const protocol = protocols.find((candidate) => candidate.name === name) ?? expect.fail(`There is no protocol ${name}`)
  const say = (on: Tree, comment: string, hours = 0, granting: Partial<GrantPolicy> = {}): Promise<FirstResult> =>
    give(on, comment, { protocol, at: after(hours), local: true }, { granting: { ...named, ...granting } })
  const accept = (on: Tree, options = '', hours = 0) =>
    say(on, `/accept ${target}${options === '' ? '' : ` ${options}`}`, hours)
  const back = (on: Tree, options = '', hours = 0) =>
    say(on, handback.replace(target, options === '' ? target : `${target} ${options}`), hours)
  const grantIn = async (on: Tree): Promise<Grant | undefined> => {
    const found = (await look(on, { protocol, at: after(0) })).targets.find(({ grant }) => grant !== undefined)?.grant
    return found && withoutPlace(found)
  }
  /** The tree with the target held in a certain way. */
  const heldBy = memoBy(async (options: string) => (await accept(tree, options)).tree)
  // The engine decides, the same for all: each row is tried in half of the protocols.
  const share = <Row>(rows: readonly Row[]) =>
    part(
      rows,
      2,
      grantable.findIndex((candidate) => candidate.name === name),
    )

  it('is recorded with the agent, who gave it, and when', async () => {
    const result = await accept(tree, '--agent dsp-agent/2 --lease 4h')
    const grant = { agent: 'dsp-agent/2', by: 'octocat', since: '2026-02-04T10:00:00Z', until: '2026-02-04T14:00:00Z' }
    expect(result.result).toMatchObject({ outcome: 'changed', holder: 'agent', grant })
    expect(await grantIn(result.tree)).toEqual(grant)
    expect((await look(result.tree, { protocol }, 'strict')).diagnostics).toEqual([])
  })

  it('changes nothing but itself: without it every byte is as without a name', async () => {
    const plain = await give(tree, `/accept ${target}`, { protocol, at: after(0), local: true })
    expect((await accept(tree)).tree).toEqual(plain.tree)
    const { tree: recorded } = await accept(tree, '--agent A')
    const lines = (on: Tree) =>
      Object.entries(on).flatMap(([path, text]) =>
        String(text)
          // Where a step is on one line, its grant is too.
          .replace(/, ("grant": \{[^}]*\})(?= \})(.*)/g, '$2\n$1')
          .split('\n')
          .map((line) => `${path}: ${line}`),
      )
    const before = new Set(lines(plain.tree))
    const addedLines = lines(recorded).filter((line) => !before.has(line))
    expect(addedLines.length).toBeGreaterThan(0)
    for (const line of addedLines) expect(line).toMatch(/grant|agent|by|since/)
    const now = new Set(lines(recorded))
    expect(lines(plain.tree).filter((line) => !now.has(line))).toEqual([])
  })

  it.each(['--agent A', '--agent A --lease 1h', ''])(
    'is taken away by the handback, byte for byte: %j',
    async (options) => {
      const plain = await give(tree, `/accept ${target}`, { protocol, at: after(0), local: true })
      const ended = await give(plain.tree, handback, { protocol, at: after(1), local: true })
      const result = await back(await heldBy(options), '', 1)
      expect(result.outcome).toBe('changed')
      expect(result.tree).toEqual(ended.tree)
      expect(await grantIn(result.tree)).toBeUndefined()
    },
  )

  it.each(share(accepts))(
    '%j, then /accept %j after %s h: %s',
    async (recorded, asked, hours, outcome, codes, holder) => {
      const heldTree = await heldBy(recorded)
      const result = await accept(heldTree, asked, hours)
      expect([result.outcome, result.codes, (await grantIn(result.tree))?.agent]).toEqual([outcome, codes, holder])
      if (outcome !== 'changed') expect(result.tree).toEqual(heldTree)
    },
  )

  it.each(share(handbacks))('%j, then /handback %j', async (recorded, asked, code) => {
    const heldTree = await heldBy(recorded)
    const result = await back(heldTree, asked, 1)
    expect([result.outcome, result.codes]).toEqual(handedBack(recorded, asked, code))
    if (code !== undefined) expect(result.tree).toEqual(heldTree)
  })

  it('says who holds it, and what takes it over once it is over', async () => {
    const heldTree = await heldBy('--agent A --lease 1h')
    const refused = await accept(heldTree, '--agent B')
    expect([transitionData(shown(refused)), briefTransition(shown(refused))]).toMatchObject([
      { outcome: 'refused', grant: { agent: 'A', by: 'octocat' } },
      { outcome: 'refused', grant: { agent: 'A', by: 'octocat' } },
    ])
    const [early] = refused.result.diagnostics
    expect(early?.message).toContain('A')
    expect(early).not.toHaveProperty('fix')
    const [late] = (await accept(heldTree, '--agent B', 2)).result.diagnostics
    expect(late?.fix).toBe(`/accept ${target} --agent B --takeover`)
    const taken = await say(heldTree, late?.fix ?? '', 2)
    expect(taken.result.diagnostics[0]?.message).toContain('A')
    expect((await accept(heldTree)).result.reply).toContain('A, by octocat, since 2026-02-04T10:00:00Z')
  })

  it.each<readonly [given: string, configured: GrantPolicy['lease'], refreshed: string, hours: number, until: string]>([
    ['--lease 1h', 'none', ' --lease 2h', 3, '2026-02-04T15:00:00Z'],
    ['--lease 4h', 'none', ' --lease 1h', 1, '2026-02-04T12:00:00Z'],
    ['--lease 1h', 2 * hour, '', 3, '2026-02-04T15:00:00Z'],
    ['', 2 * hour, '', 3, '2026-02-04T15:00:00Z'],
    ['--lease 1h', 'none', '', 3, '2026-02-04T14:00:00Z'],
    ['--lease 4h', 'none', '', 1, '2026-02-04T15:00:00Z'],
    // Without an end it was given until it is stale.
    ['', 'none', '', 3, '2026-02-05T13:00:00Z'],
    ['--lease 2d', 'none', '', 1, '2026-02-06T10:00:00Z'],
    ['--lease 2d', 'none', '', 40, '2026-02-07T02:00:00Z'],
  ])(
    'of %j, configured %j, goes on when it is refreshed%s after %s h until %s',
    async (options, configured, refreshed, hours, until) => {
      const heldTree = await heldBy(`--agent A ${options}`)
      const later = await say(heldTree, `/accept ${target} --agent A --refresh${refreshed}`, hours, {
        lease: configured,
      })
      expect(later.outcome).toBe(later.changed.length === 0 ? 'unchanged' : 'changed')
      expect(await grantIn(later.tree)).toEqual({ agent: 'A', by: 'octocat', since: '2026-02-04T10:00:00Z', until })
      expect((await accept(later.tree, '--agent B --takeover', hours)).codes).toEqual(['GRANT_HELD error'])
    },
  )

  it('is given by an answer with the same options', async () => {
    const asked = await say(await heldBy('--agent A'), `/handback ${target} question "Which one?"`, 1)
    const answered = await say(asked.tree, `/answer ${target} --anyway --refresh --agent B --lease 1h "This one"`, 2)
    expect([asked.outcome, answered.outcome]).toEqual(['changed', 'changed'])
    const grant = { agent: 'B', by: 'octocat', since: '2026-02-04T12:00:00Z', until: '2026-02-04T13:00:00Z' }
    expect(await grantIn(answered.tree)).toEqual(grant)
    const again = await say(answered.tree, `/answer ${target} --refresh --agent B --lease 2h "This one"`, 2)
    expect([again.outcome, await grantIn(again.tree)]).toEqual(['changed', { ...grant, until: '2026-02-04T14:00:00Z' }])
    expect((await say(answered.tree, `/answer ${target} --agent B "This one"`, 2)).outcome).toBe('unchanged')
  })

  it('is refused to another agent without a suggestion to act under the name of the first', async () => {
    const refused = await say(await heldBy('--agent A/1'), `/accept ${target}`, 1, { agent: 'B' })
    expect(refused.codes).toEqual(['GRANT_HELD error'])
    expect(refused.result.diagnostics[0]?.hint).not.toMatch(/--agent|A\/1/)
  })

  it('is written again where what is there is none', async () => {
    const heldTree = await heldBy('--agent A')
    const broken = Object.fromEntries(
      Object.entries(heldTree).map(([path, text]) => [
        path,
        typeof text === 'string' ? text.replace(/(agent"?: "?)A\b/, '$1A A') : text,
      ]),
    )
    expect((await look(broken, { protocol }, 'strict')).diagnostics.map(({ code }) => code)).toContain('GRANT_INVALID')
    const ended = await back(broken, '--agent B', 1)
    expect(ended.tree).toEqual((await back(heldTree, '', 1)).tree)
  })

  it.each<readonly [about: string, granting: Partial<GrantPolicy>, options: string, grant: Partial<Grant> | undefined]>(
    [
      ['always', { record: 'always' }, '', { by: 'octocat', since: '2026-02-04T10:00:00Z' }],
      ['always, for a time', { record: 'always', lease: hour }, '', { until: '2026-02-04T11:00:00Z' }],
      ['never', { record: 'never' }, '--agent A', undefined],
      ['by name, for a time', { lease: hour }, '--agent A', { agent: 'A', until: '2026-02-04T11:00:00Z' }],
      ['without a name, for a time', { lease: hour }, '', undefined],
      ['by the name of the environment', { agent: 'A' }, '', { agent: 'A' }],
      ['by another than that of the environment', { agent: 'A' }, '--agent B', { agent: 'B' }],
      ['in a session', { agent: 'A', instance: 'abcd1234' }, '', { agent: 'A/abcd1234' }],
      ['by an instance in a session', { instance: 'abcd1234' }, '--agent A/2', { agent: 'A/2' }],
    ],
  )('is recorded as it is configured: %s', async (_, granting, options, grant) => {
    const result = await say(tree, `/accept ${target} ${options}`, 0, granting)
    expect(result.outcome).toBe('changed')
    if (grant === undefined) expect(await grantIn(result.tree)).toBeUndefined()
    else expect(await grantIn(result.tree)).toMatchObject(grant)
  })

  it('is ended by the server of tools that it was given to, and by no other', async () => {
    const server = { instance: 'aaaa1111', isServer: true }
    for (const options of ['', ' --agent A']) {
      const { tree: heldTree } = await say(tree, `/accept ${target}${options}`, 0, server)
      expect((await grantIn(heldTree))?.agent).toMatch(/.\/aaaa1111$/)
      expect((await say(heldTree, handback, 1, { instance: 'bbbb2222', isServer: true })).codes).toEqual([
        'GRANT_OTHER error',
      ])
      expect((await say(heldTree, handback, 1, server)).outcome).toBe('changed')
    }
  })

  it('is given to the session that accepts without a name, and ended without a name in any session', async () => {
    const [firstSession, secondSession] = [{ instance: 'aaaa1111' }, { instance: 'bbbb2222' }]
    for (const options of ['', ' --agent A', ' --agent A/2']) {
      const { tree: heldTree } = await say(tree, `/accept ${target}${options}`, 0, firstSession)
      expect((await grantIn(heldTree))?.agent).toMatch(/.\/(?:aaaa1111|2)$/)
      const plain = await back(heldTree, '', 1)
      for (const session of [firstSession, secondSession])
        expect((await say(heldTree, handback, 1, session)).tree).toEqual(plain.tree)
    }
  })

  it('is of the session where a name has no instance', async () => {
    const { tree: heldTree } = await say(tree, `/accept ${target} --agent A`, 0, { instance: 'aaaa1111' })
    const ended = (session: string) =>
      say(heldTree, handback.replace(target, `${target} --agent A`), 1, { instance: session })
    expect((await ended('bbbb2222')).codes).toEqual(['GRANT_OTHER error'])
    expect((await ended('aaaa1111')).outcome).toBe('changed')
  })
})

describe('a grant in governance', () => {
  const protocol = protocols.find(({ name }) => name === 'governance') ?? expect.fail('There is no governance')
  const names: Readonly<Record<string, string>> = { A: 'idumb-meta-builder', B: 'idumb-project-executor' }
  /** With names of agents that its table has. */
  const called = (text: string) => text.replace(/\b[AB]\b/g, (name) => names[name] ?? name)
  const say = (on: Tree, comment: string, hours = 0) =>
    give(on, called(comment), { protocol, at: after(hours), local: true }, { granting: named })
  const accept = (on: Tree, options: string, hours = 0) => say(on, `/accept session:ses_7 ${options}`, hours)

  it('is of the same agent whatever the case of its name, its session included', async () => {
    const session = { ...named, instance: 'AbCd1234' }
    const go = (on: Tree, comment: string, granting: GrantPolicy) =>
      give(on, called(comment), { protocol, at: after(0), local: true }, { granting })
    const acceptResult = await go(governance.emptySample, '/accept session:ses_7 --agent Idumb-Meta-Builder', session)
    expect(acceptResult.result.grant?.agent).toBe('idumb-meta-builder/abcd1234')
    for (const name of ['IDUMB-Meta-builder', '@idumb-meta-builder/ABCD1234']) {
      expect((await go(acceptResult.tree, `/accept ses_7 --agent ${name}`, session)).outcome).toBe('unchanged')
      expect((await go(acceptResult.tree, `/handback ses_7 error Stopped --agent ${name}`, session)).outcome).toBe(
        'changed',
      )
    }
    const path = governance.sessionPath('ses_7')
    const written = {
      ...acceptResult.tree,
      [path]: String(acceptResult.tree[path]).replaceAll('"idumb-meta-builder', '"IDUMB-Meta-Builder'),
    }
    expect(written).not.toEqual(acceptResult.tree)
    expect((await go(written, '/handback ses_7 error Stopped --agent idumb-meta-builder', session)).codes).toEqual([])
    expect((await go(written, '/handback ses_7 error Stopped --agent idumb-meta-validator', session)).codes).toEqual([
      'GRANT_OTHER error',
    ])
  })

  const holderIn = async (on: Tree) =>
    (await look(on, { protocol, at: after(0) })).targets.find(({ grant }) => grant)?.grant?.agent

  // A session that was idle for more than an hour is resumed by any accept: what it says is its own.
  it.each(accepts.filter(([, , hours]) => hours <= 1))(
    '%j, then /accept %j after %s h: %s',
    async (recorded, asked, hours, outcome, codes, holder) => {
      const heldTree = (await accept(governance.emptySample, recorded)).tree
      const result = await accept(heldTree, asked, hours)
      expect([result.outcome, result.codes, await holderIn(result.tree)]).toEqual([
        outcome,
        codes,
        holder && called(holder),
      ])
      if (outcome !== 'changed') expect(result.tree).toEqual(heldTree)
    },
  )

  it.each(handbacks)('%j, then /handback %j', async (recorded, asked, code) => {
    const heldTree = (await accept(governance.emptySample, recorded)).tree
    const result = await say(heldTree, `/handback ses_7 error Stopped ${asked}`, 1)
    expect([result.outcome, result.codes]).toEqual(handedBack(recorded, asked, code))
    if (code !== undefined) expect(result.tree).toEqual(heldTree)
  })
})

/** Two agents by names that every protocol takes as they are. */
const agents = ['idumb-meta-builder', 'idumb-project-executor'] as const

/** All protocols. */
const everyGrantable: readonly Grantable[] = [
  ...grantable,
  {
    name: 'governance',
    tree: governance.emptySample,
    target: 'session:ses_7',
    handback: '/handback session:ses_7 error "Stopped"',
  },
]

describe.each(everyGrantable)('a handback without a name in $name', ({ name, tree, target, handback }) => {
  const protocol = protocols.find((candidate) => candidate.name === name) ?? expect.fail(`There is no protocol ${name}`)
  const [agent] = agents
  it.each<readonly [recorded: string, asked: string, isNamed: boolean]>([
    [`--agent ${agent}`, '', true],
    [`--agent ${agent}`, `--agent ${agent}`, false],
    // In governance every session has an agent, with or without a name for this grant.
    ...(name === 'governance'
      ? []
      : ([
          ['', '', false],
          ['--lease 1h', '', false],
        ] as const)),
  ])('after %j and with %j names the agent whose grant it ended: %j', async (recorded, asked, isNamed) => {
    const say = (on: Tree, comment: string, hours: number) =>
      give(on, comment, { protocol, at: after(hours), local: true }, { granting: named })
    const heldTree = (await say(tree, `/accept ${target} ${recorded}`, 0)).tree
    const { result } = await say(heldTree, handback.replace(target, `${target} ${asked}`.trimEnd()), 1)
    const told = result.diagnostics.filter(({ code }) => code === 'GRANT_ENDED')
    expect([result.outcome, told]).toEqual([
      'changed',
      isNamed
        ? [expect.objectContaining({ severity: 'notice', message: expect.stringContaining(agent) as string })]
        : [],
    ])
  })
})

describe.each(everyGrantable)('two agents that take over a target of $name', ({ name, tree, target, handback }) => {
  const protocol = protocols.find((candidate) => candidate.name === name) ?? expect.fail(`There is no protocol ${name}`)
  const say = (on: Tree, comment: string, hours: number): Promise<FirstResult> =>
    give(on, comment, { protocol, at: after(hours), local: true }, { granting: named })
  const grantIn = async (on: Tree) =>
    (await look(on, { protocol, at: after(0) })).targets.find(({ grant }) => grant !== undefined)?.grant

  it('never lets an agent end the work of the one that took it over, in whatever order they come', async () => {
    const agent = fc.constantFrom(...agents)
    const step = fc.record({
      agent,
      what: fc.constantFrom('accept', 'takeover', 'refresh', 'handback'),
      hours: fc.constantFrom(0, 1, 30),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
        let now: Tree = tree
        let holder: string | undefined
        let time = 0
        for (const { agent: who, what, hours } of steps) {
          time += hours
          const result =
            what === 'handback'
              ? await say(now, handback.replace(target, `${target} --agent ${who}`), time)
              : await say(now, `/accept ${target} --agent ${who}${what === 'accept' ? '' : ` --${what}`}`, time)
          now = result.tree
          const present = (await grantIn(now))?.agent
          if (holder !== undefined && holder !== who) {
            if (what === 'handback') expect([result.codes, present]).toEqual([['GRANT_OTHER error'], holder])
            else if (result.outcome === 'changed')
              expect([what, result.codes, present]).toEqual(['takeover', ['GRANT_TAKEN warning'], who])
            else expect([result.codes, present]).toEqual([['GRANT_HELD error'], holder])
          }
          holder = present
        }
      }),
      { numRuns: runs(5) },
    )
  })
})

describe.each(grantable)(
  'two branches that grant one target of $name, one of them without a name',
  ({ name, tree, target }) => {
    it('are a warning on either, at a file that the branch wrote', async () => {
      const protocol =
        protocols.find((candidate) => candidate.name === name) ?? expect.fail(`There is no protocol ${name}`)
      const granted = async (options: string, at: string): Promise<Tree> =>
        (await give(tree, `/accept ${target}${options}`, { protocol, at, local: true }, { granting: named })).tree
      const [namedBranch, unnamedBranch] = [await granted(' --agent A', after(0)), await granted('', after(1))]
      for (const [head, tip] of [
        [namedBranch, unnamedBranch],
        [unnamedBranch, namedBranch],
      ] as const) {
        const { found } = await foundOn({ head, base: tree, tip }, after(2))
        expect(found).toMatchObject([{ code: 'GRANT_DOUBLE', severity: 'warning' }])
        expect(head[found[0]?.path ?? '']).not.toBe(tree[found[0]?.path ?? ''])
      }
    })
  },
)

describe.each(everyGrantable)('two branches that grant one target of $name', ({ name, tree, target }) => {
  const protocol = protocols.find((candidate) => candidate.name === name) ?? expect.fail(`There is no protocol ${name}`)
  const granted = async (agent: string, at: string): Promise<Tree> =>
    (await give(tree, `/accept ${target} --agent ${agent}`, { protocol, at, local: true }, { granting: named })).tree
  const doubles = async (branches: Branches) =>
    (await foundOn(branches, after(2))).found.flatMap(({ code, severity, message }) =>
      code === 'GRANT_DOUBLE' ? [{ severity, message }] : [],
    )

  it('are an error where the second is to be merged, and a warning that names both once they are', async () => {
    const [firstBranch, secondBranch] = [await granted(agents[0], after(0)), await granted(agents[1], after(1))]
    expect(await doubles({ head: secondBranch, base: tree, tip: firstBranch })).toMatchObject([{ severity: 'error' }])
    for (const head of [firstBranch, secondBranch]) {
      const [found, ...rest] = await doubles({
        head,
        base: tree,
        merged: { parents: [firstBranch, secondBranch], base: tree },
      })
      expect(rest).toEqual([])
      expect(found).toMatchObject({
        severity: 'warning',
        message: expect.stringMatching(new RegExp(`\`${agents[0]}, by octocat.*\`${agents[1]}, by octocat`)),
      })
    }
  })

  it('conflict in git', async () => {
    const [firstBranch, secondBranch] = [await granted(agents[0], after(0)), await granted(agents[1], after(1))]
    const root = places.folder(tree)
    repository(root)
    const commit = async (files: Tree) => {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(root, path)), { recursive: true })
        writeFileSync(join(root, path), text)
      }
      await runGit(root, ['add', '-A'])
      await runGit(root, ['commit', '-qm', 'Grant'])
    }
    await runGit(root, ['checkout', '-qb', 'other'])
    await commit(secondBranch)
    await runGit(root, ['checkout', '-q', 'main'])
    await commit(firstBranch)
    await expect(runGit(root, ['merge', '-q', 'other'])).rejects.toThrow('git merge')
    expect((await runGit(root, ['diff', '--name-only', '--diff-filter=U'])).toString()).not.toBe('')
  })
})
