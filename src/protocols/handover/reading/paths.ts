import { normalizePath } from '../../../core/view.ts'
import type { HandoverFile, HandoverModel, Project } from '../model.ts'
import type { FileKind } from '../files.ts'
import { writtenText, writtenValue } from '../../../kit/written.ts'

export const isAbsolute = (path: string): boolean => /^(?:[/\\~]|[A-Za-z]:)/.test(path)

/** Where a path that is written in a file leads. */
export type Lead =
  /** Any of these, the first that is there. */
  | { readonly kind: 'inside'; readonly candidates: readonly string[] }
  /** To a place on a machine that is not in this project. */
  | { readonly kind: 'elsewhere' }
  /** Beyond the root. */
  | { readonly kind: 'outside' }

/** `folder` is that of the project. */
export function leadOf(writtenPath: string, folder: string | undefined): Lead {
  if (isAbsolute(writtenPath)) {
    const posixPath = writtenPath.replaceAll('\\', '/')
    const index = folder === undefined ? -1 : posixPath.lastIndexOf(`/${folder}/`)
    const innerPath = index === -1 ? undefined : normalizePath(posixPath.slice(index + 1))
    return innerPath === undefined || !innerPath.startsWith(`${folder}/`)
      ? { kind: 'elsewhere' }
      : { kind: 'inside', candidates: [innerPath] }
  }
  const candidates = [
    normalizePath(writtenPath),
    folder === undefined ? undefined : normalizePath(`${folder}/${writtenPath}`),
  ].filter((path) => path !== undefined)
  return candidates.length === 0 ? { kind: 'outside' } : { kind: 'inside', candidates }
}

/** A folder as people write it, without `./` before it and `/` after it. */
export function plainFolder(writtenFolder: string): string {
  let [start, end] = [0, writtenFolder.length]
  while (writtenFolder.startsWith('./', start)) start += './'.length
  while (end > start && writtenFolder[end - 1] === '/') end--
  return writtenFolder.slice(start, end)
}

/** Whether a path, relative or absolute, ends in a folder. */
export function endsIn(path: string, folder: string): boolean {
  const plainPath = plainFolder(path.replaceAll('\\', '/'))
  return plainPath === folder || plainPath.endsWith(`/${folder}`)
}

/** What a path that is written in a file leads to. */
export type PathLookup =
  | { readonly kind: 'file'; readonly path: string }
  /** To nothing, though it stays in the repository. */
  | { readonly kind: 'absent'; readonly path: string }
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'outside' }

/** Finds what a path leads to. A link is not followed. */
export function lookUp(
  writtenPath: string,
  project: Project | undefined,
  { view }: Pick<HandoverModel, 'view'>,
): PathLookup {
  const lead = leadOf(writtenPath, project?.folder)
  if (lead.kind !== 'inside') return lead
  const existingPath = lead.candidates.find((path) => view.entry(path) !== undefined)
  return existingPath === undefined
    ? { kind: 'absent', path: lead.candidates[0] ?? writtenPath }
    : { kind: 'file', path: existingPath }
}

/** The file that a path leads to, read as one of a kind; `undefined` where there is none. */
export function fileAt(
  writtenPath: string | undefined,
  kind: FileKind,
  project: Project | undefined,
  model: HandoverModel,
): HandoverFile | undefined {
  const lookup = writtenPath === undefined ? undefined : lookUp(writtenPath, project, model)
  if (lookup?.kind !== 'file') return undefined
  const knownFile = model.file(lookup.path)
  return knownFile?.kind === kind ? knownFile : model.read(lookup.path, kind)
}

/** Keys of files that hold paths. */
const jsonPathKeys = ['plan', 'next_session_brief_path']
const frontMatterPathKeys = ['brief_path']

/** The files that those of a model lead to by their paths, and that are not in its view. */
export function referencedPathsOf({ files, view }: HandoverModel): readonly string[] {
  const paths = new Set<string>()
  for (const { json, mapping, project } of files) {
    const writtenPaths = [
      ...jsonPathKeys.map((key) => json?.text(key)),
      ...frontMatterPathKeys.map((key) => mapping && writtenText(writtenValue(mapping, key))),
    ]
    for (const path of writtenPaths) {
      const lead = path === undefined ? undefined : leadOf(path, project?.folder)
      if (lead?.kind !== 'inside' || lead.candidates.some((candidate) => view.entry(candidate) !== undefined)) continue
      for (const candidate of lead.candidates)
        if (candidate !== '' && !candidate.split('/').includes('.git')) paths.add(candidate)
    }
  }
  return [...paths]
}
