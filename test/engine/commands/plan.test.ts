import { describe, expect, it } from 'vitest'
import type { Files } from '../../../src/core/rule.ts'
import type { Protocol } from '../../../src/core/protocol.ts'
import { check } from '../../../src/engine/check.ts'
import { nextActions } from '../../../src/engine/next.ts'
import { turnsIn } from '../../../src/engine/turns.ts'
import { plan, type Plan, type RequestedCommand } from '../../../src/engine/commands/plan.ts'
import { unquotedWords } from '../../../src/engine/commands/words.ts'
import { memoryTree } from '../../../src/gateways/memory.ts'
import { protocols } from '../../../src/entry/protocols.ts'
import { sample as controlSample } from '../../../src/protocols/control/examples.ts'
import { sample as governanceSample } from '../../../src/protocols/governance/examples.ts'
import { sample as handoverSample } from '../../../src/protocols/handover/examples.ts'
import { handover } from '../../../src/protocols/handover/protocol.ts'
import { control } from '../../../src/protocols/control/protocol.ts'
import { governance } from '../../../src/protocols/governance/protocol.ts'
import { change, handoffPath, registryPath, sample } from '../../../src/protocols/plugin/examples.ts'
import { plugin } from '../../../src/protocols/plugin/protocol.ts'
import { subagent } from '../../../src/protocols/subagent/protocol.ts'
import { planned as plannedWith, commandOf, type SceneOptions } from './scene.ts'

const msg = (line: string): RequestedCommand => {
  const [name = '', ...words] = line.split(' ')
  return { name: name as RequestedCommand['name'], words: unquotedWords(words), report: undefined }
}

async function planned(lines: readonly string[], files: Files = sample, protocols: readonly Protocol[] = [plugin]) {
  const selection = { selectors: plugin.selectors(undefined), limit: 1_000_000 }
  return plan(lines.map(msg), {
    head: await memoryTree(files).open(selection),
    context: { at: '2026-02-04T10:00:00Z', day: '2026-02-04', limit: 1_000_000 },
    protocols,
    sections: {},
    severity: {},
    actor: 'octocat',
    maxCommands: 3,
  })
}

const whole = (batch: readonly (string | RequestedCommand)[], files: Files = sample, setting: SceneOptions = {}) =>
  plannedWith(batch, files, setting)
const codesOf = (of: Plan) => of.results.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code))

const codes = ({ results }: Awaited<ReturnType<typeof planned>>) =>
  results.map(({ diagnostics }) => diagnostics.map(({ code }) => code))

describe('a batch', () => {
  it('says of a command what it came to', async () => {
    const { outcome, results, changes } = await planned(['accept TinyGain'])

    expect(outcome).toBe('changed')
    expect(results).toMatchObject([
      {
        command: '/accept TinyGain',
        outcome: 'changed',
        target: 'plugin:TinyGain',
        from: 'stage 2 complete',
        to: 'stage 3 in_progress',
        holder: 'agent',
        facts: { stage: 3 },
      },
    ])
    expect([...changes.keys()].toSorted()).toEqual([registryPath, handoffPath])
  })

  it('runs each command on the result of the one before', async () => {
    const { outcome, results } = await planned(['accept TinyGain', 'accept TinyGain'])

    expect(outcome).toBe('changed')
    expect(results.map((result) => result.outcome)).toEqual(['changed', 'unchanged'])
  })

  it('may finish a unit and start the next, in that order', async () => {
    const { outcome, results } = await planned(['handback TinyGain success --stage 3', 'accept TinyGain'])

    expect(outcome).toBe('changed')
    expect(results.map(({ to }) => to)).toEqual(['stage 3 complete', 'stage 4 in_progress'])
  })

  it.each([
    [['accept TinyGain', 'handback TinyGain success']],
    [['handback TinyGain error Broken', 'accept TinyGain']],
    [['handback TinyGain success', 'handback TinyGain error Broken']],
    [['handback TinyGain success', 'answer TinyGain Yes']],
  ])('refuses what contradicts itself: %j', async (lines) => {
    const result = await planned(lines)

    expect(result.outcome).toBe('refused')
    expect(result.changes.size).toBe(0)
    expect(codes(result)[1]).toEqual(['COMMAND_CONTRADICTORY'])
  })

  it.each([
    [['accept TinyGain', 'handback TinyGain success'], true],
    [['handback TinyGain error Broken', 'accept TinyGain'], false],
  ])('says of what contradicts itself whether the other order would do: %j', async (lines, wouldDo) => {
    const hints = (await planned(lines)).results.flatMap(({ diagnostics }) => diagnostics.map(({ hint = '' }) => hint))
    expect(hints.some((hint) => hint.startsWith('In the other order'))).toBe(wouldDo)
  })

  it('changes nothing when one command is refused', async () => {
    const result = await planned(['accept TinyGain', 'accept Nobody'])

    expect(result.outcome).toBe('refused')
    expect(result.changes.size).toBe(0)
    expect(result.results.map(({ outcome }) => outcome)).toEqual(['changed', 'refused'])
  })

  it('answers from the files as they are when one command is refused, not from what others would have changed', async () => {
    const { results } = await planned(['accept TinyGain', 'status TinyGain', 'accept Nobody'])
    const [alone] = (await planned(['status TinyGain'])).results
    expect(results[1]?.reply).toBe(alone?.reply)
    expect((await planned(['accept TinyGain', 'status TinyGain'])).results[1]?.reply).not.toBe(alone?.reply)
    const [, again] = (await planned(['accept TinyGain', 'accept TinyGain', 'accept Nobody'])).results
    expect(again).toMatchObject({ outcome: 'changed', from: 'stage 2 complete' })
  })

  it('runs none of too many', async () => {
    const result = await planned(['sync', 'sync', 'sync', 'sync'])

    expect(result).toMatchObject({ outcome: 'refused', results: [{ diagnostics: [{ code: 'COMMAND_LIMIT' }] }] })
  })
})

