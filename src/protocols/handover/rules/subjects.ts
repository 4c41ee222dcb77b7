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

/** What the examples of rules are made from. */

/** A rule about one file. */
export type FileRule<Subject extends FileSubject = FileSubject> = Rule<Subject>

/** A file of rules of this protocol. */
export type HandoverRules = RuleGroup<HandoverModel>

export interface FileSubject {
  readonly file: HandoverFile
  readonly model: HandoverModel
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

const ofFile = ({ file }: FileSubject) => file.project?.target
const ofProject = ({ project }: ProjectSubject) => project.target

/** Parts that are about one file. */
export const ofFiles = <Subject extends FileSubject>(parts: (comparison: HandoverComparison) => Iterable<Subject>) =>
  partsWithTarget(ofFile, parts, ({ file }: Subject) => levelsOf(file.loose || file.project?.legacy === true))

/** Files of some kinds; without any of every kind. */
export const files = (...kinds: readonly FileKind[]) =>
  ofFiles(function* (comparison): Iterable<FileSubject> {
    for (const subject of filesOfAnyForm(comparison)) if (kinds.length === 0 || kinds.includes(subject.file.kind)) yield subject
  })

/** Every file, for rules that look at those in an old format softly, too. */
export const filesOfAnyForm = partsWithTarget(ofFile, function* ({ now: model }: HandoverComparison): Iterable<FileSubject> {
  for (const file of model.files) yield { file, model }
})

/** The same of the folders of projects. */
export const projectsOfAnyForm = partsWithTarget(ofProject, function* ({ now: model }: HandoverComparison): Iterable<ProjectSubject> {
  for (const project of model.folders) yield { project, model }
})

/** The folders of projects. */
export const projects = partsWithTarget(ofProject, projectsOfAnyForm, ({ project }) => levelsOf(project.legacy))

/** Projects that were there before the change too. */
export function* changedProjects({
  now,
  before,
}: HandoverComparison): Iterable<{ readonly project: Project; readonly projectBefore: Project }> {
  const folders = new Map(before?.folders.map((project) => [project.folder, project]))
  for (const project of now.folders) {
    const projectBefore = folders.get(project.folder)
    if (projectBefore) yield { project, projectBefore }
  }
}

/** What stays as it is where the folder of a project gets another name: when its run began or, before its run, its brief or plan. */
function traitsOf({ files: { brief, plan, progress } }: Project): readonly string[] {
  if (progress) return [progressOf(progress)?.startedAt].flatMap((startedAt) => (startedAt === undefined ? [] : `run ${startedAt}`))
  return [brief, plan].flatMap((file) => (file?.mapping && file.document ? `text ${file.document.text}` : []))
}

/** Projects in the present form whose folders are gone, and not only have another name. */
export const removedProjects = partsWithTarget(ofProject, function* ({ now, before }: HandoverComparison): Iterable<ProjectSubject> {
  const there = new Set(now.folders.map(({ folder }) => folder))
  const removed = (before?.folders ?? []).filter(({ folder, legacy, there: wasThere }) => wasThere && !legacy && !there.has(folder))
  if (!before || removed.length === 0) return
  const known = new Set(before.folders.map(({ folder }) => folder))
  const added = new Set(now.folders.filter(({ folder }) => !known.has(folder)).flatMap(traitsOf))
  for (const project of removed) if (!traitsOf(project).some((trait) => added.has(trait))) yield { project, model: before }
})

/** Files of some kinds that were there before the change too. */
export const changed = (...kinds: readonly Kind[]) =>
  function* (comparison: HandoverComparison): Iterable<ChangedFile> {
    for (const { project, projectBefore } of changedProjects(comparison)) {
      for (const kind of kinds) {
        const [file, before] = [project.files[kind], projectBefore.files[kind]]
        if (file && before) yield { file, before, project, projectBefore }
      }
    }
  }

/** The optional parts of a finding. */
type FindingDetails = Partial<
  Pick<Finding, 'message' | 'place' | 'hint' | 'fix' | 'edit' | 'related' | 'concerns' | 'levels' | 'subject' | 'said'>
>

/** Where in a file: an offset range, a line, a place that a reader gives; without any its first line. */
type PlaceInFile = { readonly start: number; readonly end: number } | number | Place | undefined

function placeOf({ path, document }: Pick<HandoverFile, 'path' | 'document'>, at: PlaceInFile): Place {
  if (typeof at !== 'object') return document?.place(at ?? 1) ?? { path, line: at ?? 1 }
  if ('path' in at) return at
  return document?.span(at.start, at.end) ?? { path, line: 1 }
}

export function finding(
  file: Pick<HandoverFile, 'path' | 'document' | 'project'>,
  message: string,
  at: PlaceInFile,
  more: FindingDetails = {},
): Finding {
  return { message, place: placeOf(file, at), ...(file.project && { target: file.project.target }), ...more }
}

/** The same under the code of its rule. */
export const problem = <Code extends string>(
  file: Parameters<typeof finding>[0],
  code: Code,
  message: string,
  at: PlaceInFile,
  more: FindingDetails = {},
): Problem<Code> => ({ code, ...finding(file, message, at, more) })

/** The keys of a mapping in a file that are not of its shape. */
export const shapeProblemsIn = (
  { project }: Pick<HandoverFile, 'project'>,
  data: Data,
  { shape, codes }: CodedShape,
  more: (violation: ShapeViolation) => FindingDetails | undefined = () => ({}),
): Iterable<Problem> =>
  keyProblems(data, shape(), codes, (violation) => {
    const own = more(violation)
    return own && { ...(project && { target: project.target }), ...own }
  })

/** A finding about a file of a project that was not read. */
export const findingAt = (project: Project, path: string, message: string, more: FindingDetails = {}): Finding =>
  finding({ path, document: undefined, project }, message, undefined, more)
