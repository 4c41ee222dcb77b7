import { msg } from '../../../../core/message.ts'
import { inHandoff, sample } from '../../examples.ts'
import { wrongValue } from './wrong-value.ts'

export const nameMismatch = wrongValue('plugin', {
  code: 'PLUGIN_NAME_MISMATCH',
  strict: 'error',
  soft: 'error',
  summary: 'The handoff names another plugin than the directory that it lies in.',
  why: 'A handoff that was copied from another plugin says nothing about this one: whoever trusts it resumes the wrong work.',
  repair: 'Write the name of the directory, letter by letter, or put the handoff where it belongs.',
  allowed: (name, { plugin }) => name === plugin.name,
  expected: ({ plugin }) => msg`${plugin.name}, the name of its directory`,
  hint: ({ plugin }) => msg`Write ${`plugin: ${plugin.name}`}, or put the handoff into the directory of the plugin that it is about.`,
  examples() {
    return {
      bad: [
        { about: 'the name of another plugin', head: inHandoff(sample, ['plugin: TinyGain', 'plugin: Amber']) },
        { about: 'other capitals', head: inHandoff(sample, ['plugin: TinyGain', 'plugin: tinygain']) },
        { about: 'a list in place of the name', head: inHandoff(sample, ['plugin: TinyGain', 'plugin: [TinyGain]']) },
      ],
      good: [{ about: 'the name of the directory, in quotes', head: inHandoff(sample, ['plugin: TinyGain', 'plugin: "TinyGain"']) }],
    }
  },
})
