import type { LineRange, RowOwnership } from '../../../core/protocol.ts'
import { bareName, type StateDigest } from '../../../core/target.ts'
import { storedText } from '../../../core/view.ts'
import { lastFilledLine, wholeLines } from '../../../documents/lines.ts'
import { contractKeys } from '../files.ts'
import { targetId } from '../targets.ts'
import type { Plugin, PluginModel } from '../model.ts'
import type { SecondPlace } from './registry.ts'

/**
 * The part of the registry that belongs to one plugin: its rows and, where there are entries, its entries, without
 * blank lines at their end.
 */
const keyOf = (registryPath: string, target: string) => `${registryPath}#${target}`

const entryLines = ({ document, line, end }: SecondPlace): LineRange => [line, lastFilledLine(document, line, end) + 1]

/** Where it is. */
const linesOf = ({ rows, seconds }: Plugin, { layout }: PluginModel) => ({
  rows: rows.map(({ line }): LineRange => [line, line + 1]),
  entries: layout === 'entries' ? seconds.map(entryLines) : [],
})

function textOf(plugin: Plugin, model: PluginModel): string {
  const { document } = model.registry ?? {}
  if (!document) return ''
  const { rows, entries } = linesOf(plugin, model)
  // A checkout may have other line endings than what it is compared with.
  const rangeText = ([from, to]: LineRange) =>
    document.text.slice(document.offsetOf(from), document.offsetOf(to)).trimEnd().replaceAll('\r\n', '\n')
  return [...rows.map(([line]) => document.line(line)), ...entries.map(rangeText)].join('\n')
}

/** The same to the byte: a change of line endings alone touches it, too. */
function storedTextOf(plugin: Plugin, model: PluginModel): string {
  const { document } = model.registry ?? {}
  if (!document) return ''
  const texts = Object.values(linesOf(plugin, model))
    .flat()
    .map(([from, to]) => wholeLines(document, from, to))
  return storedText(model.view, document.path, texts.join(''))
}

const byKey =
  (textOfPlugin: typeof textOf) =>
  (model: PluginModel): ReadonlyMap<string, string> =>
    model.registry
      ? new Map(
          model.plugins.map((plugin) => [
            keyOf(model.registryPath, targetId(plugin.name)),
            textOfPlugin(plugin, model),
          ]),
        )
      : new Map()

const pluginOf = (model: PluginModel, target: string) => model.get(bareName(target))

function lineRangesOf(model: PluginModel, path: string, target: string): readonly LineRange[] {
  const plugin = path === model.registryPath ? pluginOf(model, target) : undefined
  return plugin ? Object.values(linesOf(plugin, model)).flat() : []
}

/** The registry is touched row by row, entry by entry. */
export const rowOwnership: RowOwnership<PluginModel> = {
  key: (model, path, target) => (path === model.registryPath ? keyOf(path, target) : undefined),
  texts: byKey(textOf),
  values: byKey(storedTextOf),
  lines: lineRangesOf,
}

/** The lines of the notes of a plugin that say something of its state. */
function stateLinesOf({ document, status, version, updated, timelines }: SecondPlace): string {
  const lineNumbers = [status, version, updated].flatMap((value) => value?.place.line ?? [])
  return [...lineNumbers, ...timelines.flat().map(({ line }) => line)].map((line) => document.line(line)).join('\n')
}

/** What compare-and-swap of a plugin is based on: its handoff, its row and entry or notes; its contracts. */
export function stateDigest(model: PluginModel, target: string): StateDigest {
  const plugin = pluginOf(model, target)
  if (!plugin) return { state: [], contract: [] }
  const notes = model.layout === 'notes' ? plugin.seconds.map(stateLinesOf) : []
  return {
    state: [plugin.handoff?.document.text, textOf(plugin, model), ...notes],
    contract: contractKeys.map((key) => plugin.contracts[key].digest?.sha256),
  }
}
