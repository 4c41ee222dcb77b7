import { type CommandDiagnostic, type Outcome, refuse } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { command, preconditionsOfPart, type Precondition } from '../../../kit/command.ts'
import { lineOfAnchor, linesForAnchors } from '../annotations/anchors.ts'
import {
  type Annotation,
  annotationDigest,
  annotationsOf,
  type Batch,
  batchOf,
  batchReport,
  revisionFieldsOf,
  isSameAnnotation,
} from '../annotations/annotations.ts'
import { keepsBody, type PlacedAnnotation, revisedText } from '../annotations/revision.ts'
import { annotatedKinds, type Kind } from '../files.ts'
import type { HandoverFile, HandoverModel, Project } from '../model.ts'
import { textRules } from '../rules/anchors.ts'
import { editedBatchMessage, faultyEntryMessages, listRules, secondEntryMessages } from '../rules/annotations.ts'
import { fileProblems } from '../rules/files.ts'
import { frontMatterProblems } from '../rules/front-matter.ts'
import { problemsOf } from '../../../kit/rules.ts'
import { problemDiagnostic } from '../../../kit/diagnostic.ts'
import { absenceProblems, diagnostic, errorsIn, violation } from './diagnostics.ts'
import { project as projectTarget } from './project.ts'
import { byPlace } from '../../../core/diagnostic.ts'

/** The artifact that a command names: `plan` is `plan.md`. */
const artifactOf = (word = ''): string => (word.endsWith('.md') ? word : `${word}.md`)

const invalidBatch = (project: Project, message: string) =>
  violation(project, message, {
    hint: msg`Add a json block with ${'annotations'}, a list of 1 to 500, below the command, or name its file with ${'--batch'}.`,
  })

/** What to do about a batch that cannot be folded in. */
const againHint = ({ project, artifact }: PreparedRevision, correction: string): string =>
  `${correction}; then give ${msg`${`/revise ${project.name} ${artifact}`}`} again.`

const digestCodes: ReadonlySet<string> = new Set(['ANNOTATION_DIGEST_INVALID', 'ANNOTATION_DIGEST_DRIFT'])

/** The errors of a file that concern a revision. Those of the digest are warnings: it is rewritten. */
const fileDiagnostics = (file: HandoverFile, model: HandoverModel): readonly CommandDiagnostic[] =>
  errorsIn([
    ...fileProblems({ file, model }),
    ...frontMatterProblems({ file, model }),
    ...problemsOf([...listRules, ...textRules], { file, model }).toSorted(byPlace),
  ]).map((problem) => problemDiagnostic(problem, digestCodes.has(problem.code) ? 'warning' : 'error'))

/** A revision with what was read for it. */
interface PreparedRevision {
  readonly project: Project
  readonly model: HandoverModel
  readonly file: HandoverFile
  readonly artifact: string
  readonly batch: Batch
  readonly own: readonly Annotation[]
  /** The annotations of the batch, and those that are new to the file. */
  readonly all: readonly Annotation[]
  readonly fresh: readonly Annotation[]
  /** The digests that the batch is expected to have. */
  readonly expected: readonly (string | undefined)[]
}

/** What is requested, and the revision that it leads to, where the artifact and the batch are there. */
interface RevisionRequest {
  readonly artifact: string
  readonly kind: Kind | undefined
  readonly batch: Batch | undefined
  readonly revision: PreparedRevision | undefined
}

/** A revision with the annotations of its batch, and of the file. */
function revisionOf(revision: Omit<PreparedRevision, 'own' | 'all' | 'fresh'>): PreparedRevision {
  const { file, batch } = revision
  const fileAnnotations = file.mapping ? (annotationsOf(revisionFieldsOf(file.mapping)) ?? []) : []
  const batchAnnotations = batch.entries.flatMap(({ annotation }) => annotation ?? [])
  const knownIds = new Set(fileAnnotations.map(({ id }) => id))
  const newAnnotations = batchAnnotations.filter(({ id }) => !knownIds.has(id))
  return { ...revision, own: fileAnnotations, all: batchAnnotations, fresh: newAnnotations }
}

