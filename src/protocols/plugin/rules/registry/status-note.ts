import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { change, handoffPath, sample, withStatus } from '../../examples.ts'
import { targetId } from '../../facts.ts'
import { normalised, readStatus, withoutNote } from '../../status.ts'
import type { RegisteredSubject } from '../../subjects.ts'

export const statusNote: Rule<RegisteredSubject> = {
  code: 'REGISTRY_STATUS_NOTE',
  strict: 'warning',
  soft: 'warning',
  summary: 'A status of the registry has a note in parentheses behind it.',
  why: 'The next command that writes the status writes it without the note, and the note is lost.',
  repair: 'Move the note into the text of the entry.',
  examples() {
    return {
      bad: [
        { about: 'a note', head: withStatus(sample, '🚧 Stage 2', '🚧 Stage 2 (waiting for a build machine)') },
        {
          about: 'a note of an idea',
          head: withStatus(change(sample, { [handoffPath]: null }), '🚧 Stage 2', '💡 **Ideated** (UI mockup complete)'),
        },
      ],
      good: [
        {
          about: 'the one note that is part of a status',
          head: withStatus(change(sample, { [handoffPath]: null }), '🚧 Stage 2', '💡 Ideated (Draft Params)'),
        },
      ],
    }
  },
  *check({ plugin, model, place: { status } }) {
    const written = normalised(status?.text ?? '')
    if (!status || !readStatus(written, model.stages)?.noted) return
    yield {
      message: msg`Unexpected note in the status ${written}, expected ${withoutNote(written)} alone`,
      hint: 'Move the note into the text of the entry: a command that writes the status does not keep it.',
      place: status.place,
      target: targetId(plugin.name),
    }
  },
}
