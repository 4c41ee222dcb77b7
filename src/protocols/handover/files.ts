import type { NamedFiles } from '../../core/context.ts'
import { baseName, type LoadLevel, type Selector, folderOf } from '../../core/view.ts'
import { escapeGlob, matcher, placesFor } from '../../documents/glob.ts'
import { selectBelow } from '../../kit/files.ts'
import type { HandoverConfiguration } from './discovery.ts'

/** What is known of a kind of file without reading one. */
interface KindDetails {
  /** In the folder of a project; a glob where there may be many. */
  readonly path: string
  /** `type` in its front matter, where it has one. */
  readonly type?: string
  /** Annotations may be about it. */
  readonly annotated?: true
  /**
   * Where older forms of the commands wrote it, outside of projects: a glob, and its whole path with the rest of its
   * name.
   */
  readonly older?: { readonly glob: string; readonly form: RegExp }
}

/** The kinds of written handovers (docs/handover.md, "Files"), as `--as` names them. */
export const kindFiles = {
  brief: { path: 'brief.md', type: 'trekbrief', annotated: true },
  research: {
    path: 'research/*.md',
    type: 'trekresearch-brief',
    older: { glob: '.claude/research/trekresearch-*.md', form: /^\.claude\/research\/trekresearch-(.+)\.md$/ },
  },
  plan: {
    path: 'plan.md',
    annotated: true,
    older: { glob: '.claude/plans/trekplan-*.md', form: /^\.claude\/plans\/trekplan-(.+)\.md$/ },
  },
  progress: {
    path: 'progress.json',
    older: {
      glob: '.claude/plans/.trekexecute-progress-*.json',
      form: /^(?:\.claude\/plans|.+)\/\.trekexecute-progress-(.+)\.json$/,
    },
  },
  review: { path: 'review.md', type: 'trekreview', annotated: true },
  'session-state': { path: '.session-state.local.json' },
  'next-session-prompt': { path: 'NEXT-SESSION-PROMPT.local.md' },
} as const satisfies Readonly<Record<string, KindDetails>>

export type Kind = keyof typeof kindFiles
type KindsWith<Detail extends keyof KindDetails> = {
  [Name in Kind]: Detail extends keyof (typeof kindFiles)[Name] ? Name : never
}[Kind]
export type AnnotatedKind = KindsWith<'annotated'>

const kindEntries = Object.entries<KindDetails>(kindFiles) as readonly (readonly [Kind, KindDetails])[]

/** What a named file may be checked as. */
export const fileKinds = [...kindEntries.map(([kind]) => kind), 'annotations'] as const
export type FileKind = (typeof fileKinds)[number]

export const isFileKind = (word: string | undefined): word is FileKind =>
  (fileKinds as readonly (string | undefined)[]).includes(word)

const fixedEntries = kindEntries.filter(([, { path }]) => !path.includes('*'))

/** The kinds of the files with fixed names in a project, by name. */
export const kindsByName: ReadonlyMap<string, Kind> = new Map(fixedEntries.map(([kind, { path }]) => [path, kind]))

/** The kinds whose files may be annotated, by name. */
export const annotatedKinds: ReadonlyMap<string, Kind> = new Map(
  fixedEntries.flatMap(([kind, { path, annotated }]) => (annotated ? [[path, kind]] : [])),
)

/** The kinds whose front matter has a `type`, each with that. */
export const kindTypes: ReadonlyMap<Kind, string> = new Map(
  kindEntries.flatMap(([kind, { type }]) => (type === undefined ? [] : [[kind, type]])),
)

/** The kind of a loose file, outside of projects, and what else its name says. */
export function looseKind(path: string): { readonly kind: Kind; readonly rest: string } | undefined {
  for (const [kind, { older }] of kindEntries) {
    const rest = older?.form.exec(path)?.[1]
    if (rest !== undefined) return { kind, rest }
  }
  return undefined
}

/** Overviews of an architecture: the canonical one, and those that are tolerated. The first that is there is read. */
export const overviews = ['overview.md', 'architecture-overview.md', 'overview.markdown', 'README.md'] as const
const architectureNames: ReadonlySet<string> = new Set([...overviews, 'gaps.md'])
export const isKnownArchitecture = (name: string): boolean => architectureNames.has(name)

