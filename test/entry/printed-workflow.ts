import { read } from './workflow-parser.ts'

export type Permissions = Readonly<Record<string, 'read' | 'write'>>

interface Step {
  readonly uses?: string
  readonly if?: string
  readonly with?: Readonly<Record<string, string | number | boolean>>
}

interface Workflow {
  readonly on: string | readonly string[] | Readonly<Record<string, unknown>>
  readonly permissions: Permissions
  /** A page prints workflows with one job. */
  readonly jobs: Readonly<Record<string, { readonly if?: string; readonly steps: readonly Step[] }>>
}

/** What a workflow that a page prints says of us. */
export interface PrintedWorkflow {
  /** What starts it. */
  readonly events: readonly string[]
  /** What its token may do, as an app's permissions are called. */
  readonly permissions: Permissions
  /** Of our step. */
  readonly inputs: Readonly<Record<string, string>>
  /** `if` of the job. */
  readonly condition: string | undefined
  /** The inputs of the checkout before our step; none: there is no checkout. */
  readonly checkout: Readonly<Record<string, unknown>> | undefined
  /** The file that a step after ours uploads, whether ours fails or not; none: nothing is uploaded. */
  readonly uploads: string | undefined
}

/** Every input is text to the runner, whatever YAML makes of it. */
const inputsOf = (step: Step | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(step?.with ?? {}).map(([name, value]) => [name, String(value)]))

/** @throws TypeError where it is no YAML. */
export function printedWorkflow(yaml: string): PrintedWorkflow {
  const { on, permissions, jobs } = read(yaml) as Workflow
  const [job] = Object.values(jobs)
  const step = (action: string) => job?.steps.find(({ uses }) => uses?.startsWith(`${action}@`))
  const checkout = step('actions/checkout')
  const upload = step('actions/upload-artifact')
  return {
    events: typeof on === 'string' ? [on] : Array.isArray(on) ? (on as readonly string[]) : Object.keys(on),
    permissions: Object.fromEntries(
      Object.entries(permissions).map(([scope, level]) => [scope.replace('-', '_'), level]),
    ),
    inputs: inputsOf(step('example-org/baton')),
    condition: job?.if,
    checkout: checkout && (checkout.with ?? {}),
    uploads: upload?.if === 'always()' ? inputsOf(upload)['path'] : undefined,
  }
}
