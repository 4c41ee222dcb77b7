import type { Command, Outcome } from '../../../core/command.ts'
import type { ControlModel } from '../model.ts'
import { reported } from './report.ts'
import { bareScene } from './stage.ts'

const form = { name: 'preflight', usage: 'STAGE [--run RUN]' } as const

/** Whether a stage is ready for its agent (control protocol, "Reports"). Nothing changes. */
export const preflight: Command<ControlModel> = {
  ...form,
  summary: 'Says whether a stage is ready for its agent: contract, prompts, inputs, and what it needs of other stages. Nothing changes.',
  examples: ['/preflight explore'],

  run(model, request): Outcome {
    const scene = bareScene(model, request, form)
    return 'outcome' in scene ? scene : reported('Preflight', scene.stage, scene.stage.preflight())
  },
}
