import { type CommandDiagnostic, type Outcome, refuse } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { command, preconditionsOfPart, type Precondition } from '../../../kit/command.ts'
import { lineNamed, linesForAnchors } from '../annotations/anchors.ts'
import {
  type Annotation,
  annotationDigest,
  annotationsOf,
  type Batch,
  batchOf,
  batchReport,
  revisedOf,
  sameAnnotation,
} from '../annotations/annotations.ts'
import { keepsBody, type PlacedAnnotation, revisedText } from '../annotations/revision.ts'
import { annotated } from '../files.ts'
import type { HandoverFile, HandoverModel, Project } from '../model.ts'
import { textRules } from '../rules/anchors.ts'
import { editedBatch, faultyEntries, listRules, secondEntries } from '../rules/annotations.ts'
import { fileProblems } from '../rules/files.ts'
import { frontMatterProblems } from '../rules/front-matter.ts'
import { problemsOf } from '../../../kit/rules.ts'
import { problemDiagnostic } from '../../../kit/diagnostic.ts'
import { absent, diagnostic, errorsIn, violation } from './diagnostics.ts'
import { project as projectTarget } from './project.ts'
import { byPlace } from '../../../core/diagnostic.ts'

type Artifact = keyof typeof annotated

const isArtifact = (name: string): name is Artifact => Object.hasOwn(annotated, name)

/** The artifact that a command names: `plan` is `plan.md`. */
const artifactOf = (named = ''): string => (named.endsWith('.md') ? named : `${named}.md`)

/** That a block is not a batch of annotations. */
const noBatch = (project: Project, message: string) =>
  violation(project, message, { hint: 'Expected is a json block with `annotations`, a list of 1 to 500.' })

const digestCodes: ReadonlySet<string> = new Set(['ANNOTATION_DIGEST_INVALID', 'ANNOTATION_DIGEST_DRIFT'])

/** The errors of a file that concern a revision. Those of the digest are warnings: it is rewritten. */
const fileDiagnostics = (file: HandoverFile, model: HandoverModel): readonly CommandDiagnostic[] =>
  errorsIn([
    ...fileProblems({ file, model }),
    ...frontMatterProblems({ file, model }),
    ...problemsOf([...listRules, ...textRules], { file, model }).toSorted(byPlace),
  ]).map((problem) => problemDiagnostic(problem, digestCodes.has(problem.code) ? 'warning' : 'error'))

/** A revision of a file, looked at. */
interface Revision {
  readonly project: Project
  readonly model: HandoverModel
  readonly file: HandoverFile
  readonly artifact: Artifact
  readonly batch: Batch
  /** The annotations of the file. */
  readonly own: readonly Annotation[]
  /** Those of the batch, and those of them that are new to the file. */
  readonly all: readonly Annotation[]
  readonly fresh: readonly Annotation[]
  /** The digests that the batch is expected to have. */
  readonly expected: readonly (string | undefined)[]
}

/** An annotation, and the line that it names, if any. */
interface MisplacedAnnotation {
  readonly annotation: Annotation
  readonly before: number | undefined
}

/** The new annotations with the lines before which their anchors go, and those that have no place. */
function placesOf({ file, fresh }: Revision): {
  readonly placed: readonly PlacedAnnotation[]
  readonly misplaced: readonly MisplacedAnnotation[]
} {
  const { document, front } = file
  const allowed = document && front?.readable ? linesForAnchors(document, front.body) : new Set<number>()
  const places = fresh.map((annotation) => ({ annotation, before: annotation.line ?? lineNamed(file, annotation.target_anchor) }))
  const isPlaced = (place: MisplacedAnnotation): place is PlacedAnnotation => place.before !== undefined && allowed.has(place.before)
  return { placed: places.filter(isPlaced), misplaced: places.filter((place) => !isPlaced(place)) }
}

/** What must hold for a batch to be folded into a file. */
const revisable: readonly Precondition<Revision>[] = [
  {
    code: 'ANNOTATION_ENTRY_INVALID',
    violations: ({ project, batch: { entries } }) => Array.from(faultyEntries(entries), (message) => violation(project, message)),
  },
  {
    code: 'ANNOTATION_DUPLICATE_ID',
    violations: ({ project, batch: { entries } }) => Array.from(secondEntries(entries), (message) => violation(project, message)),
  },
  {
    code: 'ANNOTATION_ID_CONFLICT',
    *violations({ project, file, own, all }) {
      const byId = new Map(own.map((annotation) => [annotation.id, annotation]))
      const conflict = all.find((annotation) => {
        const before = byId.get(annotation.id)
        return before !== undefined && !sameAnnotation(before, annotation)
      })
      if (!conflict) return
      const hint = 'Give the new annotation an id of its own.'
      yield violation(project, msg`The file lists ${conflict.id} with other content`, { hint, place: { path: file.path } })
    },
  },
  {
    code: 'ANNOTATION_DIGEST_DRIFT',
    *violations({ project, file, own, all, fresh, expected }) {
      const digests = [annotationDigest(all), annotationDigest([...own, ...fresh])]
      const drifted = expected.find((digest) => digest !== undefined && !digests.includes(digest))
      if (drifted === undefined) return
      yield violation(project, editedBatch(drifted, digests[0]), { place: { path: file.path } })
    },
  },
  {
    code: 'ANNOTATION_PLACEMENT_INVALID',
    *violations(revision) {
      const hint = 'Name a heading, or the first line of a paragraph, list, quote, table or fence.'
      const { project, file } = revision
      for (const { annotation, before } of placesOf(revision).misplaced) {
        const message =
          before === undefined
            ? msg`No heading is named ${annotation.target_anchor} (${annotation.id})`
            : msg`Line ${before} is not the first of a block (${annotation.id})`
        yield violation(project, message, { hint, place: { path: file.path } })
      }
    },
  },
]

