import type { FileRecord } from '../../../kit/record.ts'
import type { Finding } from '../../../core/diagnostic.ts'
import { msg } from '../../../core/message.ts'
import { addedSessions, type GovernanceComparison, stateChanges, type GovernanceRules } from './subjects.ts'
import { missingConfigKeys } from '../reading/records.ts'
import { limits } from '../schema.ts'
import { softJudgement, isContinuation, isInherited } from '../reading/inheritance.ts'
import { mendableIn } from '../reading/mendable.ts'
import { malformedArchives } from '../reading/state-file.ts'
import { miscountedArchives } from '../model.ts'
import { newFileAdvice } from './files.ts'
import { overParts, wholeComparison } from '../../../kit/rules.ts'

/**
 * The finding that a file is missing which every session needs. It is severe where a change adds a session, or deletes
 * the file.
 */
function* missingFileFinding(
  comparison: GovernanceComparison,
  { exists, path }: FileRecord,
  fix: string,
  previousFile: FileRecord | undefined,
): Iterable<Finding> {
  const { now } = comparison
  if (exists || now.sessions.length === 0) return
  yield {
    message: msg`Missing ${path}, expected one where there are sessions`,
    ...newFileAdvice(fix, path, previousFile?.exists === true),
    place: { path },
    concerns: addedSessions(comparison),
    target: now.brain,
  }
}

/**
 * The finding that a list of the state file is too long. One that was no shorter before is the framework's own doing.
 */
function* tooLongFinding(
  { now, before }: GovernanceComparison,
  key: 'anchors' | 'history',
  repair: Pick<Finding, 'hint' | 'fix'>,
): Iterable<Finding> {
  const { file } = now.state
  const { length } = file.list(key)
  if (length <= limits[key]) return
  yield {
    message: msg`Unexpected number of entries in ${key}: ${length}, expected at most ${limits[key]}`,
    place: file.keyPlace(key, limits[key]),
    ...repair,
    ...softJudgement((before?.state.file.list(key).length ?? 0) >= length),
    target: now.brain,
  }
}

