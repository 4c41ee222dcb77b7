import { describe, expect, it } from 'vitest'
import { wrongIn } from './scene.ts'

/** The use of a preset, from its lines: the first is line 2 of the configuration. */
const use = (...lines: readonly string[]) =>
  ['workflows:', ...lines.map((line, index) => `${index === 0 ? '  - ' : '    '}${line}`), ''].join('\n')

const outside = "expected one relative to the repository's root, with `/` and without `..`"
const reserved = 'expected a place outside `.git` and `.github`, where no command writes'

/** Each reason: a use of a preset, and what is wrong with it, by line. */
const rows: Readonly<Record<string, readonly [configuration: string, ...problems: readonly string[]]>> = {
  'an unknown parameter': [
    use('use: openspec', 'name: changes', 'with:', '  root: specs', '  rot: docs'),
    '6: Unexpected parameter `rot`, expected one of `root` Did you mean `root`?',
  ],
  'several parameters': [
    use('use: backlog-md', 'with:', '  rot: docs', '  root: ../docs', '  config: [a.yml, /b.yml]'),
    '4: Unexpected parameter `rot`, expected one of `root`, `config` Did you mean `root`?',
    `5: Unexpected path \`../docs\`, ${outside}`,
    `6: Unexpected path \`/b.yml\`, ${outside}`,
  ],
  'a parameter from the root of the system': [
    use('use: openspec', 'with: { root: /etc }'),
    `3: Unexpected path \`/etc\`, ${outside}`,
  ],
  'a parameter with an empty part or a dot': [
    use('use: backlog-md', 'with:', '  root: docs/backlog/', '  config: [./a.yml, a//b.yml]'),
    '4: Unexpected path `docs/backlog/`, expected one without an empty part or `.`',
    '5: Unexpected path `./a.yml`, expected one without an empty part or `.`',
    '5: Unexpected path `a//b.yml`, expected one without an empty part or `.`',
  ],
  'a parameter that is empty': [use('use: openspec', "with: { root: '' }"), `3: Unexpected path (empty), ${outside}`],
  'a parameter with another separator': [
    use('use: bmad', 'with:', '  specs: docs', '  root: a\\b'),
    `5: Unexpected path \`a\\b\`, ${outside}`,
  ],
  'a parameter below `.github`': [
    use('use: openspec', 'with:', '  root: .github'),
    `4: Unexpected path \`.github\`, ${reserved}`,
  ],
  'a parameter below `.git`': [
    use('use: beads', 'with:', '  file: .Git/issues.jsonl'),
    `4: Unexpected path \`.Git/issues.jsonl\`, ${reserved}`,
  ],
  'a list of paths for a parameter that is one': [
    use('use: beads', 'with:', '  file: [a.jsonl, b.jsonl]'),
    '4: Unexpected list in `file`, expected one path',
  ],
  'an empty list for a parameter': [
    use('use: backlog-md', 'with:', '  config: []'),
    '4: Unexpected empty list in `config`, expected a path',
  ],
  'keys of a kind at the top of several': [
    use('use: bmad', 'name: stories', 'moves: any'),
    '4: Unexpected keys of a kind at the top of `bmad` Its kinds are `story`, `epic`, `retrospective`, `spec-story`: write the keys under `kinds`.',
  ],
  'states that a key of the preset does not know': [
    use('use: beads', 'name: issues', 'states: [open, blocked, deferred, closed]'),
    '4: Unexpected state `in_progress`, expected one of `open`, `blocked`, `deferred`, `closed` It stands in `depends` of the preset: give that key too.',
  ],
  'captures that a key of the preset does not know': [
    use('use: task-master', 'kinds:', '  task:', "    items: 'tasks/{id}.md'"),
    '5: Unexpected `{tag}`, expected one of `{id}`, `{path}`, `{folder}` It stands in `on-move` of the preset: give that key too.',
  ],
  'no items': [
    use('use: beads', 'items: []'),
    '3: Missing `items`, expected where the items are, such as `work/{id}.md`',
  ],
  'no states': [use('use: beads', 'states: []'), '3: Missing `states`, expected the names of the states in order'],
  'no places': [
    use('use: beads', 'places: {}'),
    '3: Missing `place`, expected where the state of an item stands, such as `front-matter: status`',
  ],
  'a state that the preset has': [
    use('use: beads', 'add-states:', '  parked: {}', '  closed: {}'),
    '5: Unexpected second state `closed`, expected each once',
  ],
  'a state that the preset has, in capitals': [
    use('use: beads', 'add-states:', '  parked: {}', '  Closed: {}'),
    '5: Unexpected word `Closed` of `Closed`: it is one of `closed` already',
  ],
  'a state of an agent that ends': [
    use('use: beads', 'add-states:', '  parked:', '    end: true', '    holder: agent'),
    '6: Unexpected `holder: agent` of `parked`, where items end Nothing is left to do there.',
  ],
  'a state after one that comes later': [
    use('use: beads', 'add-states:', '  a: { after: b }', '  b: { after: open }'),
    '4: Unexpected state `b`, expected one of `open`, `in_progress`, `blocked`, `deferred`, `closed`, `tombstone`',
  ],
  '`after` in states that are not added': [
    use(
      'name: work',
      "items: 'work/{id}.md'",
      'states:',
      '  todo: {}',
      '  done: { after: todo }',
      'place: { label: S }',
    ),
    '6: Unexpected key `after`, which belongs to `add-states`',
  ],
  'a word that is a state of the preset': [
    use('use: beads', 'add-states: [parked]', 'add-words:', '  open: [closed]'),
    '5: Unexpected word `closed` of `open`: it is one of `closed` already',
  ],
  'a word of two states': [
    use('use: beads', 'add-states: { parked: { words: [hooked] } }'),
    '3: Unexpected word `hooked` of `parked`: it is one of `in_progress` already',
  ],
  'an unknown key of the only effect': [
    use('use: beads', "on-move: { set: { in: x.md, label: Owner }, to: '{actor}' }"),
    '3: Unexpected key `in` in `on-move.set` Expected one of `front-matter`, `label`, `section`, `data`, `table`, `row`, `column`, `box`.',
  ],
}

describe('a use of a preset that is wrong', () => {
  it.each(Object.entries(rows))('is refused at its line: %s', (_, [configuration, ...problems]) => {
    expect(wrongIn(configuration)).toEqual(problems)
  })
})

describe('a use of a preset', () => {
  it.each([
    ['states in place of those that a file lists', use('use: backlog-md', 'states: [To Do, Doing, Done]')],
    ['a state of the name of a property', use('use: beads', 'add-states: [constructor]', 'add-words: { open: [new] }')],
    [
      'a parameter that names the one before it',
      use('use: backlog-md', "with: { root: docs, config: '{root}/c.yml' }"),
    ],
  ])('may give %s', (_, configuration) => {
    expect(wrongIn(configuration)).toEqual([])
  })
})
