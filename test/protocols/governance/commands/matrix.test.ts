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
import { codes, diagnose, give, told, type Tree } from '../scene.ts'

const without = (...keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, undefined]))
const old = { ...without('sessionState', 'previousState', 'stateHistory') }

/** Every state that a session can be in, each last updated at 08:00, 08:05, 08:30 or 09:00. */
const states: Readonly<Record<string, Tree>> = {
  none: emptySample,
  beginning: inSession(histories.beginning),
  between_turn: sample,
  compacted: compactedSample,
  interrupted: interruptedSample,
  'legacy, working': change(sample, { [sessionPath()]: session(histories.working, old) }),
  'legacy, stopped': change(interruptedSample, { [sessionPath()]: session(histories.interrupted, { ...old, idleAt: time('09:00') }) }),
  record: change(sample, { [sessionPath()]: { status: 'active', updatedAt: time('08:10') } }),
  unreadable: change(sample, { [sessionPath()]: '{' }),
  'another word': inSession(histories.working, { sessionState: 'resumed' }),
}

type Row = readonly [state: string, command: string, at: string, outcome: string, then: string | undefined, codes?: readonly string[]]

const soon = '2026-02-04T09:05:00Z'
const anHour = '2026-02-04T10:00:00Z'
const hours = '2026-02-04T11:30:00Z'
const days = '2026-02-06T09:00:00Z'

