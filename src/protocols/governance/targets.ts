import { defined } from '../../core/defined.ts'
import { timeIn } from './reading/records.ts'
import { bareName, type Target, type StateDigest } from '../../core/target.ts'
import type { TurnDetails } from '../../core/turn.ts'
import { agentOf } from './scopes/agents.ts'
import type { GovernanceModel } from './model.ts'
import { grantOf, type Session } from './sessions/session.ts'
import { isViolation, withPriority, type Anchor } from './reading/state-file.ts'
import { priorities, instantOf } from './schema.ts'
import { specOf } from './states.ts'
import { isRepeating, isStalled } from './loops/stalls.ts'
import { authorshipOf } from './scopes/authorship.ts'

/** The language that is configured, as far as it is. */
const languageIn = ({ config }: GovernanceModel) => {
  const [communication, documents] = [
    config.text('user', 'language', 'communication'),
    config.text('user', 'language', 'documents'),
  ]
  return communication === undefined && documents === undefined ? undefined : defined({ communication, documents })
}

/** Whether an anchor may answer a question. */
export const isAnswering = ({ type }: Anchor): boolean => type === 'context' || type === 'decision'

/** The question that a session was handed back with, unless an anchor that can be its answer is newer. */
export function questionOf({ state, file }: Session, model: GovernanceModel): string | undefined {
  if (state !== 'interrupted' || file.text('handback', 'reason') !== 'question') return undefined
  const since = timeIn(file, 'handback', 'timestamp') ?? timeIn(file, 'idleAt') ?? -Infinity
  const isAnswer = (anchor: Anchor) => isAnswering(anchor) && (instantOf(anchor.created) ?? -Infinity) > since
  return model.state.anchors.some(isAnswer) ? undefined : file.text('handback', 'text')
}

const errorOf = ({ state, file }: Session): string | undefined =>
  state === 'interrupted' && file.text('handback', 'reason') === 'error' ? file.text('handback', 'text') : undefined

/**
 * What the state of a session says of its turn: one that stopped is over, unless it was handed back with a question or
 * an error.
 */
function statedTurn({ kind, state, holder, file }: Session): TurnDetails | undefined {
  if (kind === 'record') return holder === 'agent' ? undefined : { ended: true }
  const since = file.text('lastUpdated')
  if (holder === 'agent') return since === undefined ? undefined : { since }
  const reason = file.text('handback', 'reason')
  return state === 'interrupted' && reason !== 'question' && reason !== 'error' ? { ended: true } : undefined
}

/** When the session was last started, resumed or stopped. */
const periodOf = ({ history, file }: Session): string =>
  [history.findLast(({ state }) => state === 'beginning' || state === 'interrupted')?.at, file.text('resumedAt')].join(
    ' ',
  )

/** Keys whose texts are facts as they are. */
const writtenFacts = ['previousState', 'createdAt', 'lastUpdated', 'idleAt', 'resumedAt', 'phase'] as const

/** A session as a target; none where no command can name it. */
export function sessionTarget(session: Session, model: GovernanceModel): readonly Target[] {
  const { target: id, path, holder, stateName: state, kind, file } = session
  if (id === undefined) return []
  const { metrics } = model
  const agent = file.text('agent')
  const stall = model.stall(session.id)
  const hasMetrics = metrics.text('sessionId') === session.id
  const facts = defined({
    spec: session.state && specOf(session.state, session.resumed),
    ...Object.fromEntries(writtenFacts.map((key) => [key, file.text(key)])),
    agent,
    category: agent === undefined ? undefined : agentOf(model.configuration, agent)?.category,
    language: file.value('language'),
    compactions: file.list('compactionHistory').length,
    violations: file.number('violationCount'),
    handback: file.value('handback'),
    stall: stall?.file.data && { planner: isStalled(stall), validator: isRepeating(stall) },
    errors: hasMetrics
      ? defined({ total: metrics.number('errors', 'total'), max: metrics.number('limits', 'maxErrors') })
      : undefined,
    legacy: kind === 'legacy',
  })
  const [question, error] = [questionOf(session, model), errorOf(session)]
  return [
    {
      id,
      path,
      holder,
      state,
      ...defined({ question, error }),
      ...grantOf(session),
      ...(holder === 'agent' && { period: periodOf(session) }),
      turn: statedTurn(session),
      facts,
    },
  ]
}

export function brainTarget(model: GovernanceModel): readonly Target[] {
  const { brain: id, state, metrics, change } = model
  if (id === undefined) return []
  const violations = state.history.filter(isViolation)
  const facts = defined({
    phase: state.phase,
    framework: state.file.text('framework'),
    version: state.file.text('version'),
    lastValidation: state.file.text('lastValidation'),
    validationCount: state.file.number('validationCount'),
    language: languageIn(model),
    anchors: Object.fromEntries(priorities.map((priority) => [priority, withPriority(state, priority).length])),
    history: state.history.length,
    violations: violations.length,
    firstTool: violations.filter(({ action }) => /^(?:warn|violation):first_tool:/.test(action)).length,
    metricsSession: metrics.text('sessionId'),
    commits: change && authorshipOf(model, change),
  })
  return [
    {
      id,
      path: state.file.path,
      holder: 'orchestrator',
      state: state.phase ?? 'unknown',
      turn: { container: true },
      facts,
    },
  ]
}

/**
 * What compare-and-swap of a session is based on: its session, stall and metrics files; its contract. The
 * framework's state is planned again on every head.
 */
export function stateDigest({ session, stall, metrics, config, brain }: GovernanceModel, target: string): StateDigest {
  if (target === brain) return { state: [], contract: [] }
  const id = bareName(target)
  const metricsDigest = metrics.text('sessionId') === id ? metrics.digest : undefined
  return { state: [session(id)?.file.digest, stall(id)?.file.digest, metricsDigest], contract: [config.digest] }
}
