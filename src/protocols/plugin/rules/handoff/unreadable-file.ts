import type { Rule, RuleFacts } from '../../../../core/rule.ts'
import { targetId } from '../../facts.ts'
import type { UnreadableFile } from '../../model.ts'
import { offer } from '../../offers.ts'
import type { UnreadableSubject } from '../../subjects.ts'

interface Unreadable extends RuleFacts {
  readonly message: (subject: UnreadableSubject) => string
  readonly hint: (subject: UnreadableSubject) => string
  /** What bringing back an earlier version of a handoff does. */
  readonly restoring?: string
}

/** A rule about state files that are there and are not read. */
export function unreadableFile(why: UnreadableFile['why'], { message, hint, restoring, ...facts }: Unreadable): Rule<UnreadableSubject> {
  return {
    ...facts,
    *check(subject) {
      const { file, model } = subject
      const { path, plugin, what } = file
      if (file.why !== why) return
      const whose = plugin === undefined || what !== 'handoff' ? undefined : model.get(plugin)
      yield {
        message: message(subject),
        hint: hint(subject),
        ...(restoring !== undefined && whose && { offers: offer('restore state', { plugin: whose, model }, restoring) }),
        place: { path, line: 1 },
        ...(plugin !== undefined && { target: targetId(plugin) }),
      }
    },
  }
}
