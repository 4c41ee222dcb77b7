import { beforeAll, describe, expect, it } from 'vitest'
import { plugin } from '../../../../src/protocols/plugin/protocol.ts'
import { commands, later, outcomeOf, states, type CommandKey } from '../matrix.ts'
import { pinned } from '../../pinned.ts'
import { found, give as plainly, target, type Given, type Tree } from '../scene.ts'
import { layouts, shapes, type Shape } from '../workflow.ts'

const give = pinned(plainly, ({ whole }) => [whole])

/**
 * What comes of each command in each state: the state that it leads to (`p` in progress, `c` complete, `w` the whole work complete;
 * `!`: control had not been granted), `=` for nothing to do, or why it is refused.
 */
const transitions: Readonly<Record<Shape, string>> = {
  simple: `
state     | accept            | success           | error             | question          | answer
ideated   | 0 p               | 0 c !             | 0 p !             | 0 p !             | NOT_ASKED
0 p       | =                 | 0 c               | 0 p               | 0 p               | NOT_ASKED
0 c       | 2 p               | 2 c !             | 2 p !             | 2 p !             | NOT_ASKED
2 p       | =                 | 2 c               | 2 p               | 2 p               | NOT_ASKED
2 c       | 3 p               | 3 c !             | 3 p !             | 3 p !             | NOT_ASKED
3 p       | =                 | 3 c               | 3 p               | 3 p               | NOT_ASKED
3 q       | QUESTION_OPEN     | 3 c !             | 3 p               | =                 | 3 p
3 c       | 4 p               | 4 c !             | 4 p !             | 4 p !             | NOT_ASKED
4 p       | =                 | 4 c               | 4 p               | 4 p               | NOT_ASKED
4 c       | 5 p               | 5 w !             | 5 p !             | 5 p !             | NOT_ASKED
5 p       | =                 | 5 w               | 5 p               | 5 p               | NOT_ASKED
5 c       | WORKFLOW_COMPLETE | 5 w               | WORKFLOW_COMPLETE | WORKFLOW_COMPLETE | NOT_ASKED
5 w       | WORKFLOW_COMPLETE | WORKFLOW_COMPLETE | WORKFLOW_COMPLETE | WORKFLOW_COMPLETE | NOT_ASKED
installed | WORKFLOW_COMPLETE | WORKFLOW_COMPLETE | WORKFLOW_COMPLETE | WORKFLOW_COMPLETE | NOT_ASKED`,
  phased: `
state     | accept            | success           | error             | question          | answer
ideated   | 0 p               | 0 c !             | 0 p !             | 0 p !             | NOT_ASKED
0 p       | =                 | 0 c               | 0 p               | 0 p               | NOT_ASKED
0 c       | 2 p               | 2 c !             | 2 p !             | 2 p !             | NOT_ASKED
2 p       | =                 | 2 c               | 2 p               | 2 p               | NOT_ASKED
2 c       | 3.1 p             | 3.1 c !           | 3.1 p !           | 3.1 p !           | NOT_ASKED
3.1 p     | =                 | 3.1 c             | 3.1 p             | 3.1 p             | NOT_ASKED
3 q       | QUESTION_OPEN     | 3.1 c !           | 3.1 p             | =                 | 3.1 p
3.1 c     | 3.2 p             | 3 c !             | 3.2 p !           | 3.2 p !           | NOT_ASKED
3.2 p     | =                 | 3 c               | 3.2 p             | 3.2 p             | NOT_ASKED
3.2 c     | 4.1 p             | 3 c               | 4.1 p !           | 4.1 p !           | NOT_ASKED
3 c       | 4.1 p             | 4 c !             | 4.1 p !           | 4.1 p !           | NOT_ASKED
4.1 p     | =                 | 4 c               | 4.1 p             | 4.1 p             | NOT_ASKED
4 c       | 5 p               | 5 w !             | 5 p !             | 5 p !             | NOT_ASKED
5 p       | =                 | 5 w               | 5 p               | 5 p               | NOT_ASKED
5 c       | WORKFLOW_COMPLETE | 5 w               | WORKFLOW_COMPLETE | WORKFLOW_COMPLETE | NOT_ASKED
5 w       | WORKFLOW_COMPLETE | WORKFLOW_COMPLETE | WORKFLOW_COMPLETE | WORKFLOW_COMPLETE | NOT_ASKED
installed | WORKFLOW_COMPLETE | WORKFLOW_COMPLETE | WORKFLOW_COMPLETE | WORKFLOW_COMPLETE | NOT_ASKED`,
  silent: `
state     | accept            | success            | error             | question          | answer
ideated   | 0 p               | 0 c !              | 0 p !             | 0 p !             | NOT_ASKED
0 p       | =                 | 0 c                | 0 p               | 0 p               | NOT_ASKED
0 c       | 2 p               | 2 c !              | 2 p !             | 2 p !             | NOT_ASKED
2 p       | =                 | 2 c                | 2 p               | 2 p               | NOT_ASKED
2 c       | 3.1 p             | NEXT_PHASE_UNKNOWN | 3.1 p !           | 3.1 p !           | NOT_ASKED
3.1 p     | =                 | NEXT_PHASE_UNKNOWN | 3.1 p             | 3.1 p             | NOT_ASKED
3 q       | QUESTION_OPEN     | NEXT_PHASE_UNKNOWN | 3.1 p             | =                 | 3.1 p
3.1 c     | 3.2 p             | NEXT_PHASE_UNKNOWN | 3.2 p !           | 3.2 p !           | NOT_ASKED
3.2 p     | =                 | NEXT_PHASE_UNKNOWN | 3.2 p             | 3.2 p             | NOT_ASKED
3.2 c     | 4.1 p             | 3 c                | 4.1 p !           | 4.1 p !           | NOT_ASKED
3 c       | 4.1 p             | NEXT_PHASE_UNKNOWN | 4.1 p !           | 4.1 p !           | NOT_ASKED
4.1 p     | =                 | NEXT_PHASE_UNKNOWN | 4.1 p             | 4.1 p             | NOT_ASKED
4 c       | 5 p               | 5 w !              | 5 p !             | 5 p !             | NOT_ASKED
5 p       | =                 | 5 w                | 5 p               | 5 p               | NOT_ASKED
5 c       | WORKFLOW_COMPLETE | 5 w                | WORKFLOW_COMPLETE | WORKFLOW_COMPLETE | NOT_ASKED
5 w       | WORKFLOW_COMPLETE | WORKFLOW_COMPLETE  | WORKFLOW_COMPLETE | WORKFLOW_COMPLETE | NOT_ASKED
installed | WORKFLOW_COMPLETE | WORKFLOW_COMPLETE  | WORKFLOW_COMPLETE | WORKFLOW_COMPLETE | NOT_ASKED`,
}