/** The folder of a project with the paths in it. */
interface ProjectPaths {
  readonly folder: string
  readonly paths: readonly string[]
}

export const architecturePaths = ({ folder, paths }: ProjectPaths): readonly string[] =>
  paths.filter((path) => folderOf(path) === `${folder}/architecture`)

/** The overview that is read of an architecture, if there is one. */
export function overviewOf(project: ProjectPaths): string | undefined {
  const paths = new Set(architecturePaths(project))
  return overviews.map((name) => `${project.folder}/architecture/${name}`).find((path) => paths.has(path))
}

/** Local files: written on one machine, for that machine. */
export const isLocal = (path: string): boolean => /\.local\.(?:json|md|bak)$/.test(baseName(path))

/** What is read below the folder of a project, and how much of it. */
const projectSelection: Readonly<Record<string, LoadLevel>> = {
  ...Object.fromEntries(kindEntries.map(([, { path }]) => [path, 'text' as const])),
  [`architecture/{${overviews.join(',')}}`]: 'text',
  'architecture/*': 'name',
  '**/*.local.{json,md,bak}': 'name',
}

/** Files of older forms, which are read and no longer written. */
export const olderFormGlobs = ({ projects }: Pick<HandoverConfiguration, 'projects'>): readonly string[] => [
  ...projects.map((glob) => `${glob}/.trekexecute-progress-*.json`),
  ...kindEntries.flatMap(([, { older }]) => older?.glob ?? []),
]

/** Everything that is read, and files that were named. */
export function selectorsOf({ projects }: HandoverConfiguration, namedFiles?: NamedFiles): readonly Selector[] {
  const namedPaths = (namedFiles?.paths ?? []).filter(
    (path) => namedFiles?.as !== undefined || /\.(?:md|json)$/.test(path),
  )
  return [
    ...projects.flatMap((glob) => [
      ...selectBelow(glob, projectSelection),
      // A folder in place of a file is no file, and nothing can be written there.
      ...selectBelow(glob, Object.fromEntries(fixedEntries.map(([, { path }]) => [path, 'folder' as const]))),
    ]),
    ...olderFormGlobs({ projects }).map((glob): Selector => ({ glob, level: 'text' })),
    ...namedPaths.map((path): Selector => ({ glob: escapeGlob(path), level: 'text' })),
  ]
}

/** The folder of the project that a file would make one of; `undefined` where it is not a file of a project. */
function projectFolderOf(path: string): string | undefined {
  const [name, folder] = [baseName(path), folderOf(path)]
  if (kindsByName.has(name) || (looseKind(path)?.kind === 'progress' && folder !== '.claude/plans')) return folder
  const folderName = baseName(folder)
  return (folderName === 'research' && name.endsWith('.md')) || folderName === 'architecture'
    ? folderOf(folder)
    : undefined
}

/** The folders that hold files of a project, each with those, sorted. */
export function foldersOf(
  paths: readonly string[],
  { projects }: HandoverConfiguration,
): ReadonlyMap<string, readonly string[]> {
  const matches = matcher(projects)
  const folders = new Map<string, string[]>()
  for (const path of paths) {
    const folder = projectFolderOf(path)
    if (folder === undefined || folder === '' || (!folders.has(folder) && !matches(folder))) continue
    const folderPaths = folders.get(folder)
    if (folderPaths) folderPaths.push(path)
    else folders.set(folder, [path])
  }
  return folders
}

/** The files of a project with fixed names; one project stands for all. */
const placesOf = (configuration: HandoverConfiguration) =>
  [...kindsByName.keys()].map((name) => `${placeFor('DATE-SLUG', configuration)}/${name}`)

/** Places of state that git must not ignore. */
export const committedPaths = (configuration: HandoverConfiguration): readonly string[] =>
  placesOf(configuration).filter((path) => !isLocal(path))

/** Places of files that git must ignore. */
export const localPaths = (configuration: HandoverConfiguration): readonly string[] =>
  placesOf(configuration).filter(isLocal)

/** Where the folder of a project of this name would be. */
export function placeFor(name: string, { projects }: HandoverConfiguration): string {
  const plainGlobs = projects.filter((glob) => glob.endsWith('/*') && !glob.includes('**'))
  return placesFor(plainGlobs, name)[0] ?? `.claude/projects/${name}`
}
