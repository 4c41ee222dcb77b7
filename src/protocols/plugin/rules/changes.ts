import { msg } from '../../../core/message.ts'
import { isPlanned } from '../states.ts'
import type { Handoff } from '../handoff/handoff.ts'
import type { Plugin } from '../model.ts'
import { hasOtherScore, phasedContradiction } from './plan.ts'
import { isInFuture } from './progress.ts'
import { currentHandoffs, handoffs, type PluginRules } from './subjects.ts'
import { contractFiles, contractKeys } from '../files.ts'
import { overParts } from '../../../kit/rules.ts'

/** Whether a rule finds that a key may have to be changed: it contradicts another one, or the plan. */
const isWrongBefore = (
  key: 'complexity_score' | 'phased_implementation',
  handoff: Handoff,
  { plan }: Plugin,
): boolean =>
  phasedContradiction(handoff.fields) !== undefined || (key === 'complexity_score' && hasOtherScore(handoff, plan))

export const changeRules: PluginRules = {
  name: 'changes',
  title: 'What a change may not take back',
  rules: [
    overParts(currentHandoffs, [
      {
        code: 'PLUGIN_DATE_BACKWARDS',
        strict: 'warning',
        soft: 'warning',
        summary: '`last_updated` is earlier than before the change.',
        why: 'An older version of the handoff has probably replaced a newer one.',
        repair: 'Check whether anything else was reverted with it, and write the date of the change.',
        *check({ handoff, before, model: { context } }) {
          const currentField = handoff.fields.last_updated
          const valueBefore = before?.handoff?.fields.last_updated.value
          if (currentField.value === undefined || valueBefore === undefined || currentField.value >= valueBefore) return
          if (isInFuture(valueBefore, context)) return
          yield {
            message: msg`Unexpected ${'last_updated'} ${currentField.value}, expected ${valueBefore} as before the change or a later date`,
            hint: 'Check whether an older version replaced a newer one.',
            place: currentField.place,
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
          if (!before?.handoff || !isPlanned(before.handoff, model.stages)) return
          for (const key of ['complexity_score', 'phased_implementation'] as const) {
            if (isWrongBefore(key, before.handoff, before)) continue
            const currentField = handoff.fields[key]
            const valueBefore = before.handoff.fields[key].value
            if (valueBefore === undefined || currentField.value === undefined || currentField.value === valueBefore)
              continue
            yield {
              message: msg`Unexpected ${key} ${currentField.value}, expected ${valueBefore} as before the change`,
              place: currentField.place,
            }
          }
        },
      },
    ]),
    overParts(handoffs, [
      {
        code: 'CONTRACT_CHANGED',
        strict: 'warning',
        soft: 'warning',
        summary: 'The recorded checksum of a contract changed after stage 0 was complete.',
        why: 'Completed stages were built against the old contract.',
        repair:
          'A person checks whether what is built still fits. `/restore NAME contracts` brings the old contract back once the old checksum is written.',
        *check({ handoff, before, model }) {
          if (!before?.handoff || !isPlanned(before.handoff, model.stages)) return
          for (const key of contractKeys) {
            const currentChecksum = handoff.checksums.recorded[key]
            const digestBefore = before.handoff.checksums.recorded[key].value
            if (
              digestBefore === undefined ||
              currentChecksum.value === undefined ||
              currentChecksum.value === digestBefore
            )
              continue
            yield {
              message: msg`Unexpected checksum of ${contractFiles[key]}, expected the one from before the change`,
              hint: 'Completed stages were built against the old contract: a person decides whether they still fit. If not, write the old checksum, and restore the contract.',
              place: currentChecksum.place,
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
        repair: 'No command knows it any more: a person writes the checksum from before the change.',
        *check({ plugin, handoff, before }) {
          const { checksums } = handoff
          const checksumsBefore = before?.handoff?.checksums.recorded
          if (checksums.state === 'malformed' || !checksumsBefore) return
          const recordedKeys = contractKeys.filter((key) => checksumsBefore[key].value !== undefined)
          // CONTRACT_FILE_MISSING: a plan that is gone may be recorded as absent.
          const isPlanAbsent = [before, plugin].every(({ contracts }) => contracts.plan.file === 'absent')
          const finding = (keys: readonly string[], place: typeof handoff.top) => ({
            message: msg`Missing checksum of ${keys}, expected what was recorded before the change`,
            hint: 'No command knows it any more: a person writes it as it was before the change.',
            place,
          })
          const absentKeys = recordedKeys.filter((key) => checksums.recorded[key].state === 'absent')
          if (absentKeys.length > 0) yield finding(absentKeys, handoff.top)
          for (const key of recordedKeys) {
            const checksum = checksums.recorded[key]
            if (checksum.state === 'null' && !(key === 'plan' && isPlanAbsent)) yield finding([key], checksum.place)
          }
        },
      },
    ]),
  ],
}
