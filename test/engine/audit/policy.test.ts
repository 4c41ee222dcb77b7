import { describe, expect, it } from 'vitest'
import { emptySet, fingerprintSetDigest } from '../../../src/engine/audit/result.ts'
import type { Memory } from '../../../src/engine/audit/memory.ts'
import { nextAction, type TrackingAction, type TrackingIssue } from '../../../src/engine/audit/policy.ts'

const now = '2026-03-01T06:00:00.000Z'
const [minute, hour, day] = [60_000, 3_600_000, 24 * 3_600_000]
const ago = (milliseconds: number) => new Date(Date.parse(now) - milliseconds).toISOString()

/** What is found: fingerprints, of which none is nothing. */
const found = (fingerprints: readonly string[], whole = true) => ({
  at: now,
  fingerprints,
  set: fingerprintSetDigest(fingerprints),
  whole,
})

const remembering = (fingerprints: readonly string[], overrides: Partial<Memory> = {}): Memory => ({
  version: 1,
  commit: '1'.repeat(40),
  at: ago(day),
  holds: now,
  set: fingerprintSetDigest(fingerprints),
  files: '',
  counts: { failed: true, error: 1, warning: 0, notice: 0, targets: 1 },
  fingerprints: [...fingerprints],
  began: 'a'.repeat(40),
  paths: [],
  ended: 'no',
  turns: [],
  ...overrides,
})

const open = (memory: Memory | undefined): TrackingIssue => ({ open: true, memory })
const closed = (memory: Memory | undefined): TrackingIssue => ({ open: false, memory })
const turns = (...days: readonly number[]) => days.map((count) => ago(count * day))

const [a, b] = ['aaa', 'bbb']

const table: readonly (readonly [
  about: string,
  standing: TrackingIssue | undefined,
  now: readonly string[],
  action: TrackingAction,
])[] = [
  ['nothing is found, and there never was an issue', undefined, [], 'nothing'],
  ['something is found', undefined, [a], 'open'],

  ['the same is found again', open(remembering([a])), [a], 'nothing'],
  ['more is found', open(remembering([a])), [a, b], 'note'],
  ['less is found', open(remembering([a, b])), [b], 'note'],
  ['other things are found, within the hour', open(remembering([a], { at: ago(59 * minute) })), [b], 'nothing'],
  ['other things are found, an hour later', open(remembering([a], { at: ago(hour) })), [b], 'note'],
  ['other things are found, and the clock was wrong', open(remembering([a], { at: ago(-400 * day) })), [b], 'note'],
  [
    'nothing is left, and the clock was wrong',
    open(remembering([a], { turns: turns(-400, -401, -402, -403) })),
    [],
    'close',
  ],
  ['nothing is left', open(remembering([a])), [], 'close'],
  ['nothing is left, within the hour', open(remembering([a], { at: ago(minute) })), [], 'close'],
  ['another account has edited the text', open(undefined), [a], 'note'],
  ['another account has edited the text, and nothing is left', open(undefined), [], 'close'],

  [
    'we have closed it, and nothing is found',
    closed(remembering([], { ended: 'ours', turns: turns(1) })),
    [],
    'nothing',
  ],
  ['we have closed it, and it is back', closed(remembering([], { ended: 'ours', turns: turns(1) })), [a], 'reopen'],
  [
    'we have closed it a month ago',
    closed(remembering([], { ended: 'ours', at: ago(30 * day), turns: turns(30) })),
    [a],
    'open',
  ],
  [
    'a person has opened it again, with nothing found',
    open(remembering([], { ended: 'ours', turns: turns(1) })),
    [],
    'nothing',
  ],
  [
    'a person has opened it again, and something is found',
    open(remembering([], { ended: 'ours', turns: turns(1) })),
    [a],
    'note',
  ],

  ['a person has closed it, and the same is found', closed(remembering([a, b])), [a, b], 'nothing'],
  [
    'a person has closed it long ago, and the same is found',
    closed(remembering([a], { at: ago(300 * day) })),
    [a],
    'nothing',
  ],
  ['a person has closed it, and something new is found', closed(remembering([a])), [a, b], 'reopen'],
  ['a person has closed it, and some of it is fixed', closed(remembering([a, b])), [a], 'note'],
  ['a person has closed it, and all of it is fixed', closed(remembering([a])), [], 'settle'],
  ['a person has closed it, and its text is another account\u2019s', closed(undefined), [a], 'open'],

  ['it has turned twice: closing is free', open(remembering([a], { turns: turns(3, 0) })), [], 'close'],
  ['three turns: a day has to pass', open(remembering([a], { turns: turns(4, 3, 0.9) })), [], 'hold'],
  ['three turns: a day has passed', open(remembering([a], { turns: turns(4, 3, 1) })), [], 'close'],
  [
    'four turns: two days have to pass',
    closed(remembering([], { ended: 'ours', turns: turns(5, 4, 3, 1.9) })),
    [a],
    'nothing',
  ],
  [
    'four turns: two days have passed',
    closed(remembering([], { ended: 'ours', turns: turns(5, 4, 3, 2) })),
    [a],
    'reopen',
  ],
  [
    'many turns: a week at most',
    closed(remembering([], { ended: 'ours', turns: turns(20, 19, 18, 17, 16, 15, 14, 13, 7) })),
    [a],
    'reopen',
  ],
  ['turns of long ago are forgotten', open(remembering([a], { turns: turns(40, 39, 38, 37, 0.1) })), [], 'close'],
  [
    'held open, and its time has not come',
    open(remembering([], { ended: 'held', turns: turns(4, 3, 0.9) })),
    [],
    'nothing',
  ],
  ['held open, and its time has come', open(remembering([], { ended: 'held', turns: turns(4, 3, 1) })), [], 'close'],
  ['held open, and it is back', open(remembering([], { ended: 'held', turns: turns(4, 3, 0.9) })), [a], 'note'],
  [
    'closed by hand, with turns: new things wait as well',
    closed(remembering([a], { turns: turns(5, 4, 3, 1) })),
    [b],
    'nothing',
  ],
]

describe('what is done with the tracking issue', () => {
  it.each(table)('%s', (_, standing, fingerprints, action) => {
    expect(nextAction(standing, found(fingerprints))).toBe(action)
  })

  it('changes nothing when not everything could be checked and nothing is new', () => {
    expect(nextAction(open(remembering([a, b])), found([], false))).toBe('nothing')
    expect(nextAction(open(remembering([a, b])), found([a], false))).toBe('nothing')
    expect(nextAction(open(remembering([a])), found([a, b], false))).toBe('note')
    expect(nextAction(undefined, found([], false))).toBe('nothing')
    expect(nextAction(undefined, found([a], false))).toBe('open')
    expect(nextAction(open(undefined), found([], false))).toBe('nothing')
  })

  it('has a name for nothing', () => {
    expect(emptySet).toBe(fingerprintSetDigest([]))
    expect(fingerprintSetDigest([a])).not.toBe(emptySet)
  })
})
