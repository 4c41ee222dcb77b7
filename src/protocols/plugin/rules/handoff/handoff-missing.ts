import type { Finding } from '../../../../core/diagnostic.ts'
import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { change, handoffPath, notesSample, sample, withStatus } from '../../examples.ts'
import { targetId } from '../../facts.ts'
import { offer } from '../../offers.ts'
import { pathsOf } from '../../paths.ts'
import { stageStatus } from '../../status.ts'
import type { PluginSubject } from '../../subjects.ts'

/** How it is made: a command can where directory, registry and complexity tell enough. */
function remaking(subject: PluginSubject): Pick<Finding, 'offers' | 'hint'> {
  const { plugin, model } = subject
  const offers = offer('regenerate', subject, 'makes one from the registry, the plan and the contracts')
  if (offers.length > 0) return { offers }
  const [scored] = offer('regenerate with a complexity', subject, '')
  if (scored)
    return { hint: msg`${scored.command}, with the score of the plugin from 1 to 5, makes one from the registry and the contracts.` }
  if (!plugin.directory)
    return {
      hint: msg`Put the files of the plugin into ${pathsOf(model.configuration, plugin.name).folder}, or delete row and entry if it is gone.`,
    }
  return { hint: 'Mend what else is wrong with its name, row and entry: then one can be made from the registry.' }
}

export const handoffMissing: Rule<PluginSubject> = {
  code: 'PLUGIN_HANDOFF_MISSING',
  strict: 'error',
  soft: 'warning',
  summary: 'The registry says that the plugin is in development, and there is no handoff.',
  why: 'Stage, phase, contracts and what the next agent must know are lost: the work cannot be resumed.',
  repair: '`/regenerate NAME` makes one from registry, plan and contracts.',
  examples() {
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
      message: msg`Missing handoff, expected ${handoffPath} for a plugin that is ${stageStatus(registered.unit)}`,
      ...remaking({ plugin, model }),
      place,
      target: targetId(name),
      concerns: [handoffPath, second?.path ?? model.registryPath],
    }
  },
}
