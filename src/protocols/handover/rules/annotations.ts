import { contradiction } from '../../../core/compared.ts'
import { msg } from '../../../core/message.ts'
import type { YamlMapping } from '../../../documents/yaml.ts'
import type { TextDocument } from '../../../documents/text.ts'
import { dataAs } from '../../../kit/record.ts'
import { overProblems, type Problem } from '../../../kit/rules.ts'
import { formHint } from '../../../kit/shape-findings.ts'
import { writtenData } from '../../../kit/written.ts'
import { anchorsIn } from '../annotations/anchors.ts'
import { annotationDigest, annotationsOf, entryValue, readBatch, revisedOf, type Batch, type Revised } from '../annotations/annotations.ts'
import { batchPair, listPair } from '../compared.ts'
import type { HandoverFile } from '../model.ts'
import { nameOf } from '../files.ts'
import { entryShape, revisedForm } from '../schema.ts'
import { files, inFiles, problem, shapeProblemsIn, type HandoverRules } from './subjects.ts'

function* entryProblems(file: HandoverFile, document: TextDocument, { entries = [] }: Revised): Iterable<Problem> {
  const seen = new Set<string>()
  const artifact = nameOf(file.path)
  for (const { node, annotation, id } of entries) {
    if (!annotation) {
      const place = document.span(node.start, node.end)
      const data = dataAs(document, node, entryValue(node))
      const [first] = shapeProblemsIn(file, data, { shape: entryShape, codes: 'ANNOTATION_ENTRY_INVALID' }, (violation) => {
        const isWrong = violation.kind !== 'missing' && violation.path.length > 0
        return { place, hint: isWrong ? formHint(violation) : 'Required are `id`, `target_artifact`, `target_anchor` and `intent`.' }
      })
      if (first) yield first
    } else if (annotation.target_artifact !== artifact)
      yield problem(file, 'ANNOTATION_ENTRY_INVALID', msg`Unexpected artifact ${annotation.target_artifact}, expected ${artifact}`, node, {
        hint: msg`Write ${artifact}.`,
      })
    if (id === undefined) continue
    if (seen.has(id))
      yield problem(file, 'ANNOTATION_DUPLICATE_ID', msg`Unexpected second annotation ${id}, expected each id once`, node, {
        hint: 'Give one of them an id of its own, or keep one.',
      })
    seen.add(id)
  }
}

/** The digest that a list of annotations has. */
function digestHint(revised: Revised): string {
  const all = annotationsOf(revised)
  return all ? msg`Write ${`annotation_digest: "${annotationDigest(all)}"`}.` : 'Mend the annotations first.'
}

function* digestProblems(file: HandoverFile, mapping: YamlMapping, revised: Revised, misshapen: Problem | undefined): Iterable<Problem> {
  const { entries } = revised
  const entry = mapping.get('annotation_digest')
  const at = entry?.value ?? mapping.get('source_annotations')?.key
  if (!entry) {
    if (entries && entries.length > 0)
      yield problem(file, 'ANNOTATION_DIGEST_INVALID', 'Missing `annotation_digest` beside annotations', at, {
        hint: digestHint(revised),
      })
    return
  }
  if (misshapen) yield { ...misshapen, hint: entries?.length === 0 ? 'Take it out: there are no annotations.' : digestHint(revised) }
  else if (entries?.length === 0)
    yield problem(file, 'ANNOTATION_DIGEST_INVALID', 'Unexpected digest without annotations', at, {
      hint: 'Take it out, or bring the annotations back.',
    })
  else {
    const pair = listPair(file)
    if (pair && !pair.agrees) {
      const [digest, list] = pair.said
      yield problem(
        file,
        'ANNOTATION_DIGEST_DRIFT',
        msg`Unexpected digest ${digest?.value ?? ''}, expected ${list?.value ?? ''}: the list was edited after it was applied`,
        at,
        { hint: 'Bring the list back as it was applied: the next batch writes the digest anew.', ...contradiction(pair) },
      )
    }
  }
}

