import type { RuleExamples } from '../../../core/rule.ts'
import type { FrontKind } from '../schema.ts'
import { change, inBrief, inPrompt, inResearch, inReview, pathOf, session } from '../examples.ts'

const withoutKey = (kind: FrontKind, line: string) => {
  const [path, key] = [pathOf[kind], line.slice(0, line.indexOf(':'))]
  return {
    bad: {
      absent: change(session, { [path]: [[line, '']] }),
      blank: change(session, { [path]: [[line, `${key}: "  "\n`]] }),
    },
    good: { 'an unknown key next to them': change(session, { [path]: [[line, `${line}extra: 1\n`]] }) },
  }
}

export const examples: RuleExamples = {
  BRIEF_MISSING_FIELD: withoutKey('brief', 'created: 2026-01-20\n'),
  RESEARCH_MISSING_FIELD: withoutKey('research', 'question: Which browsers can do it?\n'),
  PLAN_MISSING_FIELD: withoutKey('plan', 'plan_version: "1.7"\n'),
  REVIEW_MISSING_FIELD: withoutKey('review', 'scope_sha_end: 9a8b7c6d5e4f\n'),
  NEXT_SESSION_PROMPT_MISSING_FIELD: withoutKey('next-session-prompt', 'produced_by: trekendsession\n'),
  BRIEF_INVALID_STATUS: {
    bad: {
      'another word': inBrief(['research_status: complete', 'research_status: done']),
      'another case': inBrief(['research_status: complete', 'research_status: Complete']),
    },
    good: { 'in quotes': inBrief(['research_status: complete', "research_status: 'complete'"]) },
  },
  BRIEF_INVALID_FIELD: {
    bad: {
      'a day that does not exist': inBrief(['created: 2026-01-20', 'created: 2026-02-30']),
      'a number in quotes': inBrief(['research_topics: 1', 'research_topics: "1"']),
    },
    good: {
      'every optional key': inBrief([
        'task',
        'auto_research: true\ninterview_turns: 0\nsource: manual\nbrief_quality: complete\ntask',
      ]),
    },
  },
  RESEARCH_INVALID_FIELD: {
    bad: {
      'a confidence above 1': inResearch(['confidence: 0.8', 'confidence: 80']),
      'a confidence that is a word': inResearch(['confidence: 0.8', 'confidence: high']),
    },
    good: { 'a version that was added by hand': inResearch(['created', 'research_brief_version: 3\ncreated']) },
  },
  REVIEW_INVALID_FIELD: {
    bad: {
      'no SHA': inReview(['scope_sha_end: 9a8b7c6d5e4f', 'scope_sha_end: HEAD']),
      'a number in words': inReview(['reviewed_files_count: 4', 'reviewed_files_count: four']),
    },
    good: {
      'no beginning': inReview(['verdict', 'scope_sha_start: null\ncreated: 2026-01-21\nverdict']),
      'a SHA of digits alone': inReview(['scope_sha_end: 9a8b7c6d5e4f', 'scope_sha_end: 1234567']),
    },
  },
  NEXT_SESSION_PROMPT_INVALID_TIMESTAMP: {
    bad: { 'a word': inPrompt(['2026-01-20T12:00:00Z', 'noon']) },
    good: { 'in quotes': inPrompt(['2026-01-20T12:00:00Z', '"2026-01-20T12:00:00Z"']) },
  },
}
