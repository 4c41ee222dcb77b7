import type { EdgeCases } from '../../../examples-of.ts'
import { change, inWorkflow, workflowPath, workflowSample } from '../../../../src/protocols/control/examples.ts'

const written = (text: string) => change(workflowSample, { [workflowPath]: text })

/** Cases at the edges of the rules of `workflow.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  STAGE_WORKFLOW_UNREADABLE: {
    bad: { 'a text': written('tidy\n'), 'a tag of a program': inWorkflow(['  name: tidy', '  name: !tidy tidy']) },
    good: {
      'what other people wrote': {
        ...workflowSample,
        'node_modules/tidy/wf.yaml': '[',
        'node_modules/tidy/stages/a/b.md': 'x',
      },
    },
  },
  STAGE_WORKFLOW_SCHEMA: {
    bad: {
      'a name with a capital': inWorkflow(['  name: tidy', '  name: Tidy']),
      'a stage without a name': inWorkflow(['  name: Explore\n', '']),
      'a template without a target': inWorkflow(['\n  target: prompt/wf.md', '']),
    },
  },
  STAGE_WORKFLOW_FILE_MISSING: {
    bad: { 'no schema': change(workflowSample, { 'flows/tidy/stages/explore/schemas/findings.schema.json': null }) },
    good: {
      'a definition at the root': Object.fromEntries(
        Object.entries(inWorkflow()).map(([path, text]) => [path.replace('flows/tidy/', ''), text]),
      ),
    },
  },
}
