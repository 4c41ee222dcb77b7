import { msg } from '../../../core/message.ts'
import { isPlanned } from '../states.ts'
import { currentRevisions, revisions, type PluginRules } from './subjects.ts'
import { contractFiles, contractKeys } from '../files.ts'
import { overParts } from '../../../kit/rules.ts'

/** What a change may not take back */
export const changeRules: PluginRules = {
  name: 'changes',
  title: 'What a change may not take back',
  rules: [
    overParts(currentRevisions, [
      {
        code: 'PLUGIN_DATE_BACKWARDS',
        strict: 'warning',
        soft: 'warning',
        summary: '`last_updated` is earlier than before the change.',
        why: 'An older version of the handoff has probably replaced a newer one.',
        repair: 'Check whether anything else was reverted with it, and write the date of the change.',
        *check({ handoff, before }) {
          const now = handoff.fields.last_updated
          const then = before.fields.last_updated.value
          if (now.value === undefined || then === undefined || now.value >= then) return
          yield {
            message: msg`Unexpected ${'last_updated'} ${now.value}, expected ${then} as before the change or a later date`,
            hint: 'Check whether an older version replaced a newer one.',
            place: now.place,
          }
        },
      },
      {
        code: 'PLUGIN_COMPLEXITY_CHANGED',
        strict: 'warning',
        soft: 'warning',
        summary: '`complexity_score` or `phased_implementation` changed after stage 0 was complete.',
        why: 'They decide which phases there are: changing them later changes the promised work.',
        hint: 'Write the old value, or explain in the change why the plugin was planned again.',
        *check({ handoff, before, model }) {
          if (!isPlanned(before, model.stages)) return
          for (const key of ['complexity_score', 'phased_implementation'] as const) {
            const now = handoff.fields[key]
            const then = before.fields[key].value
            if (then === undefined || now.value === undefined || now.value === then) continue
            yield {
              message: msg`Unexpected ${key} ${now.value}, expected ${then} as before the change`,
              place: now.place,
            }
          }
        },
      },
    ]),
    overParts(revisions, [
      {
        code: 'CONTRACT_CHANGED',
        strict: 'warning',
        soft: 'warning',
        summary: 'The recorded checksum of a contract changed after stage 0 was complete.',
        why: 'Completed stages were built against the old contract.',
        repair:
          'Check whether what is built still fits. `/restore NAME contracts` brings the old contract back once the old checksum is written.',
        *check({ handoff, before, model }) {
          if (!isPlanned(before, model.stages)) return
          for (const key of contractKeys) {
            const now = handoff.checksums.recorded[key]
            const then = before.checksums.recorded[key].sha256
            if (then === undefined || now.sha256 === undefined || now.sha256 === then) continue
            yield {
              message: msg`Unexpected checksum of ${contractFiles[key]}, expected the one from before the change`,
              hint: 'Completed stages were built against the old contract: check whether they still fit.',
              place: now.place,
            }
          }
        },
      },
      {
        code: 'CONTRACT_CHECKSUM_REMOVED',
        strict: 'error',
        soft: 'error',
        summary: 'A checksum of a contract that was recorded is gone.',
        why: 'Without it the contract can be changed unnoticed: removing it is the simplest way to hide a change.',
        repair: 'Restore the checksum from before the change.',
        *check({ handoff, before }) {
          const { checksums } = handoff
          if (checksums.state === 'malformed') return
          const removed = contractKeys.filter((key) => before.checksums.recorded[key].sha256 !== undefined)
          const finding = (keys: readonly string[], place: typeof handoff.top) => ({
            message: msg`Missing checksum of ${keys}, expected what was recorded before the change`,
            hint: 'Restore it from before the change.',
            place,
          })
          const absent = removed.filter((key) => checksums.recorded[key].state === 'absent')
          if (absent.length > 0) yield finding(absent, handoff.top)
          for (const key of removed) {
            const found = checksums.recorded[key]
            if (found.state === 'null') yield finding([key], found.place)
          }
        },
      },
    ]),
  ],
}
