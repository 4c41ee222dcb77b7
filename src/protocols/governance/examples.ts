import type { Change, ChangedPath, Commit } from '../../core/change.ts'
import type { Files } from '../../core/rule.ts'

/** Paths of the sample, for examples. */
export const statePath = '.idumb/brain/state.json'
export const configPath = '.idumb/brain/config.json'
export const metricsPath = '.idumb/brain/execution-metrics.json'
const todosPath = '.idumb/brain/todos.json'
export const sessionPath = (id = 'ses_1'): string => `.idumb/sessions/${id}.json`
export const stallPath = (id = 'ses_1'): string => `.idumb/brain/stall/${id}.json`
export const checkpointPath = '.idumb/brain/execution/build/cp-1.json'

type Data = Readonly<Record<string, unknown>>

/** A time of the day of the sample; a whole time as it is. */
export const time = (text: string): string => (text.length === 5 ? `2026-02-04T${text}:00.000Z` : text)

export const print = (data: unknown): string => `${JSON.stringify(data, null, 2)}\n`

/** A row of states with the times at which they began. */
export type Row = readonly (readonly [state: string, at: string])[]

/** A session that went this way; keys that are `undefined` are left out. */
export function session(row: Row, fields: Data = {}): Data {
  const stateHistory = row.map(([state, at]) => ({ state, timestamp: time(at) }))
  const [first, last, lastButOne] = [stateHistory[0], stateHistory.at(-1), stateHistory.at(-2)]
  return {
    sessionId: 'ses_1',
    createdAt: first?.timestamp,
    lastUpdated: last?.timestamp,
    phase: 'build',
    governanceLevel: 'standard',
    language: { communication: 'english', documents: 'english' },
    sessionState: last?.state,
    previousState: lastButOne?.state ?? null,
    stateHistory,
    ...fields,
  }
}

/** Ways that a session may have gone. */
export const histories = {
  beginning: [['beginning', '08:00']],
  working: [
    ['beginning', '08:00'],
    ['between_turn', '08:05'],
  ],
  compacted: [
    ['beginning', '08:00'],
    ['between_turn', '08:05'],
    ['compacted', '08:30'],
  ],
  interrupted: [
    ['beginning', '08:00'],
    ['between_turn', '08:05'],
    ['interrupted', '09:00'],
  ],
} as const satisfies Readonly<Record<string, Row>>

export const anchor = (id: number, priority: string, fields: Data = {}): Data => ({
  id: `anchor-${id}`,
  created: time('07:00'),
  type: 'decision',
  content: `Decision ${id}`,
  priority,
  ...fields,
})

export const entry = (action: string, at = '08:10', result = 'pass'): Data => ({
  timestamp: time(at),
  action,
  agent: 'plugin',
  result,
})

/** What compaction leaves in a session. */
export const compaction = (at = '08:30', anchorsSurvived: readonly string[] = ['anchor-1']): Data => ({
  compactedAt: time(at),
  compactionHistory: [{ timestamp: time(at), contextSizeBefore: 180_000, contextSizeAfter: 24_000, anchorsSurvived }],
})

/** What stopping leaves in a session. */
export const stopped = (at = '09:00'): Data => ({ idleAt: time(at), violationCount: 0 })
export const archived = (id = 'ses_1', at = '09:00'): Data => entry(`session_idle:${id}:violations=0`, at)

export const state = (fields: Data = {}): Data => ({
  version: '0.3.1',
  initialized: time('07:00'),
  framework: 'idumb',
  phase: 'build',
  lastValidation: time('07:30'),
  validationCount: 3,
  anchors: [anchor(1, 'critical'), anchor(2, 'normal')],
  history: [entry('task:Begin', '07:40')],
  ...fields,
})

export const config = (fields: Data = {}): Data => ({
  version: '0.3.0',
  user: { name: 'Developer', language: { communication: 'english', documents: 'english' } },
  hierarchy: { levels: ['milestone', 'phase', 'plan', 'task'] },
  ...fields,
})

export const metrics = (fields: Data = {}): Data => ({
  sessionId: 'ses_1',
  startedAt: time('08:00'),
  iterationCounts: { plannerChecker: 2, validatorFix: 1, total: 3 },
  agentSpawns: { total: 1, byAgent: { planner: 1 } },
  errors: { total: 1, byType: { validator_fix: 1 }, recent: ['Unexpected token'] },
  limits: { maxErrors: 20 },
  ...fields,
})

/** Stall evidence: cycles of planner and checker as hash and score, and hashes of errors. */
export const stall = (
  cycles: Row = [],
  errors: readonly string[] = [],
  counts: readonly [stalls: number, repeats: number] = [0, 0],
): Data => ({
  plannerChecker: {
    issuesHashHistory: cycles.map(([hash]) => hash),
    stallCount: counts[0],
    lastScore: cycles.length === 0 ? null : Number(cycles.at(-1)?.[1]),
    scoreHistory: cycles.map(([, score]) => Number(score)),
  },
  validatorFix: { errorHashHistory: errors, repeatCount: counts[1] },
})

export const checkpoint = (fields: Data = {}): Data => ({
  id: 'cp-1',
  version: '1.0.0',
  createdAt: time('08:20'),
  phase: 'build',
  task: 'task-1',
  type: 'manual',
  status: 'valid',
  state: { gitHash: null, filesModified: [], filesCreated: [], filesDeleted: [] },
  execution: { tasksCompleted: [], tasksInProgress: [], tasksFailed: [], currentTask: null },
  metrics: { iterationCount: 0, agentSpawns: 0, errorCount: 0, duration: 0 },
  context: { anchors: [], notes: '' },
  ...fields,
})

