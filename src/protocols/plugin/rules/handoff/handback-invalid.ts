import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { inHandoff, inProgressSample, sample } from '../../examples.ts'
import { targetId } from '../../facts.ts'
import type { HandoffSubject } from '../../subjects.ts'

const returned = (files: typeof sample, ...lines: string[]) =>
  inHandoff(files, ['contract_checksums:', `handback:${lines.map((line) => `\n  ${line}`).join('')}\ncontract_checksums:`])

const reason = 'reason: error'
const code = 'code: BUILD_FAILED'
const description = 'description: "The linker finds no symbol"'
const at = 'at: 2026-02-03T10:00:00Z'

export const handbackInvalid: Rule<HandoffSubject> = {
  code: 'PLUGIN_HANDBACK_INVALID',
  strict: 'error',
  soft: 'warning',
  summary: '`handback` is not `{ reason, code?, description, at }`, or stands there while nothing is in progress.',
  why: 'It gives control back to the orchestrator with an error or a question. One that cannot be read is answered by nobody; one that was left over keeps the next agent out.',
  repair: 'Correct the key, or take it out when the work has been handed back complete. `/handback NAME error TEXT` writes it.',
  examples() {
    return {
      bad: [
        {
          about: 'a text in place of keys',
          head: inHandoff(inProgressSample, ['contract_checksums:', 'handback: build failed\ncontract_checksums:']),
        },
        { about: 'a reason that there is not', head: returned(inProgressSample, 'reason: success', description, at) },
        { about: 'no description', head: returned(inProgressSample, reason, at) },
        { about: 'a day without a time', head: returned(inProgressSample, reason, description, 'at: 2026-02-03') },
        { about: 'left over beside a complete stage', head: returned(sample, reason, description, at) },
      ],
      good: [
        { about: 'an error with a code', head: returned(inProgressSample, reason, code, description, at) },
        { about: 'a question', head: returned(inProgressSample, 'reason: question', 'description: Which sample rate?', at) },
        { about: 'null', head: inHandoff(sample, ['contract_checksums:', 'handback: null\ncontract_checksums:']) },
      ],
    }
  },
  *check({ handoff: { fields, handback }, plugin }) {
    const { status } = fields
    const leftOver = handback.state === 'good' && status.value !== undefined && status.value !== 'in_progress'
    if (handback.state !== 'wrong' && !leftOver) return
    yield {
      message: leftOver
        ? msg`Unexpected ${'handback'} beside ${'status'} ${status.written}, expected it only beside ${'in_progress'}`
        : msg`Unexpected ${'handback'}, expected ${'reason'} (${'error'} or ${'question'}), ${'description'}, ${'at'} and perhaps ${'code'}`,
      hint: leftOver
        ? msg`Take the key out: the work is complete.`
        : msg`Take the key out and let ${`/handback ${plugin.name} error TEXT`} write it, with the word ${'question'} for a question.`,
      place: handback.place,
      target: targetId(plugin.name),
    }
  },
}
