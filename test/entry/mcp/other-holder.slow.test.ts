import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import * as control from '../../../src/protocols/control/examples.ts'
import * as governance from '../../../src/protocols/governance/examples.ts'
import * as handover from '../../../src/protocols/handover/examples.ts'
import * as plugin from '../../../src/protocols/plugin/examples.ts'
import * as subagent from '../../../src/protocols/subagent/examples.ts'
import { repository } from '../../processes/work-tree.ts'
import { runHere } from '../here.ts'
import { scratch, type Files } from '../programs.ts'
import { served, type CallResult } from './calls.ts'

const places = scratch()
afterAll(places.remove)

const workflow: Files = {
  '.github/baton.yml': `workflows:
  - name: work
    items: 'work/{id}.md'
    states: [todo, doing, asked, done]
    place: { front-matter: status }
    moves:
      - { from: todo, to: doing }
      - { from: doing, to: done }
      - { from: doing, to: todo, by: handback error }
      - { from: doing, to: asked, by: handback question }
    fields: { holder: { front-matter: agent } }
`,
  'work/a.md': '---\nstatus: todo\nagent:\n---\n',
}

/** A target of each protocol that may be granted, and another agent that may hold it. */
const protocols: readonly (readonly [name: string, files: Files, target: string, other: string])[] = [
  ['plugin', plugin.sample, 'TinyGain', 'claude'],
  ['handover', handover.sample, '2026-01-20-login', 'claude'],
  ['subagent', subagent.sample, 'task-3@260131-144400', 'claude'],
  ['control', control.sample, 'explore@run-2026-01-20-001', 'claude'],
  ['governance', governance.emptySample, 'session:ses_7', 'idumb-meta-builder'],
  ['a declared workflow', workflow, 'a', 'claude'],
]

/** What a server without a name calls while another agent holds a target. */
const calls: Readonly<Record<string, (target: string) => readonly [tool: string, input: Record<string, unknown>]>> = {
  accept: (target) => ['accept', { target }],
  'accept {}': () => ['accept', {}],
  'handback success': (target) => ['handback', { target, reason: 'success', text: 'Done' }],
  'handback error': (target) => ['handback', { target, reason: 'error', code: 'CANCELLED', text: 'Stopped' }],
  'handback question': (target) => ['handback', { target, reason: 'question', text: 'Red?' }],
  answer: (target) => ['answer', { target, text: 'Red.' }],
  'run /accept': (target) => ['run', { commands: `/accept ${target}` }],
  'run /handback': (target) => ['run', { commands: `/handback ${target} error CANCELLED "Stopped"` }],
}

const answerOf = ({ isError, text, data }: CallResult) =>
  isError ? /^[A-Z_]+/.exec(text)?.[0] : `${String(data?.['outcome'])}${data?.['work'] ? ', with work' : ''}`

const answers = {
  accept: 'GRANT_HELD',
  'accept {}': 'unchanged',
  'handback success': 'GRANT_OTHER',
  'handback error': 'GRANT_OTHER',
  'handback question': 'GRANT_OTHER',
  answer: 'GRANT_HELD',
  'run /accept': 'GRANT_HELD',
  'run /handback': 'GRANT_OTHER',
}
/** What else a protocol answers: there is another task to be granted, or no such command. */
const otherAnswers: Readonly<Record<string, Partial<typeof answers>>> = {
  subagent: { 'accept {}': 'changed, with work' },
  governance: { answer: 'COMMAND_NOT_HERE' },
}

describe.each(protocols)('in %s, what another agent holds', (name, files, target, other) => {
  const holders: readonly (readonly [string, Parameters<typeof served>[1]])[] = [
    ['of another role', { agent: other, instance: 'aaaa' }],
    ['of another instance', { instance: 'aaaa' }],
    ['of another role, without an instance', undefined],
  ]
  // The agent of a governed session is the protocol's own: a server without a name acts as one of its instances.
  it.each(holders.filter(([, settings]) => settings !== undefined || name !== 'governance'))(
    'is neither taken nor ended by a server without a name: %s',
    async (_, settings) => {
      const root = places.folder(files)
      repository(root)
      if (settings) {
        const holder = await served(root, settings)
        await holder.call('accept', { target })
        await holder.client.close()
      } else await runHere(['accept', target, '--agent', other], { cwd: root })
      const { call, client } = await served(root, { instance: 'bbbb' })
      const given: Record<string, unknown> = {}
      for (const [what, inputFor] of Object.entries(calls)) given[what] = answerOf(await call(...inputFor(target)))
      expect(given).toEqual({ ...answers, ...otherAnswers[name] })
      await client.close()
    },
  )
})

