import type { HostIdentity, RoleReader } from '../../../core/host/host.ts'
import type { WithHost } from '../../ports.ts'
import type { IgnoredAuthors } from './ignored-authors.ts'
import type { CommandDiagnostic } from '../../../core/command.ts'
import { Fault, resultOf } from '../../../core/fault.ts'
import { knownCommands, type CommandName, transitionNames } from '../../../core/command-names.ts'
import type { Conversation, HostComment } from '../../../core/host/conversation.ts'
import { msg } from '../../../core/message.ts'
import { callsIn, parseCall, type ParsedCall, type NearMiss } from '../../../engine/commands/grammar.ts'
import {
  denial,
  isAuthorized,
  mayGive,
  teamsFor,
  type PermissionPolicy,
  type CommandAuthor,
} from '../../../engine/commands/permission.ts'
import { refusal } from '../../../engine/commands/resolve.ts'
import type { Configuration } from '../../../engine/configuration/schema.ts'
import { editMarker, refusalMarker, replyMarker } from '../../../render/reply-comment.ts'
import type { Place } from './situation.ts'
import { commentEdited, markedBy } from '../feedback/publish.ts'
import type { ParsedComment } from '../comment.ts'

export interface AuthorizationPorts extends WithHost<RoleReader & HostIdentity> {
  /** Absent: who is not authorized is not remembered. */
  readonly ignoredAuthors?: IgnoredAuthors
  /** Called with the reason why a comment gets no answer, as the end of a sentence. */
  readonly onUnheard?: (why: string) => void
}

/** A comment whose author gets an answer, parsed. */
export interface AuthorizedComment {
  readonly comment: ParsedComment
  readonly commandAuthor: CommandAuthor
  readonly commands: readonly ParsedCall[]
  /** The words that were probably meant as a command that this person may give. */
  readonly nearMisses: readonly NearMiss[]
  /** Why none of it is run. */
  readonly refused: readonly CommandDiagnostic[]
  /** How it was answered before, where that is to be seen by our answer alone. */
  readonly answered: 'refused' | 'unchanged' | undefined
  /** Whether it is not run because it was edited. */
  readonly edited: boolean
}

/** The facts that decide who may do what in a conversation. */
export const permissionPolicyOf = (
  { commands }: Pick<Configuration, 'commands'>,
  { repository }: Conversation,
): PermissionPolicy => ({
  commands,
  public: repository.public,
})

/** Whether a command changes something: one that every reader may give only answers. */
export const changesState = (name: CommandName): boolean => knownCommands[name].role !== 'read'

/** The commands whose permission may matter: an undo takes back any that changes something. */
const withUndoable = (names: readonly CommandName[]) =>
  names.includes('undo') ? [...names, ...transitionNames] : names

const finalReactions: ReadonlySet<string> = new Set(['rocket', '-1'])

/** Whether we have answered a comment for good. */
export const isAnswered = (current: HostComment | undefined): boolean =>
  current?.reactions.some((reaction) => finalReactions.has(reaction)) === true

/** Whether another account has edited a comment last: then its words are not its author's. */
export const isEditedByOthers = ({ edited, editor, author }: HostComment): boolean => edited && editor !== author

const linesOf = (text: string) => text.replace(/\r\n?/g, '\n')

/**
 * Whether a comment still has the text with which it was delivered. Its author may have taken a command back before it
 * is handled.
 */
const isSameText = (current: HostComment, delivered: ParsedComment) => linesOf(current.text) === linesOf(delivered.text)

/** Why nothing is written for this conversation; `undefined`: it is open and not locked. */
function closedRefusal(name: CommandName, { open, locked, pull }: Conversation): CommandDiagnostic | undefined {
  if (open && !locked) return undefined
  const place = `${open ? 'a locked' : 'a closed'} ${pull ? 'pull request' : 'issue'}`
  return refusal(
    'COMMAND_CLOSED',
    `${msg`Unexpected ${`/${name}`} in`} ${place}, expected one that is open and not locked`,
    `${open ? 'Unlock' : 'Reopen'} it, or give the command in another conversation, such as an open issue.`,
  )
}

/** Why a command cannot be run at all. Its plan checks that the head is the commit that it names. */
function refusalsOf(
  { name, sha }: ParsedCall,
  commandAuthor: CommandAuthor,
  permissionPolicy: PermissionPolicy,
  place: Place,
  conversation: Conversation,
): readonly CommandDiagnostic[] {
  const { requireSha } = permissionPolicy.commands
  if (!mayGive(name, commandAuthor, permissionPolicy)) return [denial(name, commandAuthor, permissionPolicy)]
  if (!changesState(name)) return []
  const closed = closedRefusal(name, conversation)
  if (closed) return [closed]
  if (sha === undefined && (requireSha === 'always' || (requireSha === 'forks' && place.kind === 'fork'))) {
    const hint = msg`Write ${`/${name} … @${place.head.slice(0, 7)}`} where that is the commit that you have looked at.`
    return [refusal('COMMAND_SHA_REQUIRED', msg`Missing ${'@SHA'} at the end of ${`/${name}`}`, hint)]
  }
  return []
}

