import type { Rule, RuleFacts } from '../../../../core/rule.ts'
import { hour } from '../../../../core/time.ts'
import { msg } from '../../../../core/message.ts'
import {
  archived,
  change,
  compaction,
  emptySample,
  entry,
  inSession,
  interruptedSample,
  sample,
  session,
  sessionPath,
  stall,
  stallPath,
  state,
  statePath,
  stopped,
  time,
  ways,
  type Row,
  metrics,
  metricsPath,
} from '../../examples.ts'
import { faultsOf, type Step, type StepFault } from '../../steps.ts'
import { about, type SessionSubject } from '../../subjects.ts'

interface StepFacts extends RuleFacts {
  readonly fault: StepFault
  /** The key that it points at, before the element. */
  readonly at?: string
  readonly message: (step: Step) => string
  readonly hint: string
}

/** A rule about steps that are not legal. */
function stepRule({ fault, at, message, hint, ...facts }: StepFacts): Rule<SessionSubject> {
  return {
    ...facts,
    *check(subject) {
      const { file, target } = subject.session
      for (const each of faultsOf(subject, subject.model)) {
        if (each.fault !== fault) continue
        const { index } = each.step
        const place =
          at !== undefined && file.has(at)
            ? file.place(at)
            : index === undefined
              ? file.place('sessionState')
              : file.place('stateHistory', index)
        yield { message: message(each.step), hint, place, ...about(target) }
      }
    },
  }
}

/** With the session's history archived, so that nothing but the step can be wrong. */
const archive = (at: string) => ({ [statePath]: state({ history: [entry('task:Begin', '07:40'), archived('ses_1', at)] }) })
const went = (row: Row, more: Readonly<Record<string, unknown>> = {}) => inSession(row, more)
const direct = [
  ['beginning', '08:00'],
  ['interrupted', '08:05'],
] as const

export const transitionIllegal = stepRule({
  code: 'GOV_TRANSITION_ILLEGAL',
  strict: 'error',
  soft: 'error',
  summary: 'A step between two states that the matrix does not have.',
  why: 'Something happened that nobody wrote down, or the state was edited by hand (section 6 of the specification).',
  repair: 'Record the steps between, or allow the step in `protocols.governance.allow-edges`.',
  fault: 'illegal',
  message: ({ from, to }) => msg`Unexpected step from ${from} to ${to}, expected the steps between`,
  hint: 'Record the steps between.',
  examples() {
    return {
      bad: [
        {
          about: 'compacted at once',
          head: went(
            [
              ['beginning', '08:00'],
              ['compacted', '08:30'],
            ],
            compaction(),
          ),
        },
        { about: 'stopped at once', head: went(direct, stopped('08:05')) },
        { about: 'it begins again', head: went([...ways.working, ['beginning', '08:30']]) },
        {
          about: 'compacted while it was stopped',
          base: interruptedSample,
          head: change(interruptedSample, {
            [sessionPath()]: session([...ways.interrupted, ['compacted', '09:30']], { ...stopped(), ...compaction('09:30') }),
          }),
        },
      ],
      good: [
        {
          about: 'a step that is allowed',
          head: went(direct, stopped('08:05')),
          configuration: { 'allow-edges': ['beginning->interrupted'] },
        },
        { about: 'compacted and back', head: went([...ways.compacted, ['between_turn', '08:40']], compaction()) },
        { about: 'twice the same', head: went([...ways.working, ['between_turn', '08:10']]) },
      ],
    }
  },
})

const since = (at: string, resumedAt: string | undefined) =>
  session([...ways.interrupted, ['beginning', at]], { ...stopped(), ...(resumedAt !== undefined && { resumedAt: time(resumedAt) }) })
const resumed = (at: string, resumedAt: string | undefined) => change(interruptedSample, { [sessionPath()]: since(at, resumedAt) })
const [hourAfter, moreThanHour, twoDays, lessThanTwoDays] = [
  '2026-02-04T10:00:00.000Z',
  '2026-02-04T10:00:00.001Z',
  '2026-02-06T09:00:00.000Z',
  '2026-02-06T08:59:59.999Z',
]

