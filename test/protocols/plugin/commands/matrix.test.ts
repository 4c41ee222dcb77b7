import { describe, expect, it } from 'vitest'
import type { Files } from '../../../../src/core/rule.ts'
import { handoffPath, inHandoff, registryPath } from '../../../../src/protocols/plugin/examples.ts'
import { plugin } from '../../../../src/protocols/plugin/protocol.ts'
import { machine, type MachineState } from '../../../../src/protocols/plugin/states.ts'
import { describeMatrix, type Row, type Samples } from '../../matrix.ts'
import type { SceneSetting, Tree } from '../../scene.ts'
import { found, give, target, usual } from '../scene.ts'
import { layouts, shapes, statesOf, type Layout, type Shape } from '../workflow.ts'

/** Commands by a short name. */
const commands = {
  accept: '/accept TinyGain',
  success: '/handback TinyGain success',
  error: '/handback TinyGain error BUILD_FAILED No compiler',
  question: '/handback TinyGain question Which skin?',
  answer: '/answer TinyGain The dark one',
  checksums: '/checksums TinyGain',
  sync: '/sync TinyGain --from handoff',
  migrate: '/migrate TinyGain',
  regenerate: '/regenerate TinyGain',
  contracts: '/restore TinyGain contracts',
  state: '/restore TinyGain state',
  install: '/install TinyGain',
  verify: '/verify TinyGain',
} as const

/** A day later than any of the way. */
const later: SceneSetting = { at: '2026-03-02T10:00:00Z' }

/** The name of a state in the tables: `3.1 p` in progress, `3.1 c` complete, `5 w` for the end of the work. */
function short(state: string): string {
  const [, unit = state, status = ''] = /^stage (\S+) (\w)/.exec(state) ?? []
  return status === '' ? state : `${unit} ${status === 'i' ? 'p' : status}`
}

const marks: Readonly<Record<string, string>> = {
  p: 'in_progress',
  e: 'in_progress',
  q: 'in_progress',
  c: 'complete',
  w: 'workflow_complete',
}

/** The state that such a name means. */
function long(name: string): string {
  const [unit = '', mark] = name.split(' ')
  return mark === undefined ? name : `stage ${unit} ${marks[mark]}`
}

/** Written as complete, and nothing else done. */
const complete = (tree: Tree = {}): Tree => ({
  ...tree,
  [handoffPath]: String(tree[handoffPath]).replace('status: in_progress', 'status: complete'),
})

/**
 * The states of the way, and those beside it: back with an error (`e`) or a question (`q`), no state at all, the last
 * phase complete and its stage not closed, the last stage merely complete.
 */
async function states(shape: Shape, layout: Layout): Promise<ReadonlyMap<string, Tree>> {
  const way = new Map([...(await statesOf(shape, layout))].map(([state, tree]) => [short(state), tree]))
  const begun = shape === 'simple' ? '3' : '3.1'
  const withQuestion = await give(way.get(`${begun} p`) ?? {}, commands.question, { at: '2026-02-20T10:00:00Z' })
  const failed = await give(way.get(`${begun} p`) ?? {}, commands.error, { at: '2026-02-20T10:00:00Z' })
  return new Map([
    ...way,
    [`${begun} e`, failed.tree],
    [`${begun} q`, withQuestion.tree],
    ['unknown', inHandoff(way.get(`${begun} p`) as Files, ['status: in_progress', 'status: done'])],
    ['5 c', complete(way.get('5 p'))],
    ...(shape === 'simple' ? [] : [['3.2 c', complete(way.get('3.2 p'))] as const]),
  ])
}

/**
 * The result of each command in each state: the state that it leads to (`p` in progress, `c` complete, `w` the whole
 * work complete; `!`: control had not been granted), `=` for nothing to do, or why it is refused.
 */