const table: readonly Row[] = [
  ['none', '/accept session:ses_1', soon, 'changed', 'beginning'],
  ['none', '/accept ses_1', soon, 'refused', undefined, ['GOV_SESSION_UNKNOWN error']],
  ['none', '/handback session:ses_1', soon, 'refused', undefined, ['GOV_SESSION_UNKNOWN error']],
  ['none', '/compact ses_1', soon, 'refused', undefined, ['GOV_SESSION_UNKNOWN error']],
  ['none', '/turn ses_1', soon, 'refused', undefined, ['GOV_SESSION_UNKNOWN error']],
  ['none', '/anchor ses_1 decision high Text', soon, 'refused', undefined, ['GOV_SESSION_UNKNOWN error']],
  ['none', '/stall ses_1 planner --score 1 --issues a', soon, 'refused', undefined, ['GOV_SESSION_UNKNOWN error']],

  ['beginning', '/accept ses_1', '2026-02-04T09:00:00Z', 'unchanged', 'beginning'],
  ['beginning', '/accept ses_1', hours, 'changed', 'beginning'],
  ['beginning', '/accept ses_1', days, 'changed', 'beginning'],
  ['beginning', '/handback ses_1', soon, 'changed', 'interrupted'],
  ['beginning', '/compact ses_1', soon, 'changed', 'compacted'],
  ['beginning', '/turn ses_1', soon, 'changed', 'between_turn'],
  ['beginning', '/anchor ses_1 decision high Text', soon, 'changed', 'beginning'],
  ['beginning', '/stall ses_1 planner --score 1 --issues a', soon, 'changed', 'beginning'],

  ['between_turn', '/accept ses_1', soon, 'unchanged', 'between_turn'],
  ['between_turn', '/accept ses_1', hours, 'changed', 'beginning'],
  ['between_turn', '/accept ses_1', days, 'changed', 'beginning'],
  ['between_turn', '/handback ses_1 error Broken', soon, 'changed', 'interrupted'],
  ['between_turn', '/compact ses_1 --size-before 9 --size-after 3', soon, 'changed', 'compacted'],
  ['between_turn', '/turn ses_1', soon, 'unchanged', 'between_turn'],
  ['between_turn', '/turn ses_1 --spawn general', soon, 'changed', 'between_turn'],
  ['between_turn', '/anchor ses_1 context critical Text', soon, 'changed', 'between_turn'],
  ['between_turn', '/stall ses_1 validator --error Oops', soon, 'changed', 'between_turn'],

  ['compacted', '/accept ses_1', soon, 'unchanged', 'compacted'],
  ['compacted', '/accept ses_1', hours, 'changed', 'beginning'],
  ['compacted', '/accept ses_1', days, 'changed', 'beginning'],
  ['compacted', '/handback ses_1 question "Which one?"', soon, 'changed', 'interrupted'],
  ['compacted', '/compact ses_1', soon, 'unchanged', 'compacted'],
  ['compacted', '/turn ses_1', soon, 'changed', 'between_turn'],
  ['compacted', '/anchor ses_1 completion normal Text', soon, 'changed', 'compacted'],
  ['compacted', '/stall ses_1 planner --score 1 --issues a', soon, 'changed', 'compacted'],

  ['interrupted', '/accept ses_1', anHour, 'refused', undefined, ['GOV_RESUME_TOO_EARLY error']],
  ['interrupted', '/accept ses_1', hours, 'changed', 'beginning'],
  ['interrupted', '/accept ses_1', days, 'changed', 'beginning'],
  ['interrupted', '/handback ses_1', soon, 'refused', undefined, ['GOV_NOT_HELD error']],
  ['interrupted', '/compact ses_1', soon, 'refused', undefined, ['GOV_NOT_HELD error']],
  ['interrupted', '/turn ses_1', soon, 'refused', undefined, ['GOV_NOT_HELD error']],
  ['interrupted', '/anchor ses_1 decision high Text', soon, 'changed', 'interrupted'],
  ['interrupted', '/stall ses_1 planner --score 1 --issues a', soon, 'refused', undefined, ['GOV_NOT_HELD error']],

  ['legacy, working', '/accept ses_1', soon, 'unchanged', 'legacy'],
  ['legacy, working', '/accept ses_1', hours, 'changed', 'beginning'],
  ['legacy, working', '/handback ses_1', soon, 'changed', 'interrupted'],
  ['legacy, working', '/compact ses_1', soon, 'changed', 'compacted'],
  ['legacy, working', '/turn ses_1', soon, 'changed', 'between_turn'],
  ['legacy, working', '/anchor ses_1 decision high Text', soon, 'changed', 'legacy'],
  ['legacy, working', '/stall ses_1 validator --error Oops', soon, 'changed', 'legacy'],
  ['legacy, stopped', '/accept ses_1', anHour, 'refused', undefined, ['GOV_RESUME_TOO_EARLY error']],
  ['legacy, stopped', '/accept ses_1', hours, 'changed', 'beginning'],
  ['legacy, stopped', '/accept ses_1', days, 'changed', 'beginning'],
  ['legacy, stopped', '/handback ses_1', soon, 'refused', undefined, ['GOV_NOT_HELD error']],
  ['legacy, stopped', '/compact ses_1', soon, 'refused', undefined, ['GOV_NOT_HELD error']],
  ['legacy, stopped', '/turn ses_1', soon, 'refused', undefined, ['GOV_NOT_HELD error']],
  ['legacy, stopped', '/anchor ses_1 decision high Text', soon, 'changed', 'legacy'],
  ['legacy, stopped', '/stall ses_1 planner --score 1 --issues a', soon, 'refused', undefined, ['GOV_NOT_HELD error']],

  ['record', '/accept ses_1', soon, 'refused', undefined, ['GOV_SESSION_RECORD error']],
  ['record', '/handback ses_1', soon, 'refused', undefined, ['GOV_SESSION_RECORD error']],
  ['record', '/compact ses_1', soon, 'refused', undefined, ['GOV_SESSION_RECORD error']],
  ['record', '/turn ses_1', soon, 'refused', undefined, ['GOV_SESSION_RECORD error']],
  ['record', '/anchor ses_1 decision high Text', soon, 'refused', undefined, ['GOV_SESSION_RECORD error']],
  ['record', '/stall ses_1 planner --score 1 --issues a', soon, 'refused', undefined, ['GOV_SESSION_RECORD error']],

  ['unreadable', '/accept ses_1', hours, 'refused', undefined, ['GOV_FILE_UNREADABLE error']],
  ['unreadable', '/handback ses_1', soon, 'refused', undefined, ['GOV_FILE_UNREADABLE error']],
  ['unreadable', '/compact ses_1', soon, 'refused', undefined, ['GOV_FILE_UNREADABLE error']],
  ['unreadable', '/turn ses_1', soon, 'refused', undefined, ['GOV_FILE_UNREADABLE error']],
  ['unreadable', '/anchor ses_1 decision high Text', soon, 'refused', undefined, ['GOV_FILE_UNREADABLE error']],
  ['unreadable', '/stall ses_1 planner --score 1 --issues a', soon, 'refused', undefined, ['GOV_FILE_UNREADABLE error']],

  ['another word', '/accept ses_1', soon, 'refused', undefined, ['GOV_STATE_UNKNOWN error']],
  ['another word', '/accept ses_1', hours, 'refused', undefined, ['GOV_STATE_UNKNOWN error']],
  ['another word', '/handback ses_1', soon, 'refused', undefined, ['GOV_STATE_UNKNOWN error']],
  ['another word', '/compact ses_1', soon, 'refused', undefined, ['GOV_STATE_UNKNOWN error']],
  ['another word', '/turn ses_1', soon, 'refused', undefined, ['GOV_STATE_UNKNOWN error']],
  ['another word', '/anchor ses_1 decision high Text', soon, 'refused', undefined, ['GOV_STATE_UNKNOWN error']],
  ['another word', '/stall ses_1 planner --score 1 --issues a', soon, 'refused', undefined, ['GOV_STATE_UNKNOWN error']],
]

