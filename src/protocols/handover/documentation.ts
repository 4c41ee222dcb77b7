/** What it is: documents and the library show it. */
export const about =
  'A task goes through a local pipeline of commands, each of which writes a file that the next one reads: brief, research, architecture, plan, progress, review, session state. They share the folder of a project. Annotations on brief, plan and review lead to revisions.'

export const refusalCodes = {
  PROJECT_UNKNOWN: 'There is no project of this name or slug.',
  PROJECT_AMBIGUOUS: 'Several projects have this slug: say which by its whole name.',
  PROGRESS_NOT_EXECUTE: 'The progress file is that of a dry run or a validation.',
  PROGRESS_RUN_OPEN: 'A run is open: a new one would lose it.',
  PROGRESS_STEP_DONE: 'The step is completed already.',
  PROGRESS_STEP_BUSY: 'An agent works on another step.',
  PROGRESS_STEP_ORDER: 'A step before this one is not closed.',
  PROGRESS_TEXT_MISSING: 'A text is required, and there is none.',
  PROGRESS_AUDIT_FAILED: 'A step whose audit failed is not a success.',
  PROGRESS_STEP_AMBIGUOUS: 'Several steps are in progress: say which with `--step`.',
  PROGRESS_NOT_ACCEPTED: 'The step is not in progress.',
  PROGRESS_NO_QUESTION: 'The agent has asked nothing.',
  CLEANUP_NOT_COMPLETED: 'The session is not completed.',
  CLEANUP_UNCONFIRMED: 'Nothing is removed without `--confirm`.',
  ANNOTATION_ARTIFACT_INVALID: 'Only brief, plan and review are annotated.',
  ANNOTATION_ID_CONFLICT: 'The file lists this id with other content.',
  ANNOTATION_ROUNDTRIP_FAIL: 'Without its anchors the new text would not be the old one.',
} as const satisfies Readonly<Record<string, string>>

/** What the keys of its section of the configuration mean, by their paths. */
export const configuration = {
  projects: 'The folders of projects',
} as const satisfies Readonly<Record<string, string>>
