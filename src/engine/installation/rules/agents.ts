import { msg } from '../../../core/message.ts'
import { block } from '../agents/block.ts'
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
  examples() {
    const older = `# Agents\n\n${block.replace('3. Refused?', '3. Refused again?')}\n`
    return {
      bad: [{ about: 'an earlier block', head: { 'AGENTS.md': older } }],
      good: [
        { about: 'the block of this version', head: { 'AGENTS.md': `# Agents\n\n${block}\n` } },
        { about: 'no block', head: { 'AGENTS.md': '# Agents\n' } },
      ],
    }
  },
  *check({ outdated }) {
    for (const { path, what, line } of outdated)
      yield { message: msg`Unexpected ${what} in ${path}: it is from another version of Baton`, hint: later, place: { path, line } }
  },
}
