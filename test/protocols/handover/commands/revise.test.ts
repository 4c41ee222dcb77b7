import { describe, expect, it } from 'vitest'
import {
  annotation,
  anchor,
  briefPath,
  change,
  digest,
  inPlan,
  planPath,
  revisedSample,
  sample,
} from '../../../../src/protocols/handover/examples.ts'
import {
  annotationDigest,
  canonicalText,
  type Annotation,
} from '../../../../src/protocols/handover/annotations/annotations.ts'
import { codes, type Tree } from '../../scene.ts'
import { cases, diagnose, give } from '../scene.ts'

const plan = sample[planPath] ?? ''
const lineOf = (text: string) => plan.split('\n').findIndex((line) => line.startsWith(text)) + 1
const step2 = lineOf('### Step 2')
const entry = {
  id: 'ANN-0001',
  target_anchor: 'step-2',
  intent: 'change',
  comment: 'retry twice, then give up',
  line: step2,
}
const block = (batch: unknown) => `\`\`\`json\n${JSON.stringify(batch)}\n\`\`\``
const revise = (tree: Tree, batch: unknown, words = 'plan.md') => give(tree, `/revise login ${words}\n${block(batch)}`)
const singleBatch = { annotations: [entry] }
const named = { annotations: [{ id: 'ANN-0001', target_anchor: 'step-2', intent: 'add' }] }
/** The plan with another front matter. */
const inFront = (front: string) => change(sample, { [planPath]: plan.replace(/(?<=^---\n)[^]*?(?=---\n)/, front) })

describe('the digest', () => {
  const vectors: readonly (readonly [canonicalForm: string, digest: string, list: readonly Annotation[]])[] = [
    [
      '[{"comment":"retry twice, then give up","id":"ANN-0001","intent":"change","line":31,"target_anchor":"step-2","target_artifact":"plan.md"}]',
      '7fb4d1528ea8d2bf',
      [{ ...entry, target_artifact: 'plan.md', line: 31 }],
    ],
    [
      '[{"comment":"målt i \\"p95\\"\\nover 7 dager → 250 ms","id":"ANN-0002","intent":"add","line":24,"target_anchor":"success-criteria","target_artifact":"brief.md"},{"id":"ANN-0010","intent":"clarify","target_anchor":"goal","target_artifact":"brief.md"}]',
      '6d3e855f960f7eee',
      [
        { id: 'ANN-0010', target_artifact: 'brief.md', target_anchor: 'goal', intent: 'clarify' },
        {
          id: 'ANN-0002',
          target_artifact: 'brief.md',
          target_anchor: 'success-criteria',
          intent: 'add',
          comment: 'målt i "p95"\nover 7 dager → 250 ms',
          line: 24,
        },
      ],
    ],
  ]
  it.each(vectors)('of %s', (form, expected, list) => {
    expect(canonicalText(list)).toBe(form)
    expect(annotationDigest(list)).toBe(expected)
  })

  it('is the same for a file that lists them in another order, with a key that does not count', async () => {
    const list = `source_annotations:
  - id: ANN-0010
    target_artifact: brief.md
    target_anchor: goal
    intent: clarify
    author: octocat
  - id: ANN-0002
    target_artifact: brief.md
    target_anchor: success-criteria
    intent: add
    comment: "målt i \\"p95\\"\\nover 7 dager → 250 ms"
    line: 24
annotation_digest: 6d3e855f960f7eee
revision: 1
`
    expect(await diagnose(change(sample, { [briefPath]: [['created', `${list}created`]] }))).toEqual([])
  })
})

