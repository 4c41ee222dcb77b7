import type { Finding } from '../../../core/diagnostic.ts'
import { contradiction } from '../../../core/compared.ts'
import { msg } from '../../../core/message.ts'
import { registryPair, stagePair } from '../compared.ts'
import type { RegistryField } from '../registry/edits.ts'
import { offer, offersOr } from './offers.ts'
import {
  isLive,
  isSettled,
  resolutionOf,
  isAllowed,
  otherSide,
  reasons,
  statusOf,
  unchangedSide,
  type RegistryResolution,
  type Side,
} from '../registry/resolution.ts'
import { plugins, type PluginSubject, type PluginRules } from './subjects.ts'
import { withStatus } from '../model.ts'
import { statusText } from '../registry/values.ts'
import { isDay } from '../../../core/time.ts'
import { overParts } from '../../../kit/rules.ts'

/** A value of the row and one of the second place that differ. */
interface DriftSubject extends PluginSubject {
  /** What they say. */
  readonly values: Readonly<Record<Side, string>>
  /** What `/sync` makes of the plugin. */
  readonly resolution: RegistryResolution
}

type FindingParts = Pick<Finding, 'message' | 'offers' | 'hint' | 'choice'>

interface Drift {
  readonly field: RegistryField
  readonly describe: (driftSubject: DriftSubject) => FindingParts
}

const placeName = (side: Side, { layout }: PluginSubject['model']): string =>
  side === 'row' ? 'the row' : layout === 'notes' ? 'the notes' : 'the entry'

/** One side is right, for the reason named there. */
function mismatchMessage({ values, model }: DriftSubject, label: string, rightSide: Side, reason = ''): string {
  const wrongSide = otherSide[rightSide]
  return `${msg`Unexpected ${label} ${values[wrongSide]} in`} ${placeName(wrongSide, model)}${msg`, expected ${values[rightSide]} as in`} ${placeName(rightSide, model)}${reason}`
}

const manualHint = 'Correct the one that is wrong.'

/** What a command does that writes one side into the other. */
function writeDescription(driftSubject: DriftSubject, rightSide: Side): string {
  const { model, values } = driftSubject
  const wrongSide = otherSide[rightSide]
  return `${msg`writes ${values[rightSide]} into`} ${placeName(wrongSide, model)}`
}

const syncAdvice = (driftSubject: DriftSubject, rightSide: Side): Omit<FindingParts, 'message'> =>
  offersOr(offer('sync', driftSubject, writeDescription(driftSubject, rightSide)), manualHint)

/** A person has to choose: `/sync` goes the one way, and the other is named next to it. */
function choiceAdvice(driftSubject: DriftSubject, rightSide: Side): Omit<FindingParts, 'message'> {
  const { offers = [], ...advice } = syncAdvice(driftSubject, rightSide)
  const wrongSide = otherSide[rightSide]
  const oppositeOffers = offer(fromSide[wrongSide], driftSubject, writeDescription(driftSubject, wrongSide))
  return { ...advice, offers: [...offers, ...oppositeOffers], choice: true }
}

const fromSide = { row: 'sync from table', second: 'sync from entry' } as const

/**
 * The change wrote a status into one place alone, and what both said before it holds. The status of the other is
 * offered only where the handoff says where the plugin is whatever the registry says: otherwise it would be a move, of
 * which no other file says anything.
 */
function asBefore(drifting: DriftSubject, right: Side): FindingParts {
  const { plugin, model, values } = drifting
  const changed = otherSide[right]
  const isMove = !isLive(plugin) || !isLive(withStatus(plugin, values[changed], model))
  return {
    message: mismatchMessage(drifting, 'Status', right, ' and in both before the change'),
    offers: [
      ...offer(fromSide[right], drifting, writeDescription(drifting, right)),
      ...(isMove ? [] : offer(fromSide[changed], drifting, writeDescription(drifting, changed))),
    ],
    ...(isMove && {
      hint: `If the plugin moved, write that into its handoff and into ${placeName(right, model)} too.`,
    }),
    choice: true,
  }
}

/** A value of the row that differs from that of the second place. */
function* driftFindings(subject: PluginSubject, { field, describe }: Drift): Iterable<Finding> {
  const { plugin, model } = subject
  const { row, second, ...pair } = registryPair(plugin, model, field)
  if (pair.agrees || !row || !second) return
  const values = { row: row.shown, second: second.shown }
  yield {
    ...describe({ ...subject, values, resolution: resolutionOf(plugin, model) }),
    place: row.place,
    related: [{ ...second.place, message: msg`says ${second.shown}` }],
    ...contradiction(pair),
  }
}

