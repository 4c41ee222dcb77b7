import { describe, expect, it } from 'vitest'
import { makeNew } from '../../../src/app/command/new.ts'
import { acceptNext, next } from '../../../src/app/command/next.ts'
import type { Content } from '../../../src/core/command.ts'
import type { BuiltInName } from '../../../src/core/protocol-name.ts'
import type { Files } from '../../../src/core/rule.ts'
import { lazyProtocols } from '../../../src/entry/lazy-protocols.ts'
import { memoryTree } from '../../../src/gateways/memory.ts'
import * as control from '../../../src/protocols/control/examples.ts'
import * as handover from '../../../src/protocols/handover/examples.ts'

const settings = {
  at: '2026-02-04T10:00:00Z',
  actor: 'octocat',
  dryRun: false,
  protocols: [] as readonly BuiltInName[],
  options: [],
}
const sourcesOf = (files: Files) => ({ head: memoryTree(files), policy: memoryTree(files) })

/** Ports that keep what is written. */
function ports() {
  const written = new Map<string, Content>()
  return {
    written,
    sha: () => Promise.resolve(undefined),
    past: () => Promise.resolve(undefined),
    write: ({ changes }: { readonly changes: ReadonlyMap<string, Content> }) => {
      for (const [path, content] of changes) written.set(path, content)
    },
  }
}

describe('baton accept --next', () => {
  async function granted(files: Files) {
    const memoryPorts = ports()
    const ran = await acceptNext(sourcesOf(files), lazyProtocols, settings, memoryPorts)
    if (!ran || !('plan' in ran)) return expect.fail('Nothing was planned')
    const [result] = ran.plan.results
    return {
      outcome: ran.plan.outcome,
      target: result?.target,
      paths: [...memoryPorts.written.keys()],
      reply: result?.reply,
    }
  }

  it('grants what is first to be granted', async () => {
    expect(await granted({ ...control.sample, ...handover.sample })).toMatchObject({
      outcome: 'changed',
      target: 'project:2026-01-20-login',
      paths: [handover.progressPath],
    })
    expect(await granted({ ...control.sample, ...handover.inProgress(...handover.working) })).toMatchObject({
      outcome: 'changed',
      target: 'stage:explore@run-2026-01-20-001',
      paths: [control.acceptPath],
    })
  })

  it('shows the command with its option: a new run after one that was only tried', async () => {
    const { outcome, target } = await granted(handover.inProgress(['"mode": "execute"', '"mode": "dry-run"']))
    expect([outcome, target]).toEqual(['changed', 'project:2026-01-20-login'])
  })

  it.each([
    [
      'an error',
      control.returned('error'),
      /came back with an error \(.+\): the orchestrator decides whether it is tried again, by `\/accept explore`\.$/,
    ],
    [
      'work that no agent is named for',
      control.grantedSample,
      /, and its agent, which no file names, has to hand it back/,
    ],
    [
      'what is missing',
      control.change(control.sample, { [control.configPath]: null }),
      / `stage:\S+` waits: STAGE_CONFIG_MISSING Missing /,
    ],
  ] as const)('says what it waits for: %s', async (_, files, reply) => {
    expect(await granted(files)).toMatchObject({ outcome: 'unchanged', reply: expect.stringMatching(reply) as string })
  })

  it('changes nothing when no grant is possible', async () => {
    for (const files of [control.returnedSample, handover.inProgress(...handover.working)])
      expect(await granted(files)).toMatchObject({ outcome: 'unchanged', paths: [] })
  })
})

describe('baton next', () => {
  it('sees the files that a step at work is to write, which no protocol reads', async () => {
    const needs = async (files: Files) => {
      const found = await next(sourcesOf(files), lazyProtocols, { ...settings, limit: 1 })
      return 'problems' in found ? found.problems : found.actions.map((action) => action.needs)
    }
    const working = handover.withoutWork(handover.inProgress(...handover.working))
    expect(await needs(working)).toEqual([
      ['--done-by REV (default: the newest commit since the grant)', 'src/step2.ts'],
    ])
    expect(await needs({ ...working, 'src/step2.ts': 'export {}\n' })).toEqual([
      ['--done-by REV (default: the newest commit since the grant)'],
    ])
  })
})

describe('baton new', () => {
  const made = async (name: BuiltInName, words: readonly string[], files: Files, dryRun = false) => {
    const memoryPorts = ports()
    const ran = await makeNew(name, words, sourcesOf(files), lazyProtocols, { ...settings, dryRun }, memoryPorts)
    if (!('plan' in ran)) return expect.fail('Nothing was planned')
    const [result] = ran.plan.results
    return { outcome: ran.plan.outcome, reply: result?.reply, paths: [...memoryPorts.written.keys()].toSorted() }
  }

  it.each([
    ['handover', ['keys', '--task', 'Sign in'], '/accept 2026-02-04-keys', '.claude/projects/2026-02-04-keys/plan.md'],
    ['control', ['explore'], '/accept explore', 'runs/run-2026-02-04-001/stages/explore/stage-config.yaml'],
  ] as const)(
    'creates the first files of %s beside the existing ones, and shows what is next',
    async (name, words, then, path) => {
      for (const files of [{}, handover.inFinished(), control.returnedSample]) {
        const { outcome, reply, paths } = await made(name, words, files)
        expect([outcome, paths]).toEqual(['changed', expect.arrayContaining([path])])
        expect(reply).toContain(then)
      }
      expect(await made(name, words, {}, true)).toMatchObject({ outcome: 'changed', paths: [] })
    },
  )
})