export const resumeTooEarly = stepRule({
  code: 'GOV_RESUME_TOO_EARLY',
  strict: 'error',
  soft: 'error',
  summary: 'A session begins again an hour or less after it stopped.',
  why: 'It is still a live one, and needs no resumption (S5).',
  repair: 'Wait, or go on without a resumption.',
  fault: 'early',
  at: 'resumedAt',
  message: ({ idle = 0 }) => msg`Unexpected resumption after ${Math.floor(idle / 60_000)} minutes, expected more than an hour`,
  hint: 'Wait until more than an hour has gone.',
  examples() {
    return {
      bad: [
        { about: 'an hour exactly', base: interruptedSample, head: resumed(hourAfter, hourAfter) },
        { about: 'a fresh start at once', base: interruptedSample, head: resumed('09:10', undefined) },
        {
          about: 'the times alone',
          head: inSession(ways.beginning, {
            stateHistory: undefined,
            lastUpdated: time('09:30'),
            idleAt: time('09:00'),
            resumedAt: time('09:30'),
          }),
        },
      ],
      good: [{ about: 'a millisecond more', base: interruptedSample, head: resumed(moreThanHour, moreThanHour) }],
    }
  },
})

export const resumeExpired = stepRule({
  code: 'GOV_RESUME_EXPIRED',
  strict: 'error',
  soft: 'error',
  summary: 'A session is resumed 48 hours or more after it stopped.',
  why: 'What it knew is too old; it is to begin afresh (S5).',
  repair: 'Leave out `resumedAt`: the session begins afresh.',
  fault: 'expired',
  at: 'resumedAt',
  message: ({ idle = 0 }) => msg`Unexpected resumption after ${Math.floor(idle / hour)} hours, expected less than 48`,
  hint: msg`Leave out ${'resumedAt'}: the session begins afresh.`,
  examples() {
    return {
      bad: [{ about: '48 hours exactly', base: interruptedSample, head: resumed(twoDays, twoDays) }],
      good: [
        { about: 'a millisecond less', base: interruptedSample, head: resumed(lessThanTwoDays, lessThanTwoDays) },
        { about: 'a fresh start', base: interruptedSample, head: resumed(twoDays, undefined) },
      ],
    }
  },
})

export const resumeUnmarked = stepRule({
  code: 'GOV_RESUME_UNMARKED',
  strict: 'error',
  soft: 'warning',
  summary: 'A session begins again within the window of resumption, and `resumedAt` is not the time of that step.',
  why: 'Nobody can tell a resumption from a fresh start, and the agent is not told what it knew (S5).',
  repair: 'Write `resumedAt`.',
  fault: 'unmarked',
  at: 'sessionState',
  message: ({ idle = 0 }) =>
    msg`Missing ${'resumedAt'} of a resumption after ${Math.floor(idle / hour)} hours, expected the time of the step`,
  hint: msg`Write ${'resumedAt'}.`,
  examples() {
    return {
      bad: [
        { about: 'no time', base: interruptedSample, head: resumed('11:00', undefined) },
        { about: 'another time', base: interruptedSample, head: resumed('11:00', '10:30') },
      ],
      good: [{ about: 'the time', base: interruptedSample, head: resumed('11:00', '11:00') }],
    }
  },
})

/** A session that the change adds, with all that belongs to it. */
const added = (row: Row, more: Readonly<Record<string, unknown>> = {}) =>
  change(emptySample, { [sessionPath()]: session(row, more), [stallPath()]: stall(), [metricsPath]: metrics(), ...archive('09:00') })

export const stateNotBeginning: Rule<SessionSubject> = {
  code: 'GOV_STATE_NOT_BEGINNING',
  strict: 'error',
  soft: 'error',
  summary: 'A session that the change adds does not begin with `beginning`.',
  why: 'Every session is started, and is told the rules then (S1-R07).',
  repair: 'Let it begin with `beginning`, or delete it: `/accept session:ID` starts it then.',
  examples() {
    return {
      bad: [
        { about: 'it works already', base: emptySample, head: added([['between_turn', '08:00']]) },
        {
          about: 'it says only that',
          base: emptySample,
          head: added([['between_turn', '08:00']], { stateHistory: undefined, previousState: undefined }),
        },
      ],
      good: [
        { about: 'it began', base: emptySample, head: added(ways.working) },
        { about: 'it was there', base: sample, head: sample },
      ],
    }
  },
  *check({ session: { id, file, history, state: said, target }, before, compared, model: { metrics } }) {
    if (!compared || before) return
    const [first] = history
    const begun = first ? first.state : said
    if (begun === undefined || begun === 'beginning') return
    const whole = metrics.text('sessionId') === id ? 'its file and its metrics' : 'its file'
    yield {
      message: msg`Unexpected first state ${begun}, expected ${'beginning'}`,
      hint:
        target === undefined
          ? msg`Let it begin with ${'beginning'}.`
          : `${msg`Let it begin with ${'beginning'}`}, or delete ${whole}; then ${msg`${`/accept ${target}`} starts it`}.`,
      place: first ? file.place('stateHistory', 0) : file.place('sessionState'),
      ...about(target),
    }
  },
}
