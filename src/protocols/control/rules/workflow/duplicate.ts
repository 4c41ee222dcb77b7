import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { inWorkflow, workflowSample } from '../../examples.ts'
import type { Workflow } from '../../reading/workflow.ts'

const again =
  '- id: explore\n  name: Again\n  inputs: {}\n  outputs: {}\n  prompt: { entry: prompt/wf.md, main: prompt/main.md }\nshared_templates:'

export const workflowDuplicate: Rule<Workflow> = {
  code: 'STAGE_WORKFLOW_DUPLICATE',
  strict: 'warning',
  soft: 'notice',
  summary: 'Two stages of a workflow have one `id`.',
  why: 'Both are composed into one folder, where the later overwrites the earlier.',
  repair: 'Give each stage an id of its own.',
  examples() {
    return {
      bad: [{ about: 'an id twice', head: inWorkflow(['shared_templates:', again]) }],
      good: [{ about: 'one stage', head: workflowSample }],
    }
  },
  *check({ stages, target }) {
    const seen = new Set<string>()
    for (const { id } of stages) {
      if (id && seen.has(id.text))
        yield {
          message: msg`Unexpected second stage ${id.text}, expected each once`,
          hint: 'Give each stage an id of its own.',
          place: id.place,
          target,
        }
      if (id) seen.add(id.text)
    }
  },
}
