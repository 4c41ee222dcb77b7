import { contradiction } from '../../../core/compared.ts'
import { msg, shellWord } from '../../../core/message.ts'
import { type Problem, overParts, overProblems } from '../../../kit/rules.ts'
import { sessionPair } from '../compared.ts'
import type { HandoverFile, HandoverModel } from '../model.ts'
import { endsIn, lookUp } from '../reading/paths.ts'
import { writtenText } from '../../../kit/written.ts'
import { stateForm } from '../schema.ts'
import { instantOf } from '../reading/values.ts'
import { jsonProblems } from './progress.ts'
import { files, finding, problem, type HandoverRules } from './subjects.ts'

/** The shape of a session state. One that has another is neither changed nor removed by commands. */
export function* stateShapeProblems(file: HandoverFile, model: HandoverModel): Iterable<Problem> {
  const problems = [...jsonProblems(file, stateForm)]
  yield* problems
  if (problems.some(({ code }) => code === stateForm.mismatch)) return
  const pathNode = file.json?.node('next_session_brief_path')
  const briefPath = file.json?.text('next_session_brief_path')
  if (
    pathNode &&
    briefPath !== undefined &&
    briefPath !== '' &&
    lookUp(briefPath, file.project, model).kind === 'outside'
  )
    yield problem(
      file,
      stateForm.codes.keys.next_session_brief_path,
      msg`Unexpected path ${briefPath}, expected one in the repository`,
      pathNode,
      { hint: 'Write it from the root of the repository.' },
    )
}

/** What to do with the files of a session that is over: only what is valid is removed. */
function finishedHint(file: HandoverFile, model: HandoverModel): string {
  const [firstProblem] = stateShapeProblems(file, model)
  if (firstProblem || !file.project) return 'Remove it by hand, with the prompt next to it.'
  return msg`${`baton cleanup --confirm ${shellWord(file.project.folder)}`} removes what is left of it.`
}

/** The state of a session that is of the present version. */
const readableStateOf = ({ json }: HandoverFile) => (json?.number('schema_version') === 1 ? json : undefined)

