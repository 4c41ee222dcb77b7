import { expect, it } from 'vitest'
import type { Proposal } from '../../src/core/action.ts'
import { nearestTarget, type Target } from '../../src/core/target.ts'
import { turnOf } from '../../src/core/turn.ts'

it.each<readonly [written: string, ids: readonly string[], found: ReturnType<typeof nearestTarget>]>([
  ['TinyGian', ['plugin:TinyGain', 'plugin:Lush'], { name: 'TinyGain', isCertain: true }],
  ['Absent', ['plugin:TinyGain'], undefined],
  // Another number is another target.
  ['task-2', ['task:task-1'], { name: 'task-1', isCertain: false }],
  // The beginning of one alone.
  ['1-3', ['bmad:1-3-password-reset', 'bmad:1-30-audit'], { name: '1-3-password-reset', isCertain: false }],
  ['1-3', ['bmad:1-3-password-reset', 'bmad:1-3-audit'], undefined],
  // Two that are as near.
  ['TinyGair', ['plugin:TinyGain', 'plugin:TinyGait'], { name: 'TinyGain', isCertain: false }],
])('the target that is nearest to %s of %j', (written, ids, found) => {
  expect(
    nearestTarget(
      ids.map((id) => ({ id })),
      written,
    ),
  ).toEqual(found)
})

const target: Target = {
  id: 'plugin:TinyGain',
  path: 'a.md',
  state: 'stage 2 complete',
  holder: 'orchestrator',
  facts: {},
}
const long = 'Which of them? '.repeat(200).trim()
const proposal = (kind: Proposal['do'], overrides: Partial<Proposal> = {}): Proposal => ({ do: kind, ...overrides })

it.each<
  readonly [
    what: string,
    target: Partial<Target>,
    proposal: Proposal | undefined,
    asks: ReturnType<typeof turnOf>['asks'],
  ]
>([
  ['nothing', {}, undefined, undefined],
  ['work', {}, proposal('accept'), undefined],
  ['a question', { question: 'Red?' }, undefined, { kind: 'question', text: 'Red?' }],
  ['an answer without the words of its question', {}, proposal('answer'), { kind: 'question', text: target.state }],
  ['a decision', {}, proposal('decide', { why: 'No build' }), { kind: 'error', text: 'No build' }],
  ['an error', { error: 'BUILD_FAILED' }, proposal('accept'), { kind: 'error', text: 'BUILD_FAILED' }],
  ['an error of work that goes on', { error: 'BUILD_FAILED', holder: 'agent' }, proposal('work'), undefined],
  ['a long question', { question: long }, undefined, { kind: 'question', text: long }],
  ['a review', {}, proposal('review', { why: 'write review.md' }), { kind: 'review', text: 'write review.md' }],
])('what a target asks for with %s', (_, overrides, proposed, asks) => {
  expect(turnOf({ ...target, ...overrides }, proposed).asks).toEqual(asks)
})
