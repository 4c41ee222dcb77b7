import {
  briefPath,
  change,
  inBrief,
  inPlan,
  inPrompt,
  inResearch,
  inReview,
  planPath,
  promptPath,
  researchPath,
  reviewPath,
  session,
} from '../examples.ts'
import type { Told } from './rule.ts'
import {
  dirMismatch,
  missingField,
  missingSection,
  notFound,
  readError,
  slugMismatch,
  versionFormat,
  versionMismatch,
  wrongType,
} from './shared.ts'

/** Rules that several kinds of files share (handover protocol, section 3). */
export const fileRules = {
  BRIEF_NOT_FOUND: notFound('brief'),
  RESEARCH_NOT_FOUND: notFound('research'),
  PLAN_NOT_FOUND: notFound('plan'),
  PROGRESS_NOT_FOUND: notFound('progress'),
  REVIEW_NOT_FOUND: notFound('review'),
  SESSION_STATE_NOT_FOUND: notFound('session-state'),
  NEXT_SESSION_PROMPT_NOT_FOUND: notFound('next-session-prompt'),
  BRIEF_READ_ERROR: readError('brief'),
  RESEARCH_READ_ERROR: readError('research'),
  PLAN_READ_ERROR: readError('plan'),
  PROGRESS_READ_ERROR: readError('progress'),
  REVIEW_READ_ERROR: readError('review'),
  SESSION_STATE_READ_ERROR: readError('session-state'),
  NEXT_SESSION_PROMPT_READ_ERROR: readError('next-session-prompt'),
  FM_MISSING: {
    summary: 'A Markdown file has no front matter, or it is never closed. Research elsewhere: a warning; a prompt: always a warning.',
    why: 'What a file is and which version it has stands in its front matter.',
    repair: 'Begin the file with `---`, the required keys, and `---`.',
    examples() {
      return {
        bad: [
          { about: 'none', head: inBrief(['---\ntype', 'type']) },
          { about: 'never closed', head: inReview(['---\n\n# Review', '\n# Review']), also: ['PLAN_SOURCE_FINDING_UNKNOWN'] },
          { about: 'one that asks to be evaluated', head: inPlan(['---\nplan', '---js\nplan']) },
        ],
        good: [
          { about: 'a byte-order mark, and blanks behind the fence', head: inPlan(['---\nplan', '\ufeff---  \nplan']) },
          { about: 'a line `---` in the body', head: inBrief(['# Login', '# Login\n\n---\n\ntext: text']) },
        ],
      }
    },
  },
  FM_PARSE_ERROR: {
    summary:
      'The front matter is not one YAML document of plain keys and values: an anchor, alias, tag, merge key, directive, second key, or nesting deeper than 6.',
    why: 'Two readers would read two things, or one reader too much.',
    repair: 'Write plain keys and values.',
    examples() {
      return {
        bad: [
          { about: 'an anchor', head: inBrief(['created', 'extra: &a 1\ncreated']) },
          { about: 'an alias', head: inBrief(['created', 'extra: *a\ncreated']) },
          { about: 'a tag', head: inBrief(['created', 'extra: !!str 1\ncreated']) },
          { about: 'a second key', head: inResearch(['created', 'dimensions: 2\ncreated']) },
          { about: 'an escape that YAML lacks', head: inPrompt(['trekendsession', '"trek\\(end"']) },
          { about: 'a list', head: change(session, { [promptPath]: '---\n- produced_by\n---\n' }) },
          { about: 'a directive', head: inPrompt(['produced_by', '%YAML 1.2\nproduced_by']) },
          {
            about: 'a directive behind the end of the document',
            head: inBrief(['research_status: complete\n', 'research_status: complete\n...\n%YAML 1.2\n']),
          },
        ],
        good: [
          {
            about: 'comments, block and flow lists',
            head: inResearch(['dimensions', '# how\nlocal_agents_used: [a, "b"]\nmcp_servers_used:\n  - c\ndimensions']),
          },
        ],
      }
    },
  },
  FM_NESTED_DICT: {
    summary: 'A value in the front matter of a brief or a review holds keys and values of its own; entries of `source_annotations` may.',
    why: 'The readers of these files know flat keys alone.',
    repair: 'Write it flat.',
    examples() {
      return {
        bad: [
          { about: 'keys in a key', head: inBrief(['created', 'extra:\n  a: 1\ncreated']) },
          { about: 'a list of them', head: inReview(['verdict', 'extra: [{a: 1}]\nverdict']) },
          {
            about: 'annotations that are no list',
            head: inBrief(['created', 'source_annotations:\n  id: ANN-0001\ncreated']),
            also: ['ANNOTATION_LIST_INVALID'],
          },
        ],
        good: [{ about: 'lists of words', head: inBrief(['created', 'extra: [a, b]\ncreated']) }],
      }
    },
  },
  BRIEF_WRONG_TYPE: wrongType('brief', briefPath, 'trekbrief', []),
  RESEARCH_WRONG_TYPE: wrongType('research', researchPath, 'trekresearch-brief', []),
  PLAN_WRONG_TYPE: {
    summary: '`type` of a plan is that of another kind.',
    why: 'A plan needs no type; another kind of file in its place is a mistake.',
    repair: 'Take the key out, or move the file.',
    examples() {
      return {
        bad: [{ about: 'a brief', head: inPlan(['plan_version', 'type: trekbrief\nplan_version']) }],
        good: [{ about: 'a type of its own', head: inPlan(['plan_version', 'type: trekplan\nplan_version']) }],
      }
    },
  },
  REVIEW_WRONG_TYPE: wrongType('review', reviewPath, 'trekreview', []),
  BRIEF_MISSING_FIELD: missingField('brief', briefPath, 'created: 2026-01-20\n', 'The research begins with what the brief says.'),
  RESEARCH_MISSING_FIELD: missingField(
    'research',
    researchPath,
    'question: Which browsers can do it?\n',
    'A plan weighs answers by their questions.',
  ),
  PLAN_MISSING_FIELD: {
    ...missingField('plan', planPath, 'plan_version: "1.7"\n', 'Without its version nobody knows how to read a plan.'),
  },
  REVIEW_MISSING_FIELD: missingField(
    'review',
    reviewPath,
    'scope_sha_end: 9a8b7c6d5e4f\n',
    'A review that does not say what it has seen proves nothing.',
  ),
  NEXT_SESSION_PROMPT_MISSING_FIELD: missingField(
    'next-session-prompt',
    promptPath,
    'produced_by: trekendsession\n',
    'A prompt without its origin may be anything.',
  ),
  BRIEF_INVALID_FIELD: {
    summary: 'A key of a brief has a value of another type or form than is allowed.',
    why: 'The next command goes by it.',
    repair: 'Write the allowed form.',
    examples() {
      return {
        bad: [
          { about: 'a day that does not exist', head: inBrief(['created: 2026-01-20', 'created: 2026-02-30']) },
          { about: 'a number in quotes', head: inBrief(['research_topics: 1', 'research_topics: "1"']) },
          { about: 'a negative number', head: inBrief(['research_topics: 1', 'interview_turns: -1\nresearch_topics: 1']) },
          { about: 'a number that only YAML takes for one', head: inBrief(['research_topics: 1', 'research_topics: 0x1']) },
          { about: 'a number with an exponent', head: inBrief(['research_topics: 1', 'research_topics: 1e0']) },
          { about: 'a truth value with a capital', head: inBrief(['task', 'auto_research: True\ntask']) },
          { about: 'a word for a truth value', head: inBrief(['task', 'auto_research: yes\ntask']) },
          { about: 'a source that there is not', head: inBrief(['task', 'source: dream\ntask']) },
          { about: 'a quality that there is not', head: inBrief(['task', 'brief_quality: good\ntask']) },
          { about: 'a list for a text', head: inBrief(['project_dir', 'source: [manual]\nproject_dir']) },
        ],
        good: [
          {
            about: 'every optional key',
            head: inBrief(['task', 'auto_research: true\ninterview_turns: 0\nsource: manual\nbrief_quality: complete\ntask']),
          },
        ],
      }
    },
  },
  RESEARCH_INVALID_FIELD: {
    summary: 'A key of a research brief has a value of another type or form than is allowed.',
    why: 'Planning weighs by it.',
    repair: 'Write the allowed form.',
    examples() {
      return {
        bad: [
          { about: 'a confidence above 1', head: inResearch(['confidence: 0.8', 'confidence: 80']) },
          { about: 'a confidence that is a word', head: inResearch(['confidence: 0.8', 'confidence: high']) },
          { about: 'no dimension', head: inResearch(['dimensions: 1', 'dimensions: 0']) },
          { about: 'a text for a list', head: inResearch(['dimensions', 'mcp_servers_used: docs\ndimensions']) },
          { about: 'an empty item', head: inResearch(['dimensions', 'external_agents_used: [a, ""]\ndimensions']) },
        ],
        good: [{ about: 'a version that somebody added', head: inResearch(['created', 'research_brief_version: 3\ncreated']) }],
      }
    },
  },
  REVIEW_INVALID_FIELD: {
    summary: 'A key of a review has a value of another type or form than is allowed.',
    why: 'The next plan goes by it.',
    repair: 'Write the allowed form.',
    examples() {
      return {
        bad: [
          { about: 'no SHA', head: inReview(['scope_sha_end: 9a8b7c6d5e4f', 'scope_sha_end: HEAD']) },
          { about: 'a number in words', head: inReview(['reviewed_files_count: 4', 'reviewed_files_count: four']) },
          { about: 'a verdict that there is not', head: inReview(['verdict: BLOCK', 'verdict: block']) },
          { about: 'a time for a day', head: inReview(['verdict', 'created: 2026-01-20T10:00:00Z\nverdict']) },
          { about: 'a beginning that is no SHA', head: inReview(['verdict', 'scope_sha_start: main\nverdict']) },
        ],
        good: [
          { about: 'no beginning', head: inReview(['verdict', 'scope_sha_start: null\ncreated: 2026-01-21\nverdict']) },
          { about: 'a SHA of digits alone', head: inReview(['scope_sha_end: 9a8b7c6d5e4f', 'scope_sha_end: 1234567']) },
        ],
      }
    },
  },
  BRIEF_MISSING_SECTION: missingSection('brief', briefPath, '## Goal'),
  RESEARCH_MISSING_SECTION: missingSection('research', researchPath, '## Executive Summary'),
  PLAN_MISSING_SECTION: missingSection('plan', planPath, '## Implementation Plan'),
  REVIEW_MISSING_SECTION: missingSection('review', reviewPath, '## Coverage'),
  BRIEF_SLUG_MISMATCH: slugMismatch(briefPath),
  REVIEW_SLUG_MISMATCH: slugMismatch(reviewPath),
  BRIEF_PROJECT_DIR_MISMATCH: dirMismatch(briefPath),
  REVIEW_PROJECT_DIR_MISMATCH: dirMismatch(reviewPath),
  BRIEF_VERSION_FORMAT: versionFormat(briefPath, 'brief_version: "2.0"'),
  BRIEF_VERSION_MISMATCH: versionMismatch(briefPath, 'brief_version: "2.0"'),
  PLAN_VERSION_FORMAT: versionFormat(planPath, 'plan_version: "1.7"'),
  PLAN_VERSION_MISMATCH: versionMismatch(planPath, 'plan_version: "1.7"'),
  REVIEW_VERSION_FORMAT: versionFormat(reviewPath, 'review_version: "1.0"'),
  REVIEW_VERSION_MISMATCH: versionMismatch(reviewPath, 'review_version: "1.0"'),
} as const satisfies Readonly<Record<string, Told>>
