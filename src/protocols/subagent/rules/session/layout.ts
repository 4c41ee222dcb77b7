import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import {
  change,
  inSession,
  instructionsPath,
  iteratedSample,
  planPath,
  progressPath,
  questionsPath,
  reportPath,
  sample,
  sessionPath,
  tasksPath,
} from '../../examples.ts'
import { isVariant } from '../../files.ts'
import { missingFiles } from '../../session.ts'
import { allSessions, type Compared, type SessionSubject } from '../../subjects.ts'

export const unreadable: Rule<Compared> = {
  code: 'SUBAGENT_UNREADABLE',
  strict: 'error',
  soft: 'error',
  summary:
    'A file of a session is not UTF-8, holds NUL, is a link, lies behind one or is too large; or its YAML does not parse, has a key twice, an alias or a custom tag.',
  why: 'What cannot be read cannot be checked, and rules that need it are silent.',
  repair: 'Put a plain text in its place.',
  examples() {
    return {
      bad: [
        { about: 'NUL', head: change(sample, { [planPath]: 'Count\0words\n' }) },
        { about: 'a link', head: change(sample, { [tasksPath]: '../tasks.md' }), links: [tasksPath] },
        {
          about: 'the folder is a link',
          head: { ...sample, '.ralph-sessions/260201-080000': 'elsewhere' },
          links: ['.ralph-sessions/260201-080000'],
        },
        { about: 'more than the limit', head: change(sample, { [planPath]: `${'words '.repeat(800)}\n` }), limit: 4096 },
        { about: 'a key twice', head: change(sample, { [instructionsPath]: [['applyTo:', 'applyTo: "a"\napplyTo:']] }) },
        { about: 'an alias', head: change(iteratedSample, { [inSession('metadata.yaml')]: [['version: 4', 'a: &a 4\nversion: *a']] }) },
        {
          about: 'iterations behind a link',
          head: { ...sample, [inSession('iterations')]: 'elsewhere' },
          links: [inSession('iterations')],
        },
      ],
      good: [
        {
          about: 'a byte-order mark and CRLF',
          head: change(sample, { [progressPath]: `\ufeff${sample[progressPath]?.replaceAll('\n', '\r\n')}` }),
        },
        { about: 'evidence of any kind', head: { ...sample, [inSession('tests/log.bin')]: 'a\0b' } },
      ],
    }
  },
  *check(compared) {
    const hint = 'Put a plain text in its place.'
    for (const path of compared.now.linked)
      yield { message: 'Unexpected link, expected the folder of a session', hint, place: { path, line: 1 } }
    for (const { session } of allSessions(compared))
      for (const { message, place } of session.unreadable) yield { message, hint, place, target: session.target }
  },
}

export const layoutMissing: Rule<SessionSubject> = {
  code: 'SUBAGENT_LAYOUT_MISSING',
  strict: 'error',
  soft: 'warning',
  summary: '`plan.md`, `tasks.md` or `progress.md` is missing or blank; of v2 `metadata.yaml`, or `progress.md` of the current iteration.',
  why: 'A session is initialized by writing all of them.',
  repair: 'Let the Planner write them: MODE `INITIALIZE`.',
  examples() {
    return {
      bad: [
        { about: 'no plan', head: change(sample, { [planPath]: null }) },
        { about: 'a blank plan', head: change(sample, { [planPath]: ' \n' }) },
        { about: 'no iteration', head: change(iteratedSample, { [inSession('iterations/2/progress.md')]: null }) },
        {
          about: 'a new session without a plan',
          base: { [`${sessionPath}/../readme`]: '' },
          head: change(sample, { [planPath]: null }),
        },
      ],
      good: [
        { about: 'all of them', head: sample },
        { about: 'metadata and the current iteration', head: iteratedSample },
      ],
    }
  },
  *check({ session, before, modelBefore }) {
    for (const name of missingFiles(session)) {
      const path = `${session.path}/${name}`
      yield {
        message: msg`Missing ${name}, expected it in every session`,
        hint: msg`Let the Planner write it: MODE ${'INITIALIZE'}.`,
        place: { path: session.anchor, line: 1 },
        target: session.target,
        ...(modelBefore && { judgedBy: before ? [path] : [session.anchor] }),
      }
    }
  },
}

export const variant: Rule<SessionSubject> = {
  code: 'SUBAGENT_VARIANT',
  strict: 'error',
  soft: 'warning',
  summary: 'A file is called like another version of `plan.md`, `tasks.md` or `progress.md`.',
  why: 'There is one plan, one list of tasks and one progress, updated in place: agents read no others.',
  repair: 'Move what counts into the one file, and delete the other.',
  examples() {
    return {
      bad: [
        { about: 'a second plan', head: { ...sample, [inSession('plan-v2.md')]: '# Plan\n' } },
        { about: 'updated tasks', head: { ...sample, [inSession('tasks-updated.md')]: '# Tasks\n' } },
        { about: 'a copy', head: { ...sample, [inSession('progress (1).md')]: '# Progress\n' } },
        { about: 'capitals', head: { ...sample, [inSession('Plan.md')]: '# Plan\n' } },
        {
          about: 'questions by category, where the profile is set',
          head: { ...sample, [inSession('plan.questions.risks.md')]: '# Risks\n' },
          configuration: { profile: 'contract-1.0.0' },
        },
      ],
      good: [
        {
          about: 'reports and questions',
          head: {
            ...sample,
            [reportPath('task-3')]:
              sample[reportPath('task-1')]?.replace('task-1', 'task-3').replace('Qualified', 'Failed\n\n### Feedback\nMore.') ?? '',
            [questionsPath]: sample[questionsPath] ?? '',
          },
        },
        { about: 'other names', head: { ...sample, [inSession('planning.txt')]: '', [inSession('notes.md')]: '' } },
        { about: 'progress of a review of 3.x', head: { ...sample, [inSession('progress.review1.md')]: '# Review\n' } },
      ],
    }
  },
  *check({ session }) {
    for (const name of session.names) {
      if (!isVariant(name, session.profile)) continue
      yield {
        message: msg`Unexpected file ${name}, expected one file, updated in place`,
        hint: 'Move what counts into the one file, and delete the other.',
        place: { path: `${session.path}/${name}`, line: 1 },
        target: session.target,
      }
    }
  },
}
