import type { Notes } from '../../core/lanes.ts'
import { deliveryLifetime } from './history.ts'
import type { Job } from './jobs.ts'

/** Which deliveries have had a commit checked again: one that comes twice asks for one check. */
export interface Rechecks {
  /** The jobs whose delivery has not had its commit checked again yet. */
  fresh<Task extends Job>(jobs: readonly Task[]): Promise<readonly Task[]>
  /** Remembers that the check of these jobs was begun: a check run that is left in progress is found by itself. */
  begun(jobs: readonly Job[]): Promise<void>
}

/** Remembers it in notes, for as long as GitHub may send a delivery again. */
export const rechecks = (notes: Notes): Rechecks => ({
  async fresh(jobs) {
    const values = await notes.get(
      'rechecked',
      jobs.map(({ delivery }) => delivery),
    )
    return jobs.filter((_, index) => values[index] === undefined)
  },
  async begun(jobs) {
    for (const { delivery } of jobs) await notes.put('rechecked', delivery, '', deliveryLifetime / 1000)
  },
})
