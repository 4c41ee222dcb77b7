import { describe, expect, it } from 'vitest'
import type { Tree } from '../scene.ts'
import { declared } from './scene.ts'

const work = (extraKeys: string, states = '[todo, in-progress, done]') =>
  declared(`workflows:\n  - name: work\n    states: ${states}\n${extraKeys}`)

const inFrontMatter = work(`    items: 'work/{id}.md'\n    place: { front-matter: status }\n`)
const withLabel = work(`    items: 'work/{id}.md'\n    place: { label: Status }\n`)
const inTable = work(`    items: 'work/{id}.md'\n    place: { in: BOARD.md, row: { Item: '{id}' }, column: Status }\n`)
const elements = work(
  `    items: { elements: a.json }\n    place: { data: [status] }\n    depends: { data: [needs], once: in-progress }\n`,
)
const head = (status: string) => `---\nstatus: ${status}\n---\n`

/** The state of `a`, and every code that is found. */
async function stateAndCodes({ targets, diagnose }: ReturnType<typeof declared>, tree: Tree) {
  const [first] = await targets(tree)
  return [first?.state, (await diagnose(tree)).map(({ code }) => code)]
}

describe('a word', () => {
  it.each([
    ['in its own form', 'in-progress'],
    ['in capitals', 'IN-PROGRESS'],
    ['with spaces and underscores', 'In_ Progress'],
    ['with many spaces', '"  in \t  progress "'],
    ['with emphasis', '"**in progress**"'],
    ['with underscores around it', '_in progress_'],
    ['in backticks', '"`in-progress`"'],
    ['in quotes', `"'in-progress'"`],
    ['in typographic quotes', '“in-progress”'],
    ['with a variation selector', 'in-progress\ufe0f'],
  ])('%s is the state', async (_, word) => {
    expect(await stateAndCodes(inFrontMatter, { 'work/a.md': head(word) })).toEqual(['in-progress', []])
  })

  it.each([
    ['empty', '', 'ITEM_STATE_MISSING'],
    ['empty in quotes', '""', 'ITEM_STATE_MISSING'],
    ['a tilde', '~', 'ITEM_STATE_MISSING'],
    ['null', 'null', 'ITEM_STATE_MISSING'],
    ['null in quotes', '"null"', 'ITEM_STATE_MISSING'],
    ['a list', '[todo]', 'ITEM_STATE_UNKNOWN'],
    ['a map', '{ a: todo }', 'ITEM_STATE_UNKNOWN'],
    ['a part of a state', 'in', 'ITEM_STATE_UNKNOWN'],
    ['inside a sentence', 'todo or done', 'ITEM_STATE_UNKNOWN'],
  ])('%s is no state', async (_, word, code) => {
    expect(await stateAndCodes(inFrontMatter, { 'work/a.md': head(word) })).toEqual(['unknown', [code]])
  })
})

describe('a value in front matter that is no YAML', () => {
  it.each([
    ['doing # comment', 'doing', 'done # comment'],
    ['doing\t# comment', 'doing', 'done\t# comment'],
    ['"doing" # comment', 'doing', '"done" # comment'],
    ['"do # ing"', 'do # ing', '"done"'],
    ["'do # ing' # comment", 'do # ing', "'done' # comment"],
    ['doing#1', 'doing#1', 'done'],
  ])('ends before the comment, which stays: %j', async (written, value, afterwards) => {
    const scene = work(
      `    items: 'work/{id}.md'\n    place: { front-matter: status, says: { '${value}': in-progress, done: done } }\n`,
    )
    const text = (status: string) => `---\nstatus: ${status}\nassignee: @octocat\n---\n`
    const { tree } = await scene.give({ 'work/a.md': text(written) }, '/accept a done')
    expect(tree['work/a.md']).toBe(text(afterwards))
  })

  it('is a notice once for each file, of a place or a field in another one too', async () => {
    const scene = work(
      `    items: { keys: a.yml, at: [] }\n    places: { own: { data: [] }, card: { in: 'work/{id}.md', front-matter: status } }\n    fields: { owner: { in: team.md, front-matter: owner } }\n`,
    )
    const found = await scene.diagnose({
      'a.yml': 'a: todo\nb: todo\n',
      'work/a.md': '---\nstatus: todo\nassignee: @octocat\n---\n',
      'team.md': '---\nowner: @octocat\n---\n',
    })
    expect(found.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'team.md ITEM_FRONT_MATTER',
      'work/a.md ITEM_FRONT_MATTER',
    ])
  })
})

