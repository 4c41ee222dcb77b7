import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { inWorkflow, workflowSample } from '../../examples.ts'
import type { Workflow } from '../../reading/workflow.ts'

const schemas = ['accept.schema.json', 'handback.schema.json']

export const workflowTemplate: Rule<Workflow> = {
  code: 'STAGE_WORKFLOW_TEMPLATE',
  strict: 'notice',
  soft: 'notice',
  summary: 'No shared template of a workflow is `accept.schema.json`, or none is `handback.schema.json`.',
  why: 'Agents that look into their stage for the form of the two files find nothing there.',
  repair: 'Add both to `shared_templates`.',
  examples() {
    return {
      bad: [
        {
          about: 'no schema of grants',
          head: inWorkflow(['- source: schemas/accept.schema.json\n  target: schemas/accept.schema.json\n', '']),
        },
        {
          about: 'no schema of handbacks',
          head: inWorkflow(['- source: schemas/handback.schema.json\n  target: schemas/handback.schema.json\n', '']),
        },
      ],
      good: [
        { about: 'both', head: workflowSample },
        { about: 'both in another folder', head: inWorkflow(['target: schemas/accept.schema.json', 'target: wf/accept.schema.json']) },
      ],
    }
  },
  *check({ root, templates, templatesPlace, target }) {
    if (!root) return
    for (const schema of schemas) {
      if (templates.some((each) => each.target?.text.endsWith(schema))) continue
      yield {
        message: msg`Missing ${schema} among the shared templates`,
        hint: msg`Add ${schema} to ${'shared_templates'}.`,
        place: templatesPlace,
        target,
      }
    }
  },
}
