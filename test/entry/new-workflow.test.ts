import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { commitAll, initialize, octocat, repository } from '../processes/work-tree.ts'
import { runHere } from './here.ts'
import { scratch, write, type Files } from './programs.ts'

const places = scratch()
afterAll(places.remove)

const configuration = '.github/baton.yml'
const committed = (files: Files) => {
  const folder = places.folder(files)
  repository(folder, octocat)
  return folder
}
const baton = (folder: string, ...args: readonly string[]) => runHere(args, { cwd: folder })
const text = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8')
const moves = [
  '{ from: todo, to: doing }',
  '{ from: doing, to: review }',
  '{ from: doing, to: asked, by: handback question }',
  '{ from: [doing, review], to: todo, by: handback error }',
  '{ from: review, to: done }',
]
const effect = "{ append: '- {today} {agent}: {from} → {to} {text}', section: Log }"
const declaration = (name: string, indent = '  ') =>
  [
    `- name: ${name}`,
    `  items: '${name}/{id}.md'`,
    '  states: [todo, doing, asked, review, done]',
    '  place: { front-matter: status }',
    '  fields: { holder: { front-matter: agent } }',
    '  moves:',
    ...moves.map((move) => `    - ${move}`),
    `  on-move: ${effect}`,
  ]
    .map((line) => `${indent}${line}\n`)
    .join('')
const inFlow = `{ name: work, items: 'work/{id}.md', states: [todo, doing, asked, review, done], place: { front-matter: status }, fields: { holder: { front-matter: agent } }, moves: [${moves.join(', ')}], on-move: ${effect} }`

