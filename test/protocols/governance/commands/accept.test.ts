import { describe } from 'vitest'
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
import { rows } from './table.ts'

const usage = 'refused, COMMAND_USAGE error'
const begins = '/accept session:ses_1'
const hours = { at: '2026-02-04T11:30:00Z' }
const days = { at: '2026-02-06T09:00:00Z' }
const todos = (items: unknown) => change(emptySample, { '.idumb/brain/todos.json': items as Readonly<Record<string, unknown>> })
const stateOf = (more: Readonly<Record<string, unknown>>) => change(emptySample, { [statePath]: state(more) })
const configOf = (more: Readonly<Record<string, unknown>>) => change(emptySample, { [configPath]: config(more) })
const linked = (path: string, tree = emptySample) => [change(tree, { [path]: '../elsewhere' }), { links: [path] }] as const
const stop = (more: Readonly<Record<string, unknown>> = {}) =>
  change(interruptedSample, { [sessionPath()]: session(histories.interrupted, { ...stopped(), ...more }) })
const old = { sessionState: undefined, previousState: undefined, stateHistory: undefined }

describe('/accept, used wrongly', () => {
  rows([
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
  ])
})

describe('/accept, which starts a session', () => {
  rows([
    ['nobody by name', begins, 'changed', emptySample],
    ['an id of 64', `/accept session:${'s'.repeat(64)}`, 'changed', emptySample],
    ['an agent of the framework', `${begins} --agent idumb-meta-builder`, 'changed', emptySample],
    ['an agent of the project', `${begins} --agent=@IDUMB-Project-Executor`, 'changed', emptySample],
    ['a coordinator of the framework', `${begins} --agent idumb-supreme-coordinator`, 'changed', emptySample],
    ['governance', `${begins} --agent idumb-high-governance`, 'changed', emptySample],
    ['a coordinator of the project', `${begins} --agent idumb-project-coordinator`, 'changed', emptySample],
    ['a validator', `${begins} --agent idumb-project-validator`, 'changed', emptySample],
    ['an agent of 64 letters', `${begins} --agent ${'a'.repeat(64)}`, 'changed, SCOPE_AGENT_UNKNOWN warning', emptySample],
    ['an agent by a slip of the pen', `${begins} --agent idumb-meta-bilder`, 'changed, SCOPE_AGENT_UNKNOWN warning', emptySample],
    [
      'a writer of another team, that may not write everywhere',
      `${begins} --agent docs-writer`,
      'changed',
      emptySample,
      { configuration: { agents: { preset: 'none', define: { 'docs-writer': { write: ['docs/**', '*.md'], deny: ['docs/legal/**'] } } } } },
    ],
    [
      'a writer of a name like that of a coordinator',
      `${begins} --agent coordinator-of-docs`,
      'changed',
      emptySample,
      { configuration: { agents: { define: { 'coordinator-of-docs': {} } } } },
    ],
    ['nothing is there', begins, 'changed', {}, { configuration: {} }],
    ['another root', begins, 'changed', {}, { configuration: { root: 'state' } }],
    ['the state says no phase', begins, 'changed', stateOf({ phase: '' })],
    ['the state says no framework', begins, 'changed', stateOf({ framework: undefined })],
    ['the language is configured', begins, 'changed', configOf({ user: { language: { communication: 'french', documents: 'dutch' } } })],
    ['half of the language is configured', begins, 'changed', configOf({ user: { language: { communication: 'french' } } })],
    ['the other half is', begins, 'changed', configOf({ user: { language: { communication: '', documents: 'dutch' } } })],
    ['items that are open', begins, 'changed', todos({ items: [{ status: 'pending' }, { status: 'done' }, { status: 'in_progress' }] })],
    ['todos before items', begins, 'changed', todos({ todos: [{ status: 'pending' }], items: [] })],
    ['todos that are no list', begins, 'changed', todos({ todos: 3 })],
    ['todos that cannot be read', begins, 'changed', todos('[')],
  ])
})

