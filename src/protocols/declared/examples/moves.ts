import type { RuleExamples } from '../../../core/rule.ts'
import { boardPath, change, declaring, inSample, loginPath, sample, searchPath } from '../examples.ts'

const skipped = {
  [loginPath]: [
    ['status: doing', 'status: done'],
    ['- [ ]', '- [x]'],
  ],
  [boardPath]: [['| login | doing |', '| login | done |']],
} as const
const onward = {
  [loginPath]: [['status: doing', 'status: review']],
  [boardPath]: [['| login | doing |', '| login | review |']],
} as const
const onlyOnce = inSample(
  declaring(['moves: linear', 'moves: [{ from: todo, to: doing }, { from: doing, to: review }]']),
)
const withoutSearch = { [searchPath]: null, [boardPath]: [['| search | todo |\n', '']] } as const

export const examples: RuleExamples = {
  ITEM_MOVE_ILLEGAL: {
    bad: {
      'back from the end': { base: inSample(skipped), head: sample },
      'a move that is not declared': { base: onlyOnce, head: change(onlyOnce, skipped) },
    },
    good: {
      'the next state': { base: sample, head: inSample(onward) },
      'two moves at once': { base: sample, head: inSample(skipped) },
    },
  },
  ITEM_BEGIN_ILLEGAL: {
    bad: {
      'a state that no move reaches': {
        base: inSample({
          ...declaring(
            ['review: {}', 'review: {}\n      paused: {}'],
            ['moves: linear', 'moves: [{ from: todo, to: doing }]'],
          ),
          ...withoutSearch,
        }),
        head: inSample({
          ...declaring(
            ['review: {}', 'review: {}\n      paused: {}'],
            ['moves: linear', 'moves: [{ from: todo, to: doing }]'],
          ),
          [searchPath]: [
            ['status: todo', 'status: paused'],
            ['depends: [login]\n', ''],
          ],
          [boardPath]: [['| search | todo |', '| search | paused |']],
        }),
      },
    },
    good: { 'the first state': { base: inSample(withoutSearch), head: sample } },
  },
  ITEM_REMOVED: {
    bad: {
      'not yet begun': { base: sample, head: inSample(withoutSearch) },
      'a row with another title': {
        base: sample,
        head: inSample({ [boardPath]: [['| search | todo |', '| find | todo |']] }),
      },
    },
    good: {
      'it was done': {
        base: inSample(skipped),
        head: inSample({
          [loginPath]: null,
          [searchPath]: [['depends: [login]\n', '']],
          [boardPath]: [['| login | doing |\n', '']],
        }),
      },
    },
  },
}
