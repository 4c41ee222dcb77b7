import type { Finding } from '../../../core/diagnostic.ts'
import { contradiction } from '../../../core/compared.ts'
import { msg } from '../../../core/message.ts'
import { registryPair, stagePair, type SharedField } from '../compared.ts'
import { offer } from './offers.ts'
import { isLive, isSettled, resolutionOf, isAllowed, statusOf, type RegistryResolution, type Side } from '../registry/resolution.ts'
import { plugins, type PluginSubject, type PluginRules } from './subjects.ts'
import { statusText } from '../registry/values.ts'
import { overParts } from '../../../kit/rules.ts'

/** A value of the row and one of the second place that differ. */
interface DriftSubject extends PluginSubject {
  /** What they say. */
  readonly values: Readonly<Record<Side, string>>
  /** What `/sync` makes of the plugin. */
  readonly resolution: RegistryResolution
}

/** The finding about a drift. */
type FindingParts = Pick<Finding, 'message' | 'offers' | 'hint' | 'choice'>

interface Drift {
  readonly field: SharedField
  readonly describe: (drifting: DriftSubject) => FindingParts
}

const otherSide = (side: Side): Side => (side === 'row' ? 'second' : 'row')

/** How a place is called. */
const placeName = (side: Side, { layout }: PluginSubject['model']): string =>
  side === 'row' ? 'the row' : layout === 'notes' ? 'the notes' : 'the entry'

/** One side is right, for the reason named there. */
function expecting({ values, model }: DriftSubject, label: string, right: Side, why = ''): string {
  const wrong = otherSide(right)
  return `${msg`Unexpected ${label} ${values[wrong]} in`} ${placeName(wrong, model)}${msg`, expected ${values[right]} as in`} ${placeName(right, model)}${why}`
}

const byHand = 'Correct the one that is wrong.'

/** What a command does that writes one side into the other. */
function writing(drifting: DriftSubject, right: Side): string {
  const { model, values } = drifting
  const wrong = otherSide(right)
  return `${msg`writes ${values[right]} into`} ${placeName(wrong, model)}`
}

/** `/sync` writes what is right. */
function syncing(drifting: DriftSubject, right: Side): Omit<FindingParts, 'message'> {
  const { plugin, model } = drifting
  const does = writing(drifting, right)
  const offers = offer('sync', { plugin, model }, does)
  return { offers, ...(offers.length === 0 && { hint: byHand }) }
}

/** A person has to choose: `/sync` goes the one way, and the other is named next to it. */
function eitherWay(drifting: DriftSubject, right: Side): Omit<FindingParts, 'message'> {
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
function neither({ plugin, model, values }: DriftSubject) {
  const implied = statusOf(plugin.state) ?? null
  return {
    message: msg`Unexpected ${'Status'} ${values.row} in the row and ${values.second} in the second place, expected ${implied} as the handoff implies`,
    offers: offer('sync from handoff', { plugin, model }, msg`writes ${implied} into both`),
    hint: 'If the registry is right, fix the handoff.',
    choice: true,
  } as const
}

/** Nothing shows which of two values is right. */
function undecided({ model, values }: DriftSubject, label: string, why: string): FindingParts {
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
    overParts(plugins, [
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
        summary: 'Row and entry of a plugin have different dates under `Last Updated`.',
        why: 'One of the two was forgotten when the plugin moved on; what else was forgotten then is unknown.',
        repair: '`/sync NAME` writes the later date into both places.',
        safe: true,
        check: (subject) =>
          drift(subject, {
            field: 'updated',
            describe(drifting) {
              const right = drifting.values.row === drifting.resolution.updated ? 'row' : 'second'
              return { message: expecting(drifting, 'Last Updated', right, ', the later date'), ...syncing(drifting, right) }
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
