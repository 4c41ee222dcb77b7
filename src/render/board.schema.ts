import * as z from 'zod'
import { lanes } from '../core/board.ts'
import { severities } from '../core/diagnostic.ts'
import { time } from './json.schema.ts'

const position = z.int().min(1)
const count = z.int().min(0)

const boardFinding = z
  .looseObject({
    code: z.string().describe('Permanent; `baton explain CODE` says more.'),
    severity: z.enum(severities),
    message: z.string().describe('What is wrong; values from files are in backticks.'),
    said: z
      .array(z.looseObject({ place: z.string(), value: z.string().nullable() }))
      .optional()
      .describe('What each of two places says that contradict each other; `null`: nothing.'),
    fix: z.string().optional().describe('The one command that mends it.'),
    path: z.string().describe('Relative to the root, with `/`.'),
    line: position.optional(),
  })
  .meta({ id: 'boardFinding' })

/** The answer of `baton board --format json`, version 1. Within a version keys are only ever added. */
export const jsonBoard = z.looseObject({
  version: z.literal(1),
  at: time.describe('When the board was asked for, ISO 8601.'),
  repository: z.string().optional().describe('`owner/name` at the host.'),
  commit: z
    .string()
    .optional()
    .describe('SHA of the commit that is looked at, or that the working tree has checked out.'),
  branch: z.string().optional().describe('That was looked at.'),
  dirty: z
    .boolean()
    .optional()
    .describe('Whether the file of any target has uncommitted changes. Absent where a commit is looked at.'),
  counts: z
    .looseObject({
      person: count,
      agent: count,
      ready: count,
      done: count,
      unknown: count,
      errors: count,
      warnings: count,
    })
    .describe('Of all targets, also where only some lanes are listed.'),
  targets: z
    .array(
      z.looseObject({
        id: z.string().describe('E.g. `plugin:LushVerb`.'),
        protocol: z.string().describe('E.g. `plugin`.'),
        name: z.string().describe('The id without prefix and container.'),
        within: z.string().optional().describe('The container that it is in.'),
        path: z.string().describe('The file that says so first.'),
        // No enumeration: a reader meets an unknown lane by showing it.
        lane: z.string().describe(`${lanes.map((lane) => `\`${lane}\``).join(', ')}.`),
        holder: z
          .enum(['orchestrator', 'agent'])
          .optional()
          .describe('Who has control of it. Absent where it cannot be known.'),
        state: z.string().describe('In words, e.g. `stage 2 complete`.'),
        way: z
          .looseObject({ step: position, of: position, states: z.array(z.string()) })
          .optional()
          .describe('How far it is on its way.'),
        since: z
          .looseObject({
            at: time,
            by: z
              .string()
              .describe(
                '`said`: the files say it; `replayed`: by its past; `touched`: the newest commit that changed its file, which need not have changed the state.',
              ),
            commit: z.string().optional(),
          })
          .optional()
          .describe('Since when holder and state are as they are, where that is known.'),
        uncommitted: z.literal(true).optional().describe('Its file has uncommitted changes.'),
        asks: z
          .looseObject({ kind: z.string().describe('`question`, `error` or `review`.'), text: z.string() })
          .optional()
          .describe('The decision of a person that it waits for.'),
        agent: z.string().optional().describe('The agent that the work is meant for.'),
        waits: z.string().optional().describe('Why it cannot go on yet.'),
        next: z.string().optional().describe('The command that goes on, or that mends its worst error.'),
        findings: z.looseObject({
          errors: count,
          warnings: count,
          notices: count,
          worst: z.array(boardFinding).max(3).describe('The worst first.'),
        }),
      }),
    )
    .describe('By lanes; within a lane more errors first, then those that are so for longer, then by id.'),
  others: z.array(boardFinding).describe('Findings that are about none of the targets.'),
  notes: z.array(z.string()).describe('What could not be checked.'),
})

/** The answer of `board` to `--format brief`. */
export const briefBoard = z.looseObject({
  branch: z.string().optional().describe('That was looked at.'),
  targets: z.array(
    z.looseObject({
      id: z.string(),
      lane: z.enum(lanes),
      holder: z.enum(['orchestrator', 'agent']).optional(),
      state: z.string(),
      agent: z.string().optional(),
      since: z.string().optional().describe('ISO 8601.'),
      asks: z.string().optional().describe('The decision that it waits for: its kind and its text.'),
      waits: z.string().optional().describe('Why it cannot go on yet.'),
      next: z.string().optional().describe('The command that goes on or mends, as a call of the program.'),
    }),
  ),
  errors: z.int().min(1).optional().describe('How many findings are errors.'),
  warnings: z.int().min(1).optional(),
})

export type JsonBoard = z.infer<typeof jsonBoard>
export type BriefBoard = z.infer<typeof briefBoard>
