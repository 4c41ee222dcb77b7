import type { RuleExamples } from '../../../core/rule.ts'
import { blocker, briefPath, change, inReview, major, minor, only, otherId, reviewPath, sample } from '../examples.ts'

const listed = `findings:\n  - ${blocker}\n  - ${major}\n  - ${minor}\n`

export const examples: RuleExamples = {
  REVIEW_BAD_FINDINGS_TYPE: {
    bad: {
      'nothing after the colon': { head: inReview([listed, 'findings:\n']), also: ['REVIEW_FINDING_UNLISTED'] },
      'a flow list': {
        head: inReview([listed, `findings: [${blocker}, ${major}, "${minor}"]\n`]),
        also: ['REVIEW_FINDING_UNLISTED'],
      },
    },
    good: {
      'an empty list': change(only(briefPath, reviewPath), {
        [briefPath]: [['research_topics: 1', 'research_topics: 0']],
        [reviewPath]: [
          [listed, 'findings: []\n'],
          [`### ${blocker}`, ''],
          [`### ${major}`, ''],
          [`### ${minor}`, ''],
        ],
      }),
    },
  },
  REVIEW_BAD_FINDING_ID: {
    bad: {
      'a word': inReview([`  - ${minor}\n`, `  - ${minor}\n  - F1\n`]),
      capitals: inReview([`  - ${minor}\n`, `  - ${minor}\n  - ${'AB'.repeat(20)}\n`]),
    },
    good: { 'digits alone': sample },
  },
  REVIEW_DUPLICATE_FINDING: {
    bad: { 'the same twice': inReview([`  - ${minor}\n`, `  - ${minor}\n  - ${minor}\n`]) },
    good: { 'each once': sample },
  },
  REVIEW_FINDING_NO_BODY: {
    bad: { 'listed alone': inReview([`  - ${minor}\n`, `  - ${minor}\n  - ${otherId}\n`]) },
    good: {
      'text after the id': inReview([`### ${minor}`, `### ${minor} - wording`]),
      'a colon after the id': inReview([`### ${minor}`, `### ${minor}: wording`]),
    },
  },
  REVIEW_FINDING_UNLISTED: {
    bad: { 'described alone': inReview(['## Findings (MINOR)\n', `## Findings (MINOR)\n\n### ${otherId}\n`]) },
    good: {
      'an example in a fence': inReview([
        '## Findings (MINOR)\n',
        `## Findings (MINOR)\n\n\`\`\`md\n### ${otherId}\n\`\`\`\n`,
      ]),
    },
  },
  REVIEW_FINDING_PLACE: {
    bad: {
      'in the coverage': inReview(['## Coverage\n', `## Coverage\n\n### ${minor}\n`]),
      twice: inReview(['A typo.', `A typo.\n\n### ${minor}\n`]),
    },
    good: { 'each in its section': sample },
  },
  REVIEW_FINDING_HEADING: {
    bad: {
      'a title': inReview(['## Findings (MINOR)\n', '## Findings (MINOR)\n\n### Wording\n']),
      'another severity': inReview([
        '## Findings (MINOR)\n',
        '## Findings (CRITICAL)\n\nNone.\n\n## Findings (MINOR)\n',
      ]),
    },
    good: { 'headings of level 4': inReview(['A typo.', '#### Fix\n\nA typo.']) },
  },
  REVIEW_VERDICT_INCOHERENT: {
    bad: { allowed: inReview(['verdict: BLOCK', 'verdict: ALLOW']) },
    good: { 'a warning': inReview(['verdict: BLOCK', 'verdict: WARN']) },
  },
  REVIEW_TASK_MISMATCH: {
    bad: { 'another task': inReview(['with a passkey', 'with a key']) },
    good: {
      'in quotes': inReview(['task: Let people sign in with a passkey', 'task: "Let people sign in with a passkey"']),
    },
  },
  REVIEW_BRIEF_NOT_FOUND: {
    bad: {
      'a typo': inReview([`brief_path: ${briefPath}`, 'brief_path: .claude/projects/brief.md']),
      'beyond the root': inReview([`brief_path: ${briefPath}`, 'brief_path: ../../../../../etc/brief.md']),
    },
    good: {
      'relative to the project': inReview([`brief_path: ${briefPath}`, 'brief_path: brief.md']),
      'a path of the same project on some machine': inReview([
        `brief_path: ${briefPath}`,
        `brief_path: /home/octocat/shop/${briefPath}`,
      ]),
    },
  },
}
