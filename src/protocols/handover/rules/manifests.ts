import { contradiction } from '../../../core/compared.ts'
import { msg } from '../../../core/message.ts'
import { manifestPair } from '../compared.ts'
import { type Problem, over, overProblems, problemsOf } from '../../../kit/rules.ts'
import type { HandoverFile } from '../model.ts'
import { planOf } from '../reading/plan.ts'
import { manifestForm } from '../schema.ts'
import { isVersion, planBefore } from '../reading/values.ts'
import { implementation } from './plan.ts'
import { byPlace, files, finding, problem, type FileRule, type FileSubject, type HandoverRules } from './subjects.ts'

/** The plan of a file, where it has steps. */
function stepped(file: HandoverFile) {
  const plan = planOf(file)
  return plan && plan.steps.length > 0 ? plan : undefined
}

/** Why manifests cannot be read, and keys of theirs that violate the shape. */
function* formProblems(file: HandoverFile): Iterable<Problem> {
  for (const { fault, shapeProblems, badEscape } of stepped(file)?.manifests ?? []) {
    if (fault)
      yield problem(
        file,
        manifestForm.unreadable,
        fault.message ?? 'Unexpected value of `manifest`, expected keys with values',
        fault.place,
        {
          hint: 'Write plain keys and values, without anchors, aliases, tags and second keys.',
        },
      )
    for (const { code, message, place, ...more } of shapeProblems) yield problem(file, code, message, place, more)
    if (badEscape)
      yield problem(file, manifestForm.codes.faults.pattern, 'Unexpected escape, expected one of YAML', badEscape, {
        hint: msg`In double quotes write ${'\\\\('} for ${'\\('}.`,
      })
  }
}

const countRules: readonly FileRule[] = [
  {
    code: 'PLAN_MANIFEST_COUNT_MISMATCH',
    strict: 'error',
    soft: 'error',
    contradiction: true,
    summary: 'There are not as many manifests as steps; in a plan of version 1.6, more.',
    why: 'A step lost its manifest, or has the manifest of another step.',
    repair: 'Give every step one manifest.',
    *check({ file }) {
      const plan = stepped(file)
      const pair = plan && manifestPair(file)
      if (!plan || !pair || pair.agrees) return
      const [manifests, steps] = [plan.manifests.length, plan.steps.length]
      yield finding(file, msg`Unexpected number of manifests: ${manifests}, expected ${steps} as there are steps`, implementation(plan), {
        hint: manifests > steps ? 'Keep one manifest in each step, and none elsewhere.' : 'Give every step one manifest.',
        ...contradiction(pair),
      })
    },
    examples: ({ aboveSteps, inOldPlan, inPlan, manifestOf }) => ({
      bad: [
        { about: 'one before the steps', head: aboveSteps(manifestOf(9)) },
        { about: 'one that was lost', head: inPlan([manifestOf(2), '']), also: ['MANIFEST_MISSING'] },
        {
          about: 'too many in an old plan',
          head: inOldPlan(['## Implementation Plan', `${manifestOf(9)}\n## Implementation Plan`]),
          also: ['PLAN_VERSION_MISMATCH'],
        },
      ],
      good: [{ about: 'YAML that is not a manifest', head: aboveSteps('```yaml\nkey: manifest\n```') }],
    }),
  },
]

const stepRules: readonly FileRule[] = [
  {
    code: 'MANIFEST_MISSING',
    strict: 'error',
    soft: 'error',
    summary: 'A step has no manifest; in a plan of version 1.6 that is fine.',
    why: 'It is unclear whether the step was done.',
    repair: 'Add a fence `yaml` that begins with `manifest:`.',
    *check({ file }) {
      const { steps = [], version } = planOf(file) ?? {}
      if (isVersion(version, planBefore)) return
      for (const { number, line, manifests } of steps)
        if (manifests.length === 0)
          yield finding(file, msg`Missing manifest of step ${number}`, line, {
            hint: 'Add a fence `yaml` that begins with `manifest:`.',
          })
    },
    examples: ({ inPlan, manifestOf }) => ({
      bad: [
        { about: 'none', head: inPlan([manifestOf(2), '']), also: ['PLAN_MANIFEST_COUNT_MISMATCH'] },
        {
          about: 'it comes before the step',
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
          about: 'a comment first, and more after `yaml`',
          head: inPlan([manifestOf(2), manifestOf(2).replace('yaml\n', 'yml manifest\n\n  # what is made\n')]),
        },
        {
          about: 'a comment that is indented less',
          head: inPlan([manifestOf(2), manifestOf(2).replace('yaml\n', 'yaml\n# what is made\n')]),
        },
      ],
    }),
  },
  {
    code: 'MANIFEST_DUPLICATE',
    strict: 'error',
    soft: 'error',
    summary: 'A step has a second manifest.',
    why: 'Two manifests contradict each other sooner or later.',
    repair: 'Keep one of them.',
    *check({ file }) {
      for (const { number, manifests } of planOf(file)?.steps ?? [])
        for (const { fence } of manifests.slice(1))
          yield finding(file, msg`Unexpected second manifest of step ${number}`, fence.line, { hint: 'Keep one of them.' })
    },
    examples: ({ inOldPlan, inPlan, manifestOf, sample }) => ({
      bad: [
        {
          about: 'two, and another step without',
          head: inPlan([manifestOf(2), ''], [manifestOf(1), `${manifestOf(1)}\n${manifestOf(2)}`]),
          also: ['MANIFEST_MISSING'],
        },
        {
          about: 'two in an old plan',
          head: inOldPlan([manifestOf(2), ''], [manifestOf(1), `${manifestOf(1)}\n${manifestOf(2)}`]),
          also: ['PLAN_VERSION_MISMATCH'],
        },
      ],
      good: [{ about: 'one each', head: sample }],
    }),
  },
]

