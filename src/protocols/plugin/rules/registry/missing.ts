import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { change, registryPath, sample } from '../../examples.ts'
import type { PluginModel } from '../../model.ts'

export const registryMissing: Rule<PluginModel> = {
  code: 'REGISTRY_MISSING',
  strict: 'warning',
  soft: 'warning',
  summary: 'There are handoffs, and no registry.',
  why: 'The registry is where people see at a glance how far each plugin is: without it every handoff must be opened.',
  repair: 'Write a registry with a table whose header has `Plugin Name` and `Status`; `/sync` then adds the rows.',
  examples() {
    return {
      bad: [{ about: 'a plugin in development, and nothing that lists it', head: change(sample, { [registryPath]: null }) }],
      good: [
        {
          about: 'a registry at another place that is configured',
          head: { ...change(sample, { [registryPath]: null }), 'docs/PLUGINS.md': sample[registryPath] ?? '' },
          configuration: { registry: 'docs/PLUGINS.md' },
        },
      ],
    }
  },
  *check({ registryThere, registryPath, plugins }) {
    const listed = registryThere ? undefined : plugins.find(({ handoff }) => handoff && handoff.front.kind !== 'invalid')?.handoff
    if (!listed) return
    yield {
      message: msg`Missing registry, expected ${registryPath} to list every plugin that has a handoff`,
      hint: msg`Write a table whose header has ${'Plugin Name'} and ${'Status'}; then its rows can be synchronised.`,
      place: listed.top,
      concerns: [registryPath],
    }
  },
}
