import * as z from 'zod'
import { severities } from '../core/diagnostic.ts'

const position = z.int().min(1)

// No enumeration: a protocol that is added later must not make older validators fail.
const protocol = z.string().describe('E.g. `plugin`.')

const place = {
  path: z.string().describe('Relative to the root, with `/`.'),
  line: position.optional().describe('From 1. Absent: the file as a whole, or one that is not there.'),
  column: position.optional().describe('From 1, in UTF-16 units.'),
  endLine: position.optional(),
  endColumn: position.optional().describe('Exclusive.'),
}

const diagnostic = z
  .object({
    code: z.string().describe('Permanent, e.g. `REGISTRY_STATUS_DRIFT`; `baton explain CODE` says more.'),
    severity: z.enum(severities),
    protocol: protocol.optional().describe("E.g. `plugin`. Absent when it is about Baton's own files."),
    target: z.string().optional().describe('E.g. `plugin:LushVerb`.'),
    ...place,
    message: z.string().describe('What is wrong; values from files stand in backticks.'),
    hint: z.string().optional().describe('What to do about it.'),
    fix: z.string().optional().describe('The one command that mends it.'),
    url: z.string().describe('What the code means.'),
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
  })
  .meta({ id: 'diagnostic' })

const diagnostics = z.array(diagnostic)

const time = z.string().describe('ISO 8601, in UTC.')

/** Who holds control by name. */
const grant = z
  .object({
    agent: z.string().optional().describe('To whom it was given: `ROLE` or `ROLE/INSTANCE`.'),
    by: z.string().optional().describe('Who gave it.'),
    since: time,
    until: time.optional(),
  })
  .meta({ id: 'grant' })

const target = z
  .object({
    id: z.string().describe('E.g. `plugin:LushVerb`.'),
    protocol,
    path: z.string().describe('The file that says so first.'),
    holder: z.enum(['orchestrator', 'agent']).optional().describe('Who has control of it. Absent where it cannot be known.'),
    state: z.string().describe('In words, e.g. `stage 2 complete`.'),
    question: z.string().optional().describe('The question that control was returned with, while it is unanswered.'),
    grant: grant.optional().describe('Who holds it by name, where that is recorded.'),
    facts: z.record(z.string(), z.unknown()).describe("The protocol's own; its page says which keys."),
  })
  .meta({ id: 'target' })

/** The answer of `baton validate --format json`, version 1. Within a version fields are only ever added. */
const jsonReport = z.object({
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
  report: z
    .looseObject({ lines: z.array(z.string()).describe('What the text format prints of it.') })
    .optional()
    .describe("When exactly one target is named: the protocol's own report of it; its page says which keys."),
})

export type JsonReport = z.infer<typeof jsonReport>

/** The JSON Schema (2020-12) of the answer; open to fields that are added later. */
export function reportSchema(): object {
  return z.toJSONSchema(jsonReport.meta({ title: 'Baton: report, version 1' }), { io: 'input' })
}
