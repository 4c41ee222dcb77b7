import { describe, expect, it } from 'vitest'
import { annotationDigest, type Annotation } from '../../../src/protocols/handover/annotations/annotations.ts'
import {
  change,
  firstAnnotation,
  inProgress,
  inRevised,
  laterUpdate,
  planPath,
  progressPath,
} from '../../../src/protocols/handover/examples.ts'
import { handover } from '../../../src/protocols/handover/protocol.ts'
import { look, type Tree } from '../scene.ts'
import { textIn } from './scene.ts'

const errors = async (tree: Tree, base?: Tree) =>
  (await look(tree, { protocol: handover, at: '2026-01-21T10:30:00Z' }, base ? 'auto' : 'strict', base)).diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ code }) => code)

const mended = (base: Tree, from: string, to: string): Tree => ({
  ...base,
  [progressPath]: change({ [progressPath]: textIn(base, progressPath) }, { [progressPath]: [[from, to], laterUpdate] })[
    progressPath
  ] as string,
})

/** A plan with these annotations, and the digest of them. */
function annotated(...annotations: readonly (Annotation & { readonly intent: string })[]) {
  const entries = annotations.map((annotation) =>
    Object.entries(annotation)
      .map(([key, value], index) => `${index === 0 ? '  - ' : '    '}${key}: ${value}\n`)
      .join(''),
  )
  const text = textIn(inRevised(), planPath)
    .replace(/^source_annotations:\n(?: {2,}.*\n)+/m, `source_annotations:\n${entries.join('')}`)
    .replace(/^annotation_digest: .*\n/m, `annotation_digest: "${annotationDigest(annotations)}"\n`)
  return { ...inRevised(), [planPath]: text }
}
const first: Annotation = firstAnnotation
const second: Annotation = { id: 'ANN-0002', target_artifact: 'plan.md', target_anchor: 'step-1', intent: 'risk' }

const outOfRange = inProgress(['"current_step": 1', '"current_step": 5'])
const tooEarly = inProgress(['"status": "in_progress"', '"status": "completed"'])
const notYet = inProgress(['"started_at": "2026-01-20T10:00:00Z"', '"started_at": "2027-01-20T10:00:00Z"'])

describe('what the message about an error says', () => {
  it.each<readonly [string, string, Tree, Tree]>([
    ['a step', 'PROGRESS_STEP_RANGE', outOfRange, mended(outOfRange, '"current_step": 5', '"current_step": 1')],
    [
      'a status',
      'PROGRESS_STATE_INCOHERENT',
      tooEarly,
      mended(tooEarly, '"completed",\n  "steps"', '"in_progress",\n  "steps"'),
    ],
    ['a time', 'PROGRESS_STATE_INCOHERENT', notYet, mended(notYet, '"2027-01-20', '"2026-01-20')],
    ['an id', 'ANNOTATION_DUPLICATE_ID', annotated(first, { ...second, id: first.id }), annotated(first, second)],
    ['an intent', 'ANNOTATION_ENTRY_INVALID', annotated({ ...first, intent: 'delete' }), annotated(first)],
    ['a file', 'ANNOTATION_ENTRY_INVALID', annotated({ ...first, target_artifact: 'brief.md' }), annotated(first)],
  ])('may be done in a change, where it is right: %s, %s', async (_, code, base, head) => {
    expect(await errors(base)).toContain(code)
    expect([await errors(head), await errors(head, base)]).toEqual([[], []])
  })

  it.each<readonly [string, string, Tree, Tree]>([
    ['a step', 'PROGRESS_REGRESSION', inProgress(['"current_step": 1', '"current_step": 2']), inProgress()],
    ['an id', 'ANNOTATION_NOT_APPEND_ONLY', annotated(first, second), annotated(first, { ...second, id: 'ANN-0003' })],
    [
      'an intent beside a wrong one',
      'ANNOTATION_NOT_APPEND_ONLY',
      annotated(first, { ...second, intent: 'delete' }),
      annotated({ ...first, intent: 'risk' }, second),
    ],
  ])('lets nothing else be changed: %s, %s', async (_, code, base, head) => {
    expect(await errors(head, base)).toContain(code)
  })
})
