/** What it is: documents and the library show it. */
export const about =
  'Four agents work on a session: Planner, Executor, Reviewer and Questioner. Its state is one marker per task in `progress.md`; reports, questions and messages are the evidence for it.'

/** The codes of refusals and warnings that no rule has: each with its meaning. */
export const refusalCodes = {
  SUBAGENT_TARGET_UNKNOWN: 'No session has a task of this name.',
  SUBAGENT_TARGET_AMBIGUOUS: 'Several sessions have a task of this name.',
  SUBAGENT_PROFILE_READONLY: 'A session of v2 is not changed: counters and states elsewhere would no longer agree.',
  SUBAGENT_DEPENDENCY_OPEN: 'A task that it depends on is not completed.',
  SUBAGENT_NOT_IN_PROGRESS: 'No agent works on the task.',
  SUBAGENT_NOT_HELD: 'The agent has given control back already.',
  SUBAGENT_NOT_REVIEWABLE: 'There is nothing to review.',
  SUBAGENT_NO_QUESTION: 'The agent has asked nothing.',
  SUBAGENT_QUESTION_UNANSWERED: 'Control was granted after a question without an answer to it.',
  SUBAGENT_REVIEW_PENDING: 'The task waits for its review.',
  SUBAGENT_TASK_DONE: 'The task is completed.',
  SUBAGENT_TEXT_MISSING: 'A text is required, and there is none.',
  SUBAGENT_VERDICT_FIXED: 'The report has another verdict already.',
  MESSAGE_STATUS_MISMATCH: 'The json block says another status than the command.',
} as const satisfies Readonly<Record<string, string>>

/** What the keys of its section of the configuration mean, by their paths. */
export const configuration = {
  sessions: 'The folders of sessions',
  profile: 'The generation of all sessions; by default what is detected in each',
  limits: 'Above which a warning is given',
  'limits.attempts': 'Attempts at a task; 0: no limit',
  'limits.cycles': 'Cycles of questions; 0: no limit',
  'limits.planning': 'Times that planning may be blocked in one mode; 0: no limit',
} as const satisfies Readonly<Record<string, string>>
