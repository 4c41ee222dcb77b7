import { msg } from '../../../core/message.ts'
import type { Examples } from '../../../core/rule.ts'
import { overProblems, type Problem } from '../../../kit/rules.ts'
import { notFound, writerOf, type Kind } from '../files.ts'
import type { HandoverFile } from '../model.ts'
import { files, inFiles, problem, type Fixtures, type HandoverRules } from './subjects.ts'

const unreadable: Readonly<Record<string, string>> = {
  link: 'Unexpected link, expected a regular file: links are not followed',
  large: 'Unexpected size, expected a file that is not above the limit',
  encoding: 'Unexpected bytes, expected UTF-8',
}

const readError: Readonly<Record<Kind, string>> = {
  brief: 'BRIEF_READ_ERROR',
  research: 'RESEARCH_READ_ERROR',
  plan: 'PLAN_READ_ERROR',
  progress: 'PROGRESS_READ_ERROR',
  review: 'REVIEW_READ_ERROR',
  'session-state': 'SESSION_STATE_READ_ERROR',
  'next-session-prompt': 'NEXT_SESSION_PROMPT_READ_ERROR',
}

/** Whether a file is there and can be read. Other rules look at it only then. */
export function* fileProblems(file: HandoverFile): Iterable<Problem> {
  const { kind, unreadable: why, path, project } = file
  if (kind === 'annotations' || why === undefined) return
  if (why === 'absent') {
    const found = problem(file, notFound[kind], msg`There is no ${path}`, undefined, { hint: writerOf(kind, project) })
    yield { ...found, place: { path } }
  } else yield problem(file, readError[kind], unreadable[why] ?? '', undefined, { hint: 'Put a text file in its place.' })
}

const absentAndThere = ({ change, pathOf, session }: Fixtures, kind: Kind): Examples => ({
  bad: [{ about: 'no such file', head: change(session, { [pathOf[kind]]: null }), named: [pathOf[kind]] }],
  good: [{ about: 'it is there', head: session, named: [pathOf[kind]] }],
})

const linkedAndPlain = ({ linked, pathOf, session }: Fixtures, kind: Kind): Examples => ({
  bad: [{ about: 'a link', ...linked(pathOf[kind]), named: [pathOf[kind]] }],
  good: [{ about: 'a file', head: session }],
})

