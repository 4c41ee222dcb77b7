import type { Context } from '../../core/context.ts'
import { baseName, type View, folderOf } from '../../core/view.ts'
import { type UnreadableReason, readText, type TextDocument } from '../../documents/text.ts'
import type { YamlMapping, YamlNode } from '../../documents/yaml.ts'
import type { HandoverConfiguration } from './discovery.ts'
import {
  foldersOf,
  isLocal,
  placeFor,
  isFileKind,
  kindsByName,
  kindTypes,
  looseKind,
  type FileKind,
  type Kind,
} from './files.ts'
import { scan, type Scan } from './reading/scan.ts'
import { isDay } from '../../core/time.ts'
import { memo } from '../../core/once.ts'
import type { Steps } from '../../core/steps.ts'
import { parseRecord, type Data, type FileRecord } from '../../kit/record.ts'
import { isUnwritten, writtenText, writtenData } from '../../kit/written.ts'
import { checkValue } from '../../kit/shape.ts'
import { isTyped, typeShapes } from './schema.ts'

/** A file that is judged, or that another one leads to. */
export interface HandoverFile {
  readonly kind: FileKind
  readonly path: string
  readonly project: Project | undefined
  /** Outside of the place that its kind has today. */
  readonly loose: boolean
  /** Why it cannot be read. `folder`: one is in its place. */
  readonly unreadable: UnreadableReason | 'folder' | undefined
  readonly document: TextDocument | undefined
  /** For a Markdown file that can be read. */
  readonly front: FileRecord<YamlNode> | undefined
  /** Its front matter where that is read on: it can be, and is of this kind. */
  readonly mapping: YamlMapping | undefined
  /** Headings and fences after the front matter. */
  readonly scan: () => Scan
  /** For a JSON file that can be read. */
  readonly json: FileRecord | undefined
}

/** A folder of one task: its files are written by one command and read by another. */
export interface Project {
  readonly name: string
  readonly slug: string
  readonly date: string | undefined
  readonly folder: string
  /** `project:2026-01-20-login` */
  readonly target: string
  /** Whether there is a folder, and not only loose files of its name. */
  readonly hasFolder: boolean
  /** From before there were marks. */
  readonly legacy: boolean
  /** Its files, sorted. */
  readonly paths: readonly string[]
  readonly files: Readonly<Partial<Record<Kind, HandoverFile>>>
  /** Research briefs, and the other Markdown files next to them. */
  readonly research: readonly HandoverFile[]
  readonly strayResearch: readonly string[]
}

export interface HandoverModel {
  readonly view: View
  readonly context: Context
  readonly configuration: HandoverConfiguration
  /** Sorted by name, each name once. */
  readonly projects: readonly Project[]
  /** Every folder of a project, those of one name too, sorted. */
  readonly folders: readonly Project[]
  /** Everything that is judged on its own, sorted by path. */
  readonly files: readonly HandoverFile[]
  /** Local files below projects. */
  readonly locals: readonly { readonly path: string; readonly project: Project }[]
  file(path: string): HandoverFile | undefined
  /** The project whose folder a path is in, or whose name a loose file has. */
  projectOf(path: string): Project | undefined
  /** A file as one of a kind, wherever it is. */
  read(path: string, kind: FileKind): HandoverFile
}

const researchName = /^\d{2,}-[a-z0-9-]+\.md$/
export const isResearchName = (path: string): boolean => researchName.test(baseName(path))

function markOf({ front, json }: Pick<HandoverFile, 'front' | 'json'>): Kind | undefined {
  const mapping = front?.mapping()
  if (mapping) {
    const type = writtenText(mapping.get('type')?.value)
    for (const [kind, kindType] of kindTypes) if (kindType === type) return kind
    if (mapping.get('plan_version')) return 'plan'
    return mapping.get('produced_by') ? 'next-session-prompt' : undefined
  }
  if (json?.has('schema_version') && json.has('steps')) return 'progress'
  return json?.has('next_session_brief_path') ? 'session-state' : undefined
}

