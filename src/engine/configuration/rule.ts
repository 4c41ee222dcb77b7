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
}
