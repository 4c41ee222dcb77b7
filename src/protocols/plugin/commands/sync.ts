import { type Command, type Outcome, refused, type Remark } from '../../../core/command.ts'
import { say } from '../../../core/say.ts'
import type { View } from '../../../core/view.ts'
import { statusOf } from '../agreement.ts'
import type { Plugin, PluginModel } from '../model.ts'
import type { Row, SecondPlace } from '../registry.ts'
import { ideatedStatus, installedStatus, normalised } from '../status.ts'
import { isNoVersion } from '../writing/new-places.ts'
import { register, withNotes, type Registration } from '../writing/registry.ts'
import type { Said } from '../writing/values.ts'
import { changing, remark } from './answers.ts'
import { findings, registryObstacles, unknownState, unreadableFiles } from './findings.ts'
import { allOf, targetOf } from './target.ts'
import { invalid, takeWords } from './words.ts'

const sources = ['entry', 'table', 'handoff'] as const
type Source = (typeof sources)[number]

const orNothing = (text: string | undefined) => (text === '' ? undefined : text)

/** What a place says; a version that says nothing is none. */
const saidBy = (place: Row | SecondPlace | undefined): Said => ({
  status: orNothing(place?.status?.text),
  version: isNoVersion(place?.version?.text) ? undefined : place?.version?.text,
  updated: orNothing(place?.updated?.text),
})

/** What the handoff implies. A handoff that is merely left over takes no plugin out of the system folders. */
function impliedBy({ state, registered }: Plugin): string | undefined {
  return state.kind === 'working' && registered?.kind === 'installed' ? installedStatus : statusOf(state)
}

const says = (status: string | undefined, { status: said }: Said) =>
  said !== undefined && status !== undefined && normalised(said) === normalised(status)

/** What both places are to say: what the source says, where it says nothing what the other does. A version may be missing. */
function agreed(plugin: Plugin, source: Source, day: string): Said {
  const { row, second, handoff } = plugin
  const [entry, table] = [saidBy(second), saidBy(row)]
  const [first, other] = source === 'table' ? [table, entry] : [entry, table]
  const implied = impliedBy(plugin)
  const places = [...(row ? [table] : []), ...(second ? [entry] : [])]
  const moved = source === 'handoff' && !(places.length > 0 && places.every((place) => says(implied, place)))
  const updated = first.updated ?? other.updated ?? handoff?.fields.last_updated.value ?? day
  return {
    status: moved ? implied : (first.status ?? other.status ?? implied ?? ideatedStatus),
    version: first.version,
    updated: moved ? day : updated,
  }
}

/** Why a plugin cannot be synchronised. */
function obstacles(model: PluginModel, plugin: Plugin, source: Source): readonly Remark[] {
  const { row, second, hasHandoff } = plugin
  const isSaid = saidBy(second).status !== undefined || saidBy(row).status !== undefined
  return [
    ...unreadableFiles(model, plugin, ['notes']),
    ...findings(model, plugin, ['PLUGIN_NAME_INVALID', 'REGISTRY_DUPLICATE']),
    ...(source === 'handoff' || !isSaid ? unknownState(model, plugin) : []),
    ...(source === 'handoff' && !hasHandoff
      ? [remark({ model, plugin }, 'PLUGIN_HANDOFF_MISSING', { message: say`Missing handoff of ${plugin.name}, expected one to go by` })]
      : []),
  ]
}

/** What both places are to say. Notes that are made for it may say something too. */
function registration(plugin: Plugin, model: PluginModel, view: View, source: Source): Registration {
  const { day } = model.context
  const placed = withNotes(plugin, model, view, agreed(plugin, source, day))
  const said = agreed(placed, source, day)
  // A place that is the source need not get the version of the other.
  const [row, second] = source === 'table' ? [{ ...said, version: undefined }, said] : [said, { ...said, version: undefined }]
  return { plugin: placed, row, second, timeline: [] }
}

/** Makes the two places of a status in the registry agree, of one plugin or of all (plugin protocol, section 7). */
export const sync: Command<PluginModel> = {
  name: 'sync',
  usage: '[NAME] [--from entry|table|handoff]',
  summary:
    'Makes the row and the entry (or notes) of a plugin, or of all, say the same: by default what the entry says. What is missing is added.',
  examples: ['/sync TinyGain', '/sync TinyGain --from handoff', '/sync'],
  forAll: true,

  run(model, request, { view }): Outcome {
    const taken = takeWords(model, request, { from: 'once' }, 0)
    if ('outcome' in taken) return taken
    const source = sources.find((each) => each === (taken.options.from ?? 'entry'))
    if (!source) return invalid(model, say`Unexpected source ${taken.options.from ?? ''}, expected one of ${sources}`)

    const { name } = request
    const plugin = name === undefined ? undefined : targetOf(model, request, true)
    if (plugin && 'outcome' in plugin) return plugin
    if (!model.registryThere)
      return refused(remark({ model }, 'REGISTRY_MISSING', { message: say`Missing registry, expected ${model.registryPath}` }))
    const broken = registryObstacles(model)
    if (broken.length > 0) return refused(...broken)

    const skipped = new Map((plugin ? [plugin] : allOf(model, request)).map((each) => [each, obstacles(model, each, source)]))
    const hindering = plugin && skipped.get(plugin)
    if (hindering && hindering.length > 0) return refused(...hindering)
    const free = [...skipped].filter(([, remarks]) => remarks.length === 0).map(([each]) => each)
    const warnings = plugin ? [] : [...skipped.values()].flat().filter(({ code }) => code !== 'PLUGIN_HANDOFF_MISSING')

    const reply =
      name === undefined
        ? {
            done: 'Row and second place of every plugin say the same.',
            nothing: 'Row and second place of every plugin say the same already.',
          }
        : {
            done: say`The registry says the same of ${name} everywhere.`,
            nothing: say`The registry says the same of ${name} everywhere already.`,
          }
    const texts = register(
      model,
      view,
      free.map((each) => registration(each, model, view, source)),
    )
    return changing(
      texts,
      reply,
      warnings.map((each) => ({ ...each, severity: 'warning' })),
    )
  },
}
