import { describe, expect, it } from 'vitest'
import { wrongIn } from './scene.ts'

const four = [
  'name: work',
  "items: 'work/{id}.md'",
  'states: [todo, doing, done]',
  'place: { front-matter: status }',
] as const

/** A list of declarations from their lines. */
const list = (...declarations: readonly (readonly string[])[]) =>
  [
    'workflows:',
    ...declarations.flatMap((lines) => lines.map((line, index) => `${index === 0 ? '  - ' : '    '}${line}`)),
    '',
  ].join('\n')

/**
 * The smallest declaration with other keys in place of its own, or in addition: line 2 is its name, 3 its items, 4 its
 * states, 5 its place.
 */
const work = (keys: Readonly<Record<string, string | undefined>>, ...extraLines: readonly string[]) =>
  list([
    ...four.flatMap((line) =>
      ((key) => (key in keys ? (keys[key] === undefined ? [] : [`${key}: ${keys[key]}`]) : [line]))(
        line.split(':')[0] ?? '',
      ),
    ),
    ...extraLines,
  ])

const numbered = <Made>(count: number, form: (number: number) => Made): readonly Made[] =>
  Array.from({ length: count }, (_, index) => form(index + 1))

const shared = (items: string) =>
  `5: Unexpected place, which all items of \`${items}\` share, expected one for each A path, a row, a box or a way into data tells items apart by \`{id}\`.`

/** The lines of two kinds. */
const kinds = (...lines: readonly string[]) => list(['name: plan', 'kinds:', ...lines.map((line) => `  ${line}`)])
const story = (extraKeys = '') =>
  `story: { items: 's/{epic}-{id}.md', states: [todo, done], place: { front-matter: status }${extraKeys} }`
const epic = (extraKeys = '') =>
  `epic: { items: 'e/{id}.md', states: [open, shut], place: { front-matter: status }${extraKeys} }`