describe('baton new workflow', () => {
  it('declares a workflow whose first item comes to its end by the commands of `next` alone', async () => {
    const folder = committed({ 'README.md': 'Mine.\n' })
    const { code, stdout } = await baton(folder, 'new', 'workflow')
    expect([code, stdout]).toEqual([
      0,
      [
        '✔ new workflow (work:example): new → todo, held by the orchestrator\n',
        '  Declared in `.github/baton.yml`, below `workflows`:\n',
        declaration('work', '    '),
        '  Fill in `work/example.md`. Next: `baton accept example`\n',
        '  wrote .github/baton.yml, work/example.md\n',
      ].join(''),
    ])
    expect(text(folder, configuration)).toMatch(
      new RegExp(`\n\nworkflows:\n${declaration('work').replaceAll(/[[\]{}.]/g, String.raw`\$&`)}$`),
    )
    expect(await baton(folder, 'validate', '--strict')).toMatchObject({ code: 0 })
    const steps: string[] = []
    for (let step = 0; step < 6; step++) {
      const { actions } = JSON.parse((await baton(folder, 'next', '--format', 'json')).stdout) as {
        actions: { do: string; run: string }[]
      }
      const [action] = actions
      if (!action) break
      const command = action.run.replace(/^baton /, '').replace(/'success\|.*$/, 'success')
      steps.push(`${action.do}: ${command}`)
      expect(await baton(folder, ...command.split(' '))).toMatchObject({ code: 0 })
    }
    expect(steps).toEqual(['accept: accept example', 'work: handback example success', 'review: accept example'])
    expect(text(folder, 'work/example.md')).toContain('status: done\n')
  })

  it('gives an item to one agent alone', async () => {
    const folder = committed({ 'README.md': 'Mine.\n' })
    await baton(folder, 'new', 'workflow')
    expect(await baton(folder, 'accept', 'example', '--agent', 'claude')).toMatchObject({ code: 0 })
    expect(text(folder, 'work/example.md')).toContain('status: doing\nagent: claude\n')
    const second = await baton(folder, 'accept', 'example', '--agent', 'codex')
    expect([second.code, second.stdout]).toEqual([1, expect.stringContaining('GRANT_HELD')])
    const { stdout } = await baton(folder, 'status', '--format', 'brief')
    expect(JSON.parse(stdout)).toMatchObject({ targets: [{ id: 'work:example', holder: 'agent', agent: 'claude' }] })
  })

  it('declares how an agent asks, and keeps what it says', async () => {
    const folder = committed({ 'README.md': 'Mine.\n' })
    await baton(folder, 'new', 'workflow')
    const step = async (...words: readonly string[]) => {
      expect([words, await baton(folder, ...words, '--at', '2026-02-04T10:00:00Z')]).toMatchObject([words, { code: 0 }])
    }
    await step('accept', 'example', '--agent', 'claude/1')
    await step('handback', 'example', 'question', 'Which colour?', '--agent', 'claude/1')
    expect((await baton(folder, 'next')).stdout).toBe(
      'answer work:example: "Which colour?", `claude/1` asked\nread work/example.md\nrun baton answer example "…" --agent claude/1\n',
    )
    for (const view of ['status', 'board'])
      expect((await baton(folder, view)).stdout).toContain('question: Which colour?')
    expect(await baton(folder, 'accept', 'example')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('QUESTION_OPEN'),
    })
    await step('answer', 'example', 'Green', '--agent', 'claude/1')
    await step('handback', 'example', 'error', 'NO_CC no compiler', '--agent', 'claude/1')
    expect((await baton(folder, 'next')).stdout).toBe(
      'decide work:example: todo, NO_CC no compiler\nread work/example.md\nrun baton accept example\n',
    )
    for (const view of ['status', 'board'])
      expect((await baton(folder, view)).stdout).toContain('error: NO_CC no compiler')
    await step('accept', 'example', '--agent', 'claude/2')
    await step('handback', 'example', 'success', 'Drawn', '--agent', 'claude/2')
    await step('handback', 'example', 'error', 'Too green')
    expect(text(folder, 'work/example.md')).toMatch(
      new RegExp(
        [
          '## Log\n',
          '- 2026-02-04 claude/1: todo → doing',
          '- 2026-02-04 claude/1: doing → asked Which colour\\?',
          '- 2026-02-04 (?!claude).*: asked → doing Green',
          '- 2026-02-04 claude/1: doing → todo NO_CC no compiler',
          '- 2026-02-04 claude/2: todo → doing',
          '- 2026-02-04 claude/2: doing → review Drawn',
          '- 2026-02-04 (?!claude).*: review → todo Too green\n$',
        ].join('\n'),
      ),
    )
    expect(await baton(folder, 'validate', '--strict')).toMatchObject({ code: 0 })
  })

  it('declares it in no other configuration', async () => {
    const folder = committed({ 'other.yml': 'time-zone: UTC\n' })
    const { code, stderr } = await baton(folder, 'new', 'workflow', '--config', 'other.yml')
    expect([code, stderr]).toEqual([2, expect.stringContaining('Unexpected --config')])
    expect(existsSync(join(folder, configuration))).toBe(false)
  })

  it('commits the item by its name', async () => {
    const folder = committed({ 'README.md': 'Mine.\n' })
    await baton(folder, 'new', 'workflow', 'stories', '--commit')
    const message = execFileSync('git', ['log', '-1', '--format=%B'], { cwd: folder, encoding: 'utf8' })
    expect(message).toMatch(/^baton: new example\n.*^Transition: stories:example none -> todo$/ms)
  })

  it.each([
    ['that is new', {}],
    ['to which it is added', { [configuration]: 'time-zone: UTC\n' }],
  ])('is taken back whole by `undo`, with its entry in a configuration %s', async (_, files: Files) => {
    const folder = committed({ 'README.md': 'Mine.\n', ...files })
    await baton(folder, 'new', 'workflow', '--commit')
    expect(await baton(folder, 'undo', 'example')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(configuration) as string,
    })
    expect(existsSync(join(folder, 'work/example.md'))).toBe(false)
    expect(existsSync(join(folder, configuration)) ? text(folder, configuration) : undefined).toBe(files[configuration])
  })

  it.each([
    [
      'and its entry where that is new',
      {},
      (folder: string) => baton(folder, 'new', 'workflow'),
      'the commit does not have. Take `work` out of `workflows` in `.github/baton.yml`, too\n',
    ],
    [
      'alone where its entry is committed',
      { [configuration]: `workflows:\n${declaration('work')}` },
      (folder: string) => write(folder, { 'work/example.md': '---\nstatus: todo\n---\n' }),
      'the commit does not have\n',
    ],
  ])('says how an item that is not committed is taken back: %s', async (_, files: Files, begin, advice) => {
    const folder = committed({ 'README.md': 'Mine.\n', ...files })
    await begin(folder)
    const { code, stdout } = await baton(folder, 'undo', 'example')
    expect([code, stdout]).toEqual([1, expect.stringContaining(`Delete \`work/example.md\`, which ${advice}`)])
  })

  it('leaves a configuration that was edited since then, and says so', async () => {
    const folder = committed({ 'README.md': 'Mine.\n' })
    await baton(folder, 'new', 'workflow', '--commit')
    write(folder, { [configuration]: `${text(folder, configuration)}time-zone: UTC\n` })
    commitAll(folder)
    const { code, stdout } = await baton(folder, 'undo', 'example')
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining('UNDO_TOUCHED Unexpected change of `.github/baton.yml`'),
    ])
    expect(existsSync(join(folder, 'work/example.md'))).toBe(true)
  })

  it.each([
    ['no list', 'time-zone: UTC # ours', `time-zone: UTC # ours\n\nworkflows:\n${declaration('work')}`],
    ['comments alone', '# ours\n', `# ours\n\nworkflows:\n${declaration('work')}`],
    ['an empty list', 'workflows: []\n', `workflows: [${inFlow}]\n`],
    ['a list in brackets', 'workflows: [beads, openspec] # ours\n', `workflows: [beads, openspec, ${inFlow}] # ours\n`],
    [
      'a list in lines',
      'workflows:\n# first\n- beads # ours\n\ntime-zone: UTC\n',
      `workflows:\n# first\n- beads # ours\n${declaration('work', '')}\ntime-zone: UTC\n`,
    ],
    [
      'an entry of several lines, without a line ending',
      'time-zone: UTC\nworkflows:\n    - use: beads\n      with:\n        { file: issues.jsonl }',
      `time-zone: UTC\nworkflows:\n    - use: beads\n      with:\n        { file: issues.jsonl }\n${declaration('work', '    ')}`,
    ],
    [
      'lines that end with CRLF',
      '\ufeffworkflows:\r\n  - beads\r\n',
      `\ufeffworkflows:\r\n  - beads\r\n${declaration('work').replaceAll('\n', '\r\n')}`,
    ],
  ])('adds to a configuration with %s, and changes nothing else in it', async (_, before, after) => {
    const folder = places.folder({ [configuration]: before, '.beads/issues.jsonl': '', 'issues.jsonl': '' })
    expect(await baton(folder, 'new', 'workflow')).toMatchObject({ code: 0 })
    expect(text(folder, configuration)).toBe(after)
  })

  it.each([
    [
      'one of that name',
      { [configuration]: `workflows:\n${declaration('work')}` },
      [],
      'Unexpected workflow `work`, which `.github/baton.yml` declares already',
    ],
    [
      'a file at its place',
      { 'work/example.md': 'Mine.\n' },
      [],
      'Unexpected file `work/example.md`, which is there already',
    ],
    ['the name of a protocol', {}, ['plugin'], 'Unexpected name `plugin`'],
    ['a name of another form', {}, ['My Work'], 'Unexpected `My Work`, expected one name of a workflow'],
    ['two names', {}, ['one', 'two'], 'Unexpected `two`, expected one name of a workflow'],
    [
      'a text that goes on after its end',
      { [configuration]: 'time-zone: UTC\n...\n' },
      [],
      'to which no workflow can be added. Add it to the list `workflows` yourself: name: work, items:',
    ],
  ] satisfies readonly [string, Files, readonly string[], string][])(
    'is refused with %s',
    async (_, files, words, message) => {
      const folder = places.folder(files)
      const { code, stdout } = await baton(folder, 'new', 'workflow', ...words)
      expect([code, stdout]).toEqual([message.includes('file') ? 1 : 2, expect.stringContaining(message)])
      for (const path of [configuration, 'work/example.md'])
        expect(existsSync(join(folder, path)) ? text(folder, path) : undefined).toBe((files as Files)[path])
    },
  )

  it('says with `--dry-run` what it would write', async () => {
    const folder = places.folder()
    const { code, stdout } = await baton(folder, 'new', 'workflow', 'notes', '--dry-run')
    expect([code, stdout]).toEqual([0, expect.stringContaining("+    items: 'notes/{id}.md'\n")])
    expect([existsSync(join(folder, configuration)), existsSync(join(folder, 'notes'))]).toEqual([false, false])
  })
})

