import type { Command, Outcome, Request, CommandContext } from '../../../core/command.ts'
import { takeOptions } from '../../../kit/options.ts'
import { msg } from '../../../core/message.ts'
import { misused, type CommandForm } from '../../../kit/command.ts'
import type { HandoverModel } from '../model.ts'
import { isRefusal, sceneOf } from './answers.ts'
import { granting } from './granting.ts'
import { stepOf } from './project.ts'

const form = { name: 'accept', usage: 'SLUG [--step N] [--new-run] [--anyway]' } as const
const preflightForm = { name: 'preflight', usage: 'SLUG [--step N] [--new-run]' } as const

function accepted(model: HandoverModel, request: Request, world: CommandContext, form: CommandForm): Outcome {
  const scene = sceneOf(model, request, form)
  if (isRefusal(scene)) return scene
  const words = request.words.filter((word) => word.toLowerCase() !== '--new-run')
  const taken = takeOptions(words, { step: 'once' })
  if ('fault' in taken) return misused(form, taken.fault)
  const [more] = taken.rest
  if (more !== undefined) return misused(form, msg`Unexpected ${more} behind the name`)
  const step = taken.options.step === undefined ? undefined : stepOf(taken.options.step)
  if (taken.options.step !== undefined && step === undefined)
    return misused(form, msg`Unexpected step ${taken.options.step}, expected its number`)
  const newRun = words.length < request.words.length
  return granting(scene, model, { step, newRun, anyway: request.anyway === true }, world)
}

/** Grants control of the next step to an agent (handover protocol, section 7.1). */
export const accept: Command<HandoverModel> = {
  ...form,
  summary:
    'Grants control of the next step of the plan to an agent: `progress.json` is written, or its record changed. `--new-run` begins again. Where a question is open, only with `--anyway`.',
  examples: ['/accept login', '/accept 2026-01-20-login --step 2', '/accept login --new-run'],
  run: (model, request, world) => accepted(model, request, world, form),
}

/** Whether control would be granted: the resume check. Nothing changes. */
export const preflight: Command<HandoverModel> = {
  ...preflightForm,
  summary: 'Says whether `/accept` would grant control, or why not: plan and progress are looked at strictly. Nothing changes.',
  examples: ['/preflight login'],
  run(model, request, world): Outcome {
    const outcome = accepted(model, request, world, preflightForm)
    if (outcome.outcome !== 'changed') return outcome
    const reply = outcome.reply.replace('Granted', 'Would be granted')
    return { outcome: 'unchanged', reply, remarks: outcome.remarks }
  },
}
