import { nodeAt, type DataMapping } from '../../documents/data.ts'
import type { Place } from '../../core/diagnostic.ts'
import { taskByEvent, tasks, type Task } from './inputs.ts'
import type { Installation } from './subject.ts'
import type { Job, Step } from './workflow.ts'

type Access = 'none' | 'read' | 'write'
export type Permissions = Readonly<Record<string, Access>>

const rank: Readonly<Record<Access, number>> = { none: 0, read: 1, write: 2 }

const isTask = (word: string): word is Task => tasks.some((task) => task === word)

const wants = (step: Step, input: string, standard: boolean) => (step.word('with', input) || String(standard)) === 'true'

const neededFor: Readonly<Record<Task, (step: Step, configuration: Installation['configuration']) => Permissions>> = {
  validate: (step) => ({
    contents: 'read',
    ...(wants(step, 'check-run', false) && { checks: 'write' }),
    ...(wants(step, 'comment', false) && { 'pull-requests': 'write' }),
  }),
  command: () => ({ contents: 'write', 'pull-requests': 'write', issues: 'write', checks: 'write' }),
  audit: (step, { audit }) => ({
    contents: wants(step, 'audit-fix', false) ? 'write' : 'read',
    // The check run by which `doctor` sees that an audit took place, and the next audit what the last one found.
    checks: 'write',
    ...((wants(step, 'audit-issue', true) || wants(step, 'dashboard-issue', audit.dashboard)) && { issues: 'write' }),
    ...(wants(step, 'audit-fix', false) && { 'pull-requests': 'write' }),
  }),
}

/**
 * Permissions that are useful but not required: renewing the overview that commands have made on a pull request, and reading open pull
 * requests.
 */
const welcome: Readonly<Record<Task, Permissions>> = {
  validate: { 'pull-requests': 'write' },
  command: {},
  audit: { 'pull-requests': 'read' },
}

function more(one: Permissions, other: Permissions): Permissions {
  const both = { ...one }
  for (const [name, access] of Object.entries(other)) if (rank[access] > rank[both[name] ?? 'none']) both[name] = access
  return both
}

/** What Baton does in a job. */
export function tasksOf({ baton, events }: Job): ReadonlySet<Task> {
  const byEvent = events.flatMap((event) => taskByEvent[event] ?? [])
  return new Set(baton.flatMap((step) => (isTask(step.word('with', 'task')) ? (step.word('with', 'task') as Task) : byEvent)))
}

/** The permissions of the workflow's own token that Baton needs in a job, and those that it can use. */
export function permissionsOfJob(
  job: Job,
  configuration: Installation['configuration'],
): { readonly needed: Permissions; readonly allowed: Permissions } {
  const all = [...tasksOf(job)]
  const own = job.baton.filter(ownToken)
  const needed = own.flatMap((step) => all.map((task) => neededFor[task](step, configuration))).reduce(more, {})
  return { needed, allowed: all.map((task) => welcome[task]).reduce(more, needed) }
}

/** Whether a step acts by the workflow's own token. */
export function ownToken(step: Step): boolean {
  const token = step.word('with', 'token').replaceAll(/\s/g, '')
  return token === '' || token === '${{github.token}}' || token === '${{secrets.GITHUB_TOKEN}}'
}

/** The permissions of a workflow's token in a job, and where they are written; absent: nowhere, so that the repository's default applies. */
export function grantedPermissions({
  node,
  workflow,
}: Job): { readonly permissions: Permissions | Access; readonly place: Place } | undefined {
  const permissionsOf = (mapping: DataMapping) => mapping.get('permissions')?.value
  const declared = permissionsOf(node) ?? permissionsOf(workflow.node)
  if (declared === undefined) return undefined
  const place = workflow.placeOf(declared)
  if (declared.kind === 'scalar')
    return { place, permissions: declared.source === 'write-all' ? 'write' : declared.source === 'read-all' ? 'read' : 'none' }
  if (declared.kind === 'sequence') return { place, permissions: 'none' }
  const access = (name: string) => {
    const value = nodeAt(declared, [name])
    return value?.kind === 'scalar' && (value.source === 'read' || value.source === 'write') ? value.source : 'none'
  }
  return { place, permissions: Object.fromEntries(declared.entries.map(({ key }) => [key.source, access(key.source)])) }
}

/** Those of `wanted` that `has` does not reach, as they are written: `checks: write`. */
export const missingPermissions = (required: Permissions, has: Permissions | Access): readonly string[] =>
  Object.entries(required)
    .filter(([name, access]) => rank[access] > rank[typeof has === 'string' ? has : (has[name] ?? 'none')])
    .map(([name, access]) => `${name}: ${access}`)
