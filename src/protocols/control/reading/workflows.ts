import { type FileRecord, mappingIn, readRecord } from '../../../kit/record.ts'
import { entryAt } from '../../../kit/entry.ts'
import type { Place } from '../../../core/diagnostic.ts'
import { folderOf, type View } from '../../../core/view.ts'
import { nodeAt, type DataMapping } from '../../../documents/data.ts'
import { matcher } from '../../../documents/glob.ts'
import { excludedFolders, workflowMarks } from '../files.ts'
import { contractOf, contractText, type Contract, type ContractText } from '../contract/contract.ts'

/** A pair of `shared_templates`. */
export interface Template {
  readonly source: ContractText | undefined
  readonly target: ContractText | undefined
}

export interface Workflow {
  /** `workflow:flows/tidy` */
  readonly target: string
  readonly path: string
  /** Its folder; empty: the root. */
  readonly folder: string
  readonly file: FileRecord
  /** Why it cannot be read as a mapping. */
  readonly fault: FileRecord['fault']
  readonly root: DataMapping | undefined
  readonly stages: readonly Contract[]
  readonly templates: readonly Template[]
  /** The place of the key `shared_templates`, otherwise the first line. */
  readonly templatesPlace: Place
  /** Whether there is a file at a path in its folder; `undefined` where that was not looked at. */
  has(path: string): boolean | undefined
}

/** Folders next to the definition that are looked at. */
const definitionFolders = ['stages/', 'schemas/', 'templates/']

function readWorkflow(view: View, path: string, limit: number): Workflow {
  const folder = folderOf(path)
  const file = readRecord(view, path, 'yaml-1.1', limit)
  const { root, fault } = mappingIn(file)
  const { data } = file
  const items = (key: string) => {
    const list = root && nodeAt(root, [key])
    return list?.kind === 'sequence' ? list.items : []
  }
  const mappings = (key: string) => items(key).flatMap((item) => (item.kind === 'mapping' ? [item] : []))
  const key = root?.get('shared_templates')?.key
  return {
    target: `workflow:${folder === '' ? '.' : folder}`,
    path,
    folder,
    file,
    fault,
    root,
    stages: data ? mappings('stages').map((item) => contractOf(item, data)) : [],
    templates: data
      ? mappings('shared_templates').map((item) => ({
          source: contractText(data, item, 'source'),
          target: contractText(data, item, 'target'),
        }))
      : [],
    templatesPlace: key && data ? data.place(key) : { path, line: 1 },
    has(innerPath) {
      if (!definitionFolders.some((prefix) => innerPath.startsWith(prefix))) return undefined
      return entryAt(view, folder === '' ? innerPath : `${folder}/${innerPath}`).exists
    },
  }
}

/** The paths of the definitions of workflows in a view: their folder holds `stages` or a schema of theirs too. */
export function findWorkflows(view: View, patterns: readonly string[]): readonly string[] {
  const matches = matcher(patterns, excludedFolders)
  const candidates = view.paths.filter(matches)
  if (candidates.length === 0) return []
  const folders = new Set(
    view.paths.flatMap((path) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))),
  )
  return candidates.filter((path) => {
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    return (
      folders.has(`${folder}${workflowMarks.stages}`) || view.entry(`${folder}${workflowMarks.schema}`) !== undefined
    )
  })
}

export const readWorkflows = (view: View, patterns: readonly string[], limit: number): readonly Workflow[] =>
  findWorkflows(view, patterns).map((path) => readWorkflow(view, path, limit))
