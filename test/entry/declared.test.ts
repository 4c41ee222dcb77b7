import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { protocolNames } from '../../src/core/protocol-name.ts'
import { commitAll, initialize, octocat, repository } from '../processes/work-tree.ts'
import { declaration, declared, item, items } from './declared.ts'
import { runHere } from './here.ts'
import { scratch, write, type Files } from './programs.ts'

const places = scratch()
afterAll(places.remove)

const committed = (files: Files = declared) => {
  const folder = places.folder(files)
  repository(folder, octocat)
  return folder
}
const baton = (folder: string, ...args: readonly string[]) => runHere(args, { cwd: folder })
const text = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8')
const data = ({ stdout }: { readonly stdout: string }) => JSON.parse(stdout) as Readonly<Record<string, unknown>>

describe('a workflow that is declared in four lines', () => {
  it('is checked', async () => {
    const folder = committed({ ...declared, 'work/a.md': item('tdo') })
    const { code, stdout } = await baton(folder, 'validate')
    expect(code).toBe(0)
    expect(stdout).toContain(
      '2:9  warning  Unexpected state `tdo` of `a`, expected one of `todo`, `doing`, `review`, `done`',
    )
    expect(stdout).toContain('Did you mean `todo`?')
    expect(stdout).toContain('✔ passed: 1 warning; 5 files and 4 targets checked (work).')
    expect(data(await baton(folder, 'validate', '--strict', '--format', 'json'))).toMatchObject({
      valid: false,
      errors: [{ code: 'ITEM_STATE_UNKNOWN', protocol: 'work', target: 'work:a', path: 'work/a.md', line: 2 }],
    })
    const sarif = await baton(folder, 'validate', '--format', 'sarif')
    expect(data(sarif)).toMatchObject({ runs: [{ results: [{ ruleId: 'ITEM_STATE_UNKNOWN' }] }] })
    expect((await baton(folder, 'validate', '--format', 'markdown')).stdout).toContain('`work/a.md:2`')
  })

  it('is listed by `status`', async () => {
    const folder = committed()
    expect((await baton(folder, 'status')).stdout.split('\n').slice(0, 4)).toEqual([
      'work:a  orchestrator  todo',
      'work:b  agent         doing',
      'work:c  orchestrator  review',
      'work:d  orchestrator  done',
    ])
    for (const name of ['b', 'work:b'])
      expect((await baton(folder, 'status', name)).stdout).toMatch(/^work:b\n {2}holder {2}agent\n/)
  })

  it('has a next action for each state that has one, each a command that works', async () => {
    const folder = committed()
    const { actions } = data(await baton(folder, 'next', '--format', 'json'))
    expect(actions).toMatchObject([
      { do: 'review', target: 'work:c', run: 'baton accept c done' },
      { do: 'accept', target: 'work:a', run: 'baton accept a' },
      { do: 'work', target: 'work:b', run: `baton handback b 'success|error'` },
    ])
    for (const command of ['accept c done', 'accept a', 'handback b success'])
      expect((await baton(folder, ...command.split(' '))).code).toBe(0)
    expect(['a', 'b', 'c'].map((id) => text(folder, `work/${id}.md`))).toEqual([
      item('doing'),
      item('review'),
      item('done'),
    ])
  })

  it('is moved by commands, committed, and undone', async () => {
    const folder = committed()
    const accepted = await baton(folder, 'accept', 'work:a', '--commit')
    expect(accepted.stdout).toContain('✔ /accept work:a: todo → doing, held by the agent')
    expect(text(folder, 'work/a.md')).toBe(item('doing'))
    expect((await baton(folder, 'accept', 'a')).stdout).toContain('unchanged')
    expect((await baton(folder, 'handback', 'a', 'all is written', '--commit')).stdout).toContain('doing → review')
    expect((await baton(folder, 'handback', 'a', 'error')).code).toBe(1)
    const undone = await baton(folder, 'undo', 'work:a', '--commit')
    expect(undone.stdout).toContain('✔ /undo work:a: review → doing, held by the agent')
    expect(text(folder, 'work/a.md')).toBe(item('doing'))
  })

  it('is repaired by `fix` where `truth` says what is right', async () => {
    const two = declaration.replace(/ {4}place: .*\n/, () =>
      ['places:', '  file: { front-matter: status }', '  board: { label: Status }', 'truth: file']
        .map((line) => `    ${line}\n`)
        .join(''),
    )
    const folder = committed({ '.github/baton.yml': two, 'work/a.md': `${item('doing')}\nStatus: todo\n` })
    expect(data(await baton(folder, 'validate', '--format', 'json'))).toMatchObject({
      warnings: [{ code: 'ITEM_STATE_DRIFT', line: 6 }],
    })
    const fixed = await baton(folder, 'fix')
    expect(fixed.code).toBe(0)
    expect(text(folder, 'work/a.md')).toBe(`${item('doing')}\nStatus: doing\n`)
    expect((await baton(folder, 'validate')).stdout).toContain('nothing is wrong')
  })

  it('is on the board and in the history', async () => {
    const folder = committed()
    await baton(folder, 'accept', 'a', '--commit')
    expect(data(await baton(folder, 'board', '--format', 'json'))).toMatchObject({
      counts: { person: 1, agent: 2, ready: 0, done: 1 },
      targets: expect.arrayContaining([
        expect.objectContaining({ id: 'work:a', protocol: 'work', lane: 'agent', state: 'doing' }) as unknown,
      ]) as unknown,
    })
    const { targets } = data(await baton(folder, 'history', '--format', 'json')) as {
      readonly targets: readonly { readonly id: string; readonly segments: readonly { readonly state: string }[] }[]
    }
    expect(targets.find(({ id }) => id === 'work:a')?.segments.map(({ state }) => state)).toEqual(['todo', 'doing'])
  })

  it('says in its help that a handback takes a state or a reason before the text', async () => {
    const { stdout } = await baton(committed(), 'run', '/help handback')
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('[STATE|success|error|question] [TEXT]')
  })

  it('is named by --protocol, which completion offers', async () => {
    const folder = committed()
    for (const command of ['validate', 'next', 'board', 'history'])
      expect({ command, ...(await baton(folder, command, '--protocol', 'work')) }).toMatchObject({
        command,
        code: 0,
        stderr: '',
      })
    expect((await baton(folder, 'validate', '--protocol', 'work')).stdout).toContain('4 targets checked (work)')
    for (const command of ['validate', 'next', 'board', 'history'])
      expect({ command, ...(await baton(folder, command, '--protocol', 'wrk')) }).toMatchObject({
        command,
        code: 2,
        stderr: `Unexpected protocol wrk, expected one of ${protocolNames.join(', ')}, work; did you mean work?\n`,
      })
    const words = (await baton(folder, 'completion', 'words', '--', 'baton next --protocol ')).stdout
    expect(words).toContain('work')
  })

  it.each(['ITEM_STATE_DRIFT', 'WORKFLOW_EMPTY', 'ITEM_MOVE_ILLEGAL'])('is explained: %s', async (code) => {
    for (const format of ['text', 'json', 'markdown', 'sarif']) {
      const { code: exit, stdout, stderr } = await runHere(['explain', code, '--format', format])
      expect({ format, exit, stderr }).toEqual({ format, exit: 0, stderr: '' })
      expect(stdout).toContain(code)
    }
  })
})

