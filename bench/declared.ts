import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { baton, shortest, type Bench, type Benchmark, type Figure } from './measure.ts'

const items = 10_000
const issues = 20_000

const tracked = `workflows:
  - name: work
    items: 'work/{id}.md'
    states: [todo, doing, review, done]
    places:
      file: { front-matter: status }
      tracker: { in: tracker.yml, data: [items, '{id}'] }
    truth: file
`
const states = ['todo', 'doing', 'review', 'done']
const stateOf = (index: number) => states[index % states.length] ?? ''
const nameOf = (index: number) => `item-${String(index).padStart(5, '0')}`
const series = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('')

/** The text below the front matter of an item, of the length that stories have. */
const story = `${'As a reader I want to find what I wrote, so that I can go on with it.\n'.repeat(60)}\n## Tasks\n\n- [ ] Write it\n- [x] Read it\n`

function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

/**
 * A file for each item, and one with the state of all. The files must be read whatever else is done: their checksums
 * are the lower bound.
 */
function files(bench: Bench): readonly Figure[] {
  const root = join(bench.folder, 'files')
  const paths = Array.from({ length: items }, (_, index) => `work/${nameOf(index)}.md`)
  write(root, {
    '.github/baton.yml': tracked,
    'tracker.yml': `items:\n${series(items, (index) => `  ${nameOf(index)}: ${stateOf(index)}\n`)}`,
    ...Object.fromEntries(
      paths.map((path, index) => [path, `---\nstatus: ${stateOf(index)}\n---\n# ${nameOf(index)}\n\n${story}`]),
    ),
  })
  const seconds = shortest(3, {
    validate: baton(bench, 'validate', '--root', root),
    hash: { command: 'xargs', args: ['-0', 'sha256sum'], cwd: root, input: ['tracker.yml', ...paths].join('\0') },
  })
  return [
    {
      work: `baton validate, ${items} files and a tracker of them`,
      against: 'sha256sum of the same files',
      unit: '×',
      aim: { bound: 'most', value: 4 },
      measured: seconds.validate / seconds.hash,
      raw: seconds,
    },
  ]
}

const parsing = String.raw`
const { readFileSync } = require('node:fs')
let open = 0
for (const line of readFileSync('.beads/issues.jsonl', 'utf8').split('\n')) if (line !== '' && JSON.parse(line).status === 'open') open++
console.log(open)
`

/** An export with an issue in each line, as the preset of beads reads it. */
function lines(bench: Bench): readonly Figure[] {
  const root = join(bench.folder, 'lines')
  const issue = (index: number) => ({
    id: `bd-${index}`,
    title: `The issue number ${index}`,
    description: 'What is wrong, how it is seen, and what was tried so far. '.repeat(8),
    status: index % 3 === 0 ? 'closed' : 'open',
    priority: index % 4,
    issue_type: 'task',
    created_at: '2026-02-04T10:00:00Z',
    updated_at: '2026-02-04T10:00:00Z',
    ...(index % 10 === 1 && {
      dependencies: [
        {
          issue_id: `bd-${index}`,
          depends_on_id: `bd-${index - 1}`,
          type: 'blocks',
          created_at: '2026-02-04T10:00:00Z',
        },
      ],
    }),
  })
  write(root, {
    '.github/baton.yml': 'workflows: [beads]\nlimits: { file: 64MiB }\n',
    '.beads/issues.jsonl': series(issues, (index) => `${JSON.stringify(issue(index))}\n`),
  })
  const { validate, board, parse } = shortest(3, {
    validate: baton(bench, 'validate', '--root', root),
    board: baton(bench, 'board', '--root', root),
    parse: { command: process.execPath, args: ['-e', parsing], cwd: root },
  })
  return [
    {
      work: `baton validate, ${issues} lines of JSON`,
      against: 'node -e that parses each line',
      unit: '×',
      aim: { bound: 'most', value: 2 },
      measured: validate / parse,
      raw: { validate, parse },
    },
    {
      work: `baton board, ${issues} lines of JSON`,
      against: 'baton validate',
      unit: '×',
      aim: { bound: 'most', value: 2 },
      measured: board / validate,
      raw: { board, validate },
    },
  ]
}

/** Time of declared workflows with many items. */
export const declared: Benchmark = (bench) => [...files(bench), ...lines(bench)]
