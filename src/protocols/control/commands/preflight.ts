import { command } from '../../../kit/command.ts'
import { reportOutcome } from './report.ts'
import { stageWithContract } from './stage.ts'

/** Whether a stage is ready for its agent (docs/control.md, "Commands"). Nothing changes. */
export const preflight = command({
  name: 'preflight',
  summary:
    'Reports whether a stage is ready for its agent: contract, prompts, inputs, and what it needs of other stages. Nothing changes.',
  examples: ['/preflight explore'],
  target: stageWithContract,
  run: ({ target: stage }) => reportOutcome('Preflight', stage, stage.preflight()),
})
