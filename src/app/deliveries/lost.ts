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

/** The deliveries to request again: of each that never arrived, its last attempt. */
export function lostDeliveries(deliveries: readonly Delivery[]): readonly number[] {
  return [...new Set(deliveries.map(({ guid }) => guid))].flatMap((guid) => {
    const attempts = deliveries.filter((delivery) => delivery.guid === guid)
    const isOver = attempts.length >= maxAttempts || attempts.some(isTaken)
    return isOver ? [] : [Math.max(...attempts.map(({ id }) => id))]
  })
}
