import type { Rule } from '../../../../core/rule.ts'
import { change, handoffPath, inHandoff, sample } from '../../examples.ts'
import { targetId } from '../../facts.ts'
import { offer } from '../../offers.ts'
import type { PluginSubject } from '../../subjects.ts'

const deep = `${'['.repeat(17)}${']'.repeat(17)}`

export const yamlInvalid: Rule<PluginSubject> = {
  code: 'PLUGIN_YAML_INVALID',
  strict: 'error',
  soft: 'error',
  summary:
    'The front matter of the handoff cannot be read: a syntax error, no closing line, no mapping, a key twice, an alias, a merge key, a tag, a tab as indentation, nesting deeper than 16, or a language named behind `---`.',
  why: 'Without its front matter the handoff says nothing, and every tool that guesses at it guesses something else.',
  repair:
    '`/restore NAME state` takes its newest earlier version that can be read; `/regenerate NAME` makes a front matter from the registry.',
  examples() {
    return {
      bad: [
        { about: 'a quote that is not closed', head: inHandoff(sample, ['plugin: TinyGain', 'plugin: "TinyGain']) },
        { about: 'no closing line', head: inHandoff(sample, ['---\n\n# Stage 2', '\n# Stage 2']) },
        { about: 'a list in place of keys', head: inHandoff(sample, ['---\nplugin: TinyGain\n', '---\n- TinyGain\n---\n\n']) },
        { about: 'a key twice', head: inHandoff(sample, ['phase: null', 'phase: null\nstage: 3']) },
        { about: 'an alias', head: inHandoff(sample, ['plugin: TinyGain', 'plugin: &name TinyGain\ntitle: *name']) },
        { about: 'a merge key', head: inHandoff(sample, ['plugin: TinyGain', 'plugin: TinyGain\n<<: { stage: 3 }']) },
        { about: 'a tag', head: inHandoff(sample, ['stage: 2', 'stage: !!int 2']) },
        { about: 'a tab as indentation', head: inHandoff(sample, ['\n  plan: ', '\n\tplan: ']) },
        { about: 'far too deep', head: inHandoff(sample, ['next_action: invoke_dsp_agent', `next_action: ${deep}`]) },
        { about: 'a language to evaluate it in', head: inHandoff(sample, ['---\nplugin', '---js\nplugin']) },
      ],
      good: [
        {
          about: 'comments, quotes and keys of its own',
          head: inHandoff(sample, ['phase: null', "phase: null # none\n'mockup': { version: 2 }"]),
        },
        { about: 'Windows line endings', head: change(sample, { [handoffPath]: (sample[handoffPath] ?? '').replaceAll('\n', '\r\n') }) },
        { about: 'a rule in the body', head: inHandoff(sample, ['## Next Steps', '---\n\n## Next Steps']) },
      ],
    }
  },
  *check({ plugin, model }) {
    const { name, handoff } = plugin
    if (handoff?.front.kind !== 'invalid') return
    const { fault, start, end } = handoff.front
    const offers = [
      ...offer('restore state', { plugin, model }, 'takes its newest earlier version that can be read, if there is one'),
      ...offer('regenerate', { plugin, model }, 'makes a front matter from the registry'),
    ]
    yield {
      message: fault,
      offers,
      ...(offers.length === 0 && { hint: 'Correct it by hand.' }),
      ...(plugin.registered?.kind === 'installed' && { hint: 'It may be deleted if nothing is in progress: the plugin is installed.' }),
      place: handoff.document.span(start, end),
      target: targetId(name),
    }
  },
}
