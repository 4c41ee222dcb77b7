import { msg } from '../../../core/message.ts'
import { lookUp, fileAt } from '../reading/paths.ts'
import { isResearchName, type HandoverFile, type HandoverModel } from '../model.ts'
import { problem, type Problem } from '../problem.ts'
import { numberOf, textOf, valueOf, textAt } from '../reading/records.ts'
import { listedIds, reviewOf, severitiesOf } from '../reading/review.ts'
import { isFindingId } from '../reading/plan.ts'
import { instantOf } from '../schema.ts'

/** What is said of a brief alone (handover protocol, section 4.1). */
export function* briefProblems(file: HandoverFile): Iterable<Problem> {
  const { mapping } = file
  const status = mapping?.get('research_status')
  if (!mapping || !status || textOf(status.value) !== 'skipped') return
  if ((numberOf(mapping.get('research_topics')?.value) ?? 0) > 0 && textOf(mapping.get('brief_quality')?.value) !== 'partial') {
    yield problem(file, 'BRIEF_STATE_INCOHERENT', 'Unexpected `skipped` though there are topics to research', status.value, {
      hint: 'Do the research, or admit it: `brief_quality: partial`.',
    })
  }
}

/** What is said of a research brief alone (handover protocol, section 4.2). */
export function* researchProblems(file: HandoverFile): Iterable<Problem> {
  const { mapping, path, loose } = file
  if (mapping && !valueOf(mapping, 'confidence')) {
    yield problem(file, 'RESEARCH_CONFIDENCE_MISSING', 'Missing `confidence`: planning cannot weigh it', mapping.get('confidence')?.key, {
      hint: 'Write a number from 0 to 1.',
    })
  }
  if (mapping && file.project && !loose && !isResearchName(path)) {
    yield problem(file, 'RESEARCH_NAME', msg`Unexpected name of a research brief, expected ${'NN-topic.md'}`, undefined, {
      hint: 'Rename it, such as `01-topic.md`: plans read them in the order of their names.',
    })
  }
}

/** What is said of a review (handover protocol, section 4.6). */
export function* reviewProblems(file: HandoverFile, model: HandoverModel): Iterable<Problem> {
  const { mapping } = file
  const review = reviewOf(file)
  if (!mapping || !review) return
  yield* findingProblems(file)
  const verdict = mapping.get('verdict')
  if (verdict && textOf(verdict.value) === 'ALLOW' && review.described.some(({ severity }) => severity === 'BLOCKER')) {
    yield problem(file, 'REVIEW_VERDICT_INCOHERENT', 'Unexpected `ALLOW` beside a blocker', verdict.value, {
      hint: 'Write `BLOCK`, or mend the finding first.',
    })
  }
  yield* briefPathProblems(file, model)
}

function* briefPathProblems(file: HandoverFile, model: HandoverModel): Iterable<Problem> {
  const entry = file.mapping?.get('brief_path')
  const written = entry && textOf(entry.value)
  if (!entry || written === undefined || written.trim() === '') return
  const found = lookUp(written, file.project, model)
  if (found.kind === 'absent' || found.kind === 'outside') {
    yield problem(file, 'REVIEW_BRIEF_NOT_FOUND', msg`${written} leads to no brief`, entry.value, {
      hint: 'Write its path from the root of the repository.',
      ...(found.kind === 'absent' && { concerns: [found.path] }),
    })
  }
  const brief = fileAt(written, 'brief', file.project, model)
  const task = file.mapping?.get('task')
  const [own, other] = [task && textOf(task.value), brief?.mapping && textOf(valueOf(brief.mapping, 'task'))]
  if (task && brief && own !== undefined && other !== undefined && own !== other) {
    yield problem(file, 'REVIEW_TASK_MISMATCH', msg`Unexpected task ${own}, expected ${other} as in the brief`, task.value, {
      hint: 'Copy the task of the brief, or review against its present text.',
      concerns: [brief.path],
    })
  }
}

