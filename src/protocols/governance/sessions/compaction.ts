import { timeIn } from '../reading/records.ts'
import type { FileRecord } from '../../../kit/record.ts'
import type { Session } from './session.ts'

/**
 * What is wrong with the records of compactions: `undated` or `unlisted` where a compacted session lacks them;
 * `disagreeing`: the last has another time than `compactedAt`; `incomplete`: there are fewer than compactions.
 */
export type CompactionFault = 'undated' | 'unlisted' | 'disagreeing' | 'incomplete'

export function compactionFault({ file, history, state }: Session): CompactionFault | undefined {
  const { length } = file.list('compactionHistory')
  const isCompacted = state === 'compacted'
  if (isCompacted && !file.has('compactedAt')) return 'undated'
  if (isCompacted && !file.has('compactionHistory')) return 'unlisted'
  const lastTime = timeIn(file, 'compactionHistory', length - 1, 'timestamp')
  if (length > 0 && file.has('compactedAt') && lastTime !== timeIn(file, 'compactedAt')) return 'disagreeing'
  return length < history.filter(({ state: word }) => word === 'compacted').length ? 'incomplete' : undefined
}

/** A compaction after which the context is larger than before. */
interface GrownCompaction {
  readonly index: number
  readonly sizeBefore: number
  readonly sizeAfter: number
}

export function* grownCompactions(file: FileRecord): Iterable<GrownCompaction> {
  for (const index of file.list('compactionHistory').keys()) {
    const [sizeBefore, sizeAfter] = ['contextSizeBefore', 'contextSizeAfter'].map((key) =>
      file.number('compactionHistory', index, key),
    )
    if (sizeBefore !== undefined && sizeAfter !== undefined && sizeAfter > sizeBefore)
      yield { index, sizeBefore, sizeAfter }
  }
}
