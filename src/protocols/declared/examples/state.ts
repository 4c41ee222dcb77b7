import type { RuleExamples } from '../../../core/rule.ts'
import { boardPath, change, declaring, inSample, loginPath, searchPath } from '../examples.ts'

const row = '| search | todo |\n'

const withoutTruth = inSample(declaring(['    truth: file\n', '']))

export const examples: RuleExamples = {
  ITEM_STATE_MISSING: {
    bad: {
      'a row that must be there': inSample({ [boardPath]: [['| login | doing |\n', '']] }),
      'no place says it': inSample({ [boardPath]: [[row, '']], [searchPath]: [['status: todo\n', '']] }),
    },
    good: { 'a row that may be missing': inSample({ [boardPath]: [[row, '']] }) },
  },
  ITEM_STATE_UNKNOWN: {
    bad: { 'a typo': inSample({ [loginPath]: [['status: doing', 'status: dong']] }) },
    good: {
      'capitals and emphasis': inSample({ [boardPath]: [['| login | doing |', '| login | **Doing** |']] }),
      'a word of the declaration': inSample({ [loginPath]: [['status: doing', 'status: WIP']] }),
    },
  },
  ITEM_STATE_AMBIGUOUS: {
    bad: { 'two rows': inSample({ [boardPath]: [[row, `${row}| search | doing |\n`]] }) },
    good: { 'two rows that agree': inSample({ [boardPath]: [[row, row + row]] }) },
  },
  ITEM_STATE_DRIFT: {
    bad: {
      'the board is behind': inSample({ [boardPath]: [['| login | doing |', '| login | todo |']] }),
      'neither place is the right one': change(withoutTruth, {
        [boardPath]: [['| login | doing |', '| login | todo |']],
      }),
    },
    good: { 'two words for one state': inSample({ [boardPath]: [['| login | doing |', '| login | wip |']] }) },
  },
}