function* findingProblems(file: HandoverFile): Iterable<Problem> {
  const review = reviewOf(file)
  const entry = file.mapping?.get('findings')
  if (!review) return
  if (!entry) {
    yield problem(file, 'REVIEW_MISSING_FIELD', 'Missing `findings`', undefined, { hint: 'Write a block list of ids, or `[]`.' })
    return
  }
  if (!review.listed) {
    yield problem(file, 'REVIEW_BAD_FINDINGS_TYPE', 'Unexpected value of `findings`, expected a block list', entry.key, {
      hint: 'Write each id on a line of its own behind `- `, or `[]` for none.',
    })
    return
  }
  const seen = new Set<string>()
  const described = new Set(review.described.map(({ id }) => id))
  for (const { id, node } of review.listed) {
    if (!isFindingId(id))
      yield problem(file, 'REVIEW_BAD_FINDING_ID', msg`Unexpected ${id ?? ''}, expected ${40} lower-case hex digits`, node, {
        hint: 'Write the id that the finding has below.',
      })
    else if (seen.has(id))
      yield problem(file, 'REVIEW_DUPLICATE_FINDING', msg`Unexpected second ${id}, expected each once`, node, { hint: 'Take it out.' })
    else if (!described.has(id))
      yield problem(file, 'REVIEW_FINDING_NO_BODY', msg`Missing description of ${id}`, node, {
        hint: msg`Describe it below ${`### ${id}`} in a section ${'## Findings (…)'}.`,
      })
    if (id !== undefined) seen.add(id)
  }
  yield* describedProblems(file)
}

function* describedProblems(file: HandoverFile): Iterable<Problem> {
  const review = reviewOf(file)
  if (!review) return
  const listed = listedIds(review)
  const seen = new Set<string>()
  for (const { id, heading, severity } of review.described) {
    if (!listed.has(id))
      yield problem(file, 'REVIEW_FINDING_UNLISTED', msg`Unexpected finding ${id}, which is not listed`, heading.line, {
        hint: 'List it in `findings`.',
      })
    if (!severity || seen.has(id))
      yield problem(
        file,
        'REVIEW_FINDING_PLACE',
        severity ? msg`Unexpected second description of ${id}` : msg`Unexpected place of ${id}, expected a section ${'## Findings (…)'}`,
        heading.line,
        { hint: 'Describe each finding once, below BLOCKER, MAJOR, MINOR or SUGGESTION.' },
      )
    seen.add(id)
  }
  for (const { line, raw, level } of review.strange) {
    yield problem(
      file,
      'REVIEW_FINDING_HEADING',
      level === 2
        ? msg`Unexpected section ${raw.trim()}, expected BLOCKER, MAJOR, MINOR or SUGGESTION`
        : msg`Unexpected heading ${raw.trim()}, expected the id of a finding first`,
      line,
      { hint: 'Headings of level 3 below `## Findings (…)` begin with an id.' },
    )
  }
}

/** What is said of a prompt for the next session (handover protocol, section 4.7). */
export function* promptProblems(file: HandoverFile): Iterable<Problem> {
  const entry = file.mapping?.get('produced_at')
  const state = file.project?.files['session-state']
  const produced = entry && instantOf(textOf(entry.value) ?? '')
  const root = state?.json && 'root' in state.json ? state.json.root : undefined
  const updatedAt = textAt(root, 'updated_at')
  const updated = updatedAt === undefined ? undefined : instantOf(updatedAt)
  if (entry && state && produced !== undefined && updated !== undefined && produced < updated) {
    yield problem(
      file,
      'NEXT_SESSION_PROMPT_INCONSISTENT',
      msg`Unexpected ${textOf(entry.value) ?? ''}, expected no earlier time than ${updatedAt ?? ''} of the session state`,
      entry.value,
      {
        hint: 'Write the prompt anew: it was not made for this session.',
        concerns: [state.path],
      },
    )
  }
}
