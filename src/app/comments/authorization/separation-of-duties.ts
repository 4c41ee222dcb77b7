import type { HostIdentity, PushReader } from '../../../core/host/host.ts'
import type { WithHost } from '../../ports.ts'
import type { CommandDiagnostic, CommittedCommand } from '../../../core/command.ts'
import { transitionNames, type CommandName } from '../../../core/command-names.ts'
import type { Conversation, LedgerCommit } from '../../../core/host/conversation.ts'
import { msg } from '../../../core/message.ts'
import { handledCommandsIn } from '../../../engine/commands/ledger.ts'
import type { Plan, CommandResult } from '../../../engine/commands/plan.ts'
import { refusal } from '../../../engine/commands/resolve.ts'
import { changesState, type AuthorizedComment } from './authorize.ts'
import type { Place } from './situation.ts'
import { denial, mayGive, type PermissionPolicy } from '../../../engine/commands/permission.ts'

/** Who asked last for the handback of a target, by its id; logins in lower case. */
export type LastRequesters = ReadonlyMap<string, string>

/** Who worked on a change (docs/configuration.md, `separate-duties`). Logins in lower case. */
export interface SeparationOfDuties {
  readonly author: string | undefined
  readonly pushers: ReadonlySet<string>
  readonly lastRequesters: LastRequesters
  /** Whether the base branch demands that another person approve the last push. */
  readonly lastPushApproved: boolean
}

/**
 * Who worked on a pull request, by the host's own record of pushes, since the author of a commit is free text. Of
 * pushes to a fork it has no record, and nothing is committed there.
 */
export async function separationOfDutiesOf(
  { host }: WithHost<PushReader & HostIdentity>,
  { author, pull }: Conversation,
  place: Place,
  ledger: readonly LedgerCommit[],
): Promise<SeparationOfDuties | undefined> {
  if (!pull) return undefined
  const [pushes, lastPushApproved] =
    place.kind === 'fork'
      ? [[], false]
      : await Promise.all([
          host.pushes(pull.head.branch, pull.mergeBase),
          host.demandsApprovalOfLastPush(pull.base.branch),
        ])
  const lastRequesters = new Map<string, string>()
  for (const { isOwn, message } of ledger.toReversed()) {
    if (!isOwn) continue
    for (const { target, actor, command } of handledCommandsIn(message))
      if (command === 'handback' && target !== undefined && actor !== undefined)
        lastRequesters.set(target, actor.toLowerCase())
  }
  return {
    author: author?.toLowerCase(),
    pushers: new Set(
      pushes.flatMap(({ actor }) => (actor === undefined || actor === host.ownLogin ? [] : [actor.toLowerCase()])),
    ),
    lastRequesters,
    lastPushApproved,
  }
}

/** Who asked last, with the handbacks of a comment that is planned among them. */
export function withRequesters(
  current: LastRequesters,
  { comment, commands }: AuthorizedComment,
  { results }: Plan,
): LastRequesters {
  const handedBack = results.flatMap(({ target }, index) =>
    commands[index]?.name === 'handback' && target !== undefined
      ? [[target, comment.author.toLowerCase()] as const]
      : [],
  )
  return new Map([...current, ...handedBack])
}

const judgingCommands: ReadonlySet<CommandName> = new Set(['accept', 'review'])

function reasonAgainst(
  { author, pushers, lastRequesters, lastPushApproved }: SeparationOfDuties,
  login: string,
  name: CommandName,
  target: string | undefined,
) {
  if (judgingCommands.has(name)) {
    if (author === login) return 'opened this pull request'
    if (pushers.has(login)) return 'pushed to its branch'
    if (target !== undefined && lastRequesters.get(target) === login)
      return 'gave the handback that is to be accepted or reviewed'
  }
  return lastPushApproved && changesState(name) && pushers.has(login)
    ? 'pushed to its branch, whose last push another person must approve'
    : undefined
}

/** The refusals of a person who worked on a change and would judge it. None where duties are not kept apart. */
export function separationOfDutiesRefusals(
  separationOfDuties: SeparationOfDuties | undefined,
  authorized: AuthorizedComment,
  plan: Plan,
): readonly CommandDiagnostic[] {
  if (!separationOfDuties) return []
  const { comment, commands } = authorized
  return plan.results.flatMap((result, index) => {
    const name = commands[index]?.name
    const planBefore = { ...plan, results: plan.results.slice(0, index) }
    const current = {
      ...separationOfDuties,
      lastRequesters: withRequesters(separationOfDuties.lastRequesters, authorized, planBefore),
    }
    const givenCommands = [
      ...(name === undefined ? [] : [{ name, target: result.target, written: msg`${`/${name}`}` }]),
      ...commandsTakenBack(result).map((command) => ({ ...command, written: undoLabel(command.name) })),
    ]
    return givenCommands.flatMap(({ name: judged, target, written }) => {
      const reason = reasonAgainst(current, comment.author.toLowerCase(), judged, target)
      if (reason === undefined) return []
      const message = `Unexpected ${written} ${msg`by ${comment.author}, who`} ${reason}`
      const hint =
        'The configuration keeps duties apart (`commands.separate-duties`): another person has to give this command'
      return [refusal('COMMAND_DENIED', message, hint)]
    })
  })
}

/** The name of a command; where a commit does not have it, every one that it may be. */
const namesOf = ({ name }: CommittedCommand): readonly CommandName[] => (name === undefined ? transitionNames : [name])

const commandsTakenBack = ({ takesBack = [] }: Pick<CommandResult, 'takesBack'>) =>
  takesBack.flatMap((command) => namesOf(command).map((name) => ({ name, target: command.target })))

/** How a command is called that is given by taking it back. */
const undoLabel = (name: CommandName): string => msg`${'/undo'} of ${`/${name}`}`

/** The refusals of a person who would undo a command that they may not give themselves. */
export function takingBackRefusals(
  { commandAuthor }: AuthorizedComment,
  { results }: Plan,
  permissionPolicy: PermissionPolicy,
): readonly CommandDiagnostic[] {
  const names = new Set(results.flatMap(commandsTakenBack).map(({ name }) => name))
  return [...names]
    .filter((name) => !mayGive(name, commandAuthor, permissionPolicy))
    .map((name) => denial(name, commandAuthor, permissionPolicy, undoLabel(name)))
}
