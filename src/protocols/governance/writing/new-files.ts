import { printLike } from '../../../documents/json-edit.ts'
import type { FileRecord } from '../../../kit/record.ts'
import type { GovernanceModel } from '../model.ts'
import type { Session } from '../sessions/session.ts'
import { timeOf, defaultStaleness } from '../schema.ts'

/** A new file, or a file that takes the place of another, in the layout of that. */
export const print = (value: unknown, oldFile?: FileRecord): string =>
  printLike(oldFile?.data?.document.text ?? '', value)

export const newMetrics = (sessionId: string, at: string) => ({
  sessionId,
  startedAt: timeOf(at),
  iterationCounts: { plannerChecker: 0, validatorFix: 0, total: 0 },
  agentSpawns: { total: 0, byAgent: {} },
  errors: { total: 0, byType: {}, recent: [] },
  limits: { maxErrors: 20 },
})

export const newStall = () => ({
  plannerChecker: { issuesHashHistory: [], stallCount: 0, lastScore: null, scoreHistory: [] },
  validatorFix: { errorHashHistory: [], repeatCount: 0 },
})

/**
 * The files that a session needs once its state is written, as far as they are missing: a session without a written
 * state has none.
 */
export function missingSessionFiles(
  { metrics, paths, stall }: GovernanceModel,
  { id, kind }: Session,
  at: string,
): readonly (readonly [string, string])[] {
  if (kind !== 'legacy') return []
  return [
    ...(stall(id) ? [] : [[paths.stall(id), print(newStall())] as const]),
    ...(metrics.exists ? [] : [[paths.metrics, print(newMetrics(id, at))] as const]),
  ]
}

const startPhase = 'init'

export const newState = (at: string) => ({
  version: '0.3.1',
  initialized: timeOf(at),
  framework: 'none',
  phase: startPhase,
  lastValidation: null,
  validationCount: 0,
  anchors: [],
  history: [],
})

const defaultLanguage = 'english'

const phaseOf = ({ state }: GovernanceModel): string => state.phase ?? startPhase

export const configuredLanguage = ({ config }: GovernanceModel) => ({
  communication: config.text('user', 'language', 'communication') || defaultLanguage,
  documents: config.text('user', 'language', 'documents') || defaultLanguage,
})

export const newConfig = (model: GovernanceModel, at: string) => ({
  version: '0.3.0',
  initialized: timeOf(at),
  lastModified: timeOf(at),
  user: {
    name: 'Developer',
    experience: 'guided',
    language: { communication: defaultLanguage, documents: defaultLanguage },
  },
  status: {
    current: { milestone: null, phase: phaseOf(model), plan: null, task: null },
    lastValidation: null,
    validationsPassed: 0,
    driftDetected: false,
  },
  hierarchy: { levels: ['milestone', 'phase', 'plan', 'task'] },
  automation: { mode: 'confirmRequired' },
  staleness: defaultStaleness,
})

export const newSession = (model: GovernanceModel, sessionId: string, at: string, agent: string | undefined) => ({
  sessionId,
  createdAt: timeOf(at),
  lastUpdated: timeOf(at),
  phase: phaseOf(model),
  governanceLevel: 'standard',
  language: configuredLanguage(model),
  ...(agent !== undefined && { agent }),
  sessionState: 'beginning',
  previousState: null,
  stateHistory: [{ state: 'beginning', timestamp: timeOf(at) }],
})