/** The handoff implies something else than both. */
function bothWrongFinding({ plugin, model, values }: DriftSubject) {
  const impliedStatus = statusOf(plugin.state) ?? null
  return {
    message: msg`Unexpected ${'Status'} ${values.row} in the row and ${values.second} in the second place, expected ${impliedStatus} as the handoff implies`,
    offers: offer('sync from handoff', { plugin, model }, msg`writes ${impliedStatus} into both`),
    hint: 'If the registry is right, fix the handoff.',
    choice: true,
  } as const
}

/** Nothing shows which of two values is right. */
function undecidedFinding({ model, values }: DriftSubject, label: string, reason: string): FindingParts {
  const contradictionText = `${msg`Unexpected ${label} ${values.row} in`} ${placeName('row', model)}${msg` and ${values.second} in`} ${placeName('second', model)}`
  return { message: `${contradictionText}, expected the same in both: ${reason}`, hint: manualHint, choice: true }
}

/** A version that only one of the two places says: the other was forgotten. */
function* singleVersionFindings(subject: PluginSubject): Iterable<Finding> {
  const { plugin, model } = subject
  const { row, second } = plugin
  const pair = registryPair(plugin, model, 'version')
  const presentValue = pair.row ?? pair.second
  if (pair.agrees || !row || !second || !presentValue || (pair.row && pair.second)) return
  const presentSide = pair.row ? 'row' : 'second'
  const missingSide = otherSide[presentSide]
  const offers = offer('sync', subject, `${msg`writes ${presentValue.shown} into`} ${placeName(missingSide, model)}`)
  yield {
    message: `${msg`Missing ${'Version'} in`} ${placeName(missingSide, model)}${msg`, expected ${presentValue.shown} as in`} ${placeName(presentSide, model)}`,
    ...offersOr(offers, 'Write it there too.'),
    place: row.version?.place ?? row.place,
    related: [{ ...(second.version?.place ?? second.place), message: 'the second place' }],
    ...contradiction(pair),
  }
}

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
          '`/sync NAME` writes the status that the handoff allows into both places, which is safe. Where the handoff settles nothing, the status that both had before the change is the right one; without one, it takes the one that is further along; `/sync NAME --from entry` and `/sync NAME --from table` take the one that is named.',
        safe: true,
        check: (subject) =>
          driftFindings(subject, {
            field: 'status',
            describe(driftSubject) {
              const { plugin, model, resolution } = driftSubject
              const { value: status = '', winner = 'second', because } = resolution.status
              if (!isAllowed(status, plugin, model) || (because === 'undecided' && isLive(plugin)))
                return bothWrongFinding(driftSubject)
              if (because === 'undecided')
                return undecidedFinding(driftSubject, 'Status', 'neither is one of the statuses that there are')
              if (isSettled(resolution.status))
                return {
                  message: mismatchMessage(driftSubject, 'Status', winner, reasons.handoff),
                  ...syncAdvice(driftSubject, winner),
                }
              const unchanged = unchangedSide(plugin, driftSubject.before, model)
              if (unchanged) return asBefore(driftSubject, unchanged)
              const reason = because === 'further' ? reasons.further : ''
              return {
                message: mismatchMessage(driftSubject, 'Status', winner, reason),
                ...choiceAdvice(driftSubject, winner),
              }
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
        repair: '`/sync NAME` writes the later date into both places. Where neither is a date, correct them by hand.',
        safe: true,
        check: (subject) =>
          driftFindings(subject, {
            field: 'updated',
            describe(driftSubject) {
              const { values, resolution } = driftSubject
              if (!isSettled(resolution.updated))
                return undecidedFinding(driftSubject, 'Last Updated', 'neither is a date that exists')
              const rightSide = values.row === resolution.updated.value ? 'row' : 'second'
              const reason = [values.row, values.second].every(isDay)
                ? ', the later date'
                : ', the only date that exists'
              return {
                message: mismatchMessage(driftSubject, 'Last Updated', rightSide, reason),
                ...syncAdvice(driftSubject, rightSide),
              }
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
          yield* driftFindings(subject, {
            field: 'version',
            describe(driftSubject) {
              const { winner, because } = driftSubject.resolution.version
              if (!winner)
                return undecidedFinding(
                  driftSubject,
                  'Version',
                  'neither is higher, and no line of the timeline decides',
                )
              return {
                message: mismatchMessage(driftSubject, 'Version', winner, reasons[because]),
                ...choiceAdvice(driftSubject, winner),
              }
            },
          })
          for (const finding of singleVersionFindings(subject))
            yield { ...finding, levels: { strict: 'notice', soft: 'notice' } }
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
