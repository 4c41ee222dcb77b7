import type { HandoverFile, HandoverModel, Project } from '../model.ts'
import type { FileKind } from '../files.ts'
import { writtenText, writtenValue } from '../../../kit/written.ts'

/** The path that names stand for, without `.`, `..` and empty ones; `undefined` where it leads out of the root. */
function settled(path: string): string | undefined {
  const names: string[] = []
  for (const name of path.split('/')) {
    if (name === '..') {
      if (names.pop() === undefined) return undefined
    } else if (name !== '' && name !== '.') names.push(name)
  }
  return names.join('/')
}

export const isAbsolute = (written: string): boolean => /^(?:[/\\~]|[A-Za-z]:)/.test(written)

/** Where a path that is written in a file leads. */
export type Lead =
  /** Any of these, the first that is there. */
  | { readonly kind: 'inside'; readonly candidates: readonly string[] }
  /** To a place on a machine that is not in this project. */
  | { readonly kind: 'elsewhere' }
  /** Beyond the root. */
  | { readonly kind: 'outside' }

/** `folder` is that of the project. */
export function leadOf(written: string, folder: string | undefined): Lead {
  if (isAbsolute(written)) {
    const plain = written.replaceAll('\\', '/')
    const at = folder === undefined ? -1 : plain.lastIndexOf(`/${folder}/`)
    const inner = at === -1 ? undefined : settled(plain.slice(at + 1))
    return inner === undefined || !inner.startsWith(`${folder}/`) ? { kind: 'elsewhere' } : { kind: 'inside', candidates: [inner] }
  }
  const candidates = [settled(written), folder === undefined ? undefined : settled(`${folder}/${written}`)].filter(
    (path) => path !== undefined,
  )
  return candidates.length === 0 ? { kind: 'outside' } : { kind: 'inside', candidates }
}

/** A folder as people write it, without `./` before it and `/` after it. */
export function plainFolder(written: string): string {
  let [start, end] = [0, written.length]
  while (written.startsWith('./', start)) start += './'.length
  while (end > start && written[end - 1] === '/') end--
  return written.slice(start, end)
}

/** Whether a path, relative or absolute, ends in a folder. */
export function endsIn(written: string, folder: string): boolean {
  const plain = plainFolder(written.replaceAll('\\', '/'))
  return plain === folder || plain.endsWith(`/${folder}`)
}

/** What a path that is written in a file leads to. */
export type PathLookup =
  | { readonly kind: 'file'; readonly path: string }
  /** To nothing, though it stays in the repository. */
  | { readonly kind: 'absent'; readonly path: string }
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'outside' }

/** Finds what a path leads to. A link is not followed. */
export function lookUp(written: string, project: Project | undefined, { view }: Pick<HandoverModel, 'view'>): PathLookup {
  const lead = leadOf(written, project?.folder)
  if (lead.kind !== 'inside') return lead
  const there = lead.candidates.find((path) => view.entry(path) !== undefined)
  return there === undefined ? { kind: 'absent', path: lead.candidates[0] ?? written } : { kind: 'file', path: there }
}

/** The file that a path leads to, read as one of a kind; `undefined` where there is none. */
export function fileAt(
  written: string | undefined,
  kind: FileKind,
  project: Project | undefined,
  model: HandoverModel,
): HandoverFile | undefined {
  const found = written === undefined ? undefined : lookUp(written, project, model)
  if (found?.kind !== 'file') return undefined
  const own = model.file(found.path)
  return own?.kind === kind ? own : model.read(found.path, kind)
}

/** Keys of files that hold paths. */
const jsonPaths = ['plan', 'next_session_brief_path']
const frontPaths = ['brief_path']

/** The files that those of a model lead to by their paths, and that are not in its view. */
export function pathsLedTo({ files, view }: HandoverModel): readonly string[] {
  const paths = new Set<string>()
  for (const { json, mapping, project } of files) {
    const written = [
      ...jsonPaths.map((key) => json?.text(key)),
      ...frontPaths.map((key) => mapping && writtenText(writtenValue(mapping, key))),
    ]
    for (const path of written) {
      const lead = path === undefined ? undefined : leadOf(path, project?.folder)
      if (lead?.kind !== 'inside' || lead.candidates.some((candidate) => view.entry(candidate) !== undefined)) continue
      for (const candidate of lead.candidates) if (candidate !== '' && !candidate.split('/').includes('.git')) paths.add(candidate)
    }
  }
  return [...paths]
}
