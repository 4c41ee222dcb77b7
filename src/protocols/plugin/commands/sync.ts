import type { CommandDiagnostic } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import type { View } from '../../../core/view.ts'
import {
  isSettled,
  isStatus,
  placesDisagree,
  statusOf,
  isAllowed,
  otherSide,
  valuesOf,
  resolutionOf,
  statusFrom,
  type Side,
} from '../registry/resolution.ts'
import { byHandoff, withStatus, type Plugin, type PluginModel } from '../model.ts'
import { offer } from '../rules/offers.ts'
import { normalised, readStatus, withStatusText } from '../registry/values.ts'
import { register, withNotes, type Registration } from '../registry/register.ts'
import type { RegistryValues } from '../registry/edits.ts'
import {
  changing,
  missingHandoff,
  diagnostic,
  errorsOf,
  findings,
  registryObstacles,
  unknownState,
  unreadableFiles,
  notText,
} from './diagnostics.ts'
import { allOf, registeredOrAll, wrongUsage } from './target.ts'
import { command, type Call, type Precondition, type RulePrecondition } from '../../../kit/command.ts'

const sources = ['entry', 'table', 'handoff'] as const
type Source = (typeof sources)[number]

const sourceOf = ({ from }: { readonly from?: string }): Source | undefined => sources.find((source) => source === from)

/** Of all plugins those without a handoff, or with one that was left behind, go on without a word. */
const goesWithout = new Set(['PLUGIN_HANDOFF_MISSING', 'PLUGIN_STALE_HANDOFF'])

const says = (status: string | undefined, { status: recorded }: RegistryValues) => recorded !== undefined && recorded === status

/** What both places are to say. */
type RegistrationValues = Pick<Registration, 'row' | 'second'>

/** Both get what the handoff implies, and the request's day; what says so already stays. */
function fromHandoff(plugin: Plugin, day: string): RegistrationValues {
  const { row, second, handoff } = plugin
  const implied = statusOf(plugin.state)
  const [table, entry] = [valuesOf(row), valuesOf(second)]
  const places = [...(row ? [table] : []), ...(second ? [entry] : [])]
  const moved = !(places.length > 0 && places.every((place) => says(implied, place)))
  const updated = entry.updated ?? table.updated ?? handoff?.fields.last_updated.value ?? day
  const values = { status: implied, updated: moved ? day : updated }
  return { row: values, second: values }
}

/** One place gets what the other says, which gets nothing but a status and a day where it has none. */
function fromPlace(plugin: Plugin, model: PluginModel, source: 'entry' | 'table'): RegistrationValues {
  const side = source === 'table' ? 'row' : 'second'
  const own = valuesOf(plugin[side])
  const values = { status: statusFrom(side, plugin, model), updated: own.updated ?? resolutionOf(plugin, model).updated }
  const copied = { ...values, version: own.version }
  return source === 'table' ? { row: values, second: copied } : { row: copied, second: values }
}

/** What is right: a side that is named, or what is found value by value. `safe`: only values that are settled. */
interface SyncChoice {
  readonly source: Source | undefined
  readonly safe: boolean
}

function bothOf(plugin: Plugin, model: PluginModel, { source, safe }: SyncChoice): RegistrationValues {
  if (source === 'handoff') return fromHandoff(plugin, model.context.day)
  if (source !== undefined) return fromPlace(plugin, model, source)
  const resolution = resolutionOf(plugin, model)
  const value = (name: 'status' | 'version' | 'updated') => (safe && !isSettled(resolution, name) ? undefined : resolution[name])
  const values = { status: value('status'), version: value('version'), updated: value('updated') }
  return { row: values, second: values }
}

/** What both places are to say. Notes that are made for it may say something too. */
function registration(plugin: Plugin, model: PluginModel, view: View, wanted: SyncChoice): Registration {
  const placed = withNotes(plugin, model, view, bothOf(plugin, model, wanted).second)
  return { plugin: placed, ...bothOf(placed, model, wanted), timeline: [] }
}