describe('a workflow just created', () => {
  const hook = async (folder: string, event: string, input: object) => {
    const { stdout } = await runHere(['hook', event, '--host', 'claude'], {
      cwd: folder,
      input: JSON.stringify({ session_id: 'abc', cwd: folder, ...input }),
    })
    return stdout === '' ? undefined : (JSON.parse(stdout) as unknown)
  }

  it('is known to the hooks of hosts', async () => {
    const folder = committed({ 'README.md': 'Mine.\n' })
    await baton(folder, 'new', 'workflow')
    expect(await hook(folder, 'start', {})).toMatchObject({
      hookSpecificOutput: { additionalContext: expect.stringContaining('run baton accept example') },
    })
    expect(await runHere(['accept', 'example'], { cwd: folder, env: { BATON_SESSION: 'abc' } })).toMatchObject({
      code: 0,
    })
    expect(await hook(folder, 'stop', {})).toEqual({
      decision: 'block',
      reason: `You hold work:example (doing). baton handback example 'success|error|question' "…"`,
    })
    write(folder, { 'work/example.md': '---\nstatus: dong\n---\n' })
    expect(await hook(folder, 'edit', { tool_input: { file_path: join(folder, 'work/example.md') } })).toEqual({
      decision: 'block',
      reason: expect.stringMatching(/^ITEM_STATE_UNKNOWN work\/example\.md:2: Unexpected state `dong`/),
    })
  })

  it('is stale in an audit where a state has `stale-after`', async () => {
    const folder = places.folder()
    await baton(folder, 'new', 'workflow')
    await baton(folder, 'accept', 'example')
    const written = text(folder, configuration)
    write(folder, {
      [configuration]: written.replace('[todo, doing,', '[todo, { doing: { holder: agent, stale-after: 3d } },'),
    })
    initialize(join(folder, '.git'))
    const audit = (at: string) => baton(folder, 'audit', '--at', at)
    commitAll(folder)
    expect((await audit('2026-02-02T00:00:00Z')).stdout).not.toContain('ITEM_STALE')
    expect((await audit('2026-02-08T00:00:00Z')).stdout).toContain('ITEM_STALE')
  })

  it('is set up for agents like any state', async () => {
    const folder = committed({ 'README.md': 'Mine.\n' })
    await baton(folder, 'new', 'workflow')
    expect(await baton(folder, 'init', '--agents')).toMatchObject({ code: 0 })
    expect(text(folder, 'AGENTS.md')).toContain('sessions, `workflows`) only by `baton`')
    expect(text(folder, '.agents/skills/baton/SKILL.md')).toContain(
      '**Workflows of `.github/baton.yml`** (`WORKFLOW:ID`)',
    )
  })
})

