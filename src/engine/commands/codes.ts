/** The engine's own refusals (commands): each with its meaning. */
export const engineCodes = {
  TARGET_UNKNOWN: 'No target of any protocol found has this name.',
  TARGET_AMBIGUOUS: 'Targets of several protocols have this name: say which by its prefix.',
  COMMAND_NOT_HERE: "The target's protocol has no such command.",
  COMMAND_CONTRADICTORY: 'Two commands of one comment want opposite things of one target.',
  COMMAND_LIMIT: 'There are more commands in one comment than are run.',
} as const satisfies Readonly<Record<string, string>>

export type EngineCode = keyof typeof engineCodes
