import { describe, expect, it } from 'vitest'
import type { CheckSettings } from '../../src/app/validate/check.ts'
import { isAgentName, isSameAgent } from '../../src/core/grant.ts'
import type { Example } from '../../src/core/rule.ts'
import type { GrantPolicy } from '../../src/engine/commands/planned.ts'
import { entriesOf } from '../../src/engine/commands/entries.ts'
import { commitMessage } from '../../src/engine/commands/ledger.ts'
import { grantRules } from '../../src/engine/grants.ts'
import { examplesOf } from '../examples-of.ts'
import { isGrantOver } from '../../src/kit/grant.ts'
import {
  change,
  contractPath,
  handoffPath,
  inHandoff,
  inProgressSample,
  sample,
} from '../../src/protocols/plugin/examples.ts'
import { plugin } from '../../src/protocols/plugin/protocol.ts'
import { briefTransition } from '../../src/render/brief.ts'
import { json } from '../../src/render/json.ts'
import { statusText } from '../../src/render/status.ts'
import { transitionData } from '../../src/render/transition.ts'
import { foundOn, mergeCommit, type Branches } from '../protocols/branches.ts'
import { give, look, type FirstResult, type Tree } from '../protocols/scene.ts'

const at = '2026-02-04T10:00:00Z'
const granting: GrantPolicy = { record: 'named', lease: 'none', staleAfter: 86_400_000 }
const say = (comment: string, tree: Tree = sample, local = true): Promise<FirstResult> =>
  give(tree, comment, { protocol: plugin, at, local }, { granting })
const shown = ({ result }: FirstResult) => ({ ...result, results: [result] })

const hostile = [
  '',
  ' ',
  'a b',
  'a/b/c',
  '/a',
  'a/',
  'ä',
  'a\u0007b',
  '<b>x</b>',
  '`x`',
  'x'.repeat(65),
  'x'.repeat(64 << 10),
  '@octocat',
  'a\nGrant: b',
]

describe('the name of an agent', () => {
  it.each(['a', 'dsp-agent', 'dsp-agent/2', 'A.b_c-9', `${'x'.repeat(64)}/${'y'.repeat(64)}`])('may be %j', (name) => {
    expect(isAgentName(name)).toBe(true)
  })

  it.each(hostile)('is not %j', (name) => {
    expect(isAgentName(name)).toBe(false)
  })

  it.each(hostile.filter((name) => name.trim() !== '' && !name.includes('\n')))('is refused: %j', async (name) => {
    const result = await say(`/accept TinyGain --agent "${name}"`)
    expect([result.codes, result.tree]).toEqual([['GRANT_NAME error'], sample])
    // eslint-disable-next-line no-control-regex
    expect(result.result.reply).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/)
  })

  it.each([
    ['a', 'a', true],
    ['a', 'a/1', true],
    ['a/1', 'a', true],
    ['a/1', 'a/1', true],
    ['a/1', 'a/2', false],
    ['a', 'b', false],
    ['a', 'A', false],
    ['a/1', 'b/1', false],
  ])('of %s and %s is one: %s', (name, otherName, is) => {
    expect(isSameAgent(name, otherName)).toBe(is)
  })
})

describe('the agent of a command that grants nothing', () => {
  const mismatch = change(sample, { [contractPath('plan')]: '# Another plan\n' })
  it.each(['/checksums TinyGain', '/fix CONTRACT_MISMATCH', '/sync TinyGain'])(
    'changes nothing but is judged: %s',
    async (comment) => {
      const usual = await say(comment, mismatch)
      const named = await say(`${comment} --agent dsp-agent/2`, mismatch)
      expect([named.outcome, named.codes, named.tree]).toEqual([usual.outcome, usual.codes, usual.tree])
      expect((await say(`${comment} --agent "a b"`, mismatch)).codes).toEqual(['GRANT_NAME error'])
    },
  )
})