describe('baton new', () => {
  it('lists what it creates, workflows first', async () => {
    const { code, stdout } = await runHere(['new'])
    expect([code, stdout.split('\n').filter((line) => /^\S/.test(line))]).toEqual([
      0,
      ['workflow', 'plugin', 'handover', 'subagent', 'control', 'governance'].map(
        (name) => expect.stringMatching(`^baton new ${name}`) as string,
      ),
    ])
  })

  it('lists the workflows of the configuration, too', async () => {
    const folder = committed({ [configuration]: `workflows:\n${declaration('work')}${declaration('notes')}` })
    const { stdout } = await baton(folder, 'new')
    expect(stdout.split('\n').slice(-5)).toEqual([
      'baton new work ID',
      '    how an item of your workflow work is begun',
      'baton new notes ID',
      '    how an item of your workflow notes is begun',
      '',
    ])
  })

  it.each([
    ['work', 'did you mean `baton new workflow`?'],
    ['plugins', 'did you mean `baton new plugin`?'],
    ['zzz', 'expected one of workflow, plugin, handover, subagent, control, governance.'],
  ])('says in a line what was meant by %s', async (kind, suggestion) => {
    expect(await runHere(['new', kind, 'X'])).toEqual({
      code: 2,
      stdout: '',
      stderr: `Unexpected ${kind}, ${suggestion}\n`,
    })
  })

  it.each([
    [
      "items: 'work/{id}.md'",
      'place: { front-matter: status }',
      'a file `work/t4.md`',
      '`status: todo` in the front matter',
    ],
    [
      "items: { files: 'work/{file}.md', id: { front-matter: key } }",
      'place: { label: State }',
      'a file `work/{file}.md` with `key: t4` in its front matter',
      'a line `State: todo`',
    ],
    [
      "items: { folders: 'work/{id}' }",
      "place: { in: '{folder}/a.json', data: [status] }",
      'a folder `work/t4`',
      '`status: todo` in `work/t4/a.json`',
    ],
    ['items: { keys: a.yml, at: [all] }', 'place: { data: [] }', 'a key `t4` in `a.yml`', '`todo`'],
    [
      'items: { elements: a.json }',
      'place: { data: state, says: { open: todo } }',
      'an element `t4` in `a.json`',
      '`state: open`',
    ],
    [
      "items: { rows: B.md, row: { Item: '{id}' } }",
      'place: { column: State }',
      'a row for `t4` in `B.md`',
      '`todo` in the column `State`',
    ],
    ["items: { boxes: B.md, text: '{id} {title}' }", 'place: { box: true }', 'a box for `t4` in `B.md`', 'an open box'],
  ])('says how an item of a declared workflow is begun: %s', async (source, place, item, state) => {
    const folder = places.folder({
      [configuration]: `workflows:\n  - name: tasks\n    ${source}\n    states: [todo, doing, done]\n    ${place}\n`,
    })
    const { code, stdout } = await baton(folder, 'new', 'tasks', 'tasks:t4')
    expect([code, stdout]).toEqual([1, expect.stringContaining(` Write ${item} with the state \`todo\`: ${state}\n`)])
  })

  it('names each kind of item, and the tool that makes those of a preset', async () => {
    const kind = (name: string) =>
      `      ${name}: { items: '${name}/{id}.md', states: [todo, done], place: { front-matter: status } }\n`
    const folder = places.folder({
      [configuration]: `workflows:\n  - bmad\n  - name: plan\n    kinds:\n${kind('story')}${kind('epic')}`,
    })
    expect((await baton(folder, 'new', 'plan', '../x')).stdout).toMatch(
      /For `story`, write a file `story\/{id}\.md` .*\. For `epic`, write a file `epic\//,
    )
    expect((await baton(folder, 'new', 'bmad', '1-2')).stdout).toContain('Make it with the tool of `bmad`')
    expect(await baton(folder, 'new', 'pla')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('baton new plan'),
    })
    expect(await baton(folder, 'new', 'nope')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('governance, bmad, plan.'),
    })
  })
})
