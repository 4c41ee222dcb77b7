import type { Rule } from '../../../../core/rule.ts'
import { say } from '../../../../core/say.ts'
import {
  change,
  failedSample,
  inSession,
  laterSample,
  marked,
  questionsPath,
  reportPath,
  reportText,
  reviewText,
  sample,
} from '../../examples.ts'
import { sessionState } from '../../facts.ts'
import { layoutFiles } from '../../files.ts'
import type { Compared, ChangedSession } from '../../subjects.ts'
import { targetOf } from '../../subjects.ts'

export const artifactRemoved: Rule<ChangedSession> = {
  code: 'SUBAGENT_ARTIFACT_REMOVED',
  strict: 'error',
  soft: 'error',
  summary: '`plan.md`, `tasks.md`, `progress.md` or a questions file is gone, and the session remains.',
  why: 'Agents of later steps read them.',
  repair: 'Bring it back.',
  get examples() {
    return {
      bad: [{ about: 'the questions', base: sample, head: change(sample, { [questionsPath]: null }) }],
      good: [{ about: 'other files', base: { ...sample, [inSession('notes.md')]: 'Notes\n' }, head: sample }],
    }
  },
  *check({ session, before, model }) {
    const paths = [...layoutFiles.map((name) => `${before.path}/${name}`), ...before.questions.map(({ path }) => path)]
    for (const path of paths) {
      if (!before.paths.includes(path) || model.view.entry(path)) continue
      yield {
        message: say`Missing ${path}, which was there before`,
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
  get examples() {
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
        message: say`Missing session ${session.id}, which was not complete`,
        hint: 'Bring it back, or let it be completed first.',
        place: { path: session.progressPath },
        target: session.target,
      }
    }
  },
}

export const profileChanged: Rule<ChangedSession> = {
  code: 'SUBAGENT_PROFILE_CHANGED',
  strict: 'notice',
  soft: 'notice',
  summary: 'Another profile is detected before and after the change. The higher one holds.',
  why: 'Other markers and steps are legal from now on.',
  repair: 'Nothing has to be done, if that is meant. `protocols.subagent.profile` fixes one.',
  get examples() {
    return {
      bad: [{ about: 'a dependency graph', base: sample, head: laterSample }],
      good: [
        { about: 'the same', base: laterSample, head: laterSample },
        {
          about: 'a fixed one',
          base: sample,
          head: { ...sample, [inSession('plan.questions.risks.md')]: sample[questionsPath] ?? '' },
          configuration: { profile: 'v1-3.x' },
        },
      ],
    }
  },
  *check({ session, before, model, modelBefore }) {
    const [now, then] = [model.session(session.path)?.profile, modelBefore.session(before.path)?.profile]
    if (now === undefined || then === undefined || now === then) return
    yield {
      message: say`The profile is ${now}, and was ${then}: ${session.profile} holds`,
      place: { path: session.anchor, line: 1 },
      target: session.target,
    }
  },
}

/** The first line in which two texts differ. */
function firstDifference(now: string, before: string): number {
  const [a, b] = [now.split('\n'), before.split('\n')]
  const at = a.findIndex((line, index) => line !== b[index])
  return at === -1 ? a.length : at + 1
}

export const reportRemoved: Rule<ChangedSession> = {
  code: 'REPORTFILE_REMOVED',
  strict: 'error',
  soft: 'error',
  summary: 'A report is gone or renamed, and the session remains.',
  why: 'Attempts are counted by reports, and verdicts rest on them.',
  repair: 'Bring it back.',
  get examples() {
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
        message: say`Missing report ${report.path}, which was there before`,
        hint: 'Bring it back.',
        place: line?.place ?? { path: session.anchor, line: 1 },
        target: targetOf(session, report.task),
      }
    }
  },
}

const pairs = ({ session, before }: ChangedSession) =>
  before.reports.flatMap((old) => {
    const report = session.task(old.task)?.report(old.attempt)
    return report ? [{ old, report, marker: before.task(old.task)?.line?.marker, newest: before.task(old.task)?.newest === old }] : []
  })

