import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
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
    const other = await served(root, { agent: 'other', instance: '99ff' })
    expect((await other.call('next')).data).toMatchObject({
      why: expect.stringContaining('review: `baton accept work:a done`'),
    })
    expect(await shown('next')).toMatch(
      /^review work:a: review, `accept` approves it: .*\n[^]*run baton accept a done\n/,
    )
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

describe('a server does not review what it did under another name', () => {
  const worked = async (settings: Parameters<typeof served>[1], named: Readonly<Record<string, string>>) => {
    const root = places.folder({ '.github/baton.yml': duties })
    await runHere(['new', 'subagent', 'Draw', '--task', 'Draw'], { cwd: root })
    repository(root)
    const server = await served(root, settings)
    await server.call('accept', { target: 'task-1', ...named })
    const [report = ''] = actionIn(await server.call('next', named))?.needs ?? []
    write(root, { [report.split(' with ')[0] ?? '']: '# R\n\n## PART 1: IMPLEMENTATION REPORT\n\nDrawn.\n' })
    const ended = await server.call('handback', { target: 'task-1', reason: 'success', text: 'ok', ...named })
    expect(ended).toMatchObject({ isError: false })
    return { root, ...server }
  }
  const verdict = { commands: '/review task-1 qualified "fine"' }
  const asReviewer = { commands: '/review task-1 qualified "fine" --agent Reviewer' }
  const asNumbered = { commands: '/review task-1 qualified "fine" --agent claude/3' }
  const denied = /^COMMAND_DENIED: .* worked on `task:task-1@.*This server worked as `/

  it.each([
    ['that a call gave', {}, { agent: 'claude/2' }, verdict],
    ['that a call gave without an instance', {}, { agent: 'claude' }, asReviewer],
    ['that it was started with', { agent: 'coder/1' }, {}, asReviewer],
    ['that the protocol gave', {}, {}, asReviewer],
  ])('%s', async (_, settings, named, review) => {
    const { root, call, client } = await worked(settings, named)
    expect(actionIn(await call('next', { target: 'task-1' })) ?? { do: 'wait' }).toMatchObject({ do: 'wait' })
    expect((await call('run', review)).text).toMatch(denied)
    const other = await served(root, { instance: '99ff' })
    expect((await other.call('next', { agent: 'coder/9' })).data).toMatchObject({
      why: expect.stringMatching(/review by Reviewer: `baton review task:task-1@\S+ /) as string,
    })
    expect(await other.call('run', { ...verdict, dry_run: true })).toMatchObject({ isError: false })
    expect(await call('run', asNumbered)).toMatchObject({ isError: false })
    for (const ended of [client, other.client]) await ended.close()
  })

  it('by a line of run, in the same call too', async () => {
    const root = places.folder({
      '.github/baton.yml': `${declaration}    fields: { holder: { front-matter: agent } }\n${duties}`,
      'work/a.md': '---\nstatus: todo\nagent:\n---\n',
    })
    repository(root)
    const { call, client } = await served(root)
    expect(await call('run', { commands: '/accept a --agent claude/2' })).toMatchObject({ isError: false })
    await call('run', { commands: 'baton handback a success --agent=claude/2' })
    expect((await call('run', { commands: '/accept a done' })).text).toMatch(/^COMMAND_DENIED/)
    await client.close()
  })

  it('but reviews what it only answered, tried or was refused in the name of another', async () => {
    const root = places.folder({ '.github/baton.yml': duties })
    await runHere(['new', 'subagent', 'Draw', '--task', 'Draw'], { cwd: root })
    repository(root)
    const asker = await served(root, { agent: 'coder/1', instance: '99ff' })
    const orchestrator = await served(root)
    await asker.call('accept', { target: 'task-1' })
    const asAsker = { target: 'task-1', agent: 'coder/1' }
    await orchestrator.call('handback', { ...asAsker, reason: 'success', dry_run: true })
    expect(await orchestrator.call('handback', { ...asAsker, reason: 'success' })).toMatchObject({ isError: true })
    await asker.call('handback', { target: 'task-1', reason: 'question', text: 'Red?' })
    await orchestrator.call('answer', { ...asAsker, text: 'Blue' })
    const [report = ''] = actionIn(await asker.call('next'))?.needs ?? []
    write(root, { [report.split(' with ')[0] ?? '']: '# R\n\n## PART 1: IMPLEMENTATION REPORT\n\nDrawn.\n' })
    await asker.call('handback', { target: 'task-1', reason: 'success', text: 'ok' })
    expect((await asker.call('run', asReviewer)).text).toMatch(denied)
    expect(await orchestrator.call('run', verdict)).toMatchObject({ isError: false })
    for (const ended of [asker.client, orchestrator.client]) await ended.close()
  })
})
