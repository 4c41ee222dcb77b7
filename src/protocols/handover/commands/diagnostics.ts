import type { CommandDiagnostic } from '../../../core/command.ts'
import { diagnosticsOf, problemDiagnostic } from '../../../kit/diagnostic.ts'
import type { Problem } from '../../../kit/rules.ts'
import { fixedNames } from '../files.ts'
import type { HandoverFile, HandoverModel, Project } from '../model.ts'
import { fileProblems } from '../rules/files.ts'
import { strictLevel } from '../rules/index.ts'
import { shapeProblems } from '../rules/progress.ts'

/** What commands answer besides the codes of rules: each with its meaning. */
export const refusalCodes = {
  PROJECT_UNKNOWN: 'There is no project of this name or slug.',
  PROJECT_AMBIGUOUS: 'Several projects have this slug: say which by its whole name.',
  PROGRESS_NOT_EXECUTE: 'The progress file is that of a dry run or a validation.',
  PROGRESS_RUN_OPEN: 'A run is open: a new one would lose it.',
  PROGRESS_STEP_DONE: 'The step is completed already.',
  PROGRESS_STEP_BUSY: 'An agent works on another step.',
  PROGRESS_STEP_ORDER: 'A step before this one is not closed.',
  PROGRESS_TEXT_MISSING: 'A text is required, and there is none.',
  PROGRESS_AUDIT_FAILED: 'A step whose audit failed is no success.',
  PROGRESS_STEP_AMBIGUOUS: 'Several steps are in progress: say which with `--step`.',
  PROGRESS_NOT_ACCEPTED: 'The step is not in progress.',
  PROGRESS_NO_QUESTION: 'The agent has asked nothing.',
  CLEANUP_NOT_COMPLETED: 'The session is not completed.',
  CLEANUP_UNCONFIRMED: 'Nothing is removed without `--confirm`.',
  ANNOTATION_ARTIFACT_INVALID: 'Only brief, plan and review are annotated.',
  ANNOTATION_ID_CONFLICT: 'The file lists this id with other content.',
  ANNOTATION_ROUNDTRIP_FAIL: 'Without its anchors the new text would not be the old one.',
} as const satisfies Readonly<Record<string, string>>

/** Codes of rules that commands answer with where no rule finds anything. */
type RuleCode =
  | 'PROGRESS_NOT_FOUND'
  | 'PROGRESS_COMMIT_INVALID'
  | 'PROGRESS_COMMIT_UNKNOWN'
  | 'LEGACY_PATH'
  | 'PROJECT_LEGACY'
  | 'SESSION_STATE_NOT_FOUND'
  | 'SESSION_STATE_READ_ERROR'
  | 'SESSION_STATE_NOT_RESUMABLE'
  | 'NEXT_SESSION_PROMPT_INCONSISTENT'
  | 'ANNOTATION_BATCH_INVALID'
  | 'ANNOTATION_DIGEST_DRIFT'
  | 'ANNOTATION_PLACEMENT_INVALID'

/** By default they are in the folder of the project. */
export const { diagnostic, violation } = diagnosticsOf<keyof typeof refusalCodes | RuleCode, Project>(({ folder: path, target }) => ({
  path,
  target,
}))

/** That a file of a kind is not in the folder of a project. */
export const absent = (project: Project, name: keyof typeof fixedNames, model: HandoverModel): readonly Problem[] =>
  fileProblems({ file: { ...model.read(`${project.folder}/${name}`, fixedNames[name]), project }, model })

/** Those problems that are errors where they are judged strictly. */
export const errorsIn = (problems: Iterable<Problem>): readonly Problem[] =>
  [...problems].filter((problem) => strictLevel(problem) === 'error')

/** The same as diagnostics. */
export const errorDiagnostics = (problems: Iterable<Problem>): readonly CommandDiagnostic[] =>
  errorsIn(problems).map((problem) => problemDiagnostic(problem))

/** Why a progress file cannot be changed. */
export const misshapen = (file: HandoverFile | undefined, model: HandoverModel): readonly CommandDiagnostic[] =>
  file ? errorDiagnostics([...fileProblems({ file, model }), ...shapeProblems(file)]) : []
