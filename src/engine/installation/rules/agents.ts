import { msg } from '../../../core/message.ts'
import type { InstallationRule } from '../subject.ts'

const later = 'Run `baton init --agents` again: it changes nothing else.'

export const setupOutdated: InstallationRule = {
  code: 'SETUP_OUTDATED',
  strict: 'notice',
  soft: 'notice',
  summary: 'The instructions for agents are from another version than the program.',
  why: 'Agents follow the block and the skill to the letter. Commands that have changed since are refused, and each costs them another attempt.',
  repair: 'Run `baton init --agents` again.',
  installation: true,
  *check({ outdated }) {
    for (const { path, what, line } of outdated)
      yield { message: msg`Unexpected ${what} in ${path}: it is from another version of Baton`, hint: later, place: { path, line } }
  },
}
