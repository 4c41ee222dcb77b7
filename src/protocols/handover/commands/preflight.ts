import type { Outcome } from '../../../core/command.ts'
import { command } from '../../../kit/command.ts'
import { grantOfCall, grantOptions, stepFault } from './accept.ts'
import { grantOutcome, grantPreconditions, type PreparedGrant } from './granting.ts'
import { project } from './project.ts'

/** Whether control would be granted: the resume check. Nothing changes. */
export const preflight = command({
  name: 'preflight',
  summary:
    'Reports whether `/accept` would grant control, or why not: plan and progress are checked strictly. Nothing changes.',
  examples: ['/preflight login'],
  target: project,
  options: grantOptions,
  fault: stepFault,
  prepare: grantOfCall,
  preconditions: grantPreconditions<{ readonly prepared: PreparedGrant }>(),

  run(call): Outcome {
    const outcome = grantOutcome(call.prepared, call)
    if (outcome.outcome !== 'changed') return outcome
    return {
      outcome: 'unchanged',
      reply: outcome.reply.replace('Granted', 'Would be granted'),
      diagnostics: outcome.diagnostics,
    }
  },
})
