import { msg } from '../../../core/message.ts'
import { missingPermissions, grantedPermissions, permissionsOfJob, type Permissions } from '../permissions.ts'
import type { InstallationRule } from '../subject.ts'
import { batonJobs } from '../workflow.ts'

const permissionsLine = (permissions: Permissions) =>
  `permissions: { ${Object.entries(permissions)
    .map(([name, access]) => `${name}: ${access}`)
    .join(', ')} }`

/** The one line that is right for a job which needs these. */
const expectedLine = (needed: Permissions) =>
  permissionsLine(Object.keys(needed).length === 0 ? { contents: 'read' } : needed)

export const permissionMissing: InstallationRule = {
  code: 'WORKFLOW_PERMISSION_MISSING',
  strict: 'error',
  soft: 'error',
  summary: 'The token of a job with Baton lacks the permissions that Baton needs.',
  why: 'Naming one permission removes all others. Baton then fails in the middle of its work, or cannot report its findings.',
  repair: 'Write the line that the hint gives.',
  installation: true,
  *check({ workflows, configuration }) {
    for (const job of batonJobs(workflows)) {
      const granted = grantedPermissions(job)
      const { needed } = permissionsOfJob(job, configuration)
      const missing = granted ? missingPermissions(needed, granted.permissions) : []
      if (!granted || missing.length === 0) continue
      yield {
        message: msg`Missing permission ${missing} in the job ${job.name}`,
        hint: msg`Write ${expectedLine(needed)}.`,
        place: granted.place,
      }
    }
  },
}

export const permissionExcess: InstallationRule = {
  code: 'WORKFLOW_PERMISSION_EXCESS',
  strict: 'warning',
  soft: 'warning',
  summary: 'The token of a job with Baton may do more than Baton needs, or its permissions are not written down.',
  why: 'Any code that gets into the job can use its token. Without `permissions` the default of the repository applies, which may allow writing everything.',
  repair: 'Write the line that the hint gives. Steps that need more belong in a separate job.',
  installation: true,
  *check({ workflows, configuration }) {
    for (const job of batonJobs(workflows)) {
      const granted = grantedPermissions(job)
      const { needed, allowed } = permissionsOfJob(job, configuration)
      const hint = msg`Write ${expectedLine(needed)}.`
      if (!granted) {
        yield { message: msg`Missing ${'permissions'} for the job ${job.name}`, hint, place: job.place }
        continue
      }
      const { permissions, place } = granted
      const excess =
        permissions === 'write'
          ? ['write-all']
          : typeof permissions === 'string'
            ? []
            : missingPermissions(permissions, allowed)
      if (excess.length > 0) yield { message: msg`Unexpected permission ${excess} in the job ${job.name}`, hint, place }
    }
  },
}
