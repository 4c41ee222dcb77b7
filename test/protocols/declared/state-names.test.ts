import { describe, expect, it } from 'vitest'
import type { View } from '../../../src/core/view.ts'
import { wrongNames } from '../../../src/protocols/declared/check/state-names.ts'
import { selectorsOf } from '../../../src/protocols/declared/files.ts'
import { sharedTree } from '../shared-tree.ts'
import { readConfiguration, wrongIn } from './scene.ts'

const limit = 1024 * 1024
const list = 'statuses: [To Do, Doing, Done]\nfirst: To Do\n'

/** What is wrong with names in a configuration by the files of a repository, and of its base: line, severity, message. */
async function wrongBy(configuration: string, files: Readonly<Record<string, string>>, base?: typeof files) {
  expect(wrongIn(configuration)).toEqual([])
  const { workflows } = readConfiguration(configuration)
  const open = (tree: typeof files): Promise<View> =>
    sharedTree(tree).open({ selectors: workflows.flatMap(selectorsOf), limit })
  const views = { head: await open(files), base: base && (await open(base)) }
  return workflows
    .flatMap((workflow) => [...wrongNames(workflow, views, limit)])
    .map(({ finding: { place, message, hint = '' }, severity }) =>
      `${place.line}: ${severity} ${message} ${hint}`.trim(),
    )
}

/** A declaration whose states a file lists, with further keys from line 6 on. */
const own = (...lines: readonly string[]) =>
  [
    'workflows:',
    '  - name: work',
    "    items: 'work/{id}.md'",
    '    states-from: { in: list.yml, at: [statuses], default: [Open, Shut], begin: first, end: last }',
    '    place: { front-matter: status }',
    ...lines.map((line) => `    ${line}`),
    '',
  ].join('\n')

/** The use of a preset whose states a file lists, with further keys from line 3 on. */
const used = (...lines: readonly string[]) =>
  ['workflows:', '  - use: backlog-md', ...lines.map((line) => `    ${line}`), ''].join('\n')

const expectedNames = 'expected one of `To Do`, `Doing`, `Done`'
const unknown = (line: number, name: string, path = 'list.yml') =>
  `${line}: error Unexpected state \`${name}\`, ${expectedNames}, as \`${path}\` lists them`

const wrong: Readonly<Record<string, readonly [configuration: string, ...problems: readonly string[]]>> = {
  moves: [
    own('moves:', '  - { from: [To Do, Dooing], to: Done }', '  - { from: Doing, to: Finished }'),
    `${unknown(7, 'Dooing')} Did you mean \`Doing\`?`,
    unknown(8, 'Finished'),
  ],
  says: [own().replace('status }', 'status, says: { open: [to-do, Waiting], shut: Done } }'), unknown(5, 'Waiting')],
  'required-from': [
    own().replace('status }', 'status, required-from: Dne }'),
    `${unknown(5, 'Dne')} Did you mean \`Done\`?`,
  ],
  is: [
    own().replace('{ front-matter: status }', "{ is: [{ says: [end, Gone], when: { path: 'x/**' } }] }"),
    `${unknown(5, 'Gone')} Did you mean \`Done\`?`,
  ],
  depends: [
    own('depends:', '  front-matter: needs', '  once: Started', '  except: [middle, Idle]'),
    unknown(8, 'Started'),
    unknown(9, 'Idle'),
  ],
  'begin and end': [
    own().replace('begin: first, end: last', 'begin: [first, frist], end: [last, Finished]'),
    unknown(4, 'frist'),
    unknown(4, 'Finished'),
  ],
  parts: [
    [
      'workflows:',
      '  - name: plan',
      '    kinds:',
      '      story:',
      "        items: 'work/{epic}-{id}.md'",
      "        within: '{epic}'",
      '        states-from: { in: list.yml, at: [statuses], default: [Open, Shut] }',
      '        place: { front-matter: status }',
      '      epic:',
      "        items: 'epics/{id}.md'",
      '        states: [open, shut]',
      '        place:',
      '          is:',
      '            - { says: shut, when: { parts: { all: [Done, Dropped] } } }',
      '',
    ].join('\n'),
    unknown(14, 'Dropped'),
  ],
}

const additions: Readonly<Record<string, readonly [configuration: string, ...problems: readonly string[]]>> = {
  'add-words': [
    used('add-words:', '  Dooing: [wip]'),
    `${unknown(4, 'Dooing', 'backlog/config.yml')} Did you mean \`Doing\`?`,
  ],
  'a word of two states': [
    used('add-words:', '  Done: [shipped, doing]'),
    '4: error Unexpected word `doing` of `Done`: it is the name of `Doing`',
  ],
  after: [
    used('add-states:', '  Asked:', '    after: Ready'),
    '5: error Unexpected state `Ready`, expected one of `To Do`, `Doing`, `Done`, `Asked`, as `backlog/config.yml` lists them',
  ],
  'moves of a preset': [used('moves: [{ from: To Do, to: Ready }]'), unknown(3, 'Ready', 'backlog/config.yml')],
}