describe('without items', () => {
  it('a workflow is said to be empty at its line, and no advice names a command that makes its files', async () => {
    const folder = places.folder({ '.github/baton.yml': declaration })
    initialize(join(folder, '.git'))
    expect(data(await baton(folder, 'validate', '--format', 'json'))).toMatchObject({
      errors: [{ code: 'WORKFLOW_EMPTY', path: '.github/baton.yml', line: 2 }],
    })
    expect((await baton(folder, 'validate', '--allow-empty')).code).toBe(0)
    const next = await baton(folder, 'next', '--protocol', 'work')
    expect(next).toMatchObject({
      code: 3,
      stderr:
        'No target can be read: The workflow `work` finds no item, expected some at `work/{id}.md` (.github/baton.yml). `baton validate` lists all findings.\n',
    })
    expect((await baton(folder, 'validate', '--protocol', 'plugin')).stdout).toContain(
      'No state files found for plugin: ',
    )
  })
})

describe('an item that is named', () => {
  it.each(['a', 'work:a'])('%s is checked alone', async (name) => {
    const folder = places.folder({ ...declared, 'work/a.md': item('todo'), 'work/b.md': item('dun') })
    const { code, stdout } = await baton(folder, 'validate', name)
    expect([code, stdout]).toEqual([0, expect.stringContaining('1 target checked') as unknown])
    expect(stdout).not.toContain('ITEM_STATE_UNKNOWN')
    expect((await baton(folder, 'validate', 'b')).stdout).toContain('ITEM_STATE_UNKNOWN')
  })
})

