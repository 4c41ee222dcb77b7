import type { Finding } from '../../../../core/diagnostic.ts'
import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { change, inRegistry, notesPath, notesSample, sample } from '../../examples.ts'
import { targetId } from '../../facts.ts'
import { offer } from '../../offers.ts'
import { isCertain, settlementOf, type Side } from '../../settlement.ts'
import { normalised } from '../../status.ts'
import type { PluginSubject } from '../../subjects.ts'
import { isNoVersion } from '../../writing/new-places.ts'
import { drift, eitherWay, expecting, placeName } from './drift.ts'

const says = (text: string) => (isNoVersion(normalised(text)) ? '' : normalised(text))

/** A version that only one of the two places says: the other was forgotten. A table without a column for it forgets nothing. */
function* alone({ plugin, model }: PluginSubject): Iterable<Finding> {
  const { name, row, second } = plugin
  if (!row || !second || row.table.columns.version === undefined) return
  const said = { row: says(row.version?.text ?? ''), second: says(second.version?.text ?? '') }
  if ((said.row === '') === (said.second === '')) return
  const [there, missing]: readonly Side[] = said.row === '' ? ['second', 'row'] : ['row', 'second']
  if (!there || !missing) return
  const offers = offer('sync', { plugin, model }, `${msg`writes ${said[there]} into`} ${placeName(missing, model)}`)
  yield {
    message: `${msg`Missing ${'Version'} in`} ${placeName(missing, model)}${msg`, expected ${said[there]} as in`} ${placeName(there, model)}`,
    offers,
    ...(offers.length === 0 && { hint: 'Write it there too.' }),
    ...(!isCertain(settlementOf(plugin, model)) && { choice: true }),
    place: row.version?.place ?? row.place,
    target: targetId(name),
    related: [{ ...(second.version?.place ?? second.place), message: 'the second place' }],
    levels: { strict: 'notice', soft: 'notice' },
  }
}

const differing = drift({
  field: 'version',
  says,
  tell(drifting) {
    const { winner } = drifting.settlement
    const why = winner ? ', as the status' : ''
    return { message: expecting(drifting, 'Version', winner ?? 'second', why), ...eitherWay(drifting, winner ?? 'second') }
  },
  code: 'REGISTRY_VERSION_DRIFT',
  strict: 'warning',
  soft: 'warning',
  summary: 'Row and second place of a plugin say different versions. Where only one of them says any, it is a notice.',
  why: 'Who looks up which version is out finds two, or none.',
  repair:
    'Where only one place has a version `/sync NAME` writes it into the other, which is safe. Of two it takes that of the side whose status holds, else that of the entry; `/sync NAME --from table` takes that of the row.',
  safe: true,
  examples() {
    return {
      bad: [
        { about: 'the row is behind', head: inRegistry(sample, ['| 0.1.0 |', '| 0.0.9 |']) },
        { about: 'the row is ahead of the notes', head: change(notesSample, { [notesPath]: [['0.1.0', '0.0.9']] }) },
        { about: 'no version in the row', head: inRegistry(sample, ['| 0.1.0 |', '| - |']), level: 'notice' as const },
        { about: 'an empty cell', head: inRegistry(sample, ['| 0.1.0 |', '| |']), level: 'notice' as const },
        { about: 'no version in the entry', head: inRegistry(sample, ['**Version:** 0.1.0\n', '']), level: 'notice' as const },
        { about: 'no version in the notes', head: change(notesSample, { [notesPath]: [['0.1.0', 'N/A']] }), level: 'notice' as const },
      ],
      good: [
        {
          about: 'no version, said in two ways',
          head: inRegistry(sample, ['| 0.1.0 |', '| - |'], ['**Version:** 0.1.0', '**Version:** N/A']),
        },
        { about: 'a table without versions', head: inRegistry(sample, ['| Version |', '| Size |'], ['| 0.1.0 |', '| 3 |']) },
        { about: 'bold in one place', head: inRegistry(sample, ['**Version:** 0.1.0', '**Version:** **0.1.0**']) },
      ],
    }
  },
})

/** Both kinds of one code: two versions, and one where there could be two. */
export const versionDrift: Rule<PluginSubject> = {
  ...differing,
  *check(subject: PluginSubject) {
    yield* differing.check(subject)
    yield* alone(subject)
  },
}
