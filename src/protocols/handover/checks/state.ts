import { msg } from '../../../core/message.ts'
import { shellWord } from '../../../core/shell.ts'
import { plain } from '../../../documents/data.ts'
import type { RuleCode } from '../codes.ts'
import type { HandoverFile, HandoverModel } from '../model.ts'
import { lookUp, endsIn } from '../reading/paths.ts'
import { problem, type Problem } from '../problem.ts'
import { textAt } from '../reading/records.ts'
import { progressOf } from '../reading/progress.ts'
import { formHint, stateShape, stateStatuses } from '../schema.ts'
import { jsonProblems, readOn } from './progress.ts'

const ownCodes: Readonly<Record<string, RuleCode>> = {
  status: 'SESSION_STATE_INVALID_STATUS',
  updated_at: 'SESSION_STATE_INVALID_TIMESTAMP',
  next_session_brief_path: 'SESSION_STATE_INVALID_PATH',
}

/** What makes a session state invalid (handover protocol, section 4.7). */
export function* stateShapeProblems(file: HandoverFile, model: HandoverModel): Iterable<Problem> {
  yield* jsonProblems(file, 'SESSION_STATE', 1)
  const root = readOn(file, 1)
  if (!root) return
  for (const [key, shape] of Object.entries(stateShape)) {
    const entry = root.get(key)
    if (!entry) {
      yield problem(file, 'SESSION_STATE_MISSING_FIELD', msg`Missing ${key}`, undefined, { hint: formHint(key, shape) })
      continue
    }
    const wrong = shape.safeParse(plain(entry.value)).error?.issues[0]?.message
    if (wrong !== undefined) yield problem(file, ownCodes[key] ?? 'SESSION_STATE_INVALID_FIELD', wrong, entry.value)
  }
  const next = root.get('next_session_brief_path')
  const written = textAt(root, 'next_session_brief_path')
  if (next && written !== undefined && written !== '' && lookUp(written, file.project, model).kind === 'outside')
    yield problem(file, 'SESSION_STATE_INVALID_PATH', msg`Unexpected path ${written}, expected one in the repository`, next.value, {
      hint: 'Write it from the root of the repository.',
    })
}

/** The status of the session that goes with one of the run. */
function mirrors(session: string, run: string): boolean {
  if (session === run) return true
  if (session === 'stopped') return run !== 'completed'
  return session === 'in_progress' && run === 'pending'
}

/** What is to be done with the files of a session that is over: only what is valid is removed. */
function finishedHint(file: HandoverFile, model: HandoverModel): string {
  const [invalid] = stateShapeProblems(file, model)
  if (invalid || !file.project) return 'Remove it by hand, with the prompt beside it.'
  return msg`${`baton cleanup --confirm ${shellWord(file.project.folder)}`} removes what is left of it.`
}

/** What is said of a session state besides. */
export function* stateProblems(file: HandoverFile, model: HandoverModel): Iterable<Problem> {
  const root = file.json && 'root' in file.json ? file.json.root : undefined
  const version = root?.get('schema_version')?.value
  if (!root || !version || plain(version) !== 1) return
  const status = textAt(root, 'status')
  const at = (key: string) => root.get(key)?.value
  if (status === 'completed')
    yield problem(file, 'SESSION_STATE_NOT_RESUMABLE', 'The session is completed: there is nothing to resume', at('status'), {
      hint: finishedHint(file, model),
    })
  const next = textAt(root, 'next_session_brief_path') ?? ''
  if (next !== '' && lookUp(next, file.project, model).kind === 'absent')
    yield problem(file, 'SESSION_STATE_BRIEF_NOT_FOUND', msg`${next} leads to no file`, at('next_session_brief_path'), {
      hint: 'Write the path of the brief or of the plan from the root of the repository.',
    })
  const { project } = file
  if (!project) return
  const folder = textAt(root, 'project') ?? ''
  if (folder !== '' && !endsIn(folder, project.folder))
    yield problem(file, 'SESSION_STATE_PROJECT_MISMATCH', msg`Unexpected project ${folder}, expected ${project.folder}`, at('project'), {
      hint: msg`Write ${project.folder}.`,
    })
  const record = project.files.progress
  const run = record && progressOf(record)?.status
  if (record && run !== undefined && stateStatuses.some((each) => each === status) && !mirrors(status ?? '', run)) {
    yield problem(
      file,
      'SESSION_STATE_PROGRESS_MISMATCH',
      msg`Unexpected status ${status ?? ''}, expected ${run} as in ${'progress.json'}`,
      at('status'),
      { concerns: [record.path], hint: msg`Write ${run}: the session mirrors the run.` },
    )
  }
}
