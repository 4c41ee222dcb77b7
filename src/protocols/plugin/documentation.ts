/** What it is: documents and the library show it. */
export const about =
  'A plugin is built in stages by agents. Its state is written twice: in a handoff next to the plugin (`.continue-here.md`: stage, phase, status, contract checksums) and in a registry (`PLUGINS.md`: a table row, and a second place with the same status).'

export const refusalCodes = {
  PLUGIN_UNKNOWN: 'There is no such plugin, or it has no directory.',
  PLUGIN_OPTION_INVALID: 'An option or argument of the command is missing, unknown or malformed.',
  PLUGIN_STAGE_UNEXPECTED:
    'The named stage or phase is not the one that comes next; or one is handed back that was not granted and is not named.',
  PLUGIN_WORKFLOW_COMPLETE: 'Every stage is done: nothing is left to begin or to end.',
  PLUGIN_COMPLEXITY_REQUIRED: 'The complexity of the plugin is missing: neither an option nor the plan gives it.',
  PLUGIN_NOT_ASKED: 'An answer to a plugin that was not handed back with a question.',
  PLUGIN_NOT_WORKING: 'Only a plugin that works can be installed: the registry and its handoff must say so.',
  PLUGIN_HANDOFF_EXISTS: 'There is a handoff that can be read: nothing is made in its place.',
  PLUGIN_VERSION_NOT_FOUND: 'No earlier commit of the branch has a usable version.',
  PLUGIN_NEXT_PHASE_UNKNOWN: 'Neither option, plan nor handoff say whether another phase follows.',
  PLUGIN_NOT_IN_DEVELOPMENT:
    'The registry does not say that the plugin is in development, so that no handoff can be made from it.',
  PLUGIN_STATUS_UNEXPECTED: 'The handoff says that the work is still in progress.',
  PLUGIN_DATE_NOT_CURRENT: 'The handoff was last updated on another date than that of the request.',
  PLUGIN_ACCEPT_IMPLIED: 'Control was handed back without having been granted; it is taken as granted.',
  PLUGIN_MIGRATED: 'The handoff used the old format and was migrated in the same change.',
  REPORT_MALFORMED: 'The report is not a JSON object of the form that reports have.',
  REPORT_AGENT_MISMATCH: 'The report is from another agent than the one that works on the stage.',
  REPORT_STATUS_MISMATCH: 'The report says success where the command says error, or the other way round.',
  REPORT_STAGE_MISMATCH: 'The report is about another stage or phase than the one that ends.',
  REPORT_PATH_INVALID: 'The report names a path that leads out of the repository or is none.',
  REPORT_FILE_MISSING: 'The report names a modified file that is not there.',
  REPORT_NOT_READY: 'The report of a success says that the next stage is not ready to begin.',
  REPORT_STATE_CLAIM_FALSE: 'The report claims that the state was written, and it was not.',
  REPORT_STATE_NOT_UPDATED: 'The agent did not write the state; it is written for it.',
  REPORT_STATE_CORRECTED: 'The agent could not write the state; it is written for it.',
} as const satisfies Readonly<Record<string, string>>

/** What the keys of its section of the configuration mean, by their paths. */
export const configuration = {
  root: 'The folder that contains the folders of plugins; `.`: the root itself',
  registry: 'The file of the registry',
  'second-place':
    'Where the second copy of the status lives: in the entries of the registry, in the `NOTES.md` of each plugin, nowhere; by default what is found',
  stages: 'The stages in their order, with ascending numbers',
  'stages[].stage': 'Its number',
  'stages[].title': 'What it is called',
  'stages[].agent': 'The agent that works on it; none: the orchestrator',
  'stages[].action': 'The `next_action` that leads to it; of the last stage by default `begin_stage_N`',
  'stages[].phases': 'The prefix of the action that continues with a phase; none: the stage has no phases',
  'stages[].done': 'The text that records its completion; by default its title and `complete`',
  'stages[].tolerated': 'Files may name this stage, but no command leads to it',
} as const satisfies Readonly<Record<string, string>>
