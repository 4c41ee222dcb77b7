import { describe, expect, it } from 'vitest'
import {
  acceptPath,
  answer,
  answerPath,
  change,
  grantedSample,
  handbackPath,
  handbacks,
  later,
  recordPath,
  returned,
  returnedSample,
  sample,
  stagePath,
} from '../../../src/protocols/control/examples.ts'
import { codes, type Tree } from '../scene.ts'
import { diagnose } from './scene.ts'

const question = returned('question')
const handbackOnly = change(returnedSample, { [acceptPath]: null })
const badHandback = change(grantedSample, { [handbackPath]: '{}\n' })
const badAccept = change(sample, { [acceptPath]: '{}\n' })
const regranted = change(grantedSample, { [acceptPath]: later })
const next = change(returnedSample, { [acceptPath]: later })

/** The findings of each change of a stage, besides those of its files by themselves. */
const table: readonly (readonly [about: string, base: Tree, head: Tree, found: readonly string[]])[] = [
  ['not granted → granted', sample, grantedSample, []],
  ['granted → returned', grantedSample, returnedSample, []],
  ['returned → granted again', returnedSample, regranted, []],
  ['accept invalid → granted', badAccept, grantedSample, []],
  ['not granted → returned, with a grant', sample, returnedSample, ['CONTROL_ONE_CHANGE notice']],
  ['not granted → returned, without one', sample, handbackOnly, ['ACCEPT_ABSENT notice']],
  ['granted → granted again', grantedSample, regranted, ['ACCEPT_REFRESHED notice']],
  ['granted → not granted', grantedSample, sample, ['ACCEPT_WITHDRAWN warning']],
  [
    'granted → returned, the grant gone',
    grantedSample,
    handbackOnly,
    ['ACCEPT_ABSENT notice', 'ACCEPT_WITHDRAWN warning'],
  ],
  ['returned → granted, the same grant', returnedSample, grantedSample, ['HANDBACK_DELETED error']],
  ['returned → not granted', returnedSample, sample, ['HANDBACK_DELETED error']],
  [
    'returned → accept invalid',
    returnedSample,
    badAccept,
    ['ACCEPT_SCHEMA error', 'ACCEPT_SCHEMA error', 'HANDBACK_DELETED error'],
  ],
  ['returned → returned otherwise', question, returnedSample, ['HANDBACK_REWRITTEN error']],
  [
    'returned → handback invalid',
    returnedSample,
    badHandback,
    ['HANDBACK_REWRITTEN error', 'HANDBACK_SCHEMA error', 'HANDBACK_SCHEMA error'],
  ],
  ['returned → the old answer beside a new grant', returnedSample, next, ['HANDBACK_STALE error']],
  [
    'returned → a whole cycle',
    returnedSample,
    change(next, { [handbackPath]: handbacks.question }),
    ['CONTROL_ONE_CHANGE notice'],
  ],
  [
    'returned → a whole cycle with an invalid end',
    returnedSample,
    change(next, { [handbackPath]: '{}\n' }),
    ['HANDBACK_SCHEMA error', 'HANDBACK_SCHEMA error'],
  ],
  ['returned → the grant erased', returnedSample, handbackOnly, ['ACCEPT_ABSENT notice', 'ACCEPT_WITHDRAWN warning']],
  ['returned without a grant → the same with one', handbackOnly, returnedSample, ['HANDBACK_STALE error']],
  ['handback invalid → fixed', badHandback, returnedSample, []],
  ['handback invalid → gone', badHandback, grantedSample, []],
  ['handback invalid → gone with a new grant', badHandback, regranted, ['ACCEPT_REFRESHED notice']],
  ['handback invalid → all gone', badHandback, sample, ['ACCEPT_WITHDRAWN warning']],
  ['accept invalid → gone', badAccept, sample, []],
  ['nothing → nothing', returnedSample, returnedSample, []],
  [
    'a stage that is new and returned',
    change(sample, { [recordPath]: '{}' }),
    returnedSample,
    ['CONTROL_ONE_CHANGE notice'],
  ],
]