it.each([
  ['a_b', 'a-b', ['ITEM_ID_MISMATCH']],
  ['a-b', 'A-B', []],
  ['1', '"1"', []],
])('the name %s of a file is compared with the id %s as ids are', async (name, id, expected) => {
  const scene = work(
    `    items: { files: 'work/{id}.md', id: { front-matter: id } }\n    place: { front-matter: status }\n`,
  )
  const found = await scene.diagnose({ [`work/${name}.md`]: `---\nid: ${id}\nstatus: todo\n---\n` })
  expect(found.map(({ code }) => code)).toEqual(expected)
})

it.each([
  ['### Status: todo ###', '### Status: done ###'],
  ['## **Status:** todo ## ', '## **Status:** done ## '],
  ['# Status: todo', '# Status: done'],
])('a label in a heading ends where that is closed: %s', async (line, expected) => {
  const scene = work(`    items: 'work/{id}.md'\n    place: { label: Status }\n`)
  const { tree } = await scene.give({ 'work/a.md': `${line}\n\nx\n` }, '/accept a done')
  expect(tree['work/a.md']).toBe(`${expected}\n\nx\n`)
})

it('an id that is wrong or comes twice is told where it is written', async () => {
  const scene = work(
    `    items: { files: 'work/{id}.md', id: { front-matter: id } }\n    place: { front-matter: status }\n`,
  )
  const card = '---\nstatus: todo\nid: a\n---\n'
  const found = await scene.diagnose({ 'work/a.md': card, 'work/b.md': card })
  expect(
    found.map(({ code, path, line, related = [] }) => [code, path, line, related.map((place) => place.line)]),
  ).toEqual([
    ['ITEM_DUPLICATE', 'work/b.md', 3, [3]],
    ['ITEM_ID_MISMATCH', 'work/b.md', 3, []],
  ])
})

describe('a key of several lines in front matter that is no YAML', () => {
  it.each([
    ['a list', 'status:\n  - todo'],
    ['a list that is not indented', 'status:\n\n- todo'],
    ['a text of several lines', 'status: |\n  todo'],
    ['a list in brackets', 'status: [todo,\n  done]'],
  ])('is no scalar, and nothing is written there: %s', async (_, lines) => {
    const tree = { 'work/a.md': `---\nassignee: @mina\n${lines}\n---\n` }
    expect(await stateAndCodes(inFrontMatter, tree)).toEqual(['unknown', ['ITEM_STATE_MISSING', 'ITEM_FRONT_MATTER']])
    expect(await inFrontMatter.give(tree, '/accept a done')).toMatchObject({ outcome: 'refused', tree })
  })

  it('ends at a comment or an empty line', async () => {
    const tree = { 'work/a.md': '---\nassignee: @mina\nstatus: todo\n  # indented\n\nother: 1\n---\n' }
    expect(await stateAndCodes(inFrontMatter, tree)).toEqual(['todo', ['ITEM_FRONT_MATTER']])
  })
})

describe('the first line below a heading', () => {
  const withSection = work(`    items: 'work/{id}.md'\n    place: { section: Status }\n`)
  it.each([
    ['in any case', '## STATUS\n\ndone\n', 'done', []],
    ['with other lines', '## Status\n\ndone\ntodo\n', 'done', []],
    ['none', '## Status\n\n## Context\n\ndone\n', 'unknown', ['ITEM_STATE_MISSING']],
    ['none at the end of the file', '## Status', 'unknown', ['ITEM_STATE_MISSING']],
    ['in code', '## Status\n\n```\ndone\n```\n', 'unknown', ['ITEM_STATE_MISSING']],
    ['in a quotation', '## Status\n\n> done\n', 'unknown', ['ITEM_STATE_MISSING']],
    ['in a table', '## Status\n\n| done |\n|---|\n| x |\n', 'unknown', ['ITEM_STATE_MISSING']],
    ['no state', '## Status\n\nWe are done\n', 'unknown', ['ITEM_STATE_UNKNOWN']],
    ['twice', '## Status\n\ndone\n\n## Status\n\ndone\n', 'done', []],
    ['twice, and not the same', '## Status\n\ndone\n\n## Status\n\ntodo\n', 'unknown', ['ITEM_STATE_AMBIGUOUS']],
    ['in a heading of front matter', '---\nStatus: done\n---\n', 'unknown', ['ITEM_STATE_MISSING']],
  ])('is its state: %s', async (_, text, state, codes) => {
    const tree = { 'work/a.md': text }
    expect([
      (await withSection.targets(tree))[0]?.state,
      (await withSection.diagnose(tree)).map(({ code }) => code),
    ]).toEqual([state, codes])
  })
})