describe('a name of a state that a file has to list', () => {
  it.each(Object.entries(wrong))(
    'is told at its line where there is none: %s',
    async (_, [configuration, ...problems]) => {
      expect(await wrongBy(configuration, { 'list.yml': list })).toEqual(problems)
    },
  )

  it.each(Object.entries(additions))(
    'is told in what is added to a preset: %s',
    async (_, [configuration, ...problems]) => {
      expect(await wrongBy(configuration, { 'backlog/config.yml': list })).toEqual(problems)
    },
  )

  it('may be one of the default, a group, or one that is added', async () => {
    const configuration = used(
      'add-states: { Asked: { after: Doing } }',
      'add-words: { Done: [shipped], In Progress: [wip] }',
      'depends: { front-matter: needs, once: middle, except: [asked, In Progress] }',
    )
    expect(await wrongBy(configuration, { 'backlog/config.yml': list })).toEqual([])
  })

  it('is one of the default where there is no file, and nothing is said of keys', async () => {
    const configuration = own('moves: [{ from: Open, to: Done }]')
    expect(await wrongBy(configuration, {})).toEqual([
      '6: error Unexpected state `Done`, expected one of `Open`, `Shut`',
    ])
  })

  it('need not be there where it is the key by which states begin', async () => {
    expect(await wrongBy(own(), { 'list.yml': 'statuses: [To Do, Doing, Done]\n' })).toEqual([])
    expect(await wrongBy(own().replace('begin: first', 'begin: Dooing'), { 'list.yml': list })).toEqual([
      `${unknown(4, 'Dooing')} Did you mean \`Doing\`?`,
    ])
  })

  it('is looked for among thousands of states, which are read once', async () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `s${index}`)
    const moves = names.slice(1, 200).map((name) => `  - { from: ${name}, to: s0 }`)
    const configuration = own('moves:', ...moves)
    expect(await wrongBy(configuration, { 'list.yml': `statuses: [${names.join(', ')}]\nfirst: s0\n` })).toEqual([])
  }, 10_000)

  it('is not judged where the file cannot be read', async () => {
    expect(await wrongBy(own('moves: [{ from: Open, to: Nowhere }]'), { 'list.yml': 'statuses: [' })).toEqual([])
  })

  it('is a warning where a change takes the state out of the file', async () => {
    const configuration = own('moves:', '  - { from: To Do, to: Done }', '  - { from: To Do, to: Nowhere }')
    const files = { 'list.yml': list.replace('Done', 'Finished') }
    expect(await wrongBy(configuration, files, { 'list.yml': list })).toEqual([
      '7: warning Unexpected state `Done`, expected one of `To Do`, `Doing`, `Finished`, as `list.yml` lists them Did you mean `Doing`?',
      '8: error Unexpected state `Nowhere`, expected one of `To Do`, `Doing`, `Finished`, as `list.yml` lists them',
    ])
  })
})

it('a word in the file that says which states begin or end, and is none of them, is a warning there', async () => {
  const files = { 'list.yml': `statuses: [To Do, Doing, Done]\nfirst: To Doo\nlast-ones: [done, Gone]\n` }
  const warning = (line: number, word: string, key: string) =>
    `${line}: warning Unexpected \`${word}\` at \`${key}\`, ${expectedNames}`
  expect(await wrongBy(own().replace('end: last', 'end: [last, last-ones]'), files)).toEqual([
    `${warning(2, 'To Doo', 'first')} Did you mean \`To Do\`?`,
    `${warning(3, 'Gone', 'last-ones')} Did you mean \`Done\`?`,
  ])
  const config = { 'backlog/config.yml': 'statuses: [To Do, Doing, Done]\ndefault_status: Todos\n' }
  expect(await wrongBy(used(), config)).toEqual([`${warning(2, 'Todos', 'default_status')} Did you mean \`To Do\`?`])
})

describe('the way to the list', () => {
  const misspelt = own('moves: { from: To Do, to: Done }').replace('[statuses]', '[statusses]')
  const problem = '4: error Unexpected key `statusses`, expected one that `list.yml` has Did you mean `statuses`?'
  it.each<readonly [string, string, Readonly<Record<string, string>>, readonly string[]]>([
    ['with a misspelt key', misspelt, { 'list.yml': list }, [problem]],
    [
      'with one behind another',
      own().replace('[statuses]', '[board, colums]'),
      { 'list.yml': 'board: { name: a, columns: [To Do, Done] }\nfirst: To Do\n' },
      ['4: error Unexpected key `colums`, expected one that `list.yml` has Did you mean `columns`?'],
    ],
    ['to a key that is not there yet', own(), { 'list.yml': 'project: [a]\nfirst: Open\n' }, []],
    ['beside a key like it without a list', own(), { 'list.yml': 'status: a\nfirst: Open\n' }, []],
    ['of a preset, which the tool may leave out', used(), { 'backlog/config.yml': 'status: [a]\n' }, []],
  ])('%s', async (_, configuration, files, expected) => {
    expect(await wrongBy(configuration, files)).toEqual(expected)
  })
})

describe('states that a file lists', () => {
  it.each([
    [
      'without a default',
      own().replace('[Open, Shut]', '[]'),
      '4: Missing `default`, expected the names of the states without the file',
    ],
    [
      'with two names that are one word',
      own().replace('[Open, Shut]', '[Open, open-, shut]').replace('open-', 'OPEN'),
      '4: Unexpected word `OPEN` of `OPEN`: it is one of `Open` already',
    ],
    [
      'with a word of two states',
      used('add-words: { To Do: [later], Done: [Later] }'),
      '3: Unexpected word `Later` of `Done`: it is one of `To Do` already',
    ],
  ])('are refused %s', (_, configuration, problem) => {
    expect(wrongIn(configuration)).toEqual([problem])
  })
})
