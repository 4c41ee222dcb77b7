import { Fault } from '../../core/fault.ts'
import type { StandingCheck } from '../../core/host/check-run.ts'
import type { Conflicting, OpenPull } from '../../core/host/conversation.ts'
import { readComment, widest } from '../../engine/commands/grammar.ts'
import { asked } from '../asked.ts'
import type { Heard, World } from '../conversation/world.ts'
import { isAnswered } from '../conversation/hearing/hear.ts'
import { askingOnce } from '../conversation/hearing/people.ts'
import { ownChecks } from '../review/own-checks.ts'
import { pullSubject } from '../validate/event.ts'
import type { Wish } from './events.ts'

const day = 24 * 60 * 60 * 1000

/** How far back comments are looked for: as long as GitHub keeps deliveries. */
const longest = 3 * day

/** How long a check may be under way before it counts as left behind. */
const patience = 10 * 60 * 1000

/** What was lost or left behind. */
export interface Lost {
  readonly comments: readonly Heard[]
  /** Heads of open pull requests that have no check run of ours, or one that was not concluded. */
  readonly heads: readonly Omit<OpenPull, 'updatedAt'>[]
  /** The tip of the default branch, where a check run of ours was left there. */
  readonly tip?: string
  /** Pull requests that conflict with their base: a push may have been lost, or be none of the default branch. */
  readonly conflicts: readonly Conflicting[]
  /** Merge groups that have no check run of ours, or one that was not concluded. */
  readonly groups: readonly { readonly head: string; readonly base: string }[]
}

/**
 * What makes good what was lost. The check of a head stands behind the commands of its pull request: one of them may be about to bring
 * the check run.
 *
 * @param conflicting the pull requests that are to be tried of those that conflict
 */
export const wishesFor = ({ comments, heads, tip, groups }: Lost, conflicting: readonly number[]): readonly Wish[] => [
  ...comments.map((heard): Wish => ({ do: 'handle', heard })),
  ...heads.map((pull): Wish => ({ do: 'check', anew: false, of: pull.number, subject: pullSubject(pull) })),
  ...groups.map(({ head, base }): Wish => {
    const subject = { head, base: { kind: 'commit', sha: base, mayBeGone: false }, review: true } as const
    return { do: 'check', anew: false, subject }
  }),
  ...conflicting.map((number): Wish => ({ do: 'resolve', number })),
  ...(tip === undefined ? [] : [{ do: 'check', anew: false, subject: { head: tip, review: false, writable: true } } as const]),
  { do: 'push' },
]

/**
 * The moment from which on comments are our business: three days, not before the installation, and not before there is a proof that
 * this repository was part of it. One that was added later, or came from elsewhere with its comments, must not run old commands; where
 * nothing proves anything, nothing old is run.
 */
async function beginning({ host, now }: World, installedAt: string): Promise<string> {
  const at = Date.parse(now())
  const present = (await host.presentSince()) ?? now()
  return new Date(Math.max(at - longest, Date.parse(installedAt), Date.parse(present))).toISOString()
}

/** Comments with what their authors are there now: each is asked for once, wherever they have said something. */
async function withRoles({ host }: World, all: readonly Heard[]): Promise<readonly Heard[]> {
  const { seat } = askingOnce(host)
  return Promise.all(
    all.map(async (heard) => {
      const role = heard.bot ? undefined : await asked(seat(heard.author))
      // Who handles it asks as well, and says what is wrong.
      return role instanceof Fault || heard.bot ? heard : { ...heard, lately: { seat: role ?? null } }
    }),
  )
}

/** Looks for commands that nobody has handled and check runs that nobody has concluded (commands, "Sweep"). */
export async function sweep(world: World, installedAt: string): Promise<Lost> {
  const { host, now } = world
  const at = Date.parse(now())
  const since = await beginning(world, installedAt)
  const said = await host.saidSince(since)
  const waiting = said.flatMap(({ number, said: each }): Heard[] => {
    const { id: comment, node, author, bot, text, at: saidAt } = each
    if (each.ours || author === undefined || Date.parse(saidAt) < Date.parse(since) || isAnswered(each)) return []
    return [{ number, comment, node, author, bot, text, at: saidAt, late: true }]
  })
  const unheard = await world.strangers?.among(waiting)
  const left = waiting.filter(({ comment }) => !unheard?.has(comment))
  // The configuration may know fewer commands, which shows when they are handled.
  const comments = await withRoles(
    world,
    left.filter(({ text }) => readComment(text, widest).commands.length > 0),
  )
  const isLeft = ({ done, startedAt }: StandingCheck) => !done && at - Date.parse(startedAt ?? now()) > patience
  const isUnchecked = async (head: string) => {
    const standing = await ownChecks(host, head)
    return standing.length === 0 || standing.some(isLeft)
  }
  const heads: Lost['heads'][number][] = []
  const pulls = await host.pulls()
  for (const { updatedAt, ...pull } of pulls) if (Date.parse(updatedAt) >= at - longest && (await isUnchecked(pull.head))) heads.push(pull)
  const groups: Lost['groups'][number][] = []
  for (const branch of new Set(pulls.map(({ base }) => base))) {
    for (const group of await host.mergeGroups(branch)) if (await isUnchecked(group.head)) groups.push(group)
  }
  const tip = await host.defaultTip()
  const isTipLeft = tip !== undefined && (await ownChecks(host, tip)).some(isLeft)
  return { comments, heads, groups, conflicts: await host.conflicting(), ...(isTipLeft && { tip }) }
}
