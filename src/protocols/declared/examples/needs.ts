import type { RuleExamples } from '../../../core/rule.ts'
import { hour } from '../../../core/time.ts'
import { boardPath, inSample, loginPath, sample, searchPath } from '../examples.ts'

const ended = [
  ['status: doing', 'status: done'],
  ['- [ ]', '- [x]'],
] as const
const begun = (state: string) => ({ [searchPath]: [['status: todo', `status: ${state}`]] }) as const
const board = (login: string, search: string) =>
  ({
    [boardPath]: [
      ['| login | doing |', `| login | ${login} |`],
      ['| search | todo |', `| search | ${search} |`],
    ],
  }) as const

export const examples: RuleExamples = {
  ITEM_NEED_UNMET: {
    bad: {
      'done with an open box': inSample({ [loginPath]: [['status: doing', 'status: done']], ...board('done', 'todo') }),
    },
    good: { 'every box is ticked': inSample({ [loginPath]: ended, ...board('done', 'todo') }) },
  },
  ITEM_DEPENDENCY_UNMET: {
    bad: { 'begun too early': inSample({ ...begun('doing'), ...board('doing', 'doing') }) },
    good: {
      'the other is done': inSample({ [loginPath]: ended, ...begun('doing'), ...board('done', 'doing') }),
      'not yet begun': sample,
    },
  },
  ITEM_DEPENDENCY_UNKNOWN: {
    bad: { 'a typo': inSample({ [searchPath]: [['depends: [login]', 'depends: [logn]']] }) },
    good: { 'one item in place of a list': inSample({ [searchPath]: [['depends: [login]', 'depends: login']] }) },
  },
  ITEM_FIELD_INVALID: {
    bad: { 'another value': inSample({ [loginPath]: [['size: small', 'size: huge']] }) },
    good: {
      'capitals are ignored': inSample({ [loginPath]: [['size: small', 'size: Small']] }),
      'it may be missing': sample,
    },
  },
  ITEM_STALE: {
    bad: { 'a week without a move': { head: sample, staleAfter: 48 * hour, lastCommit: '2026-01-28T10:00:00Z' } },
    good: {
      'as long as the declaration allows': { head: sample, staleAfter: 48 * hour, lastCommit: '2026-02-01T10:00:00Z' },
      'a state without `stale-after`': {
        head: inSample({ [loginPath]: ended, ...board('done', 'todo') }),
        staleAfter: 48 * hour,
        lastCommit: '2026-01-28T10:00:00Z',
      },
    },
  },
  ITEM_DEPENDENCY_CYCLE: {
    bad: {
      'each waits for the other': inSample({
        [loginPath]: [
          ['status: doing', 'status: todo'],
          ['size: small', 'size: small\ndepends: [search]'],
        ],
        [boardPath]: [['| login | doing |', '| login | todo |']],
      }),
    },
    good: { 'one waits for the other': sample },
  },
}