function revised(revision: Revision): Outcome {
  const { project, model, file, artifact, batch, own, fresh } = revision
  const { document, mapping, front } = file
  if (!document || !mapping || !front) return refuse()
  const at = revisedOf(mapping).revision ?? 0
  const diagnostics = fileDiagnostics(file, model)
  if (fresh.length === 0)
    return {
      outcome: 'unchanged',
      reply: msg`Nothing new: ${artifact} of ${project.name} has these annotations.`,
      diagnostics,
      moved: { from: `revision ${at}`, to: `revision ${at}` },
    }
  const { placed } = placesOf(revision)
  const digest = annotationDigest([...own, ...fresh])
  const text = revisedText(document, mapping, front.body - 1, artifact, { revision: at + 1, placed, digest, reason: batch.reason })
  // Known only of the new text.
  if (!keepsBody(document, text))
    return refuse(
      diagnostic(
        project,
        'ANNOTATION_ROUNDTRIP_FAIL',
        msg`Without its anchors ${artifact} would not match its original text: nothing was written`,
        {
          hint: 'Write the front matter in lines, each with a key of its own.',
          place: { path: file.path },
        },
      ),
    )
  return {
    outcome: 'changed',
    changes: new Map([[file.path, text]]),
    reply: msg`Revised: ${artifact} of ${project.name}, revision ${at + 1}, annotations ${fresh.map(({ id }) => id)}.`,
    diagnostics,
    moved: { from: `revision ${at}`, to: `revision ${at + 1}` },
  }
}

/** Folds a batch of annotations into an artifact (docs/handover.md, "Commands"). */
export const revise = command({
  name: 'revise',
  summary:
    'Applies a batch of annotations (a json block) to a brief, plan or review: anchors in the text, entries and their digest in the front matter, one revision more.',
  examples: ['/revise login plan.md'],
  target: projectTarget,
  words: [{ name: 'ARTIFACT' }],
  options: { expect: { kind: 'once', value: 'DIGEST', does: 'only if the artifact still has this digest' } },
  report: {
    ...batchReport,
    refused: (_, project: Project, message) =>
      refuse({ code: 'ANNOTATION_BATCH_INVALID', severity: 'error', ...noBatch(project, message) }),
  },
  fault: ({ words: [named] }) => (named === undefined ? 'Missing artifact, expected `brief.md`, `plan.md` or `review.md`' : undefined),

  prepare({ model, target: project, words: [named], options, report }): Revision | undefined {
    const artifact = artifactOf(named)
    const file = isArtifact(artifact) ? project.files[annotated[artifact]] : undefined
    if (!isArtifact(artifact) || !file || !report) return undefined
    const batch = batchOf(report, artifact)
    const own = file.mapping ? (annotationsOf(revisedOf(file.mapping)) ?? []) : []
    const all = batch.entries.flatMap(({ annotation }) => annotation ?? [])
    const known = new Set(own.map(({ id }) => id))
    const fresh = all.filter(({ id }) => !known.has(id))
    return { project, model, file, artifact, batch, own, all, fresh, expected: [options.expect, batch.expected] }
  },

  preconditions: [
    {
      code: 'ANNOTATION_BATCH_INVALID',
      *violations({ target: project, words: [named], report }) {
        const artifact = artifactOf(named)
        if (!report) yield noBatch(project, 'Missing batch of annotations')
        else if (isArtifact(artifact)) {
          const batch = batchOf(report, artifact)
          const other = [batch.artifact, ...batch.entries.map((entry) => entry.artifact)].find(
            (name) => name !== undefined && name !== artifact,
          )
          if (other !== undefined) yield noBatch(project, msg`Unexpected artifact ${other}, expected ${artifact}`)
        }
      },
    },
    {
      code: 'ANNOTATION_ARTIFACT_INVALID',
      *violations({ target: project, words: [named] }) {
        const artifact = artifactOf(named)
        if (!isArtifact(artifact))
          yield violation(project, msg`Unexpected artifact ${artifact}, expected ${'brief.md'}, ${'plan.md'} or ${'review.md'}`)
      },
    },
    {
      *violations({ model, target: project, words: [named] }) {
        const artifact = artifactOf(named)
        if (!isArtifact(artifact)) return
        const file = project.files[annotated[artifact]]
        if (file) yield* fileDiagnostics(file, model).filter(({ severity }) => severity === 'error')
        else yield* absent(project, artifact, model)
      },
    },
    ...preconditionsOfPart(revisable, ({ prepared }: { readonly prepared: Revision | undefined }) => prepared),
  ],

  run: ({ prepared }) => (prepared ? revised(prepared) : refuse()),
})
