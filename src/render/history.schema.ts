import * as z from 'zod'
import { severities } from '../core/diagnostic.ts'
import { lanes } from '../core/board.ts'
import { endings } from '../core/history.ts'
import { placeValues } from './json.schema.ts'

const fraction = z.number().min(0).max(1)
const seconds = z.number().min(0)
const count = z.int().min(0)

const commit = z
  .object({
    commit: z.string().describe('SHA.'),
    index: count.describe(
      'Its place among the state commits that were replayed, oldest first, from 0: dates may be wrong.',
    ),
    at: z.string().describe('When it was committed, ISO 8601 in UTC.'),
    author: z.string().describe('The name of its author.'),
    subject: z.string().describe('The first line of its message.'),
    merge: z.boolean(),
    by: z.literal('baton').optional().describe('Its message says that Baton made it, which proves nothing.'),
    command: z.string().optional().describe('The command that its message names.'),
  })
  .meta({ id: 'commit' })

const sums = {
  episodes: count,
  open: count,
  medianSeconds: seconds.optional().describe('Of those that ended; of an even number the mean of the middle two.'),
  longestSeconds: seconds.optional(),
  percentile90Seconds: seconds.optional(),
}

const episode = z.object({
  code: z.string(),
  target: z.string().optional().describe('E.g. `plugin:LushVerb`.'),
  subject: z.string().optional().describe('What is compared: `status`.'),
  severity: z.enum(severities),
  known: z.literal(true).optional().describe('The configuration lists it as known.'),
  began: commit.nullable().describe('`null`: before `from`.'),
  earlier: z.literal(true).optional().describe('It began before the range that was asked about.'),
  ended: commit.optional().describe('Absent while it is open.'),
  how: z.enum(endings).describe('How it ended.'),
  changed: z.string().optional().describe('The place that changed, or is gone.'),
  to: z.string().optional().describe('The place that it agrees with since.'),
  into: z.string().optional().describe('The code under which the same subject contradicts itself since.'),
  seconds: seconds.describe('Between the dates of its commits; 0 where it is unknown when it began.'),
  clock: z.literal('odd').optional().describe('The dates of its commits go backwards: `seconds` is meaningless.'),
  stateCommits: count.describe('In how many commits that change state it is found.'),
  first: placeValues.describe('What the places contained when it began.'),
  last: placeValues.describe('And in its last commit.'),
  after: placeValues.describe('And since it ended, where that is known.'),
  values: count.describe('How many different values the places had.'),
})

const target = z.object({
  id: z.string().describe('E.g. `plugin:LushVerb`.'),
  protocol: z.string(),
  segments: z.array(
    z.object({
      holder: z.enum(['orchestrator', 'agent']).optional(),
      state: z.string().describe('In words.'),
      lane: z.enum(lanes).describe('Whose turn it was when it began.'),
      began: commit,
      earlier: z.literal(true).optional().describe('It began before the range that was asked about.'),
      ended: commit.optional(),
      seconds,
    }),
  ),
  sums: z.object({
    seconds: z.object({ orchestrator: seconds, agent: seconds, unknown: seconds }).describe('By holder.'),
    share: z
      .object({ orchestrator: fraction, agent: fraction, unknown: fraction })
      .describe('The part of the whole time, from 0 to 1.'),
    transitions: count,
    grants: count,
    medianGrantSeconds: seconds.optional().describe('From a grant until the agent held it no more.'),
  }),
})

/** The answer of `baton history --format json`, version 1. */
export const jsonHistory = z.object({
  version: z.literal(1),
  tip: z.string().describe('SHA of the commit that was looked back from.'),
  from: z.string().describe('SHA of the first commit that was looked at.'),
  at: z.string().describe('Until when what is open lasts.'),
  range: z
    .object({
      from: z.string().describe('SHA.'),
      at: z.string(),
      before: count.describe('How many state commits come before it.'),
    })
    .nullable()
    .optional()
    .describe('The first commit that is counted, where a range or a time was asked about; `null`: there is none.'),
  filtered: z
    .literal(true)
    .optional()
    .describe('Only some episodes are listed: of some targets, codes or protocols, or open ones.'),
  commits: count.describe('By first parents; of a range, those in it.'),
  stateCommits: count.describe('How many of them change what a protocol reads.'),
  shallow: z.boolean().describe('The history of the clone is cut off.'),
  codes: z.array(z.string()).describe('That were looked for.'),
  episodes: z.array(episode),
  targets: z.array(target),
  sums: z.object({
    ...sums,
    stateCommitsWith: count.describe('Commits that change state and have an episode.'),
    byCode: z.record(z.string(), z.object(sums)),
  }),
  notes: z.array(z.string()),
})

const briefMoment = { at: z.string().describe('ISO 8601.'), commit: z.string() }

/** The answer of `history` to `--format brief`. */
export const briefHistory = z.looseObject({
  open: z.int().min(0).describe('How many contradictions are open.'),
  episodes: z
    .array(
      z.looseObject({
        code: z.string(),
        target: z.string().optional(),
        subject: z.string().optional(),
        began: z.looseObject(briefMoment).optional().describe('Absent: before the first commit that was looked at.'),
        ended: z.looseObject(briefMoment).optional().describe('Absent: it is open.'),
      }),
    )
    .min(1)
    .optional()
    .describe('20 at most; with `--transitions` none.'),
  targets: z
    .array(
      z.looseObject({
        id: z.string(),
        segments: z
          .array(
            z.looseObject({ ...briefMoment, holder: z.enum(['orchestrator', 'agent']).optional(), state: z.string() }),
          )
          .describe('The newest 20 at most.'),
      }),
    )
    .optional()
    .describe('With `--transitions`.'),
  more: z.int().min(1).optional().describe('The number of further episodes.'),
})

export type JsonHistory = z.infer<typeof jsonHistory>
export type BriefHistory = z.infer<typeof briefHistory>
