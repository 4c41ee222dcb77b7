import type { CheckConclusions, Claim, Overviews } from '../ports.ts'
import type { FindLiveBoots, Notes } from '../../core/lanes.ts'

/** How long a head counts as being checked where the claim is not renewed, in seconds. */
const claimTimeout = 60

/** How long it is remembered that a commit by Baton was checked, in seconds: GitHub delivers its push soon after. */
const rememberedSeconds = 10 * 60

/** How often the claim on a head is renewed at most, in milliseconds. */
const minRenewalInterval = 20_000

/**
 * This process, by the id of its start. `alive` tells which starts still run; without it, a claim ends with its time
 * alone.
 */
export interface Replica {
  readonly boot: string
  readonly alive?: FindLiveBoots
}

/** The heads of one repository that are being checked here. */
export interface HeadClaims {
  /** Claims a head; `undefined` where another process checks it. */
  readonly claim: Claim
  readonly checked: CheckConclusions
  readonly overviews: Overviews
  /** Keeps the claims from expiring while the check runs. */
  renew(): Promise<void>
}

/**
 * Keeps two jobs from checking the same head at the same time, in one process or in several: two pull requests, or a
 * pull request and a branch, may have the same head.
 *
 * @param repository the beginning of the names of its lanes
 * @param now milliseconds since 1970
 */
export function headClaims(
  notes: Notes,
  repository: string,
  now: () => number,
  { boot, alive }: Replica = { boot: '' },
): HeadClaims {
  /** The claims, and when each was last renewed. */
  const renewalTimes = new Map<string, number>()
  const keyOf = (head: string) => `${repository}@${head}`
  const put = (key: string, seconds = claimTimeout) => notes.put('checking', key, boot, seconds)

  /** Whether a claim is that of a process that ended, and this one is the first to see it. */
  const isInherited = async (key: string, owner: string) =>
    alive !== undefined &&
    !(await alive([owner])).has(owner) &&
    (await notes.put('inherited', `${key} ${owner}`, boot, claimTimeout))

  return {
    async claim(head) {
      const key = keyOf(head)
      const [owner] = await notes.get('checking', [key])
      const isFree = owner === undefined ? await put(key) : await isInherited(key, owner)
      if (!isFree) return undefined
      if (owner !== undefined) await put(key)
      renewalTimes.set(key, now())
      return async () => {
        renewalTimes.delete(key)
        await put(key, 0)
      }
    },
    checked: {
      of: async (head) => (await notes.get('checked', [keyOf(head)]))[0],
      note: (head, conclusion) => notes.put('checked', keyOf(head), conclusion, rememberedSeconds),
    },
    overviews: {
      of: async (number) => (await notes.get('overviews', [`${repository}#${number}`]))[0],
      note: (number, head) => notes.put('overviews', `${repository}#${number}`, head, rememberedSeconds),
    },
    async renew() {
      for (const [key, lastRenewal] of renewalTimes) {
        if (now() - lastRenewal < minRenewalInterval) continue
        renewalTimes.set(key, now())
        await put(key)
      }
    },
  }
}
