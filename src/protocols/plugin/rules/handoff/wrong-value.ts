import type { Edit } from '../../../../core/diagnostic.ts'
import type { Rule, RuleFacts } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { targetId } from '../../facts.ts'
import type { HandoffKey, HandoffValue } from '../../schema.ts'
import type { HandoffSubject } from '../../subjects.ts'

interface WrongValue<Key extends HandoffKey> extends RuleFacts {
  /** Whether the rule is run at all; by default it is. */
  readonly runs?: (subject: HandoffSubject) => boolean
  /** Whether a value of the right form is right here too; by default it is. */
  readonly allowed?: (value: HandoffValue<Key>, subject: HandoffSubject) => boolean
  /** What the value may be. */
  readonly expected: (subject: HandoffSubject) => string
  readonly hint: (subject: HandoffSubject) => string
  /** The repair as an edit, where there is a safe one. */
  readonly edit?: (subject: HandoffSubject) => Edit | undefined
}

/** A rule that looks at the value of one key: present, not null, and not what it may be. */
export function wrongValue<Key extends HandoffKey>(key: Key, rule: WrongValue<Key>): Rule<HandoffSubject> {
  const { runs = () => true, allowed = () => true, expected, hint, edit, ...facts } = rule
  return {
    ...facts,
    *check(subject) {
      const { handoff, plugin } = subject
      const field = handoff.fields[key]
      const wrong = field.state === 'wrong' || (field.value !== undefined && !allowed(field.value, subject))
      if (!wrong || !runs(subject)) return
      const mended = edit?.(subject)
      yield {
        message: `${msg`Unexpected ${key} ${field.written}`}, expected ${expected(subject)}`,
        hint: hint(subject),
        ...(mended && { fix: `/fix ${rule.code}`, edit: mended }),
        place: field.place,
        target: targetId(plugin.name),
      }
    },
  }
}
