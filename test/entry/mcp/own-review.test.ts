import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { repository } from '../../processes/work-tree.ts'
import { declaration } from '../declared.ts'
import { runHere } from '../here.ts'
import { scratch, write } from '../programs.ts'
import { served, type CallResult } from './calls.ts'

const places = scratch()
afterAll(places.remove)

const duties = 'commands: { separate-duties: agents }\n'
const reason = (worker: string) => `another agent has to review it: \`${worker}\` did the work`
const actionIn = ({ data }: CallResult) =>
  (data?.['actions'] as readonly { readonly do: string; readonly needs?: readonly string[] }[] | undefined)?.[0]

it('an agent that holds an item does not approve it by any door, where duties are kept apart', async () => {
  const root = places.folder({
    '.github/baton.yml': `${declaration}    fields: { holder: { front-matter: agent } }\n${duties}`,
    'work/a.md': '---\nstatus: todo\nagent:\n---\n',
  })
  repository(root)
  const { call, client } = await served(root, { agent: 'coder' })
  await call('accept', { target: 'a' })
  const denied = /^COMMAND_DENIED/
  expect((await call('run', { commands: '/accept a done' })).text).toMatch(denied)
  expect((await call('run', { commands: '/accept a done --agent coder' })).text).toMatch(denied)
  const byProgram = (...words: readonly string[]) => runHere(words, { cwd: root })
  for (const words of [
    ['accept', 'a', 'done', '--agent', 'coder/1a2b'],
    ['run', '/accept a done --agent coder/1a2b'],
  ])
    expect(await byProgram(...words)).toMatchObject({ code: 1, stdout: expect.stringContaining('COMMAND_DENIED') })
  expect(readFileSync(join(root, 'work/a.md'), 'utf8')).toContain('status: doing\n')
  expect(await byProgram('accept', 'a', 'done')).toMatchObject({ code: 0 })
  await client.close()
})

it('an agent is told to wait for another where it may not review its own work', async () => {
  const root = places.folder({
    '.github/baton.yml': `${declaration}    fields: { holder: { front-matter: agent } }\n${duties}`,
    'work/a.md': '---\nstatus: todo\nagent:\n---\n',
  })
  repository(root)
  const shown = async (...words: readonly string[]) => (await runHere(words, { cwd: root })).stdout
  for (const agent of [undefined, 'coder', 'coder/1']) {
    const { call, client } = await served(root, { agent })
    const worker = agent?.includes('/') ? agent : `${agent ?? 'agent'}/1a2b`
    await call('accept', { target: 'a' })
    await call('handback', { target: 'a', reason: 'success' })
    const { data } = await call('next')
    if (agent === undefined)
      expect(data).toMatchObject({ actions: [{ do: 'wait', code: 'COMMAND_DENIED', why: reason(worker) }] })
    else expect(data).toMatchObject({ actions: [], why: expect.stringContaining(reason(worker)) })
    expect(JSON.stringify(data)).not.toContain('baton accept')
    const granted = await call('accept', {})
    expect(granted.data).toMatchObject({ outcome: 'unchanged', reply: expect.stringContaining(reason(worker)) })
    expect(granted.text).not.toContain('baton accept')
    expect(await shown('next', '--agent', worker)).toContain(reason(worker))
    const other = await served(root, { agent: 'other' })
    expect((await other.call('next')).data).toMatchObject({
      why: expect.stringContaining('review: `baton accept work:a done`'),
    })
    expect(await shown('next')).toMatch(/^review work:a: review\n[^]*run baton accept a done\n/)
    for (const ended of [client, other.client]) await ended.close()
    await runHere(['accept', 'a', 'todo'], { cwd: root })
  }
})

it('a server without a name is told to wait for another with a task of subagent', async () => {
  const root = places.folder({ '.github/baton.yml': duties })
  await runHere(['new', 'subagent', 'Draw', '--task', 'Draw'], { cwd: root })
  repository(root)
  const { call, client } = await served(root)
  await call('accept')
  const [report = ''] = actionIn(await call('next'))?.needs ?? []
  write(root, { [report.split(' with ')[0] ?? '']: '# R\n\n## PART 1: IMPLEMENTATION REPORT\n\nDrawn.\n' })
  expect(await call('handback', { target: 'task-1', reason: 'success', text: 'ok' })).toMatchObject({ isError: false })
  expect(actionIn(await call('next'))).toMatchObject({
    do: 'wait',
    code: 'COMMAND_DENIED',
    why: reason('Executor/1a2b'),
  })
  expect((await call('accept')).data).toMatchObject({ reply: expect.stringContaining(reason('Executor/1a2b')) })
  const other = await served(root, { instance: '99ff' })
  expect(actionIn(await other.call('next'))).toMatchObject({ do: 'review' })
  for (const ended of [client, other.client]) await ended.close()
})
