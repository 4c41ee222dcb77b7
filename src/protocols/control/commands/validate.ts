import { innerPathOf } from '../contract/contract.ts'
import type { CommandDiagnostic } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import type { Stage } from '../model.ts'
import { query } from '../contract/checks.ts'
import { problemDiagnostics, diagnostic } from './diagnostics.ts'
import { reportOutcome } from './report.ts'
import { command } from '../../../kit/command.ts'
import { stageWithContract } from './stage.ts'

/** Notices about the two files; they do not change a report's status. */
function controlFileDiagnostics(stage: Stage): readonly CommandDiagnostic[] {
  const { accept, handback } = stage
  return [
    ...problemDiagnostics(stage, accept.problems, 'warning'),
    ...(accept.exists
      ? []
      : [
          diagnostic(stage, 'ACCEPT_ABSENT', msg`Missing ${'accept.json'}: control has not been granted`, {
            severity: 'notice',
            place: handback.exists ? { path: handback.path, line: 1 } : { path: accept.path },
          }),
        ]),
    ...(handback.exists
      ? []
      : [
          diagnostic(stage, 'HANDBACK_ABSENT', msg`Missing ${'handback.json'}: control has not been returned`, {
            severity: 'warning',
            place: { path: handback.path },
          }),
        ]),
  ]
}

/** The values that the stage would publish, and those that are not found. */
function publishedParameters(stage: Stage): {
  readonly parameters: Readonly<Record<string, unknown>>
  readonly diagnostics: readonly CommandDiagnostic[]
} {
  const foundParameters: [string, unknown][] = []
  const diagnostics: CommandDiagnostic[] = []
  for (const { name, source, query: path, place } of stage.config.contract?.outputParameters ?? []) {
    const innerPath = source && innerPathOf(source.text)
    const value = innerPath === undefined || !path ? undefined : query(stage.read(innerPath).data?.value, path.text)
    if (!name) continue
    if (value !== undefined) foundParameters.push([name.text, value])
    else
      diagnostics.push(
        diagnostic(
          stage,
          'STAGE_PARAMETER_UNRESOLVED',
          msg`Missing value of ${name.text}, expected it at ${path?.text ?? ''} in ${source?.text ?? ''}`,
          { severity: 'warning', place },
        ),
      )
  }
  return { parameters: Object.fromEntries(foundParameters), diagnostics }
}

/** Whether a stage has given what its contract declares (docs/control.md, "Commands"). Nothing changes. */
export const validate = command({
  name: 'validate',
  summary:
    'Reports whether a stage has given what its contract declares: outputs, their schemas, and a handback that can be read. Nothing changes.',
  examples: ['/validate explore'],
  target: stageWithContract,

  run({ target: stage }) {
    const { parameters, diagnostics } = publishedParameters(stage)
    return reportOutcome('Validate', stage, stage.validation(), {
      diagnostics: [...controlFileDiagnostics(stage), ...diagnostics],
      details: { parameters },
    })
  },
})