const secondPlace = ({ layout }: PluginModel) => (layout === 'notes' ? 'notes' : 'entry')

/** A side that is named, or the other where that one says nothing, and that a live handoff contradicts. */
function contradiction(plugin: Plugin, model: PluginModel, source: 'entry' | 'table'): readonly CommandDiagnostic[] {
  const side = source === 'table' ? 'row' : 'second'
  const status = statusFrom(side, plugin, model) ?? ''
  if (isAllowed(status, plugin, model)) return []
  const saying = valuesOf(plugin[side]).status === undefined ? otherSide[side] : side
  const place = saying === 'row' ? 'row' : secondPlace(model)
  const message = `${msg`Unexpected status ${status} of ${plugin.name} in the`} ${place}${msg`, expected ${statusOf(byHandoff(plugin, model).state) ?? null} as the handoff implies`}`
  const isOther = resolutionOf(plugin, model).because === 'handoff'
  const offers = [
    ...(isOther ? offer('sync', { plugin, model }, 'takes the side that the handoff allows') : []),
    ...offer('sync from handoff', { plugin, model }, 'writes what it implies into both places'),
  ]
  return [diagnostic({ model, plugin }, 'REGISTRY_STAGE_DRIFT', message, { offers })]
}

/** Why the handoff cannot be used. */
function handoffProblems(plugin: Plugin, model: PluginModel): readonly CommandDiagnostic[] {
  const { hasHandoff, name } = plugin
  if (!hasHandoff) return [missingHandoff({ model, plugin }, msg`Missing handoff of ${name}, expected one`)]
  return [...findings(model, plugin, ['PLUGIN_STALE_HANDOFF']), ...unknownState(model, byHandoff(plugin, model))]
}

/** A side that is named, and says what is no status: nothing is overwritten with it. */
function noStatus(plugin: Plugin, model: PluginModel, source: 'entry' | 'table'): readonly CommandDiagnostic[] {
  const { text = '' } = plugin[source === 'table' ? 'row' : 'second']?.status ?? {}
  return !placesDisagree(plugin) || isStatus(text, model) ? [] : findings(model, plugin, ['REGISTRY_STATUS_UNKNOWN'])
}

/** Why a plugin cannot be synchronised. */
function obstacles(model: PluginModel, plugin: Plugin, source: Source | undefined): readonly CommandDiagnostic[] {
  const isStatusKnown = valuesOf(plugin.second).status !== undefined || valuesOf(plugin.row).status !== undefined
  return [
    ...unreadableFiles(model, plugin, ['notes']),
    ...findings(model, plugin, ['PLUGIN_NAME_INVALID', 'REGISTRY_DUPLICATE']),
    ...(source === 'handoff' ? handoffProblems(plugin, model) : isStatusKnown ? [] : unknownState(model, plugin)),
    ...(source === 'entry' || source === 'table' ? [...noStatus(plugin, model, source), ...contradiction(plugin, model, source)] : []),
  ]
}

/** Why the status of a side holds, after its name. */
const reasons = {
  handoff: ': the handoff allows no other',
  further: ', which is further along',
  canonical: ': the other is as far along',
} as const

/** Why the version of a side holds, after its name. */
const versionReasons = { higher: ', the higher one', timeline: ', which the newest line of the timeline names', undecided: '' } as const

/** That two values stay as they are. */
function staying(plugin: Plugin, model: PluginModel): readonly string[] {
  const { because, versionBecause } = resolutionOf(plugin, model)
  const [row, second] = [valuesOf(plugin.row), valuesOf(plugin.second)]
  const of = (what: string, name: 'status' | 'version', why: string) =>
    `${what} ${msg`${row[name] ?? ''} of the row and ${second[name] ?? ''}`} of the ${secondPlace(model)} stay: ${why}.`
  return [
    ...(because === 'undecided' ? [of('Statuses', 'status', 'neither is one of those that there are. Write one of them')] : []),
    ...(versionBecause === 'undecided' ? [of('Versions', 'version', 'nothing shows which is right. Correct the wrong one')] : []),
  ]
}

