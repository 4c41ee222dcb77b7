import { realpathSync } from 'node:fs'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as control from '../../../src/protocols/control/examples.ts'
import * as governance from '../../../src/protocols/governance/examples.ts'
import * as handover from '../../../src/protocols/handover/examples.ts'
import * as plugin from '../../../src/protocols/plugin/examples.ts'
import * as subagent from '../../../src/protocols/subagent/examples.ts'
import { octocat, repository } from '../../processes/work-tree.ts'
import { runHere } from '../here.ts'
import { askingWay } from '../lives.ts'
import { scratch, type Files } from '../programs.ts'
import { served } from './calls.ts'

const places = scratch()
afterAll(places.remove)

const begin = Date.parse('2026-02-04T10:00:00Z')
const hour = 3_600_000
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: begin }))
afterEach(() => void vi.useRealTimers())

interface Kind {
  readonly files: Files
  /** As commands name it. */
  readonly target: string
  readonly id: string
  /** The command that grants it, where that is not its name. */
  readonly granted?: string
  /** What a person answers with. */
  readonly answers?: readonly (readonly string[])[]
  /** Until work that came back is granted again, in hours. */
  readonly pause?: number
  /** What comes back with an error keeps the name of its agent, whoever says so. */
  readonly keepsName?: true
}

const { declaration: askingFiles = {} } = askingWay

const kinds: Readonly<Record<string, Kind>> = {
  plugin: { files: plugin.sample, target: 'TinyGain', id: 'plugin:TinyGain' },
  handover: { files: handover.sample, target: 'login', id: 'project:2026-01-20-login' },
  subagent: { files: subagent.sample, target: 'task-3', id: 'task:task-3@260131-144400' },
  'subagent, planning': {
    files: {
      '.ralph-sessions/260204-100000/progress.md': '# Progress\n\n- [ ] plan-init\n',
      '.ralph-sessions/260204-100000/tasks.md': '# Tasks\n',
      '.ralph-sessions/260204-100000/plan.md': '# Plan\n',
    },
    target: 'plan-init',
    id: 'task:plan-init@260204-100000',
  },
  control: { files: control.sample, target: 'explore', id: 'stage:explore@run-2026-01-20-001' },
  governance: {
    files: governance.sample,
    target: 'ses_9',
    id: 'session:ses_9',
    granted: 'session:ses_9',
    answers: [
      ['anchor', 'ses_9', 'context', 'high', 'Blue'],
      ['accept', 'ses_9'],
    ],
    pause: 2,
  },
  'a declared workflow': {
    files: {
      '.github/baton.yml': `${askingFiles['.github/baton.yml'] as string}    fields: { holder: { front-matter: owner } }\n`,
      'work/form.md': String(askingFiles['work/form.md']).replace('status: todo\n', 'status: todo\nowner:\n'),
    },
    target: 'form',
    id: 'work:form',
    keepsName: true,
  },
}

type Server = Awaited<ReturnType<typeof served>>
interface Action {
  readonly do: string
  readonly target: string
  readonly run?: string
  readonly why?: string
}

/** What `next` says to a server about a target. */
const actionsOn = async ({ call }: Server, id: string): Promise<readonly Action[]> =>
  (((await call('next', { limit: 50 })).data?.['actions'] ?? []) as readonly Action[]).filter(
    ({ target }) => target === id,
  )

