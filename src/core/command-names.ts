/** GitHub's repository roles, weakest first; each includes those before it. */
export const roles = ['read', 'triage', 'write', 'maintain', 'admin'] as const
export type Role = (typeof roles)[number]

/** Every comment command, and the role that may give it where nothing is configured. */
export const commandRoles = {
  accept: 'write',
  handback: 'write',
  answer: 'write',
  review: 'write',
  install: 'maintain',
  checksums: 'maintain',
  migrate: 'write',
  regenerate: 'write',
  restore: 'write',
  sync: 'write',
  revise: 'write',
  compact: 'write',
  turn: 'write',
  anchor: 'write',
  stall: 'write',
  fix: 'write',
  undo: 'write',
  status: 'read',
  validate: 'read',
  explain: 'read',
  help: 'read',
  preflight: 'read',
  verify: 'read',
  continue: 'read',
} as const satisfies Readonly<Record<string, Role>>
export type CommandName = keyof typeof commandRoles

export const commandNames = Object.keys(commandRoles) as readonly CommandName[]
