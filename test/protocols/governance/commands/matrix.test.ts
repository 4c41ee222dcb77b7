import { describe, expect, it } from 'vitest'
import {
  change,
  compactedSample,
  configPath,
  emptySample,
  inSession,
  interruptedSample,
  metricsPath,
  sample,
  session,
  sessionPath,
  stallPath,
  statePath,
  time,
  histories,
} from '../../../../src/protocols/governance/examples.ts'
import { commands } from '../../../../src/protocols/governance/commands/index.ts'
import { governance } from '../../../../src/protocols/governance/protocol.ts'
import { machine, type State } from '../../../../src/protocols/governance/states.ts'
import { describeMatrix, type Row, type Samples, treesOf } from '../../matrix.ts'
import type { Tree } from '../../scene.ts'
import { again, legacySample, usual, withoutStates } from '../scene.ts'

/** Of every state, each last updated at 08:00, 08:05, 08:30 or 09:00. */
const states: Samples<State> = {
  beginning: { beginning: inSession(histories.beginning) },
  between_turn: {
    between_turn: sample,
    'legacy, working': legacySample,
  },
  compacted: { compacted: compactedSample },
  interrupted: {
    interrupted: interruptedSample,
    'legacy, stopped': change(interruptedSample, {
      [sessionPath()]: session(histories.interrupted, { ...withoutStates, idleAt: time('09:00') }),
    }),
  },
}

/** No session, none of this protocol, and none whose state is known. */
const outside: Readonly<Record<string, Tree>> = {
  none: emptySample,
  record: change(sample, { [sessionPath()]: { status: 'active', updatedAt: time('08:10') } }),
  unreadable: change(sample, { [sessionPath()]: '{' }),
  'another word': inSession(histories.working, { sessionState: 'resumed' }),
}
const trees = { ...treesOf(states), ...outside }

const soon = { at: '2026-02-04T09:05:00Z' }
const anHour = { at: '2026-02-04T10:00:00Z' }
const hours = { at: '2026-02-04T11:30:00Z' }
const days = { at: '2026-02-06T09:00:00Z' }

