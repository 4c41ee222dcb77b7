import { type Command, type Outcome, type Refusal, refused, type CommandDiagnostic, type Request } from '../../../core/command.ts'
import { takeOptions } from '../../../kit/options.ts'
import { msg } from '../../../core/message.ts'
import { misused } from '../../../kit/command.ts'
import { textDocument } from '../../../documents/text.ts'
import { entryFaults } from '../checks/batch.ts'
import { levelsOf, type RuleCode } from '../codes.ts'
import { annotated, prefixes, writerOf } from '../files.ts'
import { problemsOf } from '../checks/index.ts'
import type { HandoverFile, HandoverModel, Project } from '../model.ts'
import { linesForAnchors, lineNamed } from '../annotations/anchors.ts'
import {
  annotationDigest,
  annotationsOf,
  revisedOf,
  sameAnnotation,
  readBatch,
  type Annotation,
  type Batch,
} from '../annotations/annotations.ts'
import { keepsBody, revisedText, type Placed } from '../annotations/revision.ts'
import { isRefusal, problemRemark, remark, sceneOf } from './answers.ts'

const form = { name: 'revise', usage: 'SLUG ARTIFACT [--expect DIGEST]' } as const

type Artifact = keyof typeof annotated

/** What the words of a revision say. */
interface Asked {
  readonly artifact: string
  readonly expected: string | undefined
}

function wordsOf({ words }: Request): Asked | Refusal {
  const taken = takeOptions(words, { expect: 'once' })
  if ('fault' in taken) return misused(form, taken.fault)
  const [artifact, more] = taken.rest
  if (artifact === undefined) return misused(form, 'Missing artifact, expected `brief.md`, `plan.md` or `review.md`')
  if (more !== undefined) return misused(form, msg`Unexpected ${more} behind the artifact`)
  return { artifact: artifact.endsWith('.md') ? artifact : `${artifact}.md`, expected: taken.options.expect }
}

const isArtifact = (name: string): name is Artifact => Object.hasOwn(annotated, name)

/** The batch of a request, or why it is none. */
function batchOf(project: Project, { report }: Request, artifact: string): Batch | Refusal {
  const invalid = (message: string) =>
    refused(
      remark(project, 'ANNOTATION_BATCH_INVALID', message, { hint: 'Expected is a json block with `annotations`, a list of 1 to 500.' }),
    )
  if (report === undefined) return invalid('Missing batch of annotations')
  const batch = readBatch(textDocument('', report), artifact)
  if ('fault' in batch) return invalid(batch.fault)
  const other = isArtifact(artifact)
    ? [batch.artifact, ...batch.entries.map((entry) => entry.artifact)].find((name) => name !== undefined && name !== artifact)
    : undefined
  return other === undefined ? batch : invalid(msg`Unexpected artifact ${other}, expected ${artifact}`)
}

const digestCodes: ReadonlySet<RuleCode> = new Set(['ANNOTATION_DIGEST_INVALID', 'ANNOTATION_DIGEST_DRIFT'])

/** What is wrong with the file itself: only what keeps it from being revised. */
function fileRemarks(file: HandoverFile, model: HandoverModel): readonly CommandDiagnostic[] {
  const concerns = (code: RuleCode) => code.startsWith('ANNOTATION_') || code.startsWith('FM_') || /_(?:READ_ERROR|WRONG_TYPE)$/.test(code)
  return [...problemsOf(file, model)]
    .filter(({ code, levels }) => concerns(code) && (levels?.strict ?? levelsOf(code).strict) === 'error')
    .map((problem) => problemRemark(problem, digestCodes.has(problem.code) ? 'warning' : 'error'))
}

/** The lines before which the anchors go, or why one has no place. */
function placesOf(project: Project, file: HandoverFile, annotations: readonly Annotation[]): readonly Placed[] | Refusal {
  const { document, front } = file
  if (!document || front?.kind !== 'mapping') return refused()
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
        remark(project, 'ANNOTATION_PLACEMENT_INVALID', message, {
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
  const wrong = [...entryFaults(batch)].map(({ code, message }) => remark(project, code, message))
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
      remark(project, 'ANNOTATION_ID_CONFLICT', msg`The file lists ${conflict.id} with other content`, {
        hint: 'Give the new annotation an id of its own.',
        path: file.path,
      }),
    )
  const fresh = all.filter(({ id }) => !byId.has(id))
  const digests = [annotationDigest(all), annotationDigest([...own, ...fresh])]
  const drifted = expected.find((digest) => digest !== undefined && !digests.includes(digest))
  if (drifted !== undefined)
    return refused(
      remark(
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
  remarks: readonly CommandDiagnostic[],
): Outcome {
  const { document, mapping, front } = file
  if (!document || !mapping || front?.kind !== 'mapping') return refused()
  const before = revisedOf(mapping)
  const at = before.revision ?? 0
  if (fresh.length === 0)
    return {
      outcome: 'unchanged',
      reply: msg`Nothing new: ${artifact} of ${project.name} has these annotations.`,
      remarks,
      moved: { from: `revision ${at}`, to: `revision ${at}` },
    }
  const placed = placesOf(project, file, fresh)
  if ('outcome' in placed) return placed
  const digest = annotationDigest([...(annotationsOf(before) ?? []), ...fresh])
  const text = revisedText(document, mapping, front.closing, artifact, { revision: at + 1, placed, digest, reason: batch.reason })
  if (!keepsBody(document, text))
    return refused(
      remark(project, 'ANNOTATION_ROUNDTRIP_FAIL', msg`Without its anchors ${artifact} would not be what it was: nothing was written`, {
        hint: 'Write the front matter in lines, each with a key of its own.',
        path: file.path,
      }),
    )
  return {
    outcome: 'changed',
    changes: new Map([[file.path, text]]),
    reply: msg`Revised: ${artifact} of ${project.name}, revision ${at + 1}, annotations ${fresh.map(({ id }) => id)}.`,
    remarks,
    moved: { from: `revision ${at}`, to: `revision ${at + 1}` },
  }
}

/** Folds a batch of annotations into an artifact (handover protocol, section 7.5). */
export const revise: Command<HandoverModel> = {
  ...form,
  summary:
    'Folds a batch of annotations (a json block) into brief, plan or review: anchors in the text, entries and their digest in the front matter, one revision more.',
  examples: ['/revise login plan.md'],

  run(model, request): Outcome {
    const scene = sceneOf(model, request, form)
    if (isRefusal(scene)) return scene
    const asked = wordsOf(request)
    if ('outcome' in asked) return asked
    const { artifact, expected } = asked
    const batch = batchOf(scene, request, artifact)
    if ('outcome' in batch) return batch
    if (!isArtifact(artifact))
      return refused(
        remark(
          scene,
          'ANNOTATION_ARTIFACT_INVALID',
          msg`Unexpected artifact ${artifact}, expected ${'brief.md'}, ${'plan.md'} or ${'review.md'}`,
        ),
      )
    const kind = annotated[artifact]
    const file = scene.files[kind]
    if (!file) {
      const path = `${scene.folder}/${artifact}`
      return refused(remark(scene, `${prefixes[kind]}_NOT_FOUND`, msg`There is no ${path}`, { hint: writerOf(kind, scene), path }))
    }
    const wrong = fileRemarks(file, model)
    if (wrong.some(({ severity }) => severity === 'error')) return refused(...wrong.filter(({ severity }) => severity === 'error'))
    const fresh = freshOf(scene, file, batch, [expected, batch.expected])
    return 'outcome' in fresh ? fresh : revised(scene, file, artifact, batch, fresh, wrong)
  },
}
