import { type Command, type Content, type Outcome } from '../../../core/command.ts'
import { takeOptions } from '../../../kit/options.ts'
import { msg } from '../../../core/message.ts'
import { misused } from '../../../kit/command.ts'
import { agentName } from '../scopes/agents.ts'
import { agentForm } from '../discovery.ts'
import type { GovernanceModel } from '../model.ts'
import { withSpawns, sessionText } from '../writing/edits.ts'
import { joining } from '../writing/new-files.ts'
import { refuse } from './diagnostics.ts'
import { hindered, unfitMetrics, unfitSession, unwritable } from './preconditions.ts'
import { notHeld, sceneOf, tooLate } from './session.ts'

const form = { name: 'turn', usage: 'ID [--spawn AGENT]…' } as const

/** Records that a turn is over, and which agents were started in it (governance protocol, "/turn"). */
export const turn: Command<GovernanceModel> = {
  ...form,
  summary:
    'Records that a turn of the assistant is over, and counts the agents that were started in it. A session that does not say its state gets it.',
  examples: ['/turn ses_7', '/turn ses_7 --spawn idumb-project-executor --spawn idumb-project-validator'],

  run(model, request, world): Outcome {
    const scene = sceneOf(model, request, world, form)
    if ('outcome' in scene) return scene
    const taken = takeOptions(request.words, { spawn: 'many' })
    if ('fault' in taken) return misused(form, taken.fault)
    const [more] = taken.rest
    if (more !== undefined) return misused(form, msg`Unexpected ${more} behind the command`)
    const agents = (taken.options.spawn ?? []).map(agentName)
    const other = agents.find((agent) => !agentForm.test(agent))
    if (other !== undefined)
      return misused(form, msg`Unexpected agent ${other}, expected a name of small letters, digits, ${'.'}, ${'_'} and ${'-'}`)

    const { session, state, target, at } = scene
    const { id, kind, path } = session
    const isNothing = state === 'between_turn' && kind === 'current'
    if (isNothing && agents.length === 0)
      return { outcome: 'unchanged', reply: msg`The session ${id} is between turns already.`, remarks: [] }
    const late = tooLate(scene)
    if (late) return late
    if (state === 'interrupted') return notHeld(scene)
    const { metrics, paths } = model
    if (agents.length > 0 && metrics.fault === undefined && metrics.link === undefined && metrics.text('sessionId') !== id) {
      return refuse('GOV_METRICS_SESSION', msg`Unexpected metrics of ${metrics.text('sessionId') ?? 'none'}, expected those of ${id}`, {
        path: paths.metrics,
        target,
        hint: 'Agents are counted for the session that was started last.',
      })
    }
    const joined = joining(model, session, at)
    const own = joined.map(([each]) => each)
    const refusal = hindered(
      ...unfitSession(session),
      ...unwritable(model, own, target),
      ...(agents.length > 0 ? unfitMetrics(model, 'sessionId', 'agentSpawns') : []),
    )
    if (refusal) return refusal
    const steps = state === 'between_turn' ? [] : [{ state: 'between_turn' as const, timestamp: at }]
    const changes = new Map<string, Content>([[path, sessionText(session, { steps, set: { lastUpdated: at }, declare: true })], ...joined])
    if (agents.length > 0) changes.set(paths.metrics, withSpawns(metrics, agents))
    const pluralize = agents.length === 0 ? '' : msg` Agents that were started: ${agents}.`
    return { outcome: 'changed', changes, reply: msg`The session ${id} is between turns.` + pluralize, remarks: [] }
  },
}
