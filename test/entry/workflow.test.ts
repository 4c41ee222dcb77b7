import { existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { answerSchemas } from '../../src/render/answer.schema.ts'
import { octocat, repository } from '../processes/work-tree.ts'
import { declaration, declared, item, items } from './declared.ts'
import { runHere } from './here.ts'
import { scratch, type Files } from './programs.ts'

const places = scratch()
afterAll(places.remove)

const committed = (files: Files) => {
  const folder = places.folder(files)
  repository(folder, octocat)
  return folder
}

interface Place {
  readonly place: string
  readonly items: number
}
interface CheckAnswer {
  readonly workflows: readonly {
    readonly name: string
    readonly items: number
    readonly kinds: readonly { readonly places: readonly Place[] }[]
  }[]
}
interface DraftAnswer {
  readonly yaml: string
  readonly presets: readonly unknown[]
  readonly drafts: readonly {
    readonly name: string
    readonly items: number
    readonly words: Readonly<Record<string, number>>
    readonly why: readonly string[]
  }[]
  readonly left: readonly { readonly from: string; readonly left: string }[]
}

const json = async <Made>(folder: string, words: readonly string[], input = ''): Promise<Made> => {
  const { code, stdout, stderr } = await runHere([...words, '--format', 'json'], { cwd: folder, input })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const made = JSON.parse(stdout) as Made
  answerSchemas.workflow.shape.parse(made)
  return made
}
const check = (folder: string, input: string) => json<CheckAnswer>(folder, ['workflow', 'check', '-'], input)
const draft = (folder: string) => json<DraftAnswer>(folder, ['workflow', 'draft'])

describe('baton workflow check', () => {
  it('prints what the declarations of the repository find', async () => {
    const folder = committed(declared)
    const { code, stdout } = await runHere(['workflow', 'check'], { cwd: folder })
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'work: 4 items\n    states: todo 1, doing 1, review 1, done 1\n    place place: 4 of 4\n',
    })
  })

  it('counts places, drift, words and files, and names what has no use', async () => {
    const folder = places.folder({
      'work/a.md': '---\nid: a\nstatus: todo\n---\nStatus: shut\n',
      'work/b.md': '---\nid: b\nstatus: dooing\n---\n',
      'work/c.md': '# No item\n',
      'work/d.md': '---\nid: d\nid: e\n---\n',
      'one.yml': [
        'name: work',
        "items: { files: 'work/{id}.md', id: { front-matter: id } }",
        'states: [todo, doing, lost, done]',
        'moves: [{ from: todo, to: doing }, { from: doing, to: done }]',
        'places:',
        '  file: { front-matter: status }',
        '  note: { label: Status, says: { open: [todo, doing], shut: done } }',
        '',
      ].join('\n'),
    })
    const before = readdirSync(folder)
    const { code, stdout } = await runHere(['workflow', 'check', 'one.yml'], { cwd: folder })
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: [
        'work: 2 items',
        '    states: unknown 2',
        '    place file: 2 of 2, 1 disagree',
        '      words that are no state: dooing',
        '    place note: 1 of 2, 1 disagree',
        '      not there for b: no line `Status: …` in `work/b.md`',
        '      has no word for: lost',
        '    drift: 1 (work:a)',
        '    files that hold no item: work/c.md',
        '    cannot be read: work/d.md: Unexpected second key `id`, expected each once',
        '    states that no move leads to: lost',
        '',
      ].join('\n'),
    })
    expect(readdirSync(folder)).toEqual(before)
    expect(existsSync(join(folder, '.github'))).toBe(false)
  })

  it('names links above files that are declared, which are not followed', async () => {
    const folder = places.folder({
      'work/a.md': '---\nstatus: todo\n---\n',
      'elsewhere/notes/a.md': 'Status: todo\n',
      'elsewhere/more/b.md': '---\nstatus: todo\n---\n',
      'two.yml': [
        'name: work',
        "items: ['work/{id}.md', 'more/{id}.md']",
        'states: [todo, done]',
        "places: { file: { front-matter: status }, note: { in: 'notes/{id}.md', label: Status } }",
        '',
      ].join('\n'),
    })
    for (const name of ['more', 'notes']) symlinkSync(`elsewhere/${name}`, join(folder, name))
    const { stdout } = await runHere(['workflow', 'check', 'two.yml'], { cwd: folder })
    expect(stdout.split('\n').filter((line) => line.includes('cannot be read'))).toEqual([
      '    cannot be read: more: Unexpected symbolic link, expected a folder',
      '    cannot be read: notes: Unexpected symbolic link, expected a folder',
    ])
  })

  it('names the items that a place is not there for, and what in a place belongs to no item', async () => {
    const folder = places.folder({
      'work/a.md': '---\nstatus: todo\n---\n',
      'work/b.md': '---\nstatus: done\n---\n',
      'notes/a.md': 'Status: todo\n',
      'notes/z.md': 'Status: todo\n',
      'list.md':
        '- [ ] a: write\n- [x] c: read\n- [ ] Buy milk\n\n| Item | State |\n|---|---|\n| **a** | todo |\n| d \\| e | done |\n| a | done |\n',
      'map.yml': 'tasks:\n  a: todo\n  e: done\n',
      'list.json': '[{"id":"a","state":"todo"},{"id":"f","state":"done"},7]',
    })
    const declaration = [
      'name: work',
      "items: 'work/{id}.md'",
      'states: [todo, done]',
      'places:',
      '  file: { front-matter: status }',
      "  note: { in: 'notes/{id}.md', label: Status }",
      "  box: { in: list.md, box: '{id}: {title}' }",
      "  row: { in: list.md, row: { Item: '{id}' }, column: State }",
      "  map: { in: map.yml, data: [tasks, '{id}'] }",
      "  list: { in: list.json, data: ['{id}', state] }",
      '',
    ].join('\n')
    const { stdout } = await runHere(['workflow', 'check', '-'], { cwd: folder, input: declaration })
    expect(stdout.split('\n').filter((line) => /place|not there|no item/.test(line))).toEqual([
      '    place file: 2 of 2',
      '    place note: 1 of 2',
      '      not there for b: no file `notes/b.md`',
      '      of no item: notes/z.md',
      '    place box: 1 of 2',
      '      not there for b: no box `b: …` in `list.md`: the first box has `a: write`',
      '      of no item: c: read (list.md:2)',
      '    place row: 1 of 2',
      '      not there for b: no row whose `Item` is `b`: the first row has `a`',
      '      of no item: d | e (list.md:8)',
      '    place map: 1 of 2',
      '      not there for b: no key at `tasks`, `b` in `map.yml`',
      '      of no item: e (map.yml:3)',
      '    place list: 1 of 2',
      '      not there for b: no key at `b`, `state` in `list.json`',
      '      of no item: f (list.json:1)',
    ])
    const made = await check(folder, declaration)
    expect(made.workflows[0]?.kinds[0]?.places).toMatchObject([
      { absent: [], unclaimed: [] },
      { absent: ['b'], absentReason: 'no file `notes/b.md`', unclaimed: [{ path: 'notes/z.md' }] },
      { unclaimed: [{ path: 'list.md', line: 2, text: 'c: read' }] },
      { unclaimed: [{ path: 'list.md', line: 8 }] },
      { unclaimed: [{ path: 'map.yml', line: 3, text: 'e' }] },
      { unclaimed: [{ path: 'list.json', line: 1, text: 'f' }] },
    ])
  })

  it('tells items that must have a place from those that need not', async () => {
    const folder = places.folder({
      'work/a.md': '---\nstatus: todo\n---\n',
      'work/b.md': '---\nstatus: done\n---\n',
      'work/c.md': '---\nstatus: done\n---\n',
      'work/d.md': '---\nstatus: done\n---\n',
      'work/e.md': '---\nstatus: doing\n---\n',
      'notes/b.md': 'State: done\n',
      'notes/d.md': 'State:\n',
    })
    const declaration =
      "name: work\nitems: 'work/{id}.md'\nstates: [todo, doing, done]\nplaces: { file: { front-matter: status }, note: { in: 'notes/{id}.md', label: State, required-from: done } }\n"
    const { stdout } = await runHere(['workflow', 'check', '-'], { cwd: folder, input: declaration })
    expect(stdout).toContain(
      [
        '    place note: 2 of 5',
        '      missing for c, d: no file `notes/c.md`',
        '      not there for a, e: required only from done on',
        '',
      ].join('\n'),
    )
    expect((await check(folder, declaration)).workflows[0]?.kinds[0]?.places[1]).toMatchObject({
      absent: ['a', 'c', 'e'],
      requiredFrom: 'done',
      missing: ['c', 'd'],
      missingReason: 'no file `notes/c.md`',
    })
  })

  it('names an item with an unknown word, too, where a place must be there in every state', async () => {
    const folder = places.folder({
      'work/a.md': item('todo'),
      'work/b.md': item('tood'),
      'B.md': '| Item | State |\n|---|---|\n| c | todo |\n',
      'work/c.md': item('todo'),
    })
    const declaration =
      "name: work\nitems: 'work/{id}.md'\nstates: [todo, done]\nplaces: { file: { front-matter: status }, board: { in: B.md, row: { Item: '{id}' }, column: State, required-from: todo } }\n"
    const { stdout } = await runHere(['workflow', 'check', '-'], { cwd: folder, input: declaration })
    expect(stdout).toContain('      missing for a, b: no row whose `Item` is `a`: the first row has `c`\n')
    expect(stdout).not.toContain('not there for')
  })

  it('tells a file that cannot be read from one that is not there', async () => {
    const folder = places.folder({ 'work/a.md': item('todo'), 'work/b.md': item('todo'), 'map.json': '{ "a": ' })
    const declaration =
      "name: work\nitems: 'work/{id}.md'\nstates: [todo, done]\nplaces: { file: { front-matter: status }, map: { in: map.json, data: ['{id}'] } }\n"
    const { stdout } = await runHere(['workflow', 'check', '-'], { cwd: folder, input: declaration })
    expect(stdout).toContain('      there is nothing in `map.json` that can be read\n')
    expect(stdout).toContain('    cannot be read: map.json: ')
    expect(stdout).not.toContain('no file')
  })

  const rowsOf = (tail: string) => `name: t\nitems: { rows: b.md, ${tail}\nstates: [todo, done]\n`
  const asKeys = 'name: t\nitems: { keys: p.yml, at: [tasks] }\nstates: [todo, done]\n'
  const files: Files = {
    'b.md': '# Board\n\n| Item | State |\n|---|---|\n| a | todo |\n| b | done |\n\n## Tasks\n\n- [ ] a: write\n',
    'p.yml': 'tasks:\n  a: todo\n  b: { state: done }\n',
    'w/a.md': '---\nstate: todo\n---\n',
  }
  it.each([
    [
      'a heading of rows',
      `${rowsOf("table: Boards, row: { Item: '{id}' } }")}place: { column: State }`,
      'no table below a heading `Boards` in `b.md`: did you mean `Board`?',
    ],
    [
      'a column of rows',
      `${rowsOf("row: { Id: '{id}' } }")}place: { column: State }`,
      'no column `Id` in `b.md`, only `Item`, `State`',
    ],
    [
      'the text of a cell',
      `${rowsOf("row: { Item: 'T-{id}' } }")}place: { column: State }`,
      'no row whose `Item` is `T-{id}`: the first row has `a`',
    ],
    [
      'a key on the way',
      `${asKeys.replace('tasks', 'task')}place: { data: [] }`,
      'no key `task` in `p.yml`: did you mean `tasks`?',
    ],
    ['a file', `${asKeys.replace('p.yml', 'q.yml')}place: { data: [] }`, 'no file `q.yml`'],
    [
      'a section',
      "name: t\nitems: { boxes: b.md, section: Task, text: '{id}: {title}' }\nstates: [todo, done]\nplace: { box: true }",
      'no heading `Task` in `b.md`: did you mean `Tasks`?',
    ],
    [
      'the text of a box',
      "name: t\nitems: { boxes: b.md, text: '{id} - {title}' }\nstates: [todo, done]\nplace: { box: true }",
      'no box `{id} - {title}` in `b.md`: the first box has `a: write`',
    ],
    [
      'the key of an id',
      "name: t\nitems: { files: 'w/{id}.md', id: { front-matter: stat } }\nstates: [todo, done]\nplace: { front-matter: state }",
      'no key `stat` in `w/a.md`: did you mean `state`?',
    ],
    [
      'a column of a place',
      `${rowsOf("row: { Item: '{id}' } }")}place: { column: Stat }`,
      'no column `Stat` in `b.md`: did you mean `State`?',
    ],
    [
      'a table of a place',
      `${asKeys}places: { key: { data: [] }, board: { in: b.md, table: Bored, row: { Item: '{id}' }, column: State } }`,
      'no table below a heading `Bored` in `b.md`: did you mean `Board`?',
    ],
    [
      'a row of a place',
      `${asKeys}places: { key: { data: [] }, board: { in: b.md, row: { Item: 'T-{id}' }, column: State } }`,
      'no row whose `Item` is `T-{id}`: the first row has `a`',
    ],
    [
      'front matter of a place',
      "name: t\nitems: 'w/{id}.md'\nstates: [todo, done]\nplace: { front-matter: status }",
      'no key `status` in `w/a.md`: did you mean `state`?',
    ],
    [
      'a label',
      "name: t\nitems: 'w/{id}.md'\nstates: [todo, done]\nplaces: { a: { front-matter: state }, b: { label: Status } }",
      'no line `Status: …` in `w/a.md`',
    ],
    [
      'the file of a place',
      "name: t\nitems: 'w/{id}.md'\nstates: [todo, done]\nplaces: { a: { front-matter: state }, b: { in: 'x/{id}.md', label: Status } }",
      'no file `x/{id}.md`',
    ],
    [
      'a key of a place',
      `${asKeys}places: { key: { data: [] }, b: { in: p.yml, data: [task, '{id}'] } }`,
      'no key `task` in `p.yml`: did you mean `tasks`?',
    ],
    [
      'the box of a place',
      `${asKeys}places: { key: { data: [] }, b: { in: b.md, box: '{id} {title}' } }`,
      'no box `{id} {title}` in `b.md`',
    ],
    [
      'a file that is not excepted',
      "name: t\nitems: { files: 'w/{id}.md', except: a }\nstates: [todo, done]\nplace: { front-matter: state }",
      'no file `w/{id}.md` that is none of `except`',
    ],
    [
      'a kind',
      `name: t\nkinds:\n  one: { items: { keys: p.yml, at: [tasks] }, states: [todo, done], place: [{ data: [] }, { data: [state] }] }\n  two: { items: { keys: p.yml, at: [epics] }, states: [todo, done], place: { data: [] } }`,
      'no key `epics` in `p.yml`, only `tasks`',
    ],
    [
      'the state from which on dependencies count',
      "name: t\nitems: 'w/{id}.md'\nstates: [todo, doing, done]\nplace: { front-matter: state }\ndepends: { front-matter: needs }",
      'no `once` in `depends`: items may be begun before what they depend on has ended; `once: doing` would find it',
    ],
    [
      'a line that keeps the text of a question',
      "name: t\nitems: 'w/{id}.md'\nstates: [todo, doing, asked, done]\nplace: { front-matter: state }\nmoves:\n  - { from: todo, to: doing }\n  - { from: doing, to: asked, by: handback question }\n  - { from: doing, to: done }\non-move: { set: { front-matter: at }, to: '{today}' }",
      "no `{text}` in `on-move`: no file has what `handback question` asks; `append: '- {today} {agent}: {text}', section: Log` would keep it",
    ],
    [
      'a key that is set',
      "name: t\nitems: 'w/{id}.md'\nstates: [todo, done]\nplace: { front-matter: state }\non-move: { set: { front-matter: stat }, to: x }",
      'nothing that `set` of `on-move` writes to: no key `stat` in `w/a.md`: did you mean `state`?',
    ],
    [
      'a field, the name of which is almost that of a key',
      "name: t\nitems: 'w/{id}.md'\nstates: [todo, done]\nplace: { front-matter: state }\nfields: { phase: { front-matter: stat } }",
      'nothing that `fields.phase` reads: no key `stat` in `w/a.md`: did you mean `state`?',
    ],
    [
      'a dependency, the name of which is almost that of a key',
      "name: t\nitems: 'w/{id}.md'\nstates: [todo, done]\nplace: { front-matter: state }\ndepends: { front-matter: stat, once: done }",
      'nothing that `depends` reads: no key `stat` in `w/a.md`: did you mean `state`?',
    ],
    [
      'a parent, the name of which is almost that of a key',
      "name: t\nitems: 'w/{id}.md'\nstates: [todo, done]\nplace: { front-matter: state }\nwithin: { front-matter: stat }",
      'nothing that `within` reads: no key `stat` in `w/a.md`: did you mean `state`?',
    ],
    [
      'a column that is set, in no file of the first source',
      "name: t\nitems: [{ keys: p.yml, at: tasks }, { rows: b.md, row: { Item: '{id}' } }]\nstates: [todo, done]\nplace: { in: b.md, row: { Item: '{id}' }, column: State }\non-move: { set: { column: State, row: { Item: '{id}' } }, to: x }",
      'nothing that `set` of `on-move` writes to: no table in `p.yml`',
    ],
    [
      'a section that gets a line',
      "name: t\nitems: 'w/{id}.md'\nstates: [todo, done]\nplace: { front-matter: state }\non-move: { append: '{to}', section: Log }",
      'nothing that `append` of `on-move` writes to: `w/a.md` has no section `Log`',
    ],
  ])('names %s that is not there, and ends with 1', async (_, text, lack) => {
    const { code, stdout } = await runHere(['workflow', 'check', '-'], {
      cwd: places.folder(files),
      input: `${text}\n`,
    })
    expect(stdout).toContain(`there is ${lack}`)
    expect(code).toBe(1)
  })

  it.each([
    'states: { todo: {}, doing: { needs: { depends: met } }, done: {} }\nplace: { front-matter: state }',
    'states: [todo, doing, done]\nplace: { front-matter: state }\nmoves: { from: todo, to: doing, needs: { depends: met } }',
    'states: [todo, doing, done]\nplaces: { a: { front-matter: state }, b: { is: { says: todo, when: { depends: unmet } } } }',
  ])('misses no `once` where a condition is about dependencies: %s', async (keys) => {
    const input = `name: t\nitems: 'w/{id}.md'\ndepends: { front-matter: needs }\n${keys}\n`
    expect(await check(places.folder(files), input)).toMatchObject({ workflows: [{ kinds: [{ lacks: [] }] }] })
  })

  it('misses no field or link that is not there, where nothing has a name like it', async () => {
    const input =
      "name: t\nitems: 'w/{id}.md'\nstates: [todo, done]\nplace: { front-matter: state }\nfields: { holder: { front-matter: owner } }\nwithin: { front-matter: epic }\ndepends: { front-matter: needs, once: done }\n"
    expect(await check(places.folder(files), input)).toMatchObject({ workflows: [{ kinds: [{ lacks: [] }] }] })
  })

  it('says of a file that cannot be read nothing but that', async () => {
    const folder = places.folder({
      'work/a.md': '---\nstatus: todo\nstatus: doing\n---\n',
      'work/b.md': '---\nstatus: todo\n---\n',
      'B.md': '| Item | State |\n|---|---|\n| a | todo |\n| b | todo |\n',
      't.json': '{ "a": [',
    })
    const { stdout } = await runHere(['workflow', 'check', '-'], {
      cwd: folder,
      input:
        "name: t\nitems: ['work/{id}.md', { rows: B.md, row: { Item: '{id}' } }]\nstates: [todo, done]\nplaces:\n  file: { in: 'work/{id}.md', front-matter: status, required-from: todo }\n  board: { in: B.md, row: { Item: '{id}' }, column: State }\n  list: { in: t.json, data: ['{id}'] }\ntruth: file\n",
    })
    expect(stdout.split('\n').slice(0, -1)).toEqual([
      't: 2 items',
      '    states: todo 1, unknown 1',
      '    place file: 1 of 2',
      '    place board: 2 of 2',
      '    place list: 0 of 2',
      '      there is nothing in `t.json` that can be read',
      '    cannot be read: work/a.md: Unexpected second key `status`, expected each once',
      '    cannot be read: t.json: Unexpected end, expected `,` or `]`',
    ])
    const { stdout: filesAlone } = await runHere(['workflow', 'check', '-'], {
      cwd: folder,
      input:
        "name: t\nitems: 'work/{id}.md'\nstates: [todo, done]\nplaces:\n  file: { front-matter: status }\n  board: { in: B.md, row: { Item: '{id}' }, column: State }\n",
    })
    expect(filesAlone).not.toContain('of no item')
  })

  it('says why the states are those of the default', async () => {
    const { code, stdout } = await runHere(['workflow', 'check', '-'], {
      cwd: places.folder({ ...files, 's.yml': 'project: x\n' }),
      input:
        "name: t\nitems: 'w/{id}.md'\nstates-from: { in: s.yml, at: [statuses], default: [todo, done] }\nplace: { front-matter: state }\n",
    })
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout:
        't: 1 item\n    states: todo 1\n      by default: there is no key `statuses` in `s.yml`, only `project`\n    place place: 1 of 1\n',
    })
  })

  it('counts a file of an item that an earlier source has', async () => {
    const { stdout } = await runHere(['workflow', 'check', '-'], {
      cwd: places.folder(files),
      input: `name: t\nitems: [{ keys: p.yml, at: [tasks] }, 'w/{id}.md']\nstates: [todo, done]\nplace: [{ data: [] }, { data: state }]\n`,
    })
    expect(stdout).toBe('t: 2 items\n    states: todo 1, done 1\n    place place: 2 of 2\n')
  })

  it('lists ids that come twice', async () => {
    const twice = { 'b.md': '| Item | State |\n|---|---|\n| a | todo |\n| A | done |\n' }
    const { stdout } = await runHere(['workflow', 'check', '-'], {
      cwd: places.folder(twice),
      input: `${rowsOf("row: { Item: '{id}' } }")}place: { column: State }\n`,
    })
    expect(stdout).toContain('    ids that come twice: a\n')
  })

  it.each([
    ['a configuration', declaration],
    ['a list', declaration.slice(declaration.indexOf('\n') + 1)],
    [
      'one alone',
      "name: work\nitems: 'work/{id}.md'\nstates: [todo, doing, review, done]\nplace: { front-matter: status }\n",
    ],
  ])('takes %s from standard input', async (_, text) => {
    expect(await check(places.folder(items), text)).toMatchObject({ workflows: [{ name: 'work', items: 4 }] })
  })

  it('prints what is wrong as a check does, and nothing else', async () => {
    const folder = places.folder({ ...items, 'my.yml': declaration.replace('place:', 'plac:') })
    const { code, stdout } = await runHere(['workflow', 'check', 'my.yml'], { cwd: folder })
    expect(code).toBe(2)
    expect(stdout).toContain('5:5  error    Unexpected key `plac`  CONFIG_INVALID')
    expect(stdout).toContain('Did you mean `place`?')
    const { stdout: data } = await runHere(['workflow', 'check', 'my.yml', '--format', 'json'], { cwd: folder })
    expect(JSON.parse(data)).toMatchObject({
      valid: false,
      errors: [{ code: 'CONFIG_INVALID', path: 'my.yml', line: 5 }],
    })
    // Nor does the file become policy.
    expect((await runHere(['status'], { cwd: folder })).code).toBe(3)
  })

  it.each([
    ['without a configuration', {}, [], 3, 'There is no .github/baton.yml'],
    ['with a file that is none', {}, ['gone.yml'], 2, 'Unexpected FILE gone.yml'],
    [
      'with a file that declares nothing',
      { 'x.yml': 'workflows: []\n' },
      ['x.yml'],
      3,
      'No workflow is declared in x.yml',
    ],
    ['with an empty file', { 'x.yml': '# to come\n' }, ['x.yml'], 3, 'No workflow is declared in x.yml'],
    [
      'with a configuration without workflows',
      { '.github/baton.yml': 'mode: auto\n' },
      [],
      3,
      'No workflow is declared in .github/baton.yml',
    ],
    ['with a declaration that finds nothing', { 'x.yml': declaration }, ['x.yml'], 1, 'work: finds no item'],
  ])('ends with its exit code %s', async (_, files: Files, words, code, text) => {
    const ran = await runHere(['workflow', 'check', ...words], {
      cwd: places.folder({ 'README.md': '# A\n', ...files }),
    })
    expect({ code: ran.code, text: ran.stdout + ran.stderr }).toEqual({
      code,
      text: expect.stringContaining(text) as unknown,
    })
  })
})

