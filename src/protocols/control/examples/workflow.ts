import type { RuleExamples } from '../../../core/rule.ts'
import { change, inWorkflow, workflowPath, workflowSample } from '../examples.ts'

const written = (text: string) => change(workflowSample, { [workflowPath]: text })
const again =
  '- id: explore\n  name: Again\n  inputs: {}\n  outputs: {}\n  prompt: { entry: prompt/wf.md, main: prompt/main.md }\nshared_templates:'

export const examples: RuleExamples = {
  STAGE_WORKFLOW_UNREADABLE: {
    bad: { 'a bracket that is not closed': inWorkflow(['optional: []', 'optional: [']), nothing: written('') },
    good: { 'a definition': workflowSample, 'a file of this name that defines no workflow': { 'notes/wf.yaml': '[' } },
  },
  STAGE_WORKFLOW_SCHEMA: {
    bad: {
      'a version without quotes': inWorkflow(['version: "1.0"', 'version: 1.0']),
      'a short description': inWorkflow(['Tidies what is there', 'Tidies']),
    },
    good: { 'a definition': workflowSample },
  },
  STAGE_WORKFLOW_DUPLICATE: {
    bad: { 'an id twice': inWorkflow(['shared_templates:', again]) },
    good: { 'one stage': workflowSample },
  },
  STAGE_WORKFLOW_FILE_MISSING: {
    bad: {
      'no prompt': change(workflowSample, { 'flows/tidy/stages/explore/prompt/main.md': null }),
      'no template': change(workflowSample, { 'flows/tidy/templates/wf.md': null }),
    },
    good: {
      'everything there': workflowSample,
      'a schema that is shared': change(workflowSample, {
        'flows/tidy/stages/explore/schemas/findings.schema.json': null,
        'flows/tidy/schemas/findings.schema.json': '{}\n',
        [workflowPath]: [
          [
            'shared_templates:',
            'shared_templates:\n- source: schemas/findings.schema.json\n  target: schemas/findings.schema.json',
          ],
        ],
      }),
    },
  },
  STAGE_WORKFLOW_TEMPLATE: {
    bad: {
      'no schema of grants': inWorkflow([
        '- source: schemas/accept.schema.json\n  target: schemas/accept.schema.json\n',
        '',
      ]),
      'no schema of handbacks': inWorkflow([
        '- source: schemas/handback.schema.json\n  target: schemas/handback.schema.json\n',
        '',
      ]),
    },
    good: {
      both: workflowSample,
      'both in another folder': inWorkflow(['target: schemas/accept.schema.json', 'target: wf/accept.schema.json']),
    },
  },
}
