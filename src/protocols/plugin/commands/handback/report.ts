import type { HandbackReason } from '../../../../core/command-names.ts'
import * as z from 'zod'
import { expected } from '../../../../core/configuration.ts'
import { once } from '../../../../core/once.ts'
import { msg } from '../../../../core/message.ts'
import { isPhase, stageOf, isNamed, nameOf, unitInWords, type NamedUnit, type Unit } from '../../stages/stages.ts'
import { type CommandDiagnostic, refuse } from '../../../../core/command.ts'
import type { ReportDefinition, ReportFault } from '../../../../kit/report.ts'
import type { Plugin, PluginModel } from '../../model.ts'
import type { refusalCodes } from '../../documentation.ts'
import { diagnostic } from '../diagnostics.ts'
import type { Transition } from '../transition.ts'

const optionalText = () => z.string().optional().catch(undefined)
const pathsShape = (error: ReturnType<typeof expected>) => z.array(z.string({ error }), { error })
const expectedMapping = expected`a mapping`
const expectedPhaseOrNull = expected`N.M or null`
const expectedPathsOrFlag = expected`true, false or a list of paths`

const outputsShape = () =>
  z.object(
    {
      stage_completed: z.int({ error: expected`an integer` }).optional(),
      phase_completed: z
        .string({ error: expectedPhaseOrNull })
        .refine(isPhase, { error: expectedPhaseOrNull })
        .nullish(),
      files_modified: pathsShape(expected`a list of paths`).optional(),
      state_files_updated: z
        .union([z.boolean(), pathsShape(expectedPathsOrFlag)], { error: expectedPathsOrFlag })
        .optional(),
      error_type: optionalText(),
      error_message: optionalText(),
      implementation_status: optionalText(),
    },
    { error: expectedMapping },
  )

const schema = once(() =>
  z.object(
    {
      agent: z.string({ error: expected`the name of an agent` }),
      status: z.enum(['success', 'failure'], { error: expected`success or failure` }),
      outputs: outputsShape(),
      issues: z.array(z.unknown(), { error: expected`a list` }).optional(),
      ready_for_next_stage: z.boolean({ error: expected`true or false` }),
    },
    { error: expectedMapping },
  ),
)

/** A subagent's report of its work (specification, 3.5). */
export type Report = z.output<ReturnType<typeof schema>>

function faultOf({ kind, path, message, expected: expectedText = '', isMissing = false }: ReportFault): string {
  if (kind === 'size') return message
  if (kind === 'text') return `${message}, in the report, which is no JSON`
  return path === ''
    ? 'Unexpected report, expected a JSON object'
    : `${isMissing ? msg`Missing ${path} in the report` : msg`Unexpected ${path} in the report`}, expected ${expectedText}`
}

const withoutReport = (name: string) => msg`${`/handback ${name} success|error|question "…"`}`

const correctionHint = (name: string): string => `Correct the report, or leave it out: ${withoutReport(name)}.`

const smallestReport = '{ "agent": "NAME", "status": "success", "outputs": {}, "ready_for_next_stage": true }'

/** The report as the json block of `/handback`. */
export const reportDefinition: ReportDefinition<PluginModel, Plugin, Report> = {
  shape: schema,
  format: 'json',
  limit: 64 * 1024,
  fault: faultOf,
  refused: (model, { name }, message) =>
    refuse(
      diagnostic({ model }, 'REPORT_MALFORMED', message, {
        hint: `${msg`The smallest report is ${smallestReport}.`} Without one: ${withoutReport(name)}.`,
      }),
    ),
}

/** The unit that a report says is done; none where it says nothing of it. */
export function reportedUnitOf({
  outputs: { stage_completed: stage, phase_completed: phase },
}: Report): NamedUnit | undefined {
  if (phase) return { stage: stage ?? stageOf(phase), phase }
  return stage === undefined ? undefined : { stage, phase: undefined }
}

/** Whether only the state could not be written: the work itself is done. */
const isDoneButForState = ({ status, outputs }: Report): boolean =>
  status === 'failure' && outputs.error_type === 'state_update_failure' && outputs.implementation_status === 'complete'

export const reportsDone = (report: Report): boolean => report.status === 'success' || isDoneButForState(report)

const claimsState = ({ outputs: { state_files_updated: stateFiles } }: Report): boolean =>
  Array.isArray(stateFiles) ? stateFiles.length > 0 : stateFiles === true