/** Repositories with states in one form each, and how many items of which words are in them. */
const forms: Readonly<Record<string, (words: readonly string[]) => Files>> = {
  'front matter': (words) => Object.fromEntries(words.map((word, index) => [`docs/tasks/t${index}.md`, item(word)])),
  labels: (words) => Object.fromEntries(words.map((word, index) => [`t${index}.md`, `# T\n\n**Status:** ${word}\n`])),
  'a table': (words) => ({
    'BOARD.md': `# My board\n\n| Item | State |\n|---|---|\n${words.map((word, index) => `| T-${index} | ${word} |\n`).join('')}`,
  }),
  folders: (words) =>
    Object.fromEntries(words.map((word, index) => [`work/${word.toLowerCase()}/t${index}.md`, '# T\n'])),
  'elements of JSON': (words) => ({
    'a.json': JSON.stringify({ plan: { tasks: words.map((status, id) => ({ id, status })) } }),
  }),
  'keys of YAML': (words) => ({
    'b.yml': `stories:\n${words.map((word, index) => `  s-${index}: ${word}\n`).join('')}`,
  }),
  boxes: (words) => ({
    'PLAN.md': words.map((word, index) => `- [${word === 'Done' ? 'x' : ' '}] B${index}: what\n`).join(''),
  }),
}