/** Which side won where the two differ, and why: a sentence each; of the status first. */
function verdicts(plugin: Plugin, model: PluginModel): readonly string[] {
  const { status = '', version = '', updated = '', winner, because, versionWinner, versionBecause } = resolutionOf(plugin, model)
  const [row, second] = [valuesOf(plugin.row), valuesOf(plugin.second)]
  const nameOf = (side: Side) => (side === 'row' ? 'row' : secondPlace(model))
  const isAlone =
    plugin.row?.table.columns.version !== undefined && plugin.second && (row.version === undefined) !== (second.version === undefined)
  return [
    ...(because && because !== 'undecided' && winner
      ? [`${msg`Status ${status}`} is that of the ${nameOf(winner)}${reasons[because]}.`]
      : []),
    ...(versionWinner && versionBecause
      ? [`${msg`Version ${version}`} is that of the ${nameOf(versionWinner)}${versionReasons[versionBecause]}.`]
      : []),
    ...staying(plugin, model),
    ...(isAlone
      ? [`${msg`Version ${version}`} is that of the ${nameOf(row.version === undefined ? 'second' : 'row')}, the only one.`]
      : []),
    ...(row.updated !== second.updated && row.updated && second.updated ? [msg`Day ${updated} is the later one.`] : []),
  ]
}

/** So many plugins are named in an answer about all. */
const mostNamed = 20

/** The answer about one plugin: where what is right was found, which side won. */
function replyAbout(plugin: Plugin, model: PluginModel, source: Source | undefined) {
  const won = source === undefined ? verdicts(plugin, model) : []
  const left = source === undefined ? staying(plugin, model) : []
  return {
    done: [
      left.length > 0
        ? msg`Changed what the registry says of ${plugin.name}.`
        : msg`The registry says the same of ${plugin.name} everywhere.`,
      ...won,
    ].join(' '),
    nothing: left.length > 0 ? left.join(' ') : msg`The registry says the same of ${plugin.name} everywhere already.`,
  }
}

/** The same about all, with those of which one side won. */
function replyAboutAll(plugins: readonly Plugin[], model: PluginModel, source: Source | undefined) {
  const won = (source === undefined ? plugins : []).flatMap((plugin) => {
    const told = new Set([...verdicts(plugin, model).slice(0, 1), ...staying(plugin, model)])
    return told.size === 0 ? [] : [`- ${msg`${plugin.name}`}: ${[...told].join(' ')}`]
  })
  const more = won.length > mostNamed ? [msg`- and ${won.length - mostNamed} more`] : []
  const left = (source === undefined ? plugins : []).flatMap((plugin) => staying(plugin, model))
  return {
    done: [
      left.length > 0 ? 'Changed what the registry says.' : 'Row and second place of every plugin say the same.',
      ...won.slice(0, mostNamed),
      ...more,
    ].join('\n'),
    nothing:
      left.length > 0 ? [...won.slice(0, mostNamed), ...more].join('\n') : 'Row and second place of every plugin say the same already.',
  }
}

/** What a place says that is no status: it stays, behind the status that is written. */
function becomingNotes(plugin: Plugin, model: PluginModel, wanted: SyncChoice): readonly CommandDiagnostic[] {
  const both = bothOf(plugin, model, wanted)
  return (['row', 'second'] as const).flatMap((side) => {
    const { text, place, continues } = plugin[side]?.status ?? {}
    const status = both[side].status
    if (!text || status === undefined || readStatus(text, model.stages)) return []
    const written = withStatusText(text, status, continues === true)
    if (!readStatus(written, model.stages)?.hasNote) return []
    const message = msg`Unexpected text ${normalised(text)} in the place of a status, expected ${status}: the text stays behind it, as a note`
    return [diagnostic({ model, plugin }, 'REGISTRY_STATUS_NOTE', message, { severity: 'warning', place })]
  })
}

