import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { hour } from '../../../../core/time.ts'
import { change, entry, metricsPath, sample, sessionPath, stallPath, state, statePath } from '../../examples.ts'
import { newestOf } from '../../model.ts'
import type { Session } from '../../reading/session.ts'
import { about, type Compared } from '../../subjects.ts'

const without = change(sample, { [sessionPath()]: null, [stallPath()]: null, [metricsPath]: null })

const longAfter = (at: string) =>
  change(without, { [statePath]: state({ history: [entry('task:Begin', '07:40'), entry('task:Later', at)] }) })

/** How long a session may be gone before its file may go too. */
const forgotten = 168 * hour

const lastOf = ({ file }: Session) => file.time('lastUpdated') ?? file.time('updatedAt')

export const sessionDeleted: Rule<Compared> = {
  code: 'GOV_SESSION_DELETED',
  strict: 'error',
  soft: 'error',
  summary: 'The change deletes a session file that is not a week older than the history.',
  why: 'What is known of a session is kept, so that it can be resumed (S4-R03).',
  repair: 'Restore the file.',
  examples() {
    return {
      bad: [
        { about: 'one that works', base: sample, head: without },
        { about: 'a week exactly', base: sample, head: longAfter('2026-02-11T08:05:00.000Z') },
      ],
      good: [{ about: 'more than a week', base: sample, head: longAfter('2026-02-11T08:05:00.001Z') }],
    }
  },
  *check({ now, before }) {
    for (const session of before?.sessions ?? []) {
      if (now.session(session.id) || newestOf(now.state) - (lastOf(session) ?? Infinity) > forgotten) continue
      yield {
        message: msg`Missing ${session.path}, expected it to be kept`,
        hint: 'Restore the file.',
        place: { path: session.path },
        ...about(session.target),
      }
    }
  },
}
