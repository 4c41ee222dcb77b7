import * as z from 'zod'
import { recordOf } from '../../kit/record.ts'
import { checkValue } from '../../kit/shape.ts'

const commit = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)
const time = z.iso.datetime()
const digest = z.string().regex(/^[0-9a-f]{1,64}$/)

/** How many of a kind of finding there were. */
const counts = z.object({
  failed: z.boolean(),
  error: z.int().min(0),
  warning: z.int().min(0),
  notice: z.int().min(0),
  targets: z.int().min(0),
})

/** The result of an audit, in short. */
export type Counts = z.infer<typeof counts>

/** The digest of the text that the dashboard was to have; absent where none was kept. */
const board = digest.optional()

const beat = z.object({
  version: z.literal(1),
  /** The time of the last complete check. */
  at: time,
  /** The time up to which the same files give the same findings. */
  holds: time,
  set: digest,
  counts,
  board,
})

/** What the heartbeat remembers of the audit of its commit. */
export type HeartbeatData = z.infer<typeof beat>

const memory = z.object({
  version: z.literal(1),
  /** The commit that was audited when the text was written, and when that was. */
  commit,
  at: time,
  holds: time,
  set: digest,
  /** The digest of the files that were read; empty if it could not be compared without reading them. */
  files: z.union([digest, z.literal('')]),
  counts,
  board,
  /** The fingerprints of the findings; only the first where there are very many. */
  fingerprints: z.array(digest),
  /** The commit that was audited when the issue was opened, the last time, and where something was found since: some of the paths. */
  began: commit,
  paths: z.array(z.string()),
  /** `ours`: we have closed the issue, or would have. `held`: it is left open though nothing is found, since it came back so often. */
  ended: z.enum(['no', 'ours', 'held']),
  /** When we closed or re-opened it of late. */
  turns: z.array(time),
})

/** What Baton remembers in the text of the tracking issue. It counts only while the last edit of the text is by Baton. */
export type Memory = z.infer<typeof memory>

/** How much an issue remembers: enough to see what is new. Of a set with more findings, everything counts as new. */
export const memoryLimits = { fingerprints: 800, paths: 20, pathLength: 200, turns: 12 } as const

const open = '<!-- baton: memory '
const close = ' -->'

/** Written so that nothing in it can end the comment that it is in. */
export const memoryComment = (remembered: Memory): string => `${open}${Buffer.from(JSON.stringify(remembered)).toString('base64')}${close}`

/** What a text by Baton remembers; `undefined`: nothing readable. */
export function memoryIn(text: string): Memory | undefined {
  const start = text.indexOf(open)
  const end = text.indexOf(close, start + open.length)
  if (start === -1 || end === -1) return undefined
  const written = Buffer.from(text.slice(start + open.length, end), 'base64').toString()
  return checkValue(recordOf(written, 'json').value(), memory).value
}

/** The key of a heartbeat: Baton's own words, and shorter than GitHub's limit. */
export const keyOf = ({ at, holds, set, counts: { failed, error, warning, notice, targets }, board }: HeartbeatData): string =>
  ['audit', 1, at, holds, set, failed ? 'failed' : 'passed', error, warning, notice, targets, ...(board === undefined ? [] : [board])].join(
    ' ',
  )

/** What a heartbeat's key remembers. */
export function heartbeatDataIn(key: string): HeartbeatData | undefined {
  const [, version, at, holds, set, verdict, error, warning, notice, targets, board] = key.split(' ')
  const numbers = { error: Number(error), warning: Number(warning), notice: Number(notice), targets: Number(targets) }
  return checkValue({ version: Number(version), at, holds, set, counts: { failed: verdict === 'failed', ...numbers }, board }, beat).value
}
