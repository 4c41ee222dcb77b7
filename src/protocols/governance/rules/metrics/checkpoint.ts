import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { change, checkpoint, checkpointPath, sample } from '../../examples.ts'
import { about, type Compared } from '../../subjects.ts'

const inCheckpoint = (more: Readonly<Record<string, unknown>>) => change(sample, { [checkpointPath]: checkpoint(more) })

export const checkpointId: Rule<Compared> = {
  code: 'GOV_CHECKPOINT_ID',
  strict: 'error',
  soft: 'warning',
  summary: 'The `id` of a checkpoint is not the name of its file, or its `phase` not that of its folder.',
  why: 'It was copied or renamed, and restores another state than it is asked for.',
  repair: 'Make them agree.',
  examples() {
    return {
      bad: [
        { about: 'another id', head: inCheckpoint({ id: 'cp-2' }) },
        { about: 'another phase', head: inCheckpoint({ phase: 'plan' }) },
      ],
      good: [{ about: 'both', head: inCheckpoint({}) }],
    }
  },
  *check({ now: { checkpoints, brain } }) {
    for (const { file, id, phase } of checkpoints) {
      for (const [key, expected] of [
        ['id', id],
        ['phase', phase],
      ] as const) {
        const written = file.text(key)
        if (written === undefined || written === expected) continue
        yield {
          message: msg`Unexpected ${key} ${written}, expected ${expected} as its path says`,
          hint: 'Rename the file, or write what its path says.',
          place: file.place(key),
          ...about(brain),
        }
      }
    }
  },
}
