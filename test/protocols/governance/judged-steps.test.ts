import { describe, expect, it } from 'vitest'
import { textDocument } from '../../../src/documents/text.ts'
import { configuration } from '../../../src/protocols/governance/discovery.ts'
import {
  compaction,
  print,
  session,
  sessionPath,
  stopped,
  time,
  histories,
} from '../../../src/protocols/governance/examples.ts'
import { parseFile } from '../../../src/protocols/governance/reading/records.ts'
import { idleSince, readSession } from '../../../src/protocols/governance/sessions/session.ts'
import {
  faultsOf,
  isFreshStart,
  stepsOf,
  type SessionChange,
  type Step,
} from '../../../src/protocols/governance/sessions/steps.ts'

type Data = Readonly<Record<string, unknown>>

const read = (data: Data | string) =>
  readSession(parseFile(textDocument(sessionPath(), typeof data === 'string' ? data : print(data))))
const hour = 3_600_000

const changeOf = (head: Data | string, base?: Data | string | null): SessionChange => ({
  session: read(head),
  before: typeof base === 'object' || typeof base === 'string' ? (base === null ? undefined : read(base)) : undefined,
  compared: base !== undefined,
})
const lineOf = ({ from, to, at, index, idle }: Step) =>
  [
    `${from}->${to}`,
    at === undefined ? 'at no time' : new Date(at).toISOString().slice(11, 16),
    index ?? 'no entry',
    idle === undefined || from !== 'interrupted' ? '' : `${idle / hour} h`,
  ]
    .join(' ')
    .trimEnd()
const steps = (...args: Parameters<typeof changeOf>) => stepsOf(changeOf(...args)).map(lineOf)
const faults = (...args: Parameters<typeof changeOf>) =>
  [...faultsOf(changeOf(...args), { configuration: configuration().parse({}) })].map(
    ({ step, fault }) => `${step.from}->${step.to} ${fault}`,
  )

const noHistory = { stateHistory: undefined, previousState: undefined }
const resumed = [...histories.interrupted, ['beginning', '12:00']] as const
const idle = (overrides: Data = {}) => session(histories.interrupted, { ...stopped(), ...overrides })

