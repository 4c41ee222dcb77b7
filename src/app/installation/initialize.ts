import type { Protocol } from '../../core/protocol.ts'
import type { Selection, Tree, View } from '../../core/view.ts'
import { tasksOf } from '../../engine/installation/permissions.ts'
import { starterFiles, type Sighted, type WorkflowKind } from '../../engine/installation/starter.ts'
import { batonJobs, readWorkflows, workflowGlob } from '../../engine/installation/workflow.ts'
import type { Knowledge } from '../validate/check.ts'
import { contextOf } from '../validate/policy.ts'

/** What setting Baton up comes to. */
export interface Starter {
  readonly sighted: readonly Sighted[]
  /** New files: path → text. */
  readonly fresh: ReadonlyMap<string, string>
  /** What would stand in files that are there already, and stay as they are. */
  readonly kept: ReadonlyMap<string, string>
  /** What workflows that are there already do. */
  readonly running: readonly WorkflowKind[]
  /** What the files were looked at in: nothing else is to be overwritten. */
  readonly seen: View
}

const limit = 1024 * 1024
/** What is nobody's state, however it is called. */
const except = ['node_modules', '.git', 'vendor', 'fixtures']

const kindOf = { validate: 'check', command: 'commands', audit: 'audit' } as const

/** A protocol as it is found: where it lies by default, else where its files are recognised, if it finds them there itself. */
async function sight(tree: Tree, protocol: Protocol, at: string, { schema }: Knowledge): Promise<Sighted | undefined> {
  const { name, title, sighting } = protocol
  const configuration = schema.parse({})
  const targetsBy = async (section: Sighted['section']) => {
    const parsed = protocol.configuration.safeParse(section)
    if (!parsed.success) return 0
    const selection: Selection = { selectors: protocol.selectors(section), limit }
    const reading = protocol.read({ head: await tree.open(selection) }, section, contextOf({ ...configuration, protocols: {} }, at))
    return reading.found ? reading.targets.length : 0
  }
  const usual = await targetsBy({})
  if (usual > 0) return { name, title, targets: usual, section: {} }
  if (!sighting) return undefined
  const { paths } = await tree.open({ selectors: [{ glob: sighting.glob, need: 'name', except }], limit })
  if (paths.length === 0) return undefined
  const section = sighting.section(paths)
  const targets = await targetsBy(section)
  return targets > 0 ? { name, title, targets, section } : undefined
}

/** Looks at a repository and says which files set Baton up there. Nothing is written. */
export async function initialize(
  tree: Tree,
  knowledge: Knowledge,
  { kinds, version, at }: { readonly kinds: readonly WorkflowKind[]; readonly version: string; readonly at: string },
): Promise<Starter> {
  const all = await Promise.all(knowledge.protocols.map((protocol) => sight(tree, protocol, at, knowledge)))
  const sighted = all.flatMap((each) => each ?? [])
  const seen = await tree.open({
    selectors: [
      { glob: '.github/baton.yml', need: 'text' },
      { glob: workflowGlob, need: 'text' },
      { glob: '.gitignore', need: 'text' },
    ],
    limit,
  })
  const running = batonJobs(readWorkflows(seen, limit).workflows).flatMap((job) => [...tasksOf(job)].map((task) => kindOf[task]))
  const wanted = kinds.filter((kind) => !running.includes(kind))
  const files = sighted.length === 0 ? [] : [...starterFiles(sighted, wanted, version)]
  const isThere = ([path]: readonly [string, string]) => seen.entry(path) !== undefined
  return {
    sighted,
    fresh: new Map(files.filter((file) => !isThere(file))),
    kept: new Map(files.filter(isThere)),
    running: [...new Set(running)],
    seen,
  }
}
