import type { View } from '../../../core/view.ts'
import { splice, type Splice } from '../../../documents/edit.ts'
import { readText, type TextDocument } from '../../../documents/text.ts'
import { pathsOf, type Plugin, type PluginModel } from '../model.ts'
import { insertBehind, lastOf } from './lines.ts'
import { newEntry, newFields, newNotes, newRow, newStatusLine, typeOf, type Particulars } from './new-places.ts'
import { timelineEdits } from './timeline.ts'
import { cellEdits, fieldEdits, type Said } from './values.ts'

/** What the row and the second place of one plugin are to say. Where they are missing they are made. */
export interface Registration {
  readonly plugin: Plugin
  readonly row: Said
  readonly second: Said
  /** Lines of the request's day for the timeline. */
  readonly timeline: readonly string[]
}

type Edit = readonly [document: TextDocument, splices: readonly Splice[]]

function rowEdit({ registry }: PluginModel, { plugin, row }: Registration): readonly Edit[] {
  if (!registry?.table) return []
  const { document, table } = registry
  if (plugin.row) return [[document, cellEdits(document, plugin.row, row)]]
  const said = { ...row, version: row.version ?? plugin.second?.version?.text }
  return [[document, [insertBehind(document, table.last, [newRow(table, plugin.name, said)])]]]
}

function particularsOf({ registry }: PluginModel, { plugin, second, timeline }: Registration): Particulars {
  const version = second.version ?? plugin.row?.version?.text
  return { ...second, version, name: plugin.name, type: registry && plugin.row && typeOf(plugin.row, registry.document), timeline }
}

function secondEdit(model: PluginModel, registration: Registration): readonly Edit[] {
  const { plugin, second, timeline } = registration
  const place = plugin.second
  if (place)
    return [
      [place.document, [...fieldEdits(place, second), ...timelineEdits(place, model.context.day, timeline), ...newFields(place, second)]],
    ]
  if (model.layout !== 'entries' || !model.registry) return []
  const { document, entries } = model.registry
  const before = lastOf(document, entries.at(-1)?.line ?? 1, entries.at(-1)?.end ?? document.lineCount + 1)
  return [[document, [insertBehind(document, before, ['', ...newEntry(particularsOf(model, registration))])]]]
}

/** The `NOTES.md` of a plugin that says nothing of its status yet. */
function notesFor(
  model: PluginModel,
  view: View,
  registration: Registration,
): { readonly path: string; readonly text: string } | undefined {
  const { plugin, second } = registration
  if (model.layout !== 'notes' || !model.registry || plugin.second || !plugin.directory) return undefined
  const { notes: path } = pathsOf(model.configuration, plugin.name)
  const document = readText(view, path, model.context.limit)
  if (document === 'absent') return { path, text: newNotes(particularsOf(model, registration)) }
  return typeof document === 'string' || second.status === undefined
    ? undefined
    : { path, text: splice(document.text, [newStatusLine(document, second.status)]) }
}

/**
 * The texts of the registry and of the second places once they say so, by path; only those that change. Missing rows, entries and
 * status lines are made (plugin protocol, W11); without a registry only those are edited that are there.
 */
export function register(model: PluginModel, view: View, registrations: readonly Registration[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  const edits = new Map<TextDocument, Splice[]>()
  for (const registration of registrations) {
    for (const [document, splices] of [...rowEdit(model, registration), ...secondEdit(model, registration)]) {
      const known = edits.get(document)
      if (known) known.push(...splices)
      else edits.set(document, [...splices])
    }
    const notes = notesFor(model, view, registration)
    if (notes) texts.set(notes.path, notes.text)
  }
  for (const [document, splices] of edits) if (splices.length > 0) texts.set(document.path, splice(document.text, splices))
  return texts
}
