import { describe, expect, it } from 'vitest'
import {
  archived,
  change,
  compaction,
  config,
  configPath,
  entry,
  metrics,
  metricsPath,
  print,
  session,
  sessionPath,
  stall,
  stallPath,
  state,
  statePath,
  time,
  type Row,
} from '../../../src/protocols/governance/examples.ts'
import {
  edgeOf,
  extraEdges,
  machine,
  states,
  pathBetween,
  idleWindow,
  type State,
} from '../../../src/protocols/governance/states.ts'
import { codes, type Tree } from '../scene.ts'
import { diagnose } from './scene.ts'

/** The legal steps of a session to a state, the last step at 09:00. */
const histories: Readonly<Record<State, Row>> = {
  beginning: [['beginning', '09:00']],
  between_turn: [
    ['beginning', '08:00'],
    ['between_turn', '09:00'],
  ],
  compacted: [
    ['beginning', '08:00'],
    ['between_turn', '08:30'],
    ['compacted', '09:00'],
  ],
  interrupted: [
    ['beginning', '08:00'],
    ['between_turn', '08:30'],
    ['interrupted', '09:00'],
  ],
}

/** What each state leaves in the file besides, so that nothing but the step can be wrong. */
const stateFields = (row: Row): Readonly<Record<string, unknown>> => {
  const at = (word: State) => row.findLast(([state]) => state === word)?.[1]
  const [stopped, compacted] = [at('interrupted'), row.filter(([word]) => word === 'compacted')]
  return {
    ...(stopped !== undefined && { idleAt: time(stopped), violationCount: 0 }),
    ...(compacted.length > 0 && {
      ...compaction(compacted.at(-1)?.[1]),
      compactionHistory: compacted.map(([, compactedAt]) => ({
        timestamp: time(compactedAt),
        anchorsSurvived: ['anchor-1'],
      })),
    }),
  }
}

const repository = (row: Row, overrides: Readonly<Record<string, unknown>> = {}): Tree =>
  change(
    {},
    {
      [statePath]: state({
        history: [
          entry('task:Begin', '07:40'),
          ...row.filter(([word]) => word === 'interrupted').map(([, at]) => archived('ses_1', at)),
        ],
      }),
      [configPath]: config(),
      [metricsPath]: metrics({ startedAt: time('09:00') }),
      [stallPath()]: stall(),
      [sessionPath()]: session(row, { ...stateFields(row), ...overrides }),
    },
  )

const found = async (...args: Parameters<typeof diagnose>) =>
  codes(await diagnose(...args)).filter((code) => code.endsWith(' error'))