describe('/revise', () => {
  it('writes the fields and the anchor, and nothing else', async () => {
    const result = await revise(sample, singleBatch)
    const expectedDigest = annotationDigest([{ ...entry, target_artifact: 'plan.md' }])
    const expected = plan
      .replace(
        '\n---\n\n# Plan',
        `\nrevision: 1\nsource_annotations:\n${annotation.replace('31', String(step2))}annotation_digest: "${expectedDigest}"\n---\n\n# Plan`,
      )
      .replace('### Step 2', `${anchor.replace('31', String(step2))}### Step 2`)

    expect(result.tree[planPath]).toBe(expected)
    expect(result.plan.results[0]).toMatchObject({
      outcome: 'changed',
      from: 'revision 0',
      to: 'revision 1',
      reply: 'Revised: `plan.md` of `2026-01-20-login`, revision `1`, annotations `ANN-0001`.',
    })
    expect(codes(await diagnose(result.tree, { base: sample }))).toEqual([])
    expect((await revise(result.tree, singleBatch)).outcome).toBe('unchanged')
  })

  it('appends to a list as its items are', async () => {
    const flush = inPlan([
      'source_findings',
      `revision: 3\nsource_annotations:\n${annotation.replaceAll(/^ {2}/gm, '')}annotation_digest: ${digest}\nrevision_reason: old\nsource_findings`,
    ])
    const second = { id: 'ANN-0002', target_anchor: 'no', intent: 'risk', comment: 'a\u0085b' }
    const { tree, outcome } = await revise(flush, {
      annotations: [{ ...second, line: lineOf('### Step 1') + 10 }],
      revision_reason: 'new',
    })

    expect(outcome).toBe('changed')
    const text = tree[planPath] ?? ''
    expect(text).toContain('revision: 4\n')
    expect(text).toContain(
      '  line: 31\n- id: ANN-0002\n  target_artifact: plan.md\n  target_anchor: "no"\n  intent: risk\n  comment: "a\\u0085b"\n',
    )
    expect(text).toContain('revision_reason: "new"\n')
    expect((await diagnose(tree, { base: flush })).filter(({ severity }) => severity === 'error')).toEqual([])
  })

  it('puts an anchor before the heading that its target names', async () => {
    const brief = sample[briefPath] ?? ''
    const { tree } = await revise(
      change(sample, { [briefPath]: `${brief}\n## Goal\n\nAgain.\n` }),
      { annotations: [{ id: 'ANN-0001', target_anchor: 'goal-1', intent: 'add' }] },
      'brief',
    )
    expect(tree[briefPath]).toContain(
      '<!-- voyage:anchor id="ANN-0001" target="brief.md#goal-1" -->\n## Goal\n\nAgain.\n',
    )
  })

  it('sorts several at one place by id, and keeps the order of the batch in the list', async () => {
    const { tree } = await revise(sample, { annotations: [{ ...entry, id: 'ANN-0002' }, entry] })
    expect(tree[planPath]).toMatch(/id="ANN-0001".*\n.*id="ANN-0002".*\n### Step 2/)
    expect(tree[planPath]).toMatch(/- id: ANN-0002[^]*- id: ANN-0001/)
  })

  cases('revise', [
    ['refuses no block', '/revise login plan.md', 'refused, ANNOTATION_BATCH_INVALID error'],
    ['refuses no JSON', '/revise login plan.md\n```json\nannotations\n```', 'refused, ANNOTATION_BATCH_INVALID error'],
    [
      'refuses no annotation',
      `/revise login plan.md\n${block({ annotations: [] })}`,
      'refused, ANNOTATION_BATCH_INVALID error',
    ],
    [
      'refuses too many',
      `/revise login plan.md\n${block({ annotations: Array.from({ length: 501 }, () => entry) })}`,
      'refused, ANNOTATION_BATCH_INVALID error',
    ],
    [
      'refuses another artifact',
      `/revise login plan.md\n${block({ ...singleBatch, artifact: 'brief.md' })}`,
      'refused, ANNOTATION_BATCH_INVALID error',
    ],
    [
      'refuses another artifact of an entry',
      `/revise login plan.md\n${block({ annotations: [{ ...entry, target_artifact: 'brief.md' }] })}`,
      'refused, ANNOTATION_BATCH_INVALID error',
    ],
    [
      'refuses an artifact that is not annotated',
      `/revise login progress\n${block(singleBatch)}`,
      'refused, ANNOTATION_ARTIFACT_INVALID error',
    ],
    [
      'refuses a file that is not there',
      `/revise login brief.md\n${block(singleBatch)}`,
      'refused, BRIEF_NOT_FOUND error',
      change(sample, { [briefPath]: null }),
    ],
    [
      'refuses a file of another type',
      `/revise login brief\n${block(singleBatch)}`,
      'refused, BRIEF_WRONG_TYPE error',
      change(sample, { [briefPath]: [['type: trekbrief', 'type: note']] }),
    ],
    [
      'refuses an intent that there is not',
      `/revise login plan.md\n${block({ annotations: [{ ...entry, intent: 'rewrite' }] })}`,
      'refused, ANNOTATION_ENTRY_INVALID error',
    ],
    [
      'refuses an id twice',
      `/revise login plan.md\n${block({ annotations: [entry, entry] })}`,
      'refused, ANNOTATION_DUPLICATE_ID error',
    ],
    [
      'refuses an id with other content',
      `/revise login plan.md\n${block({ annotations: [{ ...entry, comment: 'give up' }] })}`,
      'refused, ANNOTATION_ID_CONFLICT error',
      revisedSample,
    ],
    [
      'refuses a batch that was edited',
      `/revise login plan.md\n${block({ ...singleBatch, expected_digest: digest })}`,
      'refused, ANNOTATION_DIGEST_DRIFT error',
    ],
    [
      'refuses a digest that is expected in words',
      `/revise login plan.md --expect ${digest}\n${block(singleBatch)}`,
      'refused, ANNOTATION_DIGEST_DRIFT error',
    ],
    [
      'refuses a line in a list',
      `/revise login plan.md\n${block({ annotations: [{ ...entry, line: step2 + 6 }] })}`,
      'refused, ANNOTATION_PLACEMENT_INVALID error',
    ],
    [
      'refuses a line of the front matter',
      `/revise login plan.md\n${block({ annotations: [{ ...entry, line: 1 }] })}`,
      'refused, ANNOTATION_PLACEMENT_INVALID error',
    ],
    [
      'refuses a blank line',
      `/revise login plan.md\n${block({ annotations: [{ ...entry, line: step2 + 1 }] })}`,
      'refused, ANNOTATION_PLACEMENT_INVALID error',
    ],
    [
      'refuses a heading that there is not',
      `/revise login plan.md\n${block({ annotations: [{ ...entry, line: undefined, target_anchor: 'step-9' }] })}`,
      'refused, ANNOTATION_PLACEMENT_INVALID error',
    ],
    [
      'refuses a step with zeros before its number',
      `/revise login plan.md\n${block({ annotations: [{ id: 'ANN-0001', target_anchor: 'step-02', intent: 'add' }] })}`,
      'refused, ANNOTATION_PLACEMENT_INVALID error',
    ],
    [
      'refuses a front matter in braces, to which no line can be added',
      `/revise login plan.md\n${block(named)}`,
      'refused, ANNOTATION_ROUNDTRIP_FAIL error',
      inFront('{ plan_version: "1.7" }\n'),
    ],
    [
      'refuses a front matter that cannot be read',
      `/revise login plan.md\n${block(named)}`,
      'refused, FM_PARSE_ERROR error',
      inFront('plan_version: *a\n'),
    ],
    [
      'refuses no front matter',
      `/revise login plan.md\n${block(named)}`,
      'refused, FM_MISSING error',
      change(sample, { [planPath]: '# Plan\n' }),
    ],
    [
      'refuses anchors that are broken already',
      `/revise login plan.md\n${block({ annotations: [{ ...entry, id: 'ANN-0002' }] })}`,
      'refused, ANNOTATION_ANCHOR_INVALID error',
      change(revisedSample, { [planPath]: [[' target="plan.md#step-2"', '']] }),
    ],
  ])

  it.each([
    [
      'indented keys',
      '  plan_version: "1.7"\n',
      '  revision: 1\n  source_annotations:\n    - id: ANN-0001\n      target_artifact: plan.md\n',
    ],
    [
      'comments after the keys',
      'plan_version: "1.7"\nrevision: 4 # so far\nsource_annotations: [] # none yet\nrevision_reason: >-\n  because\n  of it\n',
      'revision: 5 # so far\nsource_annotations: # none yet\n  - id: ANN-0001\n',
    ],
  ])('keeps the manner of the front matter: %s', async (_, front, expected) => {
    const before = inFront(front)
    const result = await revise(before, { ...named, revision_reason: 'clearer' })
    expect([result.outcome, result.codes]).toEqual(['changed', []])
    expect(result.tree[planPath]).toContain(expected)
    expect(result.tree[planPath]).toContain('revision_reason: "clearer"\n')
    expect((await diagnose(result.tree, { base: before })).filter(({ code }) => !code.startsWith('PROGRESS_'))).toEqual(
      [],
    )
  })

  it('takes up to 500 annotations', async () => {
    const all = Array.from({ length: 500 }, (_, index) => ({
      ...named.annotations[0],
      id: `ANN-${String(index).padStart(4, '0')}`,
    }))
    expect((await revise(sample, { annotations: all })).outcome).toBe('changed')
  })

  it('fixes a digest that drifted, with a warning', async () => {
    const drifted = change(revisedSample, { [planPath]: [[digest, '0000000000000000']] })
    const result = await revise(drifted, { annotations: [{ ...entry, id: 'ANN-0002', line: step2 + 9 }] })
    expect([result.outcome, result.codes]).toEqual(['changed', ['ANNOTATION_DIGEST_DRIFT warning']])
    expect(codes(await diagnose(result.tree))).toEqual([])
  })

  it.each(['annotation_digest: "a digest"\n', ''])('fixes a digest that is none, with a warning: %j', async (line) => {
    const odd = change(revisedSample, { [planPath]: [[`annotation_digest: "${digest}"\n`, line]] })
    const result = await revise(odd, {
      annotations: [{ ...entry, id: 'ANN-0002', line: step2 + 9 - (line === '' ? 1 : 0) }],
    })
    expect([result.outcome, result.codes]).toEqual(['changed', ['ANNOTATION_DIGEST_INVALID warning']])
    expect(codes(await diagnose(result.tree))).toEqual([])
  })

  it('takes the digest of the batch or of the whole list', async () => {
    const second = { id: 'ANN-0002', target_anchor: 'step-1', intent: 'risk' }
    const [first, secondAnnotation] = [
      { ...entry, target_artifact: 'plan.md', line: 31 },
      { ...second, target_artifact: 'plan.md' },
    ]
    for (const expected of [annotationDigest([secondAnnotation]), annotationDigest([first, secondAnnotation])])
      expect((await revise(revisedSample, { annotations: [second], expected_digest: expected })).outcome).toBe(
        'changed',
      )
  })
})
