import { timeIn } from '../reading/records.ts'
import { msg } from '../../../core/message.ts'
import type { FileRecord } from '../../../kit/record.ts'
import { withPriority } from '../reading/state-file.ts'
import { compactionFault, grownCompactions, type CompactionFault } from '../sessions/compaction.ts'
import { instantOf } from '../schema.ts'
import { currentSessions, type GovernanceRules } from './subjects.ts'
import { isSameValue } from '../reading/inheritance.ts'
import { entriesBefore, stepsOf } from '../sessions/steps.ts'
import { overParts } from '../../../kit/rules.ts'

const historyKey = 'compactionHistory'

const appendHint = msg`Append an entry with ${'timestamp'} and ${'anchorsSurvived'} for each compaction.`

interface FaultText {
  readonly key: string
  readonly message: (file: FileRecord) => string
  readonly hint: string
}

const compactionTexts: Readonly<Record<CompactionFault, FaultText>> = {
  undated: {
    key: 'compactedAt',
    message: () => msg`Missing ${'compactedAt'} of a compacted session`,
    hint: 'Write when it was compacted.',
  },
  unlisted: {
    key: historyKey,
    message: () => msg`Missing ${historyKey} of a compacted session`,
    hint: appendHint,
  },
  disagreeing: {
    key: 'compactedAt',
    message: () => msg`Unexpected ${'compactedAt'}, expected the time of the last entry of ${historyKey}`,
    hint: 'Write the same time in both.',
  },
  incomplete: {
    key: historyKey,
    message: (file) =>
      msg`Unexpected number of entries in ${historyKey}: ${file.list(historyKey).length}, expected one for each compaction`,
    hint: appendHint,
  },
}

export const compactionRules: GovernanceRules = {
  name: 'compaction',
  title: 'Compaction',
  rules: [
    overParts(currentSessions, [
      {
        code: 'GOV_COMPACTION_UNTRACKED',
        strict: 'error',
        soft: 'warning',
        summary:
          'A compacted session has no `compactedAt` or `compactionHistory`, they do not agree, or there are fewer entries than compactions in `stateHistory`.',
        why: 'It is unclear what survived the compaction (S2-R06, S2-R07).',
        repair: 'Write what is missing.',
        *check({ session }) {
          const { file } = session
          const fault = compactionFault(session)
          if (fault === undefined) return
          const { key, message, hint } = compactionTexts[fault]
          yield { message: message(file), hint, place: file.keyPlace(key) }
        },
      },
      {
        code: 'GOV_COMPACTION_SIZE',
        strict: 'warning',
        soft: 'notice',
        summary: 'After a compaction the context is larger than before.',
        why: 'One of the two numbers is wrong, or nothing was compacted.',
        hint: 'Write the actual sizes.',
        *check({ session: { file } }) {
          for (const { index, sizeBefore, sizeAfter } of grownCompactions(file))
            yield {
              message: msg`Unexpected size ${sizeAfter} after a compaction, expected at most ${sizeBefore}`,
              place: file.keyPlace(historyKey, index),
            }
        },
      },
      {
        code: 'GOV_COMPACTION_ANCHORS',
        strict: 'error',
        soft: 'error',
        summary:
          'A compaction that the change adds leaves out a `critical` anchor that existed then, or names an unknown one.',
        why: 'Critical anchors must survive the compaction (S2-R04).',
        hint: 'Name the anchors that survived.',
        *check(subject) {
          const { session, compared, model, modelBefore } = subject
          const { file } = session
          const { file: state } = model.state
          // That it cannot be read is reported by another rule, and nothing else follows from it.
          if (!compared || (state.exists && !state.data)) return
          const ids = new Set([...model.state.anchors, ...(modelBefore?.state.anchors ?? [])].map(({ id }) => id))
          const previousEntries = entriesBefore(subject, historyKey)
          const criticalAnchors = withPriority(model.state, 'critical')
            .map(({ id, created }) => ({ id, created: instantOf(created) ?? -Infinity }))
            .toSorted((a, b) => a.created - b.created)
          for (const index of file.list(historyKey).keys()) {
            if (previousEntries.has(index)) continue
            const at = timeIn(file, historyKey, index, 'timestamp') ?? Infinity
            const survivingIds = new Set(file.list(historyKey, index, 'anchorsSurvived'))
            const candidate = criticalAnchors.find(({ id, created }) => created > at || !survivingIds.has(id))
            const missingAnchor = candidate && candidate.created <= at ? candidate : undefined
            const unknownId = [...survivingIds].find((id) => typeof id === 'string' && !ids.has(id))
            if (!missingAnchor && unknownId === undefined) continue
            yield {
              message: missingAnchor
                ? msg`Missing critical anchor ${missingAnchor.id} among those that survived`
                : msg`Unexpected anchor ${String(unknownId)} among those that survived, expected one of the state file`,
              place: file.keyPlace(historyKey, index),
              concerns: [model.state.file.path],
            }
          }
        },
      },
      {
        code: 'GOV_LANGUAGE_LOST',
        strict: 'error',
        soft: 'error',
        summary: 'A session has another `language` after a compaction than before.',
        why: 'The language must survive compaction, before everything else (S2-R02).',
        repair: 'Restore the language.',
        *check(subject) {
          const {
            session: { file },
            before,
            mendable,
          } = subject
          if (
            mendable.isWrong('language') ||
            !before?.file.has('language') ||
            !file.has('language') ||
            isSameValue(before.file.value('language'), file.value('language'))
          )
            return
          if (!stepsOf(subject).some(({ from, to }) => from === 'compacted' || to === 'compacted')) return
          yield {
            message: msg`Unexpected change of ${'language'} over a compaction, expected it unchanged`,
            hint: 'Restore it.',
            place: file.keyPlace('language'),
          }
        },
      },
    ]),
  ],
}