/** An annotation, and the line that it names, if any. */
interface MisplacedAnnotation {
  readonly annotation: Annotation
  readonly before: number | undefined
}

/** The new annotations with the lines before which their anchors go, and those that have no place. */
function placesOf({ file, fresh: newAnnotations }: PreparedRevision): {
  readonly placed: readonly PlacedAnnotation[]
  readonly misplaced: readonly MisplacedAnnotation[]
} {
  const { document, front } = file
  const allowedLines = document && front?.readable ? linesForAnchors(document, front.body) : new Set<number>()
  const places = newAnnotations.map((annotation) => ({
    annotation,
    before: annotation.line ?? lineOfAnchor(file, annotation.target_anchor),
  }))
  const isPlaced = (place: MisplacedAnnotation): place is PlacedAnnotation =>
    place.before !== undefined && allowedLines.has(place.before)
  return { placed: places.filter(isPlaced), misplaced: places.filter((place) => !isPlaced(place)) }
}

/** What must hold for a batch to be folded into a file. */
const revisionPreconditions: readonly Precondition<PreparedRevision>[] = [
  {
    code: 'ANNOTATION_ENTRY_INVALID',
    violations: (revision) =>
      Array.from(faultyEntryMessages(revision.batch.entries), (message) =>
        violation(revision.project, message, { hint: againHint(revision, 'Correct it in the batch') }),
      ),
  },
  {
    code: 'ANNOTATION_DUPLICATE_ID',
    violations: (revision) =>
      Array.from(secondEntryMessages(revision.batch.entries), (message) =>
        violation(revision.project, message, { hint: againHint(revision, 'Keep one of them, or give one another id') }),
      ),
  },
  {
    code: 'ANNOTATION_ID_CONFLICT',
    *violations(revision) {
      const { project, file, own: fileAnnotations, all: batchAnnotations } = revision
      const byId = new Map(fileAnnotations.map((annotation) => [annotation.id, annotation]))
      const conflict = batchAnnotations.find((annotation) => {
        const listedAnnotation = byId.get(annotation.id)
        return listedAnnotation !== undefined && !isSameAnnotation(listedAnnotation, annotation)
      })
      if (!conflict) return
      yield violation(project, msg`The file lists ${conflict.id} with other content`, {
        hint: againHint(revision, 'Give the new annotation an id of its own'),
        place: { path: file.path },
      })
    },
  },
  {
    code: 'ANNOTATION_DIGEST_DRIFT',
    *violations(revision) {
      const { project, file, own, all, fresh, expected } = revision
      const digests = [annotationDigest(all), annotationDigest([...own, ...fresh])]
      const driftedDigest = expected.find((digest) => digest !== undefined && !digests.includes(digest))
      if (driftedDigest === undefined) return
      yield violation(project, editedBatchMessage(driftedDigest, digests[0]), {
        hint: againHint(revision, 'Restore the batch, or leave out the digest'),
        place: { path: file.path },
      })
    },
  },
  {
    code: 'ANNOTATION_PLACEMENT_INVALID',
    *violations(revision) {
      const hint = againHint(revision, 'Name a heading, or the first line of a paragraph, list, quote, table or fence')
      const { project, file } = revision
      for (const { annotation, before: followingLine } of placesOf(revision).misplaced) {
        const message =
          followingLine === undefined
            ? msg`No heading is named ${annotation.target_anchor} (${annotation.id})`
            : msg`Line ${followingLine} is not the first of a block (${annotation.id})`
        yield violation(project, message, { hint, place: { path: file.path } })
      }
    },
  },
]