/** The list of annotations in a front matter, and what goes with it. */
function* listProblems(file: HandoverFile): Iterable<Problem> {
  const { document, mapping } = file
  if (!document || !mapping) return
  const revised = revisedOf(mapping)
  const { revision, entries, reason } = revised
  const data = writtenData(document, mapping, revisedForm.shape(), { isAbsent: () => false })
  const found = new Map(Array.from(shapeProblemsIn(file, data, revisedForm), (each) => [each.code, each]))
  const [at, list] = [mapping.get('revision'), mapping.get('source_annotations')]
  const misshapen = found.get('ANNOTATION_REVISION_INVALID')
  if (misshapen) yield { ...misshapen, hint: 'Write how often it was revised.' }
  // No shape: as data a flow list is the same as a block list.
  if (!entries) {
    yield problem(file, 'ANNOTATION_LIST_INVALID', 'Unexpected value of `source_annotations`, expected a block list', list?.key, {
      hint: 'Write each annotation on lines of its own behind `- `, or `[]` for none.',
    })
  } else {
    yield* entryProblems(file, document, revised)
    if (entries.length > 0 && revision === 0)
      yield problem(
        file,
        'ANNOTATION_REVISION_MISMATCH',
        'Unexpected revision 0 beside annotations, expected 1 or more',
        at?.value ?? list?.key,
        { hint: 'Write how many batches were applied: 1 at least.' },
      )
    if (entries.length === 0 && revision !== undefined && revision > 0 && reason === undefined)
      yield problem(
        file,
        'ANNOTATION_REVISION_MISMATCH',
        msg`Unexpected revision ${revision} without annotations and without ${'revision_reason'}`,
        at?.value,
        { levels: { strict: 'warning', soft: 'notice' }, hint: 'Say why in `revision_reason`, or bring the annotations back.' },
      )
  }
  yield* digestProblems(file, mapping, revised, found.get('ANNOTATION_DIGEST_INVALID'))
}

/** Anchors in the text. A file without front matter has no list that they could be in. */
function* anchorProblems(file: HandoverFile): Iterable<Problem> {
  const { kind, document, front, mapping } = file
  const body = mapping || (kind === 'annotations' && front?.there === false) ? front?.body : undefined
  if (!document || body === undefined) return
  const entries = mapping ? revisedOf(mapping).entries : []
  const { anchors, broken } = anchorsIn(document, body)
  // A list that cannot be read, or an annotation without a readable id, may well be the one that an anchor means.
  const isReadable = entries?.every(({ id }) => id !== undefined) === true
  const listed = new Map((entries ?? []).flatMap(({ id, annotation }) => (id === undefined ? [] : [[id, annotation] as const])))
  const seen = new Set<string>()
  for (const line of broken)
    yield problem(
      file,
      'ANNOTATION_ANCHOR_INVALID',
      msg`Unexpected form of an anchor, expected ${'<!-- voyage:anchor id="ANN-0001" target="plan.md#step-3" -->'} alone in its line`,
      line,
    )
  for (const { id, target, at, placed } of anchors) {
    if (!placed)
      yield problem(file, 'ANNOTATION_PLACEMENT_INVALID', msg`Unexpected place of the anchor ${id}, expected one between two blocks`, at, {
        hint: 'Put it before a heading or a paragraph, not into a list, a quote, a table or code.',
      })
    if (seen.has(id))
      yield problem(file, 'ANNOTATION_DUPLICATE_ID', msg`Unexpected second anchor ${id}, expected each id once`, at, {
        hint: 'Keep one of them.',
      })
    seen.add(id)
    const annotation = listed.get(id)
    const expected = annotation && `${annotation.target_artifact}#${annotation.target_anchor}`
    if (!listed.has(id)) {
      if (isReadable)
        yield problem(file, 'ANNOTATION_ANCHOR_UNLISTED', msg`Unexpected anchor ${id}, which is not listed`, at, {
          hint: 'List it in `source_annotations`, or take it out.',
        })
    } else if (expected !== undefined && expected !== target)
      yield problem(file, 'ANNOTATION_ANCHOR_MISMATCH', msg`Unexpected target ${target} of ${id}, expected ${expected}`, at, {
        hint: msg`Write ${expected}.`,
      })
  }
}

/** Entries of a batch that are no annotations, or have the id of another. */
export function* entryFaults({ entries }: Batch): Iterable<{ readonly code: string; readonly message: string }> {
  const seen = new Set<string>()
  for (const [index, { fault, id }] of entries.entries()) {
    if (fault !== undefined) yield { code: 'ANNOTATION_ENTRY_INVALID', message: `${msg`Annotation ${index + 1}`}: ${fault}` }
    if (id !== undefined && seen.has(id))
      yield { code: 'ANNOTATION_DUPLICATE_ID', message: msg`Unexpected second annotation ${id}, expected each id once` }
    if (id !== undefined) seen.add(id)
  }
}