/** A repository with files in place of others: data is printed, a text is as it is, `null` removes. */
export function change(
  files: Files,
  edits: Readonly<Record<string, Data | readonly unknown[] | string | null>>,
): Files {
  const changed: Record<string, string> = { ...files }
  for (const [path, edit] of Object.entries(edits)) {
    if (edit === null) delete changed[path]
    else changed[path] = typeof edit === 'string' ? edit : print(edit)
  }
  return changed
}

/**
 * One session that works, with all that belongs to it: nothing is wrong with it. The examples of the rules are changes
 * of it.
 */
export const sample: Files = change(
  {},
  {
    [statePath]: state(),
    [configPath]: config(),
    [metricsPath]: metrics(),
    [stallPath()]: stall(),
    [sessionPath()]: session(histories.working),
  },
)

/** The sample without any session. */
export const emptySample: Files = change(sample, { [sessionPath()]: null, [stallPath()]: null, [metricsPath]: null })

/** The sample with another state, session, metrics or stall file. */
export const inState = (fields: Data): Files => change(sample, { [statePath]: state(fields) })
export const inSession = (row: Row, fields: Data = {}): Files =>
  change(sample, { [sessionPath()]: session(row, fields) })
export const inMetrics = (fields: Data): Files => change(sample, { [metricsPath]: metrics(fields) })
export const inStall = (...stallArguments: Parameters<typeof stall>): Files =>
  change(sample, { [stallPath()]: stall(...stallArguments) })

/** The session stopped, and the stop archived. */
export const interruptedSample: Files = change(inSession(histories.interrupted, stopped()), {
  [statePath]: state({ history: [entry('task:Begin', '07:40'), archived()] }),
})
export const compactedSample: Files = inSession(histories.compacted, compaction())

/** A commit for an example: whose it is, and what it touches. */
export interface Work {
  readonly agent?: string
  /** A further line of its last paragraph. */
  readonly also?: string
  readonly login?: string
  readonly parents?: number
  readonly paths: readonly (string | ChangedPath)[]
}

const sha = (digit: number) => digit.toString(16).padStart(4, '0').repeat(10)

/** A change of these commits. */
export const committed = (...works: readonly Work[]): Change => ({
  commits: works.map(({ agent, also, login, parents = 1, paths }, index): Commit => ({
    sha: sha(index + 1),
    parents: Array.from({ length: parents }, (_, parent) => sha(index + parent * 100)),
    message: [
      'Work\n',
      ...(agent === undefined ? [] : [`Agent: ${agent}`]),
      ...(also === undefined ? [] : [also]),
    ].join('\n'),
    author: { email: 'octocat@example.com', login },
    paths: paths.map((path) => (typeof path === 'string' ? { path, change: 'changed' } : path)),
  })),
})

export const tooMany: Change = { commits: [], tooMany: 501 }

export const commits = (...works: readonly Work[]) => ({
  head: sample,
  base: sample,
  change: committed(...works),
})

export const inConfig = (fields: Data): Files => change(sample, { [configPath]: config(fields) })
export const inCheckpoint = (fields: Data): Files => change(sample, { [checkpointPath]: checkpoint(fields) })
export const inPlanner = (fields: Data): Files =>
  change(sample, {
    [stallPath()]: {
      ...stall(),
      plannerChecker: { issuesHashHistory: [], stallCount: 0, lastScore: null, scoreHistory: [], ...fields },
    },
  })

/** The sample without one file. */
export const lacking = (path: string): Files => change(sample, { [path]: null })

/** The sample with a second session file. */
export const besideSession = (data: Data, id = 'ses_2'): Files => change(sample, { [sessionPath(id)]: data })

/** A second session that has stopped, so that nothing but its name can be wrong. */
export const namedSession = (id: string, fields: Data = {}): Files =>
  besideSession(
    {
      sessionId: id,
      sessionState: 'interrupted',
      createdAt: time('08:00'),
      lastUpdated: time('08:00'),
      phase: 'build',
      language: { communication: 'english', documents: 'english' },
      idleAt: time('08:00'),
      ...fields,
    },
    id,
  )

/** The stopped session, begun again. */
export const resumedSample = (at: string, resumedAt?: string): Files =>
  change(interruptedSample, {
    [sessionPath()]: session([...histories.interrupted, ['beginning', at]], {
      ...stopped(),
      ...(resumedAt !== undefined && { resumedAt: time(resumedAt) }),
    }),
  })

/** The stopped session with stall evidence. */
export const stoppedWithStall = (...stallArguments: Parameters<typeof stall>): Files =>
  change(interruptedSample, { [stallPath()]: stall(...stallArguments) })

/** Cycles with the same issues and these scores. */
export const cycles = (...scores: readonly number[]): Row => scores.map((score) => ['sha256:a', String(score)])

/** Four anchors, one of each priority, or only some of them. */
export const inAnchors = (...ids: readonly number[]): Files => {
  const priorities = ['critical', 'high', 'normal', 'low']
  return inState({ anchors: ids.map((id) => anchor(id, priorities[id - 1] ?? '')) })
}

/**
 * For documents: a repository with every file, with which nothing is wrong, and the files of it that the page of the
 * protocol shows.
 */
export const complete: Files = change(sample, {
  [checkpointPath]: print(checkpoint()),
  [todosPath]: print([{ id: 'todo-1', content: 'Sort the words', status: 'in_progress' }]),
  [sessionPath()]: session(histories.working, {
    agent: 'idumb-project-executor',
    grant: { by: 'octocat', since: '2026-02-04T08:00:00Z' },
  }),
})
export const shown: readonly string[] = [
  sessionPath(),
  statePath,
  configPath,
  metricsPath,
  todosPath,
  stallPath(),
  checkpointPath,
]
