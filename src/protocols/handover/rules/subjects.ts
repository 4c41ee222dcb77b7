import type { Comparison } from '../../../core/context.ts'
import type { Finding, Place } from '../../../core/diagnostic.ts'
import type { Data } from '../../../kit/record.ts'
import { partsWithTarget, type Problem, type Rule, type RuleGroup } from '../../../kit/rules.ts'
import type { ShapeViolation } from '../../../kit/shape.ts'
import { keyProblems } from '../../../kit/shape-findings.ts'
import type { FileKind, Kind } from '../files.ts'
import type { HandoverFile, HandoverModel, Project } from '../model.ts'
import { progressOf } from '../reading/progress.ts'
import type { CodedShape } from '../schema.ts'

export type FileRule<Subject extends FileSubject = FileSubject> = Rule<Subject>

export type HandoverRules = RuleGroup<HandoverModel>

export interface FileSubject {
  readonly file: HandoverFile
  readonly model: HandoverModel
  /** The model before the change, where there is one. */
  readonly earlier?: HandoverModel | undefined
}

export interface ProjectSubject {
  readonly project: Project
  readonly model: HandoverModel
}

/** A file that was there before the change too. */
export interface ChangedFile {
  readonly file: HandoverFile
  readonly before: HandoverFile
  readonly project: Project
  readonly projectBefore: Project
}

type HandoverComparison = Comparison<HandoverModel>

/** What uses an old format is not judged softly. */
const levelsOf = (isOld: boolean): Finding['levels'] => (isOld ? { soft: 'off' } : undefined)

const targetOfFile = ({ file }: FileSubject) => file.project?.target
const targetOfProject = ({ project }: ProjectSubject) => project.target

export const partsAboutFiles = <Subject extends FileSubject>(
  parts: (comparison: HandoverComparison) => Iterable<Subject>,
) => partsWithTarget(targetOfFile, parts, ({ file }: Subject) => levelsOf(file.loose || file.project?.legacy === true))

/** Files of some kinds; without any of every kind. */
export const files = (...kinds: readonly FileKind[]) =>
  partsAboutFiles(function* (comparison): Iterable<FileSubject> {
    for (const subject of filesOfAnyForm(comparison))
      if (kinds.length === 0 || kinds.includes(subject.file.kind)) yield subject
  })

/** Every file, for rules that look at those in an old format softly, too. */
export const filesOfAnyForm = partsWithTarget(
  targetOfFile,
  function* ({ now: model, before: earlier }: HandoverComparison): Iterable<FileSubject> {
    for (const file of model.files) yield { file, model, earlier }
  },
)

/** The folders of projects, whatever the form of their files. */
export const projectsOfAnyForm = partsWithTarget(
  targetOfProject,
  function* ({ now: model }: HandoverComparison): Iterable<ProjectSubject> {
    for (const project of model.folders) yield { project, model }
  },
)

export const projects = partsWithTarget(targetOfProject, projectsOfAnyForm, ({ project }) => levelsOf(project.legacy))

/** Projects that were there before the change too. */
export function* changedProjects({
  now: model,
  before: modelBefore,
}: HandoverComparison): Iterable<{ readonly project: Project; readonly projectBefore: Project }> {
  const projectsBefore = new Map(modelBefore?.folders.map((project) => [project.folder, project]))
  for (const project of model.folders) {
    const projectBefore = projectsBefore.get(project.folder)
    if (projectBefore) yield { project, projectBefore }
  }
}

/**
 * What stays as it is where the folder of a project gets another name: when its run began or, before its run, its brief
 * or plan.
 */
function traitsOf({ files: { brief, plan, progress } }: Project): readonly string[] {
  if (progress)
    return [progressOf(progress)?.startedAt].flatMap((startedAt) => (startedAt === undefined ? [] : `run ${startedAt}`))
  return [brief, plan].flatMap((file) => (file?.mapping && file.document ? `text ${file.document.text}` : []))
}

/** Projects in the present form whose folders are gone, and not only have another name. */
export const removedProjects = partsWithTarget(
  targetOfProject,
  function* ({ now: model, before: modelBefore }: HandoverComparison): Iterable<ProjectSubject> {
    const currentFolders = new Set(model.folders.map(({ folder }) => folder))
    const missingProjects = (modelBefore?.folders ?? []).filter(
      ({ folder, legacy, hasFolder: wasThere }) => wasThere && !legacy && !currentFolders.has(folder),
    )
    if (!modelBefore || missingProjects.length === 0) return
    const foldersBefore = new Set(modelBefore.folders.map(({ folder }) => folder))
    const addedTraits = new Set(model.folders.filter(({ folder }) => !foldersBefore.has(folder)).flatMap(traitsOf))
    for (const project of missingProjects)
      if (!traitsOf(project).some((trait) => addedTraits.has(trait))) yield { project, model: modelBefore }
  },
)

/** Files of some kinds that were there before the change too. */
export const changedFiles = (...kinds: readonly Kind[]) =>
  function* (comparison: HandoverComparison): Iterable<ChangedFile> {
    for (const { project, projectBefore } of changedProjects(comparison)) {
      for (const kind of kinds) {
        const [file, fileBefore] = [project.files[kind], projectBefore.files[kind]]
        if (file && fileBefore) yield { file, before: fileBefore, project, projectBefore }
      }
    }
  }

/** Where in a file: an offset range, a line, a place that a reader gives; without any its first line. */
type PlaceInFile = { readonly start: number; readonly end: number } | number | Place | undefined

function placeOf({ path, document }: Pick<HandoverFile, 'path' | 'document'>, placeInFile: PlaceInFile): Place {
  if (typeof placeInFile !== 'object') return document?.place(placeInFile ?? 1) ?? { path, line: placeInFile ?? 1 }
  if ('path' in placeInFile) return placeInFile
  return document?.span(placeInFile.start, placeInFile.end) ?? { path, line: 1 }
}

export function finding(
  file: Pick<HandoverFile, 'path' | 'document' | 'project'>,
  message: string,
  placeInFile: PlaceInFile,
  details: Partial<Finding> = {},
): Finding {
  return {
    message,
    place: placeOf(file, placeInFile),
    target: file.project?.target,
    ...details,
  }
}

/** A problem of a file under the code of its rule. */
export const problem = (
  file: Parameters<typeof finding>[0],
  code: string,
  message: string,
  placeInFile: PlaceInFile,
  details: Partial<Finding> = {},
): Problem => ({ code, ...finding(file, message, placeInFile, details) })

/** The keys of a mapping in a file that are not of its shape. */
export const shapeProblemsIn = (
  { project }: Pick<HandoverFile, 'project'>,
  data: Data,
  { shape, codes }: CodedShape,
  detailsOf: (violation: ShapeViolation) => Partial<Finding> | undefined = () => ({}),
): Iterable<Problem> =>
  keyProblems(data, shape(), codes, (violation) => {
    const details = detailsOf(violation)
    return details && { target: project?.target, ...details }
  })

/** A finding about a file of a project that was not read. */
export const findingAt = (project: Project, path: string, message: string, details: Partial<Finding> = {}): Finding =>
  finding({ path, document: undefined, project }, message, undefined, details)
