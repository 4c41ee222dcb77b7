import { msg } from '../../../core/message.ts'
import { overProblems, type Problem, type RuleDefinition } from '../../../kit/rules.ts'
import { writerOf, type Kind } from '../files.ts'
import type { HandoverFile } from '../model.ts'
import { codeOf, files, inFiles, problem, type Fixtures, type HandoverRules } from './subjects.ts'

const unreadable: Readonly<Record<string, string>> = {
  link: 'Unexpected link, expected a regular file: links are not followed',
  large: 'Unexpected size, expected a file that is not above the limit',
  encoding: 'Unexpected bytes, expected UTF-8',
}

/** Whether a file is there and can be read. Other rules look at it only then. */
export function* fileProblems(file: HandoverFile): Iterable<Problem> {
  const { kind, unreadable: why, path, project } = file
  if (kind === 'annotations' || why === undefined) return
  if (why === 'absent') {
    const found = problem(file, codeOf(kind, 'NOT_FOUND'), msg`There is no ${path}`, undefined, { hint: writerOf(kind, project) })
    yield { ...found, place: { path } }
  } else yield problem(file, codeOf(kind, 'READ_ERROR'), unreadable[why] ?? '', undefined, { hint: 'Put a text file in its place.' })
}

type Shared = Omit<RuleDefinition<Fixtures>, 'code'>

const notFound = (kind: Kind): Shared => ({
  strict: 'error',
  soft: 'error',
  summary: msg`A path that was named as, or can only be, a ${kind} leads to no file.`,
  why: 'A caller that names a file has to learn that it was not there, rather than that nothing is wrong with it.',
  repair: 'Run the command that writes it.',
  examples: ({ change, pathOf, session }) => ({
    bad: [{ about: 'no such file', head: change(session, { [pathOf[kind]]: null }), named: [pathOf[kind]] }],
    good: [{ about: 'it is there', head: session, named: [pathOf[kind]] }],
  }),
})

const readError = (kind: Kind): Shared => ({
  strict: 'error',
  soft: 'error',
  summary: msg`A ${kind} is not UTF-8, larger than ${'limits.file'}, a link, or no regular file.`,
  why: 'What cannot be read cannot be handed over, and links lead to places that were not checked.',
  repair: 'Put a text file in its place.',
  examples: ({ linked, pathOf, session }) => ({
    bad: [{ about: 'a link', ...linked(pathOf[kind]), named: [pathOf[kind]] }],
    good: [{ about: 'a file', head: session }],
  }),
})

/** Files that are not there or cannot be read */
export const fileRules: HandoverRules = {
  name: 'files',
  title: 'Files that are not there or cannot be read',
  rules: [
    overProblems(files(), inFiles(fileProblems), [
      { code: 'BRIEF_NOT_FOUND', ...notFound('brief') },
      { code: 'RESEARCH_NOT_FOUND', ...notFound('research') },
      { code: 'PLAN_NOT_FOUND', ...notFound('plan') },
      { code: 'PROGRESS_NOT_FOUND', ...notFound('progress') },
      { code: 'REVIEW_NOT_FOUND', ...notFound('review') },
      { code: 'SESSION_STATE_NOT_FOUND', ...notFound('session-state') },
      { code: 'NEXT_SESSION_PROMPT_NOT_FOUND', ...notFound('next-session-prompt') },
      { code: 'BRIEF_READ_ERROR', ...readError('brief') },
      { code: 'RESEARCH_READ_ERROR', ...readError('research') },
      { code: 'PLAN_READ_ERROR', ...readError('plan') },
      { code: 'PROGRESS_READ_ERROR', ...readError('progress') },
      { code: 'REVIEW_READ_ERROR', ...readError('review') },
      { code: 'SESSION_STATE_READ_ERROR', ...readError('session-state') },
      { code: 'NEXT_SESSION_PROMPT_READ_ERROR', ...readError('next-session-prompt') },
    ]),
  ],
}
