import * as z from 'zod'
import { severities } from '../core/diagnostic.ts'

export const position = z.int().min(1)

// No enumeration: a protocol that is added later must not make older validators fail.
const protocol = z.string().describe('E.g. `plugin`.')

const place = {
  path: z.string().describe('Relative to the root, with `/`.'),
  line: position.optional().describe('From 1. Absent: the file as a whole, or one that is not there.'),
  column: position.optional().describe('From 1, in UTF-16 units.'),
  endLine: position.optional(),
  endColumn: position.optional().describe('Exclusive.'),
}

/** What places contain that are compared. */
export const placeValues = z.array(
  z.object({
    place: z.string().describe('E.g. `row`, `entry`, `checksum`, `file`.'),
    value: z.string().nullable().describe('As it is written there; `null`: there is nothing.'),
  }),
)

export const countsAsNew = z
  .literal(true)
  .optional()
  .describe(
    'An error that `--fail-on new-error` counts: the base does not have it, or it concerns what the change touches.',
  )

const diagnostic = z
  .object({
    code: z.string().describe('Permanent, e.g. `REGISTRY_STATUS_DRIFT`; `baton explain CODE` says more.'),
    severity: z.enum(severities),
    protocol: protocol.optional().describe("E.g. `plugin`. Absent when it is about Baton's own files."),
    target: z.string().optional().describe('E.g. `plugin:LushVerb`.'),
    ...place,
    message: z.string().describe('What is wrong; values from files are in backticks.'),
    hint: z.string().optional().describe('What to do about it.'),
    fix: z.string().optional().describe('The one command that fixes it.'),
    url: z
      .string()
      .optional()
      .describe(
        'The page that explains the code. Absent in a program that is published nowhere: `baton explain CODE` says the same.',
      ),
    related: z
      .array(z.object({ ...place, message: z.string() }))
      .optional()
      .describe('Other places that help to understand it.'),
    commit: z.string().optional().describe('SHA of the commit of the change that it is about.'),
    conversation: z
      .int()
      .min(1)
      .optional()
      .describe('Number of the pull request or issue that it is about, where an audit looks at those too.'),
    retry: z.literal(true).optional().describe('The same call may succeed later.'),
    new: countsAsNew,
    subject: z.string().optional().describe('What is compared, where places contradict each other: `status`.'),
    said: placeValues.optional().describe('What each of the places that contradict each other contains.'),
  })
  .meta({ id: 'diagnostic' })

const diagnostics = z.array(diagnostic)

export const time = z.string().describe('ISO 8601, in UTC.')

/** Who holds control by name. */
export const grant = z
  .object({
    agent: z.string().optional().describe('To whom it was given: `ROLE` or `ROLE/INSTANCE`.'),
    by: z.string().optional().describe('Who gave it.'),
    since: time,
    until: time.optional(),
  })
  .meta({ id: 'grant' })

export const error = z
  .string()
  .optional()
  .describe('The error with which control came back, until it is granted again.')

const target = z
  .object({
    id: z.string().describe('E.g. `plugin:LushVerb`.'),
    protocol,
    path: z.string().describe('The file that says so first.'),
    holder: z
      .enum(['orchestrator', 'agent'])
      .optional()
      .describe('Who has control of it. Absent where it cannot be known.'),
    state: z.string().describe('In words, e.g. `stage 2 complete`.'),
    question: z.string().optional().describe('The question that control was returned with, while it is unanswered.'),
    error,
    grant: grant.optional().describe('Who holds it by name, where that is recorded.'),
    facts: z.record(z.string(), z.unknown()).describe("The protocol's own; its page says which keys."),
  })
  .meta({ id: 'target' })

/** The answer of `baton validate --format json`, version 1. Within a version fields are only ever added. */
export const jsonReport = z.object({
  version: z.literal(1),
  valid: z.boolean().describe('Whether `errors` is empty.'),
  errors: diagnostics.describe('Sorted by path, line, column, code, as the other lists.'),
  warnings: diagnostics,
  notices: diagnostics,
  checked: z.object({
    files: z.int().min(0),
    targets: z.int().min(0),
    protocols: z.array(protocol),
  }),
  targets: z.array(target).describe('Sorted by id.'),
  parsed: z.unknown().optional().describe('When exactly one file is named: what was read from it, as plain data.'),
  afterMerge: z
    .array(z.string())
    .optional()
    .describe(
      'Workflows that the change declares, or declares otherwise: they take effect after the merge, or with the check after that of a push; what they would find then.',
    ),
  setup: z
    .array(
      z.object({
        name: z.string(),
        status: z.enum(['set up', 'missing', 'optional']).describe('`missing`: little is gained without it.'),
        text: z.string(),
        command: z.string().optional().describe('What sets it up.'),
      }),
    )
    .optional()
    .describe('Of `baton doctor`: what is set up, and what is not.'),
  notes: z
    .array(z.string())
    .optional()
    .describe('Of `baton doctor`: what was not examined, and the presets whose files are there.'),
  report: z
    .looseObject({ lines: z.array(z.string()).describe('The lines that the text format prints.') })
    .optional()
    .describe("When exactly one target is named: the protocol's own report of it; its page says which keys."),
})