/** Files that are not there or cannot be read */
export const fileRules: HandoverRules = {
  name: 'files',
  title: 'Files that are not there or cannot be read',
  rules: [
    overProblems(files(), inFiles(fileProblems), [
      {
        code: 'BRIEF_NOT_FOUND',
        strict: 'error',
        soft: 'error',
        summary: 'A path that was named as, or can only be, a `brief` leads to no file.',
        why: 'A caller that names a file has to learn that it was not there, rather than that nothing is wrong with it.',
        repair: 'Run the command that writes it.',
        examples: (fixtures) => absentAndThere(fixtures, 'brief'),
      },
      {
        code: 'RESEARCH_NOT_FOUND',
        strict: 'error',
        soft: 'error',
        summary: 'A path that was named as, or can only be, a `research` leads to no file.',
        why: 'A caller that names a file has to learn that it was not there, rather than that nothing is wrong with it.',
        repair: 'Run the command that writes it.',
        examples: (fixtures) => absentAndThere(fixtures, 'research'),
      },
      {
        code: 'PLAN_NOT_FOUND',
        strict: 'error',
        soft: 'error',
        summary: 'A path that was named as, or can only be, a `plan` leads to no file.',
        why: 'A caller that names a file has to learn that it was not there, rather than that nothing is wrong with it.',
        repair: 'Run the command that writes it.',
        examples: (fixtures) => absentAndThere(fixtures, 'plan'),
      },
      {
        code: 'PROGRESS_NOT_FOUND',
        strict: 'error',
        soft: 'error',
        summary: 'A path that was named as, or can only be, a `progress` leads to no file.',
        why: 'A caller that names a file has to learn that it was not there, rather than that nothing is wrong with it.',
        repair: 'Run the command that writes it.',
        examples: (fixtures) => absentAndThere(fixtures, 'progress'),
      },
      {
        code: 'REVIEW_NOT_FOUND',
        strict: 'error',
        soft: 'error',
        summary: 'A path that was named as, or can only be, a `review` leads to no file.',
        why: 'A caller that names a file has to learn that it was not there, rather than that nothing is wrong with it.',
        repair: 'Run the command that writes it.',
        examples: (fixtures) => absentAndThere(fixtures, 'review'),
      },
      {
        code: 'SESSION_STATE_NOT_FOUND',
        strict: 'error',
        soft: 'error',
        summary: 'A path that was named as, or can only be, a `session-state` leads to no file.',
        why: 'A caller that names a file has to learn that it was not there, rather than that nothing is wrong with it.',
        repair: 'Run the command that writes it.',
        examples: (fixtures) => absentAndThere(fixtures, 'session-state'),
      },
      {
        code: 'NEXT_SESSION_PROMPT_NOT_FOUND',
        strict: 'error',
        soft: 'error',
        summary: 'A path that was named as, or can only be, a `next-session-prompt` leads to no file.',
        why: 'A caller that names a file has to learn that it was not there, rather than that nothing is wrong with it.',
        repair: 'Run the command that writes it.',
        examples: (fixtures) => absentAndThere(fixtures, 'next-session-prompt'),
      },
      {
        code: 'BRIEF_READ_ERROR',
        strict: 'error',
        soft: 'error',
        summary: 'A `brief` is not UTF-8, larger than `limits.file`, a link, or no regular file.',
        why: 'What cannot be read cannot be handed over, and links lead to places that were not checked.',
        repair: 'Put a text file in its place.',
        examples: (fixtures) => linkedAndPlain(fixtures, 'brief'),
      },
      {
        code: 'RESEARCH_READ_ERROR',
        strict: 'error',
        soft: 'error',
        summary: 'A `research` is not UTF-8, larger than `limits.file`, a link, or no regular file.',
        why: 'What cannot be read cannot be handed over, and links lead to places that were not checked.',
        repair: 'Put a text file in its place.',
        examples: (fixtures) => linkedAndPlain(fixtures, 'research'),
      },
      {
        code: 'PLAN_READ_ERROR',
        strict: 'error',
        soft: 'error',
        summary: 'A `plan` is not UTF-8, larger than `limits.file`, a link, or no regular file.',
        why: 'What cannot be read cannot be handed over, and links lead to places that were not checked.',
        repair: 'Put a text file in its place.',
        examples: (fixtures) => linkedAndPlain(fixtures, 'plan'),
      },
      {
        code: 'PROGRESS_READ_ERROR',
        strict: 'error',
        soft: 'error',
        summary: 'A `progress` is not UTF-8, larger than `limits.file`, a link, or no regular file.',
        why: 'What cannot be read cannot be handed over, and links lead to places that were not checked.',
        repair: 'Put a text file in its place.',
        examples: (fixtures) => linkedAndPlain(fixtures, 'progress'),
      },
      {
        code: 'REVIEW_READ_ERROR',
        strict: 'error',
        soft: 'error',
        summary: 'A `review` is not UTF-8, larger than `limits.file`, a link, or no regular file.',
        why: 'What cannot be read cannot be handed over, and links lead to places that were not checked.',
        repair: 'Put a text file in its place.',
        examples: (fixtures) => linkedAndPlain(fixtures, 'review'),
      },
      {
        code: 'SESSION_STATE_READ_ERROR',
        strict: 'error',
        soft: 'error',
        summary: 'A `session-state` is not UTF-8, larger than `limits.file`, a link, or no regular file.',
        why: 'What cannot be read cannot be handed over, and links lead to places that were not checked.',
        repair: 'Put a text file in its place.',
        examples: (fixtures) => linkedAndPlain(fixtures, 'session-state'),
      },
      {
        code: 'NEXT_SESSION_PROMPT_READ_ERROR',
        strict: 'error',
        soft: 'error',
        summary: 'A `next-session-prompt` is not UTF-8, larger than `limits.file`, a link, or no regular file.',
        why: 'What cannot be read cannot be handed over, and links lead to places that were not checked.',
        repair: 'Put a text file in its place.',
        examples: (fixtures) => linkedAndPlain(fixtures, 'next-session-prompt'),
      },
    ]),
  ],
}