/** What is wrong with the manifests of a plan. */
export const manifestProblems = (subject: FileSubject): readonly Problem[] => [
  ...problemsOf(countRules, subject),
  ...problemsOf(stepRules, subject).toSorted(byPlace),
  ...formProblems(subject.file),
]

/** The manifests of steps */
export const manifestRules: HandoverRules = {
  name: 'manifests',
  title: 'The manifests of steps',
  rules: [
    over(files('plan'), [...countRules, ...stepRules]),
    overProblems(files('plan'), ({ file }) => formProblems(file), [
      {
        code: 'MANIFEST_PARSE_ERROR',
        strict: 'error',
        soft: 'error',
        summary: 'A manifest is not YAML of plain keys and values, or `manifest` has no keys.',
        why: 'Nothing can be checked by it.',
        repair: 'Fix the YAML.',
        examples: ({ inManifest, inPlan, manifestOf }) => ({
          bad: [
            { about: 'a bracket that is not closed', head: inManifest('[src/step1.ts]', '[src/step1.ts') },
            { about: 'an alias', head: inManifest('[src/step1.ts]', '*paths') },
            { about: 'a list', head: inPlan([manifestOf(2), '```yaml\nmanifest: []\n```\n']) },
          ],
          good: [{ about: 'a comment', head: inManifest('min_file_count: 1', 'min_file_count: 1 # or more') }],
        }),
      },
      {
        code: 'MANIFEST_MISSING_KEY',
        strict: 'error',
        soft: 'error',
        summary: 'One of the six keys of a manifest is absent.',
        why: 'An audit of the step needs every one of them.',
        repair: 'Add it. A list that names nothing is `[]`.',
        examples: ({ inManifest }) => ({
          bad: [{ about: 'no count', head: inManifest('    min_file_count: 1\n', '') }],
          good: [{ about: 'an unknown key', head: inManifest('min_file_count: 1', 'min_file_count: 1\n    extra: yes') }],
        }),
      },
      {
        code: 'MANIFEST_INVALID_VALUE',
        strict: 'error',
        soft: 'error',
        summary: 'A key of a manifest has a value that is not allowed.',
        why: 'It cannot be checked.',
        repair: 'Lists of texts, a whole number, a pattern, a list of `path` and `pattern`.',
        examples: ({ inManifest, withPattern }) => ({
          bad: [
            { about: 'a text for a list', head: inManifest('[src/step1.ts]', 'src/step1.ts') },
            { about: 'an empty path', head: inManifest('[src/step1.ts]', '[""]') },
            { about: 'a negative count', head: inManifest('min_file_count: 1', 'min_file_count: -1') },
            { about: 'null', head: inManifest('must_contain: []', 'must_contain:') },
            { about: 'a text to be contained', head: inManifest('must_contain: []', 'must_contain: [{path: a}]') },
            { about: 'an empty pattern', head: withPattern('""') },
          ],
          good: [{ about: 'paths and patterns', head: inManifest('must_contain: []', 'must_contain: [{path: a, pattern: "b("}]') }],
        }),
      },
      {
        code: 'MANIFEST_PATTERN_INVALID',
        strict: 'error',
        soft: 'error',
        summary: '`commit_message_pattern` is not a regular expression, or has an escape that YAML lacks in double quotes.',
        why: 'No commit could ever match.',
        repair: 'Write `\\\\(` in double quotes, `\\(` without.',
        examples: ({ inPlan, manifestOf, withPattern }) => ({
          bad: [
            { about: 'one backslash in double quotes', head: withPattern('"^feat\\(step1\\):"') },
            {
              about: 'the same after a key in quotes',
              head: inPlan(['commit_message_pattern: "^feat\\\\(step1\\\\):"', '"commit_message_pattern": "^feat\\(step1\\):"']),
            },
            {
              about: 'the same in braces',
              head: inPlan([
                manifestOf(1),
                '```yaml\nmanifest: { expected_paths: [], min_file_count: 0, commit_message_pattern: "^\\(", bash_syntax_check: [], forbidden_paths: [], must_contain: [] }\n```\n',
              ]),
            },
            { about: 'a bracket that is not closed', head: withPattern('"^feat\\\\(step1:("') },
          ],
          good: [
            { about: 'without quotes', head: withPattern('^feat\\(step1\\)') },
            { about: 'in single quotes', head: withPattern("'^feat\\(step1\\):'") },
          ],
        }),
      },
      {
        code: 'MANIFEST_PATTERN_UNSAFE',
        strict: 'warning',
        soft: 'warning',
        summary: '`commit_message_pattern` is longer than 512 characters, has a backreference, or repeats what repeats already.',
        why: 'It may take very long, and is therefore never run.',
        repair: 'Write it plainly.',
        examples: ({ withPattern }) => ({
          bad: [
            { about: 'a repeated group in which something repeats', head: withPattern('"^(a+)+$"') },
            { about: 'deeper', head: withPattern('"^(?:x(a*b)y){2,}$"') },
            { about: 'a reference back', head: withPattern('"^(a)\\\\1"') },
            { about: 'very long', head: withPattern(`"${'a'.repeat(513)}"`) },
          ],
          good: [
            { about: 'a class that holds a bracket', head: withPattern('"^[(]a+[)]+$"') },
            { about: 'a group that comes so many times', head: withPattern('"^(a+){3}$"') },
            { about: 'alternatives', head: withPattern('"^(a|a)*b"') },
          ],
        }),
      },
    ]),
  ],
}
