import { describe, expect, it } from 'vitest'
import { subagent } from '../../../src/protocols/subagent/protocol.ts'

/**
 * What the specification says, and what holds it: codes of rules (each with examples that make it fire) and commands. A
 * code may end in `*`.
 */
const table: Readonly<Record<string, string>> = {
  'Planner input, output':
    'MESSAGE_FIELD_* MESSAGE_KEY_MISMATCH MESSAGE_PATH_UNSAFE MESSAGE_COUNT_MISMATCH MESSAGE_BLOCKERS_MISSING MESSAGE_ARTIFACT_* SUBAGENT_PLANNING_LIMIT /handback /answer',
  'Planner effects, INITIALIZE':
    'SUBAGENT_LAYOUT_MISSING SUBAGENT_INSTRUCTIONS_* SUBAGENT_SESSION_* SUBAGENT_EFFECT_MISSING SUBAGENT_EFFECT_OVERWRITTEN SUBAGENT_VARIANT SUBAGENT_ARTIFACT_REMOVED',
  'Planner effects, UPDATE, TASK_BREAKDOWN, DISCOVERY':
    'SUBAGENT_EFFECT_MISSING SUBAGENT_EFFECT_UNEXPECTED TASKS_UNTRACKED TASKS_WITHDRAWN TASKS_CHANGED TASKS_DUPLICATE TASKS_FIELD_MISSING QUESTIONS_CYCLE_ORDER',
  'Executor input': 'MESSAGE_FIELD_* MESSAGE_FIELD_DEFAULTED MESSAGE_TASK_UNKNOWN SUBAGENT_ATTEMPT_LIMIT /accept',
  'Executor output':
    'MESSAGE_COMPLETED_UNMET MESSAGE_COMPLETED_BLOCKED MESSAGE_BLOCKERS_MISSING MESSAGE_REPORT_PATH MESSAGE_MARKER_MISMATCH /handback',
  'Executor effects: markers':
    'MARKER_* SUBAGENT_REPORT_MISSING SUBAGENT_EFFECT_INFERRED TASKS_DEPENDENCY_* /accept /handback',
  'Executor effects: report by attempt, target files':
    'REPORTFILE_NAME REPORTFILE_TITLE REPORTFILE_TASK_UNKNOWN REPORTFILE_PART1_* REPORTFILE_LEGACY REPORTFILE_UNFILLED REPORTFILE_ATTEMPT_GAP REPORTFILE_PREDECESSOR_* REPORTFILE_REMOVED SUBAGENT_FILES_MISSING TASKS_FILE_OUTSIDE',
  'Reviewer input, output':
    'MESSAGE_REPORT_PATH SUBAGENT_REPORT_MISSING MESSAGE_VERDICT_UNFOUNDED MESSAGE_FEEDBACK_MISSING MESSAGE_VERDICT_MISMATCH /review',
  'Reviewer effects: PART 2, always':
    'MARKER_UNREVIEWED MARKER_BEHIND_VERDICT MARKER_CONTRADICTS_VERDICT MARKER_REVERTED REPORTFILE_VERDICT_* REPORTFILE_PART2_* REPORTFILE_FEEDBACK_MISSING /review',
  'Questioner input, output': 'MESSAGE_FIELD_* MESSAGE_COUNT_DOUBTFUL MESSAGE_MODE_FIELD QUESTIONS_CYCLE_MISSING',
  'Questioner effects: always': 'SUBAGENT_EFFECT_MISSING QUESTIONS_*',
  'Mapping to editor and SDK':
    'MESSAGE_NAME MESSAGE_ENVELOPE MESSAGE_UNREADABLE MESSAGE_UNPAIRED SUBAGENT_STATE_IGNORED SUBAGENT_STALE SUBAGENT_UNREADABLE /preflight',
  Versioning: 'MESSAGE_CONTRACT_VERSION MESSAGE_CHANGED MESSAGE_REMOVED SUBAGENT_PROFILE_CHANGED',
  'Generations 3.x and v2':
    'TASKS_GRAPH_DRIFT TASKS_WAVE_CONFLICT SUBAGENT_METADATA_FIELD SUBAGENT_STATE_UNKNOWN SUBAGENT_STATE_ILLEGAL SUBAGENT_STATE_SKIPPED SUBAGENT_ITERATION_ORDER SUBAGENT_ITERATION_FROZEN SUBAGENT_SIGNAL',
}

const codes = subagent.rules.map(({ code }) => code)
const words = Object.entries(table).flatMap(([row, line]) => line.split(' ').map((word) => [row, word] as const))
const namedBy = (word: string) =>
  codes.filter((code) => (word.endsWith('*') ? code.startsWith(word.slice(0, -1)) : code === word))

describe('what the specification says', () => {
  it.each(words)('%s is held by %s', (_, word) => {
    if (word.startsWith('/')) expect(subagent.commands.map(({ name }) => `/${name}`)).toContain(word)
    else expect(namedBy(word)).not.toEqual([])
  })

  it('is what every rule is about', () => {
    const named = new Set(words.flatMap(([, word]) => namedBy(word)))
    expect(codes.filter((code) => !named.has(code))).toEqual([])
  })
})
