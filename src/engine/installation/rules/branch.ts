import { day } from '../../../core/time.ts'
import { msg } from '../../../core/message.ts'
import { configurationPath } from '../../configuration/read.ts'
import { tasksOf } from '../permissions.ts'
import type { InstallationRule } from '../subject.ts'
import { batonJobs } from '../workflow.ts'

/** Whether a required check is that of Baton: the check run of the bot, or the job of its workflow. */
export const isOurCheck = ({ name }: { readonly name: string }) =>
  // With another configuration than the default, its path is in the name.
  name === 'baton' || name.endsWith(' / baton') || /^baton \(.+\)$/.test(name)

/** Settings of the host have no line in a file: the place is that of the policy of the branch. */
const settingsPlace = { path: configurationPath }

export const checkUnpinned: InstallationRule = {
  code: 'CHECK_UNPINNED',
  strict: 'warning',
  soft: 'warning',
  summary: 'The default branch requires the check `baton` from any app, and not from one.',
  why: 'Any workflow with `checks: write` can make a check run of that name. Under `pull_request` the workflow itself comes from the change.',
  repair: 'In the rule of the branch, choose the app as the source of the check: your bot, or GitHub Actions.',
  installation: true,
  *check({ branch }) {
    for (const { name, app } of branch?.required?.filter(isOurCheck) ?? [])
      if (app === undefined)
        yield {
          message: msg`Unexpected source of the required check ${name} on ${branch?.name ?? ''}: any, expected one app`,
          hint: 'Choose the app in the rule of the branch.',
          place: settingsPlace,
        }
  },
}

export const checkNotRequired: InstallationRule = {
  code: 'CHECK_NOT_REQUIRED',
  strict: 'notice',
  soft: 'notice',
  summary: 'The default branch does not require the check `baton`.',
  why: 'A failing check blocks a merge only if it is required.',
  repair: 'Require it in a rule of the branch, with its app as the source.',
  installation: true,
  *check({ branch }) {
    if (branch?.required && !branch.required.some(isOurCheck))
      yield {
        message: msg`Missing ${'baton'} among the required checks of ${branch.name}`,
        hint: 'Require it in a rule of the branch.',
        place: settingsPlace,
      }
  },
}

export const lastPushApproval: InstallationRule = {
  code: 'LAST_PUSH_APPROVAL',
  strict: 'warning',
  soft: 'warning',
  summary:
    'The default branch requires that the last push be approved by another person, and `commands.separate-duties` is not `true`.',
  why: 'A commit that Baton makes is the last push. The person who pushed before it may then approve their own work.',
  repair:
    'Set `commands: { separate-duties: true }`: then a person who pushed to a change cannot give a command that changes it.',
  installation: true,
  *check({ branch, configuration }) {
    if (branch?.lastPushApproval === true && configuration.commands.separateDuties !== true)
      yield {
        message: msg`Unexpected ${`separate-duties: ${configuration.commands.separateDuties}`} where ${branch.name} requires approval of the last push`,
        hint: msg`Set ${'commands: { separate-duties: true }'}.`,
        place: settingsPlace,
      }
  },
}

/** A weekly schedule may be a day late. */
const maxDaysWithoutAudit = 8

export const auditStopped: InstallationRule = {
  code: 'AUDIT_STOPPED',
  strict: 'warning',
  soft: 'warning',
  summary: 'A workflow audits on a schedule, and there is no sign of an audit of the last eight days.',
  why: 'Schedules are dropped under load, and end after 60 days without activity in public repositories. A stopped audit then looks like a clean one.',
  repair: 'Start the workflow by hand (`workflow_dispatch`); GitHub then offers to enable its schedule again.',
  installation: true,
  *check({ workflows, branch, at }) {
    const job = batonJobs(workflows).find(
      (candidate) => candidate.events.includes('schedule') && tasksOf(candidate).has('audit'),
    )
    if (!job || !branch) return
    const { audited } = branch
    if (audited !== undefined && Date.parse(at) - Date.parse(audited) <= maxDaysWithoutAudit * day) return
    yield {
      message:
        audited === undefined
          ? msg`Missing check run ${'baton audit'} on the newest commits of ${branch.name}: no audit took place`
          : msg`No audit since ${audited.slice(0, 10)}, expected one in the last ${maxDaysWithoutAudit} days`,
      hint: 'Start the workflow by hand, and enable its schedule again.',
      place: job.place,
    }
  },
}
