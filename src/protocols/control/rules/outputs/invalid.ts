import { change, configPath, resultPath, returnedSample, workedSample } from '../../examples.ts'
import { outputRule } from './output-rule.ts'

export const outputInvalid = outputRule({
  code: 'STAGE_OUTPUT_INVALID',
  strict: 'warning',
  soft: 'notice',
  summary: 'Control was returned with success, and a `data` or `runtime` output is not JSON, or violates its schema.',
  why: 'The next stage reads it by its schema.',
  repair: 'Write the output as its schema has it.',
  examples() {
    return {
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
    }
  },
})