const transitions: Readonly<Record<Shape, string>> = {
  simple: `
state     | accept            | success           | error             | question          | answer
ideated   | 0 p               | STAGE_UNEXPECTED  | STAGE_UNEXPECTED  | STAGE_UNEXPECTED  | NOT_ASKED
0 p       | =                 | 0 c               | 0 p               | 0 p               | NOT_ASKED
0 c       | 2 p               | STAGE_UNEXPECTED  | STAGE_UNEXPECTED  | STAGE_UNEXPECTED  | NOT_ASKED
2 p       | =                 | 2 c               | 2 p               | 2 p               | NOT_ASKED
2 c       | 3 p               | STAGE_UNEXPECTED  | STAGE_UNEXPECTED  | STAGE_UNEXPECTED  | NOT_ASKED
3 p       | =                 | 3 c               | 3 p               | 3 p               | NOT_ASKED
3 e       | 3 p               | 3 c !             | =                 | 3 p               | NOT_ASKED
3 q       | QUESTION_OPEN     | QUESTION_OPEN     | 3 p               | =                 | 3 p
3 c       | 4 p               | STAGE_UNEXPECTED  | STAGE_UNEXPECTED  | STAGE_UNEXPECTED  | NOT_ASKED
4 p       | =                 | 4 c               | 4 p               | 4 p               | NOT_ASKED
4 c       | 5 p               | STAGE_UNEXPECTED  | STAGE_UNEXPECTED  | STAGE_UNEXPECTED  | NOT_ASKED
5 p       | =                 | 5 w               | 5 p               | 5 p               | NOT_ASKED
5 c       | WORKFLOW_COMPLETE | 5 w               | WORKFLOW_COMPLETE | WORKFLOW_COMPLETE | NOT_ASKED
5 w       | WORKFLOW_COMPLETE | WORKFLOW_COMPLETE | WORKFLOW_COMPLETE | WORKFLOW_COMPLETE | NOT_ASKED
installed | WORKFLOW_COMPLETE | WORKFLOW_COMPLETE | WORKFLOW_COMPLETE | WORKFLOW_COMPLETE | NOT_ASKED
unknown   | STATUS_INVALID    | STATUS_INVALID    | STATUS_INVALID    | STATUS_INVALID    | STATUS_INVALID`,
  phased: `
state     | accept            | success           | error             | question          | answer
ideated   | 0 p               | STAGE_UNEXPECTED  | STAGE_UNEXPECTED  | STAGE_UNEXPECTED  | NOT_ASKED
0 p       | =                 | 0 c               | 0 p               | 0 p               | NOT_ASKED
0 c       | 2 p               | STAGE_UNEXPECTED  | STAGE_UNEXPECTED  | STAGE_UNEXPECTED  | NOT_ASKED
2 p       | =                 | 2 c               | 2 p               | 2 p               | NOT_ASKED
2 c       | 3.1 p             | STAGE_UNEXPECTED  | STAGE_UNEXPECTED  | STAGE_UNEXPECTED  | NOT_ASKED
3.1 p     | =                 | 3.1 c             | 3.1 p             | 3.1 p             | NOT_ASKED
3.1 e     | 3.1 p             | 3.1 c !           | =                 | 3.1 p             | NOT_ASKED
3.1 q     | QUESTION_OPEN     | QUESTION_OPEN     | 3.1 p             | =                 | 3.1 p
3.1 c     | 3.2 p             | STAGE_UNEXPECTED  | STAGE_UNEXPECTED  | STAGE_UNEXPECTED  | NOT_ASKED
3.2 p     | =                 | 3 c               | 3.2 p             | 3.2 p             | NOT_ASKED
3.2 c     | 4.1 p             | 3 c               | STAGE_UNEXPECTED  | STAGE_UNEXPECTED  | NOT_ASKED
3 c       | 4.1 p             | STAGE_UNEXPECTED  | STAGE_UNEXPECTED  | STAGE_UNEXPECTED  | NOT_ASKED
4.1 p     | =                 | 4 c               | 4.1 p             | 4.1 p             | NOT_ASKED
4 c       | 5 p               | STAGE_UNEXPECTED  | STAGE_UNEXPECTED  | STAGE_UNEXPECTED  | NOT_ASKED
5 p       | =                 | 5 w               | 5 p               | 5 p               | NOT_ASKED
5 c       | WORKFLOW_COMPLETE | 5 w               | WORKFLOW_COMPLETE | WORKFLOW_COMPLETE | NOT_ASKED
5 w       | WORKFLOW_COMPLETE | WORKFLOW_COMPLETE | WORKFLOW_COMPLETE | WORKFLOW_COMPLETE | NOT_ASKED
installed | WORKFLOW_COMPLETE | WORKFLOW_COMPLETE | WORKFLOW_COMPLETE | WORKFLOW_COMPLETE | NOT_ASKED
unknown   | STATUS_INVALID    | STATUS_INVALID    | STATUS_INVALID    | STATUS_INVALID    | STATUS_INVALID`,
  silent: `
state     | accept            | success            | error             | question          | answer
ideated   | 0 p               | STAGE_UNEXPECTED   | STAGE_UNEXPECTED  | STAGE_UNEXPECTED  | NOT_ASKED
0 p       | =                 | 0 c                | 0 p               | 0 p               | NOT_ASKED
0 c       | 2 p               | STAGE_UNEXPECTED   | STAGE_UNEXPECTED  | STAGE_UNEXPECTED  | NOT_ASKED
2 p       | =                 | 2 c                | 2 p               | 2 p               | NOT_ASKED
2 c       | 3.1 p             | STAGE_UNEXPECTED   | STAGE_UNEXPECTED  | STAGE_UNEXPECTED  | NOT_ASKED
3.1 p     | =                 | NEXT_PHASE_UNKNOWN | 3.1 p             | 3.1 p             | NOT_ASKED
3.1 e     | 3.1 p             | NEXT_PHASE_UNKNOWN | =                 | 3.1 p             | NOT_ASKED
3.1 q     | QUESTION_OPEN     | QUESTION_OPEN     | 3.1 p             | =                 | 3.1 p
3.1 c     | 3.2 p             | STAGE_UNEXPECTED   | STAGE_UNEXPECTED  | STAGE_UNEXPECTED  | NOT_ASKED
3.2 p     | =                 | NEXT_PHASE_UNKNOWN | 3.2 p             | 3.2 p             | NOT_ASKED
3.2 c     | 4.1 p             | 3 c                | STAGE_UNEXPECTED  | STAGE_UNEXPECTED  | NOT_ASKED
3 c       | 4.1 p             | STAGE_UNEXPECTED   | STAGE_UNEXPECTED  | STAGE_UNEXPECTED  | NOT_ASKED
4.1 p     | =                 | NEXT_PHASE_UNKNOWN | 4.1 p             | 4.1 p             | NOT_ASKED
4 c       | 5 p               | STAGE_UNEXPECTED   | STAGE_UNEXPECTED  | STAGE_UNEXPECTED  | NOT_ASKED
5 p       | =                 | 5 w                | 5 p               | 5 p               | NOT_ASKED
5 c       | WORKFLOW_COMPLETE | 5 w                | WORKFLOW_COMPLETE | WORKFLOW_COMPLETE | NOT_ASKED
5 w       | WORKFLOW_COMPLETE | WORKFLOW_COMPLETE  | WORKFLOW_COMPLETE | WORKFLOW_COMPLETE | NOT_ASKED
installed | WORKFLOW_COMPLETE | WORKFLOW_COMPLETE  | WORKFLOW_COMPLETE | WORKFLOW_COMPLETE | NOT_ASKED
unknown   | STATUS_INVALID    | STATUS_INVALID     | STATUS_INVALID    | STATUS_INVALID    | STATUS_INVALID`,
}

