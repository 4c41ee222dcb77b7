import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { change, handoffPath, oldHandoffPath, sample } from '../../examples.ts'
import { targetId } from '../../facts.ts'
import type { PluginSubject } from '../../subjects.ts'

export const duplicateHandoff: Rule<PluginSubject> = {
  code: 'PLUGIN_DUPLICATE_HANDOFF',
  strict: 'warning',
  soft: 'warning',
  summary: 'There is a handoff beside the plugin and another one in `.ideas`; the latter is not read.',
  why: 'Whoever opens the old one resumes from a state that is long past.',
  repair: 'Move what is still worth having into the one beside the plugin, and delete the one in `.ideas`.',
  examples() {
    return {
      bad: [
        { about: 'one at each place', head: change(sample, { [oldHandoffPath]: sample[handoffPath] ?? '' }) },
        {
          about: 'one that contradicts, which nobody reads',
          head: change(sample, { [oldHandoffPath]: '---\nplugin: Amber\nstage: 9\n---\n' }),
        },
      ],
      good: [
        {
          about: 'one that was put away',
          head: change(sample, { 'plugins/TinyGain/.ideas/.continue-here.archived.md': sample[handoffPath] ?? '' }),
        },
      ],
    }
  },
  *check({ plugin: { name, duplicate, handoffPath, stale } }) {
    if (duplicate === undefined || stale) return
    yield {
      message: msg`Unexpected second handoff, expected only ${handoffPath}`,
      hint: msg`Delete it, once everything worth having stands in ${handoffPath}.`,
      place: { path: duplicate, line: 1 },
      target: targetId(name),
      concerns: [handoffPath],
    }
  },
}
