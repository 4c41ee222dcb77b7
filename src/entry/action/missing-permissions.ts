import type { Fault } from '../../core/fault.ts'
import type { Inputs, Task } from '../../engine/installation/inputs.ts'
import { missingPermissions, permissionsOfTask } from '../../engine/installation/permissions.ts'
import { Failure, namesNoPermission } from '../../gateways/github/requests/failure.ts'

/**
 * The line of permissions that a task needs in its workflow, if GitHub refused a request and did not say which
 * permission it lacks. What only the configuration asks for is not in it: the configuration may be what could not be
 * read.
 */
export function permissionsHint({ cause }: Fault, task: Task, inputs: Inputs): string | undefined {
  if (!(cause instanceof Failure && namesNoPermission(cause))) return undefined
  const needed = permissionsOfTask(task, (name) => name !== 'pull-requests' && inputs[name] === true)
  return `The task \`${task}\` needs this line in its workflow: \`permissions: { ${missingPermissions(needed, 'none').join(', ')} }\`. A token in the input \`token\` needs the same permissions.`
}
