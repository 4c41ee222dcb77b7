import { change, inWorkflow, workflowPath, workflowSample } from '../../examples.ts'
import type { Workflow } from '../../reading/workflow.ts'
import { unreadableRule } from '../unreadable.ts'

const written = (text: string) => change(workflowSample, { [workflowPath]: text })

export const workflowUnreadable = unreadableRule<Workflow>({
  code: 'STAGE_WORKFLOW_UNREADABLE',
  strict: 'error',
  soft: 'error',
  summary:
    '`wf.yaml` is not UTF-8, not one YAML document, no mapping, empty, too large, has more than 100 aliases or a tag beyond the standard ones.',
  why: 'No run can be composed from it.',
  repair: 'Write it as keys and values in YAML.',
  look: ({ file, fault, target }) => ({ file, fault, target }),
  hint: 'Write it as keys and values in YAML.',
  examples() {
    return {
      bad: [
        { about: 'a bracket that is not closed', head: inWorkflow(['optional: []', 'optional: [']) },
        { about: 'nothing', head: written('') },
        { about: 'a text', head: written('tidy\n') },
        { about: 'a tag of a program', head: inWorkflow(['  name: tidy', '  name: !tidy tidy']) },
      ],
      good: [
        { about: 'a definition', head: workflowSample },
        { about: 'a file of this name that defines no workflow', head: { 'notes/wf.yaml': '[' } },
        {
          about: 'what other people wrote',
          head: { ...workflowSample, 'node_modules/tidy/wf.yaml': '[', 'node_modules/tidy/stages/a/b.md': 'x' },
        },
      ],
    }
  },
})
