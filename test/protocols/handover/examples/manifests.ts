import type { EdgeCases } from '../../../examples-of.ts'
import { inManifest, inOldPlan, inPlan, manifestOf, withPattern } from '../../../../src/protocols/handover/examples.ts'

/** Cases at the edges of the rules of `manifests.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  PLAN_MANIFEST_COUNT_MISMATCH: {
    bad: {
      'too many in an old plan': {
        head: inOldPlan(['## Implementation Plan', `${manifestOf(9)}\n## Implementation Plan`]),
        also: ['PLAN_VERSION_MISMATCH'],
      },
    },
  },
  MANIFEST_MISSING: {
    bad: {
      'a fence of another language': {
        head: inPlan([manifestOf(2), manifestOf(2).replace('yaml', 'text')]),
        also: ['PLAN_MANIFEST_COUNT_MISMATCH'],
      },
    },
    good: {
      'a comment that is indented less': inPlan([
        manifestOf(2),
        manifestOf(2).replace('yaml\n', 'yaml\n# what is made\n'),
      ]),
    },
  },
  MANIFEST_PARSE_ERROR: { bad: { 'a list': inPlan([manifestOf(2), '```yaml\nmanifest: []\n```\n']) } },
  MANIFEST_INVALID_VALUE: {
    bad: {
      'a negative count': inManifest('min_file_count: 1', 'min_file_count: -1'),
      null: inManifest('must_contain: []', 'must_contain:'),
      'a text to be contained': inManifest('must_contain: []', 'must_contain: [{path: a}]'),
      'an empty pattern': withPattern('""'),
    },
  },
  MANIFEST_PATTERN_INVALID: {
    bad: {
      'the same in braces': inPlan([
        manifestOf(1),
        '```yaml\nmanifest: { expected_paths: [], min_file_count: 0, commit_message_pattern: "^\\(", bash_syntax_check: [], forbidden_paths: [], must_contain: [] }\n```\n',
      ]),
      'a bracket that is not closed': withPattern('"^feat\\\\(step1:("'),
    },
  },
  MANIFEST_PATTERN_UNSAFE: {
    bad: { 'a reference back': withPattern('"^(a)\\\\1"'), 'very long': withPattern(`"${'a'.repeat(513)}"`) },
    good: { alternatives: withPattern('"^(a|a)*b"') },
  },
}
