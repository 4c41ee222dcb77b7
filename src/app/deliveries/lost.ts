import { groupBy } from '../../core/grouped.ts'

/** A delivery of a webhook, as GitHub lists it. */
export interface Delivery {
  readonly id: number
  /** Shared by all attempts. */
  readonly guid: string
  /** ISO 8601. */
  readonly delivered_at: string
  readonly status_code: number
}

/** Attempts of one delivery after which it is given up. */
const maxAttempts = 3

const isTaken = ({ status_code: status }: Delivery) => status >= 200 && status < 300

/**
 * The deliveries to request again: of each that never arrived, its last attempt. Those that GitHub sent first come
 * first, since commands of one conversation build on one another.
 */
export function lostDeliveries(deliveries: readonly Delivery[]): readonly number[] {
  return [...groupBy(deliveries, ({ guid }) => guid).values()]
    .filter((attempts) => attempts.length < maxAttempts && !attempts.some(isTaken))
    .map((attempts) => attempts.map(({ id }) => id).toSorted((a, b) => a - b))
    .toSorted(([first = 0], [otherFirst = 0]) => first - otherFirst)
    .flatMap((ids) => ids.slice(-1))
}