/** The other commands, which depend on little of the state. The way is a phased one. */
const others = `
state     | install     | checksums       | contracts       | state             | migrate         | sync            | regenerate
ideated   | NOT_WORKING | HANDOFF_MISSING | HANDOFF_MISSING | VERSION_NOT_FOUND | HANDOFF_MISSING | HANDOFF_MISSING | NOT_IN_DEVELOPMENT
0 p       | NOT_WORKING | =               | =               | =                 | =               | =               | HANDOFF_EXISTS
0 c       | NOT_WORKING | =               | =               | =                 | =               | =               | HANDOFF_EXISTS
2 p       | NOT_WORKING | =               | =               | =                 | =               | =               | HANDOFF_EXISTS
2 c       | NOT_WORKING | =               | =               | =                 | =               | =               | =
3.1 p     | NOT_WORKING | =               | =               | =                 | =               | =               | HANDOFF_EXISTS
3 q       | NOT_WORKING | =               | =               | =                 | =               | =               | HANDOFF_EXISTS
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
3 q       | ${unfinished}
3.1 c     | ${yesterday}
3 c       | ${yesterday}
5 w       | ${yesterday}
installed | HANDOFF_MISSING`

type Case = readonly [state: string, command: CommandKey, expected: string]

function casesOf(table: string): readonly Case[] {
  const [header = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((text) => text.trim()))
  return rows.flatMap(([state = '', ...cells]) => cells.map((expected, index): Case => [state, header[index + 1] as CommandKey, expected]))
}

const errorsOf = (codes: readonly string[]) => codes.filter((code) => code.endsWith(' error'))

describe.each(shapes)('the way of a %s plugin', (shape) => {
  let way: ReadonlyMap<string, Tree>
  beforeAll(async () => {
    way = await states(shape, 'entries')
  })
  const in_ = (state: string): Tree => {
    const tree = way.get(state)
    if (!tree) throw new RangeError(`There is no state ${state}`)
    return tree
  }
  const cases = [...casesOf(transitions[shape]), ...(shape === 'phased' ? [...casesOf(others), ...casesOf(verified)] : [])]

  it('has a row for every state', () => {
    expect([...way.keys()].toSorted()).toEqual([...new Set(casesOf(transitions[shape]).map(([state]) => state))].toSorted())
  })

  it.each(cases)('in %s, %s: %s', async (state, command, expected) => {
    const tree = in_(state)
    const given = await give(tree, commands[command], later)

    expect(await outcomeOf(given)).toBe(expected)
    if (given.outcome === 'changed') await expectSoundness(tree, given, commands[command])
  })
})

/** What holds of whatever changes something: given again it changes nothing, and a check finds no error that was not there. */
async function expectSoundness(before: Tree, given: Given, command: string): Promise<void> {
  const known = new Set(await found(before, later))
  expect((await give(given.tree, command, later)).outcome).toBe('unchanged')
  expect(errorsOf(await found(given.tree, later)).filter((code) => !known.has(code))).toEqual([])
  expect(errorsOf(await found(given.tree, { ...later, base: before })).filter((code) => !known.has(code))).toEqual([])
}

describe.each(layouts)('where the second place is %s', (layout) => {
  it('work that comes back unfinished and is taken up again leaves what was there', async () => {
    const way = await states('simple', layout)
    const begun = way.get('3 p') ?? {}
    const failed = await give(begun, '/handback TinyGain error BUILD_FAILED No compiler', { at: '2026-02-05T12:00:00Z' })
    const again = await give(failed.tree, '/accept TinyGain', { at: '2026-02-05T13:00:00Z' })

    expect(await target(failed.tree, 'TinyGain')).toMatchObject({ state: 'stage 3 in_progress', holder: 'orchestrator' })
    expect(errorsOf(await found(failed.tree, later))).toEqual([])
    expect(again.tree).toEqual(begun)
  })
})

it('every command stands in matrix.ts', () => {
  const given = new Set(Object.values(commands).map((command) => command.split(' ')[0]?.slice(1)))
  expect([...given].toSorted()).toEqual(plugin.commands.map(({ name }) => name).toSorted())
})
