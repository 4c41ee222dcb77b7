import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { suggestion } from '../../../../core/suggestion.ts'
import { change, handoffPath, notesPath, notesSample, registryPath, sample, withStatus } from '../../examples.ts'
import { targetId } from '../../facts.ts'
import type { Stages } from '../../stages.ts'
import { normalised, readStatus, stageStatus, statusForms } from '../../status.ts'
import type { RegisteredSubject } from '../../subjects.ts'

const says = (status: string) => withStatus(sample, '🚧 Stage 2', status)

/** The form that was probably meant. */
function hintFor(written: string, { all }: Stages): string {
  const meant = suggestion(written, [
    ...statusForms.filter((form) => !form.includes('N')),
    ...all.map(({ stage }) => stageStatus(String(stage))),
  ])
  return meant === undefined
    ? 'Write one of them; what else there is to say belongs into the text of the entry.'
    : msg`Did you mean ${meant}?`
}

export const statusUnknown: Rule<RegisteredSubject> = {
  code: 'REGISTRY_STATUS_UNKNOWN',
  strict: 'error',
  soft: 'warning',
  summary: 'A status of the registry is none that there is.',
  why: 'What state the plugin is in can then be guessed by people and not be told by tools. Letters that merely look alike are other letters.',
  repair:
    'Write one of the statuses: `💡 Ideated`, `💡 Ideated (Draft Params)`, `🚧 Stage N`, `🚧 Stage N.M`, `✅ Working`, `📦 Installed`.',
  examples() {
    return {
      bad: [
        { about: 'a word of one’s own', head: says('🐛 Has Issues') },
        { about: 'no emoji', head: says('Stage 2') },
        { about: 'another emoji', head: says('🔨 Stage 2') },
        { about: 'small letters', head: says('🚧 stage 2') },
        { about: 'a stage that there is not', head: says('🚧 Stage 9') },
        { about: 'a leading zero', head: says('🚧 Stage 02') },
        { about: 'a phase of a stage that has none', head: says('🚧 Stage 2.1') },
        { about: 'words behind it without parentheses', head: says('🚧 Stage 2 nearly done') },
        { about: 'a letter that looks like another', head: says('🚧 St\u0430ge 2') },
        {
          about: 'notes that say so',
          head: change(notesSample, { [registryPath]: [['🚧 Stage 2', '🚧 Building']], [notesPath]: [['🚧 Stage 2', '🚧 Building']] }),
        },
      ],
      good: [
        {
          about: 'parameters that are a draft',
          head: withStatus(change(sample, { [handoffPath]: null }), '🚧 Stage 2', '💡 Ideated (Draft Params)'),
        },
        { about: 'bold, and with more white space', head: says('🚧  **Stage 2**') },
      ],
    }
  },
  *check({ plugin, model, place: { status } }) {
    const written = normalised(status?.text ?? '')
    if (!status || written === '' || readStatus(written, model.stages)) return
    yield {
      message: msg`Unexpected status ${written}, expected one of ${statusForms}`,
      hint: hintFor(written, model.stages),
      place: status.place,
      target: targetId(plugin.name),
    }
  },
}
