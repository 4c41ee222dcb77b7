import { day, hour, minute } from '../../core/time.ts'
import * as z from 'zod'
import { expected } from '../../core/configuration.ts'
import { once } from '../../core/once.ts'

const milliseconds = { m: minute, h: hour, d: day } as const
const notDuration = expected`an integer and ${'m'}, ${'h'} or ${'d'}, such as ${'48h'}`

/** A duration such as `90m`, `48h` or `3d`, as milliseconds. */
export const duration = once(() =>
  z
    .string({ error: notDuration })
    .regex(/^\d{1,6}[mhd]$/, { error: notDuration })
    .meta({ title: 'duration' })
    .transform((text) => Number.parseInt(text, 10) * milliseconds[text.at(-1) as keyof typeof milliseconds]),
)

const bytes = { '': 1, KiB: 1024, MiB: 1024 * 1024 } as const
const notSize = expected`a size such as ${'1MiB'}, ${'512KiB'} or ${100} (bytes)`

/** A size such as `1MiB`, `512KiB` or `100`, as bytes. */
export const size = once(() =>
  z
    .union(
      [
        z.int({ error: notSize }).min(1, { error: notSize }),
        z.string().regex(/^[1-9]\d{0,8}(?:KiB|MiB)?$/, { error: notSize }),
      ],
      {
        error: notSize,
      },
    )
    .meta({ title: 'size' })
    .transform(
      (size) => Number.parseInt(String(size), 10) * bytes[String(size).replace(/^\d+/, '') as keyof typeof bytes],
    ),
)

function isTimeZone(name: string): boolean {
  // The default costs no look into the runtime's tables, which takes milliseconds.
  if (name === 'UTC') return true
  // Offsets such as `+01:00` are known to some runtimes only.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const notTimeZone = expected`a time zone such as ${'Europe/Berlin'}`

export const timeZone = once(() =>
  z.string({ error: notTimeZone }).refine(isTimeZone, { error: notTimeZone }).meta({ title: 'time zone' }),
)
