import { msg } from '../../../core/message.ts'
import type { HandoverFile } from '../model.ts'
import { compiles, isUnsafe, manifestForm, type Manifest } from '../reading/manifest.ts'
import { problem, type Problem } from '../problem.ts'
import { isFindingId, literalStep, planOf, sourceFindings, type Plan } from '../reading/plan.ts'
import { listedIds, reviewOf, severitiesOf } from '../reading/review.ts'
import { textOf } from '../reading/records.ts'
import type { Heading } from '../reading/scan.ts'
import { isVersion, planBefore } from '../schema.ts'

const drifted = /^(fase|phase|stage|steg)[ \t]+\d+(?!\w)/i
const stepLike = /^step[ \t]*\d/i

/** Whether a heading has one of the four forms that are forbidden (handover protocol, section 4.4). */
function isForbidden({ level, text }: Heading): boolean {
  const [, word] = drifted.exec(text) ?? []
  return (level === 2 && word === 'Fase') || (level === 3 && (word === 'Phase' || word === 'Stage' || word === 'Steg'))
}

function* headingProblems(file: HandoverFile, { headings }: Plan): Iterable<Problem> {
  for (const heading of headings) {
    const { level, text, line, raw } = heading
    if (level !== 2 && level !== 3) continue
    if (isForbidden(heading))
      yield problem(file, 'PLAN_FORBIDDEN_HEADING', msg`Unexpected heading ${raw.trim()}`, line, {
        hint: msg`Rewrite it as ${'### Step N: '} and a title.`,
      })
    else if (drifted.test(text))
      yield problem(file, 'PLAN_DRIFT_HEADING', msg`Unexpected heading ${raw.trim()}`, line, {
        hint: msg`If it is a step, write ${'### Step N: '} and a title.`,
      })
    else if (stepLike.test(text) && !literalStep(heading))
      yield problem(file, 'PLAN_STEP_FORM', msg`Unexpected form ${raw.trim()}, expected ${'### Step N: <title>'}`, line, {
        hint: 'Level 3, from the first column, the number without zeros before it, a colon, a blank and a title.',
      })
  }
}

/** The line that is about all steps. */
const implementation = ({ headings }: Plan) => headings.find(({ level, text }) => level === 2 && text === 'Implementation Plan')?.line

function* stepProblems(file: HandoverFile, plan: Plan): Iterable<Problem> {
  const { steps, manifests, version } = plan
  if (steps.length === 0) {
    yield problem(file, 'PLAN_NO_STEPS', msg`Missing steps, expected ${'### Step 1: <title>'}`, implementation(plan), {
      hint: 'Write each step below a heading of that form.',
    })
    return
  }
  let before = 0
  for (const { number, line } of steps) {
    if (number !== before + 1)
      yield problem(file, 'PLAN_STEP_NUMBERING', msg`Unexpected step ${number}, expected ${before + 1}`, line, {
        hint: 'Number the steps from 1 without gaps.',
      })
    before = number
  }
  const isOld = isVersion(version, planBefore)
  if (isOld ? steps.length < manifests.length : steps.length !== manifests.length) {
    yield problem(
      file,
      'PLAN_MANIFEST_COUNT_MISMATCH',
      msg`Unexpected number of manifests: ${manifests.length}, expected ${steps.length} as there are steps`,
      implementation(plan),
      {
        hint: manifests.length > steps.length ? 'Keep one manifest in each step, and none elsewhere.' : 'Give every step one manifest.',
      },
    )
  }
  for (const { number, line, manifests: own } of steps) {
    if (own.length === 0 && !isOld)
      yield problem(file, 'MANIFEST_MISSING', msg`Missing manifest of step ${number}`, line, {
        hint: 'Add a fence `yaml` that begins with `manifest:`.',
      })
    for (const { fence } of own.slice(1))
      yield problem(file, 'MANIFEST_DUPLICATE', msg`Unexpected second manifest of step ${number}`, fence.line, {
        hint: 'Keep one of them.',
      })
  }
  for (const manifest of manifests) yield* manifestProblems(file, manifest)
}

const manifestHint = (key: string): string => `${msg`Write ${key}`}: ${manifestForm(key)}.`

