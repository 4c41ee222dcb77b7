import type { EdgeCases } from '../../../examples-of.ts'
import {
  boardPath,
  change,
  declaring,
  inSample,
  loginPath,
  searchPath,
} from '../../../../src/protocols/declared/examples.ts'

const withoutTruth = inSample(declaring(['    truth: file\n', '']))
const withNote = change(withoutTruth, {
  ...declaring(['      board:', "      note: { in: 'notes/{id}.md', label: State }\n      board:"]),
  'notes/login.md': 'State: doing\n',
})
const file = (state: string) => ({ [loginPath]: [['status: doing', `status: ${state}`]] }) as const
const row = (state: string) => ({ [boardPath]: [['| login | doing |', `| login | ${state} |`]] }) as const
const drifting = change(withoutTruth, row('todo'))
const ended = change(withoutTruth, {
  ...row('done'),
  [loginPath]: [
    ['status: doing', 'status: done'],
    ['- [ ]', '- [x]'],
  ],
})

export const examples: EdgeCases = {
  ITEM_STATE_DRIFT: {
    bad: {
      "the item's own file has moved": { base: withoutTruth, head: change(withoutTruth, file('review')) },
      'one of two places has moved': { base: withoutTruth, head: change(withoutTruth, row('review')) },
      'one of two places has moved several steps': {
        base: withoutTruth,
        head: change(withoutTruth, {
          [loginPath]: [
            ['status: doing', 'status: done'],
            ['- [ ]', '- [x]'],
          ],
        }),
      },
      'one of two places has gone back from the end': {
        base: ended,
        head: change(ended, { [boardPath]: [['| login | done |', '| login | doing |']] }),
      },
      'both places have moved, each elsewhere': {
        base: withoutTruth,
        head: change(withoutTruth, { ...file('review'), ...row('todo') }),
      },
      'both places have gone back from the end, each elsewhere': {
        base: ended,
        head: change(ended, {
          [loginPath]: [['status: done', 'status: todo']],
          [boardPath]: [['| login | done |', '| login | doing |']],
        }),
      },
      'places that disagree in the base, of which one has moved': {
        base: drifting,
        head: change(drifting, file('review')),
      },
      'one of three places has moved': {
        base: withNote,
        head: change(withNote, { 'notes/login.md': [['doing', 'review']] }),
      },
      'two of three places have moved, each elsewhere': {
        base: withNote,
        head: change(withNote, { 'notes/login.md': [['doing', 'review']], ...row('todo') }),
      },
      'two of three places have moved to one state': {
        base: withNote,
        head: change(withNote, { 'notes/login.md': [['doing', 'review']], ...row('review') }),
      },
      'a new item': {
        base: change(withoutTruth, { [searchPath]: null, [boardPath]: [['| search | todo |\n', '']] }),
        head: change(withoutTruth, {
          [searchPath]: [['depends: [login]\n', '']],
          [boardPath]: [['| search | todo |', '| search | doing |']],
        }),
      },
    },
  },
}
