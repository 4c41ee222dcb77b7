import type { Files, Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { handoffPath, registryPath, sample } from '../../examples.ts'
import { targetId } from '../../facts.ts'
import { pluginName } from '../../model.ts'
import type { PluginSubject } from '../../subjects.ts'

/** The sample under another name, contracts and what is recorded of them as they are. */
const renamed = (name: string): Files =>
  Object.fromEntries(
    Object.entries(sample).map(([path, text]) => [
      path.replace('TinyGain', name),
      path.includes('/.ideas/') ? text : text.replaceAll('TinyGain', name),
    ]),
  )

/** The same before any work on it. */
const ideated = (name: string): Files => {
  const { [handoffPath.replace('TinyGain', name)]: _, [registryPath]: registry = '', ...contracts } = renamed(name)
  return { ...contracts, [registryPath]: registry.replaceAll('🚧 Stage 2', '💡 Ideated') }
}

export const nameInvalid: Rule<PluginSubject> = {
  code: 'PLUGIN_NAME_INVALID',
  strict: 'error',
  soft: 'warning',
  summary:
    'The directory of a handoff, or a row or entry of the registry, has a name that is none: it must begin with a letter, followed by letters, digits, `_` and `-`.',
  why: 'Commands name plugins. One that cannot be named can be checked, but never accepted, handed back or repaired.',
  repair: 'Rename the directory, its row and its entry.',
  examples() {
    return {
      bad: [
        { about: 'a blank in the name', head: renamed('Tiny Gain') },
        { about: 'a digit at its beginning', head: renamed('2Gain') },
        { about: 'a letter that only looks right', head: renamed('Tіny') },
        { about: 'a row and an entry, without a handoff', head: ideated('Tiny Gain') },
      ],
      good: [
        { about: 'a digit, a dash and an underscore', head: renamed('Tiny-Gain_2') },
        { about: 'a name that means something to programs', head: renamed('constructor') },
        { about: 'a directory without any state', head: { ...sample, 'plugins/My Templates/README.md': '# Templates\n' } },
      ],
    }
  },
  *check({ plugin, model }) {
    const { name, hasHandoff, handoffPath, row, second } = plugin
    const place = hasHandoff ? { path: handoffPath, line: 1 } : (row?.place ?? second?.place)
    if (pluginName.test(name) || !place) return
    yield {
      message: msg`Unexpected name ${name}, expected a letter followed by letters, digits, ${'_'} and ${'-'}`,
      hint: msg`Rename the directory, its row and its entry: no command can name it.`,
      place,
      target: targetId(name),
      concerns: [model.registryPath],
    }
  },
}
