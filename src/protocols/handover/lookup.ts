import type { HandoverFile, HandoverModel, Project } from './model.ts'
import { leadOf } from './paths.ts'
import type { FileKind } from './kinds.ts'

/** What a path that is written in a file leads to. */
export type Found =
  | { readonly kind: 'file'; readonly path: string }
  /** To nothing, though it stays in the repository. */
  | { readonly kind: 'absent'; readonly path: string }
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'outside' }

/** Finds what a path leads to. A link that stands there is not followed. */
export function lookUp(written: string, project: Project | undefined, { view }: Pick<HandoverModel, 'view'>): Found {
  const lead = leadOf(written, project?.folder)
  if (lead.kind !== 'inside') return lead
  const there = lead.candidates.find((path) => view.entry(path) !== undefined)
  return there === undefined ? { kind: 'absent', path: lead.candidates[0] ?? written } : { kind: 'file', path: there }
}

/** The file that a path leads to, read as one of a kind; nothing where there is none. */
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
