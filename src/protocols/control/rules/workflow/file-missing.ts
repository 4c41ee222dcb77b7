import type { Finding } from '../../../../core/diagnostic.ts'
import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { change, inWorkflow, workflowPath, workflowSample } from '../../examples.ts'
import { inside } from '../../paths.ts'
import type { Contract, Written } from '../../reading/contract.ts'
import type { Workflow } from '../../reading/workflow.ts'
import { stageName } from '../../words.ts'

/** A file that a definition needs and that is not there. */
interface Missing {
  readonly path: string
  readonly written: Written
}

function* missingOf({ has, templates }: Workflow, { id, outputs }: Contract): Iterable<Missing> {
  if (!id || !stageName.test(id.text)) return
  const main = `stages/${id.text}/prompt/main.md`
  if (has(main) === false) yield { path: main, written: id }
  const copied = new Set(templates.flatMap(({ target }) => (target && inside(target.text)) ?? []))
  for (const { kind, schema } of outputs) {
    const inner = schema && inside(schema.text)
    if (kind !== 'data' || !schema || inner === undefined) continue
    if (has(`stages/${id.text}/${inner}`) === false && !copied.has(inner)) yield { path: `stages/${id.text}/${inner}`, written: schema }
  }
}

export const workflowFileMissing: Rule<Workflow> = {
  code: 'STAGE_WORKFLOW_FILE_MISSING',
  strict: 'warning',
  soft: 'notice',
  summary: 'A main prompt, the source of a shared template or the schema of a `data` output is not there beside `wf.yaml`.',
  why: 'Runs that are composed from it lack the file.',
  repair: 'Write the file, or take its mention out.',
  examples() {
    return {
      bad: [
        { about: 'no prompt', head: change(workflowSample, { 'flows/tidy/stages/explore/prompt/main.md': null }) },
        { about: 'no template', head: change(workflowSample, { 'flows/tidy/templates/wf.md': null }) },
        { about: 'no schema', head: change(workflowSample, { 'flows/tidy/stages/explore/schemas/findings.schema.json': null }) },
      ],
      good: [
        { about: 'everything there', head: workflowSample },
        {
          about: 'a schema that is shared',
          head: change(workflowSample, {
            'flows/tidy/stages/explore/schemas/findings.schema.json': null,
            'flows/tidy/schemas/findings.schema.json': '{}\n',
            [workflowPath]: [
              ['shared_templates:', 'shared_templates:\n- source: schemas/findings.schema.json\n  target: schemas/findings.schema.json'],
            ],
          }),
        },
        {
          about: 'a definition at the root',
          head: Object.fromEntries(Object.entries(inWorkflow()).map(([path, text]) => [path.replace('flows/tidy/', ''), text])),
        },
      ],
    }
  },
  *check(workflow): Iterable<Finding> {
    const { stages, templates, has, folder, target } = workflow
    const sources = templates.flatMap(({ source }): readonly Missing[] => {
      const inner = source && inside(source.text)
      return source && inner !== undefined && has(inner) === false ? [{ path: inner, written: source }] : []
    })
    for (const { path, written } of [...stages.flatMap((stage) => [...missingOf(workflow, stage)]), ...sources]) {
      const whole = folder === '' ? path : `${folder}/${path}`
      yield {
        message: msg`Missing file ${whole}`,
        hint: 'Write the file, or take its mention out.',
        place: written.place,
        target,
        concerns: [whole],
      }
    }
  },
}