describe('a label', () => {
  it.each([
    ['a line of a paragraph', 'Some text\nStatus: done\nMore text\n'],
    ['a list item', '- Status: done\n'],
    ['an ordered list item', '1. Status: done\n'],
    ['a nested list item', '- a\n  - status: done\n'],
    ['a heading', '## Status: Done\n'],
    ['bold', '**Status**: done\n'],
    ['bold with its colon', '**STATUS:** done\n'],
    ['with a comment behind it', 'Status: done <!-- todo -->\n'],
    ['with a comment of YAML behind it', 'Status: done # todo\n'],
    ['twice, with one meaning', 'Status: done\nStatus: Done\n'],
    ['below another one in front matter', '---\nStatus: todo\n---\nStatus: done\n'],
    ['below one in a fence', '```\nStatus: todo\n```\nStatus: done\n'],
    ['below one in indented code', 'Text\n\n    Status: todo\n\nStatus: done\n'],
    ['below one in a quote', '> Status: todo\n\nStatus: done\n'],
    ['below one in HTML', '<!--\nStatus: todo\n-->\n\nStatus: done\n'],
    ['below one in a table', '| Status: todo |\n|---|\n| Status: todo |\n\nStatus: done\n'],
    ['below one with a longer name', 'Status of it: todo\nStatus: done\n'],
  ])('is read: %s', async (_, text) => {
    expect(await stateAndCodes(withLabel, { 'work/a.md': text })).toEqual(['done', []])
  })

  it.each([
    ['that says another state the second time', 'Status: done\n\nStatus: todo\n', 'ITEM_STATE_AMBIGUOUS'],
    ['that says no state the second time', 'Status: done\n\nStatus: lost\n', 'ITEM_STATE_AMBIGUOUS'],
    ['that is not there', 'A text about status\n', 'ITEM_STATE_MISSING'],
    ['without a value', 'Status:\n', 'ITEM_STATE_MISSING'],
  ])('%s is a finding', async (_, text, code) => {
    expect((await stateAndCodes(withLabel, { 'work/a.md': text }))[1]).toEqual([code])
  })

  it('that says another state a third time is ambiguous too', async () => {
    expect(
      (await stateAndCodes(withLabel, { 'work/a.md': 'Status: done\n\nStatus: done\n\nStatus: todo\n' }))[1],
    ).toEqual(['ITEM_STATE_AMBIGUOUS'])
  })
})

describe('a table', () => {
  const named = work(
    `    items: 'work/{id}.md'\n    place: { in: BOARD.md, table: Work, row: { Item: '{id}' }, column: Status }\n`,
  )
  const table = (...rows: readonly string[]) =>
    `| Item | Status |\n|---|---|\n${rows.map((row) => `| ${row} |\n`).join('')}`
  const files = (board: string): Tree => ({ 'work/a.md': '', 'BOARD.md': board })

  it.each([
    [
      'the first that has the columns',
      inTable,
      `| x |\n|---|\n| a |\n\n${table('a | done')}\n# Old\n\n${table('a | todo')}`,
    ],
    [
      'the one below a heading',
      named,
      `${table('a | todo')}\n# Work\n\n${table('a | done')}\n## More\n\n${table('a | todo')}`,
    ],
    ['with a link in the cell of the id', inTable, table('[A](work/a.md) | done')],
    ['with emphasis in its cells', inTable, table('**a** | `Done`')],
    ['with columns in capitals', inTable, '| ITEM | other | STATUS |\n|---|---|---|\n| a | todo | done |\n'],
  ] as const)('is read: %s', async (_, scene, board) => {
    expect(await stateAndCodes(scene, files(board))).toEqual(['done', []])
  })

  it.each([
    ['of two states', ['a | done', 'a | todo'], ['ITEM_STATE_AMBIGUOUS']],
    ['of two states, the second in the third row', ['a | done', 'a | done', 'a | todo'], ['ITEM_STATE_AMBIGUOUS']],
    ['of one state', ['a | done', 'a | Done'], []],
  ])('with rows for one id, %s', async (_, rows, codes) => {
    expect((await stateAndCodes(inTable, files(table(...rows))))[1]).toEqual(codes)
  })
})

