import type { RuleExamples } from '../../../core/rule.ts'
import { hour } from '../../../core/time.ts'
import { acceptPath, change, grantedSample, inAccept, returnedSample, sample } from '../examples.ts'

const minute = 60 * 1000

const granted = grantedSample[acceptPath] ?? ''
const written = (text: string) => change(sample, { [acceptPath]: text })
const timed = (text: string) => inAccept(['2026-01-20T10:02:00+00:00', text])

export const examples: RuleExamples = {
  ACCEPT_ABSENT: {
    bad: { 'an answer alone': change(returnedSample, { [acceptPath]: null }) },
    good: { both: returnedSample, neither: sample },
  },
  ACCEPT_UNREADABLE: {
    bad: { 'no end': written('{ "state": "agent"'), nothing: written('') },
    good: {
      'Windows line endings': written(granted.replaceAll('\n', '\r\n')),
      'one line without an end': written('{"timestamp":"2026-01-20T10:02:00Z","state":"agent"}'),
    },
  },
  ACCEPT_SCHEMA: {
    bad: { 'a list': written('[]\n'), null: written('null\n') },
    good: { 'its two keys in any order': written('{ "timestamp": "2026-01-20T10:02:00Z", "state": "agent" }\n') },
  },
  ACCEPT_STATE: {
    bad: { 'the other holder': inAccept(['"agent"', '"orchestrator"']), capitals: inAccept(['"agent"', '"Agent"']) },
    good: { 'the agent': grantedSample },
  },
  ACCEPT_TIMESTAMP: {
    bad: { 'a word': timed('yesterday'), 'no zone': timed('2026-01-20T10:02:00') },
    good: { 'the letter': timed('2026-01-20T10:02:00Z'), microseconds: timed('2026-01-20T10:02:00.423374+00:00') },
  },
  CONTROL_STALE_ACCEPT: {
    bad: { 'two days and a minute': { head: grantedSample, at: '2026-01-22T10:03:00Z', staleAfter: 48 * hour } },
    good: {
      'two days': { head: grantedSample, at: '2026-01-22T10:02:00Z', staleAfter: 48 * hour },
      'no audit': { head: grantedSample, at: '2026-12-24T00:00:00Z' },
    },
  },
  ACCEPT_FUTURE: {
    bad: { 'six minutes': { head: grantedSample, at: '2026-01-20T09:56:00Z', staleAfter: minute } },
    good: {
      'five minutes, as clocks differ': { head: grantedSample, at: '2026-01-20T09:57:00Z', staleAfter: minute },
      'no audit': { head: grantedSample, at: '2026-01-01T00:00:00Z' },
    },
  },
}