describe('a grant', () => {
  const since = '2026-02-04T10:00:00Z'

  it.each<readonly [until: string | undefined, at: string, over: boolean]>([
    ['2026-02-04T12:00:00Z', '2026-02-04T11:59:59.999Z', false],
    ['2026-02-04T12:00:00Z', '2026-02-04T12:00:00Z', true],
    ['2026-02-04T13:00:00+01:00', '2026-02-04T12:00:00Z', true],
    ['2026-03-04T12:00:00Z', '2026-02-14T12:00:00Z', false],
    [undefined, '2026-02-05T10:00:00Z', false],
    [undefined, '2026-02-05T10:00:00.001Z', true],
  ])('until %s is over at %s: %s', (until, now, isOver) => {
    expect(isGrantOver({ since, until }, now, granting.staleAfter)).toBe(isOver)
  })

  it.each([
    ['30m', '2026-02-04T10:30:00Z'],
    ['4h', '2026-02-04T14:00:00Z'],
    ['2d', '2026-02-06T10:00:00Z'],
  ])('may be given for %s', async (lease, until) => {
    expect((await say(`/accept TinyGain --lease ${lease}`)).result.grant).toEqual({ by: 'octocat', since: at, until })
  })

  it.each(['0h', '4', 'h', '-1h', '1w', '1.5h', '9999999d', 'forever', '4h '])('is not given for %j', async (lease) => {
    const result = await say(`/accept TinyGain "--lease=${lease}" --lease "${lease}x"`)
    expect([result.outcome, result.tree]).toEqual(['refused', sample])
  })

  it.each(['--agent', '--agent=', '--lease', '--agent A --agent B', '--agent A --agent A', '--lease 1h --lease 2h'])(
    'is refused for %j',
    async (options) => {
      const result = await say(`/accept TinyGain ${options}`)
      expect([result.outcome, result.tree]).toEqual(['refused', sample])
    },
  )

  it('is in every form of an answer and of a report', async () => {
    const result = await say('/accept TinyGain --agent dsp-agent/2 --lease 4h')
    const grant = { agent: 'dsp-agent/2', by: 'octocat', since: at, until: '2026-02-04T14:00:00Z' }
    expect(transitionData(shown(result))).toMatchObject({ grant })
    expect(briefTransition(shown(result))).toMatchObject({ grant })
    const report = await look(result.tree, { protocol: plugin, at })
    expect(JSON.parse(json(report))).toMatchObject({ targets: [{ grant }] })
    expect(statusText(report, false, { color: false })).toContain(
      'agent (dsp-agent/2, by octocat, since 2026-02-04T10:00:00Z, until 2026-02-04T14:00:00Z)',
    )
    const ended = await say('/handback TinyGain error CANCELLED Stopped', result.tree)
    expect(ended.result).toMatchObject({ moves: [{ ended: grant }] })
    expect(ended.result).not.toHaveProperty('grant')
  })
})

describe('a name that differs from that of the holder', () => {
  it.each([
    ['A', 'a', true],
    ['A/1', 'a/1', true],
    ['A', 'b', false],
  ])('is refused, with a hint where it does in capital letters alone: %s, %s', async (holder, name, isHinted) => {
    const { tree } = await say(`/accept TinyGain --agent ${holder}`)
    for (const command of ['/accept TinyGain', '/handback TinyGain error x']) {
      const [refusal] = (await say(`${command} --agent ${name}`, tree)).result.diagnostics
      expect(refusal?.message).toContain(`\`${holder}\` holds`)
      expect(
        refusal?.hint?.includes(`Capital letters count in the names of agents: \`${name}\` is not \`${holder}\`.`),
      ).toBe(isHinted)
    }
  })
})