describe('/accept, and whether the state is stale', () => {
  const validated = time('07:30')
  rows([
    ['48 hours after it was validated', begins, 'changed', stateOf({ lastValidation: validated }), { at: '2026-02-06T07:30:00.000Z' }],
    ['a millisecond later', begins, 'changed', stateOf({ lastValidation: validated }), { at: '2026-02-06T07:30:00.001Z' }],
    ['never validated: since it began', begins, 'changed', stateOf({ lastValidation: null }), { at: '2026-02-06T07:00:00.001Z' }],
    ['nobody can tell', begins, 'changed', stateOf({ lastValidation: null, initialized: 'once' }), { at: '2026-12-24T00:00:00Z' }],
    ['an hour is too long', begins, 'changed', configOf({ staleness: { warningHours: 1 } }), { at: '2026-02-04T08:30:00.001Z' }],
    ['an hour is not yet over', begins, 'changed', configOf({ staleness: { warningHours: 1 } }), { at: '2026-02-04T08:30:00Z' }],
  ])
})

describe('/accept of a session that is there', () => {
  const works = [
    ['beginning', '08:00'],
    ['between_turn', '08:05'],
    ['interrupted', '08:10'],
    ['beginning', '08:20'],
  ] as const
  rows([
    [
      'an hour after its last update',
      '/accept ses_1 --agent general',
      'unchanged, SCOPE_AGENT_UNKNOWN warning',
      sample,
      { at: '2026-02-04T09:05:00Z' },
    ],
    ['a millisecond later', '/accept ses_1', 'changed', sample, { at: '2026-02-04T09:05:00.001Z' }],
    ['an agent takes it over', '/accept ses_1 --agent idumb-meta-builder', 'changed', stop({ agent: 'general' }), hours],
    ['its agent goes on', '/accept ses_1', 'changed', stop({ agent: 'idumb-meta-builder' }), hours],
    [
      'a language of its own',
      '/accept ses_1',
      'changed',
      change(stop({ language: { communication: 'french', documents: '' } }), { [configPath]: config({ user: {} }) }),
      hours,
    ],
    [
      'the phase that it says',
      '/accept ses_1',
      'changed',
      change(stop({ phase: 'plan' }), { [statePath]: state({ phase: 3, history: [archived()] }) }),
      hours,
    ],
    ['no configuration', '/accept ses_1', 'changed', change(stop(), { [configPath]: null }), hours],
    ['metrics of another session', '/accept ses_1', 'changed', change(stop(), { [metricsPath]: metrics({ sessionId: 'ses_9' }) }), hours],
    ['no metrics', '/accept ses_1', 'changed', change(stop(), { [metricsPath]: null }), hours],
    ['evidence of loops', '/accept ses_1', 'changed', change(stop(), { [stallPath()]: stall([['a', '5']], ['e']) }), hours],
    ['no state file', '/accept ses_1', 'changed', change(stop(), { [statePath]: null }), hours],
    [
      'no anchors',
      '/accept ses_1',
      'changed',
      change(stop(), { [statePath]: state({ anchors: [anchor(2, 'normal')], history: [archived()] }) }),
      hours,
    ],
    ['it does not say when it stopped', '/accept ses_1', 'changed', stop({ idleAt: undefined }), hours],
    ['nor does its history', '/accept ses_1', 'changed', stop({ idleAt: undefined, stateHistory: undefined }), hours],
    ['long ago, by its history', '/accept ses_1', 'changed', stop({ idleAt: undefined, lastUpdated: '2026-02-06T08:00:00.000Z' }), days],
    ['after it was resumed before', '/accept ses_1', 'changed', stop({ resumedAt: time('08:30'), agent: 'general' }), days],
    ['nobody stopped it after it was compacted', '/accept ses_1', 'changed', compactedSample, hours],
    [
      'nobody stopped it, and it may stop at once',
      '/accept ses_1',
      'changed',
      inSession(histories.beginning),
      { ...hours, configuration: { 'allow-edges': ['beginning->interrupted'] } },
    ],
    ['nobody stopped it for days', '/accept ses_1', 'changed', sample, days],
    [
      'violations since it last began',
      '/accept ses_1',
      'changed',
      change(inSession(works), {
        [statePath]: state({ history: [entry('warn:a', '08:19'), entry('denied:b', '08:20'), entry('task:c', '08:21')] }),
      }),
      hours,
    ],
    [
      'it goes on',
      '/accept ses_1 --agent idumb-meta-builder',
      'changed',
      interruptedSample,
      { at: '2026-02-04T10:00:00Z', configuration: { 'allow-edges': ['interrupted->between_turn'] } },
    ],
    [
      'it goes on with its agent',
      '/accept ses_1',
      'changed',
      stop({ agent: 'general', ...old }),
      { at: '2026-02-04T09:30:00Z', configuration: { 'allow-edges': ['interrupted->between_turn'] } },
    ],
    [
      'it goes on without the files that were missing before',
      '/accept ses_1',
      'changed',
      change(interruptedSample, { [stallPath()]: null, [metricsPath]: null }),
      { at: '2026-02-04T09:30:00Z', configuration: { 'allow-edges': ['interrupted->between_turn'] } },
    ],
  ])
})

