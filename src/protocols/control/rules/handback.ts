import { rewriteHandbackAdvice } from './advice.ts'
import { msg } from '../../../core/message.ts'
import { handbackTexts, problemsIn, stages, type ControlRules } from './subjects.ts'
import { errorCodeNames } from '../schema.ts'
import { hasControls } from '../writing/writing.ts'
import { overParts, overProblems } from '../../../kit/rules.ts'

const formHint = msg`Expected ${'reason'}, ${'description'} and for an error ${'error'} with ${'code'} and ${'message'}.`

export const handbackRules: ControlRules = {
  name: 'handback',
  title: 'The answer: `handback.json`',
  rules: [
    overProblems(stages, problemsIn('handback'), [
      {
        code: 'HANDBACK_UNREADABLE',
        strict: 'error',
        soft: 'error',
        summary:
          '`handback.json` is not JSON: not UTF-8, a byte-order mark, empty, comments, trailing commas, `NaN`, too large, too deep, or a folder of this name.',
        why: 'The agent meant to return control, and it is unclear why: a guess may start work while the agent still works.',
        repair: 'Fix the file, or rewrite it with `/handback STAGE REASON`.',
        advice: ({ stage }) => rewriteHandbackAdvice(stage),
      },
      {
        code: 'HANDBACK_SCHEMA',
        strict: 'error',
        soft: 'error',
        summary:
          '`handback.json` is not an object, or a key (those of `error` included) is missing, of the wrong type, empty or unknown.',
        why: 'The orchestrator decides by this file what comes next; an invalid one returns nothing.',
        repair: 'Fix the file, or rewrite it with `/handback STAGE REASON`.',
        advice: ({ stage }) => ({ hint: `${formHint} ${rewriteHandbackAdvice(stage).hint}` }),
      },
      {
        code: 'HANDBACK_REASON',
        strict: 'error',
        soft: 'error',
        summary: '`reason` in `handback.json` is not `success`, `error` or `question`.',
        why: 'This word alone decides whether the orchestrator continues, repairs or answers.',
        repair: 'Write one of the three words.',
        advice: () => ({ hint: msg`Write ${'success'}, ${'error'} or ${'question'}.` }),
      },
      {
        code: 'HANDBACK_ERROR_MISSING',
        strict: 'error',
        soft: 'error',
        summary: 'The reason is `error`, and there is no key `error`.',
        why: 'Without a code and a message it is unclear what went wrong, or whether trying again helps.',
        repair: 'Write `error` with a code and a message.',
        advice: () => ({ hint: msg`Write ${'error'} with ${'code'} and ${'message'}.` }),
      },
      {
        code: 'HANDBACK_CODE',
        strict: 'error',
        soft: 'error',
        summary: '`error.code` in `handback.json` is not one of the ten codes.',
        why: 'Programs decide by the code what to do about the error.',
        repair: `Write one of ${errorCodeNames.map((name) => `\`${name}\``).join(', ')}; the last where none fits.`,
        advice: () => ({ hint: msg`Write one of them, in capitals; ${'UNKNOWN'} where none fits.` }),
      },
    ]),
    overParts(stages, [
      {
        code: 'HANDBACK_ERROR_UNEXPECTED',
        strict: 'warning',
        soft: 'notice',
        summary: 'There is a well-formed `error`, and the reason is `success` or `question`.',
        why: 'A success with an error leaves open which of the two is meant.',
        repair: 'Leave `error` out, or write the reason `error`.',
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
    overParts(handbackTexts, [
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
      },
    ]),
  ],
}