/**
 * What the drift of some plugins hid, and is seen once both places say the same: the handoff implies something else, is missing, was left
 * behind, or counts again. It is reported, and does not hold the change back.
 */
function revealed(plugins: readonly Plugin[], model: PluginModel, wanted: SyncChoice): readonly CommandDiagnostic[] {
  return plugins.filter(placesDisagree).flatMap((plugin) => {
    const { status } = bothOf(plugin, model, wanted).second
    if (status === undefined) return []
    const known = new Set(errorsOf(model, plugin, 'strict').map(({ code }) => code))
    const then = withStatus(plugin, status, model)
    const now = errorsOf(model, then, 'strict').filter(({ code }) => !known.has(code))
    const stale = plugin.stale ? [] : findings(model, then, ['PLUGIN_STALE_HANDOFF'])
    return [...now, ...stale].map((each) => ({ ...each, severity: 'warning' as const }))
  })
}

/** That there is a registry, and that it can be written. */
const registryPreconditions: readonly (
  | Precondition<Pick<Call<PluginModel, unknown>, 'model'>>
  | RulePrecondition<Pick<Call<PluginModel, unknown>, 'model'>>
)[] = [
  {
    code: 'REGISTRY_MISSING',
    *violations({ model }) {
      if (model.registryThere) return
      const hint = msg`Write a table whose header has ${'Plugin Name'} and ${'Status'}.`
      yield diagnostic({ model }, 'REGISTRY_MISSING', msg`Missing registry, expected ${model.registryPath}`, { hint })
    },
  },
  { codes: [...notText, 'REGISTRY_TABLE_MISSING'], diagnostics: ({ model }) => registryObstacles(model) },
]

/** Makes the two places of a status in the registry agree, of one plugin or of all (docs/plugin.md, "Commands"). */
export const sync = command({
  name: 'sync',
  summary:
    'Makes the row and the entry (or notes) of a plugin, or of all, say the same: of each value what is right, by the handoff and by how far along it is, or what the side says that is named. What is missing is added.',
  examples: ['/sync TinyGain', '/sync TinyGain --from handoff', '/sync'],
  forAll: true,
  target: registeredOrAll,
  options: { from: { kind: 'once', value: sources.join('|'), does: 'which side is right' } },
  preconditions: [
    ...registryPreconditions,
    {
      *violations({ model, usage, options }) {
        if (options.from !== undefined && !sourceOf(options))
          yield wrongUsage(model, usage, msg`Unexpected source ${options.from}, expected one of ${sources}`)
      },
    },
    { violations: ({ model, target: plugin, options }) => (plugin ? obstacles(model, plugin, sourceOf(options)) : []) },
  ],

  run({ model, target: plugin, options, request, commandContext: { view } }) {
    const source = sourceOf(options)
    const wanted = { source, safe: request.safe === true }
    const skipped = new Map((plugin ? [] : allOf(model, request)).map((each) => [each, obstacles(model, each, source)]))
    const free = plugin ? [plugin] : [...skipped].filter(([, diagnostics]) => diagnostics.length === 0).map(([each]) => each)
    const left = [...skipped.values()].flat().filter(({ code }) => !goesWithout.has(code))
    const texts = register(
      model,
      view,
      free.map((each) => registration(each, model, view, wanted)),
    )
    const reply = plugin ? replyAbout(plugin, model, source) : replyAboutAll(free, model, source)
    const seen = revealed(free, model, wanted)
    const notes = free.flatMap((each) => becomingNotes(each, model, wanted))
    const outcome = changing(texts, reply, [...left.map((each) => ({ ...each, severity: 'warning' as const })), ...seen, ...notes])
    return outcome.outcome === 'changed' && seen.length > 0 ? { ...outcome, reveals: seen.map(({ code }) => code) } : outcome
  },
})
