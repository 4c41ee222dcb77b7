import { groupBy } from '../../../core/grouped.ts'
import type { View } from '../../../core/view.ts'
import { splice, readText, textDocument, type Splice, type TextDocument, insertAfter } from '../../../documents/text.ts'
import type { Plugin, PluginModel } from '../model.ts'
import { pathsOf } from '../files.ts'
import { readNotes, type Row, type SecondPlace } from './registry.ts'
import { statusLike, versionText } from './values.ts'
import { lastReadableLine } from '../../../documents/lines.ts'
import { timelineEdits, cellEdits, fieldEdits, type RegistryValues } from './edits.ts'
import {
  entryForm,
  newEntry,
  newFields,
  newNotes,
  newRow,
  newStatusLine,
  typeOf,
  notesForm,
  type SecondPlaceDetails,
} from './new-places.ts'

/** What of a plugin its registration depends on. */
type RegistryPlugin = Pick<Plugin, 'name' | 'directory' | 'row' | 'second' | 'seconds'>

/** What the row and the second place of one plugin are to say. Where they are missing they are made. */
export interface Registration {
  readonly plugin: RegistryPlugin
  readonly row: RegistryValues
  readonly second: RegistryValues
  /** Lines of the request's day for the timeline. */
  readonly timeline: readonly string[]
}

const versionIn = (place: Row | SecondPlace | undefined) => place?.version && versionText(place.version.text)

/** Values for a new place, the status written as in others of its kind. */
function withStatusLike(places: readonly Pick<Row | SecondPlace, 'status'>[], values: RegistryValues): RegistryValues {
  const texts = places.flatMap((place) => place.status?.text ?? [])
  return values.status === undefined ? values : { ...values, status: statusLike(texts, values.status) }
}

function detailsOf({ registry }: PluginModel, plugin: RegistryPlugin, values: RegistryValues): SecondPlaceDetails {
  const type = values.type ?? (registry && plugin.row && typeOf(plugin.row, registry.document))
  return { ...values, version: values.version ?? versionIn(plugin.row), name: plugin.name, type }
}

/**
 * The edits of every document. In this order, since what several of them add at one place keeps it: a row right after
 * its table, an entry after all that belongs to the last one.
 */
function* editsOf(
  model: PluginModel,
  registrations: readonly Registration[],
): Iterable<readonly [document: TextDocument, splices: readonly Splice[]]> {
  const { registry, layout, context } = model
  if (registry) {
    const { document, table, rows } = registry
    for (const { plugin, row } of registrations) if (plugin.row) yield [document, cellEdits(document, plugin.row, row)]
    const withoutRow = table ? registrations.filter(({ plugin }) => !plugin.row) : []
    if (table && withoutRow.length > 0) {
      const lines = withoutRow.map(({ plugin, row }) => {
        const values = withStatusLike(rows, { ...row, version: row.version ?? versionIn(plugin.second) })
        return newRow(document, table, plugin.name, values)
      })
      yield [document, [insertAfter(document, table.last, lines)]]
    }
  }
  for (const { plugin, second, timeline } of registrations) {
    const place = plugin.second
    if (place)
      yield [
        place.document,
        [
          ...fieldEdits(place, second),
          ...timelineEdits(place, context.day, timeline, model),
          ...newFields(place, second),
        ],
      ]
  }
  const withoutEntry = layout === 'entries' ? registrations.filter(({ plugin }) => !plugin.second) : []
  if (registry && withoutEntry.length > 0) {
    const { document, entries } = registry
    const lastEntry = entries.at(-1)
    const previousLine = lastReadableLine(document, lastEntry?.line ?? 1, lastEntry?.end ?? document.lineCount + 1)
    const form = entryForm(model)
    const lines = withoutEntry.flatMap(({ plugin, second, timeline }) => [
      '',
      ...newEntry(detailsOf(model, plugin, withStatusLike(entries, second)), timeline, form),
    ])
    yield [document, [insertAfter(document, previousLine, lines)]]
  }
}

/** The plugin with notes that have a status: where the layout needs them and they are missing, they are made. */
export function withNotes<AnyPlugin extends RegistryPlugin>(
  plugin: AnyPlugin,
  model: PluginModel,
  view: View,
  values: RegistryValues,
): AnyPlugin {
  if (model.layout !== 'notes' || !model.registry || plugin.second || !plugin.directory || values.status === undefined)
    return plugin
  const { notes: path } = pathsOf(model.configuration, plugin.name)
  const existingNotes = readText(view, path, model.context.limit)
  if (typeof existingNotes === 'string' && existingNotes !== 'absent') return plugin
  const form = notesForm(model)
  const notesValues = withStatusLike(
    model.plugins.flatMap(({ seconds }) => seconds),
    values,
  )
  const text =
    existingNotes === 'absent'
      ? newNotes(detailsOf(model, plugin, notesValues), form)
      : splice(existingNotes.text, [newStatusLine(existingNotes, notesValues.status ?? '', form)])
  const second = readNotes(textDocument(path, text), plugin.name)
  return second ? { ...plugin, second, seconds: [second] } : plugin
}

/**
 * The texts of the registry and of the second places with the registrations applied, by path; only those that change.
 * Missing rows, entries and status lines are made; without a registry only those are edited that are there.
 */
export function register(
  model: PluginModel,
  view: View,
  registrations: readonly Registration[],
): ReadonlyMap<string, string> {
  const registrationsWithNotes = registrations.map((registration) => ({
    ...registration,
    plugin: withNotes(registration.plugin, model, view, registration.second),
  }))
  const texts = new Map<string, string>()
  for (const [document, edits] of groupBy(editsOf(model, registrationsWithNotes), ([edited]) => edited)) {
    const text = splice(
      document.text,
      edits.flatMap(([, splices]) => splices),
    )
    const currentDocument = readText(view, document.path, model.context.limit)
    if (typeof currentDocument === 'string' || currentDocument.text !== text) texts.set(document.path, text)
  }
  return texts
}
