import type { FileRecord } from '../../../kit/record.ts'
import type { Finding } from '../../../core/diagnostic.ts'
import { msg } from '../../../core/message.ts'
import { addedSessions, type Compared, stateChanges, type GovernanceRules } from './subjects.ts'
import { about } from '../model.ts'
import { missingOf } from '../reading/shapes.ts'
import { limits } from '../schema.ts'
import { softly, continues, isInherited } from '../reading/inheritance.ts'
import { archiveOf } from '../reading/state-file.ts'
import { newFileAdvice } from './advice.ts'
import { over, whole } from '../../../kit/rules.ts'

/** That a file is not there that every session needs. It is severe where a change adds a session, or takes the file away. */
function* missingFile(compared: Compared, { there, path }: FileRecord, fix: string, before: FileRecord | undefined): Iterable<Finding> {
  const { now } = compared
  if (there || now.sessions.length === 0) return
  yield {
    message: msg`Missing ${path}, expected one where there are sessions`,
    ...newFileAdvice(fix, path, before?.there === true),
    place: { path },
    concerns: addedSessions(compared),
    ...about(now.brain),
  }
}

/** That a list of the state file is too long. One that was no shorter before is the framework's own doing. */
function* tooLong({ now, before }: Compared, key: 'anchors' | 'history', repair: Pick<Finding, 'hint' | 'fix'>): Iterable<Finding> {
  const { file } = now.state
  const { length } = file.list(key)
  if (length <= limits[key]) return
  yield {
    message: msg`Unexpected number of entries in ${key}: ${length}, expected at most ${limits[key]}`,
    place: file.keyPlace(key, limits[key]),
    ...repair,
    ...softly((before?.state.file.list(key).length ?? 0) >= length),
    ...about(now.brain),
  }
}

const form = /^session_idle:[^:]+:violations=\d+$/

