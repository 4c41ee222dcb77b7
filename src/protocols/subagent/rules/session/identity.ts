import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { change, inProgress, messagesSample, progressPath, sample, sessionPath, iteratedSample, inSession } from '../../examples.ts'
import { isLegacy, type SessionSubject } from '../../subjects.ts'

/** The sample in a folder of another name. */
const called = (name: string) =>
  Object.fromEntries(
    Object.entries(sample).map(([path, text]) => [
      path.replace(sessionPath, `.ralph-sessions/${name}`),
      text.replaceAll('260131-144400', name),
    ]),
  )

export const sessionId: Rule<SessionSubject> = {
  code: 'SUBAGENT_SESSION_ID',
  strict: 'error',
  soft: 'warning',
  summary: 'A folder with the files of a session has a name that is no session id (`YYMMDD-hhmmss`).',
  why: 'Agents and orchestrators find a session by its id.',
  repair: 'Rename the folder, and the instructions beside it.',
  examples() {
    return {
      bad: [{ about: 'a word', head: called('counter') }],
      good: [
        { about: 'a session id', head: sample },
        { about: 'a folder with other files', head: { ...sample, '.ralph-sessions/archive/readme.md': 'Old sessions.\n' } },
      ],
    }
  },
  *check({ session: { id, isNamed, anchor, target } }) {
    if (isNamed) return
    yield {
      message: msg`Unexpected name ${id} of a session, expected one such as ${'260131-144400'}`,
      hint: 'Rename the folder, and the instructions beside it.',
      place: { path: anchor, line: 1 },
      target,
    }
  },
}

/** Whether a session id is a date and a time. */
function isMoment(id: string): boolean {
  const [year, month, day, hour, minute, second] = id.match(/\d\d/g) ?? []
  const date = new Date(`20${year}-${month}-${day}T00:00:00Z`)
  return (
    !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day) && Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60
  )
}

export const sessionDate: Rule<SessionSubject> = {
  code: 'SUBAGENT_SESSION_DATE',
  strict: 'warning',
  soft: 'notice',
  summary: 'The session id is no date and time.',
  why: 'Sessions are ordered by their ids.',
  repair: 'Rename the folder, and the instructions beside it.',
  examples() {
    return {
      bad: [
        { about: 'a month that there is none', head: called('269999-999999') },
        { about: 'a day that the month does not have', head: called('260231-144400') },
      ],
      good: [{ about: 'the last second of a leap day', head: called('280229-235959') }],
    }
  },
  *check({ session: { id, isNamed, anchor, target } }) {
    if (!isNamed || isMoment(id)) return
    yield {
      message: msg`Unexpected session id ${id}, expected a date and time: ${'YYMMDD-hhmmss'}`,
      hint: 'Rename the folder, and the instructions beside it.',
      place: { path: anchor, line: 1 },
      target,
    }
  },
}

export const sessionLegacy: Rule<SessionSubject> = {
  code: 'SUBAGENT_SESSION_LEGACY',
  strict: 'warning',
  soft: 'warning',
  summary: 'A session of before there were task ids or an orchestrator: no other rule looks at it.',
  why: 'What is old must not make every check red, and yet nobody should take it for checked.',
  repair: 'Give every task an id `task-N` in `progress.md` and `tasks.md`; in `metadata.yaml` put the state below `orchestrator`.',
  examples() {
    return {
      bad: [
        {
          about: 'tasks without ids',
          head: change(sample, { [progressPath]: '# Progress\n\n- [x] Task 1: Count\n- [ ] Task 2: Print\n' }),
        },
        { about: 'a state of its own', head: change(iteratedSample, { [inSession('metadata.yaml')]: 'state: EXECUTING\n' }) },
      ],
      good: [
        { about: 'no task yet', head: messagesSample },
        { about: 'an orchestrator', head: iteratedSample },
        {
          about: 'criteria that begin like an id',
          head: inProgress(['\n## Impl', '\n- [ ] Plan the release\n- [ ] task force met\n\n## Impl']),
        },
      ],
    }
  },
  *check(subject) {
    const { legacy, target } = subject.session
    if (!legacy || !isLegacy(subject)) return
    yield {
      message:
        legacy.why === 'markers'
          ? 'Missing ids: the tasks of this session have none'
          : msg`Unexpected ${'state'} without ${'orchestrator'}: this session is of an old form`,
      hint: legacy.why === 'markers' ? msg`Give every task an id such as ${'task-1'}.` : msg`Put the state below ${'orchestrator'}.`,
      place: { path: legacy.path, line: 1 },
      target,
    }
  },
}
