import * as z from 'zod'
import { once } from '../../core/once.ts'
import { type Selector, type View, folderOf } from '../../core/view.ts'
import type { DataNode } from '../../documents/data.ts'
import { outline } from '../../documents/markdown.ts'
import { type Captures, template } from '../../documents/template.ts'
import { readText } from '../../documents/text.ts'
import { readRecord, recordOf } from '../../kit/record.ts'
import { presetData, presetNames } from './language/presets.ts'
import { foldWord } from './reading/words.ts'

/** A preset whose files are in a repository, and how they show it. */
export interface DetectedPreset {
  readonly preset: string
  /** The file that reads as one of the tool. */
  readonly path: string
  /** What switches the preset on, an entry of `workflows`. */
  readonly entry: string
}

const list = <Value extends z.ZodType>(value: Value) =>
  z.union([value, z.array(value)]).transform((input): z.output<Value>[] => (Array.isArray(input) ? input : [input]))

/** How the files of a tool are recognized, as a preset has it under `detect`: the first that holds counts. */
const signs = once(() =>
  list(
    z.strictObject({
      /** A template of paths. */
      file: z.string(),
      /** Where something must be in the data; `*` is any key or element. */
      at: z.array(z.string()).prefault([]),
      /** The keys that must be there: of a mapping, of an element of a list, or of front matter. */
      has: z.array(z.string()).prefault([]),
      /** How a heading begins. */
      heading: z.string().optional(),
      /** The parameters: templates of what the path captures, and of the scalar keys of the data. */
      with: z.record(z.string(), z.string()).prefault({}),
    }),
  ),
)
type Sign = z.output<ReturnType<typeof signs>>[number]

const signsOf = (preset: string): readonly Sign[] => signs().parse(presetData(preset)['detect'])

/** The files by which presets are recognized. */
export const detectionSelectors = (): readonly Selector[] =>
  presetNames
    .flatMap(signsOf)
    .map(({ file }): Selector => ({ glob: template(file, { wild: true }).glob, level: 'text' }))

/** What a way into data leads to. */
function nodesAt(node: DataNode, [step, ...remainingSteps]: readonly string[]): readonly DataNode[] {
  if (step === undefined) return [node]
  if (node.kind === 'scalar') return []
  if (step === '*')
    return (node.kind === 'mapping' ? node.entries.map(({ value }) => value) : node.items).flatMap((child) =>
      nodesAt(child, remainingSteps),
    )
  const nextNode = node.kind === 'mapping' ? node.get(step)?.value : undefined
  return nextNode ? nodesAt(nextNode, remainingSteps) : []
}

/** The data of a file by its name: of Markdown its front matter, of `.jsonl` the first line. */
function dataIn(view: View, path: string, limit: number): DataNode | undefined {
  if (path.endsWith('.jsonl')) {
    const document = readText(view, path, limit)
    if (typeof document === 'string') return undefined
    return recordOf(document.text.slice(document.start).trimStart().split('\n', 1)[0] ?? '', 'json', path).data?.root
  }
  const format = path.endsWith('.md') ? 'front-matter' : path.endsWith('.json') ? 'json' : 'yaml-1.2'
  return readRecord(view, path, format, limit).data?.root
}

/** The scalar keys of a mapping, as a template may name them. */
function scalarsOf(node: DataNode | undefined): Captures {
  if (node?.kind !== 'mapping') return {}
  return Object.fromEntries(
    node.entries.flatMap(({ key, value }) =>
      value.kind === 'scalar' ? [[key.source, String(value.value ?? '')]] : [],
    ),
  )
}

/** Whether a node has the keys: itself, or the first element of a list. Without keys it must not be empty. */
function hasKeys(node: DataNode, keys: readonly string[]): boolean {
  if (node.kind === 'scalar') return false
  if (node.kind === 'sequence')
    return keys.length === 0 ? node.items.length > 0 : node.items[0] !== undefined && hasKeys(node.items[0], keys)
  return keys.length === 0 ? node.entries.length > 0 : keys.every((key) => node.get(key) !== undefined)
}

