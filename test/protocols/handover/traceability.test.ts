import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { refusalCodes } from '../../../src/protocols/handover/documentation.ts'
import { commands } from '../../../src/protocols/handover/commands/index.ts'
import { rules } from '../../../src/protocols/handover/rules/index.ts'
import { stability } from '../../../scripts/docs/stability.ts'

/** What the specification promises, by handover, and the codes and commands that hold it. */
const traces: Readonly<Record<string, readonly string[]>> = {
  'Versioning policy, N-1': [
    'BRIEF_VERSION_FORMAT',
    'BRIEF_VERSION_MISMATCH',
    'PLAN_VERSION_FORMAT',
    'PLAN_VERSION_MISMATCH',
    'REVIEW_VERSION_FORMAT',
    'REVIEW_VERSION_MISMATCH',
    'PLAN_VERSION_DOWNGRADE',
    'PROGRESS_SCHEMA_MISMATCH',
    'SESSION_STATE_SCHEMA_MISMATCH',
  ],
  'H1 brief: fields': [
    'BRIEF_MISSING_FIELD',
    'BRIEF_INVALID_FIELD',
    'BRIEF_INVALID_STATUS',
    'BRIEF_SLUG_MISMATCH',
    'BRIEF_PROJECT_DIR_MISMATCH',
  ],
  'H1 brief: state machine': ['BRIEF_STATE_INCOHERENT', 'BRIEF_ILLEGAL_TRANSITION'],
  'H1 brief: failure modes': [
    'BRIEF_NOT_FOUND',
    'FM_MISSING',
    'BRIEF_WRONG_TYPE',
    'BRIEF_MISSING_FIELD',
    'BRIEF_STATE_INCOHERENT',
    'BRIEF_MISSING_SECTION',
    'BRIEF_READ_ERROR',
  ],
  'H1 brief: YAML subset': ['FM_PARSE_ERROR', 'FM_NESTED_DICT'],
  'H2 research': [
    'RESEARCH_NOT_FOUND',
    'RESEARCH_READ_ERROR',
    'RESEARCH_NAME',
    'RESEARCH_LOOSE_FILES',
    'RESEARCH_WRONG_TYPE',
    'RESEARCH_MISSING_FIELD',
    'RESEARCH_INVALID_FIELD',
    'RESEARCH_CONFIDENCE_MISSING',
    'RESEARCH_MISSING_SECTION',
    'RESEARCH_TOPICS_MISMATCH',
    'RESEARCH_REWRITTEN',
  ],
  'legacy and loose paths': ['LEGACY_PATH', 'PROJECT_LEGACY', 'PROJECT_DIR_NAME'],
  'H3 architecture': ['ARCH_NON_CANONICAL_OVERVIEW', 'ARCH_LOOSE_FILES'],
  'H4 plan: structure': [
    'PLAN_NOT_FOUND',
    'PLAN_READ_ERROR',
    'PLAN_WRONG_TYPE',
    'PLAN_MISSING_FIELD',
    'PLAN_MISSING_SECTION',
    'PLAN_NO_STEPS',
    'PLAN_STEP_FORM',
    'PLAN_STEP_NUMBERING',
    'PLAN_FENCE_UNCLOSED',
    'PLAN_COMPLETED_STEP_CHANGED',
    'PLAN_STEPS_AFTER_RUN',
  ],
  'H4 plan: forbidden forms': ['PLAN_FORBIDDEN_HEADING', 'PLAN_DRIFT_HEADING'],
  'H4 plan: manifests': [
    'MANIFEST_MISSING',
    'MANIFEST_DUPLICATE',
    'MANIFEST_PARSE_ERROR',
    'MANIFEST_MISSING_KEY',
    'MANIFEST_INVALID_VALUE',
    'MANIFEST_PATTERN_INVALID',
    'MANIFEST_PATTERN_UNSAFE',
    'PLAN_MANIFEST_COUNT_MISMATCH',
  ],
  'H4 plan: strict at both ends': ['/accept', '/preflight'],
  'H5 progress: schema': [
    'PROGRESS_NOT_FOUND',
    'PROGRESS_READ_ERROR',
    'PROGRESS_PARSE_ERROR',
    'PROGRESS_SCHEMA_MISMATCH',
    'PROGRESS_MISSING_FIELD',
    'PROGRESS_INVALID_STATUS',
    'PROGRESS_INVALID_TIMESTAMP',
    'PROGRESS_INVALID_FIELD',
    'PROGRESS_STEP_RANGE',
    'PROGRESS_STEP_COUNT_MISMATCH',
  ],
  'H5 progress: records': [
    'PROGRESS_BAD_STEP',
    'PROGRESS_COMMIT_INVALID',
    'PROGRESS_STATE_INCOHERENT',
    'PROGRESS_INVALID_PATH',
    'PROGRESS_PLAN_NOT_FOUND',
    'PROGRESS_PLAN_STEPS_MISMATCH',
    'PROGRESS_PLAN_VERSION_MISMATCH',
  ],
  'H5 progress: resume readiness': [
    '/preflight',
    '/accept',
    '/handback',
    '/answer',
    'PROGRESS_ALREADY_DONE',
    'PROGRESS_NOT_EXECUTE',
    'PROGRESS_RUN_OPEN',
    'PROGRESS_STEP_DONE',
    'PROGRESS_STEP_BUSY',
    'PROGRESS_STEP_ORDER',
    'PROGRESS_NOT_ACCEPTED',
    'PROGRESS_STEP_AMBIGUOUS',
    'PROGRESS_TEXT_MISSING',
    'PROGRESS_AUDIT_FAILED',
    'PROGRESS_NO_QUESTION',
  ],
  'H5 progress: drift': [
    'PROGRESS_GIT_DRIFT',
    'PROGRESS_COMMIT_UNKNOWN',
    'PROGRESS_CURRENT_STEP_DRIFT',
    'PROGRESS_EXPECTED_MISSING',
    'PROGRESS_REGRESSION',
    'PROGRESS_ILLEGAL_TRANSITION',
    'PROGRESS_NOT_BUMPED',
    'PROGRESS_COMMIT_CHANGED',
    'PROGRESS_RESTARTED',
    'PROGRESS_DELETED',
    'PROJECT_FILE_DELETED',
    'PROJECT_REMOVED',
  ],
  'H6 review: tracing': [
    'PLAN_BAD_FINDING_ID',
    'PLAN_SOURCE_FINDING_UNKNOWN',
    'PLAN_SOURCE_FINDING_SEVERITY',
    'PLAN_SOURCE_FINDINGS_INCOMPLETE',
  ],
  'H6 review: fields': [
    'REVIEW_MISSING_FIELD',
    'REVIEW_INVALID_FIELD',
    'REVIEW_TASK_MISMATCH',
    'REVIEW_BRIEF_NOT_FOUND',
    'REVIEW_SLUG_MISMATCH',
    'REVIEW_PROJECT_DIR_MISMATCH',
  ],
  'H6 review: findings': [
    'REVIEW_BAD_FINDINGS_TYPE',
    'REVIEW_BAD_FINDING_ID',
    'REVIEW_DUPLICATE_FINDING',
    'REVIEW_FINDING_NO_BODY',
    'REVIEW_FINDING_UNLISTED',
    'REVIEW_FINDING_PLACE',
    'REVIEW_FINDING_HEADING',
    'REVIEW_VERDICT_INCOHERENT',
  ],
  'H6 review: failure modes': ['REVIEW_NOT_FOUND', 'REVIEW_READ_ERROR', 'REVIEW_WRONG_TYPE', 'REVIEW_MISSING_SECTION'],
  'H7 session state': [
    'SESSION_STATE_NOT_FOUND',
    'SESSION_STATE_READ_ERROR',
    'SESSION_STATE_PARSE_ERROR',
    'SESSION_STATE_MISSING_FIELD',
    'SESSION_STATE_INVALID_STATUS',
    'SESSION_STATE_INVALID_TIMESTAMP',
    'SESSION_STATE_INVALID_PATH',
    'SESSION_STATE_INVALID_FIELD',
    'SESSION_STATE_BRIEF_NOT_FOUND',
    'SESSION_STATE_PROJECT_MISMATCH',
    'SESSION_STATE_PROGRESS_MISMATCH',
    'LOCAL_FILE_COMMITTED',
    '/continue',
  ],
  'H7 session state: lifecycle': ['SESSION_STATE_NOT_RESUMABLE', 'CLEANUP_NOT_COMPLETED', 'CLEANUP_UNCONFIRMED'],
  'H7 prompt': [
    'NEXT_SESSION_PROMPT_NOT_FOUND',
    'NEXT_SESSION_PROMPT_READ_ERROR',
    'NEXT_SESSION_PROMPT_MISSING_FIELD',
    'NEXT_SESSION_PROMPT_INVALID_TIMESTAMP',
    'NEXT_SESSION_PROMPT_INCONSISTENT',
  ],
  'H8 annotations: shape': [
    'ANNOTATION_REVISION_INVALID',
    'ANNOTATION_LIST_INVALID',
    'ANNOTATION_ENTRY_INVALID',
    'ANNOTATION_DUPLICATE_ID',
    'ANNOTATION_DIGEST_INVALID',
    'ANNOTATION_DIGEST_DRIFT',
    'ANNOTATION_REVISION_MISMATCH',
    'ANNOTATION_BATCH_INVALID',
  ],
  'H8 annotations: anchors': [
    'ANNOTATION_ANCHOR_INVALID',
    'ANNOTATION_PLACEMENT_INVALID',
    'ANNOTATION_ANCHOR_UNLISTED',
    'ANNOTATION_ANCHOR_MISMATCH',
  ],
  'H8 annotations: revisions': [
    '/revise',
    'ANNOTATION_REVISION_STEP',
    'ANNOTATION_NOT_APPEND_ONLY',
    'ANNOTATION_BODY_CHANGED',
    'ANNOTATION_REASON_MISSING',
    'ANNOTATION_ID_CONFLICT',
    'ANNOTATION_ARTIFACT_INVALID',
    'ANNOTATION_ROUNDTRIP_FAIL',
  ],
  targets: ['PROJECT_UNKNOWN', 'PROJECT_AMBIGUOUS'],
}

