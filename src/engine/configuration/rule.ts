import type { RuleFacts } from '../../core/rule.ts'
import { configurationPath } from './read.ts'

/** The rule that reports a configuration that cannot be read, by the engine itself. */
export const configurationRule: RuleFacts = {
  code: 'CONFIG_INVALID',
  strict: 'error',
  soft: 'error',
  summary: `\`${configurationPath}\` is not one YAML document with known keys and allowed values.`,
  why: 'Defaults never stand in for a configuration that cannot be read: once merged, it would fail every later check and have every command refused.',
  repair: 'Correct the marked key or value; the hint names the one that was probably meant.',
  examples() {
    return {
      bad: [
        { about: 'a typo in a key', head: { [configurationPath]: 'protocols:\n  plugin:\n    secondplace: notes\n' } },
        { about: 'the code of no rule', head: { [configurationPath]: 'severity: { REGISTRY_STATUS_DRIFTS: off }\n' } },
        {
          about: 'state in a folder that no command writes to',
          head: { [configurationPath]: 'protocols:\n  plugin: { root: .github/plugins }\n' },
        },
        { about: 'a key twice', head: { [configurationPath]: 'mode: auto\nmode: strict\n' } },
      ],
      good: [
        {
          about: 'everything is optional',
          head: { [configurationPath]: 'protocols:\n  plugin:\n    second-place: notes\nseverity: { REGISTRY_STATUS_DRIFT: warning }\n' },
        },
      ],
    }
  },
}
