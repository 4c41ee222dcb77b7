/** GitHub's repository roles, weakest first; each includes those before it. */
export const roles = ['read', 'triage', 'write', 'maintain', 'admin'] as const
export type Role = (typeof roles)[number]

interface KnownCommand {
  /** Who may give it where nothing is configured. */
  readonly role: Role
  /** The protocol that it belongs to, where no other has it. */
  readonly of?: string
  /** What it does, in the few words of a list. */
  readonly does: string
}

/** Every comment command. */
export const knownCommands = {
  accept: { role: 'write', does: 'grant control of a target to an agent' },
  handback: { role: 'write', does: 'return control, with success, error or question' },
  answer: { role: 'write', does: 'answer a question and grant control again' },
  review: { role: 'write', of: 'subagent', does: "record a reviewer's verdict" },
  install: { role: 'maintain', of: 'plugin', does: 'mark as installed and drop the handoff' },
  checksums: { role: 'maintain', of: 'plugin', does: 'record the contracts as they are now' },
  migrate: { role: 'write', of: 'plugin', does: 'migrate an old format to the current one' },
  regenerate: { role: 'write', of: 'plugin', does: 'rebuild a lost handoff from the registry' },
  restore: { role: 'write', of: 'plugin', does: 'restore contracts or handoff from history' },
  sync: { role: 'write', does: 'bring copies of a state up to date' },
  revise: { role: 'write', of: 'handover', does: 'apply a batch of annotations to an artifact' },
  compact: { role: 'write', of: 'governance', does: 'record that a conversation was compacted' },
  turn: { role: 'write', of: 'governance', does: 'record that a turn is over' },
  anchor: { role: 'write', of: 'governance', does: 'write down what must survive a compaction' },
  stall: { role: 'write', of: 'governance', does: 'record a cycle or an error, so that a loop is noticed' },
  fix: { role: 'write', does: 'apply every safe repair, or those of some codes' },
  undo: { role: 'write', does: "undo Baton's last commit for a target" },
  status: { role: 'read', does: 'show who holds what' },
  validate: { role: 'read', does: 'check the repository, or the named files' },
  explain: { role: 'read', does: 'explain what a code means' },
  help: { role: 'read', does: 'list the commands, and which of them you may give here' },
  preflight: { role: 'read', does: 'check whether a stage, step or task is ready for its agent' },
  verify: { role: 'read', of: 'plugin', does: 'check whether a handback is recorded everywhere' },
  continue: { role: 'read', of: 'handover', does: 'show where to continue' },
} as const satisfies Readonly<Record<string, KnownCommand>>
export type CommandName = keyof typeof knownCommands

/** The protocol that a command belongs to, where no other has it. */
export function ownerOf(name: CommandName): string | undefined {
  const { of: owner }: KnownCommand = knownCommands[name]
  return owner
}

export const commandNames = Object.keys(knownCommands) as readonly CommandName[]

/** Why control is returned: the words of `/handback`. */
export const handbackReasons = ['success', 'error', 'question'] as const
export type HandbackReason = (typeof handbackReasons)[number]

/** The commands that change something. */
export const transitionNames = commandNames.filter((name) => knownCommands[name].role !== 'read')