const ruleCodes = rules.map(({ code }) => code)

const traced = new Set(Object.values(traces).flat())

/** What the tests of commands and cleanup say. */
const tests = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.ts') && !path.includes('traceability'))
  .map((path) => readFileSync(join(import.meta.dirname, path), 'utf8'))
  .join('\n')

describe('the specification', () => {
  it.each(Object.entries(traces))('%s: held by codes and commands that there are', (_, codes) => {
    const knownNames: ReadonlySet<string> = new Set([
      ...ruleCodes,
      ...Object.keys(refusalCodes),
      ...commands.map(({ name }) => `/${name}`),
    ])
    expect(codes.filter((code) => !knownNames.has(code))).toEqual([])
  })

  it('needs every code that there is', () => {
    expect([...ruleCodes, ...Object.keys(refusalCodes)].filter((code) => !traced.has(code))).toEqual([])
  })

  it.each(Object.keys(refusalCodes))('%s is refused in a test', (code) => {
    expect(tests).toMatch(new RegExp(`[' ]${code}\\b`))
  })
})

describe('the stability summary', () => {
  it('has every code once', () => {
    const all = stability().flatMap(({ always, softened, advice }) => [...always, ...softened, ...advice])
    expect(all.toSorted()).toEqual(ruleCodes.toSorted())
  })
})
