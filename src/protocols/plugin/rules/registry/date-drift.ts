import { inRegistry, notesSample, sample } from '../../examples.ts'
import { drift, expecting, syncing } from './drift.ts'

export const dateDrift = drift({
  field: 'updated',
  says: (text) => text,
  tell(drifting) {
    const right = drifting.said.row === drifting.settlement.updated ? 'row' : 'second'
    return { message: expecting(drifting, 'Last Updated', right, ', the later day'), ...syncing(drifting, right) }
  },
  code: 'REGISTRY_DATE_DRIFT',
  strict: 'error',
  soft: 'warning',
  summary: 'Row and entry of a plugin say different days under `Last Updated`.',
  why: 'One of the two was forgotten when the plugin moved on; what else was forgotten then, nobody can tell.',
  repair: '`/sync NAME` writes the later day into both places.',
  safe: true,
  examples() {
    return {
      bad: [
        { about: 'the row is behind', head: inRegistry(sample, ['| 2026-02-02 |', '| 2026-02-01 |']) },
        { about: 'the entry is behind', head: inRegistry(sample, ['**Last Updated:** 2026-02-02', '**Last Updated:** 2026-02-01']) },
      ],
      good: [
        { about: 'notes, which have no day', head: notesSample },
        {
          about: 'a table without a column for the day',
          head: inRegistry(sample, ['| Last Updated |', '| Since |'], ['| 2026-02-02 |', '| 2026-02-01 |']),
        },
      ],
    }
  },
})
