import { type CommandDiagnostic, type Outcome, type Refusal, refused } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { command } from '../../../kit/command.ts'
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
import { keepsBody, type Placed, revisedText } from '../annotations/revision.ts'
import { annotated, notFound, writerOf } from '../files.ts'
import type { HandoverFile, Project } from '../model.ts'
import { annotationProblems, entryFaults } from '../rules/annotations.ts'
import { fileProblems } from '../rules/files.ts'
import { frontMatterProblems } from '../rules/front-matter.ts'
import { diagnostic, errorsIn, problemDiagnostic, violation } from './diagnostics.ts'
import { project as projectTarget } from './project.ts'

type Artifact = keyof typeof annotated

const isArtifact = (name: string): name is Artifact => Object.hasOwn(annotated, name)

/** The artifact that a command names: `plan` is `plan.md`. */
const artifactOf = (named = ''): string => (named.endsWith('.md') ? named : `${named}.md`)

/** That a block is no batch of annotations. */
const noBatch = (project: Project, message: string) =>
  violation(project, message, { hint: 'Expected is a json block with `annotations`, a list of 1 to 500.' })

const digestCodes: ReadonlySet<string> = new Set(['ANNOTATION_DIGEST_INVALID', 'ANNOTATION_DIGEST_DRIFT'])

/** The errors of a file that concern a revision. Those of the digest are warnings: it is rewritten. */
const fileDiagnostics = (file: HandoverFile): readonly CommandDiagnostic[] =>
  errorsIn([fileProblems, frontMatterProblems, annotationProblems].flatMap((check) => [...check(file)])).map((problem) =>
    problemDiagnostic(problem, digestCodes.has(problem.code) ? 'warning' : 'error'),
  )

/** The lines before which the anchors go, or why one has no place. */
function placesOf(project: Project, file: HandoverFile, annotations: readonly Annotation[]): readonly Placed[] | Refusal {
  const { document, front } = file
  if (!document || !front?.readable) return refused()
  const allowed = linesForAnchors(document, front.body)
  const placed: Placed[] = []
  const wrong: CommandDiagnostic[] = []
  for (const annotation of annotations) {
    const before = annotation.line ?? lineNamed(file, annotation.target_anchor)
    if (before !== undefined && allowed.has(before)) placed.push({ annotation, before })
    else {
      const message =
        before === undefined
          ? msg`No heading is called ${annotation.target_anchor} (${annotation.id})`
          : msg`Line ${before} is not the first of a block (${annotation.id})`
      wrong.push(
        diagnostic(project, 'ANNOTATION_PLACEMENT_INVALID', message, {
          hint: 'Name a heading, or the first line of a paragraph, list, quote, table or fence.',
          path: file.path,
        }),
      )
    }
  }
  return wrong.length > 0 ? refused(...wrong) : placed
}

/** What of the batch is new to the file; or why it cannot be folded in. */
function freshOf(
  project: Project,
  file: HandoverFile,
  batch: Batch,
  expected: readonly (string | undefined)[],
): readonly Annotation[] | Refusal {
  const own = file.mapping ? (annotationsOf(revisedOf(file.mapping)) ?? []) : []
  const place = { place: { path: project.folder }, target: project.target }
  const wrong = [...entryFaults(batch)].map((each): CommandDiagnostic => ({ ...each, severity: 'error', ...place }))
  const invalid = wrong.filter(({ code }) => code === 'ANNOTATION_ENTRY_INVALID')
  if (wrong.length > 0) return refused(...(invalid.length > 0 ? invalid : wrong))
  const all = batch.entries.flatMap(({ annotation }) => annotation ?? [])
  const byId = new Map(own.map((annotation) => [annotation.id, annotation]))
  const conflict = all.find((annotation) => {
    const before = byId.get(annotation.id)
    return before !== undefined && !sameAnnotation(before, annotation)
  })
  if (conflict)
    return refused(
      diagnostic(project, 'ANNOTATION_ID_CONFLICT', msg`The file lists ${conflict.id} with other content`, {
        hint: 'Give the new annotation an id of its own.',
        path: file.path,
      }),
    )
  const fresh = all.filter(({ id }) => !byId.has(id))
  const digests = [annotationDigest(all), annotationDigest([...own, ...fresh])]
  const drifted = expected.find((digest) => digest !== undefined && !digests.includes(digest))
  if (drifted !== undefined)
    return refused(
      diagnostic(
        project,
        'ANNOTATION_DIGEST_DRIFT',
        msg`Unexpected digest ${drifted}, expected ${digests[0] ?? ''}: the batch was edited after it was made`,
        { path: file.path },
      ),
    )
  return fresh
}

function revised(
  project: Project,
  file: HandoverFile,
  artifact: Artifact,
  batch: Batch,
  fresh: readonly Annotation[],
  diagnostics: readonly CommandDiagnostic[],
): Outcome {
  const { document, mapping, front } = file
  if (!document || !mapping || !front) return refused()
  const before = revisedOf(mapping)
  const at = before.revision ?? 0
  if (fresh.length === 0)
    return {
      outcome: 'unchanged',
      reply: msg`Nothing new: ${artifact} of ${project.name} has these annotations.`,
      diagnostics,
      moved: { from: `revision ${at}`, to: `revision ${at}` },
    }
  const placed = placesOf(project, file, fresh)
  if ('outcome' in placed) return placed
  const digest = annotationDigest([...(annotationsOf(before) ?? []), ...fresh])
  const text = revisedText(document, mapping, front.body - 1, artifact, { revision: at + 1, placed, digest, reason: batch.reason })
  if (!keepsBody(document, text))
    return refused(
      diagnostic(project, 'ANNOTATION_ROUNDTRIP_FAIL', msg`Without its anchors ${artifact} would not be what it was: nothing was written`, {
        hint: 'Write the front matter in lines, each with a key of its own.',
        path: file.path,
      }),
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
    'Folds a batch of annotations (a json block) into brief, plan or review: anchors in the text, entries and their digest in the front matter, one revision more.',
  examples: ['/revise login plan.md'],
  target: projectTarget,
  words: [{ name: 'ARTIFACT' }],
  options: { expect: { kind: 'once', value: 'DIGEST' } },
  report: {
    ...batchReport,
    refused: (_, project: Project, message) =>
      refused({ code: 'ANNOTATION_BATCH_INVALID', severity: 'error', ...noBatch(project, message) }),
  },
  fault: ({ words: [named] }) => (named === undefined ? 'Missing artifact, expected `brief.md`, `plan.md` or `review.md`' : undefined),

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
      *violations({ target: project, words: [named] }) {
        const artifact = artifactOf(named)
        if (!isArtifact(artifact)) return
        const kind = annotated[artifact]
        const file = project.files[kind]
        const path = `${project.folder}/${artifact}`
        if (file) yield* fileDiagnostics(file).filter(({ severity }) => severity === 'error')
        else yield diagnostic(project, notFound[kind], msg`There is no ${path}`, { hint: writerOf(kind, project), path })
      },
    },
  ],

  run({ target: project, words: [named], options, report }) {
    const artifact = artifactOf(named)
    const file = isArtifact(artifact) ? project.files[annotated[artifact]] : undefined
    if (!isArtifact(artifact) || !file || !report) return refused()
    const batch = batchOf(report, artifact)
    const fresh = freshOf(project, file, batch, [options.expect, batch.expected])
    return 'outcome' in fresh ? fresh : revised(project, file, artifact, batch, fresh, fileDiagnostics(file))
  },
})