describe('work that came back with an error', () => {
  const cancelled = async () => {
    const heldTree = (await say('/accept TinyGain --agent A')).tree
    return (await say('/handback TinyGain error CANCELLED Stopped', heldTree)).tree
  }

  it('is not ended by an agent that names itself before control is granted again', async () => {
    const before = await cancelled()
    for (const agent of ['A', 'B/1']) {
      const ended = await say(`/handback TinyGain success --agent ${agent}`, before)
      expect([ended.codes, ended.tree]).toEqual([['GRANT_OTHER error'], before])
      expect(ended.result.diagnostics).toMatchObject([
        { target: 'plugin:TinyGain', fix: `/accept TinyGain --agent ${agent}` },
      ])
    }
    const again = (await say('/accept TinyGain --agent A', before)).tree
    expect((await say('/handback TinyGain success --agent A', again)).codes).toEqual([])
  })

  it('is ended without a name, and comes back with another error, as ever', async () => {
    const before = await cancelled()
    expect((await say('/handback TinyGain success', before)).codes).toEqual(['PLUGIN_ACCEPT_IMPLIED warning'])
    expect((await say('/handback TinyGain error CANCELLED Stopped --agent A', before)).outcome).toBe('unchanged')
    expect((await say('/handback TinyGain error BUILD_FAILED x --agent A', before)).outcome).toBe('changed')
    const next = '/handback TinyGain success --stage 3'
    expect((await say(`${next} --agent dsp-agent/2`)).codes).toEqual(['PLUGIN_ACCEPT_IMPLIED warning'])
    expect((await say(`${next} --agent gui-agent`)).codes).toEqual(['GRANT_OTHER error'])
  })
})