describe.each(Object.entries(kinds))('work that came back: %s', (_, kind) => {
  const { target, id, granted = target, pause = 0, answers = [['answer', target, 'Blue']] } = kind

  async function start(asker: string | undefined, other: string | undefined) {
    const root = realpathSync(places.folder(kind.files))
    repository(root, octocat)
    const person = async (...args: readonly string[]) => {
      const { code, stdout, stderr } = await runHere([...args, '--root', root], { cwd: root })
      expect([args, code === 0 ? '' : stdout + stderr]).toEqual([args, ''])
    }
    const agent = await served(root, { agent: asker })
    const accepted = await agent.call('accept', { target: granted })
    expect([accepted.isError, accepted.text]).toEqual([false, expect.stringContaining('"holder":"agent"')])
    const give = async (server: Server, name: string, args: object) => {
      const { text, data } = await server.call(name, { target, ...args })
      expect([name, text, data?.['outcome']]).toEqual([name, text, 'changed'])
      return data ?? {}
    }
    // Every server of this test is at work, until it is said to have ended.
    const isServing = (instance: string) => instance === '1a2b' || instance === '99ff'
    return { root, person, agent, give, other: await served(root, { agent: other, instance: '99ff', isServing }) }
  }

  /** Whoever grants it again, it is the work of the agent that it came back from, and of no other. */
  async function expectGivenBack(
    agent: Server,
    other: Server,
    give: (server: Server, name: string, args: object) => unknown,
  ) {
    expect(await actionsOn(agent, id)).toEqual([
      expect.objectContaining({ do: 'work', run: expect.stringContaining('handback') }),
    ])
    expect((await actionsOn(other, id)).filter(({ do: action }) => action !== 'wait')).toEqual([])
    const late = await other.call('handback', { target, reason: 'error', text: 'Mine' })
    expect(late.text).toMatch(/^GRANT_OTHER: /)
    await give(agent, 'handback', { reason: 'error', text: 'It broke' })
  }

  it('with a question, is its own again once a person has answered', async () => {
    // Servers without a name of their own, as `baton init --agents` sets them up.
    const { person, agent, give, other } = await start(undefined, undefined)
    await give(agent, 'handback', { reason: 'question', text: 'Which colour?' })
    // Who asked is not asked to answer.
    expect((await actionsOn(agent, id)).filter(({ do: action }) => action !== 'wait')).toEqual([])
    expect(await actionsOn(other, id)).toMatchObject([{ do: 'answer' }])
    vi.setSystemTime(begin + pause * hour)
    for (const words of answers) await person(...words)
    await expectGivenBack(agent, other, give)
  })

  it.skipIf(kind.answers !== undefined)('with a question, is given to whom the answer of a server names', async () => {
    for (const named of [undefined, 'claude', 'codex/7']) {
      const { agent, give, other, root } = await start('claude', 'lead')
      await give(agent, 'handback', { reason: 'question', text: 'Which colour?' })
      await give(other, 'answer', { text: 'Blue', ...(named !== undefined && { agent: named }) })
      const third = await served(root, { agent: 'codex/7' })
      const [holder, idle] = named === 'codex/7' ? [third, agent] : [agent, third]
      expect([named, await actionsOn(holder, id), await actionsOn(idle, id)]).toEqual([
        named,
        [expect.objectContaining({ do: 'work' })],
        [],
      ])
    }
  })

  it('with an error, is its own again once a person grants it, but not what a person has ended', async () => {
    const { person, agent, give, other } = await start('claude', 'codex')
    await give(agent, 'handback', { reason: 'error', text: 'It broke' })
    vi.setSystemTime(begin + pause * hour)
    await person('accept', target)
    await expectGivenBack(agent, other, give)
    if (kind.keepsName) return
    vi.setSystemTime(begin + 2 * pause * hour)
    await give(agent, 'accept', {})
    await person('handback', target, 'error', 'CANCELLED', 'Stopped')
    vi.setSystemTime(begin + 3 * pause * hour)
    await person('accept', target)
    const status = (await agent.call('status', { target: id })).text
    expect([status, status.includes('claude/1a2b')]).toEqual([status, false])
    expect((await other.call('handback', { target, reason: 'error', text: 'Mine' })).isError).toBe(false)
  })

  it('is found by a server that was started again, and handed back as it says', async () => {
    for (const asker of ['claude', undefined]) {
      const { root, give } = await start(asker, undefined)
      const isServing = vi.fn((_: string) => true)
      const again = await served(root, { agent: asker, instance: '77aa', isServing })
      // What another server holds that is at work is its own, and no other acts under its name.
      expect(await actionsOn(again, id)).toEqual([])
      const handback = { target, reason: 'question', text: 'Which colour?', agent: `${asker ?? 'agent'}/1a2b` }
      expect((await again.call('handback', handback)).text).toMatch(/^GRANT_NAME: .*the server of .* is at work/)
      isServing.mockReturnValue(false)
      const [action] = await actionsOn(again, id)
      expect(action).toMatchObject({
        do: 'work',
        why: expect.stringContaining('go on if that was you in an earlier session'),
        run: expect.stringMatching(/^baton handback .* --agent \S+\/1a2b$/),
      })
      await give(again, 'handback', { ...handback, agent: /--agent (\S+)$/.exec(action?.run ?? '')?.[1] })
    }
  })
})
