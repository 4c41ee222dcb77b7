import type { CommandDiagnostic } from '../../core/command.ts'
import { roles, type CommandName, type Role } from '../../core/command-names.ts'
import type { GrantedRole } from '../../core/host/conversation.ts'
import { msg } from '../../core/message.ts'
import { suggestion } from '../../core/suggestion.ts'
import type { Configuration } from '../configuration/schema.ts'
import { refusal } from './resolve.ts'

/** The author of a command, as far as permission goes (docs/commands.md, "Who may give them"). */
export interface CommandAuthor {
  /** Without `@`; `name[bot]` for an app. */
  readonly login: string
  readonly bot: boolean
  /** As the host says now; absent: no access. */
  readonly grantedRole: GrantedRole | undefined
  /** Whether the pull request or issue is theirs. */
  readonly author: boolean
  /** The teams named in the configuration that they are in, `org/slug`. */
  readonly teams: ReadonlySet<string>
  /** The teams whose members could not be read. */
  readonly hidden: readonly string[]
}

export interface PermissionPolicy {
  readonly commands: Configuration['commands']
  readonly public: boolean
}

const rankOf = (role: Role | undefined) => (role === undefined ? -1 : roles.indexOf(role))

/** The built-in role that an account's role counts as: custom ones by the configuration. */
const roleOf = ({ grantedRole }: CommandAuthor, { commands }: PermissionPolicy): Role | undefined =>
  grantedRole &&
  (grantedRole.role ?? (Object.hasOwn(commands.roles, grantedRole.name) ? commands.roles[grantedRole.name] : undefined))

const appOf = ({ login }: CommandAuthor) => `app/${login.replace(/\[bot\]$/, '')}`

/** Whether an entry of `allow`, which is not a role, names the account. */
const isNamed = (commandAuthor: CommandAuthor, entry: string): boolean =>
  entry.toLowerCase() === `@${commandAuthor.login}`.toLowerCase() ||
  (entry.startsWith('@') && commandAuthor.teams.has(entry.slice(1)))

/** A role of an organisation's own making that the configuration does not know. */
const isUnmapped = (commandAuthor: CommandAuthor, permissionPolicy: PermissionPolicy) =>
  commandAuthor.grantedRole !== undefined && roleOf(commandAuthor, permissionPolicy) === undefined

/**
 * In a public repository every account has the role `read`: there it does not distinguish passers-by. A custom role is
 * never given by default.
 */
const isStranger = (commandAuthor: CommandAuthor, permissionPolicy: PermissionPolicy) =>
  permissionPolicy.public &&
  !commandAuthor.author &&
  !isUnmapped(commandAuthor, permissionPolicy) &&
  rankOf(roleOf(commandAuthor, permissionPolicy)) < rankOf('triage')

function allows(commandAuthor: CommandAuthor, permissionPolicy: PermissionPolicy, entry: string): boolean {
  if (commandAuthor.bot) return entry.toLowerCase() === appOf(commandAuthor).toLowerCase()
  if (isNamed(commandAuthor, entry)) return true
  const neededRank = rankOf(entry as Role)
  return (
    neededRank >= 0 &&
    rankOf(roleOf(commandAuthor, permissionPolicy)) >= neededRank &&
    !isStranger(commandAuthor, permissionPolicy)
  )
}

export const mayGive = (name: CommandName, commandAuthor: CommandAuthor, permissionPolicy: PermissionPolicy): boolean =>
  permissionPolicy.commands.allow[name].some((entry) => allows(commandAuthor, permissionPolicy, entry))

/** Whether an account gets an answer at all: one without permission gets no reply, and a bot only where it is named. */
export function isAuthorized(commandAuthor: CommandAuthor, permissionPolicy: PermissionPolicy): boolean {
  const entries = Object.values(permissionPolicy.commands.allow).flat()
  if (commandAuthor.bot) return entries.some((entry) => allows(commandAuthor, permissionPolicy, entry))
  return (
    entries.some((entry) => isNamed(commandAuthor, entry)) ||
    (commandAuthor.grantedRole !== undefined && !isStranger(commandAuthor, permissionPolicy))
  )
}

/** Teams that a permission depends on, `org/slug`: only these are looked up. */
export const teamsFor = (names: Iterable<CommandName>, { commands }: PermissionPolicy): readonly string[] => [
  ...new Set(
    [...names].flatMap((name) =>
      commands.allow[name].flatMap((entry) => (entry.includes('/') && entry.startsWith('@') ? [entry.slice(1)] : [])),
    ),
  ),
]

/**
 * The refusal of an author without permission: their role, those that may, and where that is configured.
 *
 * @param commandText the command as it was given, by `msg`, since a command may be carried out as another one
 */
export function denial(
  name: CommandName,
  commandAuthor: CommandAuthor,
  permissionPolicy: PermissionPolicy,
  commandText = msg`${`/${name}`}`,
): CommandDiagnostic {
  const { grantedRole, hidden } = commandAuthor
  if (hidden.length > 0)
    return refusal(
      'COMMAND_DENIED',
      msg`It could not be determined whether ${commandAuthor.login} is in ${hidden}, which may give ${`/${name}`}`,
      'A workflow\u2019s token cannot read teams: name people or roles in the configuration, or install the bot, whose permission `members: read` allows it. Then give the command again.',
    )
  const unmapped = isUnmapped(commandAuthor, permissionPolicy) ? grantedRole?.name : undefined
  const nearest =
    unmapped === undefined ? undefined : suggestion(unmapped, Object.keys(permissionPolicy.commands.roles))
  const roleHint = msg`counts as one of GitHub's own where ${'commands.roles'} of the configuration says so`
  return refusal(
    'COMMAND_DENIED',
    `Unexpected ${commandText} ${msg`by ${commandAuthor.login}, whose role is ${grantedRole?.name ?? 'none'}, expected ${permissionPolicy.commands.allow[name]}`}`,
    unmapped !== undefined
      ? `${msg`The role ${unmapped}`} ${roleHint}${nearest === undefined ? '' : msg`; it knows ${nearest}`}.`
      : msg`Who may give it is configured on the base branch, in ${'.github/baton.yml'}, at ${`commands.${name}.allow`}.`,
  )
}