export const part1Changed: Rule<ChangedSession> = {
  code: 'REPORTFILE_PART1_CHANGED',
  strict: 'error',
  soft: 'error',
  summary: 'What the executor wrote changed after it was given to review or reviewed.',
  why: 'A verdict holds for what was there when it was made.',
  repair: 'Take it back: what is done again has a report of its own.',
  get examples() {
    return {
      bad: [
        { about: 'after the verdict', base: sample, head: change(sample, { [reportPath('task-1')]: [['Wrote the part', 'Wrote all']] }) },
        {
          about: 'under review',
          base: change(marked(sample, 'task-3', ' ', 'P'), { [reportPath('task-3')]: reportText('task-3') }),
          head: change(marked(sample, 'task-3', ' ', 'P'), { [reportPath('task-3')]: reportText('task-3').replace('Wrote', 'Rewrote') }),
        },
      ],
      good: [
        {
          about: 'other line ends',
          base: sample,
          head: change(sample, { [reportPath('task-1')]: sample[reportPath('task-1')]?.replaceAll('\n', '\r\n') ?? '' }),
        },
        {
          about: 'while in progress',
          base: change(marked(sample, 'task-3', ' ', '/'), { [reportPath('task-3')]: reportText('task-3') }),
          head: change(marked(sample, 'task-3', ' ', '/'), { [reportPath('task-3')]: reportText('task-3').replace('Wrote', 'Rewrote') }),
        },
      ],
    }
  },
  *check(subject) {
    for (const { old, report, marker, newest } of pairs(subject)) {
      const isGiven = old.verdict !== undefined || (newest && (marker === 'P' || marker === 'x'))
      if (!isGiven || old.legacy !== undefined || report.frozen === old.frozen) continue
      yield {
        message: say`Unexpected change of ${'PART 1'} of ${report.task}, expected it as it was given to review`,
        hint: 'Take it back: what is done again has a report of its own.',
        place: report.document.place(Math.max(1, Math.min(firstDifference(report.frozen, old.frozen), report.document.lineCount))),
        target: targetOf(subject.session, report.task),
      }
    }
  },
}

const reviewed = (verdict: string, feedback?: string) =>
  change(sample, { [reportPath('task-3')]: reportText('task-3') + reviewText(verdict, feedback) })

export const verdictChanged: Rule<ChangedSession> = {
  code: 'REPORTFILE_VERDICT_CHANGED',
  strict: 'error',
  soft: 'error',
  summary: 'A verdict is another one than before the change, or gone.',
  why: 'Somebody has acted on it already.',
  repair: 'Take it back: what is done again has a report of its own.',
  get examples() {
    return {
      bad: [{ about: 'gone', base: failedSample, head: change(failedSample, { [reportPath('task-3')]: reportText('task-3') }) }],
      good: [{ about: 'a first one', base: change(failedSample, { [reportPath('task-3')]: reportText('task-3') }), head: failedSample }],
    }
  },
  *check(subject) {
    for (const { old, report } of pairs(subject)) {
      if (!old.verdict || report.verdict?.value === old.verdict.value) continue
      yield {
        message: say`Unexpected verdict ${report.verdict?.value ?? 'none'} of ${report.task}, expected ${old.verdict.value} as before`,
        hint: 'Take it back: what is done again has a report of its own.',
        place: report.document.place(report.verdict?.line ?? 1),
        target: targetOf(subject.session, report.task),
      }
    }
  },
}

export const part2Changed: Rule<ChangedSession> = {
  code: 'REPORTFILE_PART2_CHANGED',
  strict: 'warning',
  soft: 'warning',
  summary: 'The review of a report changed, and its verdict did not.',
  why: 'A review is appended once.',
  repair: 'Take it back, unless it is a correction that everybody knows of.',
  get examples() {
    return {
      bad: [{ about: 'other feedback', base: failedSample, head: reviewed('Failed', 'Keep all lines.') }],
      good: [
        {
          about: 'a last line',
          base: failedSample,
          head: change(failedSample, { [reportPath('task-3')]: `${failedSample[reportPath('task-3')]}\n` }),
        },
      ],
    }
  },
  *check(subject) {
    for (const { old, report } of pairs(subject)) {
      if (!old.verdict || report.verdict?.value !== old.verdict.value || old.review === report.review) continue
      yield {
        message: say`Unexpected change of ${'PART 2'} of ${report.task}, expected the review as it was`,
        hint: 'Take it back, unless it is a correction.',
        place: report.document.place(report.part2 ?? 1),
        target: targetOf(subject.session, report.task),
      }
    }
  },
}
