import type { EdgeCases } from '../../../examples-of.ts'
import { hour } from '../../../../src/core/time.ts'
import {
  acceptPath,
  change,
  grantedSample,
  inAccept,
  returnedSample,
  sample,
} from '../../../../src/protocols/control/examples.ts'

const granted = grantedSample[acceptPath] ?? ''
const written = (text: string) => change(sample, { [acceptPath]: text })
const timed = (text: string) => inAccept(['2026-01-20T10:02:00+00:00', text])

/** Cases at the edges of the rules of `accept.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  ACCEPT_UNREADABLE: {
    bad: {
      'a comment': written(`// granted\n${granted}`),
      'a comma too many': written(granted.replace('"\n}', '",\n}')),
      'no number': written('{ "state": NaN }'),
      'a byte-order mark': written(`\ufeff${granted}`),
      'bytes that are not text': written('\0'),
      'too large': { head: written(`${granted}${' '.repeat(3000)}`), limit: 2000 },
      'too deep': written(`${'['.repeat(65)}${']'.repeat(65)}`),
      'a folder': change(sample, { [`${acceptPath}/note.txt`]: 'granted\n' }),
    },
  },
  ACCEPT_SCHEMA: {
    bad: {
      'no time': inAccept([',\n  "timestamp": "2026-01-20T10:02:00+00:00"', '']),
      'a number as a time': inAccept(['"2026-01-20T10:02:00+00:00"', '1768903320']),
      'an unknown key': inAccept(['"state"', '"by": "octocat",\n  "state"']),
      'a key that is more than a key elsewhere': inAccept(['"state"', '"__proto__": { "state": "agent" },\n  "state"']),
    },
  },
  ACCEPT_STATE: { bad: { nothing: inAccept(['"agent"', '""']) } },
  ACCEPT_TIMESTAMP: {
    bad: {
      'no seconds': timed('2026-01-20T10:02Z'),
      'a day that does not exist': timed('2026-02-30T10:02:00Z'),
      'an hour that does not exist': timed('2026-01-20T24:02:00Z'),
    },
    good: { 'another offset': timed('2026-01-20T10:02:00-05:30') },
  },
  CONTROL_STALE_ACCEPT: {
    good: {
      'control that was returned': { head: returnedSample, staleAfter: hour },
      'two days by another clock': {
        head: inAccept(['10:02:00+00:00', '05:02:00-05:00']),
        at: '2026-01-22T10:02:00Z',
        staleAfter: 48 * hour,
      },
    },
  },
}
