import { msg } from '../../../core/message.ts'
import { linkNoun, unreadableReason } from '../../../kit/entry.ts'
import type { Kind } from '../files.ts'
import type { HandoverFile } from '../model.ts'
import { overParts, problemsOf } from '../../../kit/rules.ts'
import { files, finding, type FileRule, type FileSubject, type HandoverRules } from './subjects.ts'

type Writer = (file: HandoverFile) => string

/** A run is begun by a command, too. */
const progressWriter: Writer = ({ project }) =>
  project?.files.plan === undefined
    ? '/trekexecute writes it, from a plan.'
    : msg`/trekexecute writes it; ${`/accept ${project.name}`} does too, where the plan has no errors.`

/** What rules about a file of a kind that is not there have in common. `writer`: who writes one. */
const absenceRule = (kind: Kind, writer: string | Writer) =>
  ({
    strict: 'error',
    soft: 'error',
    why: 'A caller that names a file has to learn that it does not exist, rather than that nothing is wrong with it.',
    repair: 'Run the command that writes it.',
    *check({ file, earlier }) {
      const { path } = file
      if (file.kind !== kind || file.unreadable !== 'absent') return
      const isDeleted =
        earlier?.files.some((earlierFile) => earlierFile.path === path && earlierFile.unreadable !== 'absent') === true
      const writerHint = typeof writer === 'string' ? writer : writer(file)
      yield finding(
        file,
        msg`There is no ${path}`,
        { path },
        { hint: isDeleted ? 'Restore it: this change deletes it.' : writerHint },
      )
    },
  }) satisfies Omit<FileRule, 'code' | 'summary' | 'examples'>

/** The texts of the rule that a file of a kind can be read. */
const unreadableRule = (kind: Kind) =>
  ({
    strict: 'error',
    soft: 'error',
    why: 'What cannot be read cannot be handed over, and symbolic links lead to places that were not checked.',
    hint: 'Put a text file in its place.',
    *check({ file, model: { view } }) {
      const reason = file.unreadable
      if (file.kind !== kind || reason === undefined || reason === 'absent') return
      const message =
        reason === 'link'
          ? `Unexpected ${linkNoun(view, file.path)}, expected a regular file: ${linkNoun(view, file.path)}s are not followed`
          : reason === 'folder'
            ? 'Unexpected folder, expected a file'
            : unreadableReason(view, file.path, reason)
      yield finding(file, message, undefined)
    },
  }) satisfies Omit<FileRule, 'code' | 'summary' | 'examples'>

const absenceRules: readonly FileRule[] = [
  {
    code: 'BRIEF_NOT_FOUND',
    summary: 'No file exists at a path given as a `brief`.',
    ...absenceRule('brief', '/trekbrief writes it.'),
  },
  {
    code: 'RESEARCH_NOT_FOUND',
    summary: 'No file exists at a path given as a `research`.',
    ...absenceRule('research', '/trekresearch writes it.'),
  },
  {
    code: 'PLAN_NOT_FOUND',
    summary: 'No file exists at a path given as a `plan`.',
    ...absenceRule('plan', '/trekplan writes it.'),
  },
  {
    code: 'PROGRESS_NOT_FOUND',
    summary: 'No file exists at a path given as a `progress`.',
    ...absenceRule('progress', progressWriter),
  },
  {
    code: 'REVIEW_NOT_FOUND',
    summary: 'No file exists at a path given as a `review`.',
    ...absenceRule('review', '/trekreview writes it.'),
  },
  {
    code: 'SESSION_STATE_NOT_FOUND',
    summary: 'No file exists at a path given as a `session-state`.',
    ...absenceRule('session-state', 'Start with a brief or a plan: `baton handback` keeps it up.'),
  },
  {
    code: 'NEXT_SESSION_PROMPT_NOT_FOUND',
    summary: 'No file exists at a path given as a `next-session-prompt`.',
    ...absenceRule('next-session-prompt', '/trekendsession writes it.'),
  },
]

const readingRules: readonly FileRule[] = [
  {
    code: 'BRIEF_READ_ERROR',
    summary: 'A `brief` is not UTF-8, larger than `limits.file`, a symbolic link, or not a regular file.',
    ...unreadableRule('brief'),
  },
  {
    code: 'RESEARCH_READ_ERROR',
    summary: 'A `research` is not UTF-8, larger than `limits.file`, a symbolic link, or not a regular file.',
    ...unreadableRule('research'),
  },
  {
    code: 'PLAN_READ_ERROR',
    summary: 'A `plan` is not UTF-8, larger than `limits.file`, a symbolic link, or not a regular file.',
    ...unreadableRule('plan'),
  },
  {
    code: 'PROGRESS_READ_ERROR',
    summary: 'A `progress` is not UTF-8, larger than `limits.file`, a symbolic link, or not a regular file.',
    ...unreadableRule('progress'),
  },
  {
    code: 'REVIEW_READ_ERROR',
    summary: 'A `review` is not UTF-8, larger than `limits.file`, a symbolic link, or not a regular file.',
    ...unreadableRule('review'),
  },
  {
    code: 'SESSION_STATE_READ_ERROR',
    summary: 'A `session-state` is not UTF-8, larger than `limits.file`, a symbolic link, or not a regular file.',
    ...unreadableRule('session-state'),
  },
  {
    code: 'NEXT_SESSION_PROMPT_READ_ERROR',
    summary: 'A `next-session-prompt` is not UTF-8, larger than `limits.file`, a symbolic link, or not a regular file.',
    ...unreadableRule('next-session-prompt'),
  },
]

const allRules = [...absenceRules, ...readingRules]

/** Whether a file is there and can be read. Other rules look at it only then. */
export const fileProblems = (subject: FileSubject) => problemsOf(allRules, subject)

export const fileRules: HandoverRules = {
  name: 'files',
  title: 'Files that are not there or cannot be read',
  rules: [overParts(files(), allRules)],
}