describe('judged steps', () => {
  it('are all of a history where there is no base, or the session is new', () => {
    const all = [
      'beginning->between_turn 08:05 1',
      'between_turn->interrupted 09:00 2',
      'interrupted->beginning 12:00 3 3 h',
    ]
    expect(steps(session(resumed))).toEqual(all)
    expect(steps(session(resumed), null)).toEqual(all)
    for (const base of ['{', { updatedAt: time('08:00') }]) expect(steps(session(resumed), base)).toEqual(all)
  })

  it('are those that the change adds, from the state of base on', () => {
    expect(steps(session(resumed), session(histories.working))).toEqual([
      'between_turn->interrupted 09:00 2',
      'interrupted->beginning 12:00 3 3 h',
    ])
    expect(steps(session(resumed), idle())).toEqual(['interrupted->beginning 12:00 3 3 h'])
    expect(steps(session(resumed), idle({ idleAt: time('08:00') }))).toEqual(['interrupted->beginning 12:00 3 4 h'])
    expect(steps(session(resumed), idle({ idleAt: undefined }))).toEqual(['interrupted->beginning 12:00 3 3 h'])
    expect(steps(session(resumed), session(resumed))).toEqual([])
    // What base says is true, whatever its history says.
    expect(steps(session(resumed), session(histories.interrupted, { sessionState: 'compacted' }))).toEqual([
      'compacted->beginning 12:00 3',
    ])
  })

  it('pass over a state that is none, and one that stays', () => {
    const odd = [
      ['beginning', '08:00'],
      ['idle', '08:01'],
      ['compacted', '08:02'],
      ['compacted', '08:03'],
      ['between_turn', '08:04'],
    ] as const
    expect(steps(session(odd))).toEqual(['compacted->between_turn 08:04 4'])
  })

  it('have no idle time where the time of the stop or of the step is none', () => {
    expect(steps(session([...histories.working, ['interrupted', 'once'], ['beginning', '12:00']]))).toContain(
      'interrupted->beginning 12:00 3',
    )
    expect(steps(session([...histories.interrupted, ['beginning', 'once']]))).toContain(
      'interrupted->beginning at no time 3',
    )
    expect(faults(session([...histories.interrupted, ['beginning', 'once']]))).toEqual([])
  })

  it('are one where neither has a history: at the time of its update, or of its resumption', () => {
    const base = idle(noHistory)
    const head = (overrides: Data) => session([['beginning', '12:00']], { ...noHistory, ...overrides })
    expect(steps(head({}), base)).toEqual(['interrupted->beginning 12:00 no entry 3 h'])
    expect(steps(head({ resumedAt: time('11:00') }), base)).toEqual(['interrupted->beginning 11:00 no entry 2 h'])
    // An older mark is of an earlier resumption.
    expect(steps(head({ resumedAt: time('09:00') }), base)).toEqual(['interrupted->beginning 12:00 no entry 3 h'])
    expect(steps(head({ resumedAt: time('09:01') }), base)).toEqual([
      'interrupted->beginning 09:01 no entry 0.016666666666666666 h',
    ])
    expect(steps(session(histories.working, noHistory), session(histories.beginning, noHistory))).toEqual([
      'beginning->between_turn 08:05 no entry',
    ])
    expect(
      steps(
        session(histories.working, { ...noHistory, resumedAt: time('08:01') }),
        session(histories.beginning, noHistory),
      ),
    ).toEqual(['beginning->between_turn 08:05 no entry'])
    expect(steps(session(histories.working, noHistory), session(histories.working, noHistory))).toEqual([])
    expect(steps(session([['idle', '08:00']], noHistory), base)).toEqual([])
    expect(steps(head({}), session([['idle', '08:00']], noHistory))).toEqual([])
  })

  it('cannot be held against the window where one of the times is not known', () => {
    const unknown = idle({ ...noHistory, idleAt: undefined, lastUpdated: undefined })
    const head = session([['beginning', '12:00']], { ...noHistory, resumedAt: time('12:00') })
    expect([steps(head, unknown), faults(head, unknown)]).toEqual([['interrupted->beginning 12:00 no entry'], []])
    const timeless = session([['beginning', '12:00']], { ...noHistory, lastUpdated: undefined })
    expect([steps(timeless, idle()), faults(timeless, idle())]).toEqual([
      ['interrupted->beginning at no time no entry'],
      [],
    ])
    expect([isFreshStart(changeOf(head, unknown)), isFreshStart(changeOf(timeless, idle()))]).toEqual([false, false])
  })

  it('without base and history is what the times alone show', () => {
    const stepsFromTimes = (overrides: Data, row: Parameters<typeof session>[0] = histories.beginning) =>
      steps(session(row, { ...noHistory, ...overrides }))
    expect(stepsFromTimes({ idleAt: time('09:00'), resumedAt: time('09:30') })).toEqual([
      'interrupted->beginning 09:30 no entry 0.5 h',
    ])
    expect(stepsFromTimes({ idleAt: time('09:00'), resumedAt: time('09:00') })).toEqual([])
    expect(stepsFromTimes({ idleAt: time('09:00') })).toEqual([])
    expect(stepsFromTimes({ resumedAt: time('09:00') })).toEqual([])
    expect(stepsFromTimes({ idleAt: time('09:00'), resumedAt: time('09:30') }, histories.working)).toEqual([])
  })

  it('are none of sessions in an old format', () => {
    expect(steps({ lastUpdated: time('08:00'), stateHistory: session(resumed)['stateHistory'] })).toEqual([])
    expect(steps({ updatedAt: time('08:00'), stateHistory: session(resumed)['stateHistory'] }, idle())).toEqual([])
  })

  it('go on after what is past where only head has a history', () => {
    const base = session(histories.working, { ...noHistory, lastUpdated: time('09:00') })
    expect(steps(session(resumed), base)).toEqual([
      'beginning->between_turn 08:05 1',
      'between_turn->interrupted 09:00 2',
      'interrupted->beginning 12:00 3 3 h',
    ])
    expect(steps(session([['compacted', '09:01']]), base)).toEqual(['between_turn->compacted 09:01 0'])
    expect(
      steps(
        session([
          ['compacted', 'once'],
          ['beginning', '09:01'],
        ]),
        base,
      ),
    ).toEqual(['between_turn->beginning 09:01 1'])
    expect(
      steps(
        session([
          ['beginning', '08:00'],
          ['compacted', '08:10'],
        ]),
        base,
      ),
    ).toEqual(['beginning->compacted 08:10 1'])
    // Of a base that does not say when it was updated everything is later.
    expect(
      steps(session([['compacted', '08:00']]), session(histories.working, { ...noHistory, lastUpdated: undefined })),
    ).toEqual(['between_turn->compacted 08:00 0'])
    // Base's own stop counts, whatever the history says of it.
    expect(
      steps(
        session([
          ['interrupted', '08:30'],
          ['beginning', '12:00'],
        ]),
        idle({ ...noHistory }),
      ),
    ).toEqual(['interrupted->beginning 12:00 1 3 h'])
  })
})