it('commands are written for the command line in every format for people', async () => {
  const two = declaration.replace(
    /place:.*/,
    "places: { card: { front-matter: status }, board: { in: BOARD.md, row: { Item: '{id}' }, column: Status } }",
  )
  const folder = places.folder({
    '.github/baton.yml': two,
    'work/a.md': item('todo'),
    'BOARD.md': '| Item | Status |\n|---|---|\n| a | done |\n',
  })
  for (const format of ['text', 'github', 'markdown', 'brief'])
    expect((await baton(folder, 'validate', '--format', format)).stdout).not.toContain('/sync')
  expect((await baton(folder, 'validate', '--format', 'github')).stdout).toContain('`baton sync work:a --from card`')
})

describe('a change of the declarations', () => {
  /** A branch whose last commit brings the configuration. */
  const changing = (before: Files, configuration: string) => {
    const folder = committed(before)
    write(folder, { '.github/baton.yml': configuration })
    commitAll(folder, 'Declare')
    return folder
  }

  it('that adds one is checked without it, and a note says what it would find', async () => {
    const folder = changing({ ...items, 'work/a.md': item('tdo') }, declaration)
    const { code, stdout, stderr } = await baton(folder, 'validate', '--base', 'HEAD~1')
    expect({ code, all: stderr + stdout }).toEqual({
      code: 0,
      all: expect.stringContaining(
        'The workflow `work`, which this change adds to `.github/baton.yml`, takes effect after the merge. It would find 1 warning (`ITEM_STATE_UNKNOWN` at `work/a.md:2`).',
      ) as unknown,
    })
    expect(stdout).not.toContain('ITEM_STATE_UNKNOWN work:')
    const note =
      'The workflow `work`, which this change adds to `.github/baton.yml`, takes effect after the merge. It would find 1 warning (`ITEM_STATE_UNKNOWN` at `work/a.md:2`).'
    expect(data(await baton(folder, 'validate', '--base', 'HEAD~1', '--format', 'json'))).toMatchObject({
      afterMerge: [note],
    })
    const { stdout: page } = await baton(folder, 'validate', '--base', 'HEAD~1', '--format', 'markdown')
    expect(page).toContain('### What takes effect later\n\n- The workflow `work`')
    expect(page).not.toContain('could not be checked')
    // A file of the items that the change touches has no strict findings either: nothing of the head is policy.
    write(folder, { 'work/b.md': item('dooing') })
    commitAll(folder, 'Touch')
    const touched = await baton(folder, 'validate', '--base', 'HEAD~2')
    expect(touched.code).toBe(0)
    expect(touched.stderr + touched.stdout).toContain(
      'It would find 2 warnings (`ITEM_STATE_UNKNOWN` at `work/a.md:2` and 1 more).',
    )
  })

  it('that adds one beside another is checked with the other, and the note is of the new one alone', async () => {
    const twoWorkflows = `${declaration}  - { name: more, items: 'more/{id}.md', states: [open, shut], place: { front-matter: status } }\n`
    const folder = changing({ ...declared, 'work/a.md': item('tdo'), 'more/x.md': item('open') }, twoWorkflows)
    const { stdout, stderr } = await baton(folder, 'validate', '--base', 'HEAD~1')
    expect(stdout).toContain('ITEM_STATE_UNKNOWN')
    expect(stderr + stdout).toContain(
      'The workflow `more`, which this change adds to `.github/baton.yml`, takes effect after the merge. It would find nothing wrong.',
    )
    expect(stderr + stdout).not.toContain('The workflow `work`')
  })

  it('that alters or removes one is checked by that of the base, and a note says so', async () => {
    const folder = changing({ ...declared, 'work/a.md': item('todo') }, declaration.replace('todo', 'open'))
    const { code, stdout, stderr } = await baton(folder, 'validate', '--base', 'HEAD~1')
    expect(code).toBe(0)
    expect(stdout).not.toContain('ITEM_STATE_UNKNOWN work:')
    expect(stderr + stdout).toMatch(
      /The workflow `work`, which this change alters in `\.github\/baton\.yml`, is checked as the base declares it until the merge\. Then it would find 1 warning \(`ITEM_STATE_UNKNOWN` at `work\/a\.md:2`\)\./,
    )
    const unchangedFolder = changing(declared, declaration.replace('workflows:', 'workflows: # ours'))
    expect(data(await baton(unchangedFolder, 'validate', '--base', 'HEAD~1', '--format', 'json'))).not.toHaveProperty(
      'afterMerge',
    )
    const removedFolder = changing(declared, 'mode: auto\n')
    expect(data(await baton(removedFolder, 'validate', '--base', 'HEAD~1', '--format', 'json'))).toMatchObject({
      afterMerge: [
        'The workflow `work`, which this change removes from `.github/baton.yml`, is checked until the merge.',
      ],
    })
  })

  it('that names a state which a file has to list fails where there is none, unless it follows the file', async () => {
    const listed = (state: string) =>
      `workflows:\n  - name: work\n    items: 'work/{id}.md'\n    states-from: { in: list.yml, at: [states], default: [todo] }\n    place: { front-matter: status }\n    moves: [{ from: todo, to: ${state} }]\n`
    const files = { 'work/a.md': item('todo'), 'list.yml': 'states: [todo, doing, done]\n' }
    const wrong = committed({ ...files, '.github/baton.yml': listed('dong') })
    for (const words of [['validate'], ['workflow', 'check']]) {
      const { code, stdout } = await baton(wrong, ...words)
      expect(code).toBeGreaterThan(0)
      expect(stdout).toContain('6:31  error    Unexpected state `dong`, expected one of `todo`, `doing`, `done`')
    }
    const folder = committed({ ...files, '.github/baton.yml': listed('done') })
    write(folder, { 'list.yml': 'states: [todo, doing, shut]\n' })
    commitAll(folder, 'List')
    const { code, stdout } = await baton(folder, 'validate', '--base', 'HEAD~1')
    expect(code).toBe(0)
    expect(stdout).toContain('6:31  warning  Unexpected state `done`, expected one of `todo`, `doing`, `shut`')
    write(folder, { '.github/baton.yml': listed('shut') })
    commitAll(folder, 'Follow')
    expect((await baton(folder, 'validate', '--base', 'HEAD~2')).stdout).not.toContain('CONFIG_INVALID')
    expect((await baton(folder, 'validate')).code).toBe(0)
  })

  it('that writes where another does fails at its line, once for the two', async () => {
    const second = (items: string) =>
      `${declaration}  - name: more\n    items: '${items}'\n    states: [todo, doing, review, done]\n    place: { front-matter: status }\n`
    const overlapping = committed({ ...declared, '.github/baton.yml': second('{folder-name}/{id}.md') })
    for (const words of [['validate'], ['workflow', 'check']]) {
      const { code, stdout } = await baton(overlapping, ...words)
      expect(code).toBeGreaterThan(0)
      expect(stdout).toContain(
        '6:11  error    Unexpected workflow `more`, expected no place that the workflow `work` writes too: both write line `2` of `work/a.md`',
      )
      expect(stdout.split('CONFIG_INVALID')).toHaveLength(2)
    }
    const apart = committed({ ...declared, 'more/x.md': item('todo'), '.github/baton.yml': second('more/{id}.md') })
    expect((await baton(apart, 'validate')).code).toBe(0)
  })

  it('that is wrong fails at its line', async () => {
    const folder = changing(declared, declaration.replace('place:', 'plac:'))
    expect(data(await baton(folder, 'validate', '--base', 'HEAD~1', '--format', 'json'))).toMatchObject({
      valid: false,
      errors: [
        {
          code: 'CONFIG_INVALID',
          path: '.github/baton.yml',
          line: 5,
          hint: 'Did you mean `place`? `baton workflow check` tries a declaration out.',
        },
      ],
      targets: [{ id: 'work:a' }, { id: 'work:b' }, { id: 'work:c' }, { id: 'work:d' }],
    })
  })

  it('that will write where another does, or names what the files lack, fails, though only the next check goes by it', async () => {
    const more = (keys: string) =>
      `${declaration}  - name: more\n    items: '{folder-name}/{id}.md'\n    states: [todo, doing, review, done]\n    ${keys}\n`
    const listed =
      "workflows:\n  - name: work\n    items: 'work/{id}.md'\n    states-from: { in: list.yml, at: [states], default: [todo] }\n    place: { front-matter: status }\n    moves: [{ from: todo, to: dong }]\n"
    const overlap =
      'Unexpected workflow `more`, expected no place that the workflow `work` writes too: both write line `2` of `work/a.md`'
    for (const [before, configuration, line, message] of [
      [declared, more('place: { front-matter: status }'), 6, overlap],
      [{ ...items, 'list.yml': 'states: [todo, doing, done]\n' }, listed, 6, 'Unexpected state `dong`'],
    ] as const) {
      const answer = data(
        await baton(changing(before, configuration), 'validate', '--base', 'HEAD~1', '--format', 'json'),
      )
      expect(answer).toMatchObject({
        valid: false,
        errors: [{ code: 'CONFIG_INVALID', line, message: expect.stringContaining(message) as unknown }],
        afterMerge: [expect.stringContaining('would find')],
      })
    }
    const apart = changing(declared, more('place: { front-matter: state }'))
    expect((await baton(apart, 'validate', '--base', 'HEAD~1')).code).toBe(0)
  })

  it.each([
    ['a state twice', declaration.replace('doing', 'todo'), 4],
    ['an alias', declaration.replace('[todo,', '&all [*all,'), 4],
    [
      'a place that another writes',
      `${declaration}${declaration.slice(declaration.indexOf('  - ')).replace('work', 'more')}`,
      9,
    ],
  ])('that is wrong by %s fails at its line, too', async (_, configuration, line) => {
    const folder = changing(declared, configuration)
    expect(data(await baton(folder, 'validate', '--base', 'HEAD~1', '--format', 'json'))).toMatchObject({
      valid: false,
      errors: [{ code: 'CONFIG_INVALID', path: '.github/baton.yml', line }],
    })
    expect(await baton(folder, 'accept', 'a')).toMatchObject({ code: 2, stdout: '' })
  })

  it('that is wrong and merged fails every check, and refuses every command', async () => {
    const folder = committed({ ...declared, '.github/baton.yml': declaration.replace('place:', 'plac:') })
    const checked = await baton(folder, 'validate')
    expect(checked.code).toBe(2)
    expect(checked.stdout).toContain('5:5  error    Unexpected key `plac`  CONFIG_INVALID')
    for (const words of [['accept', 'a'], ['handback', 'b'], ['sync', 'a'], ['fix'], ['undo']]) {
      const { code, stderr } = await baton(folder, ...words)
      expect({ words, code, stderr }).toMatchObject({
        words,
        code: 2,
        stderr: expect.stringContaining('every command is refused') as unknown,
      })
    }
    expect(text(folder, 'work/a.md')).toBe(item('todo'))
  })
})

