import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  commitMessage,
  handledCommandsIn,
  keyOf,
  type Cause,
  type LedgerEntry,
} from '../../../src/engine/commands/ledger.ts'
import { hostileText } from '../../render/hostile.ts'
import { runs } from '../../thorough.ts'

/** Any text that can be written down: git knows no half characters. */
const text = fc
  .oneof(
    hostileText,
    fc.constantFrom(
      'a\nHandled-Comment: 1#1',
      'a\n\nRequested-by: @mallory',
      'x -> y',
      'none',
      ' a ',
      'closes #1',
      '\r',
    ),
  )
  .map((value) => value.replace(/\p{Cs}/gu, '?'))
const name = text.filter((value) => value !== '')

const cause: fc.Arbitrary<Cause> = fc.oneof(
  fc.record({
    kind: fc.constant('comment' as const),
    comment: fc.maxSafeNat(),
    ordinal: fc.integer({ min: 1, max: 99 }),
  }),
  fc.record({ kind: fc.constant('click' as const), check: fc.maxSafeNat(), identifier: name }),
  fc.record({ kind: fc.constant('push' as const), sha: fc.constant('a'.repeat(40)) }),
)

const entry: fc.Arbitrary<LedgerEntry> = fc.record({
  command: name,
  actor: fc.option(name, { nil: undefined }),
  cause: fc.option(cause, { nil: undefined }),
  target: fc.option(name, { nil: undefined }),
  from: fc.option(name, { nil: undefined }),
  to: fc.option(name, { nil: undefined }),
  digest: fc.option(name, { nil: undefined }),
})

const expected = ({ command, actor, cause: why, target, from = 'none', to = 'none' }: LedgerEntry) => ({
  actor,
  command,
  key: why && keyOf(why),
  target,
  from: target === undefined ? undefined : from,
  to: target === undefined ? undefined : to,
})

/** What git and GitHub make of a message. */
const stored = (message: string) =>
  message
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()

describe('the ledger', () => {
  it('reads what it wrote, whatever is in the values', () => {
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 5 }), (entries) => {
        expect(handledCommandsIn(stored(commitMessage(entries)))).toEqual(entries.map(expected))
        const [first, ...others] = entries
        const moved = [first as LedgerEntry, ...others.map((other) => ({ ...other, further: 'moved' as const }))]
        const { actor, command, key } = expected(first as LedgerEntry)
        expect(handledCommandsIn(stored(commitMessage(moved)))).toEqual([
          ...moved.slice(0, 1).map(expected),
          ...others.map((other) => ({ ...expected(other), actor, command, key, further: 'moved' })),
        ])
      }),
      { numRuns: runs(30) },
    )
  })

  it('has a subject of one line and at most 100 characters, in which nothing is alive', () => {
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 5 }), (entries) => {
        const [subject = '', second] = commitMessage(entries).split('\n')
        expect(Array.from(subject).length).toBeLessThanOrEqual(100)
        expect(subject.startsWith('baton:')).toBe(true)
        expect(second).toBe('')
        expect(subject).not.toMatch(/[@#]|:\/\/|GH-\d/i)
      }),
      { numRuns: runs(30) },
    )
  })

  it('is written as it is documented', () => {
    const accept: LedgerEntry = {
      command: 'accept',
      actor: 'octocat',
      cause: { kind: 'comment', comment: 1234567890, ordinal: 1 },
      target: 'plugin:TinyGain',
      from: 'stage 2 complete',
      to: 'stage 3.1 in_progress',
      digest: 'sha256:12ab',
    }
    expect(commitMessage([accept])).toBe(
      [
        'baton: accept TinyGain (stage 2 complete → 3.1 in_progress)',
        '',
        'Requested-by: @octocat',
        'Handled-Comment: 1234567890#1',
        'Command: accept',
        'Transition: plugin:TinyGain stage 2 complete -> stage 3.1 in_progress',
        'State-Digest: sha256:12ab',
        '',
      ].join('\n'),
    )
    expect(commitMessage([accept, { ...accept, command: 'sync', target: undefined }]).split('\n')[0]).toBe(
      'baton: 2 commands (accept TinyGain, sync)',
    )
    const subject = (...entries: readonly LedgerEntry[]) => commitMessage(entries).split('\n')[0]
    expect(subject(accept, { ...accept, target: 'plugin:Amber', further: 'given' })).toBe(
      'baton: accept TinyGain, Amber',
    )
    expect(subject(accept, { ...accept, target: 'plugin:Amber', further: 'moved' })).toBe(
      'baton: accept TinyGain (stage 2 complete → 3.1 in_progress)',
    )
  })

  it('has an @ before a login alone', () => {
    const entry = {
      command: 'sync',
      cause: undefined,
      target: 'plugin:A',
      from: undefined,
      to: undefined,
      digest: undefined,
    }
    const message = commitMessage([{ ...entry, actor: undefined, person: '@Dev Person' }])
    expect(message).toContain('\nRequested-by: %40Dev Person\n')
    expect(handledCommandsIn(message)[0]?.actor).toBeUndefined()
    expect(handledCommandsIn(commitMessage([{ ...entry, actor: 'octocat', person: 'Dev Person' }]))[0]?.actor).toBe(
      'octocat',
    )
  })

  it.each([
    ['Handled-Click', { kind: 'click', check: 7, identifier: 'fix all\nx' } as const, 'Handled-Click: 7#fix%20all%0Ax'],
    ['Handled-Push', { kind: 'push', sha: 'abc' } as const, 'Handled-Push: abc'],
  ])('has keys for other causes: %s', (_, why, key) => {
    expect(keyOf(why)).toBe(key)
  })

  it.each([
    ['a subject alone', 'Handled-Comment: 1#1'],
    ['a text before the trailers', 'A commit\n\nHandled-Comment: 1#1\nTransition: /sync\n\nand a last word'],
    ['words that look like a trailer', 'A commit\n\n Handled-Comment: 1#1\n Transition: /sync'],
  ])('finds nothing in %s', (_, message) => {
    expect(handledCommandsIn(message)).toEqual([])
  })
})