describe('the options of a command with a text', () => {
  const heldTree = async () => (await say('/accept TinyGain --agent A')).tree
  const text = async (comment: string) => {
    const { outcome, tree } = await say(comment, await heldTree())
    return [outcome, /^ {2}description: (.*)$/m.exec(String(tree[handoffPath]))?.[1]]
  }

  it.each([
    ['/handback TinyGain --agent A question Which one?', 'Which one?'],
    ['/handback TinyGain question --agent A Which one?', 'Which one?'],
    ['/handback TinyGain question Which one? --agent A', 'Which one?'],
    ['/handback TinyGain --agent=A question "Which one?"', 'Which one?'],
    ['/handback TinyGain question "Is --agent B for that?"', 'Is --agent B for that?'],
    ['/handback TinyGain question "--agent B"', '--agent B'],
    ['/handback TinyGain --agent A question "Is --agent B for that?"', 'Is --agent B for that?'],
  ])('are in front of it, or at its end, and inside are a part of it: %s', async (comment, expected) => {
    const [outcome, found] = await text(comment)
    expect([outcome, String(found).replace(/^(["'])(.*)\1$/, '$2')]).toEqual(['changed', expected])
  })

  it.each([
    '/handback TinyGain question Is --agent B for that?',
    '/handback TinyGain --agent A question Is --lease 4h enough?',
  ])(
    'are not taken off the middle of it, where the protocol refuses what looks like an option: %s',
    async (comment) => {
      const tree = await heldTree()
      const result = await say(comment, tree)
      expect([result.codes, result.tree]).toEqual([['PLUGIN_OPTION_INVALID error'], tree])
    },
  )

  it('are those of another agent there, too', async () => {
    for (const comment of ['/handback TinyGain --agent B question Why?', '/handback TinyGain question Why? --agent B'])
      expect((await say(comment, await heldTree())).codes).toEqual(['GRANT_OTHER error'])
  })

  it('name who goes on with an answer', async () => {
    const { tree } = await say('/handback TinyGain question Which?', await heldTree())
    const answered = await say('/answer TinyGain "Use --agent for that"', tree)
    expect(String(answered.tree[handoffPath])).toContain('Use --agent for that')
    expect(answered.result.grant).toBeUndefined()
    const named = await say('/answer TinyGain --agent B "Use --agent for that"', tree)
    expect(String(named.tree[handoffPath])).toContain('Use --agent for that')
    expect(named.result.grant).toEqual({ agent: 'B', by: 'octocat', since: at })
  })
})

describe('the trailer of a grant', () => {
  const trailers = (result: FirstResult) => commitMessage(entriesOf(result.result, 'octocat')).split('\n')

  it('names target, agent and end', async () => {
    expect(
      trailers(await say('/accept TinyGain --agent dsp-agent/2 --lease 4h')).filter((line) =>
        line.startsWith('Grant:'),
      ),
    ).toEqual(['Grant: plugin:TinyGain dsp-agent/2 until 2026-02-04T14:00:00Z'])
    expect(trailers(await say('/accept TinyGain')).filter((line) => line.startsWith('Grant:'))).toEqual([])
  })

  it.each([
    'A\nHandled-Comment: 1#1',
    'A\r\nGrant: plugin:Other B',
    'A\u2028Requested-by: @mona',
    'A\u0000',
    '@mona closes #1',
  ])('stays one line whatever is in it: %j', async (agent) => {
    const result = await say('/accept TinyGain --agent A --lease 4h')
    const forged = { ...result.result, grant: { agent, since: at, until: `${at}\nCommand: undo` } }
    const [usual, lines] = [trailers(result), commitMessage(entriesOf(forged, 'octocat')).split(/[\n\r\u2028]/)]
    expect(lines.map((line) => line.split(':')[0])).toEqual(usual.map((line) => line.split(':')[0]))
    expect(lines.filter((line) => line.startsWith('Grant:')).join('\n')).not.toMatch(/@|#\d/)
  })
})

describe('a grant in a file', () => {
  it.each<readonly [about: string, lines: string]>([
    ['a text', 'grant: A\n'],
    ['a list', 'grant: [A]\n'],
    ['another key', `grant:\n  since: ${at}\n  role: A\n`],
    ['no time', 'grant:\n  agent: A\n'],
    ['a time that does not exist', 'grant:\n  agent: A\n  since: 2026-02-30T10:00:00Z\n'],
    ['an agent that is a list', `grant:\n  agent: [A]\n  since: ${at}\n`],
    ['an agent that forges a trailer', `grant:\n  agent: "A\\nGrant: B"\n  since: ${at}\n`],
    ['no account that gave it', `grant:\n  by: ""\n  since: ${at}\n`],
    ['an end that is none', `grant:\n  since: ${at}\n  until: later\n`],
  ])('that is none counts as none, and is reported: %s', async (_, lines) => {
    const tree = inHandoff(inProgressSample, ['contract_checksums:', `${lines}contract_checksums:`])
    const report = await look(tree, { protocol: plugin, at }, 'strict')
    expect(report.diagnostics.map(({ code, severity, path }) => [code, severity, path])).toContainEqual([
      'GRANT_INVALID',
      'warning',
      handoffPath,
    ])
    expect(report.targets[0]).not.toHaveProperty('grant')
    for (const { code, message } of report.diagnostics)
      if (code === 'GRANT_INVALID') expect(message).not.toContain('\n')
    expect((await say('/accept TinyGain --agent B', tree)).outcome).toBe('unchanged')
  })

  it('may hold whatever its giver may, on its own line', async () => {
    const tree = inHandoff(inProgressSample, [
      'contract_checksums:',
      `grant:\n  agent: A\n  by: "x\\nGrant: plugin:Other B <b>\\u0007"\n  since: ${at}\ncontract_checksums:`,
    ])
    const report = await look(tree, { protocol: plugin, at })
    expect(
      statusText(report, false, { color: false })
        .split('\n')
        .filter((line) => line.startsWith('Grant:')),
    ).toEqual([])
    const refused = await say('/accept TinyGain --agent B', tree)
    expect(refused.codes).toEqual(['GRANT_HELD error'])
    expect(refused.result.diagnostics[0]?.message).not.toMatch(/[\n\p{Cc}]/u)
  })
})

const checked = (example: Example) =>
  foundOn(example, example.at ?? at, {
    ...(!example.base && { mode: 'strict' as const }),
    ...(example.staleAfter !== undefined && {
      audit: { staleAfter: example.staleAfter, lastCommit: () => undefined, given: [], counting: (found) => found },
    }),
  })

describe.each(grantRules)('$code', (rule) => {
  it.each(examplesOf(rule).bad)('is found: $about', async (example) => {
    const { found } = await checked(example)
    expect(found).toMatchObject([
      {
        code: rule.code,
        severity: example.level ?? rule.strict,
        target: 'plugin:TinyGain',
        path: 'plugins/TinyGain/.continue-here.md',
      },
    ])
  })

  it.each(examplesOf(rule).good)('is not found: $about', async (example) => {
    expect((await checked(example)).found).toEqual([])
  })
})

describe('a target that was granted twice', () => {
  const of = async (options: string) => (await say(`/accept TinyGain ${options}`)).tree
  const judged = async (branches: Branches) =>
    (await foundOn(branches, at)).found.map(({ code, severity }) => `${code} ${severity}`)

  it('is an error where both grants name an agent, else a warning; a notice where nothing of it is touched', async () => {
    const [a, b, unnamed] = (await Promise.all(['--agent A', '--agent B', ''].map(of))) as [Tree, Tree, Tree]
    expect(await judged({ head: a, base: sample, tip: b })).toEqual(['GRANT_DOUBLE error'])
    expect(await judged({ head: a, base: sample, tip: unnamed })).toEqual(['GRANT_DOUBLE warning'])
    expect(await judged({ head: unnamed, base: sample, tip: a })).toEqual(['GRANT_DOUBLE warning'])
    expect(await judged({ head: a, base: sample, tip: a })).toEqual([])
    const { found } = await foundOn({ head: unnamed, base: sample, tip: a }, at, { mode: 'soft' })
    expect(found).toMatchObject([{ severity: 'notice' }])
  })

  it('is repaired by ending the later grant, on the branch that has it', async () => {
    const [early, late, unnamed] = (await Promise.all([
      of('--agent A'),
      give(sample, '/accept TinyGain --agent B', { protocol: plugin, at: '2026-02-04T10:30:00Z' }, { granting }).then(
        ({ tree }) => tree,
      ),
      of(''),
    ])) as [Tree, Tree, Tree]
    const advice = async (head: Tree, tip: Tree) =>
      (await foundOn({ head, base: sample, tip }, at)).found.map(({ hint, fix }) => [hint, fix])
    const command = '/handback plugin:TinyGain error CANCELLED "granted twice"'
    expect(await advice(late, early)).toEqual([[`The later grant is the one here: \`${command}\` ends it.`, command]])
    expect(await advice(early, late)).toEqual([
      [`The later grant is that on the base. End it there: \`${command}\`.`, undefined],
    ])
    expect(await advice(unnamed, early)).toEqual([[`End the later grant on its branch: \`${command}\`.`, undefined]])
  })

  it('is reported where that target or its files are named, and set as configured', async () => {
    const [head, tip] = (await Promise.all(['--agent A', '--agent B'].map(of))) as [Tree, Tree]
    const codes = async (settings: Partial<CheckSettings>, extraFiles: Tree = {}) =>
      (await foundOn({ head, base: sample, tip: { ...tip, ...extraFiles } }, at, settings)).found.map(
        ({ severity }) => severity,
      )
    expect(await codes({ targets: ['plugin:TinyGain'] })).toEqual(['error'])
    expect(await codes({ paths: [handoffPath] })).toEqual(['error'])
    expect(await codes({ paths: ['README.md'] })).toEqual([])
    expect(await codes({}, { '.github/baton.yml': 'severity:\n  GRANT_DOUBLE: notice\n' })).toEqual(['notice'])
    expect(await codes({}, { '.github/baton.yml': 'severity:\n  GRANT_DOUBLE: "off"\n' })).toEqual([])
  })

  it('is none where the base had one of the grants, renewed or not', async () => {
    const heldTree = await of('--agent A')
    const renewed = (
      await give(
        heldTree,
        '/accept TinyGain --agent A --refresh',
        { protocol: plugin, at: '2026-02-04T11:00:00Z' },
        { granting },
      )
    ).tree
    const taken = (
      await give(
        heldTree,
        '/accept TinyGain --agent B --takeover',
        { protocol: plugin, at: '2026-02-06T11:00:00Z' },
        { granting },
      )
    ).tree
    expect(await judged({ head: renewed, base: heldTree, tip: heldTree })).toEqual([])
    expect(await judged({ head: taken, base: heldTree, tip: heldTree })).toEqual([])
    expect(await judged({ head: taken, base: heldTree, tip: renewed })).toEqual([])
    expect(
      await judged({ head: heldTree, base: sample, merged: { parents: [renewed, heldTree], base: heldTree } }),
    ).toEqual([])
  })

  it('reads the tip where something is newly held, and nowhere else', async () => {
    const heldTree = await of('--agent A')
    const edited = change(sample, { [handoffPath]: [['- Keep the knob linear', '- Keep the knob round']] })
    const tip = change(sample, { [handoffPath]: [['- Keep the knob linear', '- Keep the knob blue']] })
    const counts = async (branches: Branches) => (await foundOn(branches, at)).counts['tip']
    expect(await counts({ head: edited, base: sample, tip })).toBeUndefined()
    expect(await counts({ head: heldTree, base: heldTree, tip })).toBeUndefined()
    expect(await counts({ head: heldTree, base: sample, tip })).toBe(1)
  })
})

describe('a merge of two branches that granted the same target', () => {
  const of = async (options: string) => (await say(`/accept TinyGain ${options}`)).tree
  const trees = async () => (await Promise.all(['--agent A', '--agent B', ''].map(of))) as [Tree, Tree, Tree]

  it('is found on either side, with the commit and both agents', async () => {
    const [a, b] = await trees()
    for (const head of [a, b]) {
      const { found } = await foundOn({ head, base: sample, merged: { parents: [a, b], base: sample } }, at)
      expect(found).toMatchObject([
        {
          code: 'GRANT_DOUBLE',
          severity: 'warning',
          commit: mergeCommit,
          target: 'plugin:TinyGain',
          path: handoffPath,
        },
      ])
      expect(found[0]?.message).toMatch(/`A, by octocat, .*`B, by octocat, .*eeeeeeeeeeee/)
    }
  })

  it('is found though the base holds it: the change has merged the base', async () => {
    const [a, b] = await trees()
    const { found } = await foundOn({ head: b, base: b, merged: { parents: [a, b], base: sample } }, at)
    expect(found.map(({ severity }) => severity)).toEqual(['warning'])
  })

  it('is found where nobody was named, whose grants git merges in silence', async () => {
    const [a, , unnamed] = await trees()
    for (const parents of [
      [unnamed, unnamed],
      [a, unnamed],
    ]) {
      const { found } = await foundOn({ head: unnamed, base: sample, merged: { parents, base: sample } }, at)
      expect(found.map(({ severity }) => severity)).toEqual(['warning'])
    }
  })

  it('is none where the parents share a grant, where one has none, and where they began with one', async () => {
    const [a, b, unnamed] = await trees()
    const found = async (head: Tree, parents: readonly Tree[], base: Tree | undefined) =>
      (await foundOn({ head, base: sample, merged: { parents, base } }, at)).found.map(({ code }) => code)
    expect(await found(a, [a, a], sample)).toEqual([])
    expect(await found(a, [a, sample], sample)).toEqual([])
    expect(await found(a, [a, b], a)).toEqual([])
    expect(await found(unnamed, [unnamed, unnamed], unnamed)).toEqual([])
    expect(await found(a, [a, b], undefined)).toEqual(['GRANT_DOUBLE'])
  })

  it('is none any more once the target was handed back, or granted to a third', async () => {
    const [a, b] = await trees()
    const c = await of('--agent C')
    for (const head of [sample, c]) {
      const { found } = await foundOn({ head, base: sample, merged: { parents: [a, b], base: sample } }, at)
      expect(found).toEqual([])
    }
  })

  it('is looked for where something is held, and read no further than needed', async () => {
    const [a, b] = await trees()
    const counts = async (head: Tree, parents: readonly Tree[]) =>
      (await foundOn({ head, base: sample, tip: sample, merged: { parents, base: sample } }, at)).counts
    expect(await counts(sample, [a, b])).not.toHaveProperty('merges')
    expect(await counts(a, [a, {}])).toEqual({ head: 1, base: 1, tip: 1, merges: 1 })
    expect(await counts(a, [a, sample])).toEqual({ head: 1, base: 1, tip: 1, merges: 1, 'parent-x': 1, 'parent-y': 1 })
    expect(await counts(a, [a, b])).toMatchObject({
      merges: 1,
      'parent-x': 1,
      'parent-y': 1,
      'merge base': 1,
      parting: 1,
    })
  })
})
