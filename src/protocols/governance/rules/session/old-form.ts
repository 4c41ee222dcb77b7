import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { change, sample, sessionPath, time } from '../../examples.ts'
import { idleSince, type Session } from '../../reading/session.ts'
import { sessionMisfits } from '../../shapes.ts'
import { windowOf } from '../../states.ts'
import { about, type SessionSubject } from '../../subjects.ts'

const written = (data: Readonly<Record<string, unknown>>) => change(sample, { [sessionPath('ses_2')]: data })

/** What a session that says its state needs besides, and has not, or not so. */
const unfitKeys = ({ file }: Session): readonly string[] => [
  ...new Set(
    sessionMisfits(file).flatMap(({ code, path }) => (code === 'GOV_UNKNOWN_KEY' || path[0] === 'sessionState' ? [] : [path.join('.')])),
  ),
]

function mendOf(session: Session, now: number): { readonly hint: string; readonly fix?: string } {
  const { id, named, state } = session
  if (!named) return { hint: 'Rename the file first: no command can name it.' }
  const unfit = unfitKeys(session)
  const works = state === 'between_turn'
  const isLive = windowOf(now - (idleSince(session) ?? now)) === 'live'
  const does = works
    ? msg`${`/turn ${id}`} writes it`
    : msg`${`/accept ${id}`} resumes it, and writes its state` + (isLive ? ', an hour after it stopped' : '')
  if (unfit.length > 0) return { hint: `${msg`Write these as they are to be: ${unfit}`}; then ${does}.` }
  return { hint: `The command ${does}.`, ...(works && { fix: `/turn ${id}` }) }
}

export const sessionLegacy: Rule<SessionSubject> = {
  code: 'GOV_SESSION_LEGACY',
  strict: 'warning',
  soft: 'warning',
  summary: 'A session file does not say its state; that is derived from its times.',
  why: 'Whether it was stopped, compacted or resumed cannot be checked.',
  repair: '`/turn ID` writes the state of one that works.',
  examples() {
    return {
      bad: [
        {
          about: 'one that works',
          head: written({
            sessionId: 'ses_2',
            createdAt: time('08:00'),
            lastUpdated: time('08:10'),
            phase: 'build',
            language: { communication: 'english', documents: 'english' },
          }),
        },
        { about: 'one that stopped', head: written({ lastUpdated: time('08:10'), idleAt: time('08:20') }) },
      ],
      good: [{ about: 'one that says it', head: sample }],
    }
  },
  *check({ session, model }) {
    const { kind, state, file, target } = session
    if (kind !== 'legacy') return
    yield {
      message: msg`Missing ${'sessionState'}: the state is derived, ${state ?? ''}`,
      ...mendOf(session, Date.parse(model.context.at)),
      place: file.place('sessionState'),
      ...about(target),
    }
  },
}

export const sessionRecord: Rule<SessionSubject> = {
  code: 'GOV_SESSION_RECORD',
  strict: 'warning',
  soft: 'warning',
  summary: "A session file is another program's: it has `updatedAt` and a `status`, and none of the keys of a session.",
  why: 'Two programs write to one path, and each overwrites what the other has said.',
  repair: 'Use other ids for one of the two.',
  examples() {
    return {
      bad: [{ about: 'a record', head: written({ status: 'active', updatedAt: time('08:10') }) }],
      good: [{ about: 'a session', head: sample }],
    }
  },
  *check({ session: { kind, file, path, target } }) {
    if (kind !== 'record') return
    yield {
      message: msg`Unexpected record of another program, expected a session in ${path}`,
      hint: 'Use other ids for one of the two programs.',
      place: file.place('updatedAt'),
      ...about(target),
    }
  },
}