/** The state of the framework: `state.json` and `config.json` */
export const stateRules: GovernanceRules = {
  name: 'state',
  title: 'The state of the framework: `state.json` and `config.json`',
  rules: [
    over(whole, [
      {
        code: 'GOV_STATE_MISSING',
        strict: 'error',
        soft: 'warning',
        safe: true,
        summary: 'There is a session, and no state file.',
        why: 'It holds the phase, anchors and history of every session (S1-R02).',
        repair: '`/fix GOV_STATE_MISSING` writes a new one.',
        check: (compared) => missingFile(compared, compared.now.state.file, '/fix GOV_STATE_MISSING', compared.before?.state.file),
      },
      {
        code: 'GOV_CONFIG_MISSING',
        strict: 'error',
        soft: 'warning',
        safe: true,
        summary: 'There is a session, and no configuration of the framework.',
        why: 'It sets the language of every agent (S1-R02).',
        repair: '`/fix GOV_CONFIG_MISSING` writes a new one.',
        check: (compared) => missingFile(compared, compared.now.config, '/fix GOV_CONFIG_MISSING', compared.before?.config),
      },
      {
        code: 'GOV_CONFIG_INCOMPLETE',
        strict: 'error',
        soft: 'warning',
        summary: '`version`, `user` or `hierarchy` of the configuration is absent, `null`, empty, `0` or `false`.',
        why: 'The framework replaces such a file by a new one, so that all its settings are lost.',
        repair: 'Write the key.',
        *check({ now: { config: file, brain } }) {
          for (const key of missingOf(file)) {
            yield {
              message: msg`Missing ${key}, without which the framework replaces the file`,
              hint: 'Write it: the framework would replace the whole file by a new one.',
              place: file.keyPlace(key),
              ...about(brain),
            }
          }
        },
      },
      {
        code: 'GOV_ANCHORS_LIMIT',
        strict: 'error',
        soft: 'warning',
        check: (compared) => tooLong(compared, 'anchors', {}),
        summary: 'There are more than 20 anchors.',
        why: 'Beyond the limit the framework drops arbitrary anchors.',
        hint: 'Remove anchors of the priority `normal`.',
      },
      {
        code: 'GOV_HISTORY_LIMIT',
        strict: 'error',
        soft: 'warning',
        check: (compared) =>
          tooLong(compared, 'history', { hint: 'The command `/fix GOV_HISTORY_LIMIT` keeps the last 50.', fix: '/fix GOV_HISTORY_LIMIT' }),
        summary: 'There are more than 50 entries in the history.',
        why: 'The framework reads all of it at every step, and keeps no more.',
        repair: '`/fix GOV_HISTORY_LIMIT` keeps the last 50.',
        safe: true,
      },
      {
        code: 'GOV_STATE_REWRITTEN',
        strict: 'error',
        soft: 'error',
        summary: 'The change gives the state file another `initialized` or a lower `validationCount`, or deletes it.',
        why: 'The framework starts over, and what was decided and done before is lost.',
        repair: 'Restore the previous version.',
        *check({ now, before }) {
          const [is, was] = [now.state.file, before?.state.file]
          const hint = 'Restore the previous version.'
          if (was?.there === true && !is.there)
            yield { message: msg`Missing ${is.path}, expected it unchanged`, hint, place: { path: is.path }, ...about(before?.brain) }
          if (!was?.data || !is.data) return
          const [then, first] = [was.number('validationCount'), was.text('initialized')]
          const count = is.number('validationCount') ?? 0
          if (first !== undefined && is.has('initialized') && is.text('initialized') !== first)
            yield {
              message: msg`Unexpected change of ${'initialized'}, expected ${first}`,
              hint,
              place: is.keyPlace('initialized'),
              ...about(now.brain),
            }
          if (then !== undefined && count < then)
            yield {
              message: msg`Unexpected ${'validationCount'} ${count}, expected ${then} or more`,
              hint,
              place: is.keyPlace('validationCount'),
              ...about(now.brain),
            }
        },
      },
    ]),
    over(stateChanges, [
      {
        code: 'GOV_HISTORY_REWRITTEN',
        strict: 'error',
        soft: 'error',
        summary: 'The history does not continue the previous one: entries are changed, or missing although it is not full.',
        why: 'The history is the record of what happened; only the oldest of more than 50 entries are dropped.',
        hint: 'Restore the previous version, and append only.',
        *check({ now, before }) {
          if (continues(before.file.list('history'), now.file.list('history'), limits.history)) return
          yield {
            message: msg`Unexpected ${'history'}, expected the previous entries, with new ones only after them`,
            place: now.file.keyPlace('history'),
          }
        },
      },
    ]),
    over(whole, [
      {
        code: 'GOV_ARCHIVE_ENTRY',
        strict: 'warning',
        soft: 'notice',
        summary:
          'An entry of the history that begins with `session_idle:` is not `session_idle:ID:violations=N`, or the newest one of a stopped session has another number than its `violationCount`.',
        why: 'The number of violations is read from there (S4-R04).',
        repair: 'Write what happened.',
        *check({ now, before }) {
          const { file, history } = now.state
          const hint = msg`The form is ${'session_idle:ID:violations=N'}.`
          for (const { action, index } of history) {
            if (!action.startsWith('session_idle:') || form.test(action)) continue
            const inherited = isInherited(file, before?.state.file, ['history', index])
            yield {
              message: msg`Unexpected entry ${action}, expected its number of violations`,
              hint,
              place: file.keyPlace('history', index),
              ...softly(inherited),
              ...about(now.brain),
            }
          }
          for (const { id, kind, state: is, path, file: own, target } of now.sessions) {
            const counted = own.number('violationCount')
            const newest = history.findLast(({ action }) => action.startsWith(archiveOf(id)) && form.test(action))
            if (kind !== 'current' || is !== 'interrupted' || counted === undefined || !newest) continue
            const written = Number(newest.action.slice(newest.action.lastIndexOf('=') + 1))
            if (written === counted) continue
            yield {
              message: msg`Unexpected number of violations ${written}, expected ${counted} as the session says`,
              hint,
              place: file.keyPlace('history', newest.index),
              concerns: [path],
              ...about(target),
            }
          }
        },
      },
    ]),
  ],
}
