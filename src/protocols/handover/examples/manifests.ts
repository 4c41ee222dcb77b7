import type { RuleExamples } from '../../../core/rule.ts'
import { aboveSteps, inManifest, inOldPlan, inPlan, manifestOf, sample, withPattern } from '../examples.ts'

export const examples: RuleExamples = {
  PLAN_MANIFEST_COUNT_MISMATCH: {
    bad: {
      'one before the steps': aboveSteps(manifestOf(9)),
      'one that was lost': { head: inPlan([manifestOf(2), '']), also: ['MANIFEST_MISSING'] },
    },
    good: { 'YAML that is not a manifest': aboveSteps('```yaml\nkey: manifest\n```') },
  },
  MANIFEST_MISSING: {
    bad: {
      none: { head: inPlan([manifestOf(2), '']), also: ['PLAN_MANIFEST_COUNT_MISMATCH'] },
      'it comes before the step': inPlan(
        [manifestOf(2), ''],
        ['## Implementation Plan', `${manifestOf(2)}\n## Implementation Plan`],
      ),
    },
    good: {
      'indented by four blanks, after tildes': inPlan([
        manifestOf(2),
        manifestOf(2).replaceAll('```', '~~~').replaceAll('\n', '\n  '),
      ]),
      'a comment first, and more after `yaml`': inPlan([
        manifestOf(2),
        manifestOf(2).replace('yaml\n', 'yml manifest\n\n  # what is made\n'),
      ]),
    },
  },
  MANIFEST_DUPLICATE: {
    bad: {
      'two, and another step without': {
        head: inPlan([manifestOf(2), ''], [manifestOf(1), `${manifestOf(1)}\n${manifestOf(2)}`]),
        also: ['MANIFEST_MISSING'],
      },
      'two in an old plan': {
        head: inOldPlan([manifestOf(2), ''], [manifestOf(1), `${manifestOf(1)}\n${manifestOf(2)}`]),
        also: ['PLAN_VERSION_MISMATCH'],
      },
    },
    good: { 'one each': sample },
  },
  MANIFEST_PARSE_ERROR: {
    bad: {
      'a bracket that is not closed': inManifest('[src/step1.ts]', '[src/step1.ts'),
      'an alias': inManifest('[src/step1.ts]', '*paths'),
    },
    good: { 'a comment': inManifest('min_file_count: 1', 'min_file_count: 1 # or more') },
  },
  MANIFEST_MISSING_KEY: {
    bad: { 'no count': inManifest('    min_file_count: 1\n', '') },
    good: { 'an unknown key': inManifest('min_file_count: 1', 'min_file_count: 1\n    extra: yes') },
  },
  MANIFEST_INVALID_VALUE: {
    bad: {
      'a text for a list': inManifest('[src/step1.ts]', 'src/step1.ts'),
      'an empty path': inManifest('[src/step1.ts]', '[""]'),
    },
    good: { 'paths and patterns': inManifest('must_contain: []', 'must_contain: [{path: a, pattern: "b("}]') },
  },
  MANIFEST_PATTERN_INVALID: {
    bad: {
      'one backslash in double quotes': withPattern('"^feat\\(step1\\):"'),
      'the same after a key in quotes': inPlan([
        'commit_message_pattern: "^feat\\\\(step1\\\\):"',
        '"commit_message_pattern": "^feat\\(step1\\):"',
      ]),
    },
    good: { 'without quotes': withPattern('^feat\\(step1\\)'), 'in single quotes': withPattern("'^feat\\(step1\\):'") },
  },
  MANIFEST_PATTERN_UNSAFE: {
    bad: {
      'a repeated group in which something repeats': withPattern('"^(a+)+$"'),
      deeper: withPattern('"^(?:x(a*b)y){2,}$"'),
    },
    good: {
      'a class that holds a bracket': withPattern('"^[(]a+[)]+$"'),
      'a group that comes so many times': withPattern('"^(a+){3}$"'),
    },
  },
}
