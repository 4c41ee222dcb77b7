import type { Workflow } from '../reading/workflows.ts'
import { definitionFile } from '../files.ts'
import { stageName } from '../schema.ts'
import { fileForm, shape, unique } from '../../../kit/rule-kinds.ts'
import { msg } from '../../../core/message.ts'
import type { Finding } from '../../../core/diagnostic.ts'
import { inside } from '../contract/paths.ts'
import type { Contract, Written } from '../contract/contract.ts'
import { workflows, type ControlRules } from './subjects.ts'
import { over } from '../../../kit/rules.ts'

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

const schemas = ['accept.schema.json', 'handback.schema.json']

/** The definition of a workflow: `wf.yaml` */
export const workflowRules: ControlRules = {
  name: 'workflow',
  title: 'The definition of a workflow: `wf.yaml`',
  rules: [
    over(workflows, [
      fileForm(
        {
          code: 'STAGE_WORKFLOW_UNREADABLE',
          strict: 'error',
          soft: 'error',
          summary:
            '`wf.yaml` is not UTF-8, not one YAML document, no mapping, empty, too large, has more than 100 aliases or a tag beyond the standard ones.',
          why: 'No run can be composed from it.',
          hint: 'Write it as a mapping in YAML.',
        },
        ({ file, fault }) => ({ file, fault }),
      ),
      shape(
        {
          code: 'STAGE_WORKFLOW_SCHEMA',
          strict: 'warning',
          soft: 'notice',
          summary: 'A key of `wf.yaml`, or of one of its stages, is missing, or has the wrong type or form.',
          why: 'Every run that is composed from it has the same fault.',
          hint: 'Write what is expected there; unknown keys are allowed.',
        },
        ({ file: { data }, root }) => root && data,
        definitionFile.shape,
      ),
      unique(
        {
          code: 'STAGE_WORKFLOW_DUPLICATE',
          strict: 'warning',
          soft: 'notice',
          summary: 'Two stages of a workflow have the same `id`.',
          why: 'Both are composed into the same folder, and the second overwrites the first.',
          hint: 'Give each stage an id of its own.',
        },
        'stage',
        ({ stages }) => stages.flatMap(({ id }) => id ?? []),
      ),
      {
        code: 'STAGE_WORKFLOW_FILE_MISSING',
        strict: 'warning',
        soft: 'notice',
        summary: 'A main prompt, the source of a shared template or the schema of a `data` output is missing next to `wf.yaml`.',
        why: 'Runs that are composed from it lack the file.',
        hint: 'Write the file, or remove its mention.',
        *check(workflow): Iterable<Finding> {
          const { stages, templates, has, folder } = workflow
          const sources = templates.flatMap(({ source }): readonly Missing[] => {
            const inner = source && inside(source.text)
            return source && inner !== undefined && has(inner) === false ? [{ path: inner, written: source }] : []
          })
          for (const { path, written } of [...stages.flatMap((stage) => [...missingOf(workflow, stage)]), ...sources]) {
            const whole = folder === '' ? path : `${folder}/${path}`
            yield {
              message: msg`Missing file ${whole}`,
              place: written.place,
              concerns: [whole],
            }
          }
        },
      },
      {
        code: 'STAGE_WORKFLOW_TEMPLATE',
        strict: 'notice',
        soft: 'notice',
        summary: 'No shared template of a workflow is `accept.schema.json`, or none is `handback.schema.json`.',
        why: 'Agents look for the form of the two files in their stage, and find nothing.',
        repair: 'Add both to `shared_templates`.',
        *check({ root, templates, templatesPlace }) {
          if (!root) return
          for (const schema of schemas) {
            if (templates.some((each) => each.target?.text.endsWith(schema))) continue
            yield {
              message: msg`Missing ${schema} among the shared templates`,
              hint: msg`Add ${schema} to ${'shared_templates'}.`,
              place: templatesPlace,
            }
          }
        },
      },
    ]),
  ],
}
