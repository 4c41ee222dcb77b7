import { describe, expect, it } from 'vitest'
import {
  anchor,
  archived,
  change,
  compactedSample,
  config,
  configPath,
  emptySample,
  entry,
  inSession,
  interruptedSample,
  metrics,
  metricsPath,
  print,
  sample,
  session,
  sessionPath,
  stall,
  stallPath,
  state,
  statePath,
  stopped,
  time,
  histories,
} from '../../../../src/protocols/governance/examples.ts'
import { cases, diagnose, fileIn, give, sessionIn, withoutStates } from '../scene.ts'

const usage = 'refused, COMMAND_USAGE error'
const begins = '/accept session:ses_1'
const hours = { at: '2026-02-04T11:30:00Z' }
const days = { at: '2026-02-06T09:00:00Z' }
const todos = (items: unknown) =>
  change(emptySample, { '.idumb/brain/todos.json': items as Readonly<Record<string, unknown>> })
const stateOf = (overrides: Readonly<Record<string, unknown>>) => change(emptySample, { [statePath]: state(overrides) })
const configOf = (overrides: Readonly<Record<string, unknown>>) =>
  change(emptySample, { [configPath]: config(overrides) })
const linked = (path: string, tree = emptySample) =>
  [change(tree, { [path]: '../elsewhere' }), { links: [path] }] as const
const stop = (overrides: Readonly<Record<string, unknown>> = {}) =>
  change(interruptedSample, { [sessionPath()]: session(histories.interrupted, { ...stopped(), ...overrides }) })