/** The other commands, which depend on little of the state. The way is a phased one. */
const otherCommands = `
state     | install     | checksums       | contracts       | state             | migrate         | sync            | regenerate
ideated   | NOT_WORKING | HANDOFF_MISSING | HANDOFF_MISSING | VERSION_NOT_FOUND | HANDOFF_MISSING | HANDOFF_MISSING | NOT_IN_DEVELOPMENT
0 p       | NOT_WORKING | =               | =               | =                 | =               | =               | HANDOFF_EXISTS
0 c       | NOT_WORKING | =               | =               | =                 | =               | =               | HANDOFF_EXISTS
2 p       | NOT_WORKING | =               | =               | =                 | =               | =               | HANDOFF_EXISTS
2 c       | NOT_WORKING | =               | =               | =                 | =               | =               | =
3.1 p     | NOT_WORKING | =               | =               | =                 | =               | =               | HANDOFF_EXISTS
3.1 e     | NOT_WORKING | =               | =               | =                 | =               | =               | HANDOFF_EXISTS
3.1 q     | NOT_WORKING | =               | =               | =                 | =               | =               | HANDOFF_EXISTS
3.1 c     | NOT_WORKING | =               | =               | =                 | =               | =               | =
3 c       | NOT_WORKING | =               | =               | =                 | =               | =               | =
4 c       | NOT_WORKING | =               | =               | =                 | =               | =               | HANDOFF_EXISTS
5 p       | NOT_WORKING | =               | =               | =                 | =               | =               | HANDOFF_EXISTS
5 w       | installed   | =               | =               | =                 | =               | =               | HANDOFF_EXISTS
installed | =           | HANDOFF_MISSING | HANDOFF_MISSING | VERSION_NOT_FOUND | HANDOFF_MISSING | HANDOFF_MISSING | NOT_IN_DEVELOPMENT`