export type JsonReport = z.infer<typeof jsonReport>

export const outcomes = ['changed', 'unchanged', 'refused'] as const
export const outcome = z
  .enum([...outcomes, 'usage'])
  .describe('`usage`: the command was not given as its usage line has it, exit code 2.')
export const holder = z.enum(['orchestrator', 'agent'])
export const dryRun = z.literal(true).optional().describe('Nothing was changed: this is what the call would have done.')
export const diff = z.string().optional().describe('Unified, of a dry run.')
export const commit = z.string().optional().describe('SHA of the commit that was made of it.')
export const question = z.string().optional().describe('The question that is open after it.')

export const move = {
  outcome,
  target: z.string().optional().describe('E.g. `plugin:LushVerb`.'),
  from: z.string().optional().describe('Its state before, in words.'),
  to: z.string().optional().describe('Its state after.'),
  holder: holder.optional(),
}

export const work = z
  .looseObject({
    agent: z.string().optional().describe('Whose work it is.'),
    read: z.array(z.string()).min(1).readonly().optional().describe('Files to be read before.'),
    needs: z.array(z.string()).min(1).readonly().optional().describe('What its end needs.'),
    why: z.string().optional(),
    run: z.string().optional().describe('The command that ends it.'),
  })
  .optional()
  .describe('What there is to do by the grant, as `next` would answer.')

const changesSchema = z.array(
  z.looseObject({
    path: z.string(),
    action: z.enum(['write', 'delete']),
    local: z.literal(true).optional().describe('Never committed.'),
  }),
)

const result = z.looseObject({
  ...move,
  command: z.string().describe('As it was given.'),
  grant: grant.optional(),
  question,
  work,
  facts: z.record(z.string(), z.unknown()).optional().describe("The protocol's own, after the command."),
  changes: changesSchema,
  reply: z.string().describe('Markdown for people.'),
  errors: diagnostics.optional(),
  warnings: diagnostics,
  notices: diagnostics,
  dryRun,
  diff,
})

export const version = z.literal(1)
const failures = ['usage', 'nothing', 'refused', 'fault'] as const
export const failure = {
  outcome: z.enum(failures).describe('Why there is no other answer: exit codes 2, 3, 1 and 70.'),
}

const example = z.looseObject({ about: z.string(), head: z.record(z.string(), z.string()) })

export const explainedFields = {
  code: z.string(),
  summary: z.string(),
  url: z.string().optional(),
  strict: z.string().optional().describe('Its severity where the change touches it.'),
  soft: z.string().optional().describe('Its severity everywhere else.'),
  why: z.string().optional(),
  repair: z.string().optional(),
}

export const codeListFields = {
  codes: z.array(z.looseObject({ code: z.string(), summary: z.string(), url: z.string().optional() })),
}

/** What `baton new` answers without an argument. */
export const creationList = z
  .looseObject({
    version,
    creations: z.array(
      z.looseObject({ run: z.string().describe('The call.'), creates: z.string().describe('What it creates.') }),
    ),
  })
  .describe('`baton new` without an argument: what can be created.')

export const jsonAnswer = z.union([
  result.extend({ version, commit }).describe('One command.'),
  z
    .looseObject({ version, outcome, results: z.array(result), commit, dryRun, diff })
    .describe('Several commands: all of them, or none.'),
  z.looseObject({ version, ...failure, errors: diagnostics.min(1) }).describe('No answer to the command itself.'),
  creationList,
  z
    .looseObject({
      version,
      outcome: z.enum(['changed', 'unchanged']),
      dryRun,
      protocols: z.array(z.looseObject({ name: z.string(), targets: z.int() })),
      leftOut: z.array(z.unknown()),
      changes: changesSchema,
      kept: z.array(z.looseObject({ path: z.string(), text: z.string() })),
      next: z.array(z.string()),
    })
    .describe('`baton init`.'),
  z
    .looseObject({
      version,
      outcome: z.enum(outcomes),
      command: z.literal('init --agents'),
      dryRun,
      diff,
      changes: changesSchema,
      errors: diagnostics.optional(),
      warnings: diagnostics,
      notices: z.array(z.string()),
      copies: z
        .array(z.looseObject({ place: z.string(), text: z.string() }))
        .describe('Texts for places that no program writes.'),
    })
    .describe('`baton init --agents`.'),
  z
    .looseObject({
      version,
      outcome: z.enum(['merged', 'conflicts', 'unmerged']),
      as: z.enum(['registry', 'text']),
      errors: diagnostics,
    })
    .describe('`baton merge-registry`.'),
  z
    .looseObject({
      version,
      compacted: z.boolean(),
      messages: z.int(),
      signals: z.array(z.string()),
      hits: z.array(z.looseObject({ signal: z.string(), phrase: z.string(), message: z.int() })),
    })
    .describe('`baton detect`.'),
  z
    .looseObject({
      ...explainedFields,
      examples: z.looseObject({ bad: z.array(example), good: z.array(example) }).optional(),
    })
    .describe('`baton explain CODE`.'),
  z.looseObject(codeListFields).describe('`baton explain`.'),
])