export const sessionRules: HandoverRules = {
  name: 'session',
  title: 'The session state and its prompt',
  rules: [
    overProblems(files('session-state'), ({ file, model }) => stateShapeProblems(file, model), [
      {
        code: 'SESSION_STATE_PARSE_ERROR',
        strict: 'error',
        soft: 'error',
        summary: 'The session state is not JSON, has a key twice, or is not an object.',
        why: 'No agent can go on with it.',
        repair: 'Fix the JSON; `baton handback` writes a new one where there is none.',
      },
      {
        code: 'SESSION_STATE_SCHEMA_MISMATCH',
        strict: 'error',
        soft: 'error',
        summary: '`schema_version` of the session state is not the number 1.',
        why: 'Other versions are not read.',
        repair: 'Write 1.',
      },
      {
        code: 'SESSION_STATE_MISSING_FIELD',
        strict: 'error',
        soft: 'error',
        summary: 'A key of the session state is absent.',
        why: 'All six together show where to continue.',
        repair: 'Write it.',
      },
      {
        code: 'SESSION_STATE_INVALID_STATUS',
        strict: 'error',
        soft: 'error',
        summary:
          '`status` of the session state is not one of `in_progress`, `partial`, `failed`, `stopped`, `completed`.',
        why: 'The agent that resumes relies on this word.',
        repair: 'Write one of the five.',
      },
      {
        code: 'SESSION_STATE_INVALID_TIMESTAMP',
        strict: 'error',
        soft: 'error',
        summary: '`updated_at` of the session state is not a timestamp.',
        why: 'It shows whether the prompt belongs to this session.',
        repair: 'Write a timestamp such as `2026-01-20T12:00:00Z`.',
      },
      {
        code: 'SESSION_STATE_INVALID_PATH',
        strict: 'error',
        soft: 'error',
        summary: '`next_session_brief_path` is empty, not a string, or leads out of the repository.',
        why: 'The next session begins by reading this file.',
        repair: 'Write the path of a brief or plan.',
      },
      {
        code: 'SESSION_STATE_INVALID_FIELD',
        strict: 'error',
        soft: 'error',
        summary: '`project` or `next_session_label` is empty or not a string.',
        why: 'They show people which work this is.',
        repair: 'Write a string.',
      },
    ]),
    overParts(files('session-state'), [
      {
        code: 'SESSION_STATE_NOT_RESUMABLE',
        strict: 'warning',
        soft: 'warning',
        summary: 'The session state is `completed`.',
        why: 'Finished work that looks open misleads the next session.',
        repair: '`baton cleanup --confirm PROJECT_DIR` removes it.',
        *check({ file, model }) {
          const json = readableStateOf(file)
          if (json?.text('status') === 'completed')
            yield finding(file, 'The session is completed: there is nothing to resume', json.node('status'), {
              hint: finishedHint(file, model),
            })
        },
      },
      {
        code: 'SESSION_STATE_BRIEF_NOT_FOUND',
        strict: 'warning',
        soft: 'warning',
        summary: '`next_session_brief_path` does not point to a file.',
        why: 'The next session would have nothing to read.',
        repair: 'Write the path of a brief or plan.',
        hint: 'Write the path of the brief or of the plan from the root of the repository.',
        *check({ file, model }) {
          const json = readableStateOf(file)
          const briefPath = json?.text('next_session_brief_path') ?? ''
          if (briefPath !== '' && lookUp(briefPath, file.project, model).kind === 'absent')
            yield finding(file, msg`${briefPath} does not point to a file`, json?.node('next_session_brief_path'))
        },
      },
      {
        code: 'SESSION_STATE_PROJECT_MISMATCH',
        strict: 'warning',
        soft: 'warning',
        summary: '`project` does not end in the folder of the state.',
        why: 'The state was copied, or the folder renamed.',
        repair: 'Write the folder.',
        *check({ file }) {
          const { project } = file
          const json = readableStateOf(file)
          const folder = json?.text('project') ?? ''
          if (project && folder !== '' && !endsIn(folder, project.folder))
            yield finding(file, msg`Unexpected project ${folder}, expected ${project.folder}`, json?.node('project'), {
              hint: msg`Write ${project.folder}.`,
            })
        },
      },
      {
        code: 'SESSION_STATE_PROGRESS_MISMATCH',
        strict: 'warning',
        soft: 'warning',
        contradiction: true,
        summary: 'The status of the session does not mirror that of the run.',
        why: 'The progress file is the record; the state follows it.',
        repair: '`baton handback` keeps both.',
        *check({ file }) {
          const json = readableStateOf(file)
          const progressFile = file.project?.files.progress
          const pair = json && sessionPair(file)
          if (progressFile && pair && !pair.agrees)
            yield finding(
              file,
              msg`Unexpected status ${pair.status ?? ''}, expected ${pair.run ?? ''} as in ${'progress.json'}`,
              json.node('status'),
              {
                concerns: [progressFile.path],
                hint: msg`Write ${pair.run ?? ''}: the session mirrors the run.`,
                ...contradiction(pair),
              },
            )
        },
      },
    ]),
    overParts(files('next-session-prompt'), [
      {
        code: 'NEXT_SESSION_PROMPT_INCONSISTENT',
        strict: 'error',
        soft: 'error',
        summary: 'The prompt is older than the session state next to it.',
        why: 'It was written for a session before this one.',
        repair: 'Rewrite it.',
        hint: 'Rewrite the prompt: it was not made for this session.',
        *check({ file }) {
          const entry = file.mapping?.get('produced_at')
          const state = file.project?.files['session-state']
          const producedInstant = entry && instantOf(writtenText(entry.value) ?? '')
          const updatedAt = state?.json?.text('updated_at')
          const updatedInstant = updatedAt === undefined ? undefined : instantOf(updatedAt)
          if (
            entry &&
            state &&
            producedInstant !== undefined &&
            updatedInstant !== undefined &&
            producedInstant < updatedInstant
          )
            yield finding(
              file,
              msg`Unexpected ${writtenText(entry.value) ?? ''}, expected no earlier time than ${updatedAt ?? ''} of the session state`,
              entry.value,
              { concerns: [state.path] },
            )
        },
      },
    ]),
  ],
}