const events = /^\/(?:stall|turn .*--spawn)/
const changing = table
  .filter(([, , , outcome]) => outcome === 'changed')
  .map(([state, command, at]): readonly [state: string, command: string, at: string] => [state, command, at])
const before = (state: string): Tree => states[state] ?? {}

describe('commands by state', () => {
  it('are a whole table: every command that takes a session, in every state', () => {
    const named = commands.map(({ name }) => name).filter((name) => name !== 'fix')
    const cells = Object.keys(states).flatMap((state) => named.map((name) => `${state} /${name}`))
    const given = new Set(table.map(([state, command]) => `${state} ${command.split(' ', 1)[0]}`))
    expect(cells.filter((cell) => !given.has(cell))).toEqual([])
  })

  it.each(table.map(([state, command, at, ...rest]) => [state, command, at, rest] as const))(
    '%s: %s at %s',
    async (state, command, at, rest) => {
      const [outcome, then, said = []] = rest
      const given = await give(before(state), command, { at })
      expect([given.outcome, given.to, given.codes]).toEqual([outcome, then, said])
      expect(told(given, before(state))).toMatchSnapshot()
    },
  )

  it.each(changing)('%s: %s at %s leaves no new error', async (state, command, at) => {
    const errors = (found: readonly string[]) => found.filter((code) => code.endsWith(' error'))
    const { tree } = await give(before(state), command, { at })
    const known = new Set(codes(await diagnose(before(state))))
    expect(errors(codes(await diagnose(tree))).filter((code) => !known.has(code))).toEqual([])
    expect(errors(codes(await diagnose(tree, { base: before(state) })))).toEqual([])
  })

  it.each(changing.filter(([, command]) => !events.test(command)))(
    '%s: %s at %s is nothing for a second time',
    async (state, command, at) => {
      const { tree } = await give(before(state), command, { at })
      const again = await give(tree, command, { at })
      expect([again.outcome, again.tree]).toEqual(['unchanged', tree])
    },
  )

  it('change no file but their own', async () => {
    const own = new Set([statePath, configPath, metricsPath, sessionPath(), stallPath()])
    for (const [state, command, at] of table) {
      const { changed } = await give(before(state), command, { at })
      expect(changed.filter((path) => !own.has(path))).toEqual([])
    }
  })

  it('come too late once the session was updated since', async () => {
    for (const command of [
      '/handback ses_1',
      '/compact ses_1',
      '/turn ses_1 --spawn general',
      '/anchor ses_1 decision high A',
      '/stall ses_1 planner --score 1 --issues a',
    ])
      expect((await give(sample, command, { at: '2026-02-04T08:04:59Z' })).codes).toEqual(['GOV_TIME_BACKWARDS error'])
  })
})
