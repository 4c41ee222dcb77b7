import type { CommandDiagnostic } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { isDay } from '../../../core/time.ts'
import type { View } from '../../../core/view.ts'
import {
  isSettled,
  reasons,
  isStatus,
  placesDisagree,
  statusOf,
  isAllowed,
  otherSide,
  valuesOf,
  resolutionOf,
  statusFrom,
  type Choice,
  type Side,
} from '../registry/resolution.ts'
import { withHandoffState, withStatus, type Plugin, type PluginModel } from '../model.ts'
import { offer } from '../rules/offers.ts'
import { normalizeText, readStatus, withStatusText } from '../registry/values.ts'
import { register, withNotes, type Registration } from '../registry/register.ts'
import { registryFields } from '../registry/edits.ts'
import { additionSentences, additionWarnings } from './additions.ts'
import {
  outcomeOfChanges,
  missingHandoffDiagnostic,
  diagnostic,
  errorsOf,
  findingsAbout,
  registryObstacles,
  unknownStateDiagnostics,
  unreadableFileDiagnostics,
  notTextCodes,
} from './diagnostics.ts'
import { requestedPlugins, registeredOrAll, wrongUsage } from './target.ts'
import { command, type Call, type Precondition, type RulePrecondition } from '../../../kit/command.ts'

const sources = ['entry', 'table', 'handoff'] as const
type Source = (typeof sources)[number]

const sourceOf = ({ from }: { readonly from?: string }): Source | undefined => sources.find((source) => source === from)

/**
 * The codes by which `/sync` without a name skips a plugin silently: it has no handoff, or one that was left behind.
 */
const silentCodes = new Set(['PLUGIN_HANDOFF_MISSING', 'PLUGIN_STALE_HANDOFF'])

/** What both places are to say. */
type RegistrationValues = Pick<Registration, 'row' | 'second'>

/** Both get what the handoff implies, and the request's day; what says so already stays. */
function valuesFromHandoff(plugin: Plugin, day: string): RegistrationValues {
  const { row, second, handoff } = plugin
  const impliedStatus = statusOf(plugin.state)
  const [table, entry] = [valuesOf(row), valuesOf(second)]
  const places = [...(row ? [table] : []), ...(second ? [entry] : [])]
  const isMoved = places.length === 0 || places.some(({ status }) => status === undefined || status !== impliedStatus)
  const updated = entry.updated ?? table.updated ?? handoff?.fields.last_updated.value ?? day
  const values = { status: impliedStatus, updated: isMoved ? day : updated }
  return { row: values, second: values }
}

/** One place gets what the other says, which gets nothing but a status and a day where it has none. */
function valuesFromPlace(plugin: Plugin, model: PluginModel, source: 'entry' | 'table'): RegistrationValues {
  const side = source === 'table' ? 'row' : 'second'
  const sideValues = valuesOf(plugin[side])
  const values = {
    status: statusFrom(side, plugin, model),
    updated: sideValues.updated ?? resolutionOf(plugin, model).updated.value,
  }
  const copiedValues = { ...values, version: sideValues.version }
  return source === 'table' ? { row: values, second: copiedValues } : { row: copiedValues, second: values }
}

/** What is right: a side that is named, or what is found value by value. `safe`: only values that are settled. */
interface SyncChoice {
  readonly source: Source | undefined
  readonly safe: boolean
}

function registrationValuesOf(plugin: Plugin, model: PluginModel, { source, safe }: SyncChoice): RegistrationValues {
  if (source === 'handoff') return valuesFromHandoff(plugin, model.context.day)
  if (source !== undefined) return valuesFromPlace(plugin, model, source)
  const resolution = resolutionOf(plugin, model)
  const value = (choice: Choice) => (safe && !isSettled(choice) ? undefined : choice.value)
  const { status, version, updated } = resolution
  const values = { status: value(status), version: value(version), updated: value(updated) }
  return { row: values, second: values }
}

/** What both places are to say. Notes that are made for it may say something too. */
function registrationOf(plugin: Plugin, model: PluginModel, view: View, choice: SyncChoice): Registration {
  const placedPlugin = withNotes(plugin, model, view, registrationValuesOf(plugin, model, choice).second)
  return { plugin: placedPlugin, ...registrationValuesOf(placedPlugin, model, choice), timeline: [] }
}

