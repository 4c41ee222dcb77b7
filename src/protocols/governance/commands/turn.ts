import type { Content } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { command } from '../../../kit/command.ts'
import { agentName } from '../scopes/agents.ts'
import { withSpawns, sessionText } from '../writing/edits.ts'
import { missingSessionFiles } from '../writing/new-files.ts'
import { violation } from './diagnostics.ts'
import { metricsFileProblems, sessionFileProblems, writeProblems } from './file-problems.ts'
import { mustBeHeld, mustBeUpToDate, agentFault, session } from './session.ts'

/** Records that a turn is over, and which agents were started in it (docs/governance.md, "Commands"). */
export const turn = command({
  name: 'turn',
  summary:
    'Records that a turn of the assistant is over, and counts the agents that were started in it. A session without a state gets one.',
  examples: ['/turn ses_7', '/turn ses_7 --spawn idumb-project-executor --spawn idumb-project-validator'],
  target: session,
  options: {
    spawn: { kind: 'many', value: 'AGENT', does: 'an agent that was started in the turn', fault: agentFault },
  },

  already({ target: { targetSession, state }, options }) {
    if (state !== 'between_turn' || targetSession.kind !== 'current' || options.spawn !== undefined) return undefined
    return {
      outcome: 'unchanged',
      reply: msg`The session ${targetSession.id} is between turns already.`,
      diagnostics: [],
    }
  },

  preconditions: [
    mustBeUpToDate,
    mustBeHeld,
    {
      code: 'GOV_METRICS_SESSION',
      *violations({ model: { metrics, paths }, target: { targetSession, target }, options }) {
        const isRead = metrics.fault === undefined && metrics.link === undefined
        if (options.spawn === undefined || !isRead || metrics.text('sessionId') === targetSession.id) return
        const owner = metrics.text('sessionId')
        const message = `Unexpected metrics of ${owner === undefined ? 'no session' : msg`${owner}`}, expected those of ${msg`${targetSession.id}`}`
        yield violation({ path: paths.metrics, target }, message, {
          hint: metrics.exists
            ? msg`Agents are counted for the session that was started last: ${`/turn ${targetSession.id}`} records the turn without them.`
            : msg`${'/fix GOV_METRICS_MISSING'} writes metrics.`,
        })
      },
    },
    {
      violations: ({ model, target: { targetSession, target, at }, options }) => [
        ...sessionFileProblems(targetSession),
        ...writeProblems(
          model,
          missingSessionFiles(model, targetSession, at).map(([path]) => path),
          target,
        ),
        ...(options.spawn === undefined ? [] : metricsFileProblems(model, 'sessionId', 'agentSpawns')),
      ],
    },
  ],

  run({ model, target: { targetSession, state, at }, options }) {
    const agents = (options.spawn ?? []).map(agentName)
    const steps = state === 'between_turn' ? [] : [{ state: 'between_turn' as const, timestamp: at }]
    const text = sessionText(targetSession, { steps, set: { lastUpdated: at }, declare: true })
    const changes = new Map<string, Content>([
      [targetSession.path, text],
      ...missingSessionFiles(model, targetSession, at),
    ])
    if (agents.length > 0) changes.set(model.paths.metrics, withSpawns(model.metrics, agents))
    const startedNote = agents.length === 0 ? '' : msg` Agents that were started: ${agents}.`
    return {
      outcome: 'changed',
      changes,
      reply: msg`The session ${targetSession.id} is between turns.` + startedNote,
      diagnostics: [],
    }
  },
})
