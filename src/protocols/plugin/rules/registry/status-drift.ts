import { msg } from '../../../../core/message.ts'
import { statusOf } from '../../expected-status.ts'
import { change, handoffPath, inRegistry, notesPath, notesSample, registryPath, sample } from '../../examples.ts'
import { offer } from '../../offers.ts'
import { isAllowed } from '../../settlement.ts'
import { normalised } from '../../status.ts'
import { drift, eitherWay, expecting, syncing, type Drifting } from './drift.ts'

const written = (from: string, to: string) => inRegistry(sample, [`**Status:** ${from}`, `**Status:** ${to}`])

/** Without a handoff: row and entry with these statuses. */
const bare = (row: string, entry: string) =>
  change(sample, {
    [handoffPath]: null,
    [registryPath]: [
      ['| 🚧 Stage 2 |', `| ${row} |`],
      ['**Status:** 🚧 Stage 2', `**Status:** ${entry}`],
    ],
  })

/** The handoff implies something else than both. */
function neither({ plugin, model, said }: Drifting) {
  const implied = statusOf(plugin.state) ?? null
  return {
    message: msg`Unexpected ${'Status'} ${said.row} in the row and ${said.second} in the second place, expected ${implied} as the handoff implies`,
    offers: offer('sync from handoff', { plugin, model }, msg`writes ${implied} into both`),
    hint: 'If the registry is right, mend the handoff.',
    choice: true,
  } as const
}

export const statusDrift = drift({
  field: 'status',
  says: normalised,
  tell(drifting) {
    const { plugin, model, settlement } = drifting
    const { winner = 'second', because, status = '' } = settlement
    if (!isAllowed(status, plugin, model)) return neither(drifting)
    if (because === 'handoff')
      return { message: expecting(drifting, 'Status', winner, ': the handoff allows no other'), ...syncing(drifting, winner) }
    const why = because === 'further' ? ', which is further along' : ''
    return { message: expecting(drifting, 'Status', winner, why), ...eitherWay(drifting, winner) }
  },
  code: 'REGISTRY_STATUS_DRIFT',
  strict: 'error',
  soft: 'error',
  summary: 'Row and second place of a plugin say different statuses.',
  why: 'One of the two is wrong, and whoever reads only the other one acts on it.',
  repair:
    '`/sync NAME` writes the status that the handoff allows into both places, which is safe. Where the handoff settles nothing, it takes the one that is further along; `/sync NAME --from entry` and `/sync NAME --from table` take the one that is named.',
  safe: true,
  examples() {
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
        { about: 'installed in the row alone, and no handoff', head: bare('📦 Installed', '💡 Ideated') },
        {
          about: 'the same as far as it goes, with a note',
          head: bare('💡 Ideated', '💡 Ideated (on paper)'),
          also: ['REGISTRY_STATUS_NOTE'],
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
