import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { repository } from '../../processes/work-tree.ts'
import { declared, item } from '../declared.ts'
import { runHere } from '../here.ts'
import { scratch } from '../programs.ts'
import { served } from './calls.ts'

const places = scratch()
afterAll(places.remove)

it('a declared workflow is worked on by tools', async () => {
  const root = places.folder(declared)
  repository(root)
  const { call, client } = await served(root)
  expect((await call('next')).text).toContain('work:a')
  expect((await call('status', { target: 'work:b' })).text).toContain('doing')
  expect((await call('validate')).isError).toBe(false)
  expect((await call('accept', { target: 'a' })).isError).toBe(false)
  expect(readFileSync(join(root, 'work/a.md'), 'utf8')).toBe(item('doing'))
  expect((await call('handback', { target: 'a', reason: 'success' })).isError).toBe(false)
  expect(readFileSync(join(root, 'work/a.md'), 'utf8')).toBe(item('review'))
  // Words behind the name of a target are none of its name: the call that is meant is named.
  const several = await call('accept', { target: 'b review' })
  expect([several.isError, several.text]).toEqual([
    true,
    'TARGET_UNKNOWN: Unknown target `b review`; the nearest name is `b`, and `review` is no part of a name. `status {}` lists all targets. Fix: run {"commands":"/accept b review"}',
  ])
  const refused = await call('accept', { target: 'c' })
  expect([refused.isError, refused.text]).toEqual([true, expect.stringMatching(/^ITEM_MOVE_ILLEGAL: /)])
  expect((await call('explain', { code: 'ITEM_STATE_DRIFT' })).text).toContain('no state in common')
  await client.close()
})

it('a refusal names calls that the tools take, and the command of an action is a line as it is', async () => {
  const root = places.folder(declared)
  repository(root)
  const { call, client } = await served(root)
  const { text } = await call('handback', { target: 'work:b', reason: 'question', text: 'Which form?' })
  expect(text).toContain('Possible: `run {"commands":"/handback work:b review"}`')
  const { data } = await call('next')
  const actions = data?.['actions'] as readonly { readonly target: string; readonly run: string }[]
  for (const { run } of actions)
    expect([run, (await call('run', { commands: run.replace(/'(\w+)\|\S+'/, '$1'), dry_run: true })).text]).toEqual([
      run,
      expect.stringContaining('"outcome":"changed"'),
    ])
  expect(actions.map(({ run }) => run)).toContain('baton accept c done')
  await client.close()
})

it('a story of bmad is brought to its end by next alone, with a question in review and its answer', async () => {
  const folder = '_bmad-output/implementation-artifacts'
  const tracker = (epic: string, story: string) => `development_status:\n  epic-1: ${epic}\n  1-1-login: ${story}\n`
  const root = places.folder({
    '.github/baton.yml': `workflows:\n  - use: bmad\n    kinds: { story: { on-move: { append: '- {from} → {to} {text}', section: Notes, in: '${folder}/{id}.md' } } }\n`,
    [`${folder}/sprint-status.yaml`]: tracker('backlog', 'ready-for-dev'),
    [`${folder}/1-1-login.md`]: '# Login\n\nStatus: ready-for-dev\n\n## Notes\n',
  })
  repository(root)
  const { call, client } = await served(root)
  const calls: string[] = []
  const go = async (fill: (run: string) => string = (run) => run) => {
    const { data } = await call('next')
    const actions = data?.['actions'] as readonly {
      readonly target: string
      readonly do: string
      readonly run: string
      readonly question?: string
    }[]
    // The epic is at work meanwhile, and its parts move it.
    const action = actions.find(({ target }) => target === 'bmad:1-1-login')
    const line = fill(action?.run ?? '')
    calls.push(`${action?.do}${action?.question === undefined ? '' : ` (${action.question})`}: ${line}`)
    const made = await call('run', { commands: line })
    expect([line, made.isError ? made.text : '']).toEqual([line, ''])
  }
  await go()
  await go((run) => run.replace(/success.*$/, 'success "The form is there"'))
  await go(() => 'baton handback 1-1-login question "Which colour?"')
  await go((run) => run.replace('"…"', '"Blue"'))
  await go()
  expect(calls).toEqual([
    'accept: baton accept 1-1-login',
    'work: baton handback 1-1-login success "The form is there"',
    'review: baton handback 1-1-login question "Which colour?"',
    'answer (Which colour?): baton answer 1-1-login "Blue"',
    'review: baton accept 1-1-login',
  ])
  expect(readFileSync(join(root, folder, 'sprint-status.yaml'), 'utf8')).toContain('1-1-login: done')
  expect(readFileSync(join(root, folder, '1-1-login.md'), 'utf8')).toBe(
    [
      '# Login\n\nStatus: done\n\n## Notes\n',
      '- ready-for-dev → in-progress',
      '- in-progress → review The form is there',
      '- review → awaiting-operator Which colour?',
      '- awaiting-operator → review Blue',
      '- review → done\n',
    ].join('\n'),
  )
  await client.close()
})

it('an item whose place cannot be read is offered as work nowhere', async () => {
  const root = places.folder({
    '.github/baton.yml':
      "workflows:\n  - name: work\n    items: 'work/{id}.md'\n    states: [todo, doing, done]\n    places: { card: { front-matter: status }, tracker: { in: t.yml, data: ['{id}'] } }\n",
    'work/a.md': item('todo'),
    'work/b.md': item('todo'),
    't.yml': 'a: todo\na: doing\n',
  })
  repository(root)
  const { call, client } = await served(root)
  const { data } = await call('next')
  const isMend = (action: unknown) => expect(action).toMatchObject({ do: 'mend', code: 'ITEM_UNREADABLE' })
  const actions = data?.['actions'] as readonly unknown[]
  expect(actions).toHaveLength(1)
  for (const action of actions) isMend(action)
  await client.close()
  const { stdout } = await runHere(['next'], { cwd: root })
  expect(stdout).toMatch(/^mend work:a: .*\nread t\.yml\nrun baton explain ITEM_UNREADABLE\n$/)
  const { actions: printed } = JSON.parse((await runHere(['next', '--format', 'json'], { cwd: root })).stdout) as {
    actions: readonly unknown[]
  }
  for (const action of printed) isMend(action)
})