const secondPlaceName = ({ layout }: PluginModel) => (layout === 'notes' ? 'notes' : 'entry')

/** A side that is named, or the other where that one says nothing, and that a live handoff contradicts. */
function contradictionDiagnostics(
  plugin: Plugin,
  model: PluginModel,
  source: 'entry' | 'table',
): readonly CommandDiagnostic[] {
  const side = source === 'table' ? 'row' : 'second'
  const status = statusFrom(side, plugin, model) ?? ''
  if (isAllowed(status, plugin, model)) return []
  const statedSide = valuesOf(plugin[side]).status === undefined ? otherSide[side] : side
  const place = statedSide === 'row' ? 'row' : secondPlaceName(model)
  const message = `${msg`Unexpected status ${status} of ${plugin.name} in the`} ${place}${msg`, expected ${statusOf(withHandoffState(plugin, model).state) ?? null} as the handoff implies`}`
  const isDecidedByHandoff = resolutionOf(plugin, model).status.because === 'handoff'
  const offers = [
    ...(isDecidedByHandoff ? offer('sync', { plugin, model }, 'takes the side that the handoff allows') : []),
    ...offer('sync from handoff', { plugin, model }, 'writes what it implies into both places'),
  ]
  return [diagnostic({ model, plugin }, 'REGISTRY_STAGE_DRIFT', message, { offers })]
}

/** Why the handoff cannot be used. */
function handoffProblems(plugin: Plugin, model: PluginModel): readonly CommandDiagnostic[] {
  const { hasHandoff, name } = plugin
  if (!hasHandoff) return [missingHandoffDiagnostic({ model, plugin }, msg`Missing handoff of ${name}, expected one`)]
  return [
    ...findingsAbout(model, plugin, ['PLUGIN_STALE_HANDOFF']),
    ...unknownStateDiagnostics(model, withHandoffState(plugin, model)),
  ]
}

/** A side that is named, and says what is no status: nothing is overwritten with it. */
function unknownStatusDiagnostics(
  plugin: Plugin,
  model: PluginModel,
  source: 'entry' | 'table',
): readonly CommandDiagnostic[] {
  const { text = '' } = plugin[source === 'table' ? 'row' : 'second']?.status ?? {}
  return !placesDisagree(plugin) || isStatus(text, model)
    ? []
    : findingsAbout(model, plugin, ['REGISTRY_STATUS_UNKNOWN'])
}

/** Why a plugin cannot be synchronised. */
function obstacles(model: PluginModel, plugin: Plugin, source: Source | undefined): readonly CommandDiagnostic[] {
  const isStatusKnown = valuesOf(plugin.second).status !== undefined || valuesOf(plugin.row).status !== undefined
  return [
    ...unreadableFileDiagnostics(model, plugin, ['notes']),
    ...findingsAbout(model, plugin, ['PLUGIN_NAME_INVALID', 'REGISTRY_DUPLICATE']),
    ...(source === 'handoff'
      ? handoffProblems(plugin, model)
      : isStatusKnown
        ? []
        : unknownStateDiagnostics(model, plugin)),
    ...(source === 'entry' || source === 'table'
      ? [...unknownStatusDiagnostics(plugin, model, source), ...contradictionDiagnostics(plugin, model, source)]
      : []),
  ]
}

/** What is said of two values that both stay, and why they do. */
const undecidedWords = {
  status: { label: 'Statuses', reason: 'neither is a known status. Write one that is' },
  version: { label: 'Versions', reason: 'nothing shows which is right. Correct the wrong one' },
  updated: { label: 'Dates', reason: msg`neither is a date that exists. Write one as ${'YYYY-MM-DD'}` },
} as const

/** The sentences that say which values stay as they are. */
function undecidedSentencesOf(plugin: Plugin, model: PluginModel): readonly string[] {
  const resolution = resolutionOf(plugin, model)
  const [row, second] = [valuesOf(plugin.row), valuesOf(plugin.second)]
  return registryFields
    .filter((field) => resolution[field].because === 'undecided')
    .map((field) => {
      const { label, reason } = undecidedWords[field]
      return `${label} ${msg`${row[field] ?? ''} of the row and ${second[field] ?? ''}`} of the ${secondPlaceName(model)} stay: ${reason}.`
    })
}

