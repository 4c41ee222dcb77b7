import { describe, expect, it } from 'vitest'
import {
  anchor,
  change,
  checkpoint,
  checkpointPath,
  config,
  configPath,
  entry,
  inState,
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
} from '../../../src/protocols/governance/examples.ts'
import { textDocument } from '../../../src/documents/text.ts'
import { problemOf } from '../../../src/kit/shape-findings.ts'
import { parseFile, type ShapedKind, violationsIn } from '../../../src/protocols/governance/reading/records.ts'
import { codePointCount, formCodes, formSpelling } from '../../../src/protocols/governance/schema.ts'
import { codes } from '../scene.ts'
import { diagnose } from './scene.ts'

type Data = Readonly<Record<string, unknown>>

const kinds: Readonly<Record<string, ShapedKind>> = {
  [statePath]: 'state',
  [configPath]: 'config',
  [metricsPath]: 'metrics',
  [stallPath()]: 'stall',
  [sessionPath()]: 'session',
  [checkpointPath]: 'checkpoint',
}

/** A whole file of each kind, with everything in it that may be. */
const files: Readonly<Record<string, Data>> = {
  [statePath]: state({
    activeStyle: 'brief',
    styleHistory: [{ style: 'brief', activatedAt: time('08:00'), by: 'octocat' }],
  }),
  [configPath]: config({ staleness: { warningHours: 48, criticalHours: 168 } }),
  [metricsPath]: metrics(),
  [stallPath()]: stall([['a', '5']], ['e']),
  [sessionPath()]: session(histories.working, {
    agent: 'general',
    compactedAt: time('08:05'),
    contextSize: 5,
    compactionHistory: [
      { timestamp: time('08:05'), contextSizeBefore: 6, contextSizeAfter: 5, anchorsSurvived: ['anchor-1'] },
    ],
    idleAt: time('08:05'),
    resumedAt: time('08:04'),
    violationCount: 0,
    handback: { reason: 'success', timestamp: time('08:05'), text: 'Done' },
  }),
  [checkpointPath]: checkpoint(),
}

