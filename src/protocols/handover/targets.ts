import { defined } from '../../core/defined.ts'
import type * as z from 'zod'
import { memo } from '../../core/once.ts'
import { withoutPlace, type Grant } from '../../core/grant.ts'
import type { ChangeSet } from '../../core/command.ts'
import type { Target, StateDigest } from '../../core/target.ts'
import type { TurnDetails } from '../../core/turn.ts'
import { grantFrom } from '../../kit/grant.ts'
import { typeOf } from '../../kit/shape.ts'
import { toPlainData, type YamlMapping, type YamlNode } from '../../documents/yaml.ts'
import type { HandoverFile, HandoverModel, Project } from './model.ts'
import { anchorsIn } from './annotations/anchors.ts'
import {
  annotationDigest,
  annotationsOf,
  batchIn,
  revisionFieldsOf,
  type BatchEntry,
} from './annotations/annotations.ts'
import { planOf } from './reading/plan.ts'
import { errorIn, progressIn, questionIn, type Progress } from './reading/progress.ts'
import { isFilledIn, severityCountsOf, reviewOf } from './reading/review.ts'
import { writtenFlag, isUnwritten, writtenNumber, writtenText, writtenValue } from '../../kit/written.ts'
import { scan, sectionsOf } from './reading/scan.ts'
import { textDocument } from '../../documents/text.ts'
import { overviewOf, type FileKind } from './files.ts'
import { fronts, isFrontKind } from './schema.ts'
import { describeState, holderOf, stepsAtWork } from './states.ts'
import type { CommandName } from '../../core/command-names.ts'
import { changedProgress } from './writing/progress.ts'

function stepFacts(progress: Progress | undefined) {
  if (!progress) return undefined
  const numbers = (status: string) =>
    progress.records.flatMap((record) => (record.status === status ? [record.number] : []))
  const { total, current } = progress
  return defined({
    total,
    current,
    completed: numbers('completed').length,
    inProgress: numbers('in_progress'),
    failed: numbers('failed'),
  })
}

function revisionFacts({ files }: Project) {
  const revisionOf = (file: HandoverFile | undefined) => file?.mapping && revisionFieldsOf(file.mapping).revision
  return defined({
    brief: revisionOf(files.brief),
    plan: revisionOf(files.plan),
    review: revisionOf(files.review),
  })
}

const loosePathByProject = memo(({ files }: HandoverModel): ReadonlyMap<Project | undefined, string> => {
  const looseEntries = files.flatMap(({ project, loose, path }) => (loose ? [[project, path] as const] : []))
  return new Map(looseEntries.toReversed())
})

const maxTitleBytes = 8 * 1024

function titleOf(bytes: Uint8Array | undefined, path: string): string | undefined {
  if (!bytes) return undefined
  const document = textDocument(path, new TextDecoder().decode(bytes.subarray(0, maxTitleBytes)))
  return scan(document, 1).headings.find(({ level }) => level === 1)?.text
}

/** What is read of `architecture/`, which belongs to another tool: whether there is an overview, and its title. */
function architectureOf(project: Project, { view }: HandoverModel) {
  const path = overviewOf(project)
  return defined({ found: path !== undefined, path, title: path && titleOf(view.bytes(path), path) })
}

/** To whom control was given, as the record of the step in progress says: each attempt was granted anew. */
function grantOf({ files }: Project, progress: Progress | undefined) {
  const [json, step] = [files.progress?.json, stepsAtWork(progress)[0]]
  if (!json || !step) return {}
  const path = ['steps', step.key.source, 'grant']
  return {
    period: [progress?.startedAt, step.number, step.attempts].join(' '),
    ...grantFrom(json.value(...path), json.place(...path)),
  }
}

/** The progress with a grant in the record of the step in progress, or without one. */
export function grantChanges(model: HandoverModel, target: string, grant: Grant | undefined): ChangeSet {
  const project = projectsByTarget(model).get(target)
  const progress = project && progressIn(project)
  const [file, step] = [project?.files.progress, stepsAtWork(progress)[0]]
  if (!progress || !file?.document || !step) return new Map()
  const change = { step: step.number, record: {}, top: {}, grant: grant && withoutPlace(grant) }
  return new Map([[file.path, changedProgress(file.document, progress, change, model.context.at)]])
}

/** What its run and the verdict of its review say of a project's turn. */
function statedTurn(project: Project, verdict: string | undefined): TurnDetails | undefined {
  const progress = progressIn(project)
  if (!progress) return undefined
  if (holderOf(project) === 'agent') return progress.updatedAt === undefined ? undefined : { since: progress.updatedAt }
  // A trial run has done no step.
  if (progress.status !== 'completed' || progress.mode === 'dry-run') return undefined
  return verdict === 'BLOCK'
    ? { asks: { kind: 'review', text: 'The verdict of the review is BLOCK.' } }
    : { ended: true }
}