const table: readonly Row[] = [
  ['none', '/accept session:ses_1', 'changed', 'beginning', [], soon],
  ['none', '/accept ses_1', 'refused', undefined, ['GOV_SESSION_UNKNOWN error'], soon],
  ['none', '/handback session:ses_1', 'refused', undefined, ['GOV_SESSION_UNKNOWN error'], soon],
  ['none', '/compact ses_1', 'refused', undefined, ['GOV_SESSION_UNKNOWN error'], soon],
  ['none', '/turn ses_1', 'refused', undefined, ['GOV_SESSION_UNKNOWN error'], soon],
  ['none', '/anchor ses_1 decision high Text', 'refused', undefined, ['GOV_SESSION_UNKNOWN error'], soon],
  ['none', '/stall ses_1 planner --score 1 --issues a', 'refused', undefined, ['GOV_SESSION_UNKNOWN error'], soon],

  ['beginning', '/accept ses_1', 'unchanged', 'beginning', [], { at: '2026-02-04T09:00:00Z' }],
  ['beginning', '/accept ses_1', 'changed', 'beginning', [], hours],
  ['beginning', '/accept ses_1', 'changed', 'beginning', [], days],
  ['beginning', '/handback ses_1', 'changed', 'interrupted', [], soon],
  ['beginning', '/compact ses_1', 'changed', 'compacted', [], soon],
  ['beginning', '/turn ses_1', 'changed', 'between_turn', [], soon],
  ['beginning', '/anchor ses_1 decision high Text', 'changed', 'beginning', [], soon],
  ['beginning', '/stall ses_1 planner --score 1 --issues a', 'changed', 'beginning', [], soon],

  ['between_turn', '/accept ses_1', 'unchanged', 'between_turn', [], soon],
  ['between_turn', '/accept ses_1', 'changed', 'beginning', [], hours],
  ['between_turn', '/accept ses_1', 'changed', 'beginning', [], days],
  ['between_turn', '/handback ses_1 error Broken', 'changed', 'interrupted', [], soon],
  ['between_turn', '/compact ses_1 --size-before 9 --size-after 3', 'changed', 'compacted', [], soon],
  ['between_turn', '/turn ses_1', 'unchanged', 'between_turn', [], soon],
  ['between_turn', '/turn ses_1 --spawn general', 'changed', 'between_turn', [], soon],
  ['between_turn', '/anchor ses_1 context critical Text', 'changed', 'between_turn', [], soon],
  ['between_turn', '/stall ses_1 validator --error Oops', 'changed', 'between_turn', [], soon],

  ['compacted', '/accept ses_1', 'unchanged', 'compacted', [], soon],
  ['compacted', '/accept ses_1', 'changed', 'beginning', [], hours],
  ['compacted', '/accept ses_1', 'changed', 'beginning', [], days],
  ['compacted', '/handback ses_1 question "Which one?"', 'changed', 'interrupted', [], soon],
  ['compacted', '/compact ses_1', 'unchanged', 'compacted', [], soon],
  ['compacted', '/turn ses_1', 'changed', 'between_turn', [], soon],
  ['compacted', '/anchor ses_1 completion normal Text', 'changed', 'compacted', [], soon],
  ['compacted', '/stall ses_1 planner --score 1 --issues a', 'changed', 'compacted', [], soon],

  ['interrupted', '/accept ses_1', 'refused', 'interrupted', ['GOV_RESUME_TOO_EARLY error'], anHour],
  ['interrupted', '/accept ses_1', 'changed', 'beginning', [], hours],
  ['interrupted', '/accept ses_1', 'changed', 'beginning', [], days],
  ['interrupted', '/handback ses_1', 'refused', 'interrupted', ['GOV_NOT_HELD error'], soon],
  ['interrupted', '/compact ses_1', 'refused', 'interrupted', ['GOV_NOT_HELD error'], soon],
  ['interrupted', '/turn ses_1', 'refused', 'interrupted', ['GOV_NOT_HELD error'], soon],
  ['interrupted', '/anchor ses_1 decision high Text', 'changed', 'interrupted', [], soon],
  ['interrupted', '/stall ses_1 planner --score 1 --issues a', 'refused', 'interrupted', ['GOV_NOT_HELD error'], soon],

  ['legacy, working', '/accept ses_1', 'unchanged', 'legacy', [], soon],
  ['legacy, working', '/accept ses_1', 'changed', 'beginning', [], hours],
  ['legacy, working', '/handback ses_1', 'changed', 'interrupted', [], soon],
  ['legacy, working', '/compact ses_1', 'changed', 'compacted', [], soon],
  ['legacy, working', '/turn ses_1', 'changed', 'between_turn', [], soon],
  ['legacy, working', '/anchor ses_1 decision high Text', 'changed', 'legacy', [], soon],
  ['legacy, working', '/stall ses_1 validator --error Oops', 'changed', 'legacy', [], soon],
  ['legacy, stopped', '/accept ses_1', 'refused', 'legacy', ['GOV_RESUME_TOO_EARLY error'], anHour],
  ['legacy, stopped', '/accept ses_1', 'changed', 'beginning', [], hours],
  ['legacy, stopped', '/accept ses_1', 'changed', 'beginning', [], days],
  ['legacy, stopped', '/handback ses_1', 'refused', 'legacy', ['GOV_NOT_HELD error'], soon],
  ['legacy, stopped', '/compact ses_1', 'refused', 'legacy', ['GOV_NOT_HELD error'], soon],
  ['legacy, stopped', '/turn ses_1', 'refused', 'legacy', ['GOV_NOT_HELD error'], soon],
  ['legacy, stopped', '/anchor ses_1 decision high Text', 'changed', 'legacy', [], soon],
  ['legacy, stopped', '/stall ses_1 planner --score 1 --issues a', 'refused', 'legacy', ['GOV_NOT_HELD error'], soon],

  ['record', '/accept ses_1', 'refused', 'record', ['GOV_SESSION_RECORD error'], soon],
  ['record', '/handback ses_1', 'refused', 'record', ['GOV_SESSION_RECORD error'], soon],
  ['record', '/compact ses_1', 'refused', 'record', ['GOV_SESSION_RECORD error'], soon],
  ['record', '/turn ses_1', 'refused', 'record', ['GOV_SESSION_RECORD error'], soon],
  ['record', '/anchor ses_1 decision high Text', 'refused', 'record', ['GOV_SESSION_RECORD error'], soon],
  ['record', '/stall ses_1 planner --score 1 --issues a', 'refused', 'record', ['GOV_SESSION_RECORD error'], soon],

  ['unreadable', '/accept ses_1', 'refused', 'unreadable', ['GOV_FILE_UNREADABLE error'], hours],
  ['unreadable', '/handback ses_1', 'refused', 'unreadable', ['GOV_FILE_UNREADABLE error'], soon],
  ['unreadable', '/compact ses_1', 'refused', 'unreadable', ['GOV_FILE_UNREADABLE error'], soon],
  ['unreadable', '/turn ses_1', 'refused', 'unreadable', ['GOV_FILE_UNREADABLE error'], soon],
  ['unreadable', '/anchor ses_1 decision high Text', 'refused', 'unreadable', ['GOV_FILE_UNREADABLE error'], soon],
  [
    'unreadable',
    '/stall ses_1 planner --score 1 --issues a',
    'refused',
    'unreadable',
    ['GOV_FILE_UNREADABLE error'],
    soon,
  ],

  ['another word', '/accept ses_1', 'refused', 'resumed', ['GOV_STATE_UNKNOWN error'], soon],
  ['another word', '/accept ses_1', 'refused', 'resumed', ['GOV_STATE_UNKNOWN error'], hours],
  ['another word', '/handback ses_1', 'refused', 'resumed', ['GOV_STATE_UNKNOWN error'], soon],
  ['another word', '/compact ses_1', 'refused', 'resumed', ['GOV_STATE_UNKNOWN error'], soon],
  ['another word', '/turn ses_1', 'refused', 'resumed', ['GOV_STATE_UNKNOWN error'], soon],
  ['another word', '/anchor ses_1 decision high Text', 'refused', 'resumed', ['GOV_STATE_UNKNOWN error'], soon],
  [
    'another word',
    '/stall ses_1 planner --score 1 --issues a',
    'refused',
    'resumed',
    ['GOV_STATE_UNKNOWN error'],
    soon,
  ],
]

describeMatrix(usual, {
  machine,
  commands: governance.commands,
  stateless: { fix: 'It repairs the files that all sessions share, by the code of a finding.' },
  states,
  outside,
  rows: table,
  writes: [statePath, configPath, metricsPath, sessionPath(), stallPath()],
  again,
})

describe('commands', () => {
  it('are all given in every state', () => {
    const named = commands.map(({ name }) => name).filter((name) => name !== 'fix')
    const cells = Object.keys(trees).flatMap((state) => named.map((name) => `${state} /${name}`))
    const tableCells = new Set(table.map(([state, command]) => `${state} ${command.split(' ', 1)[0]}`))
    expect(cells.filter((cell) => !tableCells.has(cell))).toEqual([])
  })
})
