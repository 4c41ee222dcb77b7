import { msg } from '../../../../core/message.ts'
import { acceptPath, change, handbackPath, handbacks, inHandback, returned, returnedSample } from '../../examples.ts'
import { changeRule } from './change-rule.ts'
import { undone } from './mends.ts'
import { isRewritten } from './moves.ts'

export const handbackRewritten = changeRule({
  code: 'HANDBACK_REWRITTEN',
  strict: 'error',
  soft: 'warning',
  summary: 'The change makes another one of a valid `handback.json` without a new grant.',
  why: 'Whoever returned control has none left to speak with, and somebody may have acted on the first answer.',
  repair: 'Take it back. `/accept STAGE` begins the next cycle.',
  examples() {
    return {
      bad: [
        { about: 'an error that became a success', base: returned('error'), head: returnedSample },
        { about: 'another description', base: returnedSample, head: inHandback('success', ['completed', 'was completed']) },
      ],
      good: [
        {
          about: 'the same in another form',
          base: returnedSample,
          head: change(returnedSample, { [handbackPath]: [['\n  "reason"', ' "reason"']] }),
        },
        {
          about: 'the same in another order',
          base: returned('error'),
          head: change(returned('error'), {
            [handbackPath]: '{"error":{"message":"There is no brief","code":"INPUT_MISSING"},"description":"No brief","reason":"error"}',
          }),
        },
        { about: 'an invalid one, mended', base: inHandback('success', ['"success"', '"done"']), head: returnedSample },
        {
          about: 'the first answer',
          base: change(returnedSample, { [handbackPath]: null }),
          head: change(returnedSample, { [handbackPath]: handbacks.error, [acceptPath]: returnedSample[acceptPath] ?? '' }),
        },
      ],
    }
  },
  found: isRewritten,
  message: () => msg`Unexpected change of ${'handback.json'}, expected it as it was until control is granted anew`,
  mend: (change) => undone('Take it back', change),
  place: ({ stage }) => stage.handback.place('reason'),
})
