import type { Finding } from '../../../core/diagnostic.ts'
import { contradiction } from '../../../core/compared.ts'
import { msg } from '../../../core/message.ts'
import { registryPair, stagePair, type SharedField } from '../compared.ts'
import { offer } from './offers.ts'
import { isLive, isSettled, resolutionOf, isAllowed, statusOf, type RegistryResolution, type Side } from '../registry/resolution.ts'
import { plugins, type PluginSubject, type PluginRules } from './subjects.ts'
import { statusText } from '../registry/status.ts'
import { over } from '../../../kit/rules.ts'

/** A value of the row and one of the second place that differ. */
interface Drifting extends PluginSubject {
  /** What they say. */
  readonly values: Readonly<Record<Side, string>>
  /** What `/sync` makes of the plugin. */
  readonly resolution: RegistryResolution
}

/** The finding about a drift. */
type FindingParts = Pick<Finding, 'message' | 'offers' | 'hint' | 'choice'>

interface Drift {
  readonly field: SharedField
  readonly describe: (drifting: Drifting) => FindingParts
}

const otherSide = (side: Side): Side => (side === 'row' ? 'second' : 'row')

/** How a place is called. */
const placeName = (side: Side, { layout }: PluginSubject['model']): string =>
  side === 'row' ? 'the row' : layout === 'notes' ? 'the notes' : 'the entry'

/** One side is right, for the reason named there. */
function expecting({ values, model }: Drifting, label: string, right: Side, why = ''): string {
  const wrong = otherSide(right)
  return `${msg`Unexpected ${label} ${values[wrong]} in`} ${placeName(wrong, model)}${msg`, expected ${values[right]} as in`} ${placeName(right, model)}${why}`
}

const byHand = 'Correct the one that is wrong.'

/** What a command does that writes one side into the other. */
function writing(drifting: Drifting, right: Side): string {
  const { model, values } = drifting
  const wrong = otherSide(right)
  return `${msg`writes ${values[right]} into`} ${placeName(wrong, model)}`
}

/** `/sync` writes what is right. */
function syncing(drifting: Drifting, right: Side): Omit<FindingParts, 'message'> {
  const { plugin, model } = drifting
  const does = writing(drifting, right)
  const offers = offer('sync', { plugin, model }, does)
  return { offers, ...(offers.length === 0 && { hint: byHand }) }
}

/** A person has to choose: `/sync` goes the one way, and the other is named next to it. */
function eitherWay(drifting: Drifting, right: Side): Omit<FindingParts, 'message'> {
  const { plugin, model } = drifting
  const { offers = [], ...advised } = syncing(drifting, right)
  const wrong = otherSide(right)
  const back = offer(wrong === 'row' ? 'sync from table' : 'sync from entry', { plugin, model }, writing(drifting, wrong))
  return { ...advised, offers: [...offers, ...back], choice: true }
}

/** A value of the row that differs from that of the second place. */
function* drift({ plugin, model }: PluginSubject, { field, describe }: Drift): Iterable<Finding> {
  const { row, second, ...pair } = registryPair(plugin, model, field)
  if (pair.agrees || !row || !second) return
  yield {
    ...describe({ plugin, model, values: { row: row.shown, second: second.shown }, resolution: resolutionOf(plugin, model) }),
    place: row.place,
    related: [{ ...second.place, message: msg`says ${second.shown}` }],
    ...contradiction(pair),
  }
}

/** The handoff implies something else than both. */
function neither({ plugin, model, values }: Drifting) {
  const implied = statusOf(plugin.state) ?? null
  return {
    message: msg`Unexpected ${'Status'} ${values.row} in the row and ${values.second} in the second place, expected ${implied} as the handoff implies`,
    offers: offer('sync from handoff', { plugin, model }, msg`writes ${implied} into both`),
    hint: 'If the registry is right, fix the handoff.',
    choice: true,
  } as const
}

/** Nothing shows which of two values is right. */
function undecided({ model, values }: Drifting, label: string, why: string): FindingParts {
  const said = `${msg`Unexpected ${label} ${values.row} in`} ${placeName('row', model)}${msg` and ${values.second} in`} ${placeName('second', model)}`
  return { message: `${said}, expected the same in both: ${why}`, hint: byHand, choice: true }
}

