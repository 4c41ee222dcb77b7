import { change, returnedSample, schemaPath } from '../../examples.ts'
import { outputRule } from './output-rule.ts'

export const schemaUnreadable = outputRule({
  code: 'STAGE_SCHEMA_UNREADABLE',
  strict: 'warning',
  soft: 'notice',
  summary: 'The schema of an output is missing, not JSON or no schema.',
  why: 'Nobody has looked whether the output is as it should be.',
  repair: 'Mend the schema.',
  examples() {
    return {
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
    }
  },
})
