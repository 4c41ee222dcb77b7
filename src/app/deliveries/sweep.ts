import type { StandingCheck } from '../../core/host/check-run.ts'
import type { Conflicting } from '../../core/host/conversation.ts'
import { readComment } from '../../engine/commands/grammar.ts'
import { checkName } from '../../render/check-run.ts'
import type { Heard, World } from '../conversation/world.ts'
import { isAnswered } from '../conversation/hearing/hear.ts'

const day = 24 * 60 * 60 * 1000

/** How far back comments are looked for: as long as GitHub keeps deliveries. */
const longest = 3 * day

/** How long a check may be under way before it counts as left behind. */
const patience = 10 * 60 * 1000

/** What was lost or left behind. */
export interface Lost {
  readonly comments: readonly Heard[]
  /** Heads of open pull requests that have no check run of ours, or one that was not concluded. */
  readonly heads: readonly {
    readonly number: number
    readonly head: string
    /** The branch that it is to go to. */ readonly base: string
    readonly branch: string
    readonly fork: boolean
  }[]
  /** The tip of the default branch, where a check run of ours was left there. */
  readonly tip?: string
  /** Pull requests that conflict with their base: a push may have been lost, or be none of the default branch. */
  readonly conflicts: readonly Conflicting[]
  /** Merge groups that have no check run of ours, or one that was not concluded. */
  readonly groups: readonly { readonly head: string; readonly base: string }[]
}

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

/** Looks for commands that nobody has handled and check runs that nobody has concluded (commands, "Sweep"). */
export async function sweep(world: World, installedAt: string, busy: (head: string) => boolean): Promise<Lost> {
  const { host, now } = world
  const at = Date.parse(now())
  const since = await beginning(world, installedAt)
  const said = await host.saidSince(since)
  // Everything that may be a command: the configuration may know fewer, which shows when it is handled.
  const settings = { prefix: 'optional', notOurs: [] } as const
  const comments = said.flatMap(({ number, said: each }): Heard[] => {
    const isLost =
      !each.ours &&
      each.author !== undefined &&
      Date.parse(each.at) >= Date.parse(since) &&
      !isAnswered(each) &&
      readComment(each.text, settings).commands.length > 0
    return isLost && each.author !== undefined
      ? [{ number, comment: each.id, node: each.node, author: each.author, bot: each.bot, text: each.text, at: each.at, late: true }]
      : []
  })
  const ours = async (head: string) => (await host.checks(head, checkName)).filter((check) => check.ours)
  const isLeft = ({ done, startedAt }: StandingCheck) => !done && at - Date.parse(startedAt ?? now()) > patience
  const heads: { number: number; head: string; base: string; branch: string; fork: boolean }[] = []
  const pulls = await host.pulls()
  for (const { number, head, base, branch, fork, updatedAt } of pulls) {
    if (Date.parse(updatedAt) < at - longest || busy(head)) continue
    const standing = await ours(head)
    if (standing.length === 0 || standing.some(isLeft)) heads.push({ number, head, base, branch, fork })
  }
  const groups: Lost['groups'][number][] = []
  for (const branch of new Set(pulls.map(({ base }) => base))) {
    for (const group of await host.mergeGroups(branch)) {
      if (busy(group.head)) continue
      const standing = await ours(group.head)
      if (standing.length === 0 || standing.some(isLeft)) groups.push(group)
    }
  }
  const tip = await host.defaultTip()
  const isTipLeft = tip !== undefined && !busy(tip) && (await ours(tip)).some(isLeft)
  return { comments, heads, groups, conflicts: await host.conflicting(), ...(isTipLeft && { tip }) }
}
