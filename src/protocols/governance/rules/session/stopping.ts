import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import {
  archived,
  change,
  entry,
  inSession,
  interruptedSample,
  sample,
  session,
  sessionPath,
  state,
  statePath,
  stopped,
  ways,
} from '../../examples.ts'
import { archiveOf } from '../../reading/state-file.ts'
import { limits } from '../../schema.ts'
import { isInherited, softly } from '../../shapes.ts'
import { stepsOf } from '../../steps.ts'
import { about, type Compared, type SessionSubject } from '../../subjects.ts'

export const idleMissing: Rule<SessionSubject> = {
  code: 'GOV_IDLE_MISSING',
  strict: 'error',
  soft: 'warning',
  summary: 'A stopped session has no `idleAt`.',
  why: 'Whether it may be resumed is counted from then (S4-R02).',
  repair: 'Write when it stopped.',
  examples() {
    return {
      bad: [{ about: 'no time', head: change(interruptedSample, { [sessionPath()]: session(ways.interrupted, { violationCount: 0 }) }) }],
      good: [
        { about: 'a time', head: interruptedSample },
        { about: 'it works', head: sample },
      ],
    }
  },
  *check({ session: { state: said, file, history, target } }) {
    if (said !== 'interrupted' || file.has('idleAt')) return
    const last = history.at(-1)
    const since = last?.state === 'interrupted' ? file.text('stateHistory', last.index, 'timestamp') : undefined
    yield {
      message: msg`Missing ${'idleAt'} of a stopped session`,
      hint: since === undefined ? 'Write when it stopped.' : msg`Write when it stopped: ${since}.`,
      place: file.place('idleAt'),
      ...about(target),
    }
  },
}

const working = inSession(ways.working)
const stop = (history: readonly unknown[]) =>
  change(inSession(ways.interrupted, stopped()), { [statePath]: state({ history: [entry('task:Begin', '07:40'), ...history] }) })
const full = {
  ...working,
  ...change({}, { [statePath]: state({ history: Array.from({ length: 50 }, () => entry('warn:general', '07:40')) }) }),
}

export const sessionUnarchived: Rule<SessionSubject> = {
  code: 'GOV_SESSION_UNARCHIVED',
  strict: 'error',
  soft: 'error',
  summary: 'The change stops a session, and the history has no entry `session_idle:ID:` since then.',
  why: 'What the session did is to be archived where everybody looks (S4-R01).',
  repair: 'Append the entry.',
  examples() {
    return {
      bad: [
        { about: 'no entry', base: working, head: stop([]) },
        { about: 'the entry of another session', base: working, head: stop([archived('ses_2')]) },
        { about: 'an older entry', base: working, head: stop([archived('ses_1', '08:30')]) },
      ],
      good: [
        { about: 'an entry', base: working, head: stop([archived()]) },
        {
          about: 'a full history',
          base: full,
          head: { ...full, ...change({}, { [sessionPath()]: session(ways.interrupted, stopped()) }) },
        },
      ],
    }
  },
  *check(subject) {
    const {
      session: { id, file, target },
      model: { state: brain },
      compared,
    } = subject
    if (!compared || !brain.file.data || brain.file.list('history').length === limits.history) return
    for (const { to, at } of stepsOf(subject)) {
      if (to !== 'interrupted' || at === undefined) continue
      if (brain.history.some((each) => each.action.startsWith(archiveOf(id)) && each.at >= at)) continue
      yield {
        message: msg`Missing entry ${`${archiveOf(id)}…`} in the history, expected one since the session stopped`,
        hint: msg`Append an entry with the action ${`${archiveOf(id)}violations=${file.number('violationCount') ?? 0}`}.`,
        place: file.place('sessionState'),
        concerns: [brain.file.path],
        ...about(target),
      }
      return
    }
  },
}

const form = /^session_idle:[^:]+:violations=\d+$/

export const archiveEntry: Rule<Compared> = {
  code: 'GOV_ARCHIVE_ENTRY',
  strict: 'warning',
  soft: 'notice',
  summary:
    'An entry of the history that begins with `session_idle:` is not `session_idle:ID:violations=N`, or the newest one of a stopped session has another number than its `violationCount`.',
  why: 'The number of violations is read from there (S4-R04).',
  repair: 'Write what happened.',
  examples() {
    return {
      bad: [
        {
          about: 'no number',
          head: change(sample, { [statePath]: state({ history: [entry('session_idle:ses_9:violations=undefined')] }) }),
        },
        { about: 'nothing but the id', head: change(sample, { [statePath]: state({ history: [entry('session_idle:ses_9')] }) }) },
        {
          about: 'another number',
          head: change(interruptedSample, { [sessionPath()]: session(ways.interrupted, { ...stopped(), violationCount: 3 }) }),
        },
      ],
      good: [
        { about: 'the number', head: interruptedSample },
        {
          about: 'a session that is gone',
          head: change(sample, { [statePath]: state({ history: [entry('session_idle:ses_9:violations=7')] }) }),
        },
      ],
    }
  },
  *check({ now, before }) {
    const { file, history } = now.state
    const hint = msg`The form is ${'session_idle:ID:violations=N'}.`
    for (const { action, index } of history) {
      if (!action.startsWith('session_idle:') || form.test(action)) continue
      const inherited = isInherited(file, before?.state.file, ['history', index])
      yield {
        message: msg`Unexpected entry ${action}, expected its number of violations`,
        hint,
        place: file.place('history', index),
        ...softly(inherited),
        ...about(now.brain),
      }
    }
    for (const { id, kind, state: said, path, file: own, target } of now.sessions) {
      const pluralize = own.number('violationCount')
      const newest = history.findLast(({ action }) => action.startsWith(archiveOf(id)) && form.test(action))
      if (kind !== 'current' || said !== 'interrupted' || pluralize === undefined || !newest) continue
      const written = Number(newest.action.slice(newest.action.lastIndexOf('=') + 1))
      if (written === pluralize) continue
      yield {
        message: msg`Unexpected number of violations ${written}, expected ${pluralize} as the session says`,
        hint,
        place: file.place('history', newest.index),
        concerns: [path],
        ...about(target),
      }
    }
  },
}
