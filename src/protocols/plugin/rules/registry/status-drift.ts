import { change, inRegistry, notesPath, notesSample, sample } from '../../examples.ts'
import { normalised } from '../../status.ts'
import { drift } from './drift.ts'

const written = (from: string, to: string) => inRegistry(sample, [`**Status:** ${from}`, `**Status:** ${to}`])

export const statusDrift = drift({
  field: 'status',
  label: 'Status',
  says: normalised,
  code: 'REGISTRY_STATUS_DRIFT',
  strict: 'error',
  soft: 'error',
  summary: 'Row and second place of a plugin say different statuses.',
  why: 'One of the two is wrong, and whoever reads only the other one acts on it.',
  repair: '`/sync NAME` takes over what the entry says, `/sync NAME --from table` what the row says.',
  safe: true,
  get examples() {
    return {
      bad: [
        { about: 'the row is behind', head: inRegistry(sample, ['| 🚧 Stage 2 |', '| 🚧 Stage 0 |']) },
        {
          about: 'a note in one place only',
          head: inRegistry(
            sample,
            ['| TinyGain | 🚧 Stage 2 |', '| TinyGain | 💡 Ideated |'],
            ['**Status:** 🚧 Stage 2', '**Status:** 💡 Ideated (Draft Params)'],
          ),
        },
        { about: 'the row is ahead of the notes', head: change(notesSample, { [notesPath]: [['🚧 Stage 2\n', '🚧 Stage 0\n']] }) },
      ],
      good: [
        { about: 'bold in one place, wholly', head: written('🚧 Stage 2', '**🚧 Stage 2**') },
        { about: 'bold in one place, in part', head: written('🚧 Stage 2', '🚧 __Stage 2__') },
        { about: 'other white space', head: written('🚧 Stage 2', '🚧\u00a0 Stage\t2') },
        { about: 'a variation selector behind the emoji', head: written('🚧 Stage 2', '🚧\ufe0f Stage 2') },
      ],
    }
  },
})