const unfinished = 'STATUS_UNEXPECTED DATE_NOT_CURRENT REGISTRY_TIMELINE_MISSING COMPLETED_MISSING'
const yesterday = 'DATE_NOT_CURRENT REGISTRY_TIMELINE_MISSING'
const verified = `
state     | verify
ideated   | HANDOFF_MISSING
3.1 p     | ${unfinished}
3.1 e     | ${unfinished}
3.1 q     | ${unfinished}
3.1 c     | ${yesterday}
3 c       | ${yesterday}
5 w       | ${yesterday}
installed | HANDOFF_MISSING`

/** The cells of a table, as rows of the matrix. */
function rowsOf(shape: Shape, table: string): readonly Row[] {
  const [header = [], ...lines] = table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((text) => text.trim()))
  return lines.flatMap(([state = '', ...cells]) =>
    cells.map((cell, index): Row => {
      const command = commands[header[index + 1] as keyof typeof commands]
      const name = `${shape}: ${state}`
      if (cell === '=') return [name, command, 'unchanged', long(state), []]
      if (!/^[A-Z]/.test(cell)) {
        const then = cell.replace(' !', '')
        return [name, command, 'changed', long(then), cell === then ? [] : ['PLUGIN_ACCEPT_IMPLIED warning']]
      }
      const codes = cell
        .split(' ')
        .map((code) => `${/^(?:REGISTRY|QUESTION)_/.test(code) ? '' : 'PLUGIN_'}${code} error`)
      return [name, command, 'refused', long(state), codes.toSorted()]
    }),
  )
}

const ways = await Promise.all(shapes.map(async (shape) => [shape, await states(shape, 'entries')] as const))

const all = Object.fromEntries(
  ways.flatMap(([shape, way]) => Array.from(way, ([state, tree]) => [`${shape}: ${state}`, tree])),
)

/** Those whose names end so. */
const ending = (end: string) => Object.fromEntries(Object.entries(all).filter(([name]) => name.endsWith(end)))

const places: Samples<MachineState> = {
  ideated: ending(': ideated'),
  'in progress': ending(' p'),
  error: ending(' e'),
  question: ending(' q'),
  complete: ending(' c'),
  working: ending(' w'),
  installed: ending(': installed'),
  unknown: ending(': unknown'),
}

const unknown = 'phased: unknown'

describeMatrix(usual, {
  machine,
  commands: plugin.commands,
  states: places,
  rows: [
    ...shapes.flatMap((shape) => rowsOf(shape, transitions[shape])),
    ['simple: 3 q', `${commands.accept} --anyway`, 'changed', 'stage 3 in_progress', []],
    [
      'simple: ideated',
      `${commands.success} --stage 0`,
      'changed',
      'stage 0 complete',
      ['PLUGIN_ACCEPT_IMPLIED warning'],
    ],
    ['simple: 2 c', `${commands.success} --stage 3`, 'changed', 'stage 3 complete', ['PLUGIN_ACCEPT_IMPLIED warning']],
    ...rowsOf('phased', otherCommands),
    ...rowsOf('phased', verified),
    [unknown, commands.checksums, 'unchanged', 'unknown', []],
    [unknown, commands.sync, 'refused', 'unknown', ['PLUGIN_STATUS_INVALID error']],
    [unknown, commands.migrate, 'unchanged', 'unknown', []],
    [unknown, commands.regenerate, 'changed', 'stage 3.1 complete', ['CONTRACT_CHANGED warning']],
    [unknown, commands.contracts, 'unchanged', 'unknown', []],
    [unknown, commands.install, 'refused', 'unknown', ['PLUGIN_NOT_WORKING error']],
    [unknown, commands.verify, 'refused', 'unknown', ['PLUGIN_STATUS_INVALID error']],
  ],
  writes: [registryPath, handoffPath],
  transient: /\.continue-here\.md$/,
  setting: later,
})

