import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import {
  change,
  emptySample,
  interruptedSample,
  metrics,
  metricsPath,
  sample,
  session,
  sessionPath,
  stall,
  stallPath,
  ways,
} from '../../examples.ts'
import { newest, ownerOf } from '../../owner.ts'
import { about, addedSessions, type Compared } from '../../subjects.ts'

const fix = '/fix GOV_METRICS_MISSING'

export const metricsMissing: Rule<Compared> = {
  code: 'GOV_METRICS_MISSING',
  strict: 'error',
  soft: 'warning',
  safe: true,
  summary: 'A session that has not stopped has no metrics; or the change adds sessions, and the metrics are of none of them.',
  why: 'Errors and turns are counted there, so that a loop is noticed (S1-R04).',
  repair: '`/fix GOV_METRICS_MISSING` writes new ones.',
  examples() {
    return {
      bad: [
        { about: 'none', head: change(sample, { [metricsPath]: null }) },
        {
          about: 'those of another session',
          base: sample,
          head: change(sample, { [sessionPath('ses_2')]: session(ways.beginning, { sessionId: 'ses_2' }), [stallPath('ses_2')]: stall() }),
        },
      ],
      good: [
        { about: 'nobody works', head: change(interruptedSample, { [metricsPath]: null }) },
        {
          about: 'those of the new session',
          base: sample,
          head: change(sample, {
            [sessionPath('ses_2')]: session(ways.beginning, { sessionId: 'ses_2' }),
            [stallPath('ses_2')]: stall(),
            [metricsPath]: metrics({ sessionId: 'ses_2' }),
          }),
        },
      ],
    }
  },
  *check(compared) {
    const { now } = compared
    const { metrics: file } = now
    if (!now.sessions.some(({ held }) => held)) return
    const concerns = addedSessions(compared)
    const isNew = new Set(concerns)
    const added = now.sessions.filter(({ path, held }) => held && isNew.has(path))
    const isForeign = added.length > 0 && file.data !== undefined && !added.some(({ id }) => id === file.text('sessionId'))
    if (file.there && !isForeign) return
    const owner = newest(now)
    const isMended = owner !== undefined && (!file.there || added.includes(owner))
    yield {
      message: file.there
        ? msg`Unexpected metrics of ${file.text('sessionId') ?? ''}, expected those of a session that is added`
        : msg`Missing ${file.path}, expected one while a session works`,
      ...(isMended
        ? { hint: msg`The command ${fix} writes new ones.`, fix }
        : { hint: msg`Write those of ${(added[0] ?? owner)?.id ?? ''}.` }),
      place: file.there ? file.place('sessionId') : { path: file.path },
      concerns,
      ...about(now.brain),
    }
  },
}

export const metricsSession: Rule<Compared> = {
  code: 'GOV_METRICS_SESSION',
  strict: 'warning',
  soft: 'notice',
  summary: 'The metrics are of a session that there is no file of.',
  why: 'Nobody can tell what was counted.',
  repair: 'Delete the file: the next session that is started writes its own.',
  examples() {
    return {
      bad: [{ about: 'another id', head: change(emptySample, { [metricsPath]: metrics({ sessionId: 'ses_9' }) }) }],
      good: [{ about: 'its session', head: sample }],
    }
  },
  *check({ now }) {
    const id = now.metrics.text('sessionId')
    if (id === undefined || ownerOf(now)) return
    yield {
      message: msg`Unexpected ${'sessionId'} ${id}, expected a session that there is`,
      hint: 'Delete the file: the next session that is started writes its own.',
      place: now.metrics.place('sessionId'),
      ...about(now.brain),
    }
  },
}
