import type { RuleExamples } from '../../../core/rule.ts'
import { commits, sample, tooMany } from '../examples.ts'

export const examples: RuleExamples = {
  SCOPE_PATH_DENIED: {
    bad: {
      'an agent of the project in the framework': commits({
        agent: 'idumb-project-executor',
        paths: ['.idumb/modules/rules.md', 'src/app.ts'],
      }),
      'in other letters': commits({ agent: 'idumb-project-executor', paths: ['.IDUMB/modules/rules.md'] }),
    },
    good: {
      'each in its place': commits(
        { agent: 'idumb-project-executor', paths: ['src/app.ts', '.idumbx/a.md'] },
        { agent: 'idumb-meta-builder', paths: ['.idumb/modules/rules.md', '.opencode'] },
      ),
      'what is written during every session': commits({
        agent: 'idumb-project-executor',
        paths: ['.idumb/brain/state.json', '.idumb/sessions/ses_1.json'],
      }),
    },
  },
  SCOPE_READ_ONLY: {
    bad: {
      'a validator': commits({ agent: 'idumb-meta-validator', paths: ['.idumb/modules/rules.md'] }),
      'a coordinator': commits({ agent: '@IDUMB-project-coordinator', paths: ['README.md'] }),
    },
    good: {
      'what is written during every session': commits({
        agent: 'idumb-meta-validator',
        paths: ['.idumb/brain/execution-metrics.json'],
      }),
    },
  },
  SCOPE_AGENT_CONFLICT: {
    bad: {
      'two names': commits({
        agent: 'idumb-meta-builder',
        also: 'Idumb-Agent: idumb-project-executor',
        paths: ['src/app.ts', '.idumb/modules/rules.md'],
      }),
    },
    good: {
      'one name twice': commits({
        agent: 'idumb-meta-builder',
        also: 'Agent: @idumb-meta-builder',
        paths: ['.idumb/modules/rules.md'],
      }),
    },
  },
  SCOPE_AGENT_UNKNOWN: {
    bad: { 'a typo': commits({ agent: 'idumb-meta-bilder', paths: ['.idumb/modules/rules.md'] }) },
    good: {
      'a name of the table': commits({ agent: 'idumb-meta-builder', paths: ['.idumb/modules/rules.md'] }),
      'an unknown agent is ignored': {
        ...commits({ agent: 'newcomer', paths: ['src/app.ts'] }),
        configuration: { 'unknown-agent': 'ignore' },
      },
    },
  },
  SCOPE_UNATTRIBUTED: {
    bad: {
      'no trailer': commits({ paths: ['.idumb/modules/rules.md'] }),
      'every path is guarded': { ...commits({ paths: ['src/app.ts'] }), configuration: { guarded: ['**'] } },
    },
    good: {
      'no guarded path': commits({ paths: ['src/app.ts'] }),
      'what is written during every session': commits({ paths: ['.idumb/brain/state.json'] }),
    },
  },
  SCOPE_TOO_MANY_COMMITS: {
    bad: { '501 commits': { head: sample, base: sample, change: tooMany } },
    good: { 'a few': commits({ agent: 'idumb-project-executor', paths: ['src/app.ts'] }) },
  },
}