/** The data with another value at a path. */
function put(data: unknown, [key, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (key === undefined) return value
  const old = Array.isArray(data) ? (data as readonly unknown[])[Number(key)] : Object(data)[key]
  const next = put(old, rest, value)
  return Array.isArray(data)
    ? data.map((item: unknown, index) => (index === key ? next : item))
    : { ...Object(data), [key]: next }
}

/** Every path of data below which nothing is, and those above. */
function* pathsIn(data: unknown, path: readonly (string | number)[] = []): Iterable<readonly (string | number)[]> {
  if (path.length > 0) yield path
  if (Array.isArray(data)) for (const [index, item] of data.entries()) yield* pathsIn(item, [...path, index])
  else if (typeof data === 'object' && data !== null)
    for (const key of Object.keys(data)) yield* pathsIn((data as Data)[key], [...path, key])
}

/** The values that each key of a file may have as well. */
const taking: Readonly<Record<string, readonly string[]>> = {
  '.idumb/brain/state.json': [
    'version: none',
    'initialized: none',
    'framework: none',
    'phase: a text',
    'lastValidation: absent, null',
    'validationCount: absent',
    'anchors: absent, an empty list',
    'anchors.0: none',
    'anchors.0.id: none',
    'anchors.0.created: none',
    'anchors.0.type: none',
    'anchors.0.content: empty, a text',
    'anchors.0.priority: none',
    'anchors.1: none',
    'anchors.1.id: none',
    'anchors.1.created: none',
    'anchors.1.type: none',
    'anchors.1.content: empty, a text',
    'anchors.1.priority: none',
    'history: absent, an empty list',
    'history.0: none',
    'history.0.timestamp: none',
    'history.0.action: a text',
    'history.0.agent: empty, a text',
    'history.0.result: none',
    'activeStyle: absent, empty, a text',
    'styleHistory: absent, an empty list',
    'styleHistory.0: none',
    'styleHistory.0.style: empty, a text',
    'styleHistory.0.activatedAt: none',
    'styleHistory.0.by: empty, a text',
  ],
  '.idumb/brain/config.json': [
    'version: empty, a text',
    'user: no keys',
    'user.name: absent, null, true, a fraction, below 0, empty, a text, an empty list, no keys',
    'user.language: absent, no keys',
    'user.language.communication: absent, a text',
    'user.language.documents: absent, a text',
    'hierarchy: no keys',
    'hierarchy.levels: absent, null, true, a fraction, below 0, empty, a text, an empty list, no keys',
    'hierarchy.levels.0: absent, null, true, a fraction, below 0, empty, a text, an empty list, no keys',
    'hierarchy.levels.1: absent, null, true, a fraction, below 0, empty, a text, an empty list, no keys',
    'hierarchy.levels.2: absent, null, true, a fraction, below 0, empty, a text, an empty list, no keys',
    'hierarchy.levels.3: absent, null, true, a fraction, below 0, empty, a text, an empty list, no keys',
    'staleness: absent, no keys',
    'staleness.warningHours: absent, a fraction',
    'staleness.criticalHours: absent, a fraction',
  ],
  '.idumb/brain/execution-metrics.json': [
    'sessionId: empty, a text',
    'startedAt: none',
    'iterationCounts: none',
    'iterationCounts.plannerChecker: none',
    'iterationCounts.validatorFix: none',
    'iterationCounts.total: none',
    'agentSpawns: none',
    'agentSpawns.total: none',
    'agentSpawns.byAgent: no keys',
    'agentSpawns.byAgent.planner: absent',
    'errors: none',
    'errors.total: none',
    'errors.byType: no keys',
    'errors.byType.validator_fix: absent',
    'errors.recent: an empty list',
    'errors.recent.0: empty, a text',
    'limits: none',
    'limits.maxErrors: none',
  ],
  '.idumb/brain/stall/ses_1.json': [
    'plannerChecker: none',
    'plannerChecker.issuesHashHistory: none',
    'plannerChecker.issuesHashHistory.0: a text',
    'plannerChecker.stallCount: none',
    'plannerChecker.lastScore: null, a fraction, below 0',
    'plannerChecker.scoreHistory: none',
    'plannerChecker.scoreHistory.0: a fraction, below 0',
    'validatorFix: none',
    'validatorFix.errorHashHistory: an empty list',
    'validatorFix.errorHashHistory.0: a text',
    'validatorFix.repeatCount: none',
  ],
  '.idumb/sessions/ses_1.json': [
    'sessionId: empty, a text',
    'createdAt: none',
    'lastUpdated: none',
    'phase: a text',
    'governanceLevel: absent, empty, a text',
    'language: none',
    'language.communication: a text',
    'language.documents: a text',
    'sessionState: none',
    'previousState: absent, null',
    'stateHistory: absent',
    'stateHistory.0: none',
    'stateHistory.0.state: none',
    'stateHistory.0.timestamp: none',
    'stateHistory.1: none',
    'stateHistory.1.state: none',
    'stateHistory.1.timestamp: none',
    'agent: absent, a text',
    'compactedAt: absent',
    'contextSize: absent, a fraction, empty, a text',
    'compactionHistory: absent, an empty list',
    'compactionHistory.0: none',
    'compactionHistory.0.timestamp: none',
    'compactionHistory.0.contextSizeBefore: absent',
    'compactionHistory.0.contextSizeAfter: absent',
    'compactionHistory.0.anchorsSurvived: an empty list',
    'compactionHistory.0.anchorsSurvived.0: empty, a text',
    'idleAt: absent',
    'resumedAt: absent',
    'violationCount: absent',
    'handback: absent',
    'handback.reason: none',
    'handback.timestamp: none',
    'handback.text: absent, empty, a text',
  ],
  '.idumb/brain/execution/build/cp-1.json': [
    'id: empty, a text',
    'version: empty, a text',
    'createdAt: none',
    'phase: empty, a text',
    'task: empty, a text',
    'type: none',
    'status: none',
    'state: none',
    'state.gitHash: null, empty, a text',
    'state.filesModified: an empty list',
    'state.filesCreated: an empty list',
    'state.filesDeleted: an empty list',
    'execution: none',
    'execution.tasksCompleted: an empty list',
    'execution.tasksInProgress: an empty list',
    'execution.tasksFailed: an empty list',
    'execution.currentTask: null, empty, a text',
    'metrics: none',
    'metrics.iterationCount: a fraction',
    'metrics.agentSpawns: a fraction',
    'metrics.errorCount: a fraction',
    'metrics.duration: a fraction',
    'context: none',
    'context.anchors: an empty list',
    'context.notes: empty, a text',
  ],
}

const shapeCodes = /^GOV_(?:FIELD|STATE_UNKNOWN|TEXT_LIMIT|UNKNOWN_KEY|CONFIG_INCOMPLETE)/
const judged = async (path: string, data: unknown) =>
  (await diagnose(change(sample, { [path]: data as Data }))).filter(({ code }) => shapeCodes.test(code))

describe.each(Object.entries(files))('the shape of %s', (path, data) => {
  it('takes what may be there', async () => {
    expect(await judged(path, data)).toEqual([])
  })

  const all = [...pathsIn(data)]

  const values = [
    ['absent', undefined],
    ['null', null],
    ['true', true],
    ['a fraction', 2.5],
    ['below 0', -1],
    ['empty', ''],
    ['a text', 'other'],
    ['an empty list', []],
    ['no keys', {}],
  ] as const
  const violations = (at: readonly (string | number)[], value: unknown) =>
    violationsIn(parseFile(textDocument(path, print(put(data, at, value)))), kinds[path] ?? expect.fail(path))

  it('takes of other values these alone', () => {
    const taken = all.map((at) => {
      const fits = values.filter(([, value]) => violations(at, value).length === 0).map(([name]) => name)
      return `${at.join('.')}: ${fits.join(', ') || 'none'}`
    })
    expect(taken).toEqual(taking[path])
  })

  it.each(values)('reports the place of what is %s', (_, value) => {
    for (const at of all) {
      for (const violation of violations(at, value)) {
        const { code, message, place } = problemOf(violation, formCodes, formSpelling)
        expect(code).toMatch(shapeCodes)
        expect(message).toMatch(/^(?:In `[^`]+`: )?(?:Missing|Unexpected|Too) \S+/)
        if (message.startsWith('Wrong')) expect(message).toContain(String(at[0]))
        expect(place.path).toBe(path)
      }
    }
  })
})

describe('the words of', () => {
  it.each<[path: string, at: readonly (string | number)[], words: readonly string[]]>([
    [statePath, ['framework'], ['idumb', 'idumb-only', 'planning', 'bmad', 'agile', 'custom', 'none']],
    [
      statePath,
      ['anchors', 0, 'type'],
      ['decision', 'context', 'checkpoint', 'completion', 'output_style', 'session_flow'],
    ],
    [statePath, ['anchors', 0, 'priority'], ['critical', 'high', 'normal', 'low']],
    [statePath, ['history', 0, 'result'], ['pass', 'fail', 'partial', 'warn']],
    [statePath, ['anchors', 0, 'id'], ['anchor-0', 'style-12345678901234567890']],
    [statePath, ['version'], ['0.0.0', '10.20.30']],
    [sessionPath(), ['previousState'], ['beginning', 'between_turn', 'compacted', 'interrupted']],
    [sessionPath(), ['handback', 'reason'], ['success', 'error', 'question']],
    [sessionPath(), ['agent'], ['a', '0', 'a.b_c-d', 'a'.repeat(64)]],
    [checkpointPath, ['type'], ['manual', 'auto', 'pre_task', 'post_task', 'emergency']],
    [checkpointPath, ['status'], ['valid', 'corrupted', 'stale']],
  ])('%s at %j are these, and no others', async (path, at, words) => {
    for (const word of words) expect([word, await judged(path, put(files[path], at, word))]).toEqual([word, []])
    for (const wrongWord of [
      `${words[0]} `,
      ` ${words[0]}`,
      words[0]?.toUpperCase().concat('!'),
      `^${words[0]}`,
      `${words.at(-1)}-x y`,
    ])
      expect([wrongWord, (await judged(path, put(files[path], at, wrongWord))).length]).toEqual([wrongWord, 1])
  })
})

describe('the lengths of', () => {
  const long = (length: number) => '\u{1f3b9}'.repeat(length)

  it.each<
    [path: string, at: readonly (string | number)[], most: number, value: (length: number) => unknown, code: string]
  >([
    [statePath, ['anchors', 0, 'content'], 1000, long, 'GOV_TEXT_LIMIT error'],
    [statePath, ['history', 0, 'action'], 200, long, 'GOV_TEXT_LIMIT error'],
    [sessionPath(), ['handback', 'text'], 1000, long, 'GOV_TEXT_LIMIT error'],
    [checkpointPath, ['context', 'notes'], 1000, long, 'GOV_TEXT_LIMIT error'],
    [metricsPath, ['errors', 'recent'], 20, (length) => Array.from({ length }, () => 'x'), 'GOV_FIELD_VALUE error'],
    [
      stallPath(),
      ['validatorFix', 'errorHashHistory'],
      5,
      (length) => Array.from({ length }, () => 'x'),
      'GOV_FIELD_VALUE error',
    ],
  ])('%s at %j are at most %d', async (path, at, maximum, value, code) => {
    expect(await judged(path, put(files[path], at, value(maximum)))).toEqual([])
    expect(codes(await judged(path, put(files[path], at, value(maximum + 1))))).toEqual([code])
  })

  it('texts are counted in code points', () => {
    expect(['', 'ab', '\u{1f3b9}e\u0301'].map(codePointCount)).toEqual([0, 2, 3])
  })
})

describe('what base has too is judged softly, and nothing else', () => {
  const [critical, normal] = [anchor(1, 'critical'), anchor(2, 'normal')]
  const judge = async (base: Data, head: Data) =>
    codes(
      (await diagnose(inState({ phase: 'plan', ...head }), { base: inState(base) })).filter(({ code }) =>
        shapeCodes.test(code),
      ),
    )

  it.each<[what: string, base: Data, head: Data, found: readonly string[]]>([
    [
      'an anchor by id and content',
      { anchors: [{ ...critical, priority: 'x' }] },
      { anchors: [{ ...critical, priority: 'y' }] },
      ['GOV_FIELD_VALUE warning'],
    ],
    [
      'an anchor of another id',
      { anchors: [{ ...critical, priority: 'x' }] },
      { anchors: [critical, { ...critical, id: 'anchor-9', priority: 'x' }] },
      ['GOV_FIELD_VALUE error'],
    ],
    [
      'an anchor of another content',
      { anchors: [{ ...critical, priority: 'x' }] },
      { anchors: [{ ...critical, content: 'Other', priority: 'x' }] },
      ['GOV_FIELD_VALUE error'],
    ],
    [
      'an anchor without content, whole',
      { anchors: [{ ...critical, content: undefined }] },
      { anchors: [{ ...critical, content: undefined }, normal] },
      ['GOV_FIELD_MISSING warning'],
    ],
    [
      'an anchor without content, with another priority',
      { anchors: [{ ...critical, content: undefined }] },
      { anchors: [{ ...critical, content: undefined, priority: 'high' }] },
      ['GOV_FIELD_MISSING error'],
    ],
    [
      'an entry, at another place',
      { history: [entry('a', '07:00', 'ok')] },
      { history: [entry('a', '07:00', 'ok'), entry('b')].toReversed() },
      ['GOV_FIELD_VALUE warning'],
    ],
    [
      'an entry that is another',
      { history: [entry('a', '07:00', 'ok')] },
      { history: [entry('a', '07:01', 'ok')] },
      ['GOV_FIELD_VALUE error'],
    ],
    [
      'a text that is too long and was',
      { history: [entry('x'.repeat(201))] },
      { history: [entry('x'.repeat(201)), entry('b')] },
      ['GOV_TEXT_LIMIT warning'],
    ],
    [
      'a word that is as long as the one before',
      { framework: 'idumb' },
      { framework: 'other' },
      ['GOV_FIELD_VALUE error'],
    ],
    ['a word that was wrong', { framework: 'other' }, { framework: 'other' }, ['GOV_FIELD_VALUE error']],
    ['an unknown key that was there', { more: 'x' }, { more: 'x' }, ['GOV_UNKNOWN_KEY notice']],
  ])('%s', async (_, base, head, found) => {
    expect(await judge(base, head)).toEqual(found)
  })

  const handed = (length: number, by = 'x') =>
    change(interruptedSample, {
      [sessionPath()]: session(histories.interrupted, {
        ...stopped(),
        handback: { reason: 'error', timestamp: time('09:00'), text: by.repeat(length) },
      }),
    })

  it('texts that were as long', async () => {
    const found = async (head: number, base: number) => codes(await diagnose(handed(head, 'y'), { base: handed(base) }))
    expect(await found(1001, 1001)).toEqual(['GOV_TEXT_LIMIT warning'])
    expect(await found(1001, 1002)).toEqual(['GOV_TEXT_LIMIT warning'])
    expect(await found(1002, 1001)).toEqual(['GOV_TEXT_LIMIT error'])
    expect(await found(1001, 1000)).toEqual(['GOV_TEXT_LIMIT error'])
  })

  it('lists that were as long', async () => {
    const of = (length: number) =>
      change(sample, {
        [stallPath()]: {
          ...stall(),
          validatorFix: { errorHashHistory: Array.from({ length }, (_, index) => `h${index}`), repeatCount: 0 },
        },
      })
    const touched = (length: number) => ({ ...of(length), [stallPath()]: `${of(length)[stallPath()]} ` })
    expect(codes(await diagnose(touched(6), { base: of(6) })).filter((code) => code.startsWith('GOV_FIELD'))).toEqual([
      'GOV_FIELD_VALUE warning',
    ])
    expect(codes(await diagnose(touched(7), { base: of(6) })).filter((code) => code.startsWith('GOV_FIELD'))).toEqual([
      'GOV_FIELD_VALUE error',
    ])
    expect(
      codes(await diagnose(touched(6), { base: { ...of(6), [stallPath()]: '{' } })).filter((code) =>
        code.startsWith('GOV_FIELD'),
      ),
    ).toEqual(['GOV_FIELD_VALUE error'])
  })
})