describe('the matrix', () => {
  const pairs = states.flatMap((from) => states.map((to) => [from, to] as const))

  it('is the one of the specification, and four more', () => {
    const edge = (from: State, to: State) =>
      edgeOf(from, to, []) === edgeOf(from, to, extraEdges) ? edgeOf(from, to, []) : 'extra'
    expect(Object.fromEntries(states.map((from) => [from, states.map((to) => edge(from, to))]))).toEqual({
      beginning: ['same', 'legal', 'extra', 'extra'],
      between_turn: ['no', 'same', 'legal', 'legal'],
      compacted: ['no', 'legal', 'same', 'extra'],
      interrupted: ['window', 'extra', 'no', 'same'],
    })
    expect(pairs.filter(([from, to]) => edge(from, to) === 'extra').map(([from, to]) => `${from}->${to}`)).toEqual(
      extraEdges,
    )
    const drawn = pairs.filter(([from, to]) => !['same', 'no'].includes(edge(from, to)))
    expect(machine.moves.map(({ from, to }) => [from, to])).toEqual(drawn)
  })

  it.each(pairs)('%s → %s, as a step of a change', async (from, to) => {
    const base = repository(histories[from])
    const row: Row = [...histories[from], [to, '11:00']]
    const head = repository(row, to === 'beginning' && from === 'interrupted' ? { resumedAt: time('11:00') } : {})
    const legal = edgeOf(from, to, []) !== 'no'
    expect(await found(head, { base })).toEqual(legal ? [] : ['GOV_TRANSITION_ILLEGAL error'])
    expect(await found(head)).toEqual(legal ? [] : ['GOV_TRANSITION_ILLEGAL error'])
  })

  it.each(pairs)('%s → %s, without a history', async (from, to) => {
    const without = (row: Row, overrides: Readonly<Record<string, unknown>> = {}) =>
      repository(row, { stateHistory: undefined, previousState: undefined, ...overrides })
    const row: Row = [...histories[from], [to, '11:00']]
    const head = without(row, to === 'beginning' && from === 'interrupted' ? { resumedAt: time('11:00') } : {})
    const legal = edgeOf(from, to, []) !== 'no'
    expect(await found(head, { base: without(histories[from]) })).toEqual(legal ? [] : ['GOV_TRANSITION_ILLEGAL error'])
  })

  it.each(extraEdges)('%s is legal where it is allowed', async (edge) => {
    const [from, to] = edge.split('->') as [State, State]
    const base = repository(histories[from])
    const head = repository([...histories[from], [to, '11:00']])
    expect(await found(head, { base, configuration: { 'allow-edges': [edge] } })).toEqual([])
    expect(pathBetween(from, to, [edge])).toEqual([from, to])
  })

  it('judges several steps of one change, and only those that it adds', async () => {
    const base = repository([
      ['beginning', '08:00'],
      ['compacted', '08:10'],
    ])
    const head = repository([
      ['beginning', '08:00'],
      ['compacted', '08:10'],
      ['between_turn', '08:20'],
      ['interrupted', '09:00'],
    ])
    expect(await found(head, { base })).toEqual([])
    const worse = repository([
      ['beginning', '08:00'],
      ['compacted', '08:10'],
      ['between_turn', '08:20'],
      ['beginning', '09:00'],
      ['interrupted', '09:10'],
    ])
    const diagnostics = await diagnose(worse, { base })
    expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([
      ['GOV_TRANSITION_ILLEGAL', 26],
      ['GOV_TRANSITION_ILLEGAL', 30],
    ])
  })
})

describe('the window', () => {
  it.each([
    [3_600_000, 'live'],
    [3_600_001, 'resumes'],
    [172_799_999, 'resumes'],
    [172_800_000, 'expired'],
    [-1, 'live'],
  ] as const)('of %d ms: %s', (idle, window) => {
    expect(idleWindow(idle)).toBe(window)
  })

  const stopped = histories.interrupted
  const at = (milliseconds: number) => new Date(Date.parse(time('09:00')) + milliseconds).toISOString()

  it.each([
    [3_600_000, true, 'GOV_RESUME_TOO_EARLY error'],
    [3_600_000, false, 'GOV_RESUME_TOO_EARLY error'],
    [3_600_001, true, undefined],
    [3_600_001, false, 'GOV_RESUME_UNMARKED error'],
    [172_799_999, true, undefined],
    [172_800_000, true, 'GOV_RESUME_EXPIRED error'],
    [172_800_000, false, undefined],
  ] as const)('after %d ms, marked: %s', async (idle, marked, code) => {
    const head = repository([...stopped, ['beginning', at(idle)]], marked ? { resumedAt: at(idle) } : {})
    expect(await found(head, { base: repository(stopped) })).toEqual(code === undefined ? [] : [code])
  })

  it('leaves a fresh start the mark of an earlier resumption', async () => {
    const [first, again] = ['2026-02-04T11:00:00.000Z', at(48 * 3_600_000 + 7_200_000)]
    const went: Row = [...stopped, ['beginning', first], ['between_turn', '11:00'], ['interrupted', '11:00']]
    const base = repository(went, { resumedAt: first, idleAt: first })
    const afresh = repository([...went, ['beginning', again]], { resumedAt: first, idleAt: first })
    expect(await found(afresh, { base })).toEqual([])
    expect(await found(repository([...went, ['beginning', again]], { resumedAt: again }), { base })).toEqual([
      'GOV_RESUME_EXPIRED error',
    ])
  })

  it('begins with the first of several entries that say the stop', async () => {
    const row: Row = [...stopped, ['interrupted', '10:30'], ['beginning', '11:00']]
    expect(
      await found(repository(row, { resumedAt: time('11:00') }), { base: repository(stopped.slice(0, -1)) }),
    ).toEqual([])
  })

  it('is counted in whatever zone the times are', async () => {
    const head = repository([...stopped, ['beginning', '2026-02-04T05:00:00.001-05:00']], {
      resumedAt: '2026-02-04T10:00:00.001Z',
    })
    expect(await found(head, { base: repository(stopped) })).toEqual([])
  })
})

