import { anchor, annotation, digest, inPlan, inRevised, revisedSample } from '../examples.ts'
import type { Told } from './rule.ts'

const none = `source_annotations:\n${annotation}annotation_digest: "${digest}"\n`

/** The anchor, moved behind something. */
const moved = (text: string) => inRevised([anchor, ''], ['Do it.\n\n- **Manifest:**', text])

/** Rules about the anchors of annotations in the text (handover protocol, section 5). */
export const anchorRules = {
  ANNOTATION_ANCHOR_INVALID: {
    summary: 'An HTML comment begins as an anchor and is none: one whole line from the first column, with `id` and `target`.',
    why: 'It would never be found again.',
    repair: 'Write it as `/revise` does.',
    examples() {
      return {
        bad: [
          { about: 'no target', head: inRevised([' target="plan.md#step-2"', '']) },
          { about: 'indented', head: inRevised([anchor, ` ${anchor}`]) },
          { about: 'a name twice', head: inRevised([' line="31" -->', ' line="31" line="31" -->']) },
          { about: 'behind text', head: inRevised([anchor, `Text. ${anchor}\n`]) },
          { about: 'two blanks', head: inRevised(['<!-- voyage:anchor id', '<!-- voyage:anchor  id']) },
        ],
        good: [
          {
            about: 'in code it is text',
            head: inPlan(['# Plan', `# Plan\n\nAn anchor is \`${anchor.trim()}\`:\n\n\`\`\`html\n${anchor}\`\`\``]),
          },
          {
            about: 'another order, and a name that nobody knows',
            head: inRevised([anchor.trim(), '<!-- voyage:anchor by="octocat" target="plan.md#step-2" id="ANN-0001" -->  ']),
          },
        ],
      }
    },
  },
  ANNOTATION_PLACEMENT_INVALID: {
    summary: 'An anchor does not stand between two blocks: without it, the line that follows would be inside one.',
    why: 'Taken out, it would change what the text means.',
    repair: 'Put it before a heading or a paragraph.',
    examples() {
      return {
        bad: [
          { about: 'in a paragraph', head: moved(`Do it.\n${anchor}Soon.\n\n- **Manifest:**`) },
          { about: 'between the items of a list', head: moved(`Do it.\n\n- One\n${anchor}- **Manifest:**`) },
          { about: 'in a quote that goes on', head: moved(`> Do it.\n${anchor}Soon.\n\n- **Manifest:**`) },
          { about: 'in a table', head: moved(`| a |\n|---|\n${anchor}| b |\n\n- **Manifest:**`) },
        ],
        good: [
          { about: 'before a paragraph', head: moved(`${anchor}Do it.\n\n- **Manifest:**`) },
          {
            about: 'at the end',
            head: inRevised(
              [anchor, ''],
              [
                '"^feat\\\\(step2\\\\):"\n    bash_syntax_check: []\n    forbidden_paths: []\n    must_contain: []\n  ```\n',
                `"^feat\\\\(step2\\\\):"\n    bash_syntax_check: []\n    forbidden_paths: []\n    must_contain: []\n  \`\`\`\n${anchor}`,
              ],
            ),
          },
        ],
      }
    },
  },
  ANNOTATION_ANCHOR_UNLISTED: {
    summary: 'The id of an anchor is not in the list.',
    why: 'It points to an annotation that nobody made.',
    repair: 'List it, or take the anchor out.',
    examples() {
      return {
        bad: [{ about: 'no list at all', head: inRevised(['revision: 1\n', ''], [none, '']) }],
        good: [{ about: 'an annotation without an anchor', head: inRevised([anchor, '']) }],
      }
    },
  },
  ANNOTATION_ANCHOR_MISMATCH: {
    summary: 'The target of an anchor is not that of its annotation.',
    why: 'One of the two leads to the wrong place.',
    repair: 'Copy the target of the annotation.',
    examples() {
      return {
        bad: [{ about: 'another step', head: inRevised(['target="plan.md#step-2"', 'target="plan.md#step-1"']) }],
        good: [{ about: 'the same', head: revisedSample }],
      }
    },
  },
} as const satisfies Readonly<Record<string, Told>>
