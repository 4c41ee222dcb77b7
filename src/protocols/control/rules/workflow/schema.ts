import type { Rule } from '../../../../core/rule.ts'
import { inWorkflow, workflowSample } from '../../examples.ts'
import type { Workflow } from '../../reading/workflow.ts'
import { workflowShape } from '../../schema.ts'
import { misfitFindings } from '../misfits.ts'

export const workflowSchema: Rule<Workflow> = {
  code: 'STAGE_WORKFLOW_SCHEMA',
  strict: 'warning',
  soft: 'notice',
  summary: 'A key of `wf.yaml`, or of one of its stages, is missing, of the wrong type or form.',
  why: 'Every run that is composed from it has the same fault.',
  repair: 'Write what is expected there; unknown keys are allowed.',
  examples() {
    return {
      bad: [
        { about: 'a version without quotes', head: inWorkflow(['version: "1.0"', 'version: 1.0']) },
        { about: 'a short description', head: inWorkflow(['Tidies what is there', 'Tidies']) },
        { about: 'a name with a capital', head: inWorkflow(['  name: tidy', '  name: Tidy']) },
        { about: 'a stage without a name', head: inWorkflow(['  name: Explore\n', '']) },
        { about: 'a template without a target', head: inWorkflow(['\n  target: prompt/wf.md', '']) },
      ],
      good: [{ about: 'a definition', head: workflowSample }],
    }
  },
  *check({ file: { data }, root, target }) {
    if (data && root) yield* misfitFindings(workflowShape, data, 'Write what is expected there; unknown keys are allowed.', target)
  },
}
