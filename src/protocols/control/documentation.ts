/** What it is: documents and the library show it. */
export const about =
  'A workflow run is a folder with stages. Two small files in a stage say who controls it: the orchestrator grants control to the agent with `accept.json`, and the agent returns it with `handback.json`. Nothing else is stored: the state is the presence and the content of these files.'

/** Why no target is meant: each code with its meaning. */
export const targetCodes = {
  STAGE_NAME_INVALID: 'The name is not one that a stage may have.',
  STAGE_UNKNOWN: 'No run, or not the run that is named, has a stage of this name.',
  STAGE_RUN_UNKNOWN: 'There is no run of this name or path.',
  STAGE_AMBIGUOUS: 'Several runs have a stage of this name, and nothing says which one is meant.',
} as const satisfies Readonly<Record<string, string>>

/** The codes of commands other than those of rules and targets, each with its meaning. */
export const commandCodes = {
  HANDBACK_ABSENT: 'There is no handback to report.',
  HANDBACK_ALREADY: 'Control was returned already, with another answer.',
  HANDBACK_NOT_QUESTION: 'The agent has asked nothing.',
  HANDBACK_QUESTION_UNANSWERED: 'Control was granted after a question without an answer to it.',
  HANDBACK_CODE_DEFAULTED: 'An error was given without a code, and got `UNKNOWN`.',
  HANDBACK_BLOCK_UNREADABLE: 'The json block is not JSON, or larger or deeper than is read.',
  HANDBACK_BLOCK_CONFLICT: 'The json block comes with a text, or with another reason than its own.',
  CONTROL_TEXT_MISSING: 'A text is required, and there is none.',
  STAGE_PARAMETER_UNRESOLVED: 'A value that would be published is not found.',
} as const satisfies Readonly<Record<string, string>>

export const refusalCodes = { ...targetCodes, ...commandCodes }

/** What the keys of its section of the configuration mean, by their paths. */
export const configuration = {
  runs: 'The folders of runs; one that begins with `!` takes folders out',
  workflows: 'The definitions of workflows',
  'newest-run':
    'If several runs have a stage, a command means the one in the run whose name comes last, instead of being refused',
} as const satisfies Readonly<Record<string, string>>