/** The data that the type of a front matter is judged by. */
export const typeData = (document: TextDocument, root: YamlMapping, kind: keyof typeof typeShapes): Data =>
  writtenData(document, root, typeShapes[kind].shape(), { isAbsent: isUnwritten })

const isOfKind = (kind: FileKind, document: TextDocument, root: YamlMapping): boolean =>
  !isTyped(kind) || !checkValue(typeData(document, root, kind).value, typeShapes[kind].shape()).fault

/** The headings and fences after the front matter of a text. */
export const scanOf = memo((document: TextDocument): Scan =>
  scan(document, parseRecord(document, 'flat-front-matter').body),
)
const noScan: Scan = { headings: [], fences: [] }

/** Reads the files of a view, up to a size in bytes. */
const fileReader =
  (view: View, limit: number) =>
  (path: string, kind: FileKind, project?: Project, loose = false): HandoverFile => {
    const result = readText(view, path, limit)
    const document = typeof result === 'string' ? undefined : result
    const reason = typeof result === 'string' ? result : undefined
    const isJson = kind === 'progress' || kind === 'session-state' || (kind === 'annotations' && path.endsWith('.json'))
    const front = document && !isJson ? parseRecord(document, 'flat-front-matter') : undefined
    const mapping = front?.mapping()
    return {
      kind,
      path,
      project,
      loose,
      unreadable: reason === 'absent' && view.folders.has(path) ? 'folder' : reason,
      document,
      front,
      mapping: document && mapping && isOfKind(kind, document, mapping) ? mapping : undefined,
      scan: () => (document && front ? scanOf(document) : noScan),
      json: document && isJson ? parseRecord(document, 'json-object') : undefined,
    }
  }

type ReadFile = ReturnType<typeof fileReader>

/** A folder's or loose file's name, taken apart. */
function parseDatedName(name: string): { readonly date: string; readonly slug: string } | undefined {
  const [, date = '', slug = ''] = /^(\d{4}-\d\d-\d\d)-(.+)$/s.exec(name) ?? []
  return isDay(date) ? { date, slug } : undefined
}

/** The kinds whose files a project had before there were marks. */
const oldKinds: ReadonlySet<FileKind> = new Set(['brief', 'research', 'plan', 'review'])

/** A front matter that cannot be read may hold a mark. */
const mayBeMarked = (file: HandoverFile) => markOf(file) !== undefined || file.front?.fault !== undefined

function* projectIn(readFile: ReadFile, folder: string, paths: readonly string[]): Steps<Project | undefined> {
  const name = baseName(folder)
  const nameParts = parseDatedName(name)
  const files: Partial<Record<Kind, HandoverFile>> = {}
  const research: HandoverFile[] = []
  const strayResearch: string[] = []
  const project = {
    name,
    slug: nameParts?.slug ?? name,
    date: nameParts?.date,
    folder,
    target: `project:${name}`,
    hasFolder: true,
    legacy: false,
    paths,
    files,
    research,
    strayResearch,
  }
  for (const path of paths) {
    const innerPath = path.slice(folder.length + 1)
    const kind = kindsByName.get(innerPath)
    if (kind) files[kind] = readFile(path, kind, project)
    yield
    if (!innerPath.startsWith('research/')) continue
    const file = readFile(path, 'research', project)
    if (isResearchName(path) || markOf(file) === 'research') research.push(file)
    else strayResearch.push(path)
  }
  const markableFiles = [...Object.values(files), ...research]
  const hasMark = markableFiles.some(mayBeMarked)
  if (!nameParts && !hasMark) return undefined
  project.legacy = !hasMark && (strayResearch.length > 0 || markableFiles.some(({ kind }) => oldKinds.has(kind)))
  for (const [fileName, kind] of kindsByName) {
    const file = files[kind] ?? readFile(`${folder}/${fileName}`, kind, project)
    if (file.unreadable === 'folder') files[kind] = file
  }
  return project
}