/** A version that only one of the two places says: the other was forgotten. */
function* alone({ plugin, model }: PluginSubject): Iterable<Finding> {
  const { row, second } = plugin
  const pair = registryPair(plugin, model, 'version')
  const present = pair.row ?? pair.second
  if (pair.agrees || !row || !second || !present || (pair.row && pair.second)) return
  const there = pair.row ? 'row' : 'second'
  const missing = otherSide(there)
  const offers = offer('sync', { plugin, model }, `${msg`writes ${present.shown} into`} ${placeName(missing, model)}`)
  yield {
    message: `${msg`Missing ${'Version'} in`} ${placeName(missing, model)}${msg`, expected ${present.shown} as in`} ${placeName(there, model)}`,
    offers,
    ...(offers.length === 0 && { hint: 'Write it there too.' }),
    place: row.version?.place ?? row.place,
    related: [{ ...(second.version?.place ?? second.place), message: 'the second place' }],
    ...contradiction(pair),
  }
}

/** Row, second place and handoff that disagree */
export const driftRules: PluginRules = {
  name: 'drift',
  title: 'Row, second place and handoff that disagree',
  rules: [
    over(plugins, [
      {
        code: 'REGISTRY_STATUS_DRIFT',
        strict: 'error',
        soft: 'error',
        contradiction: true,
        summary:
          'The row of a plugin in the registry and its second place (the entry below the table, or its notes) have different statuses.',
        why: 'One of the two is wrong, and readers may act on the wrong one.',
        repair:
          '`/sync NAME` writes the status that the handoff allows into both places, which is safe. Where the handoff settles nothing, it takes the one that is further along; `/sync NAME --from entry` and `/sync NAME --from table` take the one that is named.',
        safe: true,
        examples: ({ change, handoffPath, inRegistry, notesPath, notesSample, registryPath, sample }) => {
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
          return {
            bad: [
              { about: 'the row is behind', head: inRegistry(sample, ['| 🚧 Stage 2 |', '| 🚧 Stage 0 |']) },
              {
                about: 'the note that is part of a status, in one place only',
                head: inRegistry(
                  sample,
                  ['| TinyGain | 🚧 Stage 2 |', '| TinyGain | 💡 Ideated |'],
                  ['**Status:** 🚧 Stage 2', '**Status:** 💡 Ideated (Draft Params)'],
                ),
              },
              { about: 'installed in the row alone, and no handoff', head: bare('📦 Installed', '💡 Ideated') },
              { about: 'the row is ahead of the notes', head: change(notesSample, { [notesPath]: [['🚧 Stage 2\n', '🚧 Stage 0\n']] }) },
            ],
            good: [
              {
                about: 'a note in one place only, which no status has in its form',
                head: bare('💡 Ideated', '💡 Ideated (on paper)'),
                also: ['REGISTRY_STATUS_NOTE'],
              },
              {
                about: 'a note behind a dash, which goes on in the next line',
                head: written('🚧 Stage 2', '🚧 Stage 2 — builds on two\nmachines'),
                also: ['REGISTRY_STATUS_NOTE'],
              },
              { about: 'bold in one place, wholly', head: written('🚧 Stage 2', '**🚧 Stage 2**') },
              { about: 'bold in one place, in part', head: written('🚧 Stage 2', '🚧 __Stage 2__') },
              { about: 'other white space', head: written('🚧 Stage 2', '🚧\u00a0 Stage\t2') },
              { about: 'a variation selector behind the emoji', head: written('🚧 Stage 2', '🚧\ufe0f Stage 2') },
            ],
          }
        },
        check: (subject) =>
          drift(subject, {
            field: 'status',
            describe(drifting) {
              const { plugin, model, resolution } = drifting
              const { winner = 'second', because, status = '' } = resolution
              if (!isAllowed(status, plugin, model) || (because === 'undecided' && isLive(plugin))) return neither(drifting)
              if (because === 'undecided') return undecided(drifting, 'Status', 'neither is one of the statuses that there are')
              if (isSettled(resolution, 'status'))
                return { message: expecting(drifting, 'Status', winner, ': the handoff allows no other'), ...syncing(drifting, winner) }
              const why = because === 'further' ? ', which is further along' : ''
              return { message: expecting(drifting, 'Status', winner, why), ...eitherWay(drifting, winner) }
            },
          }),
      },
      {
        code: 'REGISTRY_DATE_DRIFT',
        strict: 'error',
        soft: 'warning',
        contradiction: true,
        summary: 'Row and entry of a plugin have different days under `Last Updated`.',
        why: 'One of the two was forgotten when the plugin moved on; what else was forgotten then is unknown.',
        repair: '`/sync NAME` writes the later day into both places.',
        safe: true,
        examples: ({ inRegistry, notesSample, sample }) => ({
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
        }),
        check: (subject) =>
          drift(subject, {
            field: 'updated',
            describe(drifting) {
              const right = drifting.values.row === drifting.resolution.updated ? 'row' : 'second'
              return { message: expecting(drifting, 'Last Updated', right, ', the later day'), ...syncing(drifting, right) }
            },
          }),
      },
      {
        code: 'REGISTRY_VERSION_DRIFT',
        strict: 'warning',
        soft: 'warning',
        contradiction: true,
        summary:
          'The row of a plugin in the registry and its second place (the entry below the table, or its notes) have different versions. If only one of them has a version, it is a notice.',
        why: 'Readers find two released versions, or none.',
        repair:
          'Where only one place has a version, `/sync NAME` writes it into the other, which is safe. Of two it takes the higher one, otherwise the one that the newest line of the timeline names. Where neither decides, correct the wrong one by hand.',
        safe: true,
        examples: ({ change, inRegistry, notesPath, notesSample, sample }) => ({
          bad: [
            { about: 'the row is behind', head: inRegistry(sample, ['| 0.1.0 |', '| 0.0.9 |']) },
            { about: 'the row is ahead of the notes', head: change(notesSample, { [notesPath]: [['0.1.0', '0.0.9']] }) },
            {
              about: 'an older one in the entry, whatever place that is',
              head: inRegistry(sample, ['| 0.1.0 |', '| 0.1.10 |'], ['**Version:** 0.1.0', '**Version:** 0.1.9']),
            },
            {
              about: 'two that have no order, of which the timeline names one',
              head: inRegistry(
                sample,
                ['| 0.1.0 |', '| Winter |'],
                ['**Version:** 0.1.0', '**Version:** Autumn'],
                ['(Stage 2):** ', '(Stage 2):** Winter: '],
              ),
            },
            {
              about: 'two that have no order',
              head: inRegistry(sample, ['| 0.1.0 |', '| Winter |'], ['**Version:** 0.1.0', '**Version:** Autumn']),
            },
            { about: 'no version in the row', head: inRegistry(sample, ['| 0.1.0 |', '| - |']), level: 'notice' as const },
            { about: 'an empty cell', head: inRegistry(sample, ['| 0.1.0 |', '| |']), level: 'notice' as const },
            { about: 'no version in the entry', head: inRegistry(sample, ['**Version:** 0.1.0\n', '']), level: 'notice' as const },
            { about: 'no version in the notes', head: change(notesSample, { [notesPath]: [['0.1.0', 'N/A']] }), level: 'notice' as const },
          ],
          good: [
            {
              about: 'no version, written in two ways',
              head: inRegistry(sample, ['| 0.1.0 |', '| - |'], ['**Version:** 0.1.0', '**Version:** N/A']),
            },
            { about: 'a table without versions', head: inRegistry(sample, ['| Version |', '| Size |'], ['| 0.1.0 |', '| 3 |']) },
            { about: 'bold in one place', head: inRegistry(sample, ['**Version:** 0.1.0', '**Version:** **0.1.0**']) },
            { about: 'a `v` in one place', head: inRegistry(sample, ['**Version:** 0.1.0', '**Version:** v0.1.0']) },
            { about: 'a note in one place', head: inRegistry(sample, ['**Version:** 0.1.0', '**Version:** 0.1.0 (for testers)']) },
          ],
        }),
        *check(subject) {
          yield* drift(subject, {
            field: 'version',
            describe(drifting) {
              const { versionWinner: winner, versionBecause } = drifting.resolution
              if (!winner) return undecided(drifting, 'Version', 'neither is higher, and no line of the timeline decides')
              const why = versionBecause === 'higher' ? ', the higher one' : ', which the newest line of the timeline names'
              return { message: expecting(drifting, 'Version', winner, why), ...eitherWay(drifting, winner) }
            },
          })
          for (const found of alone(subject)) yield { ...found, levels: { strict: 'notice', soft: 'notice' } }
        },
      },
      {
        code: 'REGISTRY_STAGE_DRIFT',
        strict: 'error',
        soft: 'warning',
        contradiction: true,
        summary: 'The registry does not say what the handoff implies.',
        why: 'People read the registry and agents read the handoff: they would do different things.',
        repair: '`/sync NAME --from handoff` writes what the handoff implies into the registry.',
        examples: ({
          change,
          inHandoff,
          inProgressSample,
          inRegistry,
          notesPath,
          notesSample,
          phasedSample,
          registryPath,
          sample,
          sampleEntry,
          withStatus,
          workingSample,
        }) => {
          /** The last phase of the audio engine is complete; nothing says that the stage is closed. */
          const lastPhaseSample = withStatus(
            inHandoff(
              phasedSample,
              ['phase: "3.1"', 'phase: "3.2"'],
              ['next_action: continue_dsp_phase_3.2\nnext_phase: "3.2"', 'next_action: invoke_gui_agent\nnext_phase: null'],
            ),
            '🚧 Stage 3.1',
            '🚧 Stage 3.2',
          )
          return {
            bad: [
              { about: 'the registry is behind', head: withStatus(sample, '🚧 Stage 2', '🚧 Stage 0') },
              { about: 'the registry is ahead', head: withStatus(sample, '🚧 Stage 2', '🚧 Stage 3') },
              { about: 'working, though a stage is left', head: withStatus(sample, '🚧 Stage 2', '✅ Working') },
              {
                about: 'work in progress, and the registry is further behind',
                head: withStatus(inProgressSample, '🚧 Stage 3', '🚧 Stage 0'),
              },
              { about: 'the end of the work not recorded', head: withStatus(workingSample, '✅ Working', '🚧 Stage 5') },
              {
                about: 'a phase, and the registry says that its stage is closed',
                head: withStatus(phasedSample, '🚧 Stage 3.1', '🚧 Stage 3'),
              },
              {
                about: 'no second place',
                head: inRegistry(withStatus(sample, '🚧 Stage 2', '🚧 Stage 0'), [sampleEntry.replace('🚧 Stage 2', '🚧 Stage 0'), '']),
              },
              {
                about: 'notes that are behind',
                head: change(notesSample, { [registryPath]: [['🚧 Stage 2', '🚧 Stage 0']], [notesPath]: [['🚧 Stage 2', '🚧 Stage 0']] }),
              },
            ],
            good: [
              {
                about: 'work that has begun, and the registry still says the stage before',
                head: withStatus(inProgressSample, '🚧 Stage 3', '🚧 Stage 2'),
              },
              { about: 'the last phase, and its own status', head: lastPhaseSample },
              { about: 'the last phase, and the status of its stage', head: withStatus(lastPhaseSample, '🚧 Stage 3.2', '🚧 Stage 3') },
              {
                about: 'the last stage complete, and working',
                head: inHandoff(workingSample, ['status: workflow_complete', 'status: complete']),
              },
            ],
          }
        },
        *check({ plugin, model }) {
          const { row, second, handoff } = plugin
          const pair = stagePair(plugin, model)
          if (!handoff || !pair || pair.agrees) return
          const { written, implied } = pair
          yield {
            message: msg`Unexpected status ${statusText(written.text)} in the registry, expected ${implied} as the handoff implies`,
            offers: offer('sync from handoff', { plugin, model }, 'writes it there'),
            hint: 'If the registry is right, fix the handoff.',
            place: row?.status?.place ?? row?.place ?? written.place,
            related: [{ ...handoff.fields.status.place, message: msg`implies ${implied}` }],
            ...(second && { concerns: [second.path] }),
            ...contradiction(pair),
          }
        },
      },
    ]),
  ],
}