/** Which side won where the two differ, and why: a sentence each; of the status first. */
function verdicts(plugin: Plugin, model: PluginModel): readonly string[] {
  const { status, version, updated } = resolutionOf(plugin, model)
  const [row, second] = [valuesOf(plugin.row), valuesOf(plugin.second)]
  const nameOf = (side: Side) => (side === 'row' ? 'row' : secondPlaceName(model))
  const verdictOn = (label: string, { value, winner, because }: Choice) =>
    winner === undefined ? [] : [`${label} ${msg`${value}`} is that of the ${nameOf(winner)}${reasons[because]}.`]
  const isOnlyVersion =
    plugin.row?.table.columns.version !== undefined &&
    plugin.second &&
    (row.version === undefined) !== (second.version === undefined)
  return [
    ...verdictOn('Status', status),
    ...verdictOn('Version', version),
    ...undecidedSentencesOf(plugin, model),
    ...(isOnlyVersion
      ? [
          `${msg`Version ${version.value ?? ''}`} is that of the ${nameOf(row.version === undefined ? 'second' : 'row')}, the only one.`,
        ]
      : []),
    ...(row.updated !== second.updated && row.updated && second.updated && updated.because === undefined
      ? [
          `${msg`Day ${updated.value ?? ''}`} is the ${[row.updated, second.updated].every(isDay) ? 'later' : 'only existing'} one.`,
        ]
      : []),
  ]
}

/** So many plugins are named in an answer about all. */
const maxNamed = 20

/** The answer about one plugin: where what is right was found, which side won. */
function replyAbout(plugin: Plugin, model: PluginModel, source: Source | undefined) {
  const [verdictSentences, undecidedSentences] =
    source === undefined ? [verdicts(plugin, model), undecidedSentencesOf(plugin, model)] : [[], []]
  const { name } = plugin
  const additions = additionSentences(plugin, model)
  return undecidedSentences.length > 0
    ? {
        done: [msg`Changed what the registry says of ${name}.`, ...verdictSentences, ...additions].join(' '),
        nothing: undecidedSentences.join(' '),
      }
    : {
        done: [msg`The registry says the same of ${name} everywhere.`, ...verdictSentences, ...additions].join(' '),
        nothing: msg`The registry says the same of ${name} everywhere already.`,
      }
}

/** The reply about all plugins, with those of which one side won, and those that stay as they are. */
function replyAboutAll(
  { plugins, skipped }: { readonly plugins: readonly Plugin[]; readonly skipped: readonly Plugin[] },
  model: PluginModel,
  source: Source | undefined,
) {
  const skippedNames = skipped.map(({ name }) => name)
  const exception = skipped.length === 0 ? '' : msg`, except those of ${skippedNames.slice(0, maxNamed)}, which stay`
  const judgedPlugins = source === undefined ? plugins : []
  const verdictLines = judgedPlugins.flatMap((plugin) => {
    const sentences = new Set([...verdicts(plugin, model).slice(0, 1), ...undecidedSentencesOf(plugin, model)])
    return sentences.size === 0 ? [] : [`- ${msg`${plugin.name}`}: ${[...sentences].join(' ')}`]
  })
  const moreLines = verdictLines.length > maxNamed ? [msg`- and ${verdictLines.length - maxNamed} more`] : []
  const shownLines = [...verdictLines.slice(0, maxNamed), ...moreLines]
  return judgedPlugins.some((plugin) => undecidedSentencesOf(plugin, model).length > 0)
    ? { done: ['Changed what the registry says.', ...shownLines].join('\n'), nothing: shownLines.join('\n') }
    : {
        done: [`Row and second place of every plugin say the same${exception}.`, ...shownLines].join('\n'),
        nothing: `Row and second place of every plugin say the same already${exception}.`,
      }
}

/** What a place says that is no status: it stays, behind the status that is written. */
function noteWarningsFor(plugin: Plugin, model: PluginModel, choice: SyncChoice): readonly CommandDiagnostic[] {
  const registrationValues = registrationValuesOf(plugin, model, choice)
  return (['row', 'second'] as const).flatMap((side) => {
    const { text, place, continues } = plugin[side]?.status ?? {}
    const status = registrationValues[side].status
    if (!text || status === undefined || readStatus(text, model.stages)) return []
    const writtenStatus = withStatusText(text, status, continues === true)
    if (!readStatus(writtenStatus, model.stages)?.hasNote) return []
    const message = msg`Unexpected text ${normalizeText(text)} in the place of a status, expected ${status}: the text stays behind it, as a note`
    return [diagnostic({ model, plugin }, 'REGISTRY_STATUS_NOTE', message, { severity: 'warning', place })]
  })
}