/** Reads every project of a view, and the files that were named, file by file. */
export function* readModel(view: View, configuration: HandoverConfiguration, context: Context): Steps<HandoverModel> {
  const { namedFiles } = context
  const readFile = fileReader(view, context.limit)
  const byFolder = new Map<string, Project>()
  for (const [folder, paths] of foldersOf(view.paths, configuration)) {
    const project = yield* projectIn(readFile, folder, paths)
    if (project) byFolder.set(folder, project)
  }
  const byName = new Map([...byFolder.values()].toReversed().map((project) => [project.name, project]))

  const folderProject = (path: string): Project | undefined => {
    for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder))
      if (byFolder.has(folder)) return byFolder.get(folder)
    return undefined
  }
  const looseProject = (rest: string): Project | undefined => {
    const nameParts = parseDatedName(rest)
    if (!nameParts) return undefined
    const knownProject = byName.get(rest)
    if (knownProject) return knownProject
    const folder = placeFor(rest, configuration)
    const noFiles = { hasFolder: false, legacy: false, paths: [], files: {}, research: [], strayResearch: [] }
    const project: Project = { name: rest, ...nameParts, folder, target: `project:${rest}`, ...noFiles }
    byName.set(rest, project)
    return project
  }
  const projectOf = (path: string) => folderProject(path) ?? looseProject(looseKind(path)?.rest ?? '')
  const read = (path: string, kind: FileKind) => readFile(path, kind, projectOf(path), looseKind(path) !== undefined)

  const files = new Map<string, HandoverFile>()
  for (const project of byFolder.values())
    for (const file of [...Object.values(project.files), ...project.research]) files.set(file.path, file)
  for (const path of view.paths) {
    const looseFile = looseKind(path)
    if (!looseFile || (!path.startsWith('.claude/') && !folderProject(path))) continue
    files.set(path, read(path, looseFile.kind))
    yield
  }
  const markedKind = (path: string) => (view.entry(path)?.kind === 'file' ? markAt(path, read) : undefined)
  for (const path of namedFiles?.paths ?? []) {
    const givenKind = isFileKind(namedFiles?.as) ? namedFiles.as : undefined
    const kind = givenKind ?? (files.has(path) ? undefined : (kindByPath(path, configuration) ?? markedKind(path)))
    if (kind) files.set(path, read(path, kind))
    yield
  }

  const projects = [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return {
    view,
    context,
    configuration,
    projects,
    folders: [...byFolder.values()].toSorted((a, b) => (a.folder < b.folder ? -1 : 1)),
    files: [...files.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    locals: view.paths.flatMap((path) => {
      const project = isLocal(path) ? folderProject(path) : undefined
      return project ? [{ path, project }] : []
    }),
    file: (path) => files.get(path),
    projectOf,
    read,
  }
}

/** The kind that the mark of a file names, if it has one. */
const markAt = (path: string, read: HandoverModel['read']): Kind | undefined =>
  markOf(read(path, path.endsWith('.json') ? 'progress' : 'annotations'))

/** Whether a file has the mark of a handover, wherever it is. */
export const isMarked = (view: View, path: string, limit: number): boolean =>
  markAt(path, fileReader(view, limit)) !== undefined

/** The kind that the path alone gives a file. */
function kindByPath(path: string, configuration: HandoverConfiguration): Kind | undefined {
  const [name, folder] = [baseName(path), folderOf(path)]
  const isProjectFolder = (candidate: string) => foldersOf([`${candidate}/plan.md`], configuration).size > 0
  const fixedKind = kindsByName.get(name)
  if (fixedKind && isProjectFolder(folder)) return fixedKind
  if (baseName(folder) === 'research' && researchName.test(name) && isProjectFolder(folderOf(folder))) return 'research'
  return looseKind(path)?.kind
}