describe('boxes', () => {
  const counted = work(
    `    items: 'work/{id}.md'\n    place: { is: [{ says: done, when: { boxes: all } }, { says: in-progress, when: { boxes: some } }, { says: todo, when: { boxes: none } }] }\n`,
  )

  it.each([
    ['done', '- [x] a\n* [X] b\n+ [ x] c\n1. [x]\td\n2) [x]\n'],
    ['done', '- [x] a\n```\n- [ ] b\n```\n'],
    ['done', '- [x] a\n  1. [x] b\n     + [x] c\n- [y](url) d\n'],
    ['in-progress', '- [x] a\n  - [ ] b\n'],
    ['in-progress', '- [x] a\n- [] b\n'],
    ['in-progress', '- [x] a\n- [~] b\n'],
    ['in-progress', '- [x] a\n- [-] b\n'],
    ['in-progress', '- [x] a\n- [x ] b\n'],
    ['todo', '- [ ] a\n- [ ]\n'],
    ['todo', '- [ ] a\n- [x](url)\n- [x]b\n'],
    ['unknown', 'no boxes\n'],
  ])('are counted: %s', async (state, text) => {
    expect((await counted.targets({ 'work/a.md': text }))[0]?.state).toBe(state)
  })

  const asPlace = work(
    `    items: { boxes: PLAN.md, text: '{id}: {title}' }\n    place: { box: true }\n    truth: place\n`,
  )
  const withWords = work(
    `    items: { boxes: PLAN.md, text: '{id}: {title}' }\n    place: { box: true, says: { ticked: [in-progress, done], open: todo } }\n`,
  )
  it.each([
    ['ticked says any end state', asPlace, 'x', 'done'],
    ['open says any other', asPlace, ' ', 'unknown'],
    ['open says what `says` has for it', withWords, ' ', 'todo'],
  ] as const)('%s', async (_, scene, mark, state) => {
    expect((await scene.targets({ 'PLAN.md': `- [${mark}] a: the rest/of it\n` }))[0]?.state).toBe(state)
  })
})

describe('ids', () => {
  it('are compared as texts without regard to capitals, and shown as written', async () => {
    const tree = { 'a.json': '[{"id": 1, "status": "done"}, {"id": "B", "status": "todo", "needs": ["1"]}]' }
    expect((await elements.targets(tree)).map(({ id }) => id)).toEqual(['work:1', 'work:B'])
    expect(await elements.diagnose(tree)).toEqual([])
    const twice = { 'a.json': '[{"id": 1, "status": "done"}, {"id": "1", "status": "todo"}]' }
    expect((await elements.diagnose(twice)).map(({ code }) => code)).toEqual(['ITEM_DUPLICATE'])
    expect((await elements.give(tree, '/accept work:b')).state).toBe('in-progress')
  })

  const tagged = work(
    `    items: { elements: a.json, at: ['{tag}', tasks] }\n    place: { data: [status] }\n    depends: { data: [needs], once: in-progress }\n`,
  )
  const tags = JSON.stringify({
    one: {
      tasks: [
        { id: 1, status: 'done' },
        { id: 2, status: 'in-progress', needs: [1] },
      ],
    },
    two: { tasks: [{ id: 1, status: 'todo' }] },
  })
  it('are unique within the captures of their way; a name that fits several is ambiguous, and may have the capture behind it', async () => {
    const tree = { 'a.json': tags }
    // The dependency is the one under the same tag, which is done.
    expect(await tagged.diagnose(tree)).toEqual([])
    expect((await tagged.give(tree, '/accept 1')).codes).toEqual(['TARGET_AMBIGUOUS error'])
    expect((await tagged.give(tree, '/accept work:1@two')).state).toBe('in-progress')
  })

  it('may come twice where the paths differ in a date alone, or lines of a file are the same to the letter', async () => {
    const archive = work(`    items: { folders: 'archive/{date}-{id}' }\n    place: { is: [{ says: done }] }\n`)
    const codes = async (...folders: readonly string[]) =>
      (await archive.diagnose(Object.fromEntries(folders.map((folder) => [`archive/${folder}/x.md`, ''])))).map(
        ({ code }) => code,
      )
    expect(await codes('2026-01-01-a', '2026-01-02-a', '2026-01-03-b')).toEqual([])
    const lines = work(`    items: { elements: a.jsonl }\n    place: { data: [status] }\n`)
    const line = '{"id":"a","status":"todo"}\n'
    expect(await lines.diagnose({ 'a.jsonl': line + line })).toEqual([])
    expect((await lines.diagnose({ 'a.jsonl': line + line.replace('todo', 'done') })).map(({ code }) => code)).toEqual([
      'ITEM_DUPLICATE',
    ])
  })
})

