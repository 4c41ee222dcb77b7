import type { EdgeCases } from '../../../examples-of.ts'
import type { FrontKind } from '../../../../src/protocols/handover/schema.ts'
import { change, inBrief, inResearch, inReview, pathOf, session } from '../../../../src/protocols/handover/examples.ts'

const nulled = (kind: FrontKind, line: string) => ({
  bad: { null: change(session, { [pathOf[kind]]: [[line, `${line.slice(0, line.indexOf(':'))}: ~\n`]] }) },
})

/** Cases at the edges of the rules of `fields.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  BRIEF_MISSING_FIELD: nulled('brief', 'created: 2026-01-20\n'),
  RESEARCH_MISSING_FIELD: nulled('research', 'question: Which browsers can do it?\n'),
  PLAN_MISSING_FIELD: nulled('plan', 'plan_version: "1.7"\n'),
  REVIEW_MISSING_FIELD: nulled('review', 'scope_sha_end: 9a8b7c6d5e4f\n'),
  NEXT_SESSION_PROMPT_MISSING_FIELD: nulled('next-session-prompt', 'produced_by: trekendsession\n'),
  BRIEF_INVALID_FIELD: {
    bad: {
      'a negative number': inBrief(['research_topics: 1', 'interview_turns: -1\nresearch_topics: 1']),
      'a number that only YAML takes for one': inBrief(['research_topics: 1', 'research_topics: 0x1']),
      'a number with an exponent': inBrief(['research_topics: 1', 'research_topics: 1e0']),
      'a truth value with a capital': inBrief(['task', 'auto_research: True\ntask']),
      'a word for a truth value': inBrief(['task', 'auto_research: yes\ntask']),
      'a source that there is not': inBrief(['task', 'source: dream\ntask']),
      'a quality that there is not': inBrief(['task', 'brief_quality: good\ntask']),
      'a list for a text': inBrief(['project_dir', 'source: [manual]\nproject_dir']),
    },
  },
  RESEARCH_INVALID_FIELD: {
    bad: {
      'no dimension': inResearch(['dimensions: 1', 'dimensions: 0']),
      'a text for a list': inResearch(['dimensions', 'mcp_servers_used: docs\ndimensions']),
      'an empty item': inResearch(['dimensions', 'external_agents_used: [a, ""]\ndimensions']),
    },
  },
  REVIEW_INVALID_FIELD: {
    bad: {
      'a verdict that there is not': inReview(['verdict: BLOCK', 'verdict: block']),
      'a time for a day': inReview(['verdict', 'created: 2026-01-20T10:00:00Z\nverdict']),
      'a beginning that is not a SHA': inReview(['verdict', 'scope_sha_start: main\nverdict']),
    },
  },
}