/** Every path that it names. */
const pathsIn = ({ outputs }: Report): readonly string[] => [
  ...(outputs.files_modified ?? []),
  ...(Array.isArray(outputs.state_files_updated) ? outputs.state_files_updated : []),
]

/** Whether a path stays in the repository: relative, without `..`, `\` and controls. */
export const isInside = (path: string): boolean =>
  path !== '' &&
  !/^(?:\/|[A-Za-z]:)/.test(path) &&
  !path.includes('\\') &&
  !/\p{Cc}/u.test(path) &&
  !path.split('/').includes('..')

type ReportCode = Extract<keyof typeof refusalCodes, `REPORT_${string}`>

/** What a report is compared with: the unit that it is about, what was commanded, the files of the head. */
interface Facts {
  readonly unit: Unit
  readonly reason: HandbackReason
}

/** The statements of a report that are not true: then nothing is done (specification, 5.1). */
export function* contradictions(
  { model, view, plugin }: Transition,
  report: Report,
  { unit, reason }: Facts,
): Iterable<CommandDiagnostic> {
  const details = { hint: correctionHint(plugin.name) }
  const contradiction = (code: ReportCode, message: string) => diagnostic({ model, plugin }, code, message, details)
  const agent = model.stages.get(stageOf(unit))?.agent
  if (agent !== undefined && report.agent !== agent) {
    const message = msg`Unexpected agent ${report.agent} in the report, expected ${agent}, which works on ${unit}`
    yield contradiction('REPORT_AGENT_MISMATCH', message)
  }
  if ((reason === 'success' && !reportsDone(report)) || (reason === 'error' && report.status === 'success')) {
    const message = msg`Unexpected ${report.status} in the report of a handback that says ${reason}`
    yield contradiction('REPORT_STATUS_MISMATCH', message)
  }
  const namedUnit = reportedUnitOf(report)
  if (namedUnit && (!isNamed(unit, namedUnit) || stageOf(namedUnit.phase ?? unit) !== namedUnit.stage)) {
    const message = `Unexpected ${unitInWords(nameOf(namedUnit))} in the report, expected ${unitInWords(unit)}`
    yield contradiction('REPORT_STAGE_MISMATCH', message)
  }
  const outsidePaths = pathsIn(report).filter((path) => !isInside(path))
  if (outsidePaths.length > 0) {
    const message = msg`Unexpected paths ${limitPaths(outsidePaths)} in the report, expected ones relative to the repository's root`
    yield contradiction('REPORT_PATH_INVALID', message)
  }
  const missingPaths = (report.outputs.files_modified ?? []).filter((path) => isInside(path) && !view.entry(path))
  if (reason === 'success' && missingPaths.length > 0) {
    const message = msg`Missing files ${limitPaths(missingPaths)}, which the report says were modified`
    yield contradiction('REPORT_FILE_MISSING', message)
  }
}

const maxNamed = 5

const limitPaths = (paths: readonly string[]) => (paths.length > maxNamed ? [...paths.slice(0, maxNamed), '…'] : paths)

/** Whether a report of success says that the next stage may begin. */
export function readinessWarnings(transition: Transition, report: Report): readonly CommandDiagnostic[] {
  if (report.ready_for_next_stage || isDoneButForState(report)) return []
  return [
    diagnostic(transition, 'REPORT_NOT_READY', 'The report says that the next stage is not ready to begin', {
      severity: 'warning',
    }),
  ]
}

const falseClaimMessage = 'The report says that the state was written, and it was not: it is written now'

export const falseClaimWarning = (transition: Transition): CommandDiagnostic =>
  diagnostic(transition, 'REPORT_STATE_CLAIM_FALSE', falseClaimMessage, { severity: 'warning' })

/** What a report of success says of the state, which the handoff does not show: it is written now. */
function claimDiagnostic(transition: Transition, report: Report): CommandDiagnostic {
  if (isDoneButForState(report)) {
    const message = 'The agent could not write the state: it is written now'
    return diagnostic(transition, 'REPORT_STATE_CORRECTED', message, { severity: 'warning' })
  }
  if (claimsState(report)) return falseClaimWarning(transition)
  const message = 'The agent did not write the state: it is written now'
  return diagnostic(transition, 'REPORT_STATE_NOT_UPDATED', message, { severity: 'notice' })
}

export const claimDiagnostics = (transition: Transition, report: Report): readonly CommandDiagnostic[] => [
  ...readinessWarnings(transition, report),
  claimDiagnostic(transition, report),
]