describe('front matter that is no YAML', () => {
  it('is read by its lines, with a notice, and written', async () => {
    const tree = {
      'work/a.md': '---\nassignee: @me\nlist:\n  - status: done\n# status: done\nstatus: "todo" # now\n---\n',
    }
    const found = await inFrontMatter.diagnose(tree)
    expect(found.map(({ code, severity }) => [code, severity])).toEqual([['ITEM_FRONT_MATTER', 'notice']])
    const { tree: after } = await inFrontMatter.give(tree, '/accept a')
    expect(after['work/a.md']).toBe(tree['work/a.md'].replace('"todo"', '"in-progress"'))
  })
})

describe('a written value', () => {
  const scene = work(`    items: 'work/{id}.md'\n    place: { front-matter: status }\n`, '[todo, "true", done]')

  it.each([
    ['plain, in quotes where its type would change', 'status: todo', 'status: "true"'],
    ['in double quotes as the old one', 'status: "todo"', 'status: "true"'],
    ['in single quotes as the old one', "status: 'todo'", "status: 'true'"],
  ])('is %s', async (_, before, after) => {
    const { tree } = await scene.give({ 'work/a.md': `---\n${before}\n---\n` }, '/accept a true')
    expect(tree['work/a.md']).toBe(`---\n${after}\n---\n`)
  })
})

describe('a written boolean or number', () => {
  const says = (begin: string, end: string) =>
    `states: [open, done]\n    place: { data: ok, says: { ${begin}: open, ${end}: done } }`
  const scene = (path: string, words: string) =>
    declared(`workflows:\n  - name: work\n    items: { elements: ${path}, at: [checks] }\n    ${words}\n`)

  it.each([
    ['c.json', says('false', 'true'), '{ "checks": [ { "id": "a", "ok": false } ] }', '"ok": true'],
    ['c.json', says('False', 'True'), '{ "checks": [ { "id": "a", "ok": false } ] }', '"ok": true'],
    ['c.json', says('0', '1'), '{ "checks": [ { "id": "a", "ok": 0 } ] }', '"ok": 1'],
    ['c.json', says('false', 'true'), '{ "checks": [ { "id": "a", "ok": "false" } ] }', '"ok": "true"'],
    ['c.json', says('false', 'yes'), '{ "checks": [ { "id": "a", "ok": false } ] }', '"ok": "yes"'],
    ['c.yml', says('false', 'true'), 'checks:\n  - { id: a, ok: false }\n', 'ok: true'],
    ['c.yml', says('0.5', '1'), 'checks:\n  - id: a\n    ok: 0.5 # half\n', 'ok: 1 # half'],
    ['c.yml', says('false', 'true'), 'checks:\n  - { id: a, ok: "false" }\n', 'ok: "true"'],
  ])('keeps its type: %s, %s, %s', async (path, words, before, after) => {
    const { tree } = await scene(path, words).give({ [path]: before }, '/accept a done')
    expect(tree[path]).toContain(after)
    const { tree: back } = await scene(path, words).give(tree, '/accept a open')
    if (!words.includes('yes')) expect(back[path]).toBe(before)
  })

  it('keeps its type in an effect', async () => {
    const { give } = declared(
      "workflows:\n  - name: work\n    items: 'work/{id}.md'\n    states: [todo, done]\n    place: { front-matter: status }\n    on-move: { set: { front-matter: ready }, to: 'true' }\n",
    )
    const { tree } = await give({ 'work/a.md': '---\nstatus: todo\nready: false\n---\n' }, '/accept a done')
    expect(tree['work/a.md']).toBe('---\nstatus: done\nready: true\n---\n')
  })
})