describe('/accept, refused', () => {
  const nobodySaw = { createdAt: undefined, stateHistory: undefined, previousState: undefined }
  const [anHour, twoHours] = [{ at: '2026-02-04T10:00:00Z' }, { at: '2026-02-04T09:59:59.999Z' }]
  const allowed = { configuration: { 'allow-edges': ['interrupted->between_turn'] } }
  rows([
    [
      'violations of a session of which nobody saw the beginning: all',
      '/accept ses_1',
      'changed',
      change(inSession(histories.working, nobodySaw), { [statePath]: state({ history: [entry('warn:a', '01:00')] }) }),
      hours,
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
    ['it was updated since', '/accept ses_1', 'refused, GOV_TIME_BACKWARDS error', interruptedSample, { at: '2026-02-04T08:59:59.999Z' }],
    ['a state that cannot be read', begins, 'refused, GOV_FILE_UNREADABLE error', change(emptySample, { [statePath]: '{' })],
    ['a configuration that cannot be read', begins, 'refused, GOV_FILE_UNREADABLE error', change(emptySample, { [configPath]: '{' })],
    ['a session that is a link', begins, 'refused, GOV_FILE_LINK error', ...linked(sessionPath(), sample)],
    ['sessions that are a link', begins, 'refused, GOV_FILE_LINK error', ...linked('.idumb/sessions')],
    ['metrics that are a link', begins, 'refused, GOV_FILE_LINK error', ...linked(metricsPath)],
    ['evidence that is a link', begins, 'refused, GOV_FILE_LINK error', ...linked(stallPath())],
    ['a root that is a link', begins, 'refused, GOV_FILE_LINK error', { '.idumb': '../elsewhere' }, { links: ['.idumb'] }],
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
    ['an agent that is no text', '/accept ses_1', 'refused, GOV_FIELD_TYPE error', stop({ agent: 5 }), hours],
    ['a resumption at no time', '/accept ses_1', 'refused, GOV_FIELD_VALUE error', stop({ resumedAt: 'soon' }), hours],
    ['no states in its history', '/accept ses_1', 'refused, GOV_FIELD_VALUE error', stop({ stateHistory: [] }), hours],
    [
      'a state of its history that is none',
      '/accept ses_1',
      'refused, GOV_STATE_UNKNOWN error',
      stop({ stateHistory: [{ state: 'idle', timestamp: time('08:00') }] }),
      hours,
    ],
    ['it does not say when it was updated', '/accept ses_1', 'refused, GOV_FIELD_MISSING error', stop({ lastUpdated: undefined }), hours],
    ['it goes on since no time', '/accept ses_1', 'refused, GOV_FIELD_VALUE error', stop({ idleAt: 'soon' }), { ...anHour, ...allowed }],
  ])
})