describe('a target', () => {
  const otherProtocol: Protocol = { ...plugin, name: 'control', kinds: ['stage'] }

  it('may be named with its prefix, or without', async () => {
    expect((await planned(['accept plugin:TinyGain'])).outcome).toBe('changed')
    expect((await planned(['accept TinyGain'])).outcome).toBe('changed')
  })

  it('must be named in full where several protocols have it', async () => {
    // The other protocol answers for the same plugins, as one would whose targets are called alike.
    const result = await planned(['accept TinyGain'], sample, [plugin, { ...otherProtocol, kinds: ['plugin'] }])

    expect(codes(result)).toEqual([['TARGET_AMBIGUOUS']])
  })

  describe('whose name several targets of another protocol have', () => {
    const pluginNamed = (name: string): Files => {
      const renamed = (text: string) => text.replaceAll('TinyGain', name)
      // The other files are as their checksums have them.
      const isState = (path: string) => path === registryPath || path === handoffPath
      return Object.fromEntries(
        Object.entries(sample).map(([path, text]) => [renamed(path), isState(path) ? renamed(text) : text]),
      )
    }
    const alsoAt = (files: Files, from: string, to: string): Files => ({
      ...files,
      ...Object.fromEntries(Object.entries(files).map(([path, text]) => [path.replace(from, to), text])),
    })
    const runs = alsoAt(controlSample, 'run-2026-01-20-001', 'run-2026-01-21-001')
    const projects = alsoAt(handoverSample, '2026-01-20-login', '2026-01-21-login')
    const sessions = Object.fromEntries(
      Object.entries(governanceSample).map(([path, text]) => [
        path.replaceAll('ses_1', 'login'),
        text.replaceAll('ses_1', 'login'),
      ]),
    )
    const stages = ['stage:explore@run-2026-01-20-001', 'stage:explore@run-2026-01-21-001']
    const logins = ['project:2026-01-20-login', 'project:2026-01-21-login']

    async function requestFor(files: Files) {
      const selection = { selectors: protocols.flatMap((protocol) => protocol.selectors(undefined)), limit: 1_000_000 }
      return {
        head: await memoryTree(files).open(selection),
        context: { at: '2026-02-04T10:00:00Z', day: '2026-02-04', limit: 1_000_000 },
        protocols: [plugin, handover, control, governance],
        sections: {},
        severity: {},
        actor: 'octocat',
        maxCommands: 1,
      }
    }

    it.each<readonly [about: string, files: Files, name: string, meant: readonly string[]]>([
      ['a plugin and two runs', { ...pluginNamed('explore'), ...runs }, 'explore', ['plugin:explore', ...stages]],
      ['a plugin and two projects', { ...pluginNamed('login'), ...projects }, 'login', ['plugin:login', ...logins]],
      [
        'a plugin, a session and two projects',
        { ...pluginNamed('login'), ...sessions, ...projects },
        'login',
        ['plugin:login', 'session:login', ...logins],
      ],
      ['a session and two projects', { ...sessions, ...projects }, 'login', ['session:login', ...logins]],
    ])('is named in full: %s', async (_about, files, name, ids) => {
      const request = await requestFor(files)
      const { outcome, results } = plan([msg(`accept ${name}`)], request)
      expect(outcome).toBe('refused')
      const listed = ids.map((id) => `\`${id}\``).join(', ')
      expect(results[0]?.diagnostics.map(({ code, message }) => [code, message])).toEqual([
        ['TARGET_AMBIGUOUS', `Unexpected target \`${name}\`, expected one of ${listed}`],
      ])
      const [first = ''] = ids
      expect(codes(plan([msg(`accept ${first}`)], request)).flat()).not.toContain('TARGET_AMBIGUOUS')
    })

    it.each<readonly [about: string, files: Files, name: string]>([
      ['a plugin and two runs', { ...pluginNamed('explore'), ...runs }, 'explore'],
      ['a plugin and two projects', { ...pluginNamed('login'), ...projects }, 'login'],
      ['a session and two projects', { ...sessions, ...projects }, 'login'],
    ])('is offered in full: %s', async (_about, files, name) => {
      const request = await requestFor(files)
      const report = check({
        ...request,
        mode: 'soft',
        failOn: 'never',
        allowEmpty: true,
        paths: [],
        targets: [],
        given: [],
        notes: [],
      })
      const offered = [
        ...turnsIn(report, request).targets.flatMap(({ turn }) => turn?.next ?? []),
        ...nextActions({ ...request, limit: 50 }).actions.flatMap(({ run }) => run ?? []),
      ]
      expect(offered.length).toBeGreaterThan(3)
      expect(offered.map((line) => line.split(' ')[1])).not.toContain(name)
    })

    it('is ambiguous in the words of its protocol where no other has it', async () => {
      expect(codes(plan([msg('accept explore')], await requestFor({ ...sample, ...runs })))).toEqual([
        ['STAGE_AMBIGUOUS'],
      ])
    })
  })

  it('is unknown to its protocol in the protocol’s own words', async () => {
    expect(codes(await planned(['accept TinyGian']))).toEqual([['PLUGIN_UNKNOWN']])
  })

  it('is unknown where several protocols could have had it', async () => {
    const result = await planned(['accept TinyGian'], sample, [plugin, otherProtocol])

    expect(codes(result)).toEqual([['TARGET_UNKNOWN']])
    expect(result.results[0]?.diagnostics[0]?.message).toBe('Unknown target `TinyGian`; the nearest name is `TinyGain`')
  })

  it.each([
    ['accept', ['TinyGain 3'], undefined],
    ['accept', ['TinyGain --lease=4h'], '/accept TinyGain --lease=4h'],
    ['accept', ['TinyGian --lease=4h'], '/accept TinyGain --lease=4h'],
    ['accept', ['TinyGain --lease=4h', '--lease=4h'], '/accept TinyGain --lease=4h'],
  ] as const)(
    'is named where words stand in one with it, and so is a command that succeeds: %s %j',
    async (name, words, fix) => {
      for (const protocols of [[plugin], [plugin, control]]) {
        const result = await whole([{ name, words: unquotedWords(words), report: undefined }], sample, { protocols })
        const [{ message, fix: offered } = expect.fail()] = result.results[0]?.diagnostics ?? []
        expect([message, offered]).toEqual([
          expect.stringMatching(/; the nearest name is `TinyGain`, and `.*` is no part of a name$/),
          fix,
        ])
      }
    },
  )

  it.each([
    ['accept stage:explore', control, 'STAGE_UNKNOWN'],
    ['accept project:login', handover, 'PROJECT_UNKNOWN'],
    ['accept task:task-1', subagent, 'SUBAGENT_TARGET_UNKNOWN'],
    ['handback session:ses_1 error "x"', governance, 'GOV_SESSION_UNKNOWN'],
    ['status stage:explore', control, 'TARGET_UNKNOWN'],
  ] as const)(
    'is answered by the protocol of its prefix, whose files are not there: %s',
    async (line, protocol, code) => {
      const result = await whole([line], sample, { protocols: [plugin, protocol] })
      expect(codes(result)).toEqual([[code]])
      expect(result.results[0]?.diagnostics[0]?.hint).toContain(
        `There are no files of protocol \`${protocol.name}\` yet; \`baton new ${protocol.name} …\` creates the first ones`,
      )
      // One that is not loaded cannot answer.
      const unloaded = await whole([line], sample, { protocols: [plugin], descriptors: [plugin, protocol] })
      expect(codes(unloaded)).toEqual([['TARGET_UNKNOWN']])
    },
  )

  it('begins the first session of a repository', async () => {
    for (const files of [sample, {}])
      expect(await whole(['accept session:ses_1'], files, { protocols: [plugin, governance] })).toMatchObject({
        outcome: 'changed',
        results: [{ target: 'session:ses_1', from: 'new', to: 'beginning' }],
      })
  })

  it('is refused a command that its protocol lacks', async () => {
    expect(codes(await planned(['review TinyGain qualified']))).toEqual([['COMMAND_NOT_HERE']])
  })

  it('may be left out where the command is for all', async () => {
    const drifted = change(sample, { [registryPath]: [['| TinyGain | 🚧 Stage 2 |', '| TinyGain | 🚧 Stage 3 |']] })

    expect(await planned(['sync'], drifted)).toMatchObject({ outcome: 'changed', results: [{ command: '/sync' }] })
  })
})