describe('the state of an item', () => {
  const places = (truth: string) =>
    work(
      `    items: 'work/{id}.md'\n    places:\n      card: { front-matter: status, says: { open: [todo, in-progress], shut: done, todo: todo } }\n      label: { label: Status }\n${truth}`,
    )
  it.each([
    ['what all places have in common', '', 'open', 'todo', 'todo', []],
    ['unknown where they have several in common', '', 'open', '', 'unknown', []],
    ['unknown where they have none', '', 'open', 'done', 'unknown', ['ITEM_STATE_DRIFT']],
    ['what `truth` says', '    truth: label\n', 'shut', 'todo', 'todo', ['ITEM_STATE_DRIFT']],
    [
      'what they have in common where `truth` says several',
      '    truth: card\n',
      'open',
      'in-progress',
      'in-progress',
      [],
    ],
    [
      'unknown where `truth` says several and the others none of them',
      '    truth: card\n',
      'open',
      'done',
      'unknown',
      ['ITEM_STATE_DRIFT'],
    ],
  ])('is %s', async (_, truth, card, label, state, codes) => {
    const tree = { 'work/a.md': `${head(card)}${label === '' ? '' : `Status: ${label}\n`}` }
    expect(await stateAndCodes(places(truth), tree)).toEqual([state, codes])
  })

  it('that is unknown counts in no condition, no comparison, and gives no holder', async () => {
    const scene = declared(
      `workflows:\n  - name: work\n    kinds:\n      part: { items: { elements: a.json, at: [parts] }, within: { data: [of] }, states: [todo, doing, done], place: { data: [status] }, moves: linear }\n      whole: { items: { elements: a.json, at: [wholes] }, states: [open, half, shut], place: { is: [{ says: shut, when: { parts: { all: [done] } } }, { says: open }] } }\n`,
    )
    const files = (status: string) => ({
      'a.json': JSON.stringify({
        parts: [
          { id: 'a', of: 'w', status },
          { id: 'b', of: 'w', status: 'done' },
        ],
        wholes: [{ id: 'w' }],
      }),
    })
    const targets = await scene.targets(files('lost'))
    expect(targets.map(({ id, state, holder }) => [id, state, holder])).toEqual([
      ['work:a', 'unknown', undefined],
      ['work:b', 'done', 'orchestrator'],
      ['work:w', 'open', 'orchestrator'],
    ])
    const { diagnostics } = await scene.inspect(files('lost'), { base: files('done') })
    expect(diagnostics.map(({ code }) => code)).toEqual(['ITEM_STATE_UNKNOWN'])
  })

  it.each([
    ['met', ['done', 'done'], true],
    ['met', ['done', 'lost'], false],
    ['unmet', ['done', 'lost'], false],
    ['unmet', ['todo', 'lost'], true],
  ])('that is unknown makes `depends` neither met nor unmet: %s by %j', async (verdict, statuses, holds) => {
    const scene = work(
      `    items: 'work/{id}.md'\n    depends: { front-matter: needs }\n    place: { is: [{ says: done, when: [{ path: 'work/a.md' }, { depends: ${verdict} }] }, { says: todo, when: { path: 'work/a.md' } }, { says: done, when: { exists: 'done/{id}' } }, { says: todo, when: { exists: 'todo/{id}' } }] }\n`,
    )
    const tree = {
      'work/a.md': '---\nneeds: [b0, b1]\n---\n',
      ...Object.fromEntries(
        statuses.flatMap((status, index) => [
          [`work/b${index}.md`, ''],
          [`${status}/b${index}`, ''],
        ]),
      ),
    }
    const [first] = await scene.targets(tree)
    expect(first?.state).toBe(holds ? 'done' : 'todo')
  })
})

it('elements of a list are known by the key that a step names', async () => {
  const kinds = declared(
    `workflows:\n  - name: work\n    kinds:\n      part: { items: { elements: a.json, at: [wholes, '{w=key}', parts], id: '{key}' }, within: '{w}', states: [todo, done], place: { data: [status] } }\n      whole: { items: { elements: a.json, at: [wholes], id: '{key}' }, states: { todo: {}, done: { needs: { parts: { all: [done] } } } }, place: { data: [status] } }\n`,
  )
  const tree = {
    'a.json': JSON.stringify({
      wholes: [
        { key: 'M1', status: 'done', parts: [{ key: 'T1', status: 'todo' }] },
        { id: 'M2', parts: [{ key: 'T2', status: 'todo' }] },
      ],
    }),
  }
  expect((await kinds.targets(tree)).map(({ id }) => id)).toEqual(['work:T1@M1', 'work:M1'])
  expect((await kinds.diagnose(tree)).map(({ code, target }) => [code, target])).toEqual([
    ['ITEM_NEED_UNMET', 'work:M1'],
  ])
})
