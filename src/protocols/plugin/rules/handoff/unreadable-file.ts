import type { Rule, RuleFacts } from '../../../../core/rule.ts'
import { targetId } from '../../facts.ts'
import type { UnreadableFile } from '../../model.ts'
import { repair } from '../../repair.ts'
import type { UnreadableSubject } from '../../subjects.ts'

interface Unreadable extends RuleFacts {
  readonly message: (subject: UnreadableSubject) => string
  readonly hint: (subject: UnreadableSubject) => string
  /** The repair of a handoff as a command. */
  readonly command?: string
}

/** A rule about state files that are there and are not read. */
export function unreadableFile(why: UnreadableFile['why'], { message, hint, command, ...facts }: Unreadable): Rule<UnreadableSubject> {
  return {
    ...facts,
    *check(subject) {
      const { path, plugin, what } = subject.file
      if (subject.file.why !== why) return
      yield {
        message: message(subject),
        hint: hint(subject),
        ...(command !== undefined && plugin !== undefined && what === 'handoff' && repair(command, plugin)),
        place: { path, line: 1 },
        ...(plugin !== undefined && { target: targetId(plugin) }),
      }
    },
  }
}
