import { change, inRegistry, notesPath, notesSample, sample } from '../../examples.ts'
import { normalised } from '../../status.ts'
import { drift } from './drift.ts'

/** What stands for no version. */
const none: ReadonlySet<string> = new Set(['-', 'N/A'])

export const versionDrift = drift({
  field: 'version',
  label: 'Version',
  says(text) {
    const version = normalised(text)
    return none.has(version) ? '' : version
  },
  code: 'REGISTRY_VERSION_DRIFT',
  strict: 'warning',
  soft: 'warning',
  summary: 'Row and second place of a plugin say different versions.',
  why: 'Who looks up which version is out finds two.',
  repair: '`/sync NAME` takes over what the entry says, `/sync NAME --from table` what the row says.',
  safe: true,
  get examples() {
    return {
      bad: [
        { about: 'the row is behind', head: inRegistry(sample, ['| 0.1.0 |', '| 0.0.9 |']) },
        { about: 'the row is ahead of the notes', head: change(notesSample, { [notesPath]: [['0.1.0', '0.0.9']] }) },
      ],
      good: [
        {
          about: 'no version, said in two ways',
          head: inRegistry(sample, ['| 0.1.0 |', '| - |'], ['**Version:** 0.1.0', '**Version:** N/A']),
        },
        { about: 'no version in the row', head: inRegistry(sample, ['| 0.1.0 |', '| - |']) },
        { about: 'an empty cell', head: inRegistry(sample, ['| 0.1.0 |', '| |']) },
        { about: 'no version in the entry', head: inRegistry(sample, ['**Version:** 0.1.0\n', '']) },
        { about: 'bold in one place', head: inRegistry(sample, ['**Version:** 0.1.0', '**Version:** **0.1.0**']) },
      ],
    }
  },
})
