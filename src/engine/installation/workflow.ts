import { repository } from '../../core/links.ts'
import type { Finding, Place } from '../../core/diagnostic.ts'
import { msg } from '../../core/message.ts'
import type { Selection, View } from '../../core/view.ts'
import { nodeAt, type DataMapping, type DataNode } from '../../documents/data.ts'
import { matcher } from '../../documents/glob.ts'
import { readText } from '../../documents/text.ts'
import { type Data, parseRecord } from '../../kit/record.ts'

/** Where GitHub looks for workflows. */
export const workflowGlob = '.github/workflows/*.{yml,yaml}'

const isWorkflow = matcher([workflowGlob])

export interface Step {
  /** The action, `example-org/baton@v1`; empty for a script. */
  readonly uses: string
  readonly place: Place
  /** The value at a path below the step, as it is written; empty if it is absent or a collection. */
  word(...path: readonly string[]): string
  /** The node at a path below the step. */
  at(...path: readonly string[]): DataNode | undefined
}

export interface Job {
  readonly workflow: Workflow
  readonly name: string
  /** Where its name is. */
  readonly place: Place
  readonly node: DataMapping
  readonly steps: readonly Step[]
  readonly baton: readonly Step[]
  /** The events that it runs on, as far as its `if` names some. */
  readonly events: readonly string[]
}

/** A workflow file, as far as it is one: parts with a wrong form are left out, since GitHub itself reports them. */
export interface Workflow {
  readonly path: string
  readonly node: DataMapping
  readonly events: readonly string[]
  readonly jobs: readonly Job[]
  /** The place of a node of it. */
  readonly placeOf: Data['place']
}

/** The text of a scalar; empty for anything else. */
export const wordAt = (node: DataNode, ...path: readonly string[]): string => {
  const valueNode = nodeAt(node, path)
  return valueNode?.kind === 'scalar' ? valueNode.source : ''
}

const entriesAt = (node: DataNode, ...path: readonly string[]) => {
  const valueNode = nodeAt(node, path)
  return valueNode?.kind === 'mapping' ? valueNode.entries : []
}

/** The names that the repository of the action may have: its own, and that of a copy that says so in its links. */
const actionNames = new Set(['baton', repository?.split('/').at(-1)?.toLowerCase() ?? 'baton'])

/** Baton itself, under any owner: `example-org/baton@v1`, `example-org/baton/sub@v1`. */
const isBaton = (uses: string) => actionNames.has(uses.split('@', 1)[0]?.split('/')[1]?.toLowerCase() ?? '')

function eventsOf(root: DataMapping): readonly string[] {
  const triggers = root.get('on')?.value
  if (triggers === undefined) return []
  if (triggers.kind === 'scalar') return [triggers.source]
  return triggers.kind === 'mapping'
    ? triggers.entries.map(({ key }) => key.source)
    : triggers.items.map((item) => wordAt(item))
}

function stepsOf(job: DataMapping, place: Workflow['placeOf']): readonly Step[] {
  const steps = nodeAt(job, ['steps'])
  if (steps?.kind !== 'sequence') return []
  return steps.items.map((step) => ({
    uses: wordAt(step, 'uses'),
    place: place(nodeAt(step, ['uses']) ?? step),
    word: (...path) => wordAt(step, ...path),
    at: (...path) => nodeAt(step, path),
  }))
}

function workflowOf(path: string, node: DataMapping, placeOf: Workflow['placeOf']): Workflow {
  const events = eventsOf(node)
  const jobs: Job[] = []
  const workflow = { path, node, events, jobs, placeOf }
  for (const { key, value } of entriesAt(node, 'jobs')) {
    if (value.kind !== 'mapping') continue
    const steps = stepsOf(value, placeOf)
    const condition = wordAt(value, 'if')
    // An `if` that names events leaves the others out.
    const namedEvents = condition.includes('github.event_name')
      ? events.filter((event) => condition.includes(`'${event}'`))
      : []
    const baton = steps.filter(({ uses }) => isBaton(uses))
    const place = placeOf(key)
    jobs.push({
      workflow,
      name: key.source,
      place,
      node: value,
      steps,
      baton,
      events: namedEvents.length > 0 ? namedEvents : events,
    })
  }
  return workflow
}

function readWorkflow(view: View, path: string, limit: number): Workflow | Finding {
  const document = readText(view, path, limit)
  if (typeof document === 'string')
    return { message: msg`Unexpected ${path}, expected a text file of at most ${limit} bytes`, place: { path } }
  const file = parseRecord(document, 'yaml-1.1')
  const root = file.mapping()
  const { data } = file
  if (data && root) return workflowOf(path, root, (node) => data.place(node))
  return file.fault ?? { message: 'Unexpected form, expected a mapping', place: file.place() }
}

/** Every workflow of a view, and the problems of those that cannot be read. */
export function readWorkflows(
  view: View,
  limit: number,
): { readonly workflows: readonly Workflow[]; readonly unreadable: readonly Finding[] } {
  const results = view.paths.filter(isWorkflow).map((path) => readWorkflow(view, path, limit))
  return {
    workflows: results.flatMap((result) => ('jobs' in result ? [result] : [])),
    unreadable: results.flatMap((result) => ('jobs' in result ? [] : [result])),
  }
}

/** The files that are read to find the workflows of a tree. */
export const workflowSelection = (limit: number): Selection => ({
  selectors: [{ glob: workflowGlob, level: 'text' }],
  limit,
})

/** Every job in which Baton is a step. */
export const batonJobs = (workflows: readonly Workflow[]): readonly Job[] =>
  workflows.flatMap(({ jobs }) => jobs.filter(({ baton }) => baton.length > 0))
