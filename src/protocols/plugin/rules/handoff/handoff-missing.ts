import type { Rule } from '../../../../core/rule.ts'
import { say } from '../../../../core/say.ts'
import { change, handoffPath, notesSample, sample, withStatus } from '../../examples.ts'
import { targetId } from '../../facts.ts'
import { repair } from '../../repair.ts'
import { stageStatus } from '../../status.ts'
import type { PluginSubject } from '../../subjects.ts'

export const handoffMissing: Rule<PluginSubject> = {
  code: 'PLUGIN_HANDOFF_MISSING',
  strict: 'error',
  soft: 'warning',
  summary: 'The registry says that the plugin is in development, and there is no handoff.',
  why: 'Stage, phase, contracts and what the next agent must know are lost: the work cannot be resumed.',
  repair: '`/regenerate NAME` makes one from registry, plan and contracts.',
  get examples() {
    return {
      bad: [
        { about: 'no handoff', head: change(sample, { [handoffPath]: null }) },
        { about: 'notes that say so', head: change(notesSample, { [handoffPath]: null }) },
      ],
      good: [
        { about: 'nothing begun yet', head: withStatus(change(sample, { [handoffPath]: null }), '🚧 Stage 2', '💡 Ideated') },
        { about: 'everything done', head: withStatus(change(sample, { [handoffPath]: null }), '🚧 Stage 2', '✅ Working') },
      ],
    }
  },
  *check({ plugin, model }) {
    const { name, registered, hasHandoff, handoffPath, row, second } = plugin
    const place = row?.place ?? second?.place
    if (registered?.kind !== 'stage' || hasHandoff || !place || model.linked) return
    yield {
      message: say`Missing handoff, expected ${handoffPath} for a plugin that is ${stageStatus(registered.unit)}`,
      hint: say`${`/regenerate ${name}`} makes one from the registry, the plan and the contracts.`,
      ...repair('/regenerate NAME', name),
      place,
      target: targetId(name),
      concerns: [handoffPath, second?.path ?? model.registryPath],
    }
  },
}