function* manifestProblems(file: HandoverFile, { misfits, pattern }: Manifest): Iterable<Problem> {
  for (const { what, line, fault, key = '' } of misfits) {
    if (what === 'parse')
      yield problem(file, 'MANIFEST_PARSE_ERROR', fault, line, {
        hint: 'Write plain keys and values, without anchors, aliases, tags and second keys.',
      })
    else if (what === 'missing') yield problem(file, 'MANIFEST_MISSING_KEY', msg`Missing ${key}`, line, { hint: manifestHint(key) })
    else if (what === 'pattern')
      yield problem(file, 'MANIFEST_PATTERN_INVALID', 'Unexpected escape, expected one of YAML', line, {
        hint: msg`In double quotes write ${'\\\\('} for ${'\\('}.`,
      })
    else
      yield problem(file, 'MANIFEST_INVALID_VALUE', `${msg`Unexpected value of ${key}`}, expected ${fault}`, line, {
        hint: manifestHint(key),
      })
  }
  if (!pattern) return
  if (!compiles(pattern.text)) {
    yield problem(file, 'MANIFEST_PATTERN_INVALID', msg`Unexpected pattern ${pattern.text}, expected a regular expression`, pattern.line, {
      hint: msg`Check its escapes: ${'\\\\('} in double quotes, ${'\\('} without.`,
    })
  } else if (isUnsafe(pattern.text)) {
    yield problem(
      file,
      'MANIFEST_PATTERN_UNSAFE',
      msg`Unexpected pattern ${pattern.text}: it may take very long, and is never run`,
      pattern.line,
      {
        hint: 'Write it without references back and without repeating what repeats already.',
      },
    )
  }
}

/** What is said of a plan alone. */
export function* planProblems(file: HandoverFile): Iterable<Problem> {
  const plan = planOf(file)
  if (!plan) return
  yield* headingProblems(file, plan)
  yield* stepProblems(file, plan)
  for (const { closed, line } of plan.fences)
    if (!closed)
      yield problem(file, 'PLAN_FENCE_UNCLOSED', 'Unexpected end of the file in a fence, expected its closing line', line, {
        hint: 'Close it: headings in it are none.',
      })
  yield* idProblems(file)
}

function* idProblems(file: HandoverFile): Iterable<Problem> {
  const entry = file.mapping?.get('source_findings')
  if (!entry) return
  if (entry.value.kind !== 'sequence') {
    yield problem(file, 'PLAN_BAD_FINDING_ID', 'Unexpected value of `source_findings`, expected a list of ids', entry.key, {
      hint: 'Write the ids of the findings that the plan answers, each as the review has it.',
    })
    return
  }
  for (const item of entry.value.items) {
    const id = textOf(item)
    if (!isFindingId(id))
      yield problem(file, 'PLAN_BAD_FINDING_ID', msg`Unexpected ${id ?? ''}, expected ${40} lower-case hex digits`, item, {
        hint: 'Write the id as the review has it.',
      })
  }
}

/** What is said of a plan beside the review that it answers; `before` is the review of the base. */
export function* tracingProblems(file: HandoverFile, before: HandoverFile | undefined): Iterable<Problem> {
  const review = file.project?.files.review
  const entry = file.mapping?.get('source_findings')
  const ids = new Set(sourceFindings(file))
  if (!entry || entry.value.kind !== 'sequence' || ids.size === 0) return
  if (!review && !before) {
    yield problem(file, 'PLAN_SOURCE_FINDING_UNKNOWN', 'There is no review that has these findings', entry.key, {
      levels: { strict: 'notice', soft: 'notice' },
      hint: 'Nothing has to be done: a plan may outlive the review that it answers.',
    })
    return
  }
  const [now, then] = [review && reviewOf(review), before && reviewOf(before)]
  if ((review && !now) || (before && !then)) return
  const severities = now && severitiesOf(now)
  const known = new Set([now, then].flatMap((each) => (each ? [...listedIds(each), ...severitiesOf(each).keys()] : [])))
  const concerns = review ? [review.path] : []
  for (const item of entry.value.items) {
    const id = textOf(item)
    if (!isFindingId(id)) continue
    const severity = severities?.get(id)
    if (!known.has(id))
      yield problem(file, 'PLAN_SOURCE_FINDING_UNKNOWN', msg`Unknown finding ${id}: it is not in ${'review.md'}`, item, {
        concerns,
        hint: 'Copy the id from the review.',
      })
    else if (severity === 'MINOR' || severity === 'SUGGESTION')
      yield problem(
        file,
        'PLAN_SOURCE_FINDING_SEVERITY',
        msg`Unexpected finding ${id} of severity ${severity}, expected a blocker or a major one`,
        item,
        { concerns, hint: 'Leave it out, or let the review say how grave it is.' },
      )
  }
  const missing = [...(severities ?? [])].filter(([id, severity]) => (severity === 'BLOCKER' || severity === 'MAJOR') && !ids.has(id))
  if (missing.length > 0) {
    yield problem(file, 'PLAN_SOURCE_FINDINGS_INCOMPLETE', msg`Missing findings of the review: ${missing.map(([id]) => id)}`, entry.key, {
      hint: 'List every blocker and every major finding that the plan answers.',
    })
  }
}
