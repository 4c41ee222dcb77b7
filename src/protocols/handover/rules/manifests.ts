import { blocker, change, inPlan, major, manifestOf, only, planPath, sample, aboveSteps } from '../examples.ts'
import type { Told } from './rule.ts'

const inManifest = (from: string, to: string) => inPlan([from, to])

const pattern = (text: string) => inPlan(['"^feat\\\\(step1\\\\):"', text])

/** The plan alone, as one of the version before. */
const old = (...edits: readonly (readonly [string, string])[]) =>
  change(only(planPath), {
    [planPath]: [[`source_findings: [${blocker}, ${major}]\n`, ''], ['plan_version: "1.7"', 'plan_version: "1.6"'], ...edits],
  })

const formerly = ['PLAN_VERSION_MISMATCH']

/** Rules about the manifests of steps (handover protocol, section 4.4). */
export const manifestRules = {
  PLAN_MANIFEST_COUNT_MISMATCH: {
    summary: 'There are not as many manifests as steps; in a plan of version 1.6, more.',
    why: 'Some step lost its manifest, or has that of another.',
    repair: 'Give every step one manifest.',
    examples: () => ({
      bad: [
        { about: 'one before the steps', head: aboveSteps(manifestOf(9)) },
        { about: 'one that was lost', head: inPlan([manifestOf(2), '']), also: ['MANIFEST_MISSING'] },
        {
          about: 'too many in an old plan',
          head: old(['## Implementation Plan', `${manifestOf(9)}\n## Implementation Plan`]),
          also: formerly,
        },
      ],
      good: [{ about: 'YAML that is no manifest', head: aboveSteps('```yaml\nkey: manifest\n```') }],
    }),
  },
  MANIFEST_MISSING: {
    summary: 'A step has no manifest; in a plan of version 1.6 that is fine.',
    why: 'Nobody can tell whether the step was done.',
    repair: 'Add a fence `yaml` that begins with `manifest:`.',
    examples: () => ({
      bad: [
        { about: 'none', head: inPlan([manifestOf(2), '']), also: ['PLAN_MANIFEST_COUNT_MISMATCH'] },
        {
          about: 'it stands before the step',
          head: inPlan([manifestOf(2), ''], ['## Implementation Plan', `${manifestOf(2)}\n## Implementation Plan`]),
        },
        {
          about: 'a fence of another language',
          head: inPlan([manifestOf(2), manifestOf(2).replace('yaml', 'text')]),
          also: ['PLAN_MANIFEST_COUNT_MISMATCH'],
        },
      ],
      good: [
        {
          about: 'indented by four blanks, after tildes',
          head: inPlan([manifestOf(2), manifestOf(2).replaceAll('```', '~~~').replaceAll('\n', '\n  ')]),
        },
        {
          about: 'a comment first, and more behind `yaml`',
          head: inPlan([manifestOf(2), manifestOf(2).replace('yaml\n', 'yml manifest\n\n  # what is made\n')]),
        },
        {
          about: 'a comment that is indented less',
          head: inPlan([manifestOf(2), manifestOf(2).replace('yaml\n', 'yaml\n# what is made\n')]),
        },
      ],
    }),
  },
  MANIFEST_DUPLICATE: {
    summary: 'A step has a second manifest.',
    why: 'Two manifests contradict each other sooner or later.',
    repair: 'Keep one of them.',
    examples: () => ({
      bad: [
        {
          about: 'two, and another step without',
          head: inPlan([manifestOf(2), ''], [manifestOf(1), `${manifestOf(1)}\n${manifestOf(2)}`]),
          also: ['MANIFEST_MISSING'],
        },
        {
          about: 'two in an old plan',
          head: old([manifestOf(2), ''], [manifestOf(1), `${manifestOf(1)}\n${manifestOf(2)}`]),
          also: formerly,
        },
      ],
      good: [{ about: 'one each', head: sample }],
    }),
  },
  MANIFEST_PARSE_ERROR: {
    summary: 'A manifest is no YAML of plain keys and values, or `manifest` has no keys.',
    why: 'Nothing can be checked by it.',
    repair: 'Mend the YAML.',
    examples: () => ({
      bad: [
        { about: 'a bracket that is not closed', head: inManifest('[src/step1.ts]', '[src/step1.ts') },
        { about: 'an alias', head: inManifest('[src/step1.ts]', '*paths') },
        { about: 'a list', head: inPlan([manifestOf(2), '```yaml\nmanifest: []\n```\n']) },
      ],
      good: [{ about: 'a comment', head: inManifest('min_file_count: 1', 'min_file_count: 1 # or more') }],
    }),
  },
  MANIFEST_MISSING_KEY: {
    summary: 'One of the six keys of a manifest is absent.',
    why: 'Every one of them is asked for when the step is audited.',
    repair: 'Add it. A list that names nothing is `[]`.',
    examples: () => ({
      bad: [{ about: 'no count', head: inManifest('    min_file_count: 1\n', '') }],
      good: [{ about: 'a key that nobody knows', head: inManifest('min_file_count: 1', 'min_file_count: 1\n    extra: yes') }],
    }),
  },
  MANIFEST_INVALID_VALUE: {
    summary: 'A key of a manifest has another value than is allowed.',
    why: 'It cannot be checked.',
    repair: 'Lists of texts, a whole number, a pattern, a list of `path` and `pattern`.',
    examples: () => ({
      bad: [
        { about: 'a text for a list', head: inManifest('[src/step1.ts]', 'src/step1.ts') },
        { about: 'an empty path', head: inManifest('[src/step1.ts]', '[""]') },
        { about: 'a negative count', head: inManifest('min_file_count: 1', 'min_file_count: -1') },
        { about: 'null', head: inManifest('must_contain: []', 'must_contain:') },
        { about: 'a text to be contained', head: inManifest('must_contain: []', 'must_contain: [{path: a}]') },
        { about: 'an empty pattern', head: pattern('""') },
      ],
      good: [{ about: 'paths and patterns', head: inManifest('must_contain: []', 'must_contain: [{path: a, pattern: "b("}]') }],
    }),
  },
  MANIFEST_PATTERN_INVALID: {
    summary: '`commit_message_pattern` is no regular expression, or has an escape that YAML lacks in double quotes.',
    why: 'No commit could ever match.',
    repair: 'Write `\\\\(` in double quotes, `\\(` without.',
    examples: () => ({
      bad: [
        { about: 'one backslash in double quotes', head: pattern('"^feat\\(step1\\):"') },
        {
          about: 'the same behind a key in quotes',
          head: inPlan(['commit_message_pattern: "^feat\\\\(step1\\\\):"', '"commit_message_pattern": "^feat\\(step1\\):"']),
        },
        {
          about: 'the same in braces',
          head: inPlan([
            manifestOf(1),
            '```yaml\nmanifest: { expected_paths: [], min_file_count: 0, commit_message_pattern: "^\\(", bash_syntax_check: [], forbidden_paths: [], must_contain: [] }\n```\n',
          ]),
        },
        { about: 'a bracket that is not closed', head: pattern('"^feat\\\\(step1:("') },
      ],
      good: [
        { about: 'without quotes', head: pattern('^feat\\(step1\\)') },
        { about: 'in single quotes', head: pattern("'^feat\\(step1\\):'") },
      ],
    }),
  },
  MANIFEST_PATTERN_UNSAFE: {
    summary: '`commit_message_pattern` is longer than 512 characters, refers back, or repeats what repeats already.',
    why: 'It may take very long, and is therefore never run.',
    repair: 'Write it plainly.',
    examples: () => ({
      bad: [
        { about: 'a repeated group in which something repeats', head: pattern('"^(a+)+$"') },
        { about: 'deeper', head: pattern('"^(?:x(a*b)y){2,}$"') },
        { about: 'a reference back', head: pattern('"^(a)\\\\1"') },
        { about: 'very long', head: pattern(`"${'a'.repeat(513)}"`) },
      ],
      good: [
        { about: 'a class that holds a bracket', head: pattern('"^[(]a+[)]+$"') },
        { about: 'a group that comes so many times', head: pattern('"^(a+){3}$"') },
        { about: 'alternatives', head: pattern('"^(a|a)*b"') },
      ],
    }),
  },
} as const satisfies Readonly<Record<string, Told>>