const git = (folder: string, ...args: readonly string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' })

describe('the severity of a rule in one of several workflows', () => {
  const both = `${declaration}${declaration.replace('workflows:\n', '').replaceAll('work', 'notes')}`
  const files = { 'work/a.md': item('tdo'), 'notes/a.md': item('tdo') }

  it.each([
    ['work/ITEM_STATE_UNKNOWN: notice', ['notes:a warning', 'work:a notice']],
    ['work/ITEM_STATE_UNKNOWN: off', ['notes:a warning']],
    ['ITEM_STATE_UNKNOWN: off, notes/ITEM_STATE_UNKNOWN: notice', ['notes:a notice']],
  ])('is set by %s', async (severity, expected) => {
    const folder = committed({ ...files, '.github/baton.yml': `${both}severity: { ${severity} }\n` })
    const {
      errors,
      warnings,
      notices = [],
    } = data(await baton(folder, 'validate', '--format', 'json')) as Readonly<
      Record<string, readonly { readonly target: string; readonly severity: string }[]>
    >
    const found = [...(errors ?? []), ...(warnings ?? []), ...notices].map(
      ({ target, severity: level }) => `${target} ${level}`,
    )
    expect(found.toSorted()).toEqual(expected)
  })

  it.each([
    [
      'of a workflow that is not declared',
      both,
      'wrok/ITEM_STATE_UNKNOWN',
      'Unexpected workflow `wrok`, expected one of `work`, `notes`',
      'Did you mean `work`?',
    ],
    ['where none is declared', '', 'work/ITEM_STATE_UNKNOWN', 'Unexpected workflow `work`: none is declared', ''],
    [
      'of a rule that there is none of',
      both,
      'work/ITEM_STATE_UNKNWON',
      'Unexpected key `work/ITEM_STATE_UNKNWON` in `severity`',
      '',
    ],
  ])('is refused %s', async (_, declarations, key, message, hint) => {
    const folder = committed({ ...files, '.github/baton.yml': `${declarations}severity: { ${key}: off }\n` })
    const { code, stdout } = await baton(folder, 'validate')
    expect(code).not.toBe(0)
    expect(stdout).toContain(message)
    expect(stdout).toContain(hint)
  })
})

describe('two branches that take the same number', () => {
  const numbered = declaration.replace('{id}.md', 'W-{id}.md')
  const branched = (main: Files, topic: Files) => {
    const folder = committed({ '.github/baton.yml': numbered, 'work/W-1.md': item('todo') })
    git(folder, 'checkout', '-q', '-b', 'topic')
    write(folder, topic)
    commitAll(folder, 'On the topic')
    git(folder, 'checkout', '-q', 'main')
    write(folder, main)
    commitAll(folder, 'On the main branch')
    git(folder, 'checkout', '-q', 'topic')
    return folder
  }

  it('are found before the merge, and the next free number is named', async () => {
    const folder = branched({ 'work/W-2.md': item('todo') }, { 'work/W-2.md': item('doing') })
    const { code, stdout } = await baton(folder, 'validate', '--base', 'main', '--format', 'json')
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      errors: [
        {
          code: 'ITEM_DUPLICATE',
          target: 'work:2',
          message: 'Unexpected new `2`: the base has an item of this id by now, in `work/W-2.md`',
          hint: 'Give the new item another id: `3` is free.',
        },
      ],
    })
  })

  it.each([
    ['the same file on both', { 'work/W-2.md': item('todo') }, { 'work/W-2.md': item('todo') }],
    ['other numbers', { 'work/W-2.md': item('todo') }, { 'work/W-3.md': item('todo') }],
    ['a change of an old one', { 'work/W-1.md': item('review') }, { 'work/W-1.md': item('done') }],
  ])('are no finding: %s', async (_, main, topic) => {
    const { code, stdout } = await baton(branched(main, topic), 'validate', '--base', 'main')
    expect(code).toBe(0)
    expect(stdout).toContain('nothing is wrong')
  })
})
