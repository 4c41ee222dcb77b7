import * as z from 'zod'
import { recordOf } from '../../kit/record.ts'
import { checkValue } from '../../kit/shape.ts'

const commitShape = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)
const timeShape = z.iso.datetime()
const digestShape = z.string().regex(/^[0-9a-f]{1,64}$/)

/** How many of a kind of finding there were. */
const countsShape = z.object({
  failed: z.boolean(),
  error: z.int().min(0),
  warning: z.int().min(0),
  notice: z.int().min(0),
  targets: z.int().min(0),
})

/** The result of an audit, in short. */
export type Counts = z.infer<typeof countsShape>

/** The digest of the text that the dashboard was to have; absent where none was kept. */
const boardShape = digestShape.optional()

const heartbeatShape = z.object({
  version: z.literal(1),
  /** The time of the last complete check. */
  at: timeShape,
  /** The time up to which the same files give the same findings. */
  holds: timeShape,
  set: digestShape,
  counts: countsShape,
  board: boardShape,
})

/** What the heartbeat remembers of the audit of its commit. */
export type HeartbeatData = z.infer<typeof heartbeatShape>

const memoryShape = z.object({
  version: z.literal(1),
  /** The commit that was audited when the text was written, and when that was. */
  commit: commitShape,
  at: timeShape,
  holds: timeShape,
  set: digestShape,
  /** The digest of the files that were read; empty if it could not be compared without reading them. */
  files: z.union([digestShape, z.literal('')]),
  counts: countsShape,
  board: boardShape,
  /** The fingerprints of the findings; only the first where there are very many. */
  fingerprints: z.array(digestShape),
  /**
   * The commit that was audited when the issue was opened, the last time, and where something was found since: some of
   * the paths.
   */
  began: commitShape,
  paths: z.array(z.string()),
  /**
   * `ours`: we have closed the issue, or would have. `held`: it is left open though nothing is found, since it came
   * back so often.
   */
  ended: z.enum(['no', 'ours', 'held']),
  /** When we closed or re-opened it of late. */
  turns: z.array(timeShape),
})

/**
 * What Baton remembers in the text of the tracking issue. It counts only while the last edit of the text is by Baton.
 */
export type Memory = z.infer<typeof memoryShape>

/** How much an issue remembers: enough to see what is new. Of a set with more findings, everything counts as new. */
export const memoryLimits = { fingerprints: 800, paths: 20, pathLength: 200, turns: 12 } as const

const commentStart = '<!-- baton: memory '
const commentEnd = ' -->'

/** Written so that nothing in it can end the comment that it is in. */
export const memoryComment = (content: Memory): string =>
  `${commentStart}${Buffer.from(JSON.stringify(content)).toString('base64')}${commentEnd}`

/** What a text by Baton remembers; `undefined`: nothing readable. */
export function memoryIn(text: string): Memory | undefined {
  const start = text.indexOf(commentStart)
  const end = text.indexOf(commentEnd, start + commentStart.length)
  if (start === -1 || end === -1) return undefined
  const json = Buffer.from(text.slice(start + commentStart.length, end), 'base64').toString()
  return checkValue(recordOf(json, 'json').value(), memoryShape).value
}

/** The key of a heartbeat: Baton's own words, and shorter than GitHub's limit. */
export const keyOf = ({
  at,
  holds,
  set,
  counts: { failed, error, warning, notice, targets },
  board,
}: HeartbeatData): string =>
  [
    'audit',
    1,
    at,
    holds,
    set,
    failed ? 'failed' : 'passed',
    error,
    warning,
    notice,
    targets,
    ...(board === undefined ? [] : [board]),
  ].join(' ')

/** What a heartbeat's key remembers. */
export function heartbeatDataIn(key: string): HeartbeatData | undefined {
  const [, version, at, holds, set, verdict, error, warning, notice, targets, board] = key.split(' ')
  const numbers = { error: Number(error), warning: Number(warning), notice: Number(notice), targets: Number(targets) }
  return checkValue(
    { version: Number(version), at, holds, set, counts: { failed: verdict === 'failed', ...numbers }, board },
    heartbeatShape,
  ).value
}
