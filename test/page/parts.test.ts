import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lanes } from '../../src/core/board.ts'
import type { RepositoryHistory } from '../../src/core/history.ts'
import {
  axes,
  noFilter,
  readAddress,
  targetAddress,
  toggle,
  viewAddress,
  toWellFormed,
  zoom,
} from '../../src/page/address.ts'
import { inertJson, pack, unpack } from '../../src/page/data.ts'
import { extendHistory, fitBoard, views } from '../../src/page/model.ts'
import { layoutOf, scaleOf } from '../../src/page/timeline-layout.ts'
import { courseText, lastedText } from '../../src/render/history-words.ts'
import { dayOf, figuresOf, newsOf, shareOfLane, shortTimeOf, timeOf } from '../../src/page/words.ts'
import { hostileText } from '../render/hostile.ts'
import { boardOf, commit, drift, episode, historyOf, segment, someHistory, someModel, target } from './sample.ts'

describe('packed data', () => {
  const data = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      hostileText,
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      tie('list'),
      tie('object'),
    ),
    list: fc.array(tie('value'), { maxLength: 4 }),
    object: fc.dictionary(fc.oneof(hostileText, fc.constantFrom('a', 'state', '__proto__')), tie('value'), {
      maxKeys: 4,
    }),
  })).value

  it('is unpacked as it was, through JSON that nothing breaks out of', () => {
    fc.assert(
      fc.property(data, (value) => {
        const text = inertJson(pack(value))
        expect(text).not.toMatch(/[<>&\u2028\u2029]/)
        expect(unpack(JSON.parse(text))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it('has what occurs twice once', () => {
    const values = Array.from({ length: 100 }, () => ({ state: 'stage 2 complete', message: 'A message that is long' }))
    const packed = pack(values)
    expect(packed.strings.toSorted()).toEqual(['A message that is long', 'stage 2 complete'])
    expect(packed.shapes).toEqual([['state', 'message']])
    expect(JSON.stringify(packed).length).toBeLessThan(JSON.stringify(values).length / 4)
  })

  it('leaves out keys without a value, and tells a text from a reference', () => {
    expect(unpack(pack({ a: undefined, b: '~0', c: ['~~', 'long text', 'long text'] }))).toEqual({
      b: '~0',
      c: ['~~', 'long text', 'long text'],
    })
  })
})

describe('the ticks of the time axis', () => {
  const ticks = (first: string, last: string) => {
    const from = segment('agent', 'stage 0', 0).began
    const history = historyOf(
      { 'plugin:A': [{ ...segment('agent', 'stage 0', 0), began: { ...from, at: first } }] },
      [],
      { at: last },
    )
    const span = Date.parse(last) - Date.parse(first)
    return scaleOf(history, 'time')
      .ticks(0, 1, 1000)
      .map(({ part }) => new Date(Math.round(Date.parse(first) + part * span)).toISOString())
  }

  it.each([
    [
      'hours',
      '2026-02-04T09:20:00.000Z',
      '2026-02-04T12:10:00.000Z',
      ['10', '11', '12'].map((hour) => `2026-02-04T${hour}:00:00.000Z`),
    ],
    [
      'Mondays',
      '2026-01-29T12:00:00.000Z',
      '2026-03-11T12:00:00.000Z',
      ['02-02', '02-09', '02-16', '02-23', '03-02', '03-09'].map((date) => `2026-${date}T00:00:00.000Z`),
    ],
    [
      'months',
      '2026-01-15T00:00:00.000Z',
      '2026-07-15T00:00:00.000Z',
      ['02', '03', '04', '05', '06', '07'].map((month) => `2026-${month}-01T00:00:00.000Z`),
    ],
  ])('are %s in UTC', (_, first, last, expected) => expect(ticks(first, last)).toEqual(expected))
})

describe('an address', () => {
  const filter = fc.record({
    query: hostileText.map(toWellFormed),
    lanes: fc.subarray([...lanes]),
    protocols: fc.uniqueArray(hostileText.map(toWellFormed)),
    withFindings: fc.boolean(),
    axis: fc.constantFrom(...axes),
    range: fc.constantFrom([0, 1] as const, [0.25, 0.75] as const, [0, 0.0001] as const),
    asTable: fc.boolean(),
  })

  it('of a view or a target is read as it was written', () => {
    fc.assert(
      fc.property(filter, fc.constantFrom(...views), (filterValue, view) => {
        expect(readAddress(viewAddress(view, filterValue))).toEqual({ view, filter: filterValue })
      }),
    )
    fc.assert(
      fc.property(filter, hostileText, (filterValue, text) => {
        const id = `plugin:${text}`
        const address = targetAddress(id, filterValue)
        expect(address).toMatch(/^#[\w:@%.~!*'()?=&-]+$/)
        expect(readAddress(address)).toEqual({ target: toWellFormed(id), filter: filterValue })
      }),
    )
  })

  it('that means nothing is a target that there is not, and no filter', () => {
    expect(readAddress('')).toEqual({ filter: noFilter })
    expect(readAddress('#%E0%A4%A')).toEqual({ target: '%E0%A4%A', filter: noFilter })
    expect(readAddress('#board?lane=nowhere&range=9-2&axis=x')).toEqual({ view: 'board', filter: noFilter })
  })

  it('zooms within the whole, and switches values', () => {
    expect(zoom([0, 1], 0.5)).toEqual([0.25, 0.75])
    expect(zoom([0.25, 0.75], 2)).toEqual([0, 1])
    expect(zoom([0.5, 0.5001], 0.5)[1]).toBeGreaterThan(0.5)
    expect([toggle(['a'], 'b'), toggle(['a', 'b'], 'a')]).toEqual([['a', 'b'], ['b']])
  })
})

describe('the timeline', () => {
  const layout = (axis: 'commit' | 'time', range: readonly [number, number] = [0, 1], history = someHistory) =>
    layoutOf({
      history,
      scale: scaleOf(history, axis),
      targets: history.targets,
      range,
      margin: 100,
      width: 1112,
      edge: 100,
    })

  it('has a step for each state commit, and lengths by time', () => {
    const [row] = layout('commit').rows
    expect(row?.bars.map(({ x, label }) => [Math.round(x), label])).toEqual([
      [100, 'stage 1 complete'],
      [350, 'stage 2 in_progress'],
      [600, 'ideated'],
    ])
    const late = historyOf(
      {
        'plugin:A': [
          segment('ready', 'ideated', 0, 1),
          { ...segment('agent', 'stage 0', 1), began: commit(1, { at: '2026-02-02T06:00:00.000Z' }) },
        ],
      },
      [],
    )
    expect(
      (['commit', 'time'] as const).map((axis) =>
        layout(axis, [0, 1], late).rows[0]?.bars.map(({ x }) => Math.round(x)),
      ),
    ).toEqual([
      [100, 125],
      [100, 850],
    ])
  })

  it('has the steps of the range alone: what began before it begins at its edge', () => {
    const history = historyOf(
      { 'plugin:A': [{ ...segment('ready', 'ideated', 2, 35), earlier: true }, segment('ready', 'stage 0', 35)] },
      [episode('plugin:A', 1, 32)],
      { stateCommits: 10, range: { from: commit(30).commit, at: commit(30).at, before: 30 } },
    )
    const { rows, ticks } = layout('commit', [0, 1], history)
    expect(
      rows.flatMap(({ bars, marks }) => [...bars, ...marks].map(({ x, width }) => [x, width].map(Math.round))),
    ).toEqual([
      [100, 500],
      [600, 500],
      [100, 200],
    ])
    expect(ticks.map(({ label }) => label)).toEqual(['Mon 2 Feb', '11:00'])
  })

  it('has the label of a day before its line where it would reach over the edge, if there is room', () => {
    const part =
      scaleOf(someHistory, 'commit')
        .ticks(0, 1, 1000)
        .find(({ label }) => label === 'Mon 2 Feb')?.part ?? 0
    /** The second day begins at this part of what is shown. */
    const days = (width: number, place: number) => {
      const { ticks } = layoutOf({
        history: someHistory,
        scale: scaleOf(someHistory, 'commit'),
        targets: someHistory.targets,
        range: [0, part / place],
        margin: 100,
        width,
        edge: 100,
      })
      return ticks.flatMap(({ x, start, label }) => (label.includes(':') ? [] : [[label, start < x]]))
    }
    expect(days(1112, 0.9)).toEqual([
      ['Sun 1 Feb', false],
      ['Mon 2 Feb', false],
    ])
    expect(days(300, 0.9)).toEqual([
      ['Sun 1 Feb', false],
      ['Mon 2 Feb', true],
    ])
    expect(days(200, 0.9)).toEqual([
      ['Sun 1 Feb', false],
      ['', true],
    ])
  })

  /** A commit on each of four days, and then one each minute of the fifth. */
  const longDay = historyOf(
    {
      'plugin:A': Array.from({ length: 24 }, (_, index) => ({
        ...segment('ready', 'ideated', index),
        began: commit(index, {
          at: `2026-02-0${Math.min(5, index + 1)}T10:${String(index).padStart(2, '0')}:00.000Z`,
        }),
      })),
    },
    [],
    { stateCommits: 24 },
  )
  const labelsAt = (width: number, edge: number) =>
    layoutOf({
      history: longDay,
      scale: scaleOf(longDay, 'commit'),
      targets: longDay.targets,
      range: [0, 1],
      margin: 100,
      width,
      edge,
    }).ticks.filter(({ label }) => label !== '')

  it('has the label of a day at a later commit where its first has no room, and the time where the day goes on', () => {
    const labels = labelsAt(712, 100)
    expect(labels.map(({ label }) => label)).toEqual(['Sun 1 Feb', 'Wed 4 Feb', 'Thu 5 Feb', '10:13', '10:20'])
  })

  it('has the time of commits of one minute once', () => {
    const oneMinute = historyOf(
      {
        'plugin:A': Array.from({ length: 12 }, (_, index) => ({
          ...segment('ready', 'ideated', index),
          began: commit(index, { at: `2026-02-01T22:${index < 2 ? '10' : '28'}:00.000Z` }),
        })),
      },
      [],
      { stateCommits: 12 },
    )
    const { ticks } = layoutOf({
      history: oneMinute,
      scale: scaleOf(oneMinute, 'commit'),
      targets: oneMinute.targets,
      range: [0, 1],
      margin: 100,
      width: 2000,
      edge: 100,
    })
    expect(ticks.map(({ label }) => label)).toEqual(['Sun 1 Feb', '22:28'])
  })

  it('begins with a whole label of a day where it is seen first', () => {
    for (let edge = 110; edge < 400; edge += 7) {
      const labels = labelsAt(560, edge)
      expect(labels.find(({ x }) => x >= edge)?.label).toMatch(/^\w+ \d Feb$/)
      expect(labels.every(({ start, label }) => start >= edge || start + label.length * 6.4 <= edge)).toBe(true)
    }
  })

  it('has the order of the commits, whatever their dates say', () => {
    const late = commit(0, { at: '2027-01-01T00:00:00.000Z' })
    const history = historyOf(
      { 'plugin:A': [{ ...segment('ready', 'ideated', 0, 20), began: late }, segment('ready', 'stage 0', 20)] },
      [],
    )
    expect(layout('commit', [0, 1], history).rows[0]?.bars.map(({ x }) => Math.round(x))).toEqual([100, 600])
  })

  it('shows as much of a state as there is room for', () => {
    const labels = [1000, 110, 80, 30, 5].map((width) => {
      const history = historyOf({ 'plugin:A': [segment('ready', 'stage 2 complete', 0)] }, [])
      const { rows } = layoutOf({
        history,
        scale: scaleOf(history, 'commit'),
        targets: history.targets,
        range: [0, 1],
        margin: 0,
        width: width + 12,
        edge: 0,
      })
      return rows[0]?.bars[0]?.label
    })
    expect(labels).toEqual(['stage 2 complete', 'stage 2 ✓', 'stage 2 ✓', '2', ''])
  })

  it('has a track for each of the contradictions that overlap', () => {
    const history = historyOf({ 'plugin:A': [segment('ready', 'ideated', 0)] }, [
      episode('plugin:A', 0, 20),
      episode('plugin:A', 10, 30),
      episode('plugin:A', 15, 18),
      episode('plugin:A', 30),
    ])
    const [row] = layout('commit', [0, 1], history).rows
    expect(new Set(row?.marks.map(({ y }) => y)).size).toBe(3)
    expect(row?.height).toBeGreaterThan(layout('commit').rows[1]?.height ?? 0)
  })

  it('has no more tracks than overlap: what begins where another ends goes on in its track', () => {
    const history = historyOf({ 'plugin:A': [segment('ready', 'ideated', 0)] }, [
      episode('plugin:A', 0, 10),
      episode('plugin:A', 5, 20),
      episode('plugin:A', 10, 30),
      episode('plugin:A', 20),
    ])
    for (const axis of ['commit', 'time'] as const) {
      const [row] = layout(axis, [0, 1], history).rows
      expect([axis, row?.marks.map(({ y }) => y)]).toEqual([axis, [23, 29, 23, 29]])
    }
  })

  it('has only what the range shows, and days where there is room', () => {
    const [row] = layout('commit', [0.75, 1]).rows
    expect(row?.bars.map(({ segment: { state } }) => state)).toEqual(['ideated'])
    expect(layout('commit').ticks.map(({ label }) => label)).toEqual(['Sun 1 Feb', '08:00', '20:00', 'Mon 2 Feb'])
    expect(layout('time').ticks.some(({ label }) => label === 'Mon 2 Feb')).toBe(true)
    expect(layout('time', [0.5, 0.6]).ticks.map(({ label }) => label)).toContain('21:00')
  })

  it('is where dates go backwards', () => {
    const odd = historyOf({ 'plugin:A': [segment('ready', 'b', 30, 2), segment('ready', 'c', 2)] }, [])
    for (const axis of axes) expect(layout(axis, [0, 1], odd).rows[0]?.bars.every(({ width }) => width >= 2)).toBe(true)
  })
})

describe('words', () => {
  it('of times are in UTC', () => {
    const at = '2026-02-04T23:05:00.000Z'
    expect([dayOf(at), timeOf(at), shortTimeOf(at)]).toEqual([
      '4 Feb 2026',
      '4 Feb 2026, 23:05 UTC',
      '4 Feb 2026 23:05',
    ])
  })

  it('of each view give its news and its sums', () => {
    expect(newsOf(someModel, 'board')).toEqual({
      news: '2 wait for a person, 1 with an agent',
      sums: '6 targets of 3 protocols. 1 error and 6 warnings, at 2 of them.',
    })
    expect(newsOf(someModel, 'episodes').news).toBe(
      'The files contradicted themselves 3 times; 1 contradiction is still open',
    )
    expect(newsOf(someModel, 'timeline').sums).toBe(
      '60 commits, 40 of which change state; 1 Feb 2026 – 2 Feb 2026. What is still open is counted until 2 Feb 2026, 16:00 UTC.',
    )
    const { board } = someModel
    const narrowed = { ...board, targets: board.targets.filter(({ lane }) => lane === 'ready') }
    expect(newsOf({ board: narrowed, view: 'board' }, 'board').sums).toBe(
      '2 of 6 targets are on this page. In all: 1 error and 6 warnings.',
    )
    expect(newsOf({ board: boardOf([]), view: 'board' }, 'board')).toEqual({
      news: 'Nothing to do',
      sums: '0 targets of 0 protocols. Nothing is wrong.',
    })
  })
})

describe('words about one', () => {
  it('are in the singular, on the board and of the past', () => {
    const waiting = target('plugin:A', {
      lane: 'person',
      findings: { errors: 1, warnings: 1, notices: 0, worst: [drift] },
    })
    expect(newsOf({ board: boardOf([waiting]), view: 'board' }, 'board')).toEqual({
      news: '1 waits for a person',
      sums: '1 target of 1 protocol. 1 error and 1 warning, at 1 of them.',
    })
    const past = historyOf({ 'plugin:A': [segment('ready', 'ideated', 0)] }, [episode('plugin:A', 1)], {
      commits: 1,
      stateCommits: 1,
    })
    const { news, sums } = newsOf({ board: boardOf([waiting]), history: past, view: 'episodes' }, 'episodes')
    expect(news).toBe('The files contradicted themselves once, and still do')
    expect(sums).toMatch(/^1 commit, which changes state; /)
    expect(figuresOf(past)[0]).toEqual(['1', 'contradiction'])
    expect(figuresOf(someHistory)[0]).toEqual(['3', 'contradictions'])
    const values = ({ sums }: Pick<typeof past, 'sums'>) =>
      figuresOf({ ...someHistory, sums }).map(([value, name]) => `${value} ${name}`)
    const equalSums = { ...someHistory.sums, medianSeconds: 7200, longestSeconds: 7200 }
    expect(values({ sums: equalSums }).slice(2)).toEqual(['2 h until it ended', expect.any(String)])
    const two = { ...equalSums, longestSeconds: 10_800 }
    expect(values({ sums: two }).slice(2)).toEqual([
      '2 h median until it ended',
      '3 h longest until it ended',
      expect.any(String),
    ])
  })

  it('name each lane of the bar of shares', () => {
    expect(lanes.map((lane) => [1, 2].map((count) => `${count} ${shareOfLane(lane, count)}`))).toEqual([
      ['1 waits for a person', '2 wait for a person'],
      ['1 with an agent', '2 with an agent'],
      ['1 with the orchestrator', '2 with the orchestrator'],
      ['1 done', '2 done'],
      ['1 unknown', '2 unknown'],
    ])
  })

  it('say how long an episode lasted only where its dates do', () => {
    const spans = [
      episode('plugin:A', 1, 4),
      episode('plugin:A', 1, 4, { clock: 'odd' }),
      episode('plugin:A', 1, undefined, { began: null }),
    ]
    expect(spans.map(lastedText)).toEqual(['3 h', 'unknown (clock)', 'unknown'])
    expect(spans.map(courseText)).toEqual([
      '3 h, row followed the entry',
      'unknown (clock), row followed the entry',
      'unknown, still open',
    ])
  })
})

describe('a past that is counted on', () => {
  const { at } = someModel.board
  const seconds = (history: RepositoryHistory) => ({
    episodes: history.episodes.map((span) => span.seconds / 3600),
    segments: history.targets.map(({ segments }) => segments.map((span) => span.seconds / 3600)),
  })

  it('lasts until the time of the page where it is open, and not where it ended', () => {
    const history = extendHistory(someHistory, at)
    expect(history.at).toBe(at)
    expect(seconds(someHistory)).toEqual({
      episodes: [18, 2, 9],
      segments: [
        [10, 10, 20],
        [25, 10],
      ],
    })
    expect(seconds(history)).toEqual({
      episodes: [60, 2, 9],
      segments: [
        [10, 10, 62],
        [25, 52],
      ],
    })
    expect(newsOf({ ...someModel, history }, 'episodes').sums).toContain(
      'What is still open is counted until 4 Feb 2026, 10:00 UTC.',
    )
  })

  it('stays as it is at an earlier time, and where its length is unknown', () => {
    expect(extendHistory(someHistory, someHistory.from)).toBe(someHistory)
    const unknown = historyOf({}, [
      episode('plugin:A', 1, undefined, { began: null, seconds: 0 }),
      episode('plugin:A', 1, undefined, { clock: 'odd' }),
    ])
    expect(extendHistory(unknown, at).episodes).toEqual(unknown.episodes)
  })

  it('is not counted on where all of it has ended', () => {
    const history = historyOf({ 'plugin:A': [segment('ready', 'ideated', 0, 3)] }, [episode('plugin:A', 1, 2)])
    expect(newsOf({ ...someModel, history }, 'episodes').sums).not.toContain('until')
  })
})

describe('a large board', () => {
  const many = (count: number) =>
    boardOf(
      Array.from({ length: count }, (_, index) =>
        target(`plugin:P${index}`, { findings: { errors: 3, warnings: 0, notices: 0, worst: [drift, drift, drift] } }),
      ),
    )

  it('is whole up to 5,000 targets', () => {
    const board = many(5_000)
    expect(fitBoard(board)).toBe(board)
  })

  it('has all findings of its targets while they are 15,000 at most, else three of each', () => {
    const rest = [drift, drift]
    const board = (count: number) =>
      boardOf(
        Array.from({ length: count }, (_, index) =>
          target(`plugin:P${index}`, {
            findings: { errors: 5, warnings: 0, notices: 0, worst: [drift, drift, drift], rest },
          }),
        ),
      )
    const [few, many] = [board(3_000), board(3_001)]
    expect(fitBoard(few)).toBe(few)
    expect(fitBoard(many).targets.map(({ findings }) => findings)).toEqual(
      Array.from({ length: 3_001 }, () => ({ errors: 5, warnings: 0, notices: 0, worst: [drift, drift, drift] })),
    )
  })

  it('has the worst finding of each, without its message, above that', () => {
    const { targets, notes } = fitBoard(many(5_001))
    expect(targets).toHaveLength(5_001)
    expect(targets[0]?.findings).toEqual({
      errors: 3,
      warnings: 0,
      notices: 0,
      worst: [{ code: drift.code, severity: 'error', message: '', said: drift.said, path: drift.path, line: 36 }],
    })
    expect(notes).toEqual([expect.stringContaining('baton validate')])
  })

  it('ends at 50,000, and says so', () => {
    const { targets, notes } = fitBoard(many(50_002))
    expect(targets).toHaveLength(50_000)
    expect(notes.at(-1)).toBe('2 more targets are not on this page.')
  })
})
