import { textDocument } from '../../src/documents/text.ts'
import { parseRecord } from '../../src/kit/record.ts'
import { readWorkflows } from '../../src/protocols/declared/language/read.ts'
import { declaredProtocol } from '../../src/protocols/declared/protocol.ts'
import { protocolNames, type Protocol } from '../../src/core/protocol.ts'
import { changeCommands, lines, listed, merged, readCommands, refusedCommands, type Large } from './repository.ts'

const reserved = { protocols: protocolNames, kinds: [] }

/** The protocol of the one workflow that a text in YAML declares. */
export function protocolOf(declaration: string): Protocol {
  const { data } = parseRecord(textDocument('.github/baton.yml', `workflows:\n  - ${declaration.trim()}\n`), 'yaml-1.2')
  if (!data) throw new RangeError('A declaration is no YAML')
  const { workflows, problems } = readWorkflows(data, 'UTC', reserved)
  const [workflow] = workflows
  if (!workflow || problems.length > 0) throw new RangeError(problems.map(({ message }) => message).join('\n'))
  return declaredProtocol(workflow)
}

const states = 'states: [todo, doing, review, done]'
const table = (rows: string) => `# Board\n\n| Item | Status | Owner |\n|---|---|---|\n${rows}\n`
const item = (status: string, more = '', body = '') => `---\nstatus: ${status}\n${more}---\n\n# Item\n\n${body}`

const rowsOfTable = `name: work
    items: { rows: BOARD.md, table: Board, row: { Item: '{id}' } }
    ${states}
    place: { column: Status }`

const fileAndBoard = `name: work
    items: 'work/{id}.md'
    ${states}
    places:
      file: { front-matter: status }
      board: { in: BOARD.md, table: Board, row: { Item: '{id}' }, column: Status }
    truth: file
    moves: linear`

const oneFile = (more: string) => `name: work
    items: 'work/{id}.md'
    states:
      todo: {}
      doing: { holder: agent }
      done: { needs: { boxes: [all, empty] } }
    place: { front-matter: status }
    depends: { front-matter: depends, once: doing }
    ${more}`

const nested = `name: plan
    kinds:
      story:
        items: { elements: plan.json, at: [epics, '{epic}', stories], id: '{epic}.{id}' }
        within: '{epic}'
        parent: follow
        ${states}
        place: { data: [status] }
      epic:
        items: { elements: plan.json, at: [epics] }
        ${states}
        places:
          written: { data: [status] }
          stories:
            is:
              - { says: [done], when: { parts: { all: [done] } } }
              - { says: [doing, review], when: { parts: { any: [doing, review, done] } } }
              - { says: [todo, doing], when: { parts: { some: true } } }`

const story = (index: number, status = 'todo') => ({ id: `s${index}`, status })
const planOf = (epics: readonly object[]) => ({ 'plan.json': `${JSON.stringify({ epics }, null, 2)}\n` })

