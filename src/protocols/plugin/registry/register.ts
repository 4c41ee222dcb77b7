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

type DocumentEdit = readonly [document: TextDocument, splices: readonly Splice[]]

type Registrations = readonly Registration[]

function rowEdits({ registry }: PluginModel, registrations: Registrations): readonly DocumentEdit[] {
  if (!registry) return []
  const { document } = registry
  return registrations.flatMap(({ plugin, row }): readonly DocumentEdit[] =>
    plugin.row ? [[document, cellEdits(document, plugin.row, row)]] : [],
  )
}

const versionIn = (place: Row | SecondPlace | undefined) => place?.version && versionText(place.version.text)

/** Values for a new place, the status written as in others of its kind. */
function withStatusLike(places: readonly Pick<Row | SecondPlace, 'status'>[], values: RegistryValues): RegistryValues {
  const { status } = values
  return status === undefined
    ? values
    : {
        ...values,
        status: statusLike(
          places.flatMap((place) => place.status?.text ?? []),
          status,
        ),
      }
}

function missingRowEdits({ registry }: PluginModel, registrations: Registrations): readonly DocumentEdit[] {
  if (!registry?.table) return []
  const { document, table, rows } = registry
  const lines = registrations.flatMap(({ plugin, row }) =>
    plugin.row
      ? []
      : [
          newRow(
            document,
            table,
            plugin.name,
            withStatusLike(rows, { ...row, version: row.version ?? versionIn(plugin.second) }),
          ),
        ],
  )
  return lines.length === 0 ? [] : [[document, [insertAfter(document, table.last, lines)]]]
}

function secondPlaceEdits(model: PluginModel, registrations: Registrations): readonly DocumentEdit[] {
  return registrations.flatMap(({ plugin: { second: place }, second, timeline }): readonly DocumentEdit[] =>
    place
      ? [
          [
            place.document,
            [
              ...fieldEdits(place, second),
              ...timelineEdits(place, model.context.day, timeline, model),
              ...newFields(place, second),
            ],
          ],
        ]
      : [],
  )
}

function detailsOf({ registry }: PluginModel, plugin: RegistryPlugin, values: RegistryValues): SecondPlaceDetails {
  const type = values.type ?? (registry && plugin.row && typeOf(plugin.row, registry.document))
  return { ...values, version: values.version ?? versionIn(plugin.row), name: plugin.name, type }
}

function missingEntryEdits(model: PluginModel, registrations: Registrations): readonly DocumentEdit[] {
  const { layout, registry } = model
  const missingRegistrations =
    layout === 'entries' && registry ? registrations.filter(({ plugin }) => !plugin.second) : []
  if (!registry || missingRegistrations.length === 0) return []
  const { document, entries } = registry
  const lastEntry = entries.at(-1)
  const previousLine = lastReadableLine(document, lastEntry?.line ?? 1, lastEntry?.end ?? document.lineCount + 1)
  const form = entryForm(model)
  const lines = missingRegistrations.flatMap(({ plugin, second, timeline }) => [
    '',
    ...newEntry(detailsOf(model, plugin, withStatusLike(entries, second)), timeline, form),
  ])
  return [[document, [insertAfter(document, previousLine, lines)]]]
}

/**
 * In this order, since what several of them add at one place keeps it: a row right after its table, an entry after all
 * that belongs to the last one.
 */
const editBuilders = [rowEdits, missingRowEdits, secondPlaceEdits, missingEntryEdits] as const

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
export function register(model: PluginModel, view: View, registrations: Registrations): ReadonlyMap<string, string> {
  const registrationsWithNotes = registrations.map((registration) => ({
    ...registration,
    plugin: withNotes(registration.plugin, model, view, registration.second),
  }))
  const edits = new Map<TextDocument, Splice[]>()
  for (const [document, splices] of editBuilders.flatMap((buildEdits) => buildEdits(model, registrationsWithNotes))) {
    const documentSplices = edits.get(document)
    if (documentSplices) documentSplices.push(...splices)
    else edits.set(document, [...splices])
  }
  const texts = new Map<string, string>()
  for (const [document, splices] of edits) {
    const text = splice(document.text, splices)
    const currentDocument = readText(view, document.path, model.context.limit)
    if (typeof currentDocument === 'string' || currentDocument.text !== text) texts.set(document.path, text)
  }
  return texts
}
