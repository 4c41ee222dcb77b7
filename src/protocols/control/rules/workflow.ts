import type { Workflow } from '../reading/workflows.ts'
import { definitionFile } from '../files.ts'
import { stageName } from '../schema.ts'
import { shapeFindings, unreadable } from '../../../kit/shape-findings.ts'
import { msg } from '../../../core/message.ts'
import type { Finding } from '../../../core/diagnostic.ts'
import { innerPathOf, type Contract, type ContractText } from '../contract/contract.ts'
import { workflows, type ControlRules } from './subjects.ts'
import { overParts } from '../../../kit/rules.ts'

/** A file that a definition needs and that is not there. */
interface MissingFile {
  readonly path: string
  readonly written: ContractText
}

function* missingFilesOf({ has, templates }: Workflow, { id, outputs }: Contract): Iterable<MissingFile> {
  if (!id || !stageName.test(id.text)) return
  const main = `stages/${id.text}/prompt/main.md`
  if (has(main) === false) yield { path: main, written: id }
  const copiedPaths = new Set(templates.flatMap(({ target }) => (target && innerPathOf(target.text)) ?? []))
  for (const { kind, schema } of outputs) {
    const innerPath = schema && innerPathOf(schema.text)
    if (kind !== 'data' || !schema || innerPath === undefined) continue
    if (has(`stages/${id.text}/${innerPath}`) === false && !copiedPaths.has(innerPath))
      yield { path: `stages/${id.text}/${innerPath}`, written: schema }
  }
}

const schemas = ['accept.schema.json', 'handback.schema.json']

export const workflowRules: ControlRules = {
  name: 'workflow',
  title: 'The definition of a workflow: `wf.yaml`',
  rules: [
    overParts(workflows, [
      {
        code: 'STAGE_WORKFLOW_UNREADABLE',
        strict: 'error',
        soft: 'error',
        summary:
          '`wf.yaml` is not UTF-8, not one YAML document, no mapping, empty, too large, has more than 100 aliases or a tag beyond the standard ones.',
        why: 'No run can be composed from it.',
        hint: 'Write it as a mapping in YAML.',
        check: ({ file, fault }) => unreadable({ file, fault }),
      },
      {
        code: 'STAGE_WORKFLOW_SCHEMA',
        strict: 'warning',
        soft: 'notice',
        summary: 'A key of `wf.yaml`, or of one of its stages, is missing, or has the wrong type or form.',
        why: 'Every run that is composed from it has the same fault.',
        hint: 'Write what is expected there; unknown keys are allowed.',
        check: ({ file: { data }, root }) => shapeFindings(root && data, definitionFile.shape),
      },
      {
        code: 'STAGE_WORKFLOW_DUPLICATE',
        strict: 'warning',
        soft: 'notice',
        summary: 'Two stages of a workflow have the same `id`.',
        why: 'Both are composed into the same folder, and the second overwrites the first.',
        hint: 'Give each stage an id of its own.',
        *check({ stages }) {
          const seenIds = new Set<string>()
          for (const { text, place } of stages.flatMap(({ id }) => id ?? [])) {
            if (seenIds.has(text)) yield { message: msg`Unexpected second stage ${text}, expected each once`, place }
            seenIds.add(text)
          }
        },
      },
      {
        code: 'STAGE_WORKFLOW_FILE_MISSING',
        strict: 'warning',
        soft: 'notice',
        summary:
          'A main prompt, the source of a shared template or the schema of a `data` output is missing next to `wf.yaml`.',
        why: 'Runs that are composed from it lack the file.',
        hint: 'Write the file, or remove its mention.',
        *check(workflow): Iterable<Finding> {
          const { stages, templates, has, folder } = workflow
          const sources = templates.flatMap(({ source }): readonly MissingFile[] => {
            const innerPath = source && innerPathOf(source.text)
            return source && innerPath !== undefined && has(innerPath) === false
              ? [{ path: innerPath, written: source }]
              : []
          })
          for (const { path, written } of [
            ...stages.flatMap((stage) => [...missingFilesOf(workflow, stage)]),
            ...sources,
          ]) {
            const fullPath = folder === '' ? path : `${folder}/${path}`
            yield {
              message: msg`Missing file ${fullPath}`,
              place: written.place,
              concerns: [fullPath],
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
            if (templates.some((template) => template.target?.text.endsWith(schema))) continue
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