/** Who says something, as far as permission goes. @throws Fault where not even their role can be found out. */
async function authorOf(
  host: RoleReader,
  comment: ParsedComment,
  names: readonly CommandName[],
  permissionPolicy: PermissionPolicy,
  { author }: Conversation,
): Promise<CommandAuthor> {
  const { author: login, bot } = comment
  if (bot) return { login, bot, grantedRole: undefined, author: false, teams: new Set(), hidden: [] }
  const grantedRole = await host.role(login)
  const memberships = await Promise.all(
    teamsFor(names, permissionPolicy).map(async (team) => ({
      team,
      // A workflow's token cannot look into teams.
      isMember: await resultOf(host.isMember(team, login)),
    })),
  )
  return {
    login,
    bot,
    grantedRole,
    author: author?.toLowerCase() === login.toLowerCase(),
    teams: new Set(memberships.flatMap(({ team, isMember }) => (isMember === true ? [team] : []))),
    hidden: memberships.flatMap(({ team, isMember }) => (isMember instanceof Fault ? [team] : [])),
  }
}

/**
 * The author of a comment, where they get an answer. `undefined`: they get none, which is remembered where it was found
 * out.
 *
 * @throws Fault where not even their role can be found out
 */
export async function authorizedAuthor(
  { host, ignoredAuthors }: AuthorizationPorts,
  comment: ParsedComment,
  names: readonly CommandName[],
  permissionPolicy: PermissionPolicy,
  conversation: Conversation,
): Promise<CommandAuthor | undefined> {
  const { lately } = comment
  const deliveredRoles = lately && {
    role: () => Promise.resolve(lately.grantedRole ?? undefined),
    isMember: host.isMember,
  }
  let commandAuthor: CommandAuthor | undefined
  for (const roleReader of [...(deliveredRoles ? [deliveredRoles] : []), host]) {
    commandAuthor = await authorOf(roleReader, comment, names, permissionPolicy, conversation)
    if (isAuthorized(commandAuthor, permissionPolicy)) continue
    if (commandAuthor.hidden.length === 0 && !comment.click) await ignoredAuthors?.note(comment)
    return undefined
  }
  return commandAuthor
}

/**
 * Authorizes a comment, in the order of docs/commands.md, "Who may give them": is it for Baton at all, does its author
 * get an answer, may they give its commands. `undefined`: it is not for Baton, or was answered before.
 */
export async function authorize(
  ports: AuthorizationPorts,
  comment: ParsedComment,
  configuration: Pick<Configuration, 'commands' | 'limits'>,
  conversation: Conversation,
  place: Place,
): Promise<AuthorizedComment | undefined> {
  const unheard = (why: string): AuthorizedComment | undefined => {
    ports.onUnheard?.(why)
    return undefined
  }
  const current = comment.click ? undefined : conversation.comments.find(({ id }) => id === comment.id)
  if (comment.author === ports.host.ownLogin || current?.isOwn) return unheard('it is by Baton itself')
  if (!comment.click && !current) return unheard('it was deleted')
  if (isAnswered(current)) return unheard('it was answered before')
  const { calls, nearMisses } = callsIn(comment.lines, configuration.commands)
  if (calls.length + nearMisses.length === 0) return unheard('there is no command in it')
  const edited = current?.edited === true && (comment.late || !isSameText(current, comment))
  // What others put into a comment that was never delivered is not its author's command.
  if (edited && (calls.length === 0 || (comment.late && isEditedByOthers(current)))) return unheard('it was edited')

  const permissionPolicy = permissionPolicyOf(configuration, conversation)
  const names = withUndoable([...calls.map(({ name }) => name), ...nearMisses.map(({ intendedName }) => intendedName)])
  const commandAuthor = await authorizedAuthor(ports, comment, names, permissionPolicy, conversation)
  if (!commandAuthor) return unheard('its author may give no commands here')
  const permitted = nearMisses.filter((nearMiss) => mayGive(nearMiss.intendedName, commandAuthor, permissionPolicy))
  if (calls.length + permitted.length === 0) return unheard('there is no command in it that its author may give')
  const commands = calls.map(parseCall)
  const isMarked = (mark: string) => markedBy(conversation, mark) !== undefined
  const refusalMarkers = [refusalMarker, editMarker]
  const answered = comment.click
    ? undefined
    : refusalMarkers.some((marker) => isMarked(marker(comment.id)))
      ? 'refused'
      : isMarked(replyMarker(comment.id))
        ? 'unchanged'
        : undefined
  const authorizedComment = { comment, commandAuthor, commands, nearMisses: permitted, answered, edited } as const
  if (edited) return { ...authorizedComment, refused: [commentEdited] }
  const commandRefusals = commands
    .slice(0, configuration.limits.commands)
    .flatMap((command) => refusalsOf(command, commandAuthor, permissionPolicy, place, conversation))
  // The same message is given once.
  return {
    ...authorizedComment,
    refused: [...new Map(commandRefusals.map((diagnostic) => [diagnostic.message, diagnostic])).values()],
  }
}

type Question<Answer> = (...names: string[]) => Promise<Answer>

/** Asks each question once, even while its answer is pending. GitHub's names ignore case. */
function cacheAnswers<Answer>(ask: Question<Answer>): Question<Answer> {
  const answers = new Map<string, Promise<Answer>>()
  return (...names) => {
    const key = names.join(' ').toLowerCase()
    const answer = answers.get(key) ?? ask(...names)
    answers.set(key, answer)
    return answer
  }
}

/**
 * A host that reads each person's role, and their membership of a team, once. It is made for comments that are
 * authorized together, and made again where they are planned again: a role is what it is at that time.
 */
export const cachingRoles = <Roles extends RoleReader>(host: Roles): Roles => ({
  ...host,
  role: cacheAnswers((login = '') => host.role(login)),
  isMember: cacheAnswers((team = '', login = '') => host.isMember(team, login)),
})