function revisionOutcome(revision: PreparedRevision): Outcome {
  const { project, model, file, artifact, batch, own: fileAnnotations, fresh: newAnnotations } = revision
  const { document, mapping, front } = file
  if (!document || !mapping || !front) return refuse()
  const revisionNumber = revisionFieldsOf(mapping).revision ?? 0
  const diagnostics = fileDiagnostics(file, model)
  if (newAnnotations.length === 0)
    return {
      outcome: 'unchanged',
      reply: msg`Nothing new: ${artifact} of ${project.name} has these annotations.`,
      diagnostics,
      moved: { from: `revision ${revisionNumber}`, to: `revision ${revisionNumber}` },
    }
  const { placed: placedAnnotations } = placesOf(revision)
  const digest = annotationDigest([...fileAnnotations, ...newAnnotations])
  const text = revisedText(document, mapping, front.body - 1, artifact, {
    revision: revisionNumber + 1,
    placed: placedAnnotations,
    digest,
    reason: batch.reason,
  })
  // Known only of the new text.
  if (!keepsBody(document, text))
    return refuse(
      diagnostic(
        project,
        'ANNOTATION_ROUNDTRIP_FAIL',
        msg`Without its anchors ${artifact} would not match its original text: nothing was written`,
        {
          hint: againHint(revision, 'Write the front matter in lines, each with a key of its own'),
          place: { path: file.path },
        },
      ),
    )
  return {
    outcome: 'changed',
    changes: new Map([[file.path, text]]),
    reply: msg`Revised: ${artifact} of ${project.name}, revision ${revisionNumber + 1}, annotations ${newAnnotations.map(({ id }) => id)}.`,
    diagnostics,
    moved: { from: `revision ${revisionNumber}`, to: `revision ${revisionNumber + 1}` },
  }
}

/** Folds a batch of annotations into an artifact (docs/handover.md, "Commands"). */
export const revise = command({
  name: 'revise',
  summary:
    'Applies a batch of annotations (a json block) to a brief, plan or review: writes anchors into the text, entries and their digest into the front matter, and raises the revision by one.',
  examples: ['/revise login plan.md'],
  target: projectTarget,
  words: [{ name: 'ARTIFACT' }],
  options: { expect: { kind: 'once', value: 'DIGEST', does: 'only if the artifact still has this digest' } },
  report: {
    ...batchReport,
    refused: (_, project: Project, message) =>
      refuse({ code: 'ANNOTATION_BATCH_INVALID', severity: 'error', ...invalidBatch(project, message) }),
  },
  fault: ({ words: [word] }) =>
    word === undefined ? 'Missing artifact, expected `brief.md`, `plan.md` or `review.md`' : undefined,

  prepare({ model, target: project, words: [word], options, report }): RevisionRequest {
    const artifact = artifactOf(word)
    const kind = annotatedKinds.get(artifact)
    const file = kind && project.files[kind]
    const batch = kind && report && batchOf(report, artifact)
    const expectedDigests = [options.expect, batch?.expected]
    return {
      artifact,
      kind,
      batch,
      revision: file && batch && revisionOf({ project, model, file, artifact, batch, expected: expectedDigests }),
    }
  },

  preconditions: [
    {
      code: 'ANNOTATION_BATCH_INVALID',
      *violations({ target: project, report, prepared: { artifact, batch } }) {
        if (!report) yield invalidBatch(project, 'Missing batch of annotations')
        const otherArtifact = [batch?.artifact, ...(batch?.entries ?? []).map((entry) => entry.artifact)].find(
          (name) => name !== undefined && name !== artifact,
        )
        if (otherArtifact !== undefined)
          yield invalidBatch(project, msg`Unexpected artifact ${otherArtifact}, expected ${artifact}`)
      },
    },
    {
      code: 'ANNOTATION_ARTIFACT_INVALID',
      *violations({ target: project, prepared: { artifact, kind } }) {
        if (!kind)
          yield violation(
            project,
            msg`Unexpected artifact ${artifact}, expected ${'brief.md'}, ${'plan.md'} or ${'review.md'}`,
            { hint: msg`Name one of them, such as ${`/revise ${project.name} plan.md`}.` },
          )
      },
    },
    {
      *violations({ model, target: project, prepared: { kind } }) {
        const file = kind && project.files[kind]
        if (file) yield* fileDiagnostics(file, model).filter(({ severity }) => severity === 'error')
        else if (kind) yield* absenceProblems(project, kind, model)
      },
    },
    ...preconditionsOfPart(
      revisionPreconditions,
      ({ prepared }: { readonly prepared: RevisionRequest }) => prepared.revision,
    ),
  ],

  run: ({ prepared: { revision } }) => (revision ? revisionOutcome(revision) : refuse()),
})
