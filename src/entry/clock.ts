import type { Ports } from '../app/ports.ts'

/** Time as it passes. Of those who wait for the same, not all go on at once. */
export const clock: Pick<Ports, 'now' | 'pause'> = {
  now: () => new Date().toISOString(),
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds * (1 + Math.random()))),
}
