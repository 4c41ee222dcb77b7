import type { Asked } from '../../core/context.ts'
import type { Need, Selector } from '../../core/view.ts'
import { literally, matcher } from '../../documents/glob.ts'
import type { HandoverConfiguration } from './configuration.ts'
import { fixedNames, looseKind } from './kinds.ts'
import { folderOf, nameOf } from './paths.ts'

/** Overviews of an architecture: the canonical one, and those that are tolerated. The first that is there is read. */
export const overviews = ['overview.md', 'architecture-overview.md', 'overview.markdown', 'README.md'] as const
const known: ReadonlySet<string> = new Set([...overviews, 'gaps.md'])
export const isKnownArchitecture = (name: string): boolean => known.has(name)

/** Local files: written on somebody's machine, for that machine. */
export const isLocal = (path: string): boolean => /\.local\.(?:json|md|bak)$/.test(nameOf(path))

/** What is read below the folder of a project, and how much of it. */
const inProject: Readonly<Record<string, Need>> = {
  ...Object.fromEntries(Object.keys(fixedNames).map((name) => [name, 'text' as const])),
  'research/*.md': 'text',
  [`architecture/{${overviews.join(',')}}`]: 'text',
  'architecture/*': 'name',
  '.trekexecute-progress-*.json': 'text',
  '**/*.local.{json,md,bak}': 'name',
}

/** What lies outside of projects. */
const loose = ['.claude/plans/trekplan-*.md', '.claude/research/trekresearch-*.md', '.claude/plans/.trekexecute-progress-*.json']

/** Everything that is read, and files that were named. */
export function selectorsOf({ projects }: HandoverConfiguration, asked?: Asked): readonly Selector[] {
  const named = (asked?.paths ?? []).filter((path) => asked?.as !== undefined || /\.(?:md|json)$/.test(path))
  return [
    ...projects.flatMap((glob) => Object.entries(inProject).map(([path, need]): Selector => ({ glob: `${glob}/${path}`, need }))),
    ...loose.map((glob): Selector => ({ glob, need: 'text' })),
    ...named.map((path): Selector => ({ glob: literally(path), need: 'text' })),
  ]
}

/** The folder of the project that a file would make one of; nothing where it is no file of a project. */
function folderIn(path: string): string | undefined {
  const [name, folder] = [nameOf(path), folderOf(path)]
  if (name in fixedNames || (looseKind(path)?.kind === 'progress' && folder !== '.claude/plans')) return folder
  const inner = nameOf(folder)
  return (inner === 'research' && name.endsWith('.md')) || inner === 'architecture' ? folderOf(folder) : undefined
}

/** The folders that hold files of a project, each with those, sorted. */
export function foldersOf(paths: readonly string[], { projects }: HandoverConfiguration): ReadonlyMap<string, readonly string[]> {
  const matches = matcher(projects)
  const folders = new Map<string, string[]>()
  for (const path of paths) {
    const folder = folderIn(path)
    if (folder === undefined || folder === '' || (!folders.has(folder) && !matches(folder))) continue
    const held = folders.get(folder)
    if (held) held.push(path)
    else folders.set(folder, [path])
  }
  return folders
}

/** Where the folder of a project of this name would lie. */
export function placeFor(name: string, { projects }: HandoverConfiguration): string {
  const glob = projects.find((each) => each.endsWith('/*') && !/[*?{]/.test(each.slice(0, -2)))
  return `${glob === undefined ? '.claude/projects' : glob.slice(0, -2)}/${name}`
}
