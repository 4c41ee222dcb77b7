import type { World } from '../app/conversation/world.ts'

/** Time as it passes. Of those who wait for the same, not all go on at the same moment. */
export const clock: Pick<World, 'now' | 'pause'> = {
  now: () => new Date().toISOString(),
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds * (1 + Math.random()))),
}
