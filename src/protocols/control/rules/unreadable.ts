import type { Rule, RuleFacts } from '../../../core/rule.ts'
import type { DataFile } from '../reading/data-file.ts'

/** A file of some kind, why it is not what it must be, and the target that it is about. */
export interface Looked {
  readonly file: DataFile
  readonly fault: DataFile['fault']
  readonly target?: string
}

interface UnreadableFacts<Subject> extends RuleFacts {
  readonly look: (subject: Subject) => Looked
  readonly hint: string
}

/** A rule about files that are there and cannot be read. Of a link only that it is one is said, by another rule. */
export function unreadableRule<Subject>({ look, hint, ...facts }: UnreadableFacts<Subject>): Rule<Subject> {
  return {
    ...facts,
    *check(subject) {
      const { file, fault, target } = look(subject)
      if (file.linked || !fault) return
      yield { message: fault.message, hint, place: fault.place, ...(target !== undefined && { target }) }
    },
  }
}
