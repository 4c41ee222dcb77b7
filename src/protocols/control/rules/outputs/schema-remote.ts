import { change, returnedSample, schemaPath } from '../../examples.ts'
import { outputRule } from './output-rule.ts'

export const schemaRemote = outputRule({
  code: 'STAGE_SCHEMA_REMOTE',
  strict: 'warning',
  soft: 'notice',
  summary: 'The schema of an output refers outside itself. Nothing is fetched.',
  why: 'What it refers to can change, or be somebody else’s, and a check must not depend on the network.',
  repair: 'Copy what it refers to into the schema.',
  examples() {
    return {
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
    }
  },
})
