import type { Command, Outcome, CommandDiagnostic } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import type { ControlModel, Stage } from '../model.ts'
import { inside } from '../paths.ts'
import { query } from '../reports/query.ts'
import { problemRemarks, remark } from './answers.ts'
import { reported } from './report.ts'
import { bareScene } from './stage.ts'

const form = { name: 'validate', usage: 'STAGE [--run RUN]' } as const

/** What is to be known of the two files besides; it touches no report's status. */
function filesBeside(stage: Stage): readonly CommandDiagnostic[] {
  const { accept, handback } = stage
  return [
    ...problemRemarks(stage, accept.problems, 'warning'),
    ...(accept.there
      ? []
      : [
          remark(stage, 'ACCEPT_ABSENT', msg`Missing ${'accept.json'}: control has not been granted`, {
            severity: 'notice',
            place: handback.there ? { path: handback.path, line: 1 } : { path: accept.path },
          }),
        ]),
    ...(handback.there
      ? []
      : [
          remark(stage, 'HANDBACK_ABSENT', msg`Missing ${'handback.json'}: control has not been returned`, {
            severity: 'warning',
            place: { path: handback.path },
          }),
        ]),
  ]
}

/** The values that the stage would publish, and those that are not found. */
function published(stage: Stage): {
  readonly parameters: Readonly<Record<string, unknown>>
  readonly remarks: readonly CommandDiagnostic[]
} {
  const found: [string, unknown][] = []
  const remarks: CommandDiagnostic[] = []
  for (const { name, source, query: path, place } of stage.config.contract?.outputParameters ?? []) {
    const inner = source && inside(source.text)
    const value = inner === undefined || !path ? undefined : query(stage.read(inner).data?.value, path.text)
    if (!name) continue
    if (value !== undefined) found.push([name.text, value])
    else
      remarks.push(
        remark(
          stage,
          'STAGE_PARAMETER_UNRESOLVED',
          msg`Missing value of ${name.text}, expected it at ${path?.text ?? ''} in ${source?.text ?? ''}`,
          { severity: 'warning', place },
        ),
      )
  }
  return { parameters: Object.fromEntries(found), remarks }
}

/** Whether a stage has given what its contract declares (control protocol, "Reports"). Nothing changes. */
export const validate: Command<ControlModel> = {
  ...form,
  summary:
    'Says whether a stage has given what its contract declares: outputs, their schemas, and a handback that can be read. Nothing changes.',
  examples: ['/validate explore'],

  run(model, request): Outcome {
    const scene = bareScene(model, request, form)
    if ('outcome' in scene) return scene
    const { stage } = scene
    const { parameters, remarks } = published(stage)
    return reported('Validate', stage, stage.validation(), { remarks: [...filesBeside(stage), ...remarks], details: { parameters } })
  },
}