export function targetOf(project: Project, model: HandoverModel): Target {
  const { files, research, paths } = project
  const progress = progressIn(project)
  const { brief, plan, review } = files
  const verdict =
    review?.mapping && isFilledIn(review) ? writtenText(writtenValue(review.mapping, 'verdict')) : undefined
  const counts = severityCountsOf(review)
  const holder = holderOf(project)
  const architecture = architectureOf(project, model)
  const loosePath = loosePathByProject(model).get(project)
  const question = questionIn(progress)?.text
  const error = errorIn(progress)
  return {
    id: project.target,
    aliases: [project.slug],
    path: files.progress?.path ?? plan?.path ?? brief?.path ?? review?.path ?? paths[0] ?? loosePath ?? project.folder,
    holder,
    state: describeState(project),
    ...defined({ question, error }),
    ...grantOf(project, progress),
    turn: statedTurn(project, verdict),
    facts: defined({
      slug: project.slug,
      date: project.date,
      steps: stepFacts(progress),
      planVersion: plan && planOf(plan)?.version,
      research: defined({
        topics: writtenNumber(brief?.mapping?.get('research_topics')?.value),
        files: research.length,
        status: brief?.mapping && writtenText(writtenValue(brief.mapping, 'research_status')),
      }),
      architecture,
      review: counts && defined({ verdict, ...counts }),
      revision: revisionFacts(project),
      question,
      since: holder === 'agent' ? progress?.updatedAt : undefined,
      history: model.context.log?.whole() ?? false,
      legacy: project.legacy,
    }),
  }
}

function fieldValue(node: YamlNode, type: string | undefined): unknown {
  if (isUnwritten(node)) return null
  if (node.kind === 'sequence') return node.items.map((item) => fieldValue(item, type))
  if (node.kind === 'mapping')
    return Object.fromEntries(node.entries.map(({ key, value }) => [key.source, fieldValue(value, undefined)]))
  if (type === 'number') return writtenNumber(node) ?? node.source
  if (type === 'boolean') return writtenFlag(node) ?? node.source
  // A text that YAML would take for a number stays as it is written.
  return type !== undefined || String(toPlainData(node)) !== node.source
    ? (writtenText(node) ?? null)
    : toPlainData(node)
}

function frontValue(mapping: YamlMapping, kind: FileKind) {
  const fields: Readonly<Record<string, z.ZodType>> = isFrontKind(kind) ? fronts[kind].shape().shape : {}
  // Ids are texts, in whatever file.
  const typeIn = (key: string) =>
    Object.hasOwn(fields, key) ? fields[key] && typeOf(fields[key]) : key === 'findings' ? 'custom' : undefined
  return Object.fromEntries(
    mapping.entries.map(({ key, value }) => [key.source, fieldValue(value, typeIn(key.source))]),
  )
}

/** What was read from a file, as plain data; `null` where it cannot be read. */
export function parsedFile(file: HandoverFile): unknown {
  const { kind, front, json, document } = file
  if (json) return json.data ? (kind === 'annotations' ? parsedBatch(file) : json.data.value) : null
  if (kind === 'annotations' && front && !front.fault) return parsedAnnotations(file)
  const frontMapping = front?.mapping()
  if (!document || !frontMapping) return null
  const commonFields = { frontmatter: frontValue(frontMapping, kind), sections: sectionsOf(file.scan()) }
  if (kind === 'plan')
    return {
      ...commonFields,
      steps:
        planOf(file)?.steps.map(({ number, title, line, manifests }) => ({
          number,
          title,
          line,
          manifest: manifests[0]?.value ?? null,
        })) ?? [],
    }
  if (kind === 'review')
    return {
      ...commonFields,
      findings:
        reviewOf(file)?.described.map(({ id, severity, heading }) => ({
          id,
          severity: severity ?? null,
          line: heading.line,
        })) ?? [],
    }
  return commonFields
}

/** A file without front matter was not annotated. */
const unrevisedFields = { revision: 0, entries: [], digest: undefined, reason: undefined }

function parsedAnnotations({ mapping, front, document }: HandoverFile) {
  if (!document) return null
  const revisionFields = mapping ? revisionFieldsOf(mapping) : unrevisedFields
  const anchors = anchorsIn(document, front?.body ?? 1).anchors.map(({ id, target, line, at }) =>
    defined({ id, target, line, at }),
  )
  return {
    revision: revisionFields.revision ?? null,
    annotations: annotationsOf(revisionFields) ?? [],
    digest: revisionFields.digest ?? null,
    anchors,
  }
}

/**
 * A batch as it is written: which artifact it fits is known only where it is applied. Its digest is its own where it says
 * what it is about, otherwise the one that it expects.
 */
function parsedBatch(file: HandoverFile) {
  const batch = batchIn(file)
  if (!batch || 'fault' in batch) return null
  const isNamed = ({ artifact = batch.artifact }: BatchEntry) => artifact !== undefined
  const annotations = batch.entries.flatMap(({ annotation }) => annotation ?? [])
  const isWhole = annotations.length === batch.entries.length && batch.entries.every(isNamed)
  return {
    annotations: batch.entries.flatMap((entry) => {
      if (!entry.annotation) return []
      const { target_artifact: _, ...annotation } = entry.annotation
      return [isNamed(entry) ? entry.annotation : annotation]
    }),
    digest: isWhole ? annotationDigest(annotations) : (batch.expected ?? null),
  }
}

export const projectsByTarget = memo(
  ({ projects }: HandoverModel) => new Map(projects.map((project) => [project.target, project])),
)

/**
 * The state that compare-and-swap of a project compares: its progress, for `/revise` the artifacts; as its contract the
 * plan.
 */
export function stateDigest(model: HandoverModel, target: string, command: CommandName | undefined): StateDigest {
  const files = projectsByTarget(model).get(target)?.files
  const { brief, plan, review, progress } = files ?? {}
  const digestOf = (file: HandoverFile | undefined) => file && model.view.digest(file.path)?.sha256
  const state = command === 'revise' ? [brief, plan, review] : [progress]
  return { state: state.map(digestOf), contract: [digestOf(plan)] }
}