describe('a result that would add an error', () => {
  it('is refused with that error', async () => {
    // A command of a made-up protocol writes what no rule allows.
    const careless: Protocol = {
      ...plugin,
      read: (views, section, context) => {
        const reading = plugin.read(views, section, context)
        const text = change(sample, { [handoffPath]: [['stage: 2', 'stage: nine']] })[handoffPath] ?? ''
        return {
          ...reading,
          run: () => ({ outcome: 'changed', changes: new Map([[handoffPath, text]]), reply: 'Done.', diagnostics: [] }),
        }
      },
    }

    const result = await planned(['accept TinyGain'], sample, [careless])

    expect(result.outcome).toBe('refused')
    expect(codes(result)[0]).toContain('PLUGIN_STAGE_INVALID')
  })
})

describe('a command that is refused or a dry run', () => {
  const legacy = change(sample, {
    [handoffPath]: null,
    'plugins/TinyGain/.ideas/.continue-here.md':
      sample[handoffPath]?.replace('orchestration_mode: true', 'orchestration_mode: maybe') ?? null,
  })

  it('may move errors that were there, and adds none', async () => {
    const { outcome, changes } = await whole(['migrate TinyGain'], legacy)
    expect(outcome).toBe('changed')
    expect(changes.get('plugins/TinyGain/.ideas/.continue-here.md')).toBeNull()
    expect((await whole(['accept TinyGain'], legacy)).outcome).toBe('changed')
  })

  const wrong = sample[handoffPath]?.replace('stage: 2', 'stage: nine') ?? ''
  const careless = (reveals: readonly string[] = []): Protocol => ({
    ...plugin,
    read: (views, section, context) => ({
      ...plugin.read(views, section, context),
      run: () => ({
        outcome: 'changed',
        changes: new Map([[handoffPath, wrong]]),
        reply: 'Done.',
        diagnostics: [],
        reveals,
      }),
    }),
  })

  it('may add an error where it records one', async () => {
    const added = codesOf(await whole(['accept TinyGain'], sample, { protocols: [careless()] }))
    expect(added).toContain('PLUGIN_STAGE_INVALID')
    expect((await whole(['accept TinyGain'], sample, { protocols: [careless(added)] })).outcome).toBe('changed')
    expect(
      (await whole(['accept TinyGain'], sample, { protocols: [careless(['PLUGIN_HANDOFF_MISSING'])] })).outcome,
    ).toBe('refused')
  })

  it('uses the severity that is configured', async () => {
    const found = codesOf(await whole(['accept TinyGain'], sample, { protocols: [careless()] }))
    const severity = Object.fromEntries(found.map((code) => [code, 'warning' as const]))
    expect((await whole(['accept TinyGain'], sample, { protocols: [careless()], severity })).outcome).toBe('changed')
  })

  it('is refused where a command without a target would add an error', async () => {
    expect(codesOf(await whole(['sync'], sample, { protocols: [careless()] }))).toContain('PLUGIN_STAGE_INVALID')
  })

  it('needs the head that it names', async () => {
    const named = { ...commandOf('accept TinyGain'), sha: '1a2b3c4' }
    expect((await whole([named], sample, { sha: '1a2b3c4d5e6f' })).outcome).toBe('changed')
    expect(codesOf(await whole([named], sample, { sha: '2b3c4d5e6f1a' }))).toEqual(['HEAD_MOVED'])
    expect(codesOf(await whole([named], sample))).toEqual(['HEAD_MOVED'])
  })

  it('that is a dry run changes nothing for the others', async () => {
    const dryRun = { ...commandOf('accept TinyGain'), dryRun: true }
    const { outcome, results, changes } = await whole([dryRun, 'handback TinyGain success --stage 3'], sample)
    expect(outcome).toBe('changed')
    expect(results).toMatchObject([
      { dryRun: true, to: 'stage 3 in_progress' },
      { from: 'stage 2 complete', to: 'stage 3 complete' },
    ])
    const dryPlan = await whole([dryRun], sample)
    expect([dryPlan.outcome, dryPlan.changes.size, dryPlan.results[0]?.changes.size]).toEqual(['changed', 0, 2])
    const refused = { ...commandOf('accept Nobody'), dryRun: true }
    expect((await whole([refused, 'accept TinyGain'], sample)).outcome).toBe('changed')
    expect((await whole([refused], sample)).outcome).toBe('refused')
    expect(changes.size).toBe(2)
  })

  it('takes what is quoted for TEXT, and hands on how it was written', async () => {
    expect((await whole(['handback TinyGain error --stage 3 "--stage"'], sample)).outcome).toBe('changed')
    expect(codesOf(await whole(['handback TinyGain error --stage'], sample))).toEqual(['PLUGIN_OPTION_INVALID'])
    expect((await whole(['handback TinyGain success --stage 3 --tested "--loud"'], sample)).outcome).toBe('changed')
  })

  it.each(['handback TinyGain', 'handback', 'accept TinyGain --stage three', 'install TinyGain now'])(
    'prints its usage after a wrong use: %s',
    async (line) => {
      const { results } = await whole([line], sample)
      expect(results[0]?.diagnostics.map(({ hint }) => hint)).toEqual([
        expect.stringContaining(`Usage: \`/${line.split(' ', 1)[0]} NAME`),
      ])
    },
  )

  it('names the targets it moves, with the digest of their state after it', async () => {
    const first = await whole(['accept TinyGain'], sample)
    const [move] = first.results[0]?.moves ?? []
    expect(move).toEqual({
      target: 'plugin:TinyGain',
      from: 'stage 2 complete',
      to: 'stage 3 in_progress',
      digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      given: {},
    })
    const then = Object.fromEntries([...first.changes].map(([path, content]) => [path, String(content)]))
    expect((await whole(['status TinyGain'], { ...sample, ...then })).headDigests.get('plugin:TinyGain')?.state).toBe(
      move?.digest,
    )
  })

  it('shows what compare-and-swap is based on: the target’s own part of a file', async () => {
    const snapshotOf = async (files: Files) =>
      (await whole(['accept TinyGain'], files)).headDigests.get('plugin:TinyGain')
    const before = await snapshotOf(sample)
    expect(await snapshotOf(change(sample, { [registryPath]: [['# Plugins', '# All plugins']] }))).toEqual(before)
    expect(
      (await snapshotOf(change(sample, { [registryPath]: [['**Version:** 0.1.0', '**Version:** 0.2.0']] })))?.state,
    ).not.toBe(before?.state)
    expect((await snapshotOf({ ...sample, [handoffPath]: `${sample[handoffPath]}\nMore.\n` }))?.state).not.toBe(
      before?.state,
    )
    const otherSnapshot = await snapshotOf({ ...sample, 'plugins/TinyGain/.ideas/plan.md': '# Another plan\n' })
    expect([otherSnapshot?.state === before?.state, otherSnapshot?.contract === before?.contract]).toEqual([
      true,
      false,
    ])
  })
})