function hasHeading(view: View, path: string, start: string, limit: number): boolean {
  const document = readText(view, path, limit)
  return (
    typeof document !== 'string' &&
    outline(document).headings.some(({ text }) => foldWord(text).startsWith(foldWord(start)))
  )
}

/** A folder as a parameter names it: `./docs/backlog/` is `docs/backlog`. */
const trimFolder = (value: string) => value.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '')

const isPlain = (value: string) => /^[\w./-]+$/.test(value) && /[A-Za-z]/.test(value)

function entryOf(preset: string, parameters: Captures): string {
  const defaults = (presetData(preset)['with'] ?? {}) as Readonly<Record<string, unknown>>
  const changedParameters = Object.entries(parameters).filter(([key, value]) => defaults[key] !== value)
  if (changedParameters.length === 0) return preset
  const parameterTexts = changedParameters.map(
    ([key, value]) => `${key}: ${isPlain(value) ? value : JSON.stringify(value)}`,
  )
  return `{ use: ${preset}, with: { ${parameterTexts.join(', ')} } }`
}

function detectPreset(preset: string, sign: Sign, view: View, limit: number): DetectedPreset | undefined {
  const file = template(sign.file, { wild: true })
  for (const path of view.paths) {
    const captures = view.entry(path)?.kind === 'file' ? file.match(path) : undefined
    if (!captures) continue
    if (sign.heading !== undefined && !hasHeading(view, path, sign.heading, limit)) continue
    const data = sign.heading === undefined || sign.has.length > 0 ? dataIn(view, path, limit) : undefined
    const isRead = sign.heading !== undefined && sign.has.length === 0
    if (!isRead && !(data && nodesAt(data, sign.at).some((node) => hasKeys(node, sign.has)))) continue
    const knownValues = { ...scalarsOf(data), ...captures }
    const parameters = Object.entries(sign.with).map(
      ([key, value]) => [key, trimFolder(template(value).format(knownValues) ?? '')] as const,
    )
    if (parameters.every(([, value]) => value !== ''))
      return { preset, path, entry: entryOf(preset, Object.fromEntries(parameters)) }
  }
  return undefined
}

/** The presets whose files are there and read as those of their tool. */
export const detectPresets = (view: View, limit: number): readonly DetectedPreset[] =>
  presetNames.flatMap((preset) => {
    for (const sign of signsOf(preset)) {
      const detection = detectPreset(preset, sign, view, limit)
      if (detection) return [detection]
    }
    return []
  })

const namesOf = (globs: readonly string[]): readonly Selector[] =>
  globs.map((glob) => ({ glob, level: 'name', except: ['.git', '.github', 'node_modules', 'vendor'] }))

/** Files of any folder, as deep as the items of a team are. */
export const alikeSelectors = namesOf(['*/*.md', '*/*/*.md', '*/*/*/*.md'])

/** Files that may list items. */
export const draftableSelectors = namesOf(['*', '*/*', '*/*/*'])

/** How many files are looked at of a folder, and of how many folders. */
const sampleLimits = { files: 3, folders: 60 } as const

/** Some files of each folder that has several: by them is seen what the others have. */
export function samplesOf(paths: readonly string[]): readonly string[] {
  const folders = new Map<string, string[]>()
  for (const path of paths) {
    if (/(?:^|\/)(?:README|INDEX)\.md$/i.test(path)) continue
    const files = folders.get(folderOf(path))
    if (files) files.push(path)
    else folders.set(folderOf(path), [path])
  }
  return [...folders.values()]
    .filter((files) => files.length > 1)
    .slice(0, sampleLimits.folders)
    .flatMap((files) => files.slice(0, sampleLimits.files))
}

/** Folders whose samples all have a `status` in their front matter, as globs of their files: `docs/tasks/*.md`. */
export function foldersWithStatus(view: View, limit: number): readonly string[] {
  const hasStatus = (path: string) => (readRecord(view, path, 'front-matter', limit).text('status') ?? '').trim() !== ''
  const folders = [...new Set(view.paths.map(folderOf))]
  return folders.flatMap((folder) =>
    view.paths.filter((path) => folderOf(path) === folder).every(hasStatus) ? [`${folder}/*.md`] : [],
  )
}
