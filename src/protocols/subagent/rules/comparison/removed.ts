import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { change, failedSample, inSession, questionsPath, sample } from '../../examples.ts'
import { sessionState } from '../../facts.ts'
import { layoutFiles } from '../../files.ts'
import { type Compared, type ChangedSession, targetOf } from '../../subjects.ts'

export const artifactRemoved: Rule<ChangedSession> = {
  code: 'SUBAGENT_ARTIFACT_REMOVED',
  strict: 'error',
  soft: 'error',
  summary: '`plan.md`, `tasks.md`, `progress.md` or a questions file is gone, and the session remains.',
  why: 'Agents of later steps read them.',
  repair: 'Bring it back.',
  examples() {
    return {
      bad: [{ about: 'the questions', base: sample, head: change(sample, { [questionsPath]: null }) }],
      good: [{ about: 'other files', base: { ...sample, [inSession('notes.md')]: 'Notes\n' }, head: sample }],
    }
  },
  *check({ session, before, model }) {
    const layout = layoutFiles.map((name) => `${before.path}/${name}`).filter((path) => before.paths.includes(path))
    for (const path of [...layout, ...before.questions.map(({ path }) => path)]) {
      if (model.view.entry(path)) continue
      yield {
        message: msg`Missing ${path}, which was there before`,
        hint: 'Bring it back.',
        place: { path: session.anchor, line: 1 },
        target: session.target,
      }
    }
  },
}

const elsewhere = Object.fromEntries(
  Object.entries(sample).map(([path, text]) => [
    path.replace('260131-144400', '260201-080000'),
    text.replaceAll('260131-144400', '260201-080000'),
  ]),
)

export const sessionRemoved: Rule<Compared> = {
  code: 'SUBAGENT_SESSION_REMOVED',
  strict: 'warning',
  soft: 'warning',
  summary: 'A whole session that was not complete is gone.',
  why: 'Its tasks are nowhere any more.',
  repair: 'Bring it back, or let it be completed first.',
  examples() {
    return {
      bad: [{ about: 'tasks that were not begun', base: { ...sample, ...elsewhere }, head: elsewhere }],
      good: [
        {
          about: 'a complete one',
          base: {
            ...elsewhere,
            ...Object.fromEntries(Object.entries(sample).map(([path, text]) => [path, text.replaceAll('- [ ] task', '- [x] task')])),
          },
          head: elsewhere,
        },
      ],
    }
  },
  *check({ now, before }) {
    for (const session of before?.sessions ?? []) {
      if (now.session(session.path) || session.legacy || sessionState(session) === 'COMPLETE') continue
      yield {
        message: msg`Missing session ${session.id}, which was not complete`,
        hint: 'Bring it back, or let it be completed first.',
        place: { path: session.progressPath },
        target: session.target,
      }
    }
  },
}

export const reportRemoved: Rule<ChangedSession> = {
  code: 'REPORTFILE_REMOVED',
  strict: 'error',
  soft: 'error',
  summary: 'A report is gone or renamed, and the session remains.',
  why: 'Attempts are counted by reports, and verdicts rest on them.',
  repair: 'Bring it back.',
  examples() {
    return {
      bad: [{ about: 'of an attempt that failed', base: failedSample, head: sample }],
      good: [{ about: 'a new one', base: sample, head: failedSample }],
    }
  },
  *check({ session, before, model }) {
    for (const report of before.reports) {
      if (model.view.entry(report.path)) continue
      const line = session.task(report.task)?.line
      yield {
        message: msg`Missing report ${report.path}, which was there before`,
        hint: 'Bring it back.',
        place: line?.place ?? { path: session.anchor, line: 1 },
        target: targetOf(session, report.task),
      }
    }
  },
}
