import { msg } from '../../../core/message.ts'
import { overParts } from '../../../kit/rules.ts'
import type { Failure } from '../contract/checks.ts'
import { failures, withRuleText, type ControlRules, type FailureSubject, type RuleWithText } from './subjects.ts'

const writeJsonAction = 'Write the output as JSON.'

/** What a stage has not given; `/validate` reports the same of any stage. */
export const outputFailureRules: readonly RuleWithText<FailureSubject>[] = [
  {
    code: 'STAGE_OUTPUT_MISSING',
    strict: 'warning',
    soft: 'notice',
    summary: 'Control was returned with success, and a required output is missing.',
    why: 'The next stage waits for it, or begins without it.',
    repair: 'Write the output, or declare in the contract that it is not required.',
    ...withRuleText({
      'no output': ({ path }) => ({
        message: msg`Missing output ${path}`,
        action: 'Write it before handing back, or declare it as not required.',
      }),
    }),
  },
  {
    code: 'STAGE_OUTPUT_EMPTY',
    strict: 'warning',
    soft: 'notice',
    summary: 'Control was returned with success, and an output is empty.',
    why: 'An empty file was usually created and never written.',
    repair: 'Write the output.',
    ...withRuleText({
      'empty output': ({ path }) => ({
        message: msg`Unexpected output ${path} without content`,
        action: 'Write something into it before handing back.',
      }),
    }),
  },
  {
    code: 'STAGE_OUTPUT_INVALID',
    strict: 'warning',
    soft: 'notice',
    summary: 'Control was returned with success, and a `data` or `runtime` output is not JSON, or violates its schema.',
    why: 'The next stage reads it by its schema.',
    repair: 'Write the output as its schema requires.',
    ...withRuleText({
      'invalid control file': ({ path }) => ({
        message: msg`Unexpected content of ${path}: it is invalid`,
        action: writeJsonAction,
      }),
      'no UTF-8': ({ path }) => ({
        message: msg`Unexpected bytes in ${path}, expected UTF-8`,
        action: writeJsonAction,
      }),
      'no JSON': ({ path, why }) => ({
        message: `${msg`Unexpected text in ${path}`}: ${why}`,
        action: writeJsonAction,
      }),
      'schema violated'({ path, schema, at, keyword }) {
        const position = at.length === 0 ? '' : msg` at ${at.join('.')}`
        const message = `${msg`Unexpected value in ${path}`}${position}${msg`, expected one that satisfies ${keyword} in ${schema}`}`
        return { message, action: 'Write the output as its schema requires.' }
      },
    }),
  },
  {
    code: 'STAGE_SCHEMA_UNREADABLE',
    strict: 'warning',
    soft: 'notice',
    summary: 'The schema of an output is missing, not JSON, or not a JSON Schema.',
    why: 'The output was not checked.',
    repair: 'Fix the schema.',
    ...withRuleText({
      'unreadable schema': ({ schema, why }) => ({
        message: `${msg`The schema ${schema} cannot be used`}: ${why}`,
        action: 'Fix the schema, or the data that it checks.',
      }),
    }),
  },
  {
    code: 'STAGE_SCHEMA_REMOTE',
    strict: 'warning',
    soft: 'notice',
    summary: 'The schema of an output refers outside itself. Nothing is fetched.',
    why: 'What it refers to can change, or belong to others, and a check must not depend on the network.',
    repair: 'Copy what it refers to into the schema.',
    ...withRuleText({
      'remote schema': ({ schema, why }) => ({
        message: `${msg`The schema ${schema} refers outside itself`}: ${why}`,
        action: 'Copy what it refers to into the schema; nothing is fetched.',
      }),
    }),
  },
  {
    code: 'STAGE_SCHEMA_SKIPPED',
    strict: 'notice',
    soft: 'notice',
    summary:
      'The schema of an output was not applied: it refers to itself, is of another draft, is or meets more than is looked at, or has a pattern that cannot be matched in linear time.',
    why: 'It comes from the repository, and no file may keep a check busy for long. The output was not checked.',
    repair: 'No action is needed. A simpler schema is applied.',
    ...withRuleText({
      'schema not applied': ({ why }) => ({
        message: `The schema was not applied: ${why}`,
        action: 'What it describes is not checked.',
      }),
    }),
  },
]

/** What shows that an output is missing, empty or not as its schema has it. Anything else could not be checked. */
const decisiveKinds: ReadonlySet<Failure['kind']> = new Set([
  'no output',
  'empty output',
  'invalid control file',
  'no UTF-8',
  'no JSON',
  'schema violated',
])

export const contradictsSuccess = ({ kind }: Failure): boolean => decisiveKinds.has(kind)

export const outputRules: ControlRules = {
  name: 'outputs',
  title: 'Outputs and their schemas',
  rules: [
    overParts(
      failures(
        (stage) => (stage.state === 'returned success' ? stage.validation() : []),
        ({ handback }, { place, file }) => ({
          place: handback.file.place('reason'),
          related: [
            { ...place, message: 'the declaration' },
            ...(file === undefined ? [] : [{ path: file, message: 'the output' }]),
          ],
        }),
      ),
      outputFailureRules,
    ),
  ],
}