describe('what is wrong with them', () => {
  const stop = (at: string, resumedAt?: string) =>
    session([...histories.interrupted, ['beginning', at]], {
      ...stopped(),
      ...(resumedAt !== undefined && { resumedAt: time(resumedAt) }),
    })

  it.each<[what: string, head: Data, found: readonly string[]]>([
    ['marked with another time', stop('12:00', '11:59'), ['interrupted->beginning unmarked']],
    [
      'too late, with a later mark',
      stop('2026-02-06T09:00:00.000Z', '2026-02-06T09:00:00.001Z'),
      ['interrupted->beginning expired'],
    ],
    ['afresh, with an earlier mark', stop('2026-02-06T09:00:00.000Z', '2026-02-06T08:59:59.999Z'), []],
  ])('%s', (_, head, found) => {
    expect(faults(head)).toEqual(found)
  })

  it('of several resumptions only the last needs its mark', () => {
    const row = [
      ...histories.interrupted,
      ['beginning', '12:00'],
      ['between_turn', '12:01'],
      ['interrupted', '12:02'],
      ['beginning', '15:00'],
    ] as const
    expect(faults(session(row, { resumedAt: time('15:00') }))).toEqual([])
    expect(faults(session(row, { resumedAt: time('12:00') }))).toEqual(['interrupted->beginning unmarked'])
    const early = row.map(([state, at]) => [state, at === '12:00' ? '09:30' : at] as const)
    expect(faults(session(early, { resumedAt: time('15:00') }))).toEqual(['interrupted->beginning early'])
  })

  it('starts afresh only from 48 hours on, without a mark of that step', () => {
    const [late, less] = ['2026-02-06T09:00:00.000Z', '2026-02-06T08:59:59.999Z']
    const base = session(histories.interrupted, stopped())
    expect(
      [stop(late), stop(late, '10:00'), stop(late, late), stop(less), stop('12:00', '12:00')].map((head) =>
        isFreshStart(changeOf(head, base)),
      ),
    ).toEqual([true, true, false, false, false])
    expect(isFreshStart(changeOf(session(histories.working), session(histories.working)))).toBe(false)
  })
})

describe('a session file', () => {
  const kinds = (data: Data | string) => {
    const { kind, state, stateName: word, holder, isHeld, resumed: isResumed } = read(data)
    return [kind, state, word, holder, isHeld, isResumed]
  }

  it.each<[what: string, data: Data | string, kind: readonly unknown[]]>([
    ['begins', session(histories.beginning), ['current', 'beginning', 'beginning', 'agent', true, false]],
    ['works', session(histories.working), ['current', 'between_turn', 'between_turn', 'agent', true, false]],
    [
      'is compacted',
      session(histories.compacted, compaction()),
      ['current', 'compacted', 'compacted', 'agent', true, false],
    ],
    [
      'stopped',
      session(histories.interrupted),
      ['current', 'interrupted', 'interrupted', 'orchestrator', false, false],
    ],
    [
      'was resumed',
      session(resumed, { resumedAt: time('12:00') }),
      ['current', 'beginning', 'beginning', 'agent', true, true],
    ],
    [
      'was resumed before',
      session(resumed, { resumedAt: time('11:00') }),
      ['current', 'beginning', 'beginning', 'agent', true, false],
    ],
    [
      'was resumed, and works',
      session([...histories.working], { resumedAt: time('08:05') }),
      ['current', 'between_turn', 'between_turn', 'agent', true, false],
    ],
    [
      'has no history to be resumed in',
      session(histories.beginning, { ...noHistory, resumedAt: time('08:00') }),
      ['current', 'beginning', 'beginning', 'agent', true, false],
    ],
    [
      'has no history and no mark',
      session(histories.beginning, noHistory),
      ['current', 'beginning', 'beginning', 'agent', true, false],
    ],
    ['says another word', session([['idle', '08:00']]), ['current', undefined, 'idle', 'orchestrator', false, false]],
    ['says no word', { sessionState: 3 }, ['current', undefined, 'unreadable', 'orchestrator', false, false]],
    ['is empty', {}, ['current', undefined, 'unreadable', 'orchestrator', false, false]],
    ['has an old form', { lastUpdated: time('08:00') }, ['legacy', 'between_turn', 'legacy', 'agent', false, false]],
    [
      'has an old form, and stopped',
      { lastUpdated: time('08:00'), idleAt: time('08:00') },
      ['legacy', 'interrupted', 'legacy', 'orchestrator', false, false],
    ],
    [
      'is a record of work',
      { updatedAt: time('08:00'), status: 'active' },
      ['record', undefined, 'record', 'agent', false, false],
    ],
    [
      'is a record',
      { updatedAt: time('08:00'), status: 'exported' },
      ['record', undefined, 'record', 'orchestrator', false, false],
    ],
    ['cannot be read', '{', ['unreadable', undefined, 'unreadable', 'orchestrator', false, false]],
  ])('%s', (_, data, kind) => {
    expect(kinds(data)).toEqual(kind)
  })

  it('is idle since the time that it says, else since its last state, else since its last update', () => {
    const since = (overrides: Data) => new Date(idleSince(read(idle(overrides))) ?? 0).toISOString().slice(11, 16)
    expect([
      since({}),
      since({ idleAt: time('08:59') }),
      since({ idleAt: 'once' }),
      since({ idleAt: undefined, ...noHistory, lastUpdated: time('09:10') }),
    ]).toEqual(['09:00', '08:59', '09:00', '09:10'])
  })
})
