import type { Rule, RuleFacts } from '../../../../core/rule.ts'
import type { StageSubject } from '../../subjects.ts'

interface TextFacts extends RuleFacts {
  readonly isWrong: (text: string) => boolean
  /** Made by `msg` from the key. */
  readonly message: (key: string) => string
  readonly hint: string
}

const texts = [['description'], ['error', 'message']] as const

/** A rule about what people read in a handback. */
export function textRule({ isWrong, message, hint, ...facts }: TextFacts): Rule<StageSubject> {
  return {
    ...facts,
    *check({ stage: { handback, target } }) {
      for (const path of texts) {
        const text = handback.text(...path)
        if (text !== undefined && text !== '' && isWrong(text))
          yield { message: message(path.join('.')), hint, place: handback.place(...path), target }
      }
    },
  }
}
