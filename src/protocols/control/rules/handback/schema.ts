import { msg } from '../../../../core/message.ts'
import { change, handbackPath, inHandback, workedSample } from '../../examples.ts'
import { problemRule } from '../problems.ts'
import { handbackAnew } from './mends.ts'

const form = msg`Expected ${'reason'}, ${'description'} and for an error ${'error'} with ${'code'} and ${'message'}.`

export const handbackSchema = problemRule({
  code: 'HANDBACK_SCHEMA',
  strict: 'error',
  soft: 'error',
  summary: '`handback.json` is no object, or a key is missing, of the wrong type, empty or unknown, in `error` too.',
  why: 'The orchestrator decides by this file what comes next; an invalid one returns nothing.',
  repair: 'Mend the file, or write it anew with `/handback STAGE REASON`.',
  file: ({ handback }) => handback,
  mend: (stage) => ({ hint: `${form} ${handbackAnew(stage).hint}` }),
  examples() {
    return {
      bad: [
        { about: 'a list', head: change(workedSample, { [handbackPath]: '[]\n' }) },
        { about: 'no description', head: inHandback('success', [',\n  "description": "Stage completed successfully."', '']) },
        { about: 'no reason', head: inHandback('success', ['  "reason": "success",\n', '']) },
        { about: 'an empty description', head: inHandback('success', ['Stage completed successfully.', '']) },
        { about: 'a key that nobody knows', head: inHandback('success', ['"reason"', '"at": "2026-01-20",\n  "reason"']) },
        {
          about: 'an error that is a text',
          head: change(workedSample, { [handbackPath]: '{ "reason": "error", "description": "No", "error": "No" }\n' }),
        },
        { about: 'an error without a message', head: inHandback('error', [',\n    "message": "There is no brief"', '']) },
        { about: 'a key in the error that nobody knows', head: inHandback('error', ['"code"', '"retry": true,\n    "code"']) },
        { about: 'a context that is a text', head: inHandback('error', ['"code"', '"context": "none",\n    "code"']) },
        { about: 'a malformed error beside success', head: inHandback('success', ['"description"', '"error": {},\n  "description"']) },
      ],
      good: [
        { about: 'any context', head: inHandback('error', ['"code"', '"context": { "tried": [1, { "again": null }] },\n    "code"']) },
      ],
    }
  },
})
