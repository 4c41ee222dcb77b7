import { draftOf, isDraftable } from '../../../protocols/declared/drafting/draft.ts'
import { escapeGlob } from '../../../documents/glob.ts'
import { diskTree } from '../../../gateways/disk.ts'
import { openClone } from '../../../gateways/git/clone.ts'
import { plain } from '../../../render/plain.ts'
import { reserved } from '../../lazy-protocols.ts'
import { readTree } from '../../calls/tree.ts'
import { NothingHere, UsageError } from '../../calls/usage.ts'
import type { Answer } from '../../operations/operation.ts'
import type { WorkflowInput } from '../../operations/reading.ts'

/** So many files are looked at, each up to a size in bytes. */
const most = { files: 2000, bytes: 256 * 1024 } as const

/** The files of the index; outside of a clone those on disk. */
async function pathsIn(root: string): Promise<readonly string[]> {
  const clone = await openClone(root)
  if (clone) return clone.tracked('**')
  const view = await diskTree(root).open({ selectors: [{ glob: '**', level: 'name', except: ['node_modules'] }], limit: 0 })
  return view.paths
}

/** `workflow draft`: a declaration for what the tracked files seem to hold. Links are not followed. */
export async function draftDeclarations(input: WorkflowInput): Promise<Answer> {
  if (input.file !== undefined)
    throw new UsageError(`Unexpected ${plain(input.file)} after draft, expected no file: it looks at the repository.`)
  const { drafts, looked } = await readTree(input, 'workflow', async () => {
    const paths = (await pathsIn(input.root)).filter(isDraftable).toSorted().slice(0, most.files)
    const view = await diskTree(input.root).open({
      selectors: paths.map((path) => ({ glob: escapeGlob(path), level: 'text' as const })),
      limit: most.bytes,
    })
    return { drafts: draftOf(view, most.bytes, [...reserved.protocols, ...reserved.kinds]), looked: view.paths.length }
  })
  if (drafts.length === 0)
    throw new NothingHere(
      `Nothing in ${looked} files looks like a state: looked for keys of front matter, lines such as Status: todo, columns of tables, folders, keys of JSON and YAML, and boxes with ids.`,
    )
  const json = { version: 1, files: looked, drafts: drafts.map(({ lines: _, ...draft }) => draft), yaml: yamlOf(drafts) }
  return { views: { text: () => yamlOf(drafts), json: () => json, brief: () => json } }
}

const yamlOf = (drafts: ReturnType<typeof draftOf>) => ['workflows:', ...drafts.flatMap(({ lines }) => lines), ''].join('\n')
