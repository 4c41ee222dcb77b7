import { defined } from '../../../core/defined.ts'
import type { refusalCodes } from '../documentation.ts'
import type { CommandDiagnostic } from '../../../core/command.ts'
import { diagnosticsOf, problemDiagnostic } from '../../../kit/diagnostic.ts'
import type { Problem } from '../../../kit/rules.ts'
import { type Kind, kindFiles } from '../files.ts'
import type { HandoverFile, HandoverModel, Project } from '../model.ts'
import { fileProblems } from '../rules/files.ts'
import { strictLevel } from '../rules/index.ts'
import { progressProblems } from '../rules/progress.ts'

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
export const { diagnostic, violation } = diagnosticsOf<keyof typeof refusalCodes | RuleCode, Project>(
  ({ folder: path, target }) => ({
    path,
    target,
  }),
)

/** The problem that a project lacks a file of this kind. */
export const absenceProblems = (project: Project, kind: Kind, model: HandoverModel): readonly Problem[] =>
  fileProblems({ file: { ...model.read(`${project.folder}/${kindFiles[kind].path}`, kind), project }, model })

/** The problems that are errors where they are judged strictly. */
export const errorsIn = (problems: Iterable<Problem>): readonly Problem[] =>
  [...problems].filter((problem) => strictLevel(problem) === 'error')

export const errorDiagnostics = (problems: Iterable<Problem>): readonly CommandDiagnostic[] =>
  errorsIn(problems).map((problem) => ({ ...problemDiagnostic(problem), ...defined({ fix: problem.fix }) }))

/** Why a progress file cannot be changed. */
export const shapeErrors = (file: HandoverFile | undefined, model: HandoverModel): readonly CommandDiagnostic[] =>
  file ? errorDiagnostics([...fileProblems({ file, model }), ...progressProblems({ file, model })]) : []
