import type { ContentPace } from '../../../app/deliveries/pace.ts'
import type { Lanes, Run } from '../../../core/lanes.ts'
import type { Meter } from './meter.ts'

type QueueName = 'lanes' | 'rounds'

/** A run that counts the places that its batches hold. */
export function countedPlaces<Item>(run: Run<Item>, queue: QueueName, meter: Meter): Run<Item> {
  let takenPlaces = 0
  const take = (change: 1 | -1) => {
    takenPlaces += change
    meter.set('places_taken', { queue }, takenPlaces)
  }
  return async (lane, items, hold, aside) => {
    take(1)
    try {
      await run(lane, items, hold, async (waiting) => {
        take(-1)
        try {
          return await aside(waiting)
        } finally {
          take(1)
        }
      })
    } finally {
      take(-1)
    }
  }
}

/** In seconds; what is of a time to come is new, and so is nothing. */
const ageOf = (since: number | undefined, now: number) => Math.max(0, (now - (since ?? now)) / 1000)

/** Has measured whenever the figures are shown how long work waits that may create nothing now. */
export const measureContent = (content: Pick<ContentPace, 'oldest'>, meter: Meter, now: () => number): void =>
  meter.before(() => meter.set('content_oldest_seconds', {}, ageOf(content.oldest(), now())))

/** Has the depth of a queue measured whenever the figures are shown; while it is not known, there is none. */
export function measureDepth(
  lanes: Pick<Lanes<never>, 'depth'>,
  queue: QueueName,
  meter: Meter,
  now: () => number,
): void {
  meter.before(async () => {
    const depth = await lanes.depth().catch(() => undefined)
    meter.set('queue_lanes', { queue }, depth?.lanes)
    meter.set('queue_items', { queue }, depth?.items)
    meter.set('queue_oldest_seconds', { queue }, depth && ageOf(depth.oldest, now()))
  })
}
