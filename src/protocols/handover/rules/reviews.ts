import { blocker, briefPath, change, inReview, major, minor, only, reviewPath, sample } from '../examples.ts'
import type { Told } from './rule.ts'

const otherId = '00112233445566778899aabbccddeeff00112233'

/** Rules about reviews (handover protocol, section 4.6). */
export const reviewRules = {
  REVIEW_BAD_FINDINGS_TYPE: {
    summary: '`findings` is null, a text, keys and values, or a flow list that is not empty.',
    why: 'Readers of this list take one id a line; of a flow list they see nothing.',
    repair: 'Write each id on a line of its own behind `- `, or `[]`.',
    examples() {
      return {
        bad: [
          {
            about: 'nothing behind the colon',
            head: inReview([`findings:\n  - ${blocker}\n  - ${major}\n  - ${minor}\n`, 'findings:\n']),
            also: ['PLAN_SOURCE_FINDING_UNKNOWN'],
          },
          {
            about: 'a flow list',
            head: inReview([`findings:\n  - ${blocker}\n  - ${major}\n  - ${minor}\n`, `findings: [${blocker}, ${major}, "${minor}"]\n`]),
          },
          { about: 'a text', head: inReview([`findings:\n  - ${blocker}\n  - ${major}\n  - ${minor}\n`, 'findings: none\n']) },
        ].map((example) => ({ ...example, also: ['REVIEW_FINDING_UNLISTED'] })),
        good: [
          {
            about: 'an empty list',
            head: change(only(briefPath, reviewPath), {
              [briefPath]: [['research_topics: 1', 'research_topics: 0']],
              [reviewPath]: [
                [`findings:\n  - ${blocker}\n  - ${major}\n  - ${minor}\n`, 'findings: []\n'],
                [`### ${blocker}`, ''],
                [`### ${major}`, ''],
                [`### ${minor}`, ''],
              ],
            }),
          },
        ],
      }
    },
  },
  REVIEW_BAD_FINDING_ID: {
    summary: 'An item of `findings` is not 40 lower-case hex digits.',
    why: 'A plan traces its steps by these ids.',
    repair: 'Copy the id from the body.',
    examples() {
      return {
        bad: [
          { about: 'a word', head: inReview([`  - ${minor}\n`, `  - ${minor}\n  - F1\n`]) },
          { about: 'capitals', head: inReview([`  - ${minor}\n`, `  - ${minor}\n  - ${'AB'.repeat(20)}\n`]) },
          { about: 'nothing', head: inReview([`  - ${minor}\n`, `  - ${minor}\n  -\n`]) },
        ],
        good: [{ about: 'digits alone', head: sample }],
      }
    },
  },
  REVIEW_DUPLICATE_FINDING: {
    summary: 'An id stands in `findings` twice.',
    why: 'It would be counted twice.',
    repair: 'Keep one of them.',
    examples() {
      return {
        bad: [{ about: 'the same twice', head: inReview([`  - ${minor}\n`, `  - ${minor}\n  - ${minor}\n`]) }],
        good: [{ about: 'each once', head: sample }],
      }
    },
  },
  REVIEW_FINDING_NO_BODY: {
    summary: 'A listed id has no heading `### <id>`.',
    why: 'Nobody can mend what is not described.',
    repair: 'Describe it, or take it out of the list.',
    examples() {
      return {
        bad: [{ about: 'listed alone', head: inReview([`  - ${minor}\n`, `  - ${minor}\n  - ${otherId}\n`]) }],
        good: [
          { about: 'text behind the id', head: inReview([`### ${minor}`, `### ${minor} - wording`]) },
          { about: 'a colon behind the id', head: inReview([`### ${minor}`, `### ${minor}: wording`]) },
        ],
      }
    },
  },
  REVIEW_FINDING_UNLISTED: {
    summary: 'A finding `### <id>` is not listed in `findings`.',
    why: 'Plans read the list: this finding would be forgotten.',
    repair: 'List it.',
    examples() {
      return {
        bad: [{ about: 'described alone', head: inReview(['## Findings (MINOR)\n', `## Findings (MINOR)\n\n### ${otherId}\n`]) }],
        good: [
          {
            about: 'an example in a fence',
            head: inReview(['## Findings (MINOR)\n', `## Findings (MINOR)\n\n\`\`\`md\n### ${otherId}\n\`\`\`\n`]),
          },
        ],
      }
    },
  },
  REVIEW_FINDING_PLACE: {
    summary: 'A finding stands outside of the four sections, or is described twice.',
    why: 'How grave it is stands in the heading above it.',
    repair: 'Describe it once, below the right section.',
    examples() {
      return {
        bad: [
          { about: 'in the coverage', head: inReview(['## Coverage\n', `## Coverage\n\n### ${minor}\n`]) },
          { about: 'twice', head: inReview(['A slip of the pen.', `A slip of the pen.\n\n### ${minor}\n`]) },
        ],
        good: [{ about: 'each in its section', head: sample }],
      }
    },
  },
  REVIEW_FINDING_HEADING: {
    summary: 'A heading of level 3 among the findings does not begin with an id, or a section of findings is of another severity.',
    why: 'What stands below it belongs to no finding.',
    repair: 'Write the id first; use BLOCKER, MAJOR, MINOR, SUGGESTION.',
    examples() {
      return {
        bad: [
          { about: 'a title', head: inReview(['## Findings (MINOR)\n', '## Findings (MINOR)\n\n### Wording\n']) },
          {
            about: 'another severity',
            head: inReview(['## Findings (MINOR)\n', '## Findings (CRITICAL)\n\nNone.\n\n## Findings (MINOR)\n']),
          },
        ],
        good: [{ about: 'headings of level 4', head: inReview(['A slip of the pen.', '#### Fix\n\nA slip of the pen.']) }],
      }
    },
  },
  REVIEW_VERDICT_INCOHERENT: {
    summary: 'The verdict is `ALLOW`, and there is a blocker.',
    why: 'One of the two is wrong.',
    repair: 'Write `BLOCK`, or mend the finding first.',
    examples() {
      return {
        bad: [{ about: 'allowed', head: inReview(['verdict: BLOCK', 'verdict: ALLOW']) }],
        good: [{ about: 'a warning', head: inReview(['verdict: BLOCK', 'verdict: WARN']) }],
      }
    },
  },
  REVIEW_TASK_MISMATCH: {
    summary: '`task` is not that of the brief that was reviewed.',
    why: 'The review may be of another task.',
    repair: 'Copy the task of the brief.',
    examples() {
      return {
        bad: [{ about: 'another task', head: inReview(['with a passkey', 'with a key']) }],
        good: [
          { about: 'in quotes', head: inReview(['task: Let people sign in with a passkey', 'task: "Let people sign in with a passkey"']) },
        ],
      }
    },
  },
  REVIEW_BRIEF_NOT_FOUND: {
    summary: '`brief_path` leads to no file, or out of the repository.',
    why: 'It is the way back to what was asked for.',
    repair: 'Write the path of the brief from the root.',
    examples() {
      return {
        bad: [
          { about: 'a slip', head: inReview([`brief_path: ${briefPath}`, 'brief_path: .claude/projects/brief.md']) },
          { about: 'beyond the root', head: inReview([`brief_path: ${briefPath}`, 'brief_path: ../../../../../etc/brief.md']) },
        ],
        good: [
          { about: 'relative to the project', head: inReview([`brief_path: ${briefPath}`, 'brief_path: brief.md']) },
          {
            about: 'a path of the same project on some machine',
            head: inReview([`brief_path: ${briefPath}`, `brief_path: /home/octocat/shop/${briefPath}`]),
          },
          { about: 'a path of some machine', head: inReview([`brief_path: ${briefPath}`, 'brief_path: /home/octocat/notes/brief.md']) },
        ],
      }
    },
  },
} as const satisfies Readonly<Record<string, Told>>
