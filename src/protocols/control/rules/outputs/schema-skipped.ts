import { change, returnedSample, schemaPath } from '../../examples.ts'
import { outputRule } from './output-rule.ts'

export const schemaSkipped = outputRule({
  code: 'STAGE_SCHEMA_SKIPPED',
  strict: 'notice',
  soft: 'notice',
  summary:
    'The schema of an output was not applied: it refers to itself, is of another draft, is or meets more than is looked at, or has a pattern that cannot be matched in linear time.',
  why: 'It comes from the repository, and no file may keep a check busy for long. What it describes was not looked at.',
  repair: 'Nothing has to be done. A simpler schema is applied.',
  examples() {
    return {
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
    }
  },
})