/** A batch in a file of its own: whether it fits an artifact is known only where it is applied. */
function* batchProblems(file: HandoverFile): Iterable<Problem> {
  if (file.kind !== 'annotations' || (file.document && !file.path.endsWith('.json'))) return
  if (!file.document) {
    const found = problem(file, 'ANNOTATION_BATCH_INVALID', msg`${file.path} cannot be read`, undefined, {
      hint: 'Put a text file in its place.',
    })
    yield file.unreadable === 'absent' ? { ...found, place: { path: file.path } } : found
    return
  }
  const batch = readBatch(file.document, 'plan.md')
  if ('fault' in batch) {
    yield problem(file, 'ANNOTATION_BATCH_INVALID', batch.fault, undefined, {
      hint: 'Expected is an object with `annotations`, a list of 1 to 500.',
    })
    return
  }
  for (const { code, message } of entryFaults(batch)) yield problem(file, code, message, undefined)
  const pair = batchPair(file)
  if (pair && !pair.agrees)
    yield problem(
      file,
      'ANNOTATION_DIGEST_DRIFT',
      msg`Unexpected digest ${pair.said[0]?.value ?? ''}: the batch was edited after it was made`,
      undefined,
      contradiction(pair),
    )
}

/** What keeps annotations from being read or revised. */
export function* annotationProblems(file: HandoverFile): Iterable<Problem> {
  yield* batchProblems(file)
  yield* listProblems(file)
  yield* anchorProblems(file)
}

const annotatedFiles = files('brief', 'plan', 'review', 'annotations')