it.each(ways)('the table of a %s plugin has a row for every state', (shape, way) => {
  const rows = new Set(rowsOf(shape, transitions[shape]).map(([state]) => state))
  expect([...way.keys()].map((state) => `${shape}: ${state}`).toSorted()).toEqual([...rows].toSorted())
})

it.each<[state: string, command: keyof typeof commands, reply: string]>([
  ['phased: 2 c', 'accept', 'The agent holds `TinyGain`: phase `3.1` is in progress.'],
  ['phased: 3.1 p', 'accept', 'The agent holds `TinyGain` already: phase `3.1` is in progress.'],
  ['phased: 3.1 q', 'answer', 'The agent holds `TinyGain` again: phase `3.1` is in progress.'],
  [
    'phased: 3.1 p',
    'success',
    '`TinyGain` is back: phase `3.1` is complete. Next action: `continue_dsp_phase_3.2`.\nChecked: the contracts are those that are recorded.\nNot checked: whether the work is done, since nothing declares files that would show it.',
  ],
  [
    'phased: 3.1 p',
    'error',
    '`TinyGain` is back with an open `error`: phase `3.1` stays in progress.\nError: `BUILD_FAILED: No compiler`',
  ],
  [
    'phased: 3.1 p',
    'question',
    '`TinyGain` is back with an open `question`: phase `3.1` stays in progress.\nQuestion: `Which skin?`\nThe orchestrator answers it: `/answer TinyGain "…"`.',
  ],
  ['phased: 3.1 q', 'question', '`TinyGain` is back with this `question` already.'],
  [
    'phased: 5 p',
    'success',
    '`TinyGain` is back: stage `5` is complete. Next action: `install`.\nChecked: the contracts are those that are recorded.\nNot checked: whether the work is done, since nothing declares files that would show it.',
  ],
  ['phased: 5 w', 'install', '`TinyGain` is installed.'],
  ['phased: installed', 'install', '`TinyGain` is installed already.'],
  ['phased: 3 c', 'checksums', 'The handoff of `TinyGain` already records the present checksums of the contracts.'],
  ['phased: 3 c', 'contracts', 'Every contract of `TinyGain` matches its recorded checksum.'],
  ['phased: 3 c', 'state', 'The handoff of `TinyGain` has no error.'],
  ['phased: 3 c', 'migrate', 'The handoff of `TinyGain` already uses the current format.'],
  ['phased: 3 c', 'sync', 'The registry says the same of `TinyGain` everywhere already.'],
])('%s: what people read after %s', async (state, command, reply) => {
  expect((await give(all[state] ?? {}, commands[command], later)).result.reply).toBe(reply)
})

describe.each(layouts)('where the second place is %s', (layout) => {
  it('work that comes back unfinished and is taken up again leaves what was there, and a line about the error', async () => {
    const way = await states('simple', layout)
    const begun = way.get('3 p') ?? {}
    const failed = await give(begun, commands.error, { at: '2026-02-05T12:00:00Z' })
    const again = await give(failed.tree, commands.accept, { at: '2026-02-05T13:00:00Z' })

    expect(await target(failed.tree)).toMatchObject({ state: 'stage 3 in_progress', holder: 'orchestrator' })
    expect((await found(failed.tree, later)).filter((code) => code.endsWith(' error'))).toEqual([])
    const errorLine = '\n- **Error (2026-02-05T12:00:00Z):** BUILD_FAILED: No compiler'
    expect(String(again.tree[handoffPath])).toContain(errorLine)
    expect(inHandoff(again.tree as Files, [errorLine, ''])).toEqual(begun)
  })
})
