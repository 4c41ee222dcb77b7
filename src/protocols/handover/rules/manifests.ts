import { contradiction } from '../../../core/compared.ts'
import { msg } from '../../../core/message.ts'
import { manifestPair } from '../compared.ts'
import { type Problem, overParts, overProblems, problemsOf } from '../../../kit/rules.ts'
import type { HandoverFile } from '../model.ts'
import { planOf } from '../reading/plan.ts'
import { manifestForm } from '../schema.ts'
import { isSameVersion, previousPlanVersion } from '../reading/values.ts'
import { implementationLine } from './plan.ts'
import { files, finding, problem, type FileRule, type FileSubject, type HandoverRules } from './subjects.ts'
import { byPlace } from '../../../core/diagnostic.ts'

function planWithSteps(file: HandoverFile) {
  const plan = planOf(file)
  return plan && plan.steps.length > 0 ? plan : undefined
}

/** Why manifests cannot be read, and keys of theirs that violate the shape. */
function* formProblems(file: HandoverFile): Iterable<Problem> {
  for (const { fault, shapeProblems, badEscape } of planWithSteps(file)?.manifests ?? []) {
    if (fault)
      yield problem(
        file,
        manifestForm.unreadable,
        fault.message ?? 'Unexpected value of `manifest`, expected keys with values',
        fault.place,
        { hint: 'Write plain mappings, without anchors, aliases, tags and duplicate keys.' },
      )
    for (const { code, message, place, ...details } of shapeProblems) yield problem(file, code, message, place, details)
    if (badEscape)
      yield problem(
        file,
        manifestForm.codes.faults.pattern,
        'Unexpected escape, expected an escape sequence of YAML',
        badEscape,
        { hint: msg`In double quotes write ${'\\\\('} for ${'\\('}.` },
      )
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
      const plan = planWithSteps(file)
      const pair = plan && manifestPair(file)
      if (!plan || !pair || pair.agrees) return
      const [manifests, steps] = [plan.manifests.length, plan.steps.length]
      yield finding(
        file,
        msg`Unexpected number of manifests: ${manifests}, expected ${steps}, the number of steps`,
        implementationLine(plan),
        {
          hint:
            manifests > steps ? 'Keep one manifest in each step, and none elsewhere.' : 'Give every step one manifest.',
          ...contradiction(pair),
        },
      )
    },
  },
]

const stepRules: readonly FileRule[] = [
  {
    code: 'MANIFEST_MISSING',
    strict: 'error',
    soft: 'error',
    summary: 'A step has no manifest; in a plan of version 1.6 that is fine.',
    why: 'It is unclear whether the step was done.',
    hint: 'Add a fence `yaml` that begins with `manifest:`.',
    *check({ file }) {
      const { steps = [], version } = planOf(file) ?? {}
      if (isSameVersion(version, previousPlanVersion)) return
      for (const { number, line, manifests } of steps)
        if (manifests.length === 0) yield finding(file, msg`Missing manifest of step ${number}`, line)
    },
  },
  {
    code: 'MANIFEST_DUPLICATE',
    strict: 'error',
    soft: 'error',
    summary: 'A step has a second manifest.',
    why: 'Two manifests contradict each other sooner or later.',
    hint: 'Keep one of them.',
    *check({ file }) {
      for (const { number, manifests } of planOf(file)?.steps ?? [])
        for (const { fence } of manifests.slice(1))
          yield finding(file, msg`Unexpected second manifest of step ${number}`, fence.line)
    },
  },
]

export const manifestProblems = (subject: FileSubject): readonly Problem[] => [
  ...problemsOf(countRules, subject),
  ...problemsOf(stepRules, subject).toSorted(byPlace),
  ...formProblems(subject.file),
]

export const manifestRules: HandoverRules = {
  name: 'manifests',
  title: 'The manifests of steps',
  rules: [
    overParts(files('plan'), [...countRules, ...stepRules]),
    overProblems(files('plan'), ({ file }) => formProblems(file), [
      {
        code: 'MANIFEST_PARSE_ERROR',
        strict: 'error',
        soft: 'error',
        summary: 'A manifest is not a plain YAML mapping, or `manifest` has no keys.',
        why: 'Nothing can be checked by it.',
        repair: 'Fix the YAML.',
      },
      {
        code: 'MANIFEST_MISSING_KEY',
        strict: 'error',
        soft: 'error',
        summary: 'One of the six keys of a manifest is absent.',
        why: 'An audit of the step needs every one of them.',
        repair: 'Add it. A list that names nothing is `[]`.',
      },
      {
        code: 'MANIFEST_INVALID_VALUE',
        strict: 'error',
        soft: 'error',
        summary: 'A key of a manifest has a value that is not allowed.',
        why: 'It cannot be checked.',
        repair: 'Write lists of strings, an integer, a pattern, and a list of `path` and `pattern`.',
      },
      {
        code: 'MANIFEST_PATTERN_INVALID',
        strict: 'error',
        soft: 'error',
        summary:
          '`commit_message_pattern` is not a regular expression, or has an escape that YAML lacks in double quotes.',
        why: 'No commit could ever match.',
        repair: 'Write `\\\\(` in double quotes, `\\(` without.',
      },
      {
        code: 'MANIFEST_PATTERN_UNSAFE',
        strict: 'warning',
        soft: 'warning',
        summary:
          '`commit_message_pattern` is longer than 512 characters, has a backreference, or repeats what repeats already.',
        why: 'It may take very long, and is therefore never run.',
        repair: 'Write a simpler pattern.',
      },
    ]),
  ],
}
