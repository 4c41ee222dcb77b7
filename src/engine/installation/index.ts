import type { Diagnostic, Level } from '../../core/diagnostic.ts'
import { codeUrl } from '../../core/links.ts'
import { reportedRule } from '../../core/rule.ts'
import { sign } from '../checking/sign.ts'
import { setupOutdated, startFails, startForeign, startOfOneMachine } from './rules/agents.ts'
import { auditStopped, checkNotRequired, checkUnpinned, lastPushApproval } from './rules/branch.ts'
import { checkoutUnusable, headCheckout } from './rules/checkout.ts'
import { commentUnfiltered, queueMissing, tokenOnly } from './rules/comments.ts'
import { inputInvalid } from './rules/inputs.ts'
import { localExposed, stateIgnored } from './rules/ignored.ts'
import { lockLeft, lockTracked } from './rules/lock.ts'
import { permissionExcess, permissionMissing } from './rules/permissions.ts'
import { actionPlaceholder, actionUnpinned, cacheRestored, workflowUnreadable } from './rules/steps.ts'
import type { Installation, InstallationRule } from './subject.ts'

/** Rules about the installation of Baton, for all protocols. */
export const installationRules: readonly InstallationRule[] = [
  stateIgnored,
  localExposed,
  lockLeft,
  lockTracked,
  setupOutdated,
  startFails,
  startForeign,
  startOfOneMachine,
  workflowUnreadable,
  inputInvalid,
  permissionMissing,
  permissionExcess,
  headCheckout,
  checkoutUnusable,
  queueMissing,
  commentUnfiltered,
  tokenOnly,
  cacheRestored,
  actionPlaceholder,
  actionUnpinned,
  checkUnpinned,
  checkNotRequired,
  lastPushApproval,
  auditStopped,
]

/** The rules in the form of a report. */
export const signedInstallationRules = installationRules.map((rule) => reportedRule(rule, codeUrl(rule.code)))

/** What the rules say of an installation. Nothing in it is touched by any change. */
export const examineInstallation = (
  subject: Installation,
  severity: Readonly<Record<string, Level>>,
): readonly Diagnostic[] =>
  installationRules.flatMap((rule) => {
    const configuredLevel = severity[rule.code]
    return [...rule.check(subject)].flatMap((finding) => {
      const level = configuredLevel ?? finding.levels?.soft ?? rule.soft
      return level === 'off' ? [] : [sign(finding, { code: rule.code, severity: level, touched: false })]
    })
  })
