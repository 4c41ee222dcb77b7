import { describe, expect, it } from 'vitest'
import type { Files } from '../../../src/core/rule.ts'
import type { Protocol } from '../../../src/core/protocol.ts'
import { plan, type Wanted } from '../../../src/engine/commands/plan.ts'
import { memoryTree } from '../../../src/gateways/memory.ts'
import { change, handoffPath, registryPath, sample } from '../../../src/protocols/plugin/examples.ts'
import { plugin } from '../../../src/protocols/plugin/protocol.ts'

const say = (line: string): Wanted => {
  const [name = '', ...words] = line.split(' ')
  return { name: name as Wanted['name'], words, report: undefined }
}

async function planned(lines: readonly string[], files: Files = sample, protocols: readonly Protocol[] = [plugin]) {
  const selection = { selectors: plugin.selectors(undefined), limit: 1_000_000 }
  return plan(lines.map(say), {
    head: await memoryTree(files).open(selection),
    context: { at: '2026-02-04T10:00:00Z', day: '2026-02-04', limit: 1_000_000 },
    protocols,
    sections: {},
    severity: {},
    actor: 'octocat',
    most: 3,
  })
}

const codes = ({ results }: Awaited<ReturnType<typeof planned>>) => results.map(({ diagnostics }) => diagnostics.map(({ code }) => code))

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
    const { outcome, results } = await planned(['handback TinyGain success', 'accept TinyGain'])

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

  it('changes nothing where one command is refused', async () => {
    const result = await planned(['accept TinyGain', 'accept Nobody'])

    expect(result.outcome).toBe('refused')
    expect(result.changes.size).toBe(0)
    expect(result.results.map(({ outcome }) => outcome)).toEqual(['changed', 'refused'])
  })

  it('runs none of too many', async () => {
    const result = await planned(['sync', 'sync', 'sync', 'sync'])

    expect(result).toMatchObject({ outcome: 'refused', results: [{ diagnostics: [{ code: 'COMMAND_LIMIT' }] }] })
  })
})

describe('a target', () => {
  const other: Protocol = { ...plugin, name: 'control', kinds: ['stage'] }

  it('may be named with its prefix, or without', async () => {
    expect((await planned(['accept plugin:TinyGain'])).outcome).toBe('changed')
    expect((await planned(['accept TinyGain'])).outcome).toBe('changed')
  })

  it('must be named in full where several protocols have it', async () => {
    // The other protocol answers for the same plugins, as one would whose targets are called alike.
    const result = await planned(['accept TinyGain'], sample, [plugin, { ...other, kinds: ['plugin'] }])

    expect(codes(result)).toEqual([['TARGET_AMBIGUOUS']])
  })

  it('is unknown to its protocol in the protocol’s own words', async () => {
    expect(codes(await planned(['accept TinyGian']))).toEqual([['PLUGIN_UNKNOWN']])
  })

  it('is unknown where several protocols could have had it', async () => {
    const result = await planned(['accept TinyGian'], sample, [plugin, other])

    expect(codes(result)).toEqual([['TARGET_UNKNOWN']])
    expect(result.results[0]?.diagnostics[0]?.hint).toContain('TinyGain')
  })

  it('is refused a command that its protocol lacks', async () => {
    expect(codes(await planned(['review TinyGain qualified']))).toEqual([['COMMAND_NOT_HERE']])
  })

  it('may be left out where the command is for all', async () => {
    const drifted = change(sample, { [registryPath]: [['**Status:** 🚧 Stage 2', '**Status:** 🚧 Stage 0']] })

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
        return { ...reading, run: () => ({ outcome: 'changed', changes: new Map([[handoffPath, text]]), reply: 'Done.', remarks: [] }) }
      },
    }

    const result = await planned(['accept TinyGain'], sample, [careless])

    expect(result.outcome).toBe('refused')
    expect(codes(result)[0]).toContain('PLUGIN_STAGE_INVALID')
  })
})
