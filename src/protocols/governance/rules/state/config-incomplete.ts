import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { change, config, configPath, sample } from '../../examples.ts'
import { missingOf } from '../../shapes.ts'
import { about, type Compared } from '../../subjects.ts'

const inConfig = (more: Readonly<Record<string, unknown>>) => change(sample, { [configPath]: config(more) })

export const configIncomplete: Rule<Compared> = {
  code: 'GOV_CONFIG_INCOMPLETE',
  strict: 'error',
  soft: 'warning',
  summary: '`version`, `user` or `hierarchy` of the configuration is absent, `null`, empty, `0` or `false`.',
  why: 'The framework throws such a file away and writes a new one, so that every choice in it is lost.',
  repair: 'Write the key.',
  examples() {
    return {
      bad: [
        { about: 'no version', head: inConfig({ version: undefined }) },
        { about: 'an empty version', head: inConfig({ version: '' }) },
        { about: 'no hierarchy in it', head: inConfig({ hierarchy: null }) },
        { about: 'a user that is off', head: inConfig({ user: false }) },
      ],
      good: [{ about: 'an empty hierarchy', head: inConfig({ hierarchy: {} }) }],
    }
  },
  *check({ now: { config: file, brain } }) {
    for (const key of missingOf(file)) {
      yield {
        message: msg`Missing ${key}, without which the framework replaces the file`,
        hint: 'Write it: the framework would replace the whole file by a new one.',
        place: file.place(key),
        ...about(brain),
      }
    }
  },
}
