import type { EdgeCases } from '../../../examples-of.ts'
import {
  change,
  configPath,
  resultPath,
  returnedSample,
  schemaPath,
} from '../../../../src/protocols/control/examples.ts'

/** Cases at the edges of the rules of `outputs.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  STAGE_OUTPUT_MISSING: {
    bad: {
      'no log that is required': change(returnedSample, {
        [configPath]: [
          ['prompt:\n', '  runtime:\n  - { name: log, path: run/output-data/log.json, required: true }\nprompt:\n'],
        ],
      }),
    },
    good: {
      'data that is not required': change(returnedSample, {
        [resultPath]: null,
        [configPath]: [['    schema: schemas', '    required: false\n    schema: schemas']],
      }),
      'a log': change(returnedSample, {
        [configPath]: [['prompt:\n', '  runtime:\n  - { name: log, path: run/output-data/log.json }\nprompt:\n']],
      }),
    },
  },
  STAGE_OUTPUT_INVALID: {
    bad: {
      'a text in place of a number': change(returnedSample, { [resultPath]: '{ "total": "three" }\n' }),
      'a key that is missing': change(returnedSample, { [resultPath]: '{}\n' }),
    },
  },
  STAGE_SCHEMA_UNREADABLE: {
    bad: {
      'a type that is none': change(returnedSample, { [schemaPath]: [['"integer"', '"whole number"']] }),
      'a reference to nothing': change(returnedSample, {
        [schemaPath]: [['"type": "integer"', '"$ref": "#/$defs/count"']],
      }),
    },
  },
  STAGE_SCHEMA_SKIPPED: {
    bad: {
      'a pattern that looks ahead': change(returnedSample, {
        [schemaPath]: [['"type": "integer"', '"pattern": "^(?=a)"']],
      }),
    },
  },
}
