import { each, type Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { change, sample, sessionPath, time } from '../../examples.ts'
import { about, sessions, type Compared, type SessionSubject } from '../../subjects.ts'

/** A file of another writer, of which little is asked: for examples about names. */
const old = (id: string) => ({
  [sessionPath(id)]: {
    sessionId: id,
    sessionState: 'interrupted',
    createdAt: time('08:00'),
    lastUpdated: time('08:00'),
    phase: 'build',
    language: { communication: 'english', documents: 'english' },
    idleAt: time('08:00'),
  },
})

const sessionName: Rule<SessionSubject> = {
  code: 'GOV_SESSION_NAME',
  strict: 'error',
  soft: 'error',
  summary: 'The name of a session file is no id: 3 to 64 letters, digits, `_` and `-`, a letter or digit first.',
  why: 'No command can name it, and letters that look alike make two sessions of one.',
  repair: 'Rename the file, and its `sessionId`.',
  examples() {
    return {
      bad: [
        { about: 'a blank', head: change(sample, old('ses 2')) },
        { about: 'a letter that looks alike', head: change(sample, old('s\u0435s_2')) },
        { about: 'too short', head: change(sample, old('s2')) },
      ],
      good: [{ about: 'an id', head: change(sample, old('ses_3dc0c95faffe3NIlS1TByTFtF9')) }],
    }
  },
  *check({ session: { id, named, path } }) {
    if (named) return
    yield {
      message: msg`Unexpected name ${id}, expected 3 to 64 letters, digits, ${'_'} and ${'-'} behind a letter or digit`,
      hint: msg`Rename the file, and its ${'sessionId'}.`,
      place: { path },
    }
  },
}

const sessionIdRule: Rule<SessionSubject> = {
  code: 'GOV_SESSION_ID',
  strict: 'error',
  soft: 'error',
  summary: '`sessionId` is not the name of the file.',
  why: 'The file was copied or renamed, and speaks of another session.',
  repair: 'Rename the file, or write its name.',
  examples() {
    return {
      bad: [
        {
          about: 'the id of another session',
          head: change(sample, { [sessionPath('ses_2')]: { ...old('ses_2')[sessionPath('ses_2')], sessionId: 'ses_1' } }),
        },
      ],
      good: [{ about: 'its own', head: change(sample, old('ses_2')) }],
    }
  },
  *check({ session: { id, file, target } }) {
    const written = file.text('sessionId')
    if (written === undefined || written === id) return
    yield {
      message: msg`Unexpected ${'sessionId'} ${written}, expected the name of the file, ${id}`,
      hint: 'Rename the file, or write its name.',
      place: file.place('sessionId'),
      ...about(target),
    }
  },
}

export const names: readonly Rule<Compared>[] = each(sessions, [sessionName, sessionIdRule])

export const sessionCase: Rule<Compared> = {
  code: 'GOV_SESSION_CASE',
  strict: 'error',
  soft: 'error',
  summary: 'The ids of two sessions differ only in capitals.',
  why: 'On some disks they are one file.',
  repair: 'Rename one of them.',
  examples() {
    return {
      bad: [{ about: 'two', head: change(sample, old('SES_1')) }],
      good: [{ about: 'another', head: change(sample, old('SES_2')) }],
    }
  },
  *check({ now: { sessions: all } }) {
    const seen = new Map<string, string>()
    for (const { id, path, target } of all) {
      const folded = id.toLowerCase()
      const other = seen.get(folded)
      if (other !== undefined)
        yield {
          message: msg`Unexpected id ${id}, which differs from another only in capitals`,
          hint: 'Rename one of the two.',
          place: { path },
          related: [{ path: other, message: 'the other' }],
          ...about(target),
        }
      else seen.set(folded, path)
    }
  },
}