describe('/accept', () => {
  const validated = time('07:30')
  const works = [
    ['beginning', '08:00'],
    ['between_turn', '08:05'],
    ['interrupted', '08:10'],
    ['beginning', '08:20'],
  ] as const
  const unrecorded = { createdAt: undefined, stateHistory: undefined, previousState: undefined }
  const [anHour, twoHours] = [{ at: '2026-02-04T10:00:00Z' }, { at: '2026-02-04T09:59:59.999Z' }]
  const allowed = { configuration: { 'allow-edges': ['interrupted->between_turn'] } }
  cases('accept', [
    // Used wrongly.
    ['no name', '/accept', usage],
    ['a word too many', `${begins} now`, usage],
    ['an unknown option', `${begins} --agnet general`, usage],
    ['an option without a value', `${begins} --agent`, usage],
    ['an agent of two words', `${begins} --agent "the builder"`, usage],
    ['an agent that begins with a point', `${begins} --agent .builder`, usage],
    ['an agent of 65 letters', `${begins} --agent ${'a'.repeat(65)}`, usage],
    ['no id', '/accept session:s', 'refused, GOV_SESSION_NAME error'],
    ['an id of 65', `/accept session:${'s'.repeat(65)}`, 'refused, GOV_SESSION_NAME error'],
    ['an id that is not the first with its prefix', '/accept ses_9', 'refused, GOV_SESSION_UNKNOWN error'],
    ['an id like none', '/accept another-one', 'refused, GOV_SESSION_UNKNOWN error'],
    ['an id in other capitals', '/accept session:SES_1', 'refused, GOV_SESSION_CASE error'],
    // Which starts a session.
    [
      'no agent by name',
      begins,
      'changed',
      emptySample,
      {},
      {
        reply:
          /^Language: speak `english`, write documents in `english`\. .*\nRole: an agent without a name\. .*\nFirst: find out .*\nPhase: `build`\. Framework: `idumb`\.$/,
        facts: { spec: 'S1', staleHours: 1 },
      },
    ],
    ['an id of 64', `/accept session:${'s'.repeat(64)}`, 'changed', emptySample],
    [
      'an agent of the framework',
      `${begins} --agent idumb-meta-builder`,
      'changed',
      emptySample,
      {},
      {
        reply:
          'Role: `idumb-meta-builder`, META: writes in the framework.\nFirst: read before you write, and stay in `.idumb/**`, `.opencode/**`.',
      },
    ],
    [
      'an agent of the project',
      `${begins} --agent=@IDUMB-Project-Executor`,
      'changed',
      emptySample,
      {},
      {
        reply:
          'Role: `idumb-project-executor`, PROJECT: writes in the project.\nFirst: read before you write, and stay in `**`, except `.idumb/**`, `.opencode/**`.',
      },
    ],
    [
      'a coordinator of the framework',
      `${begins} --agent idumb-supreme-coordinator`,
      'changed',
      emptySample,
      {},
      {
        reply:
          'Role: `idumb-supreme-coordinator`, META: coordinates the framework, and writes nothing.\nFirst: check open items and anchors, then delegate, to any agent.',
      },
    ],
    [
      'governance',
      `${begins} --agent idumb-high-governance`,
      'changed',
      emptySample,
      {},
      {
        reply:
          'Role: `idumb-high-governance`, META: coordinates the framework, and writes nothing.\nFirst: check open items',
      },
    ],
    [
      'a coordinator of the project',
      `${begins} --agent idumb-project-coordinator`,
      'changed',
      emptySample,
      {},
      {
        reply:
          'Role: `idumb-project-coordinator`, PROJECT: coordinates the project, and writes nothing.\nFirst: check open items',
      },
    ],
    [
      'a validator',
      `${begins} --agent idumb-project-validator`,
      'changed',
      emptySample,
      {},
      {
        reply:
          'Role: `idumb-project-validator`, PROJECT: reads the project, and writes nothing.\nFirst: look, report, change nothing.',
      },
    ],
    [
      'an agent of 64 letters',
      `${begins} --agent ${'a'.repeat(64)}`,
      'changed, SCOPE_AGENT_UNKNOWN warning',
      emptySample,
    ],
    [
      'an agent by a typo',
      `${begins} --agent idumb-meta-bilder`,
      'changed, SCOPE_AGENT_UNKNOWN warning',
      emptySample,
      {},
      { reply: 'Role: `idumb-meta-bilder`, which the table of agents does not have. META agents' },
    ],
    [
      'a writer of another team, that may not write everywhere',
      `${begins} --agent docs-writer`,
      'changed',
      emptySample,
      {
        configuration: {
          agents: {
            preset: 'none',
            define: { 'docs-writer': { write: ['docs/**', '*.md'], deny: ['docs/legal/**'] } },
          },
        },
      },
      {
        reply:
          'Role: `docs-writer`, PROJECT: writes in the project.\nFirst: read before you write, and stay in `docs/**`, `*.md`, except `docs/legal/**`.',
      },
    ],
    [
      'a writer of a name like that of a coordinator',
      `${begins} --agent coordinator-of-docs`,
      'changed',
      emptySample,
      { configuration: { agents: { define: { 'coordinator-of-docs': {} } } } },
      { reply: 'PROJECT: reads the project' },
    ],
    ['nothing is there', begins, 'changed', {}, { configuration: {} }],
    [
      'another root',
      begins,
      'changed',
      {},
      { configuration: { root: 'state' } },
      {
        changed: [
          'state/brain/config.json',
          'state/brain/execution-metrics.json',
          'state/brain/stall/ses_1.json',
          'state/brain/state.json',
          'state/sessions/ses_1.json',
        ],
      },
    ],
    [
      'the state says no phase',
      begins,
      'changed',
      stateOf({ phase: '' }),
      {},
      { reply: 'Phase: `init`. Framework: `idumb`.', [sessionPath()]: { phase: 'init' } },
    ],
    [
      'the state says no framework',
      begins,
      'changed',
      stateOf({ framework: undefined }),
      {},
      { reply: 'Phase: `build`. Framework: `none`.' },
    ],
    [
      'the language is configured',
      begins,
      'changed',
      configOf({ user: { language: { communication: 'french', documents: 'dutch' } } }),
      {},
      {
        reply: 'speak `french`, write documents in `dutch`',
        [sessionPath()]: { language: { communication: 'french', documents: 'dutch' } },
      },
    ],
    [
      'half of the language is configured',
      begins,
      'changed',
      configOf({ user: { language: { communication: 'french' } } }),
      {},
      { facts: { language: { communication: 'french', documents: 'english' } } },
    ],
    [
      'the other half is',
      begins,
      'changed',
      configOf({ user: { language: { communication: '', documents: 'dutch' } } }),
      {},
      { facts: { language: { communication: 'english', documents: 'dutch' } } },
    ],
    [
      'items that are open',
      begins,
      'changed',
      todos({ items: [{ status: 'pending' }, { status: 'done' }, { status: 'in_progress' }] }),
      {},
      { reply: 'Open items: 2.', facts: { todos: 2 } },
    ],
    [
      'todos before items',
      begins,
      'changed',
      todos({ todos: [{ status: 'pending' }], items: [] }),
      {},
      { reply: 'Open items: 1.' },
    ],
    ['todos that are no list', begins, 'changed', todos({ todos: 3 }), {}, { reply: 'Open items: 0.' }],
    [
      'todos that cannot be read',
      begins,
      'changed',
      todos('['),
      {},
      { facts: { sections: ['language', 'role', 'first-action', 'phase'] } },
    ],
    // And whether the state is stale.
    [
      '48 hours after it was validated',
      begins,
      'changed',
      stateOf({ lastValidation: validated }),
      { at: '2026-02-06T07:30:00.000Z' },
      { facts: { staleHours: 48, sections: ['language', 'role', 'first-action', 'phase'] } },
    ],
    [
      'just more than 48 hours after it was validated',
      begins,
      'changed',
      stateOf({ lastValidation: validated }),
      { at: '2026-02-06T07:30:00.001Z' },
      { facts: { sections: ['language', 'role', 'first-action', 'phase', 'stale'] } },
    ],
    [
      'never validated: since it began',
      begins,
      'changed',
      stateOf({ lastValidation: null }),
      { at: '2026-02-06T07:00:00.001Z' },
      { reply: 'Stale: the state was last validated 48 hours ago. Validate it first.' },
    ],
    [
      'the time is unknown',
      begins,
      'changed',
      stateOf({ lastValidation: null, initialized: 'once' }),
      { at: '2026-12-24T00:00:00Z' },
      { facts: { sections: ['language', 'role', 'first-action', 'phase'] } },
    ],
    [
      'an hour is too long',
      begins,
      'changed',
      configOf({ staleness: { warningHours: 1 } }),
      { at: '2026-02-04T08:30:00.001Z' },
      { facts: { sections: ['language', 'role', 'first-action', 'phase', 'stale'] } },
    ],
    [
      'an hour is not yet over',
      begins,
      'changed',
      configOf({ staleness: { warningHours: 1 } }),
      { at: '2026-02-04T08:30:00Z' },
      { facts: { sections: ['language', 'role', 'first-action', 'phase'] } },
    ],
    // Of a session that is there.
    [
      'an hour after its last update',
      '/accept ses_1 --agent general',
      'unchanged, SCOPE_AGENT_UNKNOWN warning',
      sample,
      { at: '2026-02-04T09:05:00Z' },
      { reply: 'The agent holds the session `ses_1` already.' },
    ],
    [
      'just more than an hour after its last update',
      '/accept ses_1',
      'changed',
      sample,
      { at: '2026-02-04T09:05:00.001Z' },
      {
        reply:
          'Resumed after 1 h 0 min. The session began at `2026-02-04T08:00:00.000Z` and stopped at `2026-02-04T08:05:00.000Z`.',
        facts: { spec: 'S5' },
      },
    ],
    [
      'an agent takes it over',
      '/accept ses_1 --agent idumb-meta-builder',
      'changed',
      stop({ agent: 'general' }),
      hours,
      { facts: { agent: 'idumb-meta-builder', category: 'meta' }, [sessionPath()]: { agent: 'idumb-meta-builder' } },
    ],
    [
      'its agent goes on',
      '/accept ses_1',
      'changed',
      stop({ agent: 'idumb-meta-builder' }),
      hours,
      { reply: 'Role: `idumb-meta-builder`, META', facts: { agent: 'idumb-meta-builder' } },
    ],
    [
      'a language of its own',
      '/accept ses_1',
      'changed',
      change(stop({ language: { communication: 'french', documents: '' } }), { [configPath]: config({ user: {} }) }),
      hours,
      { facts: { language: { communication: 'french', documents: 'english' } } },
    ],
    [
      'the phase that it says',
      '/accept ses_1',
      'changed',
      change(stop({ phase: 'plan' }), { [statePath]: state({ phase: 3, history: [archived()] }) }),
      hours,
      { reply: 'Phase: `plan`.' },
    ],
    [
      'no configuration',
      '/accept ses_1',
      'changed',
      change(stop(), { [configPath]: null }),
      hours,
      { [configPath]: { version: '0.3.0' } },
    ],
    [
      'metrics of another session',
      '/accept ses_1',
      'changed',
      change(stop(), { [metricsPath]: metrics({ sessionId: 'ses_9' }) }),
      hours,
      { [metricsPath]: { sessionId: 'ses_1', startedAt: time('11:30') } },
    ],
    [
      'no metrics',
      '/accept ses_1',
      'changed',
      change(stop(), { [metricsPath]: null }),
      hours,
      { [metricsPath]: { sessionId: 'ses_1' } },
    ],
    [
      'evidence of loops',
      '/accept ses_1',
      'changed',
      change(stop(), { [stallPath()]: stall([['a', '5']], ['e']) }),
      hours,
      { [stallPath()]: { plannerChecker: { issuesHashHistory: [] }, validatorFix: { errorHashHistory: [] } } },
    ],
    [
      'no state file',
      '/accept ses_1',
      'changed',
      change(stop(), { [statePath]: null }),
      hours,
      { [statePath]: { history: [{ action: 'session_resumed:ses_1' }] } },
    ],
    [
      'no anchors',
      '/accept ses_1',
      'changed',
      change(stop(), { [statePath]: state({ anchors: [anchor(2, 'normal')], history: [archived()] }) }),
      hours,
      { reply: 'Anchors: none.' },
    ],
    [
      'it does not say when it stopped',
      '/accept ses_1',
      'changed',
      stop({ idleAt: undefined }),
      hours,
      { facts: { idleMinutes: 150 }, reply: 'stopped at `2026-02-04T09:00:00.000Z`' },
    ],
    [
      'nor does its history',
      '/accept ses_1',
      'changed',
      stop({ idleAt: undefined, stateHistory: undefined }),
      hours,
      { facts: { idleMinutes: 150 } },
    ],
    [
      'long ago, by its history',
      '/accept ses_1',
      'changed',
      stop({ idleAt: undefined, lastUpdated: '2026-02-06T08:00:00.000Z' }),
      days,
      { facts: { spec: 'S1' } },
    ],
    [
      'after it was resumed before',
      '/accept ses_1',
      'changed',
      stop({ resumedAt: time('08:30'), agent: 'general' }),
      days,
      { facts: { spec: 'S1', agent: 'general', staleHours: 49 } },
    ],
    [
      'it was not stopped after it was compacted',
      '/accept ses_1',
      'changed',
      compactedSample,
      hours,
      {
        [sessionPath()]: {
          stateHistory: [
            {},
            {},
            {},
            { state: 'between_turn' },
            { state: 'interrupted', timestamp: time('08:30') },
            { state: 'beginning' },
          ],
        },
      },
    ],
    [
      'it was not stopped, and may stop at once',
      '/accept ses_1',
      'changed',
      inSession(histories.beginning),
      { ...hours, configuration: { 'allow-edges': ['beginning->interrupted'] } },
      { [sessionPath()]: { stateHistory: [{}, { state: 'interrupted' }, { state: 'beginning' }] } },
    ],
    [
      'it was not stopped for days',
      '/accept ses_1',
      'changed',
      sample,
      days,
      { facts: { spec: 'S1' }, [statePath]: 'session_idle:ses_1:violations=0' },
    ],
    [
      'violations since it last began',
      '/accept ses_1',
      'changed',
      change(inSession(works), {
        [statePath]: state({
          history: [entry('warn:a', '08:19'), entry('denied:b', '08:20'), entry('task:c', '08:21')],
        }),
      }),
      hours,
      { [statePath]: 'session_idle:ses_1:violations=1' },
    ],
    [
      'it goes on',
      '/accept ses_1 --agent idumb-meta-builder',
      'changed',
      interruptedSample,
      { at: '2026-02-04T10:00:00Z', configuration: { 'allow-edges': ['interrupted->between_turn'] } },
      {
        reply: 'The session `ses_1` continues where it stopped.',
        [sessionPath()]: { agent: 'idumb-meta-builder', sessionState: 'between_turn', lastUpdated: time('10:00') },
      },
    ],
    [
      'it goes on with its agent',
      '/accept ses_1',
      'changed',
      stop({ agent: 'general', ...withoutStates }),
      { at: '2026-02-04T09:30:00Z', configuration: { 'allow-edges': ['interrupted->between_turn'] } },
      {
        facts: { agent: 'general' },
        [sessionPath()]: {
          sessionState: 'between_turn',
          stateHistory: [{ state: 'interrupted' }, { state: 'between_turn' }],
        },
      },
    ],
    [
      'it goes on without the files that were missing before',
      '/accept ses_1',
      'changed',
      change(interruptedSample, { [stallPath()]: null, [metricsPath]: null }),
      { at: '2026-02-04T09:30:00Z', configuration: { 'allow-edges': ['interrupted->between_turn'] } },
      {},
      'GOV_METRICS_MISSING error, GOV_STALL_MISSING error',
    ],
    // Refused.
    [
      'violations of a session with an unknown beginning: all',
      '/accept ses_1',
      'changed',
      change(inSession(histories.working, unrecorded), { [statePath]: state({ history: [entry('warn:a', '01:00')] }) }),
      hours,
      { [statePath]: 'violations=1' },
    ],
    [
      'afresh, a history that is none is no hindrance',
      '/accept ses_1',
      'changed',
      change(stop(), { [statePath]: state({ history: {} }) }),
      days,
    ],
    [
      'again, a history that is none',
      '/accept ses_1',
      'refused, GOV_FIELD_TYPE error',
      change(stop(), { [statePath]: state({ history: {} }) }),
      hours,
    ],
    [
      'a state that is none, before its time',
      '/accept ses_1',
      'refused, GOV_STATE_UNKNOWN error',
      inSession(histories.working, { sessionState: 'idle' }),
      { at: '2026-02-04T08:00:00Z' },
    ],
    ['an hour after it stopped', '/accept ses_1', 'refused, GOV_RESUME_TOO_EARLY error', interruptedSample, anHour],
    ['a moment less', '/accept ses_1', 'refused, GOV_RESUME_TOO_EARLY error', interruptedSample, twoHours],
    [
      'it was updated since',
      '/accept ses_1',
      'refused, GOV_TIME_BACKWARDS error',
      interruptedSample,
      { at: '2026-02-04T08:59:59.999Z' },
    ],
    [
      'a state that cannot be read',
      begins,
      'refused, GOV_FILE_UNREADABLE error',
      change(emptySample, { [statePath]: '{' }),
    ],
    [
      'a configuration that cannot be read',
      begins,
      'refused, GOV_FILE_UNREADABLE error',
      change(emptySample, { [configPath]: '{' }),
    ],
    ['a session that is a link', begins, 'refused, GOV_FILE_LINK error', ...linked(sessionPath(), sample)],
    ['sessions that are a link', begins, 'refused, GOV_FILE_LINK error', ...linked('.idumb/sessions')],
    ['metrics that are a link', begins, 'refused, GOV_FILE_LINK error', ...linked(metricsPath)],
    ['evidence that is a link', begins, 'refused, GOV_FILE_LINK error', ...linked(stallPath())],
    ['a folder of evidence that is a link', begins, 'refused, GOV_FILE_LINK error', ...linked('.idumb/brain/stall')],
    [
      'a root that is a link',
      begins,
      'refused, GOV_FILE_LINK error',
      { '.idumb': '../elsewhere' },
      { links: ['.idumb'] },
    ],
    [
      'afresh, a state that cannot be read',
      '/accept ses_1',
      'refused, GOV_FILE_UNREADABLE error',
      change(stop(), { [statePath]: '{' }),
      days,
    ],
    [
      'afresh, a configuration that cannot be read',
      '/accept ses_1',
      'refused, GOV_FILE_UNREADABLE error',
      change(stop(), { [configPath]: '[' }),
      days,
    ],
    [
      'again, metrics that are a link',
      '/accept ses_1',
      'refused, GOV_FILE_LINK error',
      change(stop(), { [metricsPath]: '../elsewhere' }),
      { ...hours, links: [metricsPath] },
    ],
    [
      'again, evidence that is a link',
      '/accept ses_1',
      'refused, GOV_FILE_LINK error',
      change(stop(), { [stallPath()]: '../elsewhere' }),
      { ...hours, links: [stallPath()] },
    ],
    ['a time that is none', '/accept ses_1', 'refused, GOV_FIELD_TYPE error', stop({ idleAt: 5 }), hours],
    ['an agent that is not text', '/accept ses_1', 'refused, GOV_FIELD_TYPE error', stop({ agent: 5 }), hours],
    ['a resumption at no time', '/accept ses_1', 'refused, GOV_FIELD_VALUE error', stop({ resumedAt: 'soon' }), hours],
    ['no states in its history', '/accept ses_1', 'refused, GOV_FIELD_VALUE error', stop({ stateHistory: [] }), hours],
    [
      'a state of its history that is none',
      '/accept ses_1',
      'refused, GOV_STATE_UNKNOWN error',
      stop({ stateHistory: [{ state: 'idle', timestamp: time('08:00') }] }),
      hours,
    ],
    [
      'it does not say when it was updated',
      '/accept ses_1',
      'refused, GOV_FIELD_MISSING error',
      stop({ lastUpdated: undefined }),
      hours,
    ],
    [
      'it goes on since no time',
      '/accept ses_1',
      'refused, GOV_FIELD_VALUE error',
      stop({ idleAt: 'soon' }),
      { ...anHour, ...allowed },
    ],
  ])

  it('starts a session with all that belongs to it, and touches no state that is there', async () => {
    const result = await give(emptySample, '/accept session:ses_1 --agent @IDUMB-Meta-Builder', {
      at: '2026-02-04T10:00:00+00:00',
    })
    expect(result.result).toMatchObject({
      outcome: 'changed',
      from: 'new',
      to: 'beginning',
      holder: 'agent',
      target: 'session:ses_1',
      diagnostics: [],
    })
    expect(result.changed).toEqual([metricsPath, stallPath(), sessionPath()].toSorted())
    expect(Object.keys(sessionIn(result.tree))).toEqual([
      'sessionId',
      'createdAt',
      'lastUpdated',
      'phase',
      'governanceLevel',
      'language',
      'agent',
      'sessionState',
      'previousState',
      'stateHistory',
    ])
    expect(sessionIn(result.tree)).toMatchObject({
      agent: 'idumb-meta-builder',
      phase: 'build',
      createdAt: time('10:00'),
    })
    expect(result.result.facts).toMatchObject({
      spec: 'S1',
      agent: 'idumb-meta-builder',
      category: 'meta',
      sections: ['language', 'role', 'first-action', 'phase'],
    })
  })

  it('writes state and configuration where there are none', async () => {
    const result = await give({}, '/accept session:ses_1', { configuration: {} })
    expect(result.changed).toEqual([configPath, metricsPath, stallPath(), statePath, sessionPath()].toSorted())
    expect(result.tree[statePath]).toBe(
      print({
        version: '0.3.1',
        initialized: time('10:00'),
        framework: 'none',
        phase: 'init',
        lastValidation: null,
        validationCount: 0,
        anchors: [],
        history: [],
      }),
    )
    const language = { communication: 'english', documents: 'english' }
    expect(fileIn(result.tree, configPath)).toEqual({
      version: '0.3.0',
      initialized: time('10:00'),
      lastModified: time('10:00'),
      user: { name: 'Developer', experience: 'guided', language },
      status: {
        current: { milestone: null, phase: 'init', plan: null, task: null },
        lastValidation: null,
        validationsPassed: 0,
        driftDetected: false,
      },
      hierarchy: { levels: ['milestone', 'phase', 'plan', 'task'] },
      automation: { mode: 'confirmRequired' },
      staleness: { warningHours: 48, criticalHours: 168 },
    })
    expect(fileIn(result.tree, metricsPath)).toEqual({
      sessionId: 'ses_1',
      startedAt: time('10:00'),
      iterationCounts: { plannerChecker: 0, validatorFix: 0, total: 0 },
      agentSpawns: { total: 0, byAgent: {} },
      errors: { total: 0, byType: {}, recent: [] },
      limits: { maxErrors: 20 },
    })
    expect(fileIn(result.tree, stallPath())).toEqual({
      plannerChecker: { issuesHashHistory: [], stallCount: 0, lastScore: null, scoreHistory: [] },
      validatorFix: { errorHashHistory: [], repeatCount: 0 },
    })
    expect(sessionIn(result.tree)).toEqual({
      sessionId: 'ses_1',
      createdAt: time('10:00'),
      lastUpdated: time('10:00'),
      phase: 'init',
      governanceLevel: 'standard',
      language,
      sessionState: 'beginning',
      previousState: null,
      stateHistory: [{ state: 'beginning', timestamp: time('10:00') }],
    })
    expect(await diagnose(result.tree)).toEqual([])
  })

  it('resumes with what the agent is to know, before everything else', async () => {
    const result = await give(interruptedSample, '/accept ses_1', { at: '2026-02-04T11:30:00Z' })
    expect(result.result).toMatchObject({ from: 'interrupted', to: 'beginning', holder: 'agent' })
    expect(sessionIn(result.tree)).toMatchObject({
      sessionState: 'beginning',
      previousState: 'interrupted',
      resumedAt: '2026-02-04T11:30:00.000Z',
      idleAt: time('09:00'),
    })
    expect(result.result.facts).toMatchObject({
      spec: 'S5',
      sections: ['resume', 'language', 'role', 'first-action', 'phase'],
      idleMinutes: 150,
      previous: { createdAt: time('08:00'), idleAt: time('09:00') },
      anchors: ['anchor-1'],
    })
    expect(result.result.reply.startsWith('Resumed after 2 h 30 min.')).toBe(true)
    expect(result.changed).not.toContain(metricsPath)
    const history = fileIn(result.tree, statePath)['history'] as readonly unknown[]
    expect(history.at(-1)).toEqual({
      timestamp: '2026-02-04T11:30:00.000Z',
      action: 'session_resumed:ses_1',
      agent: 'baton',
      result: 'pass',
    })
  })

  it('starts afresh after 48 hours', async () => {
    const result = await give(interruptedSample, '/accept ses_1', { at: '2026-02-06T09:00:00Z' })
    expect(result.result.facts).toMatchObject({
      spec: 'S1',
      sections: ['language', 'role', 'first-action', 'phase', 'stale'],
    })
    expect([sessionIn(result.tree)['idleAt'], sessionIn(result.tree)['resumedAt']]).toEqual([undefined, undefined])
    expect(result.changed).toContain(metricsPath)
    expect(result.changed).not.toContain(statePath)
  })

  it('records the stop of a session that has none', async () => {
    const acceptResult = await give(inSession(histories.beginning), '/accept ses_1', { at: '2026-02-04T10:00:00Z' })
    expect(acceptResult.result).toMatchObject({ outcome: 'changed', from: 'beginning', to: 'beginning' })
    expect(sessionIn(acceptResult.tree)['stateHistory']).toEqual([
      { state: 'beginning', timestamp: time('08:00') },
      { state: 'between_turn', timestamp: time('08:00') },
      { state: 'interrupted', timestamp: time('08:00') },
      { state: 'beginning', timestamp: time('10:00') },
    ])
    expect(sessionIn(acceptResult.tree)).toMatchObject({ idleAt: time('08:00'), resumedAt: time('10:00') })
    const actions = (
      fileIn(acceptResult.tree, statePath)['history'] as readonly { action: string; result: string }[]
    ).slice(-2)
    expect(actions.map(({ action, result }) => [action, result])).toEqual([
      ['session_idle:ses_1:violations=0', 'partial'],
      ['session_resumed:ses_1', 'pass'],
    ])
  })

  it('shows nothing of files but inert text', async () => {
    const evil = `\`@octocat\` <img src=x> ::error::\\n[x](https://example.com) ${'y'.repeat(300)}`
    const files = change(interruptedSample, {
      [statePath]: state({ anchors: [anchor(1, 'critical', { content: evil })], history: [archived()] }),
    })
    const { reply } = (await give(files, '/accept ses_1', { at: '2026-02-04T11:30:00Z' })).result
    const line = reply.split('\n').find((candidate) => candidate.includes('octocat')) ?? ''
    expect(line).toMatch(/^- `anchor-1` \(`critical`\) `[^`]*…`$/)
    expect(line.length).toBeLessThan(260)
  })
})
