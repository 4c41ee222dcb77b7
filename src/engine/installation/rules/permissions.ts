import { msg } from '../../../core/message.ts'
import { configurationPath } from '../../configuration/read.ts'
import { ownStep, workflow } from '../examples.ts'
import { beyond, granted, permissionsOfJob, type Permissions } from '../permissions.ts'
import type { InstallationRule } from '../subject.ts'
import { batonJobs } from '../workflow.ts'

/** The audit keeps no tracking issue; whether it keeps a dashboard issue is left to the configuration. */
const noIssue = ['html-file: baton-board.html, dashboard-issue: true', 'audit-issue: false'] as const
const dashboard = { [configurationPath]: 'audit: { dashboard: true }\n' }

const written = (permissions: Permissions) =>
  `permissions: { ${Object.entries(permissions)
    .map(([name, access]) => `${name}: ${access}`)
    .join(', ')} }`

/** The one line that is right for a job which needs these. */
const expected = (needed: Permissions) => written(Object.keys(needed).length === 0 ? { contents: 'read' } : needed)

export const permissionMissing: InstallationRule = {
  code: 'WORKFLOW_PERMISSION_MISSING',
  strict: 'error',
  soft: 'error',
  summary: 'The token of a job with Baton lacks the permissions that Baton needs.',
  why: 'Naming one permission removes all others. Baton then fails in the middle of its work, or cannot report its findings.',
  repair: 'Write the line that the hint gives.',
  installation: true,
  examples() {
    return {
      bad: [
        { about: 'commands that may not commit', head: workflow('commands', ['contents: write', 'contents: read']) },
        { about: 'no permission at all', head: workflow('check', ['{ contents: read }', '{}']) },
        { about: 'an input that needs more', head: workflow('check', [ownStep, `${ownStep}        with: { comment: true }\n`]) },
        {
          about: 'a dashboard issue that cannot be written',
          head: workflow('audit', [' issues: write,', ''], ['html-file: baton-board.html', 'audit-issue: false']),
        },
      ],
      good: [
        { about: 'what each needs', head: { ...workflow('check'), ...workflow('commands'), ...workflow('audit') } },
        {
          about: 'more for the job than for the others',
          head: workflow('check', ['{ contents: read }', '{}'], ['    steps:', '    permissions: { contents: read }\n    steps:']),
        },
      ],
    }
  },
  *check({ workflows, configuration }) {
    for (const job of batonJobs(workflows)) {
      const given = granted(job)
      const { needed } = permissionsOfJob(job, configuration)
      const missing = given ? beyond(needed, given.permissions) : []
      if (!given || missing.length === 0) continue
      yield {
        message: msg`Missing permission ${missing} in the job ${job.name}`,
        hint: msg`Write ${expected(needed)}.`,
        place: given.place,
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
  examples() {
    return {
      bad: [
        { about: 'no permissions', head: workflow('check', ['permissions: { contents: read }\n', '']) },
        { about: 'everything', head: workflow('check', ['{ contents: read }', 'write-all']) },
        { about: 'more than the check needs', head: workflow('check', ['contents: read', 'contents: write']) },
        { about: 'issues for an audit that keeps none', head: workflow('audit', noIssue) },
      ],
      good: [
        { about: 'what each needs', head: { ...workflow('check'), ...workflow('commands'), ...workflow('audit') } },
        { about: 'issues for the dashboard that the configuration switches on', head: { ...workflow('audit', noIssue), ...dashboard } },
      ],
    }
  },
  *check({ workflows, configuration }) {
    for (const job of batonJobs(workflows)) {
      const given = granted(job)
      const { needed, allowed } = permissionsOfJob(job, configuration)
      const hint = msg`Write ${expected(needed)}.`
      if (!given) {
        yield { message: msg`Missing ${'permissions'} for the job ${job.name}`, hint, place: job.place }
        continue
      }
      const { permissions, place } = given
      const excess = permissions === 'write' ? ['write-all'] : typeof permissions === 'string' ? [] : beyond(permissions, allowed)
      if (excess.length > 0) yield { message: msg`Unexpected permission ${excess} in the job ${job.name}`, hint, place }
    }
  },
}