/** Annotations, their anchors and batches */
export const annotationRules: HandoverRules = {
  name: 'annotations',
  title: 'Annotations, their anchors and batches',
  rules: [
    overProblems(annotatedFiles, inFiles(annotationProblems), [
      {
        code: 'ANNOTATION_REVISION_INVALID',
        strict: 'error',
        soft: 'error',
        summary: '`revision` is no whole number, 0 or more.',
        why: 'Revisions are counted.',
        repair: 'Write the number; `/revise` raises it.',
        examples: ({ inRevised, sample }) => ({
          bad: [
            { about: 'a version', head: inRevised(['revision: 1\n', 'revision: v1\n']) },
            { about: 'negative', head: inRevised(['revision: 1\n', 'revision: -1\n']) },
            { about: 'a fraction', head: inRevised(['revision: 1\n', 'revision: 1.5\n']) },
          ],
          good: [{ about: 'absent: 0', head: sample }],
        }),
      },
      {
        code: 'ANNOTATION_LIST_INVALID',
        strict: 'error',
        soft: 'warning',
        summary: '`source_annotations` is neither a block list nor `[]`.',
        why: 'Readers of this list take one annotation an item.',
        repair: 'Write each on lines of its own behind `- `.',
        examples: ({ annotation, inPlan, inRevised }) => ({
          bad: [
            { about: 'a text', head: inPlan(['source_findings', 'source_annotations: none\nsource_findings']) },
            { about: 'nothing behind the colon', head: inPlan(['source_findings', 'source_annotations:\nsource_findings']) },
            {
              about: 'a text, beside a digest and an anchor',
              head: inRevised([`source_annotations:\n${annotation}`, 'source_annotations: none\n']),
            },
          ],
          good: [{ about: 'an empty one', head: inPlan(['source_findings', 'source_annotations: []\nsource_findings']) }],
        }),
      },
      {
        code: 'ANNOTATION_ENTRY_INVALID',
        strict: 'error',
        soft: 'warning',
        summary: 'An annotation lacks a required key, or has another value than is allowed.',
        why: 'It says neither what is meant nor where.',
        repair: 'Required are `id`, `target_artifact` (this file), `target_anchor`, `intent`.',
        examples: ({ annotation, digest, inRevised }) => ({
          bad: [
            { about: 'an intent that there is not', head: inRevised(['intent: change', 'intent: rewrite']) },
            { about: 'no target', head: inRevised(['    target_anchor: step-2\n', '']) },
            {
              about: 'another file',
              head: inRevised(['target_artifact: plan.md', 'target_artifact: brief.md']),
              also: ['ANNOTATION_ANCHOR_MISMATCH', 'ANNOTATION_DIGEST_DRIFT'],
            },
            { about: 'a line that is none', head: inRevised(['    line: 31', '    line: 0']) },
            { about: 'a text', head: inRevised([annotation, `  - note\n${annotation}`]) },
            { about: 'no id, where an anchor has one', head: inRevised(['  - id: ANN-0001\n    target', '  - target']) },
          ],
          good: [
            { about: 'unknown keys', head: inRevised(['    intent: change\n', '    intent: change\n    author: octocat\n']) },
            {
              about: 'a comment that says nothing',
              head: inRevised(['    comment: "retry twice, then give up"\n', '    comment: ~\n'], [digest, '11c724f2a51f55ed']),
            },
          ],
        }),
      },
      {
        code: 'ANNOTATION_DUPLICATE_ID',
        strict: 'error',
        soft: 'error',
        summary: 'An id stands in the list twice, or in two anchors.',
        why: 'It is unclear which of the two is meant.',
        repair: 'Give each an id of its own.',
        examples: ({ anchor, batch, batchEntry, inRevised, revisedSample }) => ({
          bad: [
            { about: 'two anchors', head: inRevised(['## Implementation Plan', `${anchor}## Implementation Plan`]) },
            { about: 'in a batch', ...batch(`{ "annotations": [${batchEntry}, ${batchEntry}] }`) },
          ],
          good: [{ about: 'one each', head: revisedSample }],
        }),
      },
      {
        code: 'ANNOTATION_DIGEST_INVALID',
        strict: 'error',
        soft: 'warning',
        summary: 'A digest has another form, or stands beside no annotations, or is missing beside some.',
        why: 'The digest shows whether the list was edited after it was applied.',
        repair: '`/revise` writes it.',
        examples: ({ digest, inPlan, inRevised }) => ({
          bad: [
            { about: 'missing', head: inRevised([`annotation_digest: "${digest}"\n`, '']) },
            { about: 'too short', head: inRevised([digest, '7fb4']) },
            { about: 'without annotations', head: inPlan(['source_findings', `annotation_digest: "${digest}"\nsource_findings`]) },
            {
              about: 'of another form beside a list of another form',
              head: inPlan(['source_findings', 'source_annotations: none\nannotation_digest: 7fb4\nsource_findings']),
              also: ['ANNOTATION_LIST_INVALID'],
            },
          ],
          good: [{ about: 'without quotes', head: inRevised([`"${digest}"`, digest]) }],
        }),
      },
      {
        code: 'ANNOTATION_DIGEST_DRIFT',
        strict: 'error',
        soft: 'warning',
        contradiction: true,
        summary: 'The digest is not that of the list.',
        why: 'The list was edited after it was applied, and no longer records the original annotations.',
        repair: 'Bring the list back.',
        examples: ({ batch, batchEntry, digest, inRevised }) => ({
          bad: [
            { about: 'another comment', head: inRevised(['retry twice', 'retry thrice']) },
            {
              about: 'a batch that was edited',
              ...batch(`{ "annotations": [${batchEntry.replace('twice', 'thrice')}], "expected_digest": "${digest}" }`),
            },
          ],
          good: [
            { about: 'a key that does not count', head: inRevised(['    intent: change\n', '    author: octocat\n    intent: change\n']) },
            { about: 'a batch for any of the three files', ...batch(`{ "annotations": [${batchEntry}], "expected_digest": "${digest}" }`) },
          ],
        }),
      },
      {
        code: 'ANNOTATION_REVISION_MISMATCH',
        strict: 'error',
        soft: 'warning',
        summary: 'There are annotations, and the revision is 0; or (less grave) it is above 0 with neither annotations nor a reason.',
        why: 'Every batch raises the revision by one.',
        repair: 'Write the number of batches that were applied.',
        examples: ({ inPlan, inRevised }) => ({
          bad: [{ about: 'revision 0', head: inRevised(['revision: 1\n', 'revision: 0\n']) }],
          good: [
            {
              about: 'a revision with a reason',
              head: inPlan(['source_findings', 'revision: 1\nrevision_reason: scope was cut\nsource_findings']),
            },
          ],
        }),
      },
      {
        code: 'ANNOTATION_ANCHOR_INVALID',
        strict: 'error',
        soft: 'warning',
        summary: 'An HTML comment begins as an anchor and is none: one whole line from the first column, with `id` and `target`.',
        why: 'It would never be found again.',
        repair: 'Write it as `/revise` does.',
        examples: ({ anchor, inPlan, inRevised }) => ({
          bad: [
            { about: 'no target', head: inRevised([' target="plan.md#step-2"', '']) },
            { about: 'indented', head: inRevised([anchor, ` ${anchor}`]) },
            { about: 'a name twice', head: inRevised([' line="31" -->', ' line="31" line="31" -->']) },
            { about: 'behind text', head: inRevised([anchor, `Text. ${anchor}\n`]) },
            { about: 'two blanks', head: inRevised(['<!-- voyage:anchor id', '<!-- voyage:anchor  id']) },
          ],
          good: [
            {
              about: 'in code it is text',
              head: inPlan(['# Plan', `# Plan\n\nAn anchor is \`${anchor.trim()}\`:\n\n\`\`\`html\n${anchor}\`\`\``]),
            },
            {
              about: 'another order, and an unknown name',
              head: inRevised([anchor.trim(), '<!-- voyage:anchor by="octocat" target="plan.md#step-2" id="ANN-0001" -->  ']),
            },
          ],
        }),
      },
      {
        code: 'ANNOTATION_PLACEMENT_INVALID',
        strict: 'error',
        soft: 'warning',
        summary: 'An anchor does not stand between two blocks: without it, the line that follows would be inside one.',
        why: 'Taken out, it would change what the text means.',
        repair: 'Put it before a heading or a paragraph.',
        examples: ({ anchor, inRevised }) => {
          /** The anchor, moved behind something. */
          const moved = (text: string) => inRevised([anchor, ''], ['Do it.\n\n- **Manifest:**', text])
          return {
            bad: [
              { about: 'in a paragraph', head: moved(`Do it.\n${anchor}Soon.\n\n- **Manifest:**`) },
              { about: 'between the items of a list', head: moved(`Do it.\n\n- One\n${anchor}- **Manifest:**`) },
              { about: 'in a quote that goes on', head: moved(`> Do it.\n${anchor}Soon.\n\n- **Manifest:**`) },
              { about: 'in a table', head: moved(`| a |\n|---|\n${anchor}| b |\n\n- **Manifest:**`) },
            ],
            good: [
              { about: 'before a paragraph', head: moved(`${anchor}Do it.\n\n- **Manifest:**`) },
              {
                about: 'at the end',
                head: inRevised(
                  [anchor, ''],
                  [
                    '"^feat\\\\(step2\\\\):"\n    bash_syntax_check: []\n    forbidden_paths: []\n    must_contain: []\n  ```\n',
                    `"^feat\\\\(step2\\\\):"\n    bash_syntax_check: []\n    forbidden_paths: []\n    must_contain: []\n  \`\`\`\n${anchor}`,
                  ],
                ),
              },
            ],
          }
        },
      },
      {
        code: 'ANNOTATION_ANCHOR_UNLISTED',
        strict: 'error',
        soft: 'warning',
        summary: 'The id of an anchor is not in the list.',
        why: 'It points to an annotation that does not exist.',
        repair: 'List it, or take the anchor out.',
        examples: ({ anchor, annotation, digest, inRevised }) => {
          const none = `source_annotations:\n${annotation}annotation_digest: "${digest}"\n`
          return {
            bad: [{ about: 'no list at all', head: inRevised(['revision: 1\n', ''], [none, '']) }],
            good: [{ about: 'an annotation without an anchor', head: inRevised([anchor, '']) }],
          }
        },
      },
      {
        code: 'ANNOTATION_ANCHOR_MISMATCH',
        strict: 'error',
        soft: 'warning',
        summary: 'The target of an anchor is not that of its annotation.',
        why: 'One of the two leads to the wrong place.',
        repair: 'Copy the target of the annotation.',
        examples: ({ inRevised, revisedSample }) => ({
          bad: [{ about: 'another step', head: inRevised(['target="plan.md#step-2"', 'target="plan.md#step-1"']) }],
          good: [{ about: 'the same', head: revisedSample }],
        }),
      },
      {
        code: 'ANNOTATION_BATCH_INVALID',
        strict: 'error',
        soft: 'error',
        summary: 'A batch of annotations is not JSON, or has not the shape of one.',
        why: 'Nothing of it can be applied.',
        repair: 'An object with `annotations`, a list of 1 to 500.',
        examples: ({ batch, batchEntry }) => ({
          bad: [
            { about: 'no JSON', ...batch('annotations\n') },
            {
              about: 'a file that cannot be read',
              head: { 'annotated.md': 'elsewhere' },
              links: ['annotated.md'],
              named: ['annotated.md'],
              as: 'annotations',
            },
            { about: 'an empty list', ...batch('{ "annotations": [] }') },
            { about: 'a digest of another form', ...batch(`{ "annotations": [${batchEntry}], "expected_digest": "7FB4" }`) },
          ],
          good: [{ about: 'one annotation', ...batch(`{ "annotations": [${batchEntry}], "made-by": "a tool" }`) }],
        }),
      },
    ]),
  ],
}
