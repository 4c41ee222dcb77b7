import { nodeAt, type DataMapping } from '../../documents/data.ts'
import type { Place } from '../../core/diagnostic.ts'
import { taskByEvent, tasks, type Task } from './inputs.ts'
import type { Installation } from './subject.ts'
import type { Job, Step } from './workflow.ts'

type Access = 'none' | 'read' | 'write'
export type Permissions = Readonly<Record<string, Access>>

const rank: Readonly<Record<Access, number>> = { none: 0, read: 1, write: 2 }

const isTask = (word: string): word is Task => tasks.some((task) => task === word)

/** The inputs that decide what a token must be allowed; `audit.pull-requests` of the configuration does as well. */
type DecidingInput = 'check-run' | 'comment' | 'audit-fix' | 'audit-issue' | 'dashboard-issue'
type IsTrue = (input: DecidingInput | 'pull-requests') => boolean

/** What they are in a workflow that does not set them. */
const standardInputs = ({ audit }: Installation['configuration']): Readonly<Record<DecidingInput, boolean>> => ({
  'check-run': false,
  comment: false,
  'audit-fix': false,
  'audit-issue': true,
  'dashboard-issue': audit.dashboard,
})

const neededPermissions: Readonly<Record<Task, (isTrue: IsTrue) => Permissions>> = {
  validate: (isTrue) => ({
    contents: 'read',
    ...(isTrue('check-run') && { checks: 'write' }),
    ...(isTrue('comment') && { 'pull-requests': 'write' }),
  }),
  command: () => ({ contents: 'write', 'pull-requests': 'write', issues: 'write', checks: 'write' }),
  audit: (isTrue) => ({
    contents: isTrue('audit-fix') ? 'write' : 'read',
    // The check run by which `doctor` sees that an audit took place, and the next audit what the last one found.
    checks: 'write',
    ...((isTrue('audit-issue') || isTrue('dashboard-issue')) && { issues: 'write' }),
    ...(isTrue('audit-fix') ? { 'pull-requests': 'write' } : isTrue('pull-requests') && { 'pull-requests': 'read' }),
  }),
}

/** The permissions that a task needs, by the inputs that its step has. */
export const permissionsOfTask = (task: Task, isTrue: IsTrue): Permissions => neededPermissions[task](isTrue)

/**
 * Permissions that are useful but not required: renewing the overview that commands have made on a pull request, and
 * reading open pull requests.
 */
const usefulPermissions: Readonly<Record<Task, Permissions>> = {
  validate: { 'pull-requests': 'write' },
  command: {},
  audit: { 'pull-requests': 'read' },
}

function mergePermissions(permissions: Permissions, otherPermissions: Permissions): Permissions {
  const merged = { ...permissions }
  for (const [name, access] of Object.entries(otherPermissions))
    if (rank[access] > rank[merged[name] ?? 'none']) merged[name] = access
  return merged
}

export function tasksOf({ baton, events }: Job): ReadonlySet<Task> {
  const byEvent = events.flatMap((event) => taskByEvent[event] ?? [])
  return new Set(
    baton.flatMap((step) => (isTask(step.word('with', 'task')) ? (step.word('with', 'task') as Task) : byEvent)),
  )
}

/** The permissions of the workflow's own token that Baton needs in a job, and those that it can use. */
export function permissionsOfJob(
  job: Job,
  configuration: Installation['configuration'],
): { readonly needed: Permissions; readonly allowed: Permissions } {
  const jobTasks = [...tasksOf(job)]
  const ownTokenSteps = job.baton.filter(usesOwnToken)
  const standard = standardInputs(configuration)
  const needed = ownTokenSteps
    .flatMap((step) =>
      jobTasks.map((task) =>
        permissionsOfTask(task, (input) =>
          input === 'pull-requests'
            ? configuration.audit.pullRequests
            : (step.word('with', input) || String(standard[input])) === 'true',
        ),
      ),
    )
    .reduce(mergePermissions, {})
  return { needed, allowed: jobTasks.map((task) => usefulPermissions[task]).reduce(mergePermissions, needed) }
}

/** Whether a step acts by the workflow's own token. */
export function usesOwnToken(step: Step): boolean {
  const token = step.word('with', 'token').replaceAll(/\s/g, '')
  return token === '' || token === '${{github.token}}' || token === '${{secrets.GITHUB_TOKEN}}'
}

/**
 * The permissions of a workflow's token in a job, and where they are written; absent: nowhere, so that the repository's
 * default applies.
 */
export function grantedPermissions({
  node,
  workflow,
}: Job): { readonly permissions: Permissions | Access; readonly place: Place } | undefined {
  const permissionsOf = (mapping: DataMapping) => mapping.get('permissions')?.value
  const declared = permissionsOf(node) ?? permissionsOf(workflow.node)
  if (declared === undefined) return undefined
  const place = workflow.placeOf(declared)
  if (declared.kind === 'scalar')
    return {
      place,
      permissions: declared.source === 'write-all' ? 'write' : declared.source === 'read-all' ? 'read' : 'none',
    }
  if (declared.kind === 'sequence') return { place, permissions: 'none' }
  const access = (name: string) => {
    const value = nodeAt(declared, [name])
    return value?.kind === 'scalar' && (value.source === 'read' || value.source === 'write') ? value.source : 'none'
  }
  return { place, permissions: Object.fromEntries(declared.entries.map(({ key }) => [key.source, access(key.source)])) }
}

/** The required permissions that `granted` does not reach, as they are written: `checks: write`. */
export const missingPermissions = (required: Permissions, granted: Permissions | Access): readonly string[] =>
  Object.entries(required)
    .filter(([name, access]) => rank[access] > rank[typeof granted === 'string' ? granted : (granted[name] ?? 'none')])
    .map(([name, access]) => `${name}: ${access}`)
