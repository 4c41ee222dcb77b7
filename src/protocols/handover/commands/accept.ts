import type { Outcome } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { type Call, command, misused } from '../../../kit/command.ts'
import type { HandoverModel, Project } from '../model.ts'
import { grantStep } from './granting.ts'
import { stepOf } from './input.ts'
import { project } from './project.ts'

const options = { step: { kind: 'once', value: 'N' }, 'new-run': { kind: 'flag' } } as const
const granting = { ...options, anyway: { kind: 'flag' } } as const

/** Grants the next step, or the one that is named. */
function granted({
  target,
  model,
  options: { step: named, ...flags },
  request,
  usage,
  commandContext,
}: Call<HandoverModel, Project, typeof granting>) {
  const step = named === undefined ? undefined : stepOf(named)
  if (named !== undefined && step === undefined) return misused(usage, msg`Unexpected step ${named}, expected its number`)
  return grantStep(
    target,
    model,
    { step, newRun: flags['new-run'] === true, anyway: flags.anyway === true, local: request.local === true },
    commandContext,
  )
}

/** Grants control of a step to an agent (docs/handover.md, "Commands"). */
export const accept = command({
  name: 'accept',
  summary:
    'Grants control of the next step of the plan to an agent: `progress.json` is written, or its record changed. `--new-run` begins again. Where a question is open, only with `--anyway`.',
  examples: ['/accept login', '/accept 2026-01-20-login --step 2', '/accept login --new-run'],
  target: project,
  options: granting,
  run: granted,
})

/** Whether control would be granted: the resume check. Nothing changes. */
export const preflight = command({
  name: 'preflight',
  summary: 'Says whether `/accept` would grant control, or why not: plan and progress are looked at strictly. Nothing changes.',
  examples: ['/preflight login'],
  target: project,
  options,
  run(call): Outcome {
    const outcome = granted(call)
    if (outcome.outcome !== 'changed') return outcome
    return { outcome: 'unchanged', reply: outcome.reply.replace('Granted', 'Would be granted'), diagnostics: outcome.diagnostics }
  },
})
