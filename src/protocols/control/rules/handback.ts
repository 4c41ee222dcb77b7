import { handbackAnew } from './advice.ts'
import { msg } from '../../../core/message.ts'
import { handbackProblems, handbackTexts, stages, type ControlRules } from './subjects.ts'
import { hasControls } from '../writing/writing.ts'
import { over, overProblems } from '../../../kit/rules.ts'

const form = msg`Expected ${'reason'}, ${'description'} and for an error ${'error'} with ${'code'} and ${'message'}.`

/** The answer: `handback.json` */
export const handbackRules: ControlRules = {
  name: 'handback',
  title: 'The answer: `handback.json`',
  rules: [
    overProblems(stages, handbackProblems, [
      {
        code: 'HANDBACK_UNREADABLE',
        strict: 'error',
        soft: 'error',
        summary:
          '`handback.json` is not JSON: not UTF-8, a byte-order mark, empty, comments, trailing commas, `NaN`, too large, too deep, or a folder of this name.',
        why: 'The agent meant to return control, and it is unclear why: a guess may start work while the agent still works.',
        repair: 'Fix the file, or rewrite it with `/handback STAGE REASON`.',
        advice: ({ stage }) => handbackAnew(stage),
        examples: ({ change, handbackPath, handbacks, workedSample }) => {
          const written = (text: string) => change(workedSample, { [handbackPath]: text })
          return {
            bad: [
              { about: 'a text', head: written('All done.\n') },
              { about: 'nothing', head: written('') },
              { about: 'a quote that is not closed', head: written('{ "reason": "success, "description": "Done" }\n') },
              { about: 'a line break in a text', head: written('{ "reason": "success", "description": "Done\nand dusted" }\n') },
              { about: 'too large', head: written(`${handbacks.success}${' '.repeat(3000)}`), limit: 2000 },
              { about: 'a folder', head: change(workedSample, { [`${handbackPath}/note.txt`]: 'done\n' }) },
            ],
            good: [{ about: 'Windows line endings', head: written(handbacks.success.replaceAll('\n', '\r\n')) }],
          }
        },
      },
      {
        code: 'HANDBACK_SCHEMA',
        strict: 'error',
        soft: 'error',
        summary: '`handback.json` is not an object, or a key, also one of `error`, is missing, of the wrong type, empty or unknown.',
        why: 'The orchestrator decides by this file what comes next; an invalid one returns nothing.',
        repair: 'Fix the file, or rewrite it with `/handback STAGE REASON`.',
        advice: ({ stage }) => ({ hint: `${form} ${handbackAnew(stage).hint}` }),
        examples: ({ change, handbackPath, inHandback, workedSample }) => ({
          bad: [
            { about: 'a list', head: change(workedSample, { [handbackPath]: '[]\n' }) },
            { about: 'no description', head: inHandback('success', [',\n  "description": "Stage completed successfully."', '']) },
            { about: 'no reason', head: inHandback('success', ['  "reason": "success",\n', '']) },
            { about: 'an empty description', head: inHandback('success', ['Stage completed successfully.', '']) },
            { about: 'an unknown key', head: inHandback('success', ['"reason"', '"at": "2026-01-20",\n  "reason"']) },
            {
              about: 'an error that is a text',
              head: change(workedSample, { [handbackPath]: '{ "reason": "error", "description": "No", "error": "No" }\n' }),
            },
            { about: 'an error without a message', head: inHandback('error', [',\n    "message": "There is no brief"', '']) },
            { about: 'an unknown key in the error', head: inHandback('error', ['"code"', '"retry": true,\n    "code"']) },
            { about: 'a context that is a text', head: inHandback('error', ['"code"', '"context": "none",\n    "code"']) },
            {
              about: 'a malformed error together with success',
              head: inHandback('success', ['"description"', '"error": {},\n  "description"']),
            },
          ],
          good: [
            { about: 'any context', head: inHandback('error', ['"code"', '"context": { "tried": [1, { "again": null }] },\n    "code"']) },
          ],
        }),
      },
      {
        code: 'HANDBACK_REASON',
        strict: 'error',
        soft: 'error',
        summary: '`reason` in `handback.json` is not `success`, `error` or `question`.',
        why: 'This word alone decides whether the orchestrator continues, repairs or answers.',
        repair: 'Write one of the three words.',
        advice: () => ({ hint: msg`Write ${'success'}, ${'error'} or ${'question'}.` }),
        examples: ({ inHandback, returned }) => ({
          bad: [
            { about: 'a word for success', head: inHandback('success', ['"success"', '"done"']) },
            { about: 'capitals', head: inHandback('question', ['"question"', '"Question"']) },
            { about: 'a word for an error', head: inHandback('error', ['"reason": "error"', '"reason": "failed"']) },
            { about: 'nothing', head: inHandback('success', ['"success"', '""']) },
          ],
          good: [
            { about: 'success', head: returned('success') },
            { about: 'an error', head: returned('error') },
            { about: 'a question', head: returned('question') },
          ],
        }),
      },
      {
        code: 'HANDBACK_ERROR_MISSING',
        strict: 'error',
        soft: 'error',
        summary: 'The reason is `error`, and there is no key `error`.',
        why: 'Without a code and a message it is unclear what went wrong, or whether trying again helps.',
        repair: 'Write `error` with a code and a message.',
        advice: () => ({ hint: msg`Write ${'error'} with ${'code'} and ${'message'}.` }),
        examples: ({ inHandback, returned }) => ({
          bad: [{ about: 'a reason alone', head: inHandback('success', ['"success"', '"error"']) }],
          good: [
            { about: 'an error', head: returned('error') },
            { about: 'a question, which needs none', head: returned('question') },
          ],
        }),
      },
      {
        code: 'HANDBACK_CODE',
        strict: 'error',
        soft: 'error',
        summary: '`error.code` in `handback.json` is not one of the ten codes.',
        why: 'Programs decide by the code what to do about the error.',
        repair: 'Write one of the ten codes, in capitals; `UNKNOWN` where none fits.',
        advice: () => ({ hint: msg`Write one of them, in capitals; ${'UNKNOWN'} where none fits.` }),
        examples: ({ inHandback, returned }) => ({
          bad: [
            { about: 'lower-case letters', head: inHandback('error', ['INPUT_MISSING', 'input_missing']) },
            { about: 'a typo', head: inHandback('error', ['INPUT_MISSING', 'INPUT_MISING']) },
            { about: 'a code of their own', head: inHandback('error', ['INPUT_MISSING', 'E404']) },
          ],
          good: [
            { about: 'a code', head: returned('error') },
            { about: 'another code', head: inHandback('error', ['INPUT_MISSING', 'RESOURCE_EXHAUSTED']) },
          ],
        }),
      },
    ]),
    over(stages, [
      {
        code: 'HANDBACK_ERROR_UNEXPECTED',
        strict: 'warning',
        soft: 'notice',
        summary: 'There is a well-formed `error`, and the reason is `success` or `question`.',
        why: 'A success with an error leaves open which of the two is meant.',
        repair: 'Leave `error` out, or write the reason `error`.',
        examples: ({ inHandback, returned }) => ({
          bad: [
            { about: 'a success with an error', head: inHandback('error', ['"reason": "error"', '"reason": "success"']) },
            { about: 'a question with an error', head: inHandback('error', ['"reason": "error"', '"reason": "question"']) },
          ],
          good: [{ about: 'an error with an error', head: returned('error') }],
        }),
        *check({ stage: { handback } }) {
          if (!handback.value?.error || handback.value.reason === 'error') return
          yield {
            message: msg`Unexpected key ${'error'} together with the reason ${handback.value.reason}`,
            hint: msg`Leave it out, or write the reason ${'error'}.`,
            place: handback.file.keyPlace('error'),
          }
        },
      },
    ]),
    over(handbackTexts, [
      {
        code: 'HANDBACK_BLANK',
        strict: 'warning',
        soft: 'notice',
        summary: '`description` or `error.message` in `handback.json` is white space only.',
        why: 'It is the only place where people can read what happened.',
        hint: 'Write what happened.',
        *check({ key, text, place }) {
          if (text.trim() === '') yield { message: msg`Unexpected blank ${key}, expected what happened`, place }
        },
        examples: ({ inHandback, returned }) => ({
          bad: [
            { about: 'a blank description', head: inHandback('success', ['Stage completed successfully.', '  ']) },
            { about: 'a blank message', head: inHandback('error', ['There is no brief', ' ']) },
          ],
          good: [{ about: 'a text', head: returned('error') }],
        }),
      },
      {
        code: 'HANDBACK_CONTROL_CHARS',
        strict: 'warning',
        soft: 'notice',
        summary:
          '`description` or `error.message` in `handback.json` holds a control character (a line break too), a line separator, a bidirectional control or half a surrogate pair.',
        why: 'When printed, it can forge lines, move the cursor or reverse the direction of the text that follows.',
        repair: 'Write one line of plain text.',
        *check({ key, text, place }) {
          if (!hasControls(text)) return
          const message = msg`Unexpected control character in ${key}, expected one line of plain text`
          yield { message, hint: 'Write one line of plain text: it can forge lines in a terminal.', place }
        },
        examples: ({ inHandback }) => {
          const described = (text: string) => inHandback('success', ['Stage completed', text])
          return {
            bad: [
              { about: 'a line break', head: described('One\\nTwo') },
              { about: 'an escape sequence', head: described('\\u001b[2J') },
              { about: 'a line separator', head: described('One\\u2028Two') },
              { about: 'a change of direction', head: described('\u202eeno') },
              { about: 'half a pair', head: described('\\ud83d') },
              { about: 'a line break in the message', head: inHandback('error', ['There is', 'There\\nis']) },
            ],
            good: [{ about: 'other letters, quotes and arrows', head: described('“é” → 💡') }],
          }
        },
      },
    ]),
  ],
}
