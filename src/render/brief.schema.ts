import * as z from 'zod'
import { actionKinds } from '../core/action.ts'
import { briefBoard } from './board.schema.ts'
import { briefHistory } from './history.schema.ts'
import { jsonWorkflow } from './workflow.schema.ts'
import {
  creationList,
  position,
  countsAsNew,
  move,
  grant,
  question,
  error,
  work,
  dryRun,
  diff,
  commit,
  outcome,
  outcomes,
  version,
  failure,
  holder,
  explainedFields,
  codeListFields,
} from './json.schema.ts'

const briefDiagnostic = z
  .looseObject({
    code: z.string().describe('Permanent; `baton explain CODE` says more.'),
    message: z.string(),
    path: z.string().optional().describe('Relative to the root, with `/`.'),
    line: position.optional(),
    fix: z.string().optional().describe('The one command that fixes it, as a call of the program.'),
    retry: z.literal(true).optional().describe('The same call may succeed later.'),
    new: countsAsNew,
  })
  .meta({ id: 'briefDiagnostic' })

const briefErrors = z.array(briefDiagnostic).min(1).optional()

const briefResult = z.looseObject({
  ...move,
  agent: z.string().optional().describe('The agent that the work is meant for.'),
  grant: grant.optional(),
  question,
  errors: briefErrors,
  work,
  reply: z
    .string()
    .min(1)
    .optional()
    .describe('Why nothing changed, what was asked for, or what no other key says of a change.'),
  next: z.string().optional().describe('The call that goes on.'),
  warnings: z.array(z.string()).min(1).optional().describe('Codes.'),
  paths: z
    .record(z.string(), z.array(z.string()).min(1))
    .optional()
    .describe('The files that warnings are about, by their codes, at most 5 each.'),
  hints: z
    .record(z.string(), z.string().min(1))
    .optional()
    .describe(
      'What to do about warnings that nothing else explains, by their codes: `git show` of the content that was replaced, where the name of the agent could be written.',
    ),
  notices: z.array(z.string()).min(1).optional().describe('Codes of notices that an agent acts on.'),
  dryRun,
  diff,
})

const briefReport = z.looseObject({
  valid: z.boolean().describe('Whether there is no error.'),
  errors: briefErrors.describe('With the warnings at most 20, the errors first, of these the new ones.'),
  warnings: briefErrors,
  more: z.int().min(1).optional().describe('How many more there are.'),
})

const briefFailure = z.looseObject({ version, ...failure, errors: z.array(briefDiagnostic).min(1) })

const branch = z.string().optional().describe('That was looked at.')

const briefStatus = z.looseObject({
  branch,
  targets: z.array(
    z.looseObject({
      id: z.string(),
      holder: holder.optional(),
      state: z.string(),
      grant: grant.optional(),
      agent: z.string().optional(),
      question,
      error,
    }),
  ),
  errors: z.int().min(1).optional().describe('How many findings are errors.'),
  warnings: z.int().min(1).optional(),
})

/** The answers of `--format brief` but that of `next`. What is empty is left out. */
export const jsonBrief = z.union([
  briefResult.extend({ commit }).describe('One command.'),
  z
    .looseObject({ outcome, results: z.array(briefResult), commit, dryRun, diff })
    .describe('Several commands: all of them, or none.'),
  briefReport.describe('`baton validate`, `audit` and `doctor`.'),
  briefStatus.describe('`baton status`.'),
  briefBoard.describe('`baton board`.'),
  briefHistory.describe('`baton history`.'),
  briefFailure.describe('No answer to the command itself, or nothing to check.'),
  z
    .looseObject({ outcome: z.enum(['changed', 'unchanged']), dryRun, files: z.array(z.string()).min(1).optional() })
    .describe('`baton init`: the files that were written.'),
  z
    .looseObject({
      outcome: z.enum(outcomes),
      files: z.array(z.string()).min(1).optional().describe('That were written or deleted.'),
      errors: briefErrors,
      warnings: z.array(z.string()).min(1).optional().describe('Codes.'),
      dryRun,
      diff,
    })
    .describe('`baton init --agents`.'),
  z
    .looseObject({
      outcome: z.enum(['merged', 'conflicts', 'unmerged']),
      as: z.enum(['registry', 'text']),
      errors: briefErrors,
    })
    .describe('`baton merge-registry`.'),
  z.looseObject({ compacted: z.boolean(), signals: z.array(z.string()).min(1).optional() }).describe('`baton detect`.'),
  z.looseObject(explainedFields).describe('`baton explain CODE`.'),
  z.looseObject(codeListFields).describe('`baton explain`.'),
  jsonWorkflow,
  creationList,
])

export type BriefDiagnostic = z.infer<typeof briefDiagnostic>
export type BriefResult = z.infer<typeof briefResult>
export type BriefReport = z.infer<typeof briefReport>
export type BriefFailure = z.infer<typeof briefFailure>
export type BriefStatus = z.infer<typeof briefStatus>

export const jsonNext = z.looseObject({
  version,
  branch,
  actions: z
    .array(
      z.looseObject({
        // No enumeration: a reader meets an unknown word by showing it.
        do: z.string().describe(`The kind of action: ${actionKinds.map((kind) => `\`${kind}\``).join(', ')}.`),
        target: z.string().describe('E.g. `plugin:LushVerb`.'),
        state: z.string().optional().describe('In words.'),
        agent: z.string().optional().describe('Whose work it is.'),
        run: z.string().optional().describe('The command that does it.'),
        read: z.array(z.string()).min(1).optional().describe('Files to be read before.'),
        needs: z.array(z.string()).min(1).optional().describe('What else the command needs.'),
        question,
        code: z.string().optional(),
        why: z.string().optional(),
        grant: grant.optional(),
      }),
    )
    .describe('The most urgent first.'),
  why: z
    .string()
    .optional()
    .describe('Why there is no action: how many targets are done, and what the first of the others waits for.'),
  more: z.int().min(1).optional().describe('How many more there are.'),
  conflicts: briefErrors.describe('Files that git could not merge and that no action is about, the first five.'),
})
