import type { RuleExamples } from '../../../core/rule.ts'
import {
  change,
  configPath,
  reportPath,
  resultPath,
  returned,
  returnedSample,
  schemaPath,
  workedSample,
} from '../examples.ts'

export const examples: RuleExamples = {
  STAGE_OUTPUT_MISSING: {
    bad: {
      'no report': change(returnedSample, { [reportPath]: null }),
      'no data': change(returnedSample, { [resultPath]: null }),
    },
    good: { everything: returnedSample, 'an error': change(returned('error'), { [reportPath]: null }) },
  },
  STAGE_OUTPUT_EMPTY: {
    bad: {
      'an empty report': change(returnedSample, { [reportPath]: '' }),
      'empty data': change(returnedSample, { [resultPath]: '' }),
    },
    good: { content: returnedSample },
  },
  STAGE_OUTPUT_INVALID: {
    bad: {
      'no JSON': change(returnedSample, { [resultPath]: 'three\n' }),
      'no JSON, without a schema': change(returnedSample, {
        [resultPath]: 'three\n',
        [configPath]: [['    schema: schemas/findings.schema.json\n', '']],
      }),
    },
    good: {
      'as its schema has it': returnedSample,
      'work in progress': change(workedSample, { [resultPath]: 'three\n' }),
    },
  },
  STAGE_SCHEMA_UNREADABLE: {
    bad: {
      'no schema': change(returnedSample, { [schemaPath]: null }),
      'no JSON': change(returnedSample, { [schemaPath]: 'type: object\n' }),
    },
    good: { 'a schema': returnedSample },
  },
  STAGE_SCHEMA_REMOTE: {
    bad: {
      'an address': change(returnedSample, {
        [schemaPath]: [['"type": "integer"', '"$ref": "https://example.com/count.json"']],
      }),
      'another file': change(returnedSample, {
        [schemaPath]: [['"type": "integer"', '"$ref": "count.schema.json#/definitions/count"']],
      }),
    },
    good: {
      itself: change(returnedSample, {
        [schemaPath]: [
          ['"type": "integer"', '"$ref": "#/$defs/count"'],
          ['"type": "object"', '"$defs": { "count": { "type": "integer" } },\n  "type": "object"'],
        ],
      }),
      'its own name': change(returnedSample, {
        [schemaPath]: [
          ['"type": "integer"', '"$ref": "findings.json#/$defs/count"'],
          [
            '"type": "object"',
            '"$id": "findings.json",\n  "$defs": { "count": { "type": "integer" } },\n  "type": "object"',
          ],
        ],
      }),
    },
  },
  STAGE_SCHEMA_SKIPPED: {
    bad: {
      'a schema that refers to itself': change(returnedSample, {
        [schemaPath]: [['"type": "integer"', '"anyOf": [{ "type": "integer" }, { "$ref": "#" }]']],
      }),
      'an old draft': change(returnedSample, {
        [schemaPath]: [
          ['"type": "object"', '"$schema": "http://json-schema.org/draft-04/schema#",\n  "type": "object"'],
        ],
      }),
    },
    good: { 'a schema': returnedSample },
  },
}