export const inDeclared: readonly (Large & { readonly workflow: string })[] = [
  {
    about: 'rows of a table',
    workflow: `${rowsOfTable}
    fields: { holder: { column: Owner } }`,
    most: 40_000,
    files: (size) => ({
      'BOARD.md': table(lines(size, (index) => `| i${index} | ${index === 1 ? 'doing' : 'todo'} | |`)),
    }),
    commands: [
      ...changeCommands('/accept i0', '/handback i1 success', '/handback i1 error "It broke"'),
      ...readCommands('/status', '/validate'),
    ],
  },
  {
    about: 'one row again and again',
    workflow: rowsOfTable,
    most: 40_000,
    files: (size) => ({ 'BOARD.md': table(lines(size, () => '| i0 | todo | |')) }),
    commands: refusedCommands('/accept i0'),
  },
  {
    about: 'words that are no state',
    workflow: rowsOfTable,
    most: 40_000,
    files: (size) => ({ 'BOARD.md': table(lines(size, (index) => `| i${index} | word${index} | |`)) }),
    commands: [...refusedCommands('/accept i0'), ...readCommands('/status')],
  },
  {
    about: 'files whose rows say something else',
    workflow: fileAndBoard,
    most: 4_000,
    manyFiles: true,
    files: (size) => ({
      ...merged(listed(size, (index) => ({ [`work/i${index}.md`]: item('doing') }))),
      'BOARD.md': table(lines(size, (index) => `| i${index} | todo | |`)),
    }),
    commands: [...changeCommands('/sync i1'), { line: '/fix', outcome: 'changed', undone: 'BOARD.md' }],
  },
  {
    about: 'rows beside those of an item',
    workflow: fileAndBoard,
    most: 40_000,
    files: (size) => ({
      'work/i0.md': item('todo'),
      'BOARD.md': table(lines(size, (index) => `| i${index} | todo | |`)),
    }),
    commands: changeCommands('/accept i0'),
  },
  {
    about: 'an item of many boxes',
    workflow: oneFile(''),
    most: 60_000,
    files: (size) => ({ 'work/i0.md': item('doing', '', `${lines(size, (index) => `- [x] Box ${index}`)}\n`) }),
    commands: changeCommands('/handback i0 success'),
  },
  {
    about: 'an item with a long log',
    workflow: oneFile("on-move: { append: '- {today} {actor}: {from} → {to} {text}', section: Log }"),
    most: 40_000,
    files: (size) => ({
      'work/i0.md': item('doing', '', `## Log\n\n${lines(size, () => '- 2026-02-04 octocat: todo → doing')}\n`),
    }),
    commands: changeCommands('/handback i0 success "Done"', '/handback i0 error "It broke"'),
  },
  {
    about: 'an item with many keys',
    workflow: oneFile(''),
    most: 14_000,
    files: (size) => ({ 'work/i0.md': item('todo', `${lines(size, (index) => `key${index}: ${index}`)}\n`) }),
    commands: changeCommands('/accept i0'),
  },
  {
    about: 'an item that depends on very many',
    workflow: oneFile(''),
    most: 60_000,
    files: (size) => ({
      'work/i0.md': item('todo', `depends: [${listed(size, (index) => `x${index}`).join(', ')}]\n`),
    }),
    commands: [...changeCommands('/accept i0'), ...readCommands('/status')],
  },
  {
    about: 'a chain that comes back to its beginning',
    workflow: oneFile(''),
    most: 4_000,
    manyFiles: true,
    files: (size) =>
      merged(listed(size, (index) => ({ [`work/i${index}.md`]: item('todo', `depends: [i${(index + 1) % size}]\n`) }))),
    commands: [...changeCommands('/accept i0'), ...readCommands('/status')],
  },
  {
    about: 'elements of a list',
    workflow: `name: work
    items: { elements: tasks.json, at: [tasks] }
    ${states}
    place: { data: [status] }
    depends: { data: [needs] }`,
    most: 20_000,
    files: (size) => ({
      'tasks.json': `{ "tasks": [\n${listed(size, (index) => `  { "id": "i${index}", "status": "todo", "needs": [${index === 0 ? '' : `"i${index - 1}"`}] }`).join(',\n')}\n] }\n`,
    }),
    commands: [...changeCommands('/accept i0'), ...readCommands('/status')],
  },
  {
    about: 'keys of a map in YAML',
    workflow: `name: work
    items: { keys: status.yml, at: [items] }
    ${states}
    place: { data: [] }`,
    most: 20_000,
    files: (size) => ({ 'status.yml': `items:\n${lines(size, (index) => `  i${index}: todo # a note`)}\n` }),
    commands: [...changeCommands('/accept i0'), ...readCommands('/status')],
  },
  {
    about: 'lines of JSON',
    workflow: `name: work
    items: { elements: items.jsonl, at: [] }
    ${states}
    place: { data: [status] }`,
    most: 20_000,
    files: (size) => ({ 'items.jsonl': `${lines(size, (index) => `{"id":"i${index}","status":"todo"}`)}\n` }),
    commands: [...refusedCommands('/accept i0'), ...readCommands('/status')],
  },
  {
    about: 'boxes of one file',
    workflow: `name: work
    items: { boxes: TODO.md, text: '{id} {title}' }
    states: [open, done]
    place: { box: true }`,
    most: 40_000,
    files: (size) => ({ 'TODO.md': `# To do\n\n${lines(size, (index) => `- [ ] i${index} A title`)}\n` }),
    commands: [...changeCommands('/accept i0 done'), ...readCommands('/status')],
  },
  {
    about: 'one epic of many stories',
    workflow: nested,
    most: 15_000,
    files: (size) => planOf([{ id: 'e', status: 'todo', stories: listed(size, (index) => story(index)) }]),
    commands: [...changeCommands('/accept e.s0'), ...readCommands('/status')],
  },
  {
    about: 'many epics of one story',
    workflow: nested,
    most: 10_000,
    files: (size) => planOf(listed(size, (index) => ({ id: `e${index}`, status: 'todo', stories: [story(0)] }))),
    commands: changeCommands('/accept e0.s0'),
  },
  {
    about: 'epics whose stories say something else',
    workflow: `${nested}
        truth: stories`,
    most: 10_000,
    files: (size) =>
      planOf(listed(size, (index) => ({ id: `e${index}`, status: 'todo', stories: [story(0, 'done')] }))),
    commands: changeCommands('/fix'),
  },
]
