import { msg } from '../../../core/message.ts'
import { type Call, command } from '../../../kit/command.ts'
import type { HandoverModel, Project } from '../model.ts'
import { grantOf, grantOutcome, grantPreconditions, type PreparedGrant } from './granting.ts'
import { parseStepNumber } from './input.ts'
import { project } from './project.ts'

export const grantOptions = {
  step: { kind: 'once', value: 'N', does: 'this step in place of the next one' },
  'new-run': { kind: 'flag', does: 'begin a new run of the plan' },
} as const
const acceptOptions = { ...grantOptions, anyway: { kind: 'flag' } } as const

/** The grant of the next step, or of the one that is named. */
export const grantOfCall = ({
  target,
  model,
  options: { step, ...flags },
}: Pick<Call<HandoverModel, Project, typeof acceptOptions>, 'target' | 'model' | 'options'>) =>
  grantOf(target, model, {
    named: step === undefined ? undefined : parseStepNumber(step),
    newRun: flags['new-run'] === true,
    anyway: flags.anyway === true,
  })

/** Why the step that is named is none. */
export const stepFault = ({ options: { step } }: { readonly options: { readonly step?: string } }) =>
  step !== undefined && parseStepNumber(step) === undefined
    ? msg`Unexpected step ${step}, expected its number`
    : undefined

/** Grants control of a step to an agent (docs/handover.md, "Commands"). */
export const accept = command({
  name: 'accept',
  summary:
    'Grants control of the next step of the plan to an agent: `progress.json` is written, or its record changed. `--new-run` begins again. Where a question is open, only with `--anyway`.',
  examples: ['/accept login', '/accept 2026-01-20-login --step 2', '/accept login --new-run'],
  target: project,
  options: acceptOptions,
  fault: stepFault,
  prepare: grantOfCall,
  preconditions: grantPreconditions<{ readonly prepared: PreparedGrant }>(),
  run: (call) => grantOutcome(call.prepared, call),
})