/** Each reason: a configuration, and what is wrong with it, by line. */
const rows: Readonly<Record<string, readonly [configuration: string, ...problems: readonly string[]]>> = {
  'a template in a label': [
    work({ place: "{ label: '{id}' }" }),
    '5: Unexpected template `{id}`, expected the text before the colon, which is the same for all items A line that begins with the id of its item can be found as a row (`row`) or a box (`box`).',
  ],
  'a name that YAML reads as a number': [
    work({ states: '[draft, 1.50, done]' }),
    "4: Unexpected `1.50`, which YAML reads as the number `1.5` Put it in quotes: `'1.50'`.",
  ],
  'a word that YAML reads as a number': [
    work({ states: '{ draft: { words: [0x10, 2.5] }, done: {} }' }),
    "4: Unexpected `0x10`, which YAML reads as the number `16` Put it in quotes: `'0x10'`.",
  ],
  'a word in place of a boolean, of a state and of a field': [
    work({ states: '{ todo: { begin: yes }, done: {} }' }, 'fields: { size: { front-matter: size, required: on } }'),
    '4: Unexpected `yes`, expected `true` or `false`',
    '6: Unexpected `on`, expected `true` or `false`',
  ],
  'what other tools call the day and the actor': [
    work({}, "on-move: { append: '- {date} {user}', section: Log }"),
    ...[
      ['date', 'today'],
      ['user', 'actor'],
    ].map(
      ([name, meant]) =>
        `6: Unexpected \`{${name}}\`, expected one of \`{id}\`, \`{path}\`, \`{folder}\`, \`{today}\`, \`{actor}\`, \`{agent}\`, \`{from}\`, \`{to}\`, \`{text}\` Did you mean \`{${meant}}\`?`,
    ),
  ],
  'an unknown capture on a way into data': [
    work({ place: "{ in: board.yml, data: [tasks, '{ids}'] }" }),
    '5: Unexpected `{ids}`, expected one of `{id}`, `{path}`, `{folder}` Did you mean `{id}`?',
  ],
  'a state that ends in the hands of an agent': [
    work({ states: '{ todo: {}, doing: { holder: agent, end: true }, done: { end: true } }' }),
    '4: Unexpected `holder: agent` of `doing`, where items end Nothing is left to do there.',
  ],
  'a last state that an agent holds': [
    work({ states: undefined }, 'states:', '  todo: {}', '  doing:', '    holder: agent'),
    '8: Unexpected `holder: agent` of `doing`, where items end The last state ends where no state has `end`: mark those that do.',
  ],
  'an unknown state in `moves`': [
    work({}, 'moves:', '  - { from: todo, to: dong, by: accept }'),
    '7: Unexpected state `dong`, expected one of `todo`, `doing`, `done` Did you mean `doing`?',
  ],
  'an unknown state in `moves.from`': [
    work({ moves: undefined }, 'moves: [{ from: [todo, doen], to: done }]'),
    '6: Unexpected state `doen`, expected one of `todo`, `doing`, `done` Did you mean `doing`?',
  ],
  'an unknown state in `says`': [
    work({ place: '{ front-matter: status, says: { open: [todo, dooing], closed: done } }' }),
    '5: Unexpected state `dooing`, expected one of `todo`, `doing`, `done` Did you mean `doing`?',
  ],
  'an unknown state in `required-from`': [
    work({ place: '{ front-matter: status, required-from: don }' }),
    '5: Unexpected state `don`, expected one of `todo`, `doing`, `done` Did you mean `done`?',
  ],
  'an unknown state in `is`': [
    work(
      { place: undefined },
      'places:',
      '  file: { front-matter: status }',
      '  folder:',
      '    is:',
      "      - { says: dun, when: { path: 'x/**' } }",
    ),
    '9: Unexpected state `dun`, expected one of `todo`, `doing`, `done`',
  ],
  'an unknown state of parts': [
    kinds(
      story(", within: '{epic}'"),
      epic().replace(
        'place: { front-matter: status }',
        'place: { is: [{ says: shut, when: { parts: { all: [dne] } } }] }',
      ),
    ),
    '5: Unexpected state `dne`, expected one of `todo`, `done` Did you mean `done`?',
  ],
  '`parts` without a kind of parts': [
    work({ place: '{ is: [{ says: done, when: { parts: { some: true } } }] }' }),
    '5: Unexpected `parts`, expected a kind whose items are parts The kind of the parts names its parent with `within`.',
  ],
  'the condition `depends` in a kind without it': [
    work({ states: '{ todo: {}, doing: { needs: { depends: met } }, done: {} }' }),
    '4: Unexpected condition `depends`, which belongs to a kind with `depends` The key `depends` of the kind says where the ids of what its items depend on are, such as `depends: { front-matter: needs }`.',
  ],
  'the condition `depends` of a computed place in a kind without it': [
    work({ place: '{ is: [{ says: done, when: { depends: unmet } }] }' }),
    '5: Unexpected condition `depends`, which belongs to a kind with `depends` The key `depends` of the kind says where the ids of what its items depend on are, such as `depends: { front-matter: needs }`.',
  ],
  '`except` of `depends` without `once`': [
    work({}, 'depends: { front-matter: needs, except: [doing] }'),
    '6: Unexpected `except`, which belongs to `depends` with `once`',
  ],
  'an effect that sets nothing': [
    work({}, 'on-move:', '  - { set: { front-matter: by }, to: "" }'),
    '7: Unexpected empty `to`, expected a text No effect empties a value: write a mark for none, such as `-`.',
  ],
  'an effect that appends nothing': [
    work({}, 'on-move:', "  - { append: ' ', section: Log }"),
    '7: Unexpected empty `append`, expected a text',
  ],
  'an unknown state in `depends`': [
    work({}, 'depends: { front-matter: needs, once: doin, except: [tood] }'),
    '6: Unexpected state `doin`, expected one of `todo`, `doing`, `done` Did you mean `doing`?',
    '6: Unexpected state `tood`, expected one of `todo`, `doing`, `done` Did you mean `todo`?',
  ],
  'an unknown state in `add-words`': [
    list(['use: beads', 'add-words: { close: [shipped] }']),
    '3: Unexpected state `close`, expected one of `open`, `in_progress`, `blocked`, `deferred`, `closed`, `tombstone` Did you mean `closed`?',
  ],
  'an unknown state in `add-states`': [
    list(['use: beads', 'add-states: { parked: { after: blokked } }']),
    '3: Unexpected state `blokked`, expected one of `open`, `in_progress`, `blocked`, `deferred`, `closed`, `tombstone` Did you mean `blocked`?',
  ],
  'an unknown key of the only move': [
    work({}, 'moves: { form: todo, to: done }'),
    '6: Missing key `moves.from`',
    '6: Unexpected key `form` in `moves` Did you mean `from`?',
  ],
  'a number alone in place of states': [
    work({ states: '5' }),
    '4: Unexpected state `5`, expected a name that is more than a number',
  ],
  'a state that comes twice in a list': [
    work({ states: undefined }, 'states:', '  - todo', '  - doing: { holder: agent }', '  - todo'),
    '8: Unexpected second state `todo`, expected each once',
  ],
  'null in place of a state': [
    work({ states: '[todo, null, done]' }),
    '4: Unexpected `null`, expected the name of a state',
  ],
  'a list in place of a state': [
    work({ states: '[todo, [doing], done]' }),
    '4: Unexpected list, expected the name of a state',
  ],
  'numbers in place of states': [
    work({ states: '[10, doing, 5]' }),
    '4: Unexpected state `10`, expected a name that is more than a number',
    '4: Unexpected state `5`, expected a name that is more than a number',
  ],
  'numbers in a map of states': [
    work({ states: '{ todo: , 2: { end: true } }' }),
    '4: Unexpected state `2`, expected a name that is more than a number',
  ],
  'a state that comes twice in one line': [
    work({ states: '[todo, todo]' }),
    '4: Unexpected second state `todo`, expected each once',
  ],
  'two states that are one word': [
    work({ states: '[todo, In Progress, in-progress]' }),
    '4: Unexpected word `in-progress` of `in-progress`: it is one of `In Progress` already',
  ],
  'a word of two states': [
    work(
      { states: undefined },
      'states:',
      '  - todo',
      '  - doing: { words: [wip] }',
      '  - done: { words: [shipped, WIP] }',
    ),
    '8: Unexpected word `WIP` of `done`: it is one of `doing` already',
  ],
  'a word that comes twice in `says`': [
    work({ place: '{ front-matter: status, says: { Open: todo, open: doing } }' }),
    '5: Unexpected second word `open`, expected each once: words are compared without case',
  ],
  'a state without a name': [work({ states: "[todo, '', done]" }), '4: Unexpected state (empty), expected a name'],
  'no states': [work({ states: undefined }), '2: Missing `states`, expected the names of the states in order'],
  'an unknown key of a state': [
    work({ states: undefined }, 'states:', '  - todo', '  - doing:', '      hodler: agent'),
    '8: Unexpected key `hodler` in `states[1].doing` Did you mean `holder`?',
  ],
  'an unknown holder': [
    work({ states: '{ todo: , doing: { holder: agnt } }' }),
    '4: Unexpected `agnt`, expected one of `agent`, `orchestrator` Did you mean `agent`?',
  ],
  'a duration that is none': [
    work({ states: '{ todo: , doing: { stale-after: soon } }' }),
    '4: Unexpected `soon`, expected an integer and `m`, `h` or `d`, such as `48h`',
  ],
  'too many states': [
    work({ states: `[${numbered(51, (number) => `s${number}`).join(', ')}]` }),
    '4: Unexpected number of states, expected at most `50`',
  ],
  'no source of items': [
    work({ items: undefined }),
    '2: Missing `items`, expected where the items are, such as `work/{id}.md`',
  ],
  'an empty source of items': [
    work({ items: '{ at: [x] }' }),
    '3: Unexpected source of items, expected exactly one of `files`, `folders`, `keys`, `elements`, `rows`, `boxes`',
  ],
  'two sources of items in one': [
    work({ items: "{ files: 'work/{id}.md', folders: 'work/{id}' }" }),
    '3: Unexpected `folders` beside `files`, expected one of them',
  ],
  'an unknown key of a source': [
    work({ items: undefined }, 'items:', "  - { files: 'work/{id}.md' }", "  - { file: 'more/{id}.md' }"),
    '7: Unexpected key `file` in `items[1]` Did you mean `files`?',
  ],
  'rows without a column that names them': [
    work({ items: '{ rows: BOARD.md }', place: '{ column: Status }' }),
    "3: Missing `row`, expected the column that names the item, such as `{ Item: '{id}' }`",
  ],
  '`row` of files': [
    work({ items: "{ files: 'work/{id}.md', row: { Item: '{id}' } }" }),
    '3: Unexpected `row`, which belongs to `rows`',
  ],
  'boxes without a text': [
    work({ items: '{ boxes: PLAN.md }', place: '{ box: true }' }),
    '3: Missing `text`, expected how a box names its item, such as `{id} {title}`',
  ],
  'an id in the front matter of what is no file': [
    work({ items: '{ keys: plan.yml, at: [], id: { front-matter: id } }', place: '{ data: [] }' }),
    '3: Unexpected `front-matter`, which belongs to `files`',
  ],
  'captures of a path that touch': [
    work({ items: "'work/{epic}{id}.md'" }),
    '3: Unexpected `work/{epic}{id}.md`: `{epic}`, `{id}` touch, and nothing shows where one ends',
  ],
  'captures of an id that touch': [
    work({ items: "{ keys: plan.yml, at: [], id: '{epic}{n}' }", place: '{ data: [] }' }),
    '3: Unexpected `{epic}{n}`: `{epic}`, `{n}` touch, and nothing shows where one ends',
  ],
  'captures of a cell that touch': [
    work({ items: "{ rows: B.md, row: { Item: '{id}{title}' } }", place: '{ column: Status }' }),
    '3: Unexpected `{id}{title}`: `{id}`, `{title}` touch, and nothing shows where one ends',
  ],
  'captures of a box that touch': [
    work({ items: "{ boxes: B.md, text: '{id}{title}' }", place: '{ box: true }' }),
    '3: Unexpected `{id}{title}`: `{id}`, `{title}` touch, and nothing shows where one ends',
  ],
  'a template without `{id}`': [
    work({ items: "'work/{name}.md'" }),
    '3: Unexpected `{id}` in the id, expected one of `{name}` Without `id`, the source has to capture `{id}`.',
  ],
  'a template without any capture': [
    work({ items: "'work/id.md'" }),
    '3: Unexpected `{id}` in the id: the source captures no text Without `id`, the source has to capture `{id}`.',
  ],
  'an id of unknown captures': [
    work({ items: "{ files: 'work/{epic}-{n}.md', id: '{epic}.{m}' }" }),
    '3: Unexpected `{m}` in the id, expected one of `{epic}`, `{n}` Without `id`, the source has to capture `{id}`.',
  ],
  'a capture with a name that every item has': [
    work({ items: "'work/{path}/{id}.md'" }),
    '3: Unexpected capture `{path}`: every item has one of this name',
  ],
  'an unknown capture in a place': [
    work({ place: "{ in: 'b/{idd}.md', front-matter: status }" }),
    '5: Unexpected `{idd}`, expected one of `{id}`, `{path}`, `{folder}` Did you mean `{id}`?',
  ],
  'an unknown capture in a row': [
    work({ place: "{ in: BOARD.md, row: { Item: '{ids}' }, column: Status }" }),
    '5: Unexpected `{ids}`, expected one of `{id}`, `{path}`, `{folder}` Did you mean `{id}`?',
  ],
  'a box without `{id}`': [
    work({ place: "{ in: PLAN.md, box: '{title}' }" }),
    '5: Missing `{id}` in `{title}`, expected how a box names its item',
  ],
  'an unknown capture in an effect': [
    work({}, "on-move: { set: { front-matter: updated }, to: '{todai}' }"),
    '6: Unexpected `{todai}`, expected one of `{id}`, `{path}`, `{folder}`, `{today}`, `{actor}`, `{agent}`, `{from}`, `{to}`, `{text}` Did you mean `{today}`?',
  ],
  'an unknown capture in `within`': [
    work({ items: "'work/{epic}/{id}.md'" }, "within: '{epik}'"),
    '6: Unexpected `{epik}`, expected one of `{id}`, `{path}`, `{folder}`, `{epic}` Did you mean `{epic}`?',
  ],
  'a cycle of kinds': [
    kinds(
      story(", within: 'e-{epic}'").replace("'s/{epic}-{id}.md'", "{ files: 's/{epic}-{n}.md', id: 's-{epic}-{n}' }"),
      epic(", within: 's-{epic}-{n}'").replace("'e/{id}.md'", "{ files: 'e/{epic}-{n}.md', id: 'e-{epic}' }"),
    ),
    '4: Unexpected cycle of the kinds `story`, `epic`, expected no kind above itself',
  ],
  'an item within itself': [
    work({}, "within: '{id}'"),
    '6: Unexpected `within`, expected the id of another item: this is the id of the item itself',
  ],
  'keys at the top and under `kinds`': [
    list([...four, 'kinds:', `  ${epic()}`]),
    '3: Unexpected key `items` beside `kinds`, expected it in one of them',
  ],
  'no kind': [list(['name: plan', 'kinds: {}']), '3: Missing kind in `kinds`, expected one at least'],
  'too many kinds': [
    kinds(...numbered(11, (number) => epic().replace('epic', `k${number}`).replace('e/', `e${number}/`))),
    '3: Unexpected number of kinds, expected at most `10`',
  ],
  'too many places': [
    work({ place: undefined }, 'places:', ...numbered(21, (number) => `  p${number}: { label: L${number} }`)),
    '5: Unexpected number of places, expected at most `20`',
  ],
  'too many moves': [
    work({}, `moves: [${numbered(201, () => '{ from: todo, to: done }').join(', ')}]`),
    '6: Unexpected number of moves, expected at most `200`',
  ],
  'too many declarations': [
    list(...numbered(51, (number) => [`name: w${number}`])),
    '2: Unexpected number of workflows, expected at most 50',
  ],
  'no place': [
    work({ place: undefined }),
    '2: Missing `place`, expected where the state of an item stands, such as `front-matter: status`',
  ],
  'a place that is empty': [
    work({ place: '{}' }),
    '5: Unexpected place, expected exactly one of `front-matter`, `label`, `section`, `data`, `table`, `box`',
  ],
  'a place in two forms': [
    work({ place: '{ front-matter: status, label: Status }' }),
    '5: Unexpected `label` beside `front-matter`, expected one of them',
  ],
  'a place that is written and computed': [
    work({ place: '[{ front-matter: status }, { is: { says: done } }]' }),
    '5: Unexpected `is` beside a place that is written, expected one of them',
  ],
  '`place` beside `places`': [
    work({}, 'places: { board: { label: Status } }'),
    '5: Unexpected `place` beside `places`, expected one of them',
  ],
  'a table without a column': [
    work({ place: "{ in: BOARD.md, row: { Item: '{id}' } }" }),
    '5: Missing `column`, expected the heading of the column that has the value',
  ],
  'an unknown key of a place': [
    work({ place: '{ frontmatter: status }' }),
    '5: Unexpected key `frontmatter` in `place` Did you mean `front-matter`?',
  ],
  '`truth` that is no place': [
    work({ place: undefined }, 'places: { file: { front-matter: status }, board: { label: Status } }', 'truth: baord'),
    '6: Unexpected `baord`, expected a place of this kind Expected one of `file`, `board`. Did you mean `board`?',
  ],
  'a time in an unknown form': [
    work({}, "on-move: { set: { front-matter: updated }, to: '{now:bogus}' }"),
    '6: Unexpected `{now:bogus}`, expected one of `{id}`, `{path}`, `{folder}`, `{today}`, `{actor}`, `{agent}`, `{from}`, `{to}`, `{text}`',
  ],
  'a file within what an effect sets': [
    work({}, "on-move: [{ set: { in: BOARD.md, label: Owner }, to: '{actor}' }]"),
    '6: Unexpected key `in` in `on-move[0].set` Expected one of `front-matter`, `label`, `section`, `data`, `table`, `row`, `column`, `box`.',
  ],
  '`linear` where every place is computed': [
    work({ place: '{ is: { says: done } }' }, 'moves: linear'),
    '6: Unexpected moves by a command, expected a place that commands can write: every place is computed',
  ],
  'moves by command where every place is computed': [
    work({ place: '{ is: { says: done } }' }, 'moves: [{ from: todo, to: done, by: accept }]'),
    '6: Unexpected moves by a command, expected a place that commands can write: every place is computed',
  ],
  'moves by command where the places are in a `.jsonl` file': [
    work({ items: '{ elements: a.jsonl }', place: '{ data: status }' }, 'moves: linear'),
    '6: Unexpected moves by a command, expected a place that commands can write: every place is computed, in a `.jsonl` file, or in an item that is a folder',
  ],
  'a place that two workflows write': [
    list(four, [
      'name: more',
      "items: 'work/{name}.md'".replace('name', 'id'),
      'states: [open, shut]',
      'place: { front-matter: status }',
    ]),
    '9: Unexpected place, expected one that the workflow `work` does not write too A place belongs to one workflow: declare it there.',
  ],
  'a place that two workflows write, in another file': [
    list(
      [
        'name: one',
        "items: 'a/{id}.md'",
        'states: [x, y]',
        "place: { in: B.md, row: { Item: '{id}' }, column: Status }",
      ],
      [
        'name: two',
        "items: 'b/{id}.md'",
        'states: [x, y]',
        'places:',
        '  own: { front-matter: status }',
        "  board: { in: B.md, row: { Item: '{id}' }, column: Status }",
      ],
    ),
    '11: Unexpected place, expected one that the workflow `one` does not write too A place belongs to one workflow: declare it there.',
  ],
  'a preset that is used twice in one place': [
    list(['use: bmad'], ['use: bmad', 'name: other']),
    '3: Unexpected place, expected one that the workflow `bmad` does not write too A place belongs to one workflow: declare it there.',
  ],
  'a file without captures as the place of all items': [
    work({ place: '{ in: B.md, label: Status }' }),
    shared('work/{id}.md'),
  ],
  'a row without captures as the place of all items': [
    work({ place: '{ in: B.md, row: { Item: x }, column: Status }' }),
    shared('work/{id}.md'),
  ],
  'a file that some items lack, and then one for all of them': [
    work({ place: "{ in: ['notes/{id}.md', B.md], front-matter: status }" }),
    shared('work/{id}.md'),
  ],
  'the folder of all items as their place': [
    work({ place: "{ in: '{folder}/B.md', label: Status }" }),
    shared('work/{id}.md'),
  ],
  'the front matter of a file of rows': [
    work({ items: "{ rows: '{team}.md', row: { Item: '{id}' } }" }),
    shared('{team}.md'),
  ],
  'a file of keys that only their way names': [
    work({
      items: "{ keys: t.yml, at: ['{epic}'], id: '{n}' }",
      place: "{ in: '{epic}.md', label: Status }",
    }),
    shared('t.yml'),
  ],
  'a label of a list of boxes': [
    work({ items: "{ boxes: B.md, text: '{id} {title}' }", place: '[{ box: true }, { label: Status }]' }),
    shared('B.md'),
  ],
  'a key of files, beside rows that have none': [
    work({
      items: "[{ files: 'work/{id}.md' }, { rows: B.md, row: { Item: '{id}' } }]",
      place: '{ front-matter: status }',
    }),
    shared('B.md').replace(' A path', " Add `in: 'work/{id}.md'`, if it stands there. A path"),
  ],
  'a path out of the repository': [
    work({ items: "'../work/{id}.md'" }),
    "3: Unexpected path `../work/{id}.md`, expected one relative to the repository's root, with `/` and without `..`",
  ],
  'a path from the root of the system': [
    work({ place: "{ in: '/etc/{id}', front-matter: status }" }),
    "5: Unexpected path `/etc/{id}`, expected one relative to the repository's root, with `/` and without `..`",
  ],
  'a path below `.git`': [
    work({ items: "'.git/{id}.md'" }),
    '3: Unexpected path `.git/{id}.md`, expected a place outside `.git` and `.github`, where no command writes',
  ],
  'a path below `.github`': [
    work({ place: "{ in: '.GitHub/{id}.md', front-matter: status }" }),
    '5: Unexpected path `.GitHub/{id}.md`, expected a place outside `.git` and `.github`, where no command writes',
  ],
  'a condition of no kind': [
    work({ states: '{ todo: , done: { needs: { severity: notice } } }' }),
    '4: Unexpected condition, expected one of `path`, `exists`, `missing`, `boxes`, `parts`, `depends`, `field`',
  ],
  'an unknown condition': [
    work({ states: '{ todo: , done: { needs: { box: all } } }' }),
    '4: Unexpected key `box` in `states.done.needs` Expected one of `path`, `exists`, `missing`, `boxes`, `in`, `section`, `parts`, `depends`, `field`, `severity`.',
  ],
  'an unknown count of boxes': [
    work({ states: '{ todo: , done: { needs: { boxes: al } } }' }),
    '4: Unexpected `al`, expected one of `all`, `some`, `none`, `empty`, `missing` Did you mean `all`?',
  ],
  'an unknown field in a condition': [
    work(
      { states: '{ todo: , done: { needs: { field: { name: ownr, one-of: [x] } } } }' },
      'fields: { owner: { front-matter: owner } }',
    ),
    '4: Unexpected `ownr`, expected a field of this kind Expected one of `owner`. Did you mean `owner`?',
  ],
  'an effect that is none': [
    work({}, "on-move: { append: '- {today}' }"),
    '6: Unexpected effect, expected `set` with `to`, or `append` with `section`',
  ],
  'an unknown mover': [
    work({}, 'moves: [{ from: todo, to: done, by: acept }]'),
    '6: Unexpected `acept`, expected one of `accept`, `handback`, `handback success`, `handback error`, `handback question`, `hand` Did you mean `accept`?',
  ],
  'a word in place of moves': [
    work({}, 'moves: liner'),
    '6: Unexpected `liner`, expected `any`, `linear` or a list of moves Did you mean `linear`?',
  ],
  'a link of no form': [
    work({}, 'depends: { once: doing }'),
    '6: Unexpected link, expected exactly one of `front-matter`, `label`, `data`, `table`',
  ],
  'no name': [list(four.slice(1)), '2: Missing key `name`'],
  'a name of another form': [
    work({ name: 'My Work' }),
    '2: Unexpected `My Work`, expected a name of small letters, digits and `-`, such as `work`',
  ],
  'one name twice': [
    list(['use: beads', 'name: work'], four),
    '4: Unexpected second workflow `work`, expected each name once Give one of them another `name`.',
  ],
  'the name of a protocol': [
    work({ name: 'plugin' }),
    '2: Unexpected name `plugin`, which is built in: choose another',
  ],
  'a prefix that is built in': [
    work({ name: 'stage' }),
    '2: Unexpected name `stage`, which is built in: choose another',
  ],
  'an unknown key': [
    work({ place: undefined }, 'plcae: { front-matter: status }'),
    '5: Unexpected key `plcae` Did you mean `place`?',
  ],
  'an unknown preset': [
    list(['use: taskmaster']),
    '2: Unexpected preset `taskmaster`, expected one of `backlog-md`, `beads`, `bmad`, `openspec`, `spec-kit`, `task-master` Did you mean `task-master`?',
  ],
  'an unknown preset alone': [
    'workflows: [bmadd]\n',
    '1: Unexpected preset `bmadd`, expected one of `backlog-md`, `beads`, `bmad`, `openspec`, `spec-kit`, `task-master` Did you mean `bmad`?',
  ],
  'an unknown parameter of a preset': [
    list(['use: backlog-md', 'with: { rot: docs }']),
    '3: Unexpected parameter `rot`, expected one of `root`, `config` Did you mean `root`?',
  ],
  'parameters without a preset': [work({}, 'with: { root: docs }'), '6: Unexpected key `with`, which belongs to `use`'],
  'an unknown kind of a preset': [
    list(['use: bmad', 'kinds: { stry: { truth: none } }']),
    '3: Unexpected kind `stry` of `bmad` Its kinds are `story`, `epic`, `retrospective`, `spec-story`. Did you mean `story`?',
  ],
  'a kind of a preset that has one': [
    list(['use: beads', 'kinds: { issue: { truth: none } }']),
    '3: Unexpected kind `issue` of `beads` It has one kind: write the keys at the top.',
  ],
  'keys at the top of a preset with kinds': [
    list(['use: bmad', 'truth: none']),
    '3: Unexpected keys of a kind at the top of `bmad` Its kinds are `story`, `epic`, `retrospective`, `spec-story`: write the keys under `kinds`.',
  ],
  'no list': ['workflows: { name: work }\n', '1: Unexpected value of `workflows`, expected a list of declarations'],
}

describe('a declaration that is wrong', () => {
  it.each(Object.entries(rows))('is refused at its line: %s', (_, [configuration, ...problems]) => {
    expect(wrongIn(configuration)).toEqual(problems)
  })
})
