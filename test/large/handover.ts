import {
  briefPath,
  folder,
  manifestOf,
  planPath,
  progressPath,
  researchPath,
  reviewPath,
  sample,
  session,
  statePath,
} from '../../src/protocols/handover/examples.ts'
import type { Files } from '../../src/core/rule.ts'
import {
  appended,
  changeCommands,
  lines,
  listed,
  readCommands,
  merged,
  refusedCommands,
  repeated,
  swapped,
  textOf,
  type Large,
} from './repository.ts'

const id = (index: number) => index.toString(16).padStart(40, '0')
const annotation = (index: number) => `ANN-${String(index + 1).padStart(5, '0')}`
const planOf = (body: string): Files => ({
  ...sample,
  [planPath]: `---\nplan_version: "1.7"\n---\n\n## Implementation Plan\n\n${body}\n`,
})

/** A plan of paragraphs, each with an annotation and its anchor. */
function annotatedPlan(size: number): Files {
  const entries = lines(
    size,
    (index) =>
      `  - id: ${annotation(index)}\n    target_artifact: plan.md\n    target_anchor: step-1\n    intent: change`,
  )
  const paragraphs = lines(
    size,
    (index) => `<!-- voyage:anchor id="${annotation(index)}" target="plan.md#step-1" -->\nText ${index}.\n`,
  )
  const list = `revision: 1\nsource_annotations:\n${entries}\nannotation_digest: "7fb4d1528ea8d2bf"\nsource_findings`
  return swapped(
    swapped(sample, planPath, 'source_findings', list),
    planPath,
    '### Step 1',
    `${paragraphs}\n### Step 1`,
  )
}

/** A batch of as many annotations as may be, on headings of the plan. */
const batch = (size: number) =>
  JSON.stringify({
    annotations: listed(Math.min(size, 500), (index) => ({
      id: annotation(index),
      target_anchor: `other-${index}`,
      intent: 'change',
    })),
  })

const pending = '{ "status": "pending", "attempts": 0, "error": null, "completed_at": null, "commit": null }'

export const inHandover: readonly Large[] = [
  {
    about: 'a plan of steps',
    most: 3_000,
    files: (size) => ({
      ...planOf(lines(size, (index) => `### Step ${index + 1}: Part\n\n${manifestOf(index + 1)}`)),
      [progressPath]: textOf(sample, progressPath).replace('"total_steps": 2', `"total_steps": ${size}`),
    }),
    commands: [...changeCommands('/accept login'), ...readCommands('/preflight login', '/handback login')],
  },
  {
    about: 'a plan of headings',
    most: 40_000,
    files: (size) => planOf(lines(size, (index) => `### Step ${index + 1}: x`)),
    commands: [...refusedCommands('/accept login'), ...readCommands('/status', '/validate')],
  },
  {
    about: 'a plan of other headings',
    most: 60_000,
    files: (size) =>
      swapped(sample, planPath, '### Step 1', `${lines(size, (index) => `## Other ${index}`)}\n### Step 1`),
    commands: [
      ...changeCommands('/accept login'),
      { line: '/revise login plan.md', report: batch, outcome: 'changed' },
    ],
  },
  {
    about: 'a plan of fences',
    most: 50_000,
    files: (size) =>
      appended(
        sample,
        planPath,
        lines(size, () => '```yaml\na: 1\n```'),
      ),
    commands: changeCommands('/accept login'),
  },
  {
    about: 'a step with many manifests',
    most: 4_000,
    files: (size) =>
      appended(
        sample,
        planPath,
        lines(size, () => manifestOf(2)),
      ),
  },
  {
    about: 'a manifest of paths',
    most: 20_000,
    files: (size) =>
      swapped(sample, planPath, '[src/step1.ts]', `[${listed(size, (index) => `src/a${index}.ts`).join(', ')}]`),
    commands: changeCommands('/accept login'),
  },
  {
    about: 'a plan that answers findings',
    most: 20_000,
    files: (size) =>
      swapped(sample, planPath, 'source_findings: [', `source_findings: [${listed(size, id).join(', ')}, `),
    commands: refusedCommands('/accept login'),
  },
  {
    about: 'a brief of sections',
    most: 80_000,
    files: (size) =>
      appended(
        sample,
        briefPath,
        lines(size, (index) => `## S${index}\n`),
      ),
    commands: readCommands('/status'),
  },
  {
    about: 'a research brief of sections',
    most: 80_000,
    files: (size) =>
      appended(
        sample,
        researchPath,
        lines(size, (index) => `## S${index}\n`),
      ),
  },
  {
    about: 'much research',
    most: 2_000,
    manyFiles: true,
    files: (size) =>
      merged([
        sample,
        Object.fromEntries(
          listed(size, (index) => [
            `${folder}/research/${String(index + 10).padStart(5, '0')}-topic.md`,
            textOf(sample, researchPath),
          ]),
        ),
      ]),
    commands: readCommands('/status'),
  },
  {
    about: 'many projects with something to fix',
    most: 1_500,
    manyFiles: true,
    files: (size) =>
      repeated(
        swapped(sample, progressPath, '"current_step": 1', '"current_step": 0'),
        size,
        'login',
        (index) => `login${index}`,
      ),
    commands: [...changeCommands('/fix', '/fix PROGRESS_CURRENT_STEP_DRIFT'), ...readCommands('/status')],
  },
  {
    about: 'a review of findings',
    most: 9_000,
    files: (size) => {
      const listed = swapped(
        sample,
        reviewPath,
        'findings:\n',
        `findings:\n${lines(size, (index) => `  - ${id(index)}`)}\n`,
      )
      return swapped(
        listed,
        reviewPath,
        '## Findings (MINOR)\n',
        `## Findings (MINOR)\n\n${lines(size, (index) => `### ${id(index)}\n`)}\n`,
      )
    },
    commands: readCommands('/status'),
  },
  {
    about: 'a progress file of steps',
    most: 9_000,
    files: (size) =>
      swapped(
        swapped(sample, progressPath, '"total_steps": 2', `"total_steps": ${size + 2}`),
        progressPath,
        '"manifest_audit": "n/a" }',
        `"manifest_audit": "n/a" },\n${listed(size, (index) => `    "${index + 3}": ${pending}`).join(',\n')}`,
      ),
    commands: [...refusedCommands('/accept login'), ...readCommands('/handback login', '/fix', '/continue login')],
  },
  { about: 'a plan with annotations', most: 4_500, files: annotatedPlan, commands: readCommands('/status') },
  {
    about: 'a session state with many keys',
    most: 50_000,
    files: (size) =>
      swapped(
        session,
        statePath,
        '"schema_version"',
        `${lines(size, (index) => `"key${index}": ${index},`)}\n  "schema_version"`,
      ),
    commands: readCommands('/continue login'),
  },
]
