import type { RuleExamples } from '../../../core/rule.ts'
import { anchor, annotation, digest, inPlan, inRevised, revisedSample } from '../examples.ts'

const moved = (text: string) => inRevised([anchor, ''], ['Do it.\n\n- **Manifest:**', text])
const none = `source_annotations:\n${annotation}annotation_digest: "${digest}"\n`

export const examples: RuleExamples = {
  ANNOTATION_ANCHOR_INVALID: {
    bad: { 'no target': inRevised([' target="plan.md#step-2"', '']), indented: inRevised([anchor, ` ${anchor}`]) },
    good: {
      'in code it is text': inPlan([
        '# Plan',
        `# Plan\n\nAn anchor is \`${anchor.trim()}\`:\n\n\`\`\`html\n${anchor}\`\`\``,
      ]),
      'another order, and an unknown name': inRevised([
        anchor.trim(),
        '<!-- voyage:anchor by="octocat" target="plan.md#step-2" id="ANN-0001" -->  ',
      ]),
    },
  },
  ANNOTATION_PLACEMENT_INVALID: {
    bad: {
      'in a paragraph': moved(`Do it.\n${anchor}Soon.\n\n- **Manifest:**`),
      'between the items of a list': moved(`Do it.\n\n- One\n${anchor}- **Manifest:**`),
    },
    good: {
      'before a paragraph': moved(`${anchor}Do it.\n\n- **Manifest:**`),
      'at the end': inRevised(
        [anchor, ''],
        [
          '"^feat\\\\(step2\\\\):"\n    bash_syntax_check: []\n    forbidden_paths: []\n    must_contain: []\n  ```\n',
          `"^feat\\\\(step2\\\\):"\n    bash_syntax_check: []\n    forbidden_paths: []\n    must_contain: []\n  \`\`\`\n${anchor}`,
        ],
      ),
    },
  },
  ANNOTATION_ANCHOR_UNLISTED: {
    bad: { 'no list at all': inRevised(['revision: 1\n', ''], [none, '']) },
    good: { 'an annotation without an anchor': inRevised([anchor, '']) },
  },
  ANNOTATION_ANCHOR_MISMATCH: {
    bad: { 'another step': inRevised(['target="plan.md#step-2"', 'target="plan.md#step-1"']) },
    good: { 'the same': revisedSample },
  },
}