/**
 * What the drift of some plugins hid, and is seen once both places say the same: the handoff implies something else, is
 * missing, was left behind, or counts again. It is reported, and does not hold the change back.
 */
function revealedWarningsIn(
  plugins: readonly Plugin[],
  model: PluginModel,
  choice: SyncChoice,
): readonly CommandDiagnostic[] {
  return plugins.filter(placesDisagree).flatMap((plugin) => {
    const { status } = registrationValuesOf(plugin, model, choice).second
    if (status === undefined) return []
    const knownCodes = new Set(errorsOf(model, plugin, 'strict').map(({ code }) => code))
    const syncedPlugin = withStatus(plugin, status, model)
    const newErrors = errorsOf(model, syncedPlugin, 'strict').filter(({ code }) => !knownCodes.has(code))
    const staleHandoffFindings = plugin.stale ? [] : findingsAbout(model, syncedPlugin, ['PLUGIN_STALE_HANDOFF'])
    return [...newErrors, ...staleHandoffFindings].map((finding) => ({ ...finding, severity: 'warning' as const }))
  })
}

/** Where both places say the same already, that the handoff implies something else: only `--from handoff` writes it. */
const remainingDrifts = (plugins: readonly Plugin[], model: PluginModel): readonly CommandDiagnostic[] =>
  plugins
    .filter((plugin) => !placesDisagree(plugin))
    .flatMap((plugin) => findingsAbout(model, plugin, ['REGISTRY_STAGE_DRIFT'], 'warning'))

/** There is a registry, and it can be written. */
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
  { codes: [...notTextCodes, 'REGISTRY_TABLE_MISSING'], diagnostics: ({ model }) => registryObstacles(model) },
]

/** Makes the two places of a status in the registry agree, of one plugin or of all (docs/plugin.md, "Commands"). */
export const sync = command({
  name: 'sync',
  summary:
    'Makes the row and the entry (or notes) of a plugin, or of all, agree. Which value is right follows from the handoff and from how far along it is; `--from` names the right side instead. What is missing is added.',
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
    const choice = { source, safe: request.safe === true }
    const obstaclesByPlugin = new Map(
      (plugin ? [] : requestedPlugins(model, request)).map((candidate) => [
        candidate,
        obstacles(model, candidate, source),
      ]),
    )
    const syncedPlugins = plugin
      ? [plugin]
      : [...obstaclesByPlugin].filter(([, diagnostics]) => diagnostics.length === 0).map(([candidate]) => candidate)
    const isSkippedWithWarning = ({ code }: CommandDiagnostic) => !silentCodes.has(code)
    const skippedProblems = [...obstaclesByPlugin.values()].flat().filter(isSkippedWithWarning)
    const skipped = [...obstaclesByPlugin].flatMap(([candidate, diagnostics]) =>
      diagnostics.some(isSkippedWithWarning) ? [candidate] : [],
    )
    const texts = register(
      model,
      view,
      syncedPlugins.map((candidate) => registrationOf(candidate, model, view, choice)),
    )
    const reply = plugin
      ? replyAbout(plugin, model, source)
      : replyAboutAll({ plugins: syncedPlugins, skipped }, model, source)
    const revealedWarnings = revealedWarningsIn(syncedPlugins, model, choice)
    const notes = syncedPlugins.flatMap((candidate) => noteWarningsFor(candidate, model, choice))
    const outcome = outcomeOfChanges(texts, reply, [
      ...skippedProblems.map((problem) => ({ ...problem, severity: 'warning' as const })),
      ...revealedWarnings,
      ...(source === 'handoff' || choice.safe ? [] : remainingDrifts(syncedPlugins, model)),
      ...notes,
      ...(texts.size > 0 ? syncedPlugins.flatMap((candidate) => additionWarnings(candidate, model)) : []),
    ])
    return outcome.outcome === 'changed' && revealedWarnings.length > 0
      ? { ...outcome, reveals: revealedWarnings.map(({ code }) => code) }
      : outcome
  },
})
