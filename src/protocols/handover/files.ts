import type { NamedFiles } from '../../core/context.ts'
import { baseName, type LoadLevel, type Selector, folderOf } from '../../core/view.ts'
import { escapeGlob, matcher, placesFor } from '../../documents/glob.ts'
import { selectBelow } from '../../kit/files.ts'
import type { HandoverConfiguration } from './discovery.ts'

/** The kinds of written handovers, as `--as` names them. */
const kinds = ['brief', 'research', 'plan', 'progress', 'review', 'session-state', 'next-session-prompt'] as const
export type Kind = (typeof kinds)[number]

/** What a named file may be checked as. */
export const fileKinds = [...kinds, 'annotations'] as const
export type FileKind = (typeof fileKinds)[number]

export const isFileKind = (word: string | undefined): word is FileKind =>
  (fileKinds as readonly (string | undefined)[]).includes(word)

/** The files with fixed names in a project. */
export const fixedNames = {
  'brief.md': 'brief',
  'plan.md': 'plan',
  'progress.json': 'progress',
  'review.md': 'review',
  '.session-state.local.json': 'session-state',
  'NEXT-SESSION-PROMPT.local.md': 'next-session-prompt',
} as const satisfies Readonly<Record<string, Kind>>

/** `type` in the front matter of the kinds that have one. */
export const types = { brief: 'trekbrief', research: 'trekresearch-brief', review: 'trekreview' } as const

/** The kinds whose artifact may be annotated, by file name. */
export const annotatedKinds = { 'brief.md': 'brief', 'plan.md': 'plan', 'review.md': 'review' } as const
export type AnnotatedKind = (typeof annotatedKinds)[keyof typeof annotatedKinds]

/** Files that are outside of projects, by their whole path or name: what older forms of the commands wrote. */
const loosePlaces = [
  { kind: 'plan', form: /^\.claude\/plans\/trekplan-(.+)\.md$/ },
  { kind: 'research', form: /^\.claude\/research\/trekresearch-(.+)\.md$/ },
  { kind: 'progress', form: /^(?:\.claude\/plans|.+)\/\.trekexecute-progress-(.+)\.json$/ },
] as const satisfies readonly { readonly kind: Kind; readonly form: RegExp }[]

/** The kind of a loose file, and what else its name says. */
export function looseKind(path: string): { readonly kind: Kind; readonly rest: string } | undefined {
  for (const { kind, form } of loosePlaces) {
    const [, rest] = form.exec(path) ?? []
    if (rest !== undefined) return { kind, rest }
  }
  return undefined
}

/** Overviews of an architecture: the canonical one, and those that are tolerated. The first that is there is read. */
export const overviews = ['overview.md', 'architecture-overview.md', 'overview.markdown', 'README.md'] as const
const architectureNames: ReadonlySet<string> = new Set([...overviews, 'gaps.md'])
export const isKnownArchitecture = (name: string): boolean => architectureNames.has(name)

/** Local files: written on one machine, for that machine. */
export const isLocal = (path: string): boolean => /\.local\.(?:json|md|bak)$/.test(baseName(path))

/** What is read below the folder of a project, and how much of it. */
const projectSelection: Readonly<Record<string, LoadLevel>> = {
  ...Object.fromEntries(Object.keys(fixedNames).map((name) => [name, 'text' as const])),
  'research/*.md': 'text',
  [`architecture/{${overviews.join(',')}}`]: 'text',
  'architecture/*': 'name',
  '**/*.local.{json,md,bak}': 'name',
}

/** What is outside of projects. */
const looseGlobs = [
  '.claude/plans/trekplan-*.md',
  '.claude/research/trekresearch-*.md',
  '.claude/plans/.trekexecute-progress-*.json',
]

/** Files of older forms, which are read and no longer written. */
export const olderFormGlobs = ({ projects }: Pick<HandoverConfiguration, 'projects'>): readonly string[] => [
  ...projects.map((glob) => `${glob}/.trekexecute-progress-*.json`),
  ...looseGlobs,
]

/** Everything that is read, and files that were named. */
export function selectorsOf({ projects }: HandoverConfiguration, namedFiles?: NamedFiles): readonly Selector[] {
  const namedPaths = (namedFiles?.paths ?? []).filter(
    (path) => namedFiles?.as !== undefined || /\.(?:md|json)$/.test(path),
  )
  return [
    ...projects.flatMap((glob) => selectBelow(glob, projectSelection)),
    ...olderFormGlobs({ projects }).map((glob): Selector => ({ glob, level: 'text' })),
    ...namedPaths.map((path): Selector => ({ glob: escapeGlob(path), level: 'text' })),
  ]
}

/** The folder of the project that a file would make one of; `undefined` where it is not a file of a project. */
function projectFolderOf(path: string): string | undefined {
  const [name, folder] = [baseName(path), folderOf(path)]
  if (name in fixedNames || (looseKind(path)?.kind === 'progress' && folder !== '.claude/plans')) return folder
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
  Object.keys(fixedNames).map((name) => `${placeFor('DATE-SLUG', configuration)}/${name}`)

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
