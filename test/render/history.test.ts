import { describe, expect, it } from 'vitest'
import type { RepositoryHistory } from '../../src/core/history.ts'
import { historyMarkdown } from '../../src/render/history-markdown.ts'
import { historyText } from '../../src/render/history-text.ts'
import { headline, sumsText } from '../../src/render/history-words.ts'
import { commit, episode, historyOf, segment } from '../page/sample.ts'

const id = 'plugin:TinyGain'
const rows = { [id]: [segment('ready', 'ideated', 0)] }
const empty = historyOf(rows, [])
const range = { from: commit(3).commit, at: commit(3).at, before: 3 }

const summed = (history: RepositoryHistory, stateCommitsWith: number): RepositoryHistory => {
  const { episodes, open, byCode } = history.sums
  return { ...history, sums: { episodes, open, byCode, stateCommitsWith } }
}

describe('what a place contains', () => {
  it('is code, unless it is nothing', () => {
    const placeValues = [
      { place: 'row', value: '1.0.0' },
      { place: 'notes', value: null },
    ]
    const past = historyOf(rows, [episode(id, 1, undefined, { first: placeValues, last: placeValues })])
    expect(historyMarkdown(past, { transitions: false })).toContain('row `1.0.0` ≠ notes nothing')
  })

  it('is the same as in the place before, or another', () => {
    const last = ['a', 'a', 'b'].map((value, index) => ({ place: `place${index}`, value }))
    const past = historyOf(rows, [episode(id, 1, undefined, { first: last, last })])
    expect(historyMarkdown(past, { transitions: false })).toContain('place0 `a` = place1 `a` ≠ place2 `b`')
  })
})

describe('the headline of a history', () => {
  it.each([
    [empty, 'The files never contradicted themselves.'],
    [{ ...empty, range }, 'The files did not contradict themselves in this range.'],
    [{ ...empty, filtered: true as const }, 'No matching episodes.'],
    [{ ...empty, filtered: true as const, range }, 'No matching episodes in this range.'],
    [historyOf(rows, [episode(id, 1, 2)]), 'The files contradicted themselves once, and no longer do.'],
    [
      historyOf(rows, [episode(id, 1, 2), episode(id, 3)], { range }),
      'The files contradicted themselves 2 times in this range; 1 contradiction is still open.',
    ],
    [historyOf(rows, [episode(id, 1, 2), episode(id, 3)], { filtered: true }), '2 matching episodes; 1 still open.'],
    [historyOf(rows, [episode(id, 1, 2)], { filtered: true }), '1 matching episode; none still open.'],
  ])('%#: %s', (history, text) => {
    expect(headline(history)).toBe(text)
    expect(historyText(history, { color: false, transitions: false }).split('\n')[0]).toBe(text)
    expect(historyMarkdown(history, { transitions: false }).split('\n')[0]).toBe(`## ${text}`)
  })
})

describe('a history of states', () => {
  it('does not speak of episodes that a filter leaves out', () => {
    const history = { ...empty, filtered: true as const }
    expect(historyText(history, { color: false, transitions: true })).toMatch(/^The states of 1 target\.\n/)
    expect(historyMarkdown(history, { transitions: true })).toMatch(/^## The states of 1 target\.\n/)
  })
})

describe('the sums of a history', () => {
  const singleHistory = historyOf(rows, [episode(id, 1)])
  it.each([
    [{ ...empty, commits: 1, stateCommits: 1 }, 0, '1 commit, which changes state; 1 target.'],
    [{ ...empty, commits: 1, stateCommits: 0 }, 0, '1 commit, which does not change state; 1 target.'],
    [{ ...empty, commits: 2, stateCommits: 1 }, 0, '2 commits, 1 of which changes state; 1 target.'],
    [{ ...empty, range: null, commits: 0, stateCommits: 0 }, 0, '0 commits in this range; 1 target.'],
    [
      { ...singleHistory, commits: 1, stateCommits: 1 },
      1,
      '1 commit, which changes state; 1 target. It has a contradiction.',
    ],
    [
      { ...singleHistory, commits: 5, stateCommits: 4 },
      1,
      '5 commits, 4 of which change state; 1 target. 1 of these 4 has a contradiction.',
    ],
    [
      { ...singleHistory, commits: 5, stateCommits: 4 },
      2,
      '5 commits, 4 of which change state; 1 target. 2 of these 4 have a contradiction.',
    ],
    [
      { ...singleHistory, commits: 5, stateCommits: 4, range, filtered: true as const },
      2,
      '5 commits in this range, 4 of which change state; 1 target. 2 of these 4 have one of the episodes listed.',
    ],
  ])('%#: %s', (history, contradictionCount, text) => expect(sumsText(summed(history, contradictionCount))).toBe(text))
})

describe('an episode whose clocks went backwards', () => {
  const odd = episode(id, 1, 2, { clock: 'odd', seconds: 0 })
  const cutOff = episode(id, 1, 2, { began: null })
  it.each([
    [[odd], ' Not counted in these times: 1 whose clocks went backwards.'],
    [
      [odd, cutOff, cutOff],
      ' Not counted in these times: 1 whose clocks went backwards and 2 that began before the first commit.',
    ],
    [[episode(id, 1, 3)], ''],
    [[episode(id, 1, undefined, { clock: 'odd' })], ''],
  ])('is named where times are summed up: %#', (episodes, words) => {
    const text = sumsText(historyOf(rows, [episode(id, 1, 2), ...episodes]))
    expect(text.replace(/^.*, longest [^.]*\./, '')).toBe(words)
  })

  it('says why its length is unknown', () => {
    const history = historyOf(rows, [episode(id, 1, undefined, { clock: 'odd' })])
    expect(historyText(history, { color: false, transitions: false })).toMatch(/^open unknown \(clock\) /m)
  })
})

describe('what a history marks', () => {
  const began = commit(1, { by: 'baton', command: '/checksums TinyGain' })
  const history = historyOf(
    { [id]: [{ ...segment('ready', 'ideated', 1), began, earlier: true }] },
    [episode(id, 1, 2, { began, earlier: true, ended: commit(2, { by: 'baton' }) })],
    { range },
  )
  const markedOf = (transitions: boolean) =>
    [historyText(history, { color: false, transitions }), historyMarkdown(history, { transitions })].map((text) =>
      text.split('\n'),
    )

  it('is what began before the range, and the command that a commit names', () => {
    const [text, markdown] = markedOf(false)
    expect(text?.find((line) => line.includes('TinyGain'))).toMatch(
      /0000000 Octo Cat, 2026-02-01 01:00 \(\/checksums TinyGain\) \(earlier\) – 0000000 Octo Cat, 2026-02-01 02:00 \(by Baton\): row/,
    )
    expect(markdown?.at(-2)).toContain('2026-02-01 01:00 (`/checksums TinyGain`) (earlier) |')
    expect(markdown?.at(-2)).toContain('2026-02-01 02:00 (by Baton): row')
  })

  it('also of states', () => {
    const [text, markdown] = markedOf(true)
    expect(text?.at(-2)).toMatch(/so far \(earlier\) \(\/checksums TinyGain\)$/)
    expect(markdown?.at(-2)).toContain('(`/checksums TinyGain`) (earlier) |')
  })
})