describe('the repair of an answer that was changed', () => {
  it.each([
    ['question', '`/answer explore@run-2026-01-20-001 "…"` answers its question'],
    ['error', '`/accept explore@run-2026-01-20-001` begins the next cycle'],
  ] as const)('goes on as its %s asks', async (reason, next) => {
    const base = returned(reason)
    const hintsOf = async (head: Tree) => (await diagnose(head, { base })).map(({ code, hint }) => `${code}: ${hint}`)
    expect(await hintsOf(returnedSample)).toEqual([`HANDBACK_REWRITTEN: Revert it; then ${next}.`])
    expect(await hintsOf(grantedSample)).toEqual([`HANDBACK_DELETED: Restore it; then ${next}.`])
  })
})

describe('a change', () => {
  it.each(table)('%s', async (_, base, head, found) => {
    expect(codes(await diagnose(head, { base })).toSorted()).toEqual(found)
  })

  it('of a stage that is new counts as one from not granted', async () => {
    const withoutStage = Object.fromEntries(Object.entries(sample).filter(([path]) => !path.includes('/explore/')))
    const base = change(withoutStage, {
      [stagePath('stage-config.yaml', 'specify')]: null,
      [stagePath('prompt/wf.md', 'specify')]: null,
      [stagePath('prompt/main.md', 'specify')]: null,
    })
    expect(codes(await diagnose(returnedSample, { base }))).toEqual(['CONTROL_ONE_CHANGE notice'])
  })

  it('is softly judged where it touches nothing of the stage', async () => {
    expect(codes(await diagnose(change(badAccept, { 'README.md': 'x' }), { base: badAccept }))).toEqual([
      'ACCEPT_SCHEMA warning',
      'ACCEPT_SCHEMA warning',
    ])
  })

  it('of form alone is none', async () => {
    const formatted = change(returnedSample, {
      [acceptPath]: '{"timestamp":"2026-01-20T10:02:00+00:00","state":"agent"}',
      [handbackPath]: handbacks.success.replaceAll('\n', '\r\n'),
    })
    expect(codes(await diagnose(formatted, { base: returnedSample }))).toEqual([])
  })

  it('of an invalid file is one of bytes', async () => {
    const [base, head] = ['{ "reason": }', '{ "reason": } '].map((text) => change(regranted, { [handbackPath]: text }))
    expect(codes(await diagnose(head ?? {}, { base: base ?? {} }))).toEqual(['HANDBACK_UNREADABLE error'])
  })

  it('points where the page says', async () => {
    const places = async (base: Tree, head: Tree) =>
      (await diagnose(head, { base })).map(({ code, path, line, fix }) => [code, path, line, fix])
    expect(await places(grantedSample, sample)).toEqual([['ACCEPT_WITHDRAWN', acceptPath, undefined, undefined]])
    expect(await places(returnedSample, sample)).toEqual([['HANDBACK_DELETED', handbackPath, undefined, undefined]])
    expect(await places(question, returnedSample)).toEqual([['HANDBACK_REWRITTEN', handbackPath, 2, undefined]])
    expect(await places(returnedSample, next)).toEqual([
      ['HANDBACK_STALE', handbackPath, 1, '/accept explore@run-2026-01-20-001'],
    ])
    expect(await places(grantedSample, regranted)).toEqual([['ACCEPT_REFRESHED', acceptPath, 3, undefined]])
  })

  it('of answers is reported for each', async () => {
    const second = stagePath('run/output-data/answers/002.json')
    const base = change(sample, { [answerPath]: answer, [second]: answer })
    const head = change(sample, { [answerPath]: answer.replace('Green', 'Red') })
    expect((await diagnose(head, { base })).map(({ code, path, line }) => [code, path, line])).toEqual([
      ['CONTROL_ANSWER_CHANGED', answerPath, 1],
      ['CONTROL_ANSWER_CHANGED', second, undefined],
    ])
  })

  it('that removes a whole run is reported for the stages that the agent has', async () => {
    const found = await diagnose({ 'README.md': 'x' }, { base: grantedSample })
    expect(found.map(({ code, path, line, target }) => [code, path, line, target])).toEqual([
      ['STAGE_REMOVED', acceptPath, undefined, 'stage:explore@run-2026-01-20-001'],
    ])
  })
})