describe('baton workflow draft', () => {
  const cases = Object.keys(forms).flatMap((form) =>
    [
      ['Todo', 'Done'],
      ['Backlog', 'Doing', 'Review', 'Done', 'Doing'],
      ['Done', 'Cancelled', 'Open', 'Blocked', 'Open', 'Open', 'Done'],
    ].map((words) => [form, words] as const),
  )

  it.each(cases)('prints what check takes, and what finds the items that it counts: %s, %j', async (form, words) => {
    const folder = committed(forms[form]?.(words) ?? {})
    const { yaml, drafts } = await draft(folder)
    expect(drafts).toMatchObject([{ items: words.length }])
    const { workflows } = await check(folder, yaml)
    expect(workflows.map(({ name, kinds }) => [name, kinds[0]?.places[0]?.items])).toEqual(
      drafts.map(({ name, items: all }) => [name, all]),
    )
    expect(workflows).toMatchObject([{ kinds: [{ drifts: [], places: [{ unknown: [] }] }] }])
  })

  it.each([
    [
      'a table, by a key',
      'BOARD.md',
      (words: readonly string[]) =>
        `# B\n\n| No | State |\n|---|---|\n${words.map((word, index) => `| K-${index} | ${word} |\n`).join('')}`,
    ],
    [
      'a table, by the files',
      'BOARD.md',
      (words: readonly string[]) =>
        `# B\n\n| No | State |\n|---|---|\n${words.map((word, index) => `| t${index} | ${word} |\n`).join('')}`,
    ],
    [
      'keys of YAML',
      'board.yml',
      (words: readonly string[]) => words.map((word, index) => `t${index}: ${word}\n`).join(''),
    ],
    [
      'a table, by the files, with titles',
      'BOARD.md',
      (words: readonly string[]) =>
        `# B\n\n| Item | State |\n|---|---|\n${words.map((word, index) => `| t${index}: Read/write ${word} | ${word} |\n`).join('')}`,
    ],
    [
      'a table, by a key, with titles behind a dash',
      'BOARD.md',
      (words: readonly string[]) =>
        `# B\n\n| Item | State |\n|---|---|\n${words.map((word, index) => `| **K-${index} – The ${word}** | ${word} |\n`).join('')}`,
    ],
    [
      'boxes',
      'TODO.md',
      (words: readonly string[]) =>
        words.map((word, index) => `- [${word === 'Done' ? 'x' : ' '}] t${index}: what\n`).join(''),
    ],
  ])(
    'takes %s that repeats the states of files for a second place, and finds where it differs',
    async (_, path, copyOf) => {
      const cards = Object.fromEntries(
        ['todo', 'done', 'done'].map((word, index) => [
          `docs/t${index}.md`,
          `---\nkey: K-${index}\nstatus: ${word}\n---\n`,
        ]),
      )
      const folder = committed({ ...cards, [path]: copyOf(['Done', 'Done', 'Todo']) })
      const { yaml, drafts } = await draft(folder)
      expect(drafts).toMatchObject([{ name: 'docs', items: 3 }])
      const { workflows } = await check(folder, yaml)
      expect(workflows).toMatchObject([
        {
          kinds: [
            {
              drifts: [expect.stringMatching(/0$/), expect.stringMatching(/2$/)],
              places: [{ items: 3 }, { items: 3 }],
            },
          ],
        },
      ])
    },
  )

  const statesIn = (yaml: string) => /^    states: .*$/m.exec(yaml)?.[0]

  it.each<readonly [string, readonly string[], readonly string[], string | undefined]>([
    ['all items', ['todo', 'doing', 'done'], ['todo', 'doing', 'done'], 'todo'],
    [
      'all from a state on',
      ['todo', 'todo', 'doing', 'doing', 'done'],
      ['todo', '-', 'doing', 'doing', 'done'],
      'doing',
    ],
    ['all in the last state, which are few', ['todo', 'todo', 'done'], ['todo', '-', 'done'], undefined],
    [
      'some in every state',
      ['todo', 'todo', 'done', 'done', 'done', 'done'],
      ['todo', '-', 'done', 'done', 'done', '-'],
      undefined,
    ],
    ['some without a word', ['todo', 'doing', 'doing', 'done'], ['todo', 'doing', '', 'done'], undefined],
  ])('requires a second place from the state on from which all items have it: %s', async (_, words, cells, state) => {
    const cards = Object.fromEntries(words.map((word, index) => [`docs/t${index}.md`, item(word)]))
    const rows = cells.map((cell, index) => (cell === '-' ? '' : `| t${index} | ${cell} |\n`)).join('')
    const folder = committed({ ...cards, 'BOARD.md': `# Board\n\n| Item | Status |\n|---|---|\n${rows}` })
    const { yaml } = await draft(folder)
    expect(/required-from: (\w+)/.exec(yaml)?.[1]).toBe(state)
    expect(yaml.includes("guessed: from '")).toBe(state !== undefined)
    writeFileSync(join(folder, 'draft.yml'), yaml)
    const { stdout } = await runHere(['validate', '--config', 'draft.yml'], { cwd: folder })
    expect(stdout).toContain('nothing is wrong')
  })

  const decisions = {
    'docs/adr/login.md': '# Login\n\n## Status\n\nAccepted\n\n## Context\n\nNone.\n',
    'docs/adr/search.md': '# Search\n\n## Status\n\nProposed\n',
    'docs/adr/export.md': '# Export\n\nStatus\n------\n\nSuperseded\n',
  }

  it('finds states below headings, and copies of them in a table and in boxes whose ids are words before a title', async () => {
    const folder = committed({
      ...decisions,
      'INDEX.md':
        '# Index\n\n| Decision | Status |\n|---|---|\n| login: A form | Accepted |\n| search: By word | Accepted |\n',
      'TODO.md': '- [x] login: A form\n- [ ] search: By word\n- [ ] export: As CSV\n',
    })
    const { yaml, drafts } = await draft(folder)
    expect(drafts).toMatchObject([{ name: 'adr', items: 3, words: { Accepted: 1, Proposed: 1, Superseded: 1 } }])
    const { workflows } = await check(folder, yaml)
    expect(workflows).toMatchObject([
      {
        items: 3,
        kinds: [{ drifts: ['adr:export', 'adr:search'], places: [{ items: 3 }, { items: 2 }, { items: 3 }] }],
      },
    ])
  })

  it.each([
    [
      'a table',
      (words: readonly string[]) =>
        `# Index\n\n| No | Status |\n|---|---|\n${words.map((word, index) => `| 000${index + 1} | ${word} |\n`).join('')}`,
    ],
    [
      'a table of links',
      (words: readonly string[]) =>
        `| ADR | Title | Status |\n|---|---|---|\n${words.map((word, index) => `| [000${index + 1}](000${index + 1}-decision.md) | D | ${word} |\n`).join('')}`,
    ],
    [
      'a table of numbers before titles',
      (words: readonly string[]) =>
        `| ADR | Status |\n|---|---|\n${words.map((word, index) => `| 000${index + 1} - A/b | ${word} |\n`).join('')}`,
    ],
    [
      'boxes',
      (words: readonly string[]) =>
        words.map((word, index) => `- [${word === 'Accepted' ? 'x' : ' '}] 000${index + 1}: A decision\n`).join(''),
    ],
  ])(
    'knows files by the numbers before their titles, as %s beside them has them, and finds where it differs',
    async (_, indexOf) => {
      const adr = Object.fromEntries(
        ['Accepted', 'Proposed', 'Accepted'].map((word, index) => [
          `docs/adr/000${index + 1}-decision-${index}.md`,
          `# D\n\n## Status\n\n${word}\n`,
        ]),
      )
      const folder = committed({ ...adr, 'docs/adr/README.md': indexOf(['Accepted', 'Proposed', 'Proposed']) })
      const { yaml, drafts } = await draft(folder)
      expect(drafts).toMatchObject([{ name: 'adr', items: 3 }])
      expect(yaml).toContain("    items: { files: 'docs/adr/{number}-{name}.md', id: '{number}' }\n")
      expect(yaml).toContain('# id: the items are named by the numbers of their files\n')
      const { workflows } = await check(folder, yaml)
      expect(workflows).toMatchObject([
        {
          items: 3,
          kinds: [
            {
              drifts: ['adr:0003'],
              places: [
                { items: 3, unknown: [] },
                { items: 3, unknown: [] },
              ],
            },
          ],
        },
      ])
    },
  )

  it.each<readonly [string, Files, string]>([
    ['of a label', { 'work/a/PLAN.md': 'Status: todo\n', 'work/b/PLAN.md': 'Status: done\n' }, 'work/{id}/PLAN.md'],
    ['of front matter', { 'a/README.md': item('todo'), 'b/README.md': item('done') }, '{id}/README.md'],
    ['of data', { 'work/a/task.yml': 'state: open\n', 'work/b/task.yml': 'state: closed\n' }, 'work/{id}/task.yml'],
    [
      'apart from what lies beside them',
      { 'work/a/PLAN.md': item('todo'), 'work/b/PLAN.md': item('done'), 'work/b/NOTES.md': '# Notes\n' },
      'work/{id}/PLAN.md',
    ],
  ])('finds one file in each of several folders: %s', async (_, files, template) => {
    const folder = committed(files)
    const { yaml } = await draft(folder)
    expect(yaml).toContain(`    items: '${template}'\n`)
    expect(await check(folder, yaml)).toMatchObject({ workflows: [{ items: 2 }] })
  })

  it('finds files of data, with their holder and what they depend on', async () => {
    const issue = (state: string, more: string) => `state: ${state}\n${more}`
    const folder = committed({
      'issues/1.yml': issue('open', 'blocked_by: [2]\n'),
      'issues/2.yml': issue('in-progress', 'assignee: hubot\n'),
      'issues/3.yml': issue('closed', ''),
    })
    const { yaml } = await draft(folder)
    expect(yaml).toContain("    items: 'issues/{id}.yml'\n    states: [open, in-progress, closed]\n")
    expect(yaml).toContain(
      '    fields: { holder: { data: assignee } }\n    # depends: { data: blocked_by, once: in-progress }\n',
    )
    expect(await check(folder, yaml.replace('# depends', 'depends'))).toMatchObject({ workflows: [{ items: 3 }] })
  })

  it('finds the files of a folder rather than those of one name in several', async () => {
    const folder = committed(
      Object.fromEntries(['a/1', 'a/2', 'b/1', 'b/2'].map((name) => [`${name}.md`, item('todo')])),
    )
    expect((await draft(folder)).drafts).toMatchObject([{ items: 2 }, { items: 2 }])
  })

  it('leaves the files of a built-in protocol to it', async () => {
    const handoff = '---\nplugin: A\nstage: 2\nstatus: in_progress\n---\n'
    const folder = committed({ 'plugins/A/.continue-here.md': handoff, 'plugins/B/.continue-here.md': handoff })
    expect(await runHere(['workflow', 'draft'], { cwd: folder })).toMatchObject({ code: 3 })
  })

  describe('names items by a key of their files', () => {
    const words = ['todo', 'todo', 'doing', 'doing', 'review', 'done', 'done', 'done', 'done', 'todo', 'todo', 'todo']
    const task = (id: string, status: string, more = '') => `---\nid: ${id}\nstatus: ${status}\n${more}---\n\n# Task\n`
    const tasks = Object.fromEntries(
      words.map((word, index) => [`tasks/task-${index}.md`, task(`T-${index + 10}`, word)] as const),
    )
    const board = `# Board\n\n| Id | Status |\n|---|---|\n${words
      .map((word, index) => `| T-${index + 10} | ${index === 3 ? 'done' : word} |\n`)
      .join('')}`
    const items = "    items: { files: 'tasks/{name}.md', id: { front-matter: id } }\n"

    it.each<readonly [string, Readonly<Record<string, string>>, number]>([
      ['that is called id', {}, 12],
      ['beside an overview of them', { 'tasks/README.md': '# Tasks\n' }, 12],
      ['that a copy of a file has, too', { 'tasks/task-1-copy.md': task('T-11', 'todo') }, 13],
    ])('%s, and finds where a table differs', async (_, more, count) => {
      const folder = committed({ ...tasks, ...more, 'BOARD.md': board })
      const { yaml, drafts } = await draft(folder)
      expect(drafts).toMatchObject([{ name: 'tasks', items: count }])
      expect(yaml).toContain(items)
      const { workflows } = await check(folder, yaml)
      expect(workflows).toMatchObject([{ kinds: [{ drifts: ['tasks:T-13'] }] }])
    })

    it('without copies of them, too', async () => expect((await draft(committed(tasks))).yaml).toContain(items))

    it('by which others depend on them, whatever it is called', async () => {
      const keyed = Object.entries(tasks).map(([path, text]) => [path, text.replace('id:', 'key:')] as const)
      const folder = committed({
        ...Object.fromEntries(keyed),
        'tasks/last.md': '---\nkey: T-99\nstatus: todo\ndepends: [T-12]\n---\n',
      })
      expect((await draft(folder)).yaml).toContain(items.replace('id }', 'key }'))
    })

    it('only where their names are not the same', async () => {
      const named = Object.fromEntries(words.map((word, index) => [`tasks/T-${index}.md`, task(`T-${index}`, word)]))
      expect((await draft(committed(named))).yaml).toContain("    items: 'tasks/{id}.md'\n")
    })

    it('and leaves an overview without a key out', async () => {
      const { yaml } = await draft(
        committed({ 'work/a.md': item('todo'), 'work/b.md': item('done'), 'work/README.md': '# Work\n' }),
      )
      expect(yaml).toContain("    items: { files: 'work/{id}.md', except: [README] }\n")
    })
  })

  it.each([
    ['a number twice', ['0001-a', '0001-b', '0002-c']],
    ['a name without a number', ['0001-a', '0002-b', 'notes']],
    ['several marks', ['0001-a', '0002_b', '0003-c']],
  ])('knows files by their names where these have %s', async (_, names) => {
    const files = Object.fromEntries(
      names.map((name, index) => [`adr/${name}.md`, `Status: ${index === 0 ? 'accepted' : 'draft'}\n`]),
    )
    const folder = committed({
      ...files,
      'INDEX.md': '| No | Status |\n|---|---|\n| 0001 | accepted |\n| 0002 | draft |\n',
    })
    const { yaml, drafts } = await draft(folder)
    expect(drafts.map(({ items: count }) => count)).toEqual([3, 2])
    expect(yaml).toContain("    items: 'adr/{id}.md'\n")
    await check(folder, yaml)
  })

  const table = (heading: string, rows: readonly (readonly [string, string])[]) =>
    `## ${heading}\n\n| Ref | Stage |\n|---|---|\n${rows.map(([id, word]) => `| ${id} | ${word} |\n`).join('')}`
  const roadmap = table('Features', [
    ['**RM-1**', 'Idea'],
    ['**RM-2**', 'Building'],
    ['**RM-3**', 'QA'],
    ['**RM-4**', 'Shipped 🚀'],
    ['**RM-5**', 'Dropped'],
  ])

  it('of two tables begins with the one that has more items; the other repeats it', async () => {
    const copy = table('Scope', [
      ['RM-3', 'QA'],
      ['RM-4', 'Shipped 🚀'],
    ])
    const folder = committed({ 'A.md': copy, 'ROADMAP.md': roadmap })
    const { yaml, drafts } = await draft(folder)
    expect(drafts).toMatchObject([{ items: 5, words: { Idea: 1, 'Shipped 🚀': 1 } }])
    const { workflows } = await check(folder, yaml)
    expect(workflows).toMatchObject([{ kinds: [{ drifts: [], places: [{ items: 5 }, { items: 2 }] }] }])
  })

  it.each([
    ['one name or none', ['owner: octocat', 'owner:'], 'owner'],
    ['a list of one or none', ['assignee: [octocat]', 'assignee: []'], 'assignee'],
    ['a line that is no YAML', ['Assigned-To: @octocat', 'other: x'], 'Assigned-To'],
    ['a list of several', ['assignee: [octocat, hubot]', 'assignee: octocat'], undefined],
    ['of two keys the plainer', ['owner: a\nagent: b', 'agent: c'], 'agent'],
  ])('takes a key that names who works on an item as its holder: %s', async (_, lines, key) => {
    const files = lines.map((line, index) => [
      `work/${index}.md`,
      `---\nstatus: ${index === 0 ? 'doing' : 'todo'}\n${line}\n---\n`,
    ])
    const folder = committed(Object.fromEntries(files) as Files)
    const { yaml } = await draft(folder)
    expect(/fields: .*/.exec(yaml)?.[0]).toBe(key && `fields: { holder: { front-matter: ${key} } }`)
    expect(await check(folder, yaml)).toMatchObject({ workflows: [{ items: 2 }] })
  })

  it('of two tables with other ids makes two declarations', async () => {
    const folder = committed({
      'A.md': table('Scope', [
        ['X-1', 'Idea'],
        ['X-2', 'QA'],
      ]),
      'ROADMAP.md': roadmap,
    })
    expect((await draft(folder)).drafts.map(({ items: count }) => count)).toEqual([5, 2])
  })

  it('takes several forms at once, in a repository with many traps', async () => {
    const all = Object.values(forms).map((form) => form(['Todo', 'Doing', 'Done']))
    const traps = {
      'a {b}/x.md': item('todo'),
      '.github/x.md': item('todo'),
      'bad.yml': 'a: [',
      'q.md': '---\n"it\'s": done\n---\n',
      'big.md': 'x'.repeat(300_000),
    }
    const folder = committed(Object.assign({}, ...all, traps) as Files)
    const { yaml, drafts } = await draft(folder)
    expect(drafts.length).toBe(7)
    const { workflows } = await check(folder, yaml)
    expect(workflows.map(({ kinds }) => kinds[0]?.places[0]?.items)).toEqual(
      drafts.map((workflowDraft) => workflowDraft.items),
    )
  })

  it('begins with the presets whose files are there, and drafts nothing of those files', async () => {
    const tasks = [1, 2, 3].map((id) => ({
      id,
      title: 'A',
      status: id === 1 ? 'done' : 'pending',
      dependencies: [],
      subtasks: [],
    }))
    const folder = committed({
      ...items,
      '.taskmaster/tasks/tasks.json': JSON.stringify({ master: { tasks } }, null, 2),
    })
    const { yaml, presets, drafts } = await draft(folder)
    expect({ presets, drafts }).toMatchObject({
      presets: [{ preset: 'task-master', path: '.taskmaster/tasks/tasks.json', entry: 'task-master', targets: 3 }],
      drafts: [{ name: 'work' }],
    })
    const { workflows } = await check(folder, yaml)
    expect(workflows.map(({ name }) => name)).toEqual(['task-master', 'work'])
  })

  it('orders states, and says what it found them in', async () => {
    const { stdout } = await runHere(['workflow', 'draft'], { cwd: committed({ ...items, 'work/e.md': item('odd') }) })
    expect(stdout).toBe(
      [
        '# For .github/baton.yml; `baton workflow check` tries it.',
        'workflows:',
        '  # 5 files in work/: todo 1, doing 1, review 1, done 1, odd 1',
        "  # guessed: where 'odd' stands in the order",
        '  - name: work',
        "    items: 'work/{id}.md'",
        '    states: [todo, doing, review, odd, done]',
        '    places: { file: { front-matter: status } }',
        '',
      ].join('\n'),
    )
  })

  it.each([
    ['done', '[open, done]', 'add `holder: agent`'],
    ['in progress', '[open, in progress, done]', "guessed: 'done', in which no item is yet"],
  ])('ends no item in the hands of an agent: open and %s', async (last, states, why) => {
    const folder = committed({ 'work/a.md': item('open'), 'work/b.md': item(last) })
    const { yaml, drafts } = await draft(folder)
    expect(statesIn(yaml)).toBe(`    states: ${states}`)
    expect(drafts).toMatchObject([{ why: [expect.stringContaining(why)] }])
    expect(await check(folder, yaml)).toMatchObject({ workflows: [{ items: 2 }] })
  })

  it.each([
    [
      'a last state that is guessed',
      { 'a.md': '| Id | Status |\n|---|---|\n| T1 | todo |\n| T2 | parked |\n' },
      '# guessed: the last state ends',
    ],
    [
      'copies',
      { ...items, 'b.md': '| Id | Status |\n|---|---|\n| a | todo |\n| b | doing |\n' },
      '# add `truth: PLACE`',
    ],
    [
      'a table in which an id comes twice',
      { 'a.md': '| Id | Status |\n|---|---|\n| T1 | todo |\n| T1 | done |\n' },
      "a table of a.md: 'Id' is the same in several rows, and so names none of them",
    ],
    [
      'elements without an id',
      { 'a.json': '[{ "title": "A thing", "status": "todo" }, { "title": "A thing", "status": "done" }]' },
      "a.json: the elements have 'status', but no key whose value is there and another for each of them",
    ],
    [
      'elements whose ids come twice',
      { 'a.json': '[{ "id": 1, "status": "todo" }, { "id": 1, "status": "done" }]' },
      "a.json: the elements have 'status', but no key whose value is there and another for each of them",
    ],
    [
      'boxes without ids',
      { 'a.md': '- [ ] T1: a\n- [x] T2: b\n- [ ] c\n' },
      'boxes of a.md: not every box begins with an id',
    ],
  ])('says why, of %s', async (_, files: Files, why) => {
    const { stdout, stderr } = await runHere(['workflow', 'draft'], { cwd: committed(files) })
    expect(stdout + stderr).toContain(why)
    const { drafts, left } = await draft(committed({ ...items, ...files }))
    expect(JSON.stringify([drafts.map((workflowDraft) => workflowDraft.why), left])).toContain(
      why.replace(/^# |^.*?: /, ''),
    )
  })

  /** Items in the order of their states, so many of each. */
  const inStates = (...counts: readonly (readonly [word: string, count: number])[]) =>
    counts.flatMap(([word, count]) => Array.from({ length: count }, () => word))

  const looms = inStates(['woven', 5], ['on the loom', 3], ['strung', 4])
  const rows = (words: readonly string[], more: (word: string, index: number) => string = () => 'x') =>
    words.map((word, index) => `| L.${index} | ${word} | ${more(word, index)} |\n`).join('')

  it('takes the only column whose few values repeat, in the order of the rows, and who is named in one state alone', async () => {
    const table = `# Looms\n\n| No. | How far | Weaver |\n|---|---|---|\n${rows(looms, (word) => (word === 'on the loom' ? '@mona' : ''))}`
    const folder = committed({ 'LOOMS.md': table })
    const { yaml, drafts } = await draft(folder)
    expect(drafts).toMatchObject([{ name: 'looms', items: 12, words: { woven: 5 } }])
    expect(yaml).toContain("items: { rows: 'LOOMS.md', table: Looms, row: { 'No.': '{id}' } }")
    expect(yaml).toContain('states: [strung, on the loom, woven]')
    expect(yaml).toContain('fields: { holder: { column: Weaver } }')
    expect(drafts[0]?.why).toEqual([
      "guessed: 'How far' has the state, since it alone has few values that repeat",
      "guessed: where 'strung', 'on the loom', 'woven' stand in the order, from the order of the items",
      'guessed: the first state begins, since no usual word for that is there',
      'guessed: the last state ends, since no usual word for that is there',
      "guessed: who works on an item stands in 'Weaver', which is filled in 'on the loom' alone",
    ])
    expect(await check(folder, yaml)).toMatchObject({ workflows: [{ items: 12 }] })
  })

  it('takes tables with the same columns below several headings together, where no id is in two', async () => {
    const parts = [looms.slice(0, 5), looms.slice(5, 8), looms.slice(8)]
    const below = (start: (index: number) => number, words: readonly string[], index: number) =>
      `## Hall ${index + 1}\n\n| No. | How far |\n|---|---|\n${words.map((word, row) => `| L.${start(index) + row} | ${word} |\n`).join('')}\n`
    const apart = parts.map((words, index) => below((part) => part * 10, words, index)).join('')
    const folder = committed({ 'LOOMS.md': apart })
    const { yaml, drafts } = await draft(folder)
    expect(drafts).toMatchObject([{ name: 'looms', items: 12 }])
    expect(yaml).toContain(
      "items: [{ rows: 'LOOMS.md', table: Hall 1, row: { 'No.': '{id}' } }, { rows: 'LOOMS.md', table: Hall 2, row: { 'No.': '{id}' } }, { rows: 'LOOMS.md', table: Hall 3, row: { 'No.': '{id}' } }]",
    )
    expect(await check(folder, yaml)).toMatchObject({
      workflows: [{ items: 12, kinds: [{ duplicates: [], places: [{ items: 12, unknown: [] }] }] }],
    })
    const usual = parts.map((_, index) => below(() => 0, ['todo', 'done'], index)).join('')
    expect((await draft(committed({ 'LOOMS.md': usual }))).drafts.length).toBeGreaterThan(0)
  })

  it('takes the only key of front matter whose few values repeat', async () => {
    const files = looms.map((word, index) => [
      `looms/l${index}.md`,
      `---\nhow: ${word === 'strung' ? '🧵 strung' : word}\ntype: a\n---\n`,
    ])
    const folder = committed(Object.fromEntries(files) as Files)
    const { yaml, drafts } = await draft(folder)
    expect(drafts).toMatchObject([{ name: 'looms', items: 12, words: { woven: 5 } }])
    expect(drafts[0]?.why[0]).toBe("guessed: 'how' has the state, since it alone has few values that repeat")
    expect(await check(folder, yaml)).toMatchObject({
      workflows: [{ items: 12, kinds: [{ places: [{ unknown: [] }] }] }],
    })
  })

  it.each([
    ['two lines', 'x\\n  - bmad #'],
    ['control characters', 'x\\e[31mRED\\u202e'],
    ['a line separator', 'x\\u2028y'],
    ['a template', 'st {x}'],
  ])('takes no key of front matter for the state or the id that has %s', async (_, key) => {
    const asState = looms.map((word, index) => [`looms/l${index}.md`, `---\n"${key}": ${word}\n---\n`])
    const asId = looms.map((_word, index) => [`work/w${index}.md`, `---\nstatus: todo\n"${key}": K-${index}\n---\n`])
    const copy = `| No | Status |\n|---|---|\n${looms.map((_word, index) => `| K-${index} | todo |\n`).join('')}`
    const folder = committed({ ...(Object.fromEntries([...asState, ...asId]) as Files), 'BOARD.md': copy })
    const { yaml, drafts } = await draft(folder)
    expect(drafts.map(({ name }) => name)).toEqual(['work', 'board'])
    expect(yaml).not.toMatch(/bmad|RED|st \{x\}/)
    expect(await check(folder, yaml)).toMatchObject({ workflows: [{ items: 12 }, { items: 12 }] })
  })

  it.each([
    ['two such columns', `| No | A | B |\n|---|---|---|\n${rows(looms, (word) => word.toUpperCase())}`],
    ['a name of something else', `| No | Type | B |\n|---|---|---|\n${rows(looms)}`],
    ['answers', `| No | A | B |\n|---|---|---|\n${rows(inStates(['yes', 4], ['no', 5], ['maybe', 3]))}`],
    [
      'obligations',
      `| No | A | B |\n|---|---|---|\n${rows(inStates(['MANDATORY', 4], ['RECOMMENDED', 5], ['free', 3]))}`,
    ],
    ['two unusual words', `| No | A | B |\n|---|---|---|\n${rows(inStates(['woven', 5], ['strung', 5]))}`],
    [
      'what they are parts of, each with as many',
      `| No | A | B |\n|---|---|---|\n${rows(inStates(['Warp', 4], ['Weft', 4], ['Heddle', 4]))}`,
    ],
    ['too few items', `| No | A | B |\n|---|---|---|\n${rows(inStates(['woven', 2], ['strung', 2], ['cut', 1]))}`],
    ['names in code', `| No | A | B |\n|---|---|---|\n${rows(looms).replaceAll(/L\.\d+/g, '`$&`')}`],
    ['names of several words', `| No | A | B |\n|---|---|---|\n${rows(looms).replaceAll('L.', 'A loom ')}`],
  ])('takes no column for the state among %s', async (_, table) => {
    expect(await runHere(['workflow', 'draft'], { cwd: committed({ 'LOOMS.md': table }) })).toMatchObject({ code: 3 })
  })

  it.each([
    ['nearly a frequent word', inStates(['doing', 4], ['dooing', 1], ['done', 3]), 'dooing'],
    ['alone among many', [...inStates(['todo', 9], ['done', 4]), 'hm?'], 'hm?'],
  ])('leaves a word of one item out of the states that is %s, and check shows it', async (_, words, slip) => {
    const files = Object.fromEntries(
      words.map((word, index) => [`looms/l${index}.md`, item(index === 0 ? 'done' : word)]),
    )
    const folder = committed(files)
    const { yaml, drafts } = await draft(folder)
    expect(drafts[0]?.why[0]).toBe(
      `left out of the states, since one item alone has it: '${slip}' (of 'l${words.indexOf(slip)}'); add what is no slip`,
    )
    expect(statesIn(yaml)).not.toContain(slip)
    expect(await check(folder, yaml)).toMatchObject({ workflows: [{ kinds: [{ places: [{ unknown: [slip] }] }] }] })
  })

  const sentence = 'waits until the others have said what they think of it'
  const oddWords: readonly (readonly [odd: string, why: string, forms: readonly string[]])[] = [
    [
      'to\u200bdo',
      "has invisible characters, and is no word of a state until they are removed: 'to\\u{200b}do'",
      ['front matter', 'labels', 'a table', 'elements of JSON', 'keys of YAML'],
    ],
    [
      sentence,
      `left out of the states, since it is too long for one or has braces: '${sentence.slice(0, 39)}…'`,
      ['front matter', 'labels', 'a table', 'elements of JSON'],
    ],
    [
      'doen',
      "left out of the states, since one item alone has it: 'doen'",
      ['front matter', 'labels', 'a table', 'elements of JSON', 'keys of YAML'],
    ],
  ]
  it.each(oddWords.flatMap(([odd, why, names]) => names.map((form) => [form, odd, why] as const)))(
    'hides no items for an odd word of one of them: %s, %j',
    async (form, odd, why) => {
      const folder = committed(forms[form]?.(['todo', 'done', 'doing', 'done', odd]) ?? {})
      const { yaml, drafts } = await draft(folder)
      expect(drafts).toMatchObject([{ items: 5 }])
      expect(yaml).toContain(why)
      expect(/states: (.*)/.exec(yaml)?.[1]).toBe('[todo, doing, done]')
      expect(await check(folder, yaml)).toMatchObject({ workflows: [{ kinds: [{ places: [{ unknown: [odd] }] }] }] })
    },
  )

  it.each<readonly [string, string, string]>([
    ['an empty key', 'docs/t4.md', '---\nstatus:\n---\n'],
    ['a list', 'docs/t4.md', '---\nstatus: [todo, done]\n---\n'],
    ['a key twice', 'docs/t4.md', '---\nstatus: todo\nstatus: done\n---\n'],
  ])('hides no folder for one file: %s', async (_, path, text) => {
    const cards = ['todo', 'done', 'doing', 'done'].map((word, index) => [`docs/t${index}.md`, item(word)])
    const { yaml, drafts } = await draft(committed({ ...(Object.fromEntries(cards) as Files), [path]: text }))
    expect(drafts).toMatchObject([{ items: 4 }])
    expect(yaml).toContain("items: 'docs/{id}.md'")
  })

  it.each<readonly [string, string, string]>([
    [
      'an element',
      'a.json',
      '[{"id":1,"status":"todo"},{"id":2,"status":"done"},{"id":3,"status":"done"},{"id":4,"status":null}]',
    ],
    ['a key', 'a.yml', 'a: todo\nb: done\nc: done\nd:\n'],
  ])('hides no data for %s that says nothing', async (_, path, text) => {
    expect((await draft(committed({ [path]: text }))).drafts).toMatchObject([{ items: 3 }])
  })

  it('says that boxes lack ids only where there is nothing else', async () => {
    const boxes = { 'TODO.md': '- [ ] Buy milk\n- [x] Write the form\n' }
    const { code, stderr } = await runHere(['workflow', 'draft'], { cwd: committed(boxes) })
    expect([code, stderr]).toEqual([3, expect.stringContaining('boxes of TODO.md: no two boxes begin with an id')])
    const { yaml } = await draft(committed({ ...boxes, 'work/a.md': item('todo'), 'work/b.md': item('done') }))
    expect(yaml).not.toContain('TODO.md')
  })

  it('finds the ids of boxes in emphasis, code and links', async () => {
    const boxes = '- [x] **PAY-1** Card\n- [ ] [PAY-2](pay-2.md) Cash\n- [ ] `PAY-3` Coin\n'
    const folder = committed({ 'ROADMAP.md': boxes })
    const { yaml } = await draft(folder)
    expect(yaml).toContain("    items: { boxes: 'ROADMAP.md', text: '{id} {title}' }\n")
    expect(await check(folder, yaml)).toMatchObject({ workflows: [{ items: 3 }] })
  })

  it('translates no word of a copy to what it takes for a slip', async () => {
    const words = ['todo', 'todo', 'todo', 'todo', 'todo', 'doing', 'doing', 'doing', 'done', 'done', '1.5']
    const rows = words.map((word, index) => `| T-${index} | ${word} |\n`)
    const entries = words.map((word, index) => `T-${index}: { state: ${word === 'todo' ? 'To be done' : word} }\n`)
    const folder = committed({
      'BOARD.md': `# Board\n\n| Id | State |\n|---|---|\n${rows.join('')}`,
      'data.yml': entries.join(''),
    })
    const { yaml } = await draft(folder)
    expect(yaml).toContain('says: { To be done: todo, doing: doing, done: done }')
    expect(await check(folder, yaml)).toMatchObject({ workflows: [{ items: 11 }] })
  })

  it('keeps a title before the ids of rows and boxes for one id with an invisible character', async () => {
    const rows = ['K-1: a | todo', 'K\u200b-2: b | done', 'K-3: c | done'].map((row) => `| ${row} |\n`).join('')
    const { yaml } = await draft(
      committed({
        'A.md': `| Item | State |\n|---|---|\n${rows}`,
        'B.md': '- [ ] B1: x\n- [x] B\u200b2: y\n',
        'c.json': '[{"id":"C1","status":"todo"},{"id":"C\u200b2","status":"done"}]',
      }),
    )
    expect(yaml).toContain("row: { Item: '{id}: {title}' }")
    expect(yaml).toContain("boxes: 'B.md', text: '{id}: {title}'")
    expect(yaml).toContain("elements: 'c.json', at: [] }")
  })

  it('says of a folder with a status in its front matter why it is left out', async () => {
    const folder = committed({ 'docs/a.md': item('sunny'), 'docs/b.md': item('rainy') })
    const { stderr } = await runHere(['workflow', 'draft'], { cwd: folder })
    expect(stderr).toContain("Left out, 2 files in docs/: of 'status' too few values are usual words for states.")
  })

  it('names a word that a copy has once either as a state or as left out', async () => {
    const words = ['todo', 'done', 'doen', 'doing']
    const cards = words.map((word, index) => [`docs/t${index}.md`, item(word)])
    const rows = ['todo', 'done', 'done', 'done'].map((word, index) => `| t${index} | ${word} |\n`).join('')
    const { yaml } = await draft(
      committed({
        ...(Object.fromEntries(cards) as Files),
        'BOARD.md': `# Board\n\n| Item | Status |\n|---|---|\n${rows}`,
      }),
    )
    expect(yaml).toContain("since one item alone has it: 'doen' (of 't2'); add what is no slip")
    expect(statesIn(yaml)).not.toContain('doen')
  })

  it('takes the states of data for those of boxes that repeat it', async () => {
    const tasks = ['todo', 'blocked', 'done'].map((status, index) => ({ id: `T${index}`, status }))
    const boxLines = ['- [ ] T0 a\n', '- [ ] T1 b\n', '- [x] T2 c\n']
    const states =
      'states: { todo: { begin: true, holder: orchestrator }, blocked: { holder: orchestrator }, done: { end: true, holder: orchestrator } }'
    const same = await draft(committed({ 'a.json': JSON.stringify(tasks), 'TODO.md': boxLines.join('') }))
    expect(same.yaml).toContain(states)
    expect(same.yaml).toContain("items: { elements: 'a.json', at: [] }")
    const more = await draft(
      committed({ 'a.json': JSON.stringify(tasks), 'TODO.md': `${boxLines.join('')}- [ ] T3 d\n` }),
    )
    expect(more.yaml).toContain(states)
    expect(more.yaml).toContain('# an open box says every state before the end')
  })

  it('asks of a word that one item has beside a usual one of its meaning, which becomes no state of its own', async () => {
    const words = ['todo', 'todo', 'doing', 'in progress', 'done', 'done']
    const cards = words.map((word, index) => [`docs/t${index}.md`, `---\nstatus: ${word}\nowner: ana\n---\n`])
    const rows = ['todo', '', 'doing', 'doing', 'done', 'done'].map((word, index) =>
      word === '' ? '' : `| t${index} | ${word} |\n`,
    )
    const folder = committed({
      ...(Object.fromEntries(cards) as Files),
      'BOARD.md': `# Board\n\n| Item | Status |\n|---|---|\n${rows.join('')}`,
    })
    const { yaml, drafts } = await draft(folder)
    expect(drafts[0]?.why).toEqual([
      "left out of the states, since one item alone has it: 'in progress' (of 't3'); add what is no slip",
      "is 'in progress' another word for 'doing'? Then say so: doing: { words: [in progress] }",
      "'owner' is also filled in for items that have not begun, so it may name an owner. Remove the # before fields if the name of an agent may replace it",
      "guessed: from 'doing' on, every item has the place 'table'; in 'todo' one alone has none: is it missing there? Then 'todo' belongs there",
      'add `truth: PLACE` where one of the places is right',
    ])
    expect(statesIn(yaml)).toBe('    states: [todo, doing, done]')
    expect(yaml).toContain('    # fields: { holder: { front-matter: owner } }')
    expect(await check(folder, yaml)).toMatchObject({
      workflows: [{ kinds: [{ places: [{ unknown: ['in progress'] }, {}] }] }],
    })
    const answered = yaml.replace('doing: { holder', "'doing': { words: ['in progress'], holder")
    expect(await check(folder, answered)).toMatchObject({ workflows: [{ kinds: [{ drifts: [] }] }] })
  })

  it.each([
    ['a common word', [...inStates(['todo', 6], ['done', 6]), 'blocked'], 'blocked'],
    ['one of few items', ['todo', 'done', 'odd', 'todo'], 'odd'],
    ['one of many such words', [...inStates(['todo', 5], ['done', 5]), 'odd', 'even'], 'odd'],
  ])('keeps a word of one item that is %s', async (_, words, state) => {
    const folder = committed(Object.fromEntries(words.map((word, index) => [`w/${index}x.md`, item(word)])))
    expect(statesIn((await draft(folder)).yaml)).toContain(`${state}: {`)
  })

  it('keeps an id that comes twice, where that is rare, and check shows it', async () => {
    const table = `| No | State |\n|---|---|\n${inStates(['done', 6], ['todo', 5])
      .map((word, index) => `| N-${index === 10 ? 3 : index} | ${word} |\n`)
      .join('')}`
    const folder = committed({ 'a.md': table })
    const { yaml, drafts } = await draft(folder)
    expect(drafts[0]?.why[0]).toBe("each the id of several items, which is an error: 'N-3'")
    expect(await check(folder, yaml)).toMatchObject({ workflows: [{ kinds: [{ duplicates: ['N-3'] }] }] })
  })

  it('translates the words of a copy by the states of the same items, and finds where it differs', async () => {
    const folder = committed({
      'LOOMS.md': `# Looms\n\n| No. | How far | Note |\n|---|---|---|\n${rows(looms)}`,
      'SHOP.md': `# Shop\n\n| Loom | Seen | Note |\n|---|---|---|\n${rows(
        inStates(['sold', 5], ['in work', 3], ['booked', 4]).map((word, index) => (index === 2 ? 'booked' : word)),
      )}`,
    })
    const { yaml } = await draft(folder)
    expect(yaml).toContain('column: Seen, says: { sold: woven, booked: strung, in work: on the loom }')
    const { workflows } = await check(folder, yaml)
    expect(workflows).toMatchObject([{ items: 12, kinds: [{ drifts: ['looms:L.2'] }] }])
  })

  it.each([
    [
      'by their usual meaning',
      [
        ['T-1', 'To do'],
        ['**T-2**', 'In progress'],
        ['~~T-3~~', 'Completed'],
      ],
      '',
    ],
    [
      'and keeps one that means no other',
      [
        ['T-1', 'To do'],
        ['T-2', 'On hold'],
        ['[T-3](c.md)', 'Completed'],
      ],
      ', On hold: On hold',
    ],
  ] as const)('translates usual words of a copy %s', async (_, cells, kept) => {
    const folder = committed({
      ...Object.fromEntries(
        ['todo', 'doing', 'done'].map((word, index) => [`w/T-${index + 1}.md`, `---\nstatus: ${word}\n---\n`]),
      ),
      'BOARD.md': `| Task | Status |\n|---|---|\n${cells.map(([id, word]) => `| ${id} | ${word} |\n`).join('')}`,
    })
    const { yaml } = await draft(folder)
    expect(yaml).toContain(`says: { To do: todo${kept === '' ? ', In progress: doing' : kept}, Completed: done }`)
    expect(statesIn(yaml)).toContain('[todo, doing, ')
    const drifts = kept === '' ? [] : ['w:T-2']
    expect(await check(folder, yaml)).toMatchObject({ workflows: [{ items: 3, kinds: [{ drifts }] }] })
  })

  const parts = (name: string, ...words: readonly string[]) => ({
    name,
    phase: words.every((word) => word === 'sewn') ? 'closed' : 'open',
    tasks: words.map((now, index) => ({ nr: index + 1, title: `Part ${index + 1}`, now })),
  })

  it('takes lists within lists, by a key that is another for each element of a list', async () => {
    const plan = [
      parts('alpha', 'sewn', 'sewn', 'sewn'),
      parts('beta', 'sewn', 'pinned', 'pinned', 'cut'),
      parts('gamma', 'pinned', 'cut', 'cut'),
    ]
    const folder = committed({ 'plan.json': JSON.stringify({ releases: plan }) })
    const { yaml, drafts } = await draft(folder)
    expect(drafts.map(({ items: count }) => count)).toEqual([10, 3])
    expect(yaml).toContain("items: { elements: 'plan.json', at: [releases, '{release=name}', tasks], id: '{nr}' }")
    expect(yaml).toContain("items: { elements: 'plan.json', at: [releases], id: '{name}' }")
    expect(yaml).toContain(
      'states: { cut: { begin: true, holder: orchestrator }, pinned: { holder: orchestrator }, sewn: { end: true, holder: orchestrator } }',
    )
    const { workflows } = await check(folder, yaml)
    expect(workflows).toMatchObject([
      { items: 10, kinds: [{ duplicates: [], drifts: [], places: [{ items: 10, unknown: [] }] }] },
      { items: 3, kinds: [{ duplicates: [], drifts: [], places: [{ items: 3, unknown: [] }] }] },
    ])
  })

  it.each([
    ['phase', 'phases', 'steps'],
    ['p', 'ps', 'qs'],
  ])('names no step through lists as a key of the items is named: %s', async (key, outer, inner) => {
    const tasks = (...words: readonly string[]) => [
      { id: '1', tasks: words.map((status, index) => ({ [key]: `T-${index}`, status })) },
    ]
    const plan = { [outer]: [tasks('todo', 'done'), tasks('todo')].map((list, id) => ({ id: `${id}`, [inner]: list })) }
    const folder = committed({ 'plan.json': JSON.stringify(plan) })
    const { yaml } = await draft(folder)
    expect(yaml).toContain(`id: '{${key}}' }`)
    expect(await check(folder, yaml)).toMatchObject({ workflows: [{ items: 3, kinds: [{ duplicates: [] }] }] })
  })

  const numbered = (heading: string, words: readonly string[], prefix = '') =>
    `## ${heading}\n\n| Nr | State |\n|---|---|\n${words.map((word, index) => `| ${prefix}${index + 1} | ${word} |\n`).join('')}\n`
  const boxes = (words: readonly string[]) =>
    words.map((word, index) => `- [${word === 'done' ? 'x' : ' '}] T00${index + 1} Write\n`).join('')
  const elements = (words: readonly string[]) => words.map((status, index) => ({ id: index + 1, status }))
  it.each<readonly [string, Files]>([
    [
      'tables of one file',
      { 'B.md': numbered('Sprint 1', ['done', 'done'], 'S-') + numbered('Sprint 2', ['todo', 'todo', 'doing'], 'S-') },
    ],
    [
      'lists of one file',
      { 'a.json': JSON.stringify({ tasks: elements(['done', 'done', 'todo']), bugs: elements(['open', 'closed']) }) },
    ],
    [
      'numbers in two files',
      { 'A.md': numbered('Plan', ['done', 'done', 'todo']), 'b.json': JSON.stringify(elements(['open', 'closed'])) },
    ],
    [
      'numbers behind a word',
      {
        'A.md': numbered('Plan', ['done', 'done', 'todo'], 'Phase '),
        'B.md': numbered('Next', ['open', 'closed'], 'Phase '),
      },
    ],
    ['files of one name', { 'a/tasks.md': boxes(['done', 'done', 'todo']), 'b/tasks.md': boxes(['todo', 'done']) }],
  ])('takes no list for a copy of another that is numbered alike: %s', async (_, files) => {
    const folder = committed(files)
    const { yaml, drafts } = await draft(folder)
    expect(drafts.map(({ items: count }) => count)).toEqual([3, 2])
    const { workflows } = await check(folder, yaml)
    expect(workflows.map(({ kinds }) => kinds)).toMatchObject([
      [{ drifts: [], places: [{ items: 3 }] }],
      [{ drifts: [], places: [{ items: 2 }] }],
    ])
  })

  it('takes a list of numbers for a copy of files only beside them, and of two such lists neither', async () => {
    const files = Object.fromEntries(
      ['todo', 'done', 'done'].map((word, index) => [`work/${index + 1}.md`, item(word)]),
    )
    const copy = numbered('Board', ['todo', 'todo', 'done'])
    const counts = async (more: Files) =>
      (
        await check(committed({ ...files, ...more }), (await draft(committed({ ...files, ...more }))).yaml)
      ).workflows.map(({ kinds }) => kinds[0]?.places.length)
    expect(await counts({ 'work/README.md': copy })).toEqual([2])
    expect(await counts({ 'README.md': copy })).toEqual([1, 1])
    expect(await counts({ 'work/README.md': copy + numbered('Risks', ['open', 'closed']) })).toEqual([1, 1, 1])
  })

  it('says of no other id that copies have the numbers of files', async () => {
    const elementsByNumber = ['todo', 'done'].map((status, index) => ({ number: `A${index}`, status }))
    const { yaml } = await draft(committed({ 'a.json': JSON.stringify(elementsByNumber) }))
    expect(yaml).toContain("id: '{number}'")
    expect(yaml).not.toContain('# id: the copies')
  })

  it('takes maps of mappings, and compares lists with files of the same ids', async () => {
    const folder = committed({
      'map.yml': 'stories:\n  s1: { status: todo, n: 1 }\n  s2: { status: done, n: 2 }\n',
      'list.json': '{"cards":[{"key":"a","state":"todo"},{"key":"b","state":"todo"}]}',
      'work/a.md': item('todo'),
      'work/b.md': item('done'),
    })
    const { yaml } = await draft(folder)
    const { workflows } = await check(folder, yaml)
    expect(workflows).toMatchObject([
      { items: 2, kinds: [{ drifts: ['work:b'], places: [{ items: 2 }, { items: 2 }] }] },
      { items: 2, kinds: [{ drifts: [], places: [{ items: 2 }] }] },
    ])
  })

  it('takes the sections in which every box has an id, and says which it leaves out', async () => {
    const sections =
      '# List\n\n- [ ] think\n\n## Kitchen\n\n- [x] K1: Paint\n- [ ] K2: Fix\n\n## Roof\n\n- [ ] R1: Paint\n\n## Shopping\n\n- [ ] milk\n'
    const folder = committed({ 'TODO.md': sections })
    const { yaml, left } = await draft(folder)
    expect(yaml).toContain(
      "items: [{ boxes: 'TODO.md', section: Kitchen, text: '{id}: {title}' }, { boxes: 'TODO.md', section: Roof, text: '{id}: {title}' }]",
    )
    expect(left).toEqual([
      { from: "boxes of TODO.md below 'List'", left: 'not every box begins with an id' },
      { from: "boxes of TODO.md below 'Shopping'", left: 'not every box begins with an id' },
    ])
    expect(await check(folder, yaml)).toMatchObject({ workflows: [{ items: 3, kinds: [{ places: [{ items: 3 }] }] }] })
  })

  it('looks at 50 sections of a file', async () => {
    const sections = Array.from({ length: 60 }, (_, index) => `## Part ${index}\n\n- [ ] P${index}: Paint\n`)
    const { yaml } = await draft(committed({ 'TODO.md': `- [ ] think\n\n${sections.join('\n')}` }))
    expect(yaml.split("{ boxes: 'TODO.md'")).toHaveLength(50)
  })

  it('takes no empty cell, dash or number for a state', async () => {
    const table =
      '| Id | Phase |\n|---|---|\n| a1 | todo |\n| a2 | |\n| a3 | – |\n| a4 | done |\n| a5 | doing |\n| a6 | 2 |\n'
    const folder = committed({ 'a.md': table })
    const { yaml } = await draft(folder)
    expect(/states: (.*)/.exec(yaml)?.[1]).toBe('[todo, doing, done]')
    await check(folder, yaml)
  })

  it.each([
    ['of words that are no names', 'by: two people', 'reason: vendor', undefined],
    ['in one state, by what is no worker', 'n: 1', 'reason: vendor', undefined],
    ['in two states', 'by: octocat', 'by: octocat', undefined],
    ['in one state', 'n: 1', 'by: octocat', 'by'],
  ])('takes a key that is filled %s for the holder only if it can be one', async (_, inOther, inOne, key) => {
    const words = inStates(['todo', 3], ['stitching', 3], ['ironing', 3], ['done', 3])
    const files = words.map((word, index) => [
      `work/${index}w.md`,
      `---\nstatus: ${word}\n${word === 'stitching' ? inOne : word === 'ironing' ? inOther : 'n: 1'}\n---\n`,
    ])
    const folder = committed(Object.fromEntries(files) as Files)
    const { yaml } = await draft(folder)
    expect(/fields: .*/.exec(yaml)?.[0]).toBe(key && `fields: { holder: { front-matter: ${key} } }`)
    expect(yaml.includes('stitching: { holder: agent }')).toBe(key !== undefined)
    expect(await check(folder, yaml)).toMatchObject({ workflows: [{ items: 12 }] })
  })

  const card = (status: string, more: string) => `---\nstatus: ${status}\n${more}\n---\n`
  it.each([
    [
      'in a list',
      { 'work/a.md': card('doing', 'depends: []'), 'work/b.md': card('todo', 'depends: [a, gone]') },
      'depends: { front-matter: depends, once: doing }',
    ],
    [
      'between commas',
      { 'work/a.md': card('open', 'n: 1'), 'work/b.md': card('done', 'blocked_by: A , b') },
      'depends: { front-matter: blocked_by }',
    ],
    [
      'in a table',
      { 'BOARD.md': '| Item | Status | Needs |\n|---|---|---|\n| a1 | doing | |\n| b2 | todo | a1, c3 |\n' },
      'depends: { column: Needs, once: doing }',
    ],
    [
      'in data',
      { 'tasks.yml': '- { id: 1, status: doing }\n- { id: 2, status: todo, dependencies: [1] }\n' },
      'depends: { data: dependencies, once: doing }',
    ],
    ['of no item', { 'work/a.md': card('doing', 'depends: [x]'), 'work/b.md': card('todo', 'n: 1') }, undefined],
    [
      'in a key of another name',
      { 'work/a.md': card('doing', 'like: b'), 'work/b.md': card('todo', 'n: 1') },
      undefined,
    ],
  ])('has a comment for a field that holds ids: %s', async (_, files, line) => {
    const folder = committed(files)
    const { yaml, drafts } = await draft(folder)
    expect(/^ {4}# (depends: .*)$/m.exec(yaml)?.[1]).toBe(line)
    expect(drafts[0]?.why.some((reason) => reason.includes('names other items'))).toBe(line !== undefined)
    expect(await check(folder, yaml)).toMatchObject({ workflows: [{ items: 2 }] })
    if (line?.includes('once') === true)
      expect(await check(folder, yaml.replace('# depends', 'depends'))).toMatchObject({ workflows: [{ items: 2 }] })
  })

  it('knows the words of decisions, in an index that links to them', async () => {
    const index =
      '# Decisions\n\n| ADR | Status |\n|---|---|\n| [0001](0001-a.md) | Accepted |\n| [0002](0002-b.md) | Superseded |\n| [0003](0003-c.md) | Proposed |\n'
    const { drafts, yaml } = await draft(committed({ 'docs/adr/index.md': index }))
    expect(drafts).toMatchObject([{ items: 3, words: { Accepted: 1, Superseded: 1, Proposed: 1 } }])
    expect(yaml).toContain('Accepted: { end: true, holder: orchestrator }')
  })

  it('looks at tracked files alone, and follows no link', async () => {
    const folder = committed({ 'README.md': '# A\n' })
    const outside = places.folder(items)
    symlinkSync(join(outside, 'work'), join(folder, 'linked'))
    const { code, stderr } = await runHere(['workflow', 'draft'], { cwd: folder })
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: expect.stringContaining('Nothing in 1 file looks like a state: looked for keys') as unknown,
    })
  })

  it('takes no file', async () => {
    expect(await runHere(['workflow', 'draft', 'x.yml'], { cwd: places.folder(items) })).toMatchObject({ code: 2 })
    expect(await runHere(['workflow', 'drat'], { cwd: places.folder(items) })).toMatchObject({ code: 2 })
  })
})