it.each(protocols.filter(([name]) => name !== 'governance' && name !== 'a declared workflow'))(
  'in %s, what a person answered without a name is shown as the work of whoever asked, and taken by nobody else',
  async (name, files, target) => {
    const root = places.folder(files)
    repository(root)
    const asker = await served(root, { agent: 'coder/1' })
    await asker.call('accept', { target })
    await asker.call('handback', { target, reason: 'question', text: 'Red?' })
    await runHere(['answer', target, 'Blue'], { cwd: root })
    const shown = JSON.stringify((await asker.call('next', { target })).data)
    expect(shown).not.toMatch(/by (?:Executor|dsp-agent)/)
    const isRole = name === 'plugin' || name === 'subagent'
    expect(shown).toMatch(
      isRole
        ? /whose agent no file names: if it is yours, `baton accept \S+` gives it again/
        : /"do":"work".*"why":"no file names the agent that has it: go on only if that is you"/,
    )
    const granted = await asker.call('accept', { target })
    expect(granted.data).toMatchObject({ outcome: 'unchanged', work: {} })
    const unnamed = await served(root, { instance: 'bbbb' })
    expect((await unnamed.call('next', { target })).data).toMatchObject({
      actions: [{ do: 'work', why: expect.stringContaining('no file names the agent') as string }],
    })
    expect(await asker.call('handback', { target, reason: 'error', code: 'CANCELLED', text: 'x' })).toMatchObject({
      data: { outcome: 'changed' },
    })
    for (const { client } of [asker, unnamed]) await client.close()
  },
)

it('names who asked in the command that answers, where the files have the name', async () => {
  const root = places.folder(workflow)
  repository(root)
  const asker = await served(root, { agent: 'coder/1' })
  const other = await served(root, { instance: 'bbbb' })
  await asker.call('accept', { target: 'a' })
  await asker.call('handback', { target: 'a', reason: 'question', text: 'Red?' })
  const { data } = await other.call('next')
  const run = 'baton answer a "…" --agent coder/1'
  expect(data).toMatchObject({ actions: [{ do: 'answer', run }] })
  await other.call('run', { commands: run.replace('…', 'Blue') })
  expect((await asker.call('next')).data).toMatchObject({ actions: [{ do: 'work', agent: 'coder/1' }] })
  for (const { client } of [asker, other]) await client.close()
})

describe('a declared workflow names no agent', () => {
  const heldBy = async (commands: readonly (readonly string[])[]) => {
    const root = places.folder(workflow)
    repository(root)
    for (const words of commands) await runHere(words, { cwd: root })
    return { root, ...(await served(root, { instance: 'bbbb' })) }
  }
  const cardIn = (root: string) => readFileSync(join(root, 'work/a.md'), 'utf8')
  const returned = [
    ['accept', 'a', '--agent', 'coder/1'],
    ['handback', 'a', 'error', 'it rains', '--agent', 'coder/1'],
  ]

  it.each([
    ['accept', {}],
    ['accept', { target: 'a' }],
    ['run', { commands: '/accept a' }],
  ])('so that what came back is granted to the server that asks: %s %o', async (tool, input) => {
    const { root, call, client } = await heldBy(returned)
    expect(cardIn(root)).toContain('status: todo\nagent: coder/1\n')
    await call(tool, input)
    expect(cardIn(root)).toContain('status: doing\nagent: agent/bbbb\n')
    expect((await call('next')).data).toMatchObject({ actions: [{ do: 'work', agent: 'agent/bbbb' }] })
    await client.close()
  })

  it('so that an item which anyone may take shows none, and one that is held its own', async () => {
    const { root, call, client } = await heldBy(returned)
    const actionIn = ({ data }: CallResult) => (data?.['actions'] as readonly object[] | undefined)?.[0]
    for (const action of [actionIn(await call('next')), actionIn(await call('next', { agent: 'coder/2' }))]) {
      expect(action).toMatchObject({ do: 'accept' })
      expect(action).not.toHaveProperty('agent')
    }
    const shown = async (...words: readonly string[]) => (await runHere(words, { cwd: root })).stdout
    expect(await shown('next')).toMatch(/^accept work:a: todo\n/)
    expect(await shown('board')).not.toContain('coder/1')
    await runHere(['accept', 'a', '--agent', 'coder/3'], { cwd: root })
    expect(await shown('next')).toMatch(/^work work:a: doing, coder\/3\n/)
    expect(await shown('board')).toContain('coder/3')
    expect((await call('next', { agent: 'coder/2' })).data).toMatchObject({
      why: 'nothing to do: 1 target, 0 done, 1 waits (work:a, work by coder/3)',
    })
    await client.close()
  })
})