export const stateRules: GovernanceRules = {
  name: 'state',
  title: 'The state of the framework: `state.json` and `config.json`',
  rules: [
    overParts(wholeComparison, [
      {
        code: 'GOV_STATE_MISSING',
        strict: 'error',
        soft: 'warning',
        safe: true,
        summary: 'There is a session, and no state file.',
        why: 'It holds the phase, anchors and history of every session (S1-R02).',
        repair: '`/fix GOV_STATE_MISSING` writes a new one.',
        check: (comparison) =>
          missingFileFinding(
            comparison,
            comparison.now.state.file,
            '/fix GOV_STATE_MISSING',
            comparison.before?.state.file,
          ),
      },
      {
        code: 'GOV_CONFIG_MISSING',
        strict: 'error',
        soft: 'warning',
        safe: true,
        summary: 'There is a session, and no configuration of the framework.',
        why: 'It sets the language of every agent (S1-R02).',
        repair: '`/fix GOV_CONFIG_MISSING` writes a new one.',
        check: (comparison) =>
          missingFileFinding(comparison, comparison.now.config, '/fix GOV_CONFIG_MISSING', comparison.before?.config),
      },
      {
        code: 'GOV_CONFIG_INCOMPLETE',
        strict: 'error',
        soft: 'warning',
        summary: '`version`, `user` or `hierarchy` of the configuration is absent, `null`, empty, `0` or `false`.',
        why: 'The framework replaces such a file by a new one, so that all its settings are lost.',
        repair: 'Write the key.',
        *check({ now: { config: file, brain } }) {
          for (const key of missingConfigKeys(file)) {
            yield {
              message: msg`Missing ${key}, without which the framework replaces the file`,
              hint: 'Write it: the framework would replace the whole file by a new one.',
              place: file.keyPlace(key),
              target: brain,
            }
          }
        },
      },
      {
        code: 'GOV_ANCHORS_LIMIT',
        strict: 'error',
        soft: 'warning',
        check: (comparison) => tooLongFinding(comparison, 'anchors', {}),
        summary: 'There are more than 20 anchors.',
        why: 'Beyond the limit the framework drops arbitrary anchors.',
        hint: 'Remove anchors of the priority `normal`.',
      },
      {
        code: 'GOV_HISTORY_LIMIT',
        strict: 'error',
        soft: 'warning',
        check: (comparison) =>
          tooLongFinding(comparison, 'history', {
            hint: 'The command `/fix GOV_HISTORY_LIMIT` keeps the last 50.',
            fix: '/fix GOV_HISTORY_LIMIT',
          }),
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
        hint: 'Restore the previous version.',
        *check({ now, before }) {
          const [stateFile, previousFile] = [now.state.file, before?.state.file]
          if (previousFile?.exists === true && !stateFile.exists)
            yield {
              message: msg`Missing ${stateFile.path}, expected it unchanged`,
              place: { path: stateFile.path },
              target: before?.brain,
            }
          if (!before || !previousFile?.data || !stateFile.data) return
          const mendable = mendableIn(before, previousFile, 'state')
          const [previousCount, previousInitialized] = [
            previousFile.number('validationCount'),
            previousFile.text('initialized'),
          ]
          const count = stateFile.number('validationCount') ?? 0
          if (
            previousInitialized !== undefined &&
            stateFile.has('initialized') &&
            stateFile.text('initialized') !== previousInitialized &&
            !mendable.isWrong('initialized')
          )
            yield {
              message: msg`Unexpected change of ${'initialized'}, expected ${previousInitialized}`,
              place: stateFile.keyPlace('initialized'),
              target: now.brain,
            }
          if (previousCount !== undefined && count < previousCount && !mendable.isWrong('validationCount'))
            yield {
              message: msg`Unexpected ${'validationCount'} ${count}, expected ${previousCount} or more`,
              place: stateFile.keyPlace('validationCount'),
              target: now.brain,
            }
        },
      },
    ]),
    overParts(stateChanges, [
      {
        code: 'GOV_HISTORY_REWRITTEN',
        strict: 'error',
        soft: 'error',
        summary:
          'The history does not continue the previous one: entries are changed, or missing although it is not full.',
        why: 'The history is the record of what happened; only the oldest of more than 50 entries are dropped.',
        hint: 'Restore the previous version, and append only.',
        *check({ now, before, mendable }) {
          const entries = [before.file.list('history'), now.file.list('history')] as const
          if (isContinuation(...entries, limits.history, mendable.list('history'))) return
          yield {
            message: msg`Unexpected ${'history'}, expected the previous entries, with new ones only after them`,
            place: now.file.keyPlace('history'),
          }
        },
      },
    ]),
    overParts(wholeComparison, [
      {
        code: 'GOV_ARCHIVE_ENTRY',
        strict: 'warning',
        soft: 'notice',
        summary:
          'An entry of the history that begins with `session_idle:` is not `session_idle:ID:violations=N`, or the newest one of a stopped session has another number than its `violationCount`.',
        why: 'The number of violations is read from there (S4-R04).',
        repair: 'Write what happened.',
        *check({ now, before }) {
          const { file } = now.state
          const hint = msg`The form is ${'session_idle:ID:violations=N'}.`
          for (const { action, index } of malformedArchives(now.state)) {
            const isInBase = isInherited(file, before?.state.file, ['history', index])
            yield {
              message: msg`Unexpected entry ${action}, expected its number of violations`,
              hint,
              place: file.keyPlace('history', index),
              ...softJudgement(isInBase),
              target: now.brain,
            }
          }
          for (const { session, entry, written, expected } of miscountedArchives(now))
            yield {
              message: msg`Unexpected number of violations ${written}, expected ${expected} as the session says`,
              hint,
              place: file.keyPlace('history', entry.index),
              concerns: [session.path],
              target: session.target,
            }
        },
      },
    ]),
  ],
}
