import { msg } from '../../../../core/message.ts'
import { suggestion } from '../../../../core/suggestion.ts'
import { agentsOf } from '../../agents.ts'
import { scopeRule, levelOf, commits, short } from './judging.ts'

export const agentConflict = scopeRule({
  code: 'SCOPE_AGENT_CONFLICT',
  strict: 'error',
  soft: 'error',
  summary: 'The trailers of a commit name two agents.',
  why: 'Nobody can tell whose scope it is to be held against.',
  repair: 'Make one commit for each agent.',
  found: ({ maker }) => maker.kind === 'conflict',
  finding: ({ commit, maker }) => ({
    message: msg`Unexpected agents of the commit ${short(commit)}: ${maker.kind === 'conflict' ? maker.names : []}, expected one`,
    hint: 'Make one commit for each agent.',
    place: { path: '.' },
    commit: commit.sha,
  }),
  examples() {
    return {
      bad: [
        commits('two names', {
          agent: 'idumb-meta-builder',
          also: 'Idumb-Agent: idumb-project-executor',
          paths: ['src/app.ts', '.idumb/modules/rules.md'],
        }),
      ],
      good: [
        commits('one name twice', { agent: 'idumb-meta-builder', also: 'Agent: @idumb-meta-builder', paths: ['.idumb/modules/rules.md'] }),
      ],
    }
  },
})

export const agentUnknown = scopeRule({
  code: 'SCOPE_AGENT_UNKNOWN',
  strict: 'warning',
  soft: 'warning',
  summary: 'The trailer of a commit names an agent that the table does not have; how grave that is, `unknown-agent` says.',
  why: 'Its scope is not known, so nothing was checked.',
  repair: 'Write the name as it is in the table, or add the agent to it.',
  found: ({ maker }) => maker.kind === 'unknown',
  level: ({ now }) => levelOf(now.configuration.unknownAgent),
  finding({ commit, maker }, { now }) {
    const name = maker.kind === 'unknown' ? maker.name : ''
    const meant = suggestion(name, agentsOf(now.configuration).keys())
    return {
      message: msg`Unknown agent ${name} of the commit ${short(commit)}`,
      hint: meant === undefined ? msg`Add it to ${'protocols.governance.agents'}.` : msg`Perhaps ${meant} is meant.`,
      place: { path: '.' },
      commit: commit.sha,
    }
  },
  examples() {
    return {
      bad: [commits('a slip of the pen', { agent: 'idumb-meta-bilder', paths: ['.idumb/modules/rules.md'] })],
      good: [
        commits('a name of the table', { agent: 'idumb-meta-builder', paths: ['.idumb/modules/rules.md'] }),
        { ...commits('nobody minds', { agent: 'somebody', paths: ['src/app.ts'] }), configuration: { 'unknown-agent': 'ignore' } },
      ],
    }
  },
})
