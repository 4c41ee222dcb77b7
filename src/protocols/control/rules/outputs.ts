import { msg } from '../../../core/message.ts'
import { over } from '../../../kit/rules.ts'
import type { Failure } from '../contract/checks.ts'
import { failures, withRuleText, type ControlRules, type FailureSubject, type RuleWithText } from './subjects.ts'

const writeJson = 'Write the output as JSON.'

/** What a stage has not given; `/validate` reports the same of any stage. */
export const outputs: readonly RuleWithText<FailureSubject>[] = [
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
    examples: ({ change, configPath, reportPath, resultPath, returned, returnedSample }) => ({
      bad: [
        { about: 'no report', head: change(returnedSample, { [reportPath]: null }) },
        { about: 'no data', head: change(returnedSample, { [resultPath]: null }) },
        {
          about: 'no log that is required',
          head: change(returnedSample, {
            [configPath]: [['prompt:\n', '  runtime:\n  - { name: log, path: run/output-data/log.json, required: true }\nprompt:\n']],
          }),
        },
      ],
      good: [
        { about: 'everything', head: returnedSample },
        { about: 'an error', head: change(returned('error'), { [reportPath]: null }) },
        {
          about: 'data that is not required',
          head: change(returnedSample, {
            [resultPath]: null,
            [configPath]: [['    schema: schemas', '    required: false\n    schema: schemas']],
          }),
        },
        {
          about: 'a log',
          head: change(returnedSample, {
            [configPath]: [['prompt:\n', '  runtime:\n  - { name: log, path: run/output-data/log.json }\nprompt:\n']],
          }),
        },
      ],
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
    examples: ({ change, reportPath, resultPath, returnedSample }) => ({
      bad: [
        { about: 'an empty report', head: change(returnedSample, { [reportPath]: '' }) },
        { about: 'empty data', head: change(returnedSample, { [resultPath]: '' }) },
      ],
      good: [{ about: 'content', head: returnedSample }],
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
      'invalid control file': ({ path }) => ({ message: msg`Unexpected content of ${path}: it is invalid`, action: writeJson }),
      'no UTF-8': ({ path }) => ({ message: msg`Unexpected bytes in ${path}, expected UTF-8`, action: writeJson }),
      'no JSON': ({ path, why }) => ({ message: `${msg`Unexpected text in ${path}`}: ${why}`, action: writeJson }),
      'schema violated'({ path, schema, at, keyword }) {
        const where = at.length === 0 ? '' : msg` at ${at.join('.')}`
        const message = `${msg`Unexpected value in ${path}`}${where}${msg`, expected what ${schema} says by ${keyword}`}`
        return { message, action: 'Write the output as its schema requires.' }
      },
    }),
    examples: ({ change, configPath, resultPath, returnedSample, workedSample }) => ({
      bad: [
        { about: 'no JSON', head: change(returnedSample, { [resultPath]: 'three\n' }) },
        {
          about: 'no JSON, without a schema',
          head: change(returnedSample, { [resultPath]: 'three\n', [configPath]: [['    schema: schemas/findings.schema.json\n', '']] }),
        },
        { about: 'a text in place of a number', head: change(returnedSample, { [resultPath]: '{ "total": "three" }\n' }) },
        { about: 'a key that is missing', head: change(returnedSample, { [resultPath]: '{}\n' }) },
      ],
      good: [
        { about: 'as its schema has it', head: returnedSample },
        { about: 'work in progress', head: change(workedSample, { [resultPath]: 'three\n' }) },
      ],
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
        message: `${msg`The schema ${schema} is none`}: ${why}`,
        action: 'Fix the schema, or the data that it checks.',
      }),
    }),
    examples: ({ change, returnedSample, schemaPath }) => ({
      bad: [
        { about: 'no schema', head: change(returnedSample, { [schemaPath]: null }) },
        { about: 'no JSON', head: change(returnedSample, { [schemaPath]: 'type: object\n' }) },
        { about: 'a type that is none', head: change(returnedSample, { [schemaPath]: [['"integer"', '"whole number"']] }) },
        {
          about: 'a reference to nothing',
          head: change(returnedSample, { [schemaPath]: [['"type": "integer"', '"$ref": "#/$defs/count"']] }),
        },
      ],
      good: [{ about: 'a schema', head: returnedSample }],
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
    examples: ({ change, returnedSample, schemaPath }) => ({
      bad: [
        {
          about: 'an address',
          head: change(returnedSample, { [schemaPath]: [['"type": "integer"', '"$ref": "https://example.com/count.json"']] }),
        },
        {
          about: 'another file',
          head: change(returnedSample, { [schemaPath]: [['"type": "integer"', '"$ref": "count.schema.json#/definitions/count"']] }),
        },
      ],
      good: [
        {
          about: 'itself',
          head: change(returnedSample, {
            [schemaPath]: [
              ['"type": "integer"', '"$ref": "#/$defs/count"'],
              ['"type": "object"', '"$defs": { "count": { "type": "integer" } },\n  "type": "object"'],
            ],
          }),
        },
        {
          about: 'its own name',
          head: change(returnedSample, {
            [schemaPath]: [
              ['"type": "integer"', '"$ref": "findings.json#/$defs/count"'],
              ['"type": "object"', '"$id": "findings.json",\n  "$defs": { "count": { "type": "integer" } },\n  "type": "object"'],
            ],
          }),
        },
      ],
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
      'schema not applied': ({ why }) => ({ message: `The schema was not applied: ${why}`, action: 'What it describes is not checked.' }),
    }),
    examples: ({ change, returnedSample, schemaPath }) => ({
      bad: [
        {
          about: 'a schema that refers to itself',
          head: change(returnedSample, { [schemaPath]: [['"type": "integer"', '"anyOf": [{ "type": "integer" }, { "$ref": "#" }]']] }),
        },
        {
          about: 'an old draft',
          head: change(returnedSample, {
            [schemaPath]: [['"type": "object"', '"$schema": "http://json-schema.org/draft-04/schema#",\n  "type": "object"']],
          }),
        },
        {
          about: 'a pattern that looks ahead',
          head: change(returnedSample, { [schemaPath]: [['"type": "integer"', '"pattern": "^(?=a)"']] }),
        },
      ],
      good: [{ about: 'a schema', head: returnedSample }],
    }),
  },
]

/** What shows that an output is missing, empty or not as its schema has it. Anything else could not be checked. */
const decisive: ReadonlySet<Failure['kind']> = new Set([
  'no output',
  'empty output',
  'invalid control file',
  'no UTF-8',
  'no JSON',
  'schema violated',
])

/** Whether a failure contradicts a success. */
export const contradictsSuccess = ({ kind }: Failure): boolean => decisive.has(kind)

/** Outputs and their schemas */
export const outputRules: ControlRules = {
  name: 'outputs',
  title: 'Outputs and their schemas',
  rules: [
    over(
      failures(
        (stage) => (stage.state === 'returned success' ? stage.validation() : []),
        ({ handback }, { place, file }) => ({
          place: handback.file.place('reason'),
          related: [{ ...place, message: 'the declaration' }, ...(file === undefined ? [] : [{ path: file, message: 'the output' }])],
        }),
      ),
      outputs,
    ),
  ],
}