describe('a session that did not say its state', () => {
  const legacy = (overrides: Readonly<Record<string, unknown>>): Tree => {
    const old = session(histories.between_turn, {
      sessionState: undefined,
      previousState: undefined,
      stateHistory: undefined,
      ...overrides,
    })
    return { ...repository(histories.between_turn), [sessionPath()]: print(old) }
  }

  it('goes on from the state that is derived', async () => {
    expect(
      await found(
        repository([
          ['between_turn', '09:00'],
          ['compacted', '09:30'],
        ]),
        { base: legacy({}) },
      ),
    ).toEqual([])
    expect(
      await found(
        repository([
          ['beginning', '08:00'],
          ['between_turn', '09:00'],
          ['beginning', '09:30'],
        ]),
        { base: legacy({}) },
      ),
    ).toEqual(['GOV_TRANSITION_ILLEGAL error'])
    const stopped = legacy({ idleAt: time('09:00') })
    const resumed = repository(
      [
        ['interrupted', '09:00'],
        ['beginning', '11:00'],
      ],
      { resumedAt: time('11:00') },
    )
    expect(await found(resumed, { base: stopped })).toEqual([])
  })

  it('has for its past what is not later than its last update', async () => {
    // What came to be with that update is judged among itself alone; what is later goes on from the state that base
    // had.
    const base = legacy({ lastUpdated: time('09:00') })
    const past: Row = [
      ['between_turn', '08:10'],
      ['compacted', '09:00'],
    ]
    expect(await found(repository([...past, ['between_turn', '09:10']]), { base })).toEqual([])
    expect(
      await found(
        repository([
          ['compacted', '09:00'],
          ['interrupted', '09:10'],
        ]),
        { base },
      ),
    ).toEqual([])
    expect(
      await found(
        repository([
          ['compacted', '09:00'],
          ['beginning', '09:10'],
        ]),
        { base },
      ),
    ).toEqual(['GOV_TRANSITION_ILLEGAL error'])
    const extra = { base, configuration: { 'allow-edges': ['interrupted->between_turn'] } }
    expect(
      await found(
        repository([
          ['interrupted', '09:00'],
          ['beginning', '09:30'],
        ]),
        extra,
      ),
    ).toEqual(['GOV_RESUME_TOO_EARLY error'])
  })

  it('was idle since the time that it records itself', async () => {
    const stopped = legacy({ lastUpdated: time('09:00'), idleAt: time('09:00') })
    const head = (resumed: string) =>
      repository(
        [
          ['interrupted', '08:00'],
          ['beginning', resumed],
        ],
        { resumedAt: time(resumed), createdAt: time('07:59') },
      )
    const early = await diagnose(head('09:30'), { base: stopped })
    expect(early.map(({ code }) => code)).toContain('GOV_RESUME_TOO_EARLY')
    const later = await diagnose(head('10:01'), { base: stopped })
    expect(later.map(({ code }) => code)).not.toContain('GOV_RESUME_TOO_EARLY')
  })

  it('is stopped where it stopped after it was resumed, and works otherwise', async () => {
    const messageWith = async (overrides: Readonly<Record<string, unknown>>) =>
      (await diagnose(legacy(overrides))).find(({ code }) => code === 'GOV_SESSION_LEGACY')?.message
    expect(await messageWith({ idleAt: time('09:00') })).toContain('interrupted')
    expect(await messageWith({ idleAt: time('09:00'), resumedAt: time('09:00') })).toContain('interrupted')
    expect(await messageWith({ idleAt: time('08:30'), resumedAt: time('09:00') })).toContain('between_turn')
    expect(await messageWith({})).toContain('between_turn')
  })
})
