import { nodeAt, type DataNode } from '../../documents/data.ts'
import type { Job, Step, Workflow } from './workflow.ts'

/**
 * How a workflow names the head of a pull request: expressions, refs that GitHub makes, and the words of `gh` and of
 * the API.
 */
const headForm =
  /github\.event\.pull_request\.(?:head|merge_commit_sha)|github\.head_ref|github\.event\.workflow_run\.head|refs\/pull\/|github\.event\.issue\.number|\bheadRef(?:Oid|Name)\b|\.head\.(?:sha|ref)\b/

/**
 * A mention of a variable that may hold a value: of a shell (`$NAME`, `${NAME}`, `$env:NAME`, `%NAME%`) or in an
 * expression.
 */
const mentionForm =
  /\$\{?(?:env:)?([A-Za-z_]\w*)|%([A-Za-z_]\w*)%|\benv\.([\w-]+)|\benv\[\s*['"]([\w-]+)['"]\s*\]|\b(steps\.[\w-]+)\.outputs?\b|\b(needs\.[\w-]+\.outputs\.[\w-]+)|\b(matrix\.[\w-]+)/g

/**
 * Names that usually hold a head: those of variables, and `steps.pr`, `needs.find.outputs.sha`, `matrix.ref`; in
 * lower-case letters.
 */
type HeadNames = ReadonlySet<string>

/** Whether a text names the head of a pull request, directly or through a variable. */
function mentions(text: string, names: HeadNames): boolean {
  if (headForm.test(text)) return true
  for (const match of text.matchAll(mentionForm)) {
    const [, ...parts] = match
    const name = parts.find((part) => part !== undefined)
    if (name !== undefined && names.has(name.toLowerCase())) return true
  }
  return false
}

function* scalarsIn(node: DataNode | undefined): Iterable<string> {
  if (node?.kind === 'scalar') yield node.source
  else if (node?.kind === 'sequence') for (const item of node.items) yield* scalarsIn(item)
  else if (node) for (const { value } of node.entries) yield* scalarsIn(value)
}

const entriesOf = (node: DataNode | undefined) => (node?.kind === 'mapping' ? node.entries : [])

/** The names that count after a block of variables: one that is set again has its new value. */
function namesAfter(env: DataNode | undefined, names: HeadNames): HeadNames {
  const entries = entriesOf(env)
  if (entries.length === 0) return names
  const newNames = new Set(names)
  for (const { key, value } of entries) {
    const name = key.source.toLowerCase()
    if (value.kind === 'scalar' && mentions(value.source, names)) newNames.add(name)
    else newNames.delete(name)
  }
  return newNames
}

/** A step, with the names that stand for a head in it. */
export interface StepWithNames {
  readonly step: Step
  /** Whether a text of the step names the head of a pull request. */
  mentions(text: string): boolean
}

/** What a step passes to those after it: its outputs, and variables that its script sets for them. */
function namesPassedOn(step: Step, names: HeadNames): Iterable<string> {
  const script = step.word('run')
  const texts = script === '' ? [...scalarsIn(step.at('with'))] : [script]
  if (!texts.some((text) => mentions(text, names))) return []
  const id = step.word('id').toLowerCase()
  const outputs =
    id !== '' && (script === '' || script.includes('GITHUB_OUTPUT') || script.includes('::set-output'))
      ? [`steps.${id}`]
      : []
  const variables = script.includes('GITHUB_ENV')
    ? Array.from(script.matchAll(/([A-Za-z_]\w*)(?:=|<<)/g), ([, name = '']) => name.toLowerCase())
    : []
  return [...outputs, ...variables]
}

/** The keys of a matrix; combinations that are included have keys of their own. */
const axesOf = (matrix: DataNode | undefined) =>
  entriesOf(matrix).flatMap((entry) =>
    entry.key.source === 'include' && entry.value.kind === 'sequence' ? entry.value.items.flatMap(entriesOf) : [entry],
  )

interface JobHeads {
  readonly steps: readonly StepWithNames[]
  /** The outputs that are a head. */
  readonly outputs: readonly string[]
}

function headsOf(job: Job, knownNames: HeadNames): JobHeads {
  const { node, workflow } = job
  const outerNames = new Set(namesAfter(nodeAt(workflow.node, ['env']), knownNames))
  for (const { key, value } of axesOf(nodeAt(node, ['strategy', 'matrix'])))
    if ([...scalarsIn(value)].some((text) => mentions(text, outerNames)))
      outerNames.add(`matrix.${key.source.toLowerCase()}`)
  const names = new Set(namesAfter(nodeAt(node, ['env']), outerNames))
  const steps = job.steps.map((step): StepWithNames => {
    const stepNames = new Set(namesAfter(step.at('env'), names))
    for (const name of namesPassedOn(step, stepNames)) names.add(name)
    return { step, mentions: (text) => mentions(text, stepNames) }
  })
  const outputs = entriesOf(nodeAt(node, ['outputs'])).flatMap(({ key, value }) =>
    value.kind === 'scalar' && mentions(value.source, names)
      ? [`needs.${job.name}.outputs.${key.source}`.toLowerCase()]
      : [],
  )
  return { steps, outputs }
}

/** Longest chain of jobs that hand a value on; real workflows stay below it. */
const maxChainLength = 10

/**
 * Every job of a workflow with its steps, each with a test whether a text in it contains the head of a pull request,
 * also by variables.
 */
export function stepsWithHeads({ jobs }: Workflow): ReadonlyMap<Job, readonly StepWithNames[]> {
  let knownNames: HeadNames = new Set()
  let headsByJob = new Map<Job, JobHeads>()
  for (let round = 0; round <= maxChainLength; round++) {
    headsByJob = new Map(jobs.map((job) => [job, headsOf(job, knownNames)]))
    const foundNames = new Set([...headsByJob.values()].flatMap(({ outputs }) => outputs))
    if (foundNames.size === knownNames.size) break
    knownNames = foundNames
  }
  return new Map([...headsByJob].map(([job, { steps }]) => [job, steps]))
}
