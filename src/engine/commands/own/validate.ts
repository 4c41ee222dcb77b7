import { msg } from '../../../core/message.ts'
import { pluralize, describeCounts } from '../../../core/diagnostic.ts'
import { unchangedAnswer } from '../answer.ts'
import { textLine } from './findings.ts'
import { checkNow, noStateOf, ownCommand } from './own.ts'

export const validate = ownCommand({
  name: 'validate',
  takes: 'target',
  summary: 'Checks everything, or one target, and reports the problems.',
  examples: ['/validate', '/validate TinyGain'],

  *run(call) {
    const { chosenTarget } = call
    const { diagnostics, checked, verdict } = yield* checkNow(call, chosenTarget ? [chosenTarget.target] : [])
    const subject = chosenTarget ? msg`${chosenTarget.target}` : pluralize(checked.targets, 'target')
    const counts = describeCounts(diagnostics)
    const emptyMessage = ['nothing to check', noStateOf(call)]
      .filter((part) => part !== undefined)
      .join('. ')
      .replace(/\.$/, '')
    const outcome = verdict === 'nothing' ? emptyMessage : counts === '' ? 'nothing is wrong' : counts
    return unchangedAnswer(`${subject}: ${outcome}.`, {
      diagnostics,
      report: {
        valid: verdict === 'passed',
        checked: { ...checked },
        // The others are shown after every answer.
        lines: [
          `${chosenTarget?.target ?? subject}: ${outcome}`,
          ...diagnostics.filter(({ severity }) => severity === 'error').map(textLine),
        ],
      },
    })
  },
})
