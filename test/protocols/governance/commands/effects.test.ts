import { describe, expect, it } from 'vitest'
import {
  anchor,
  archived,
  change,
  compactedSample,
  configPath,
  emptySample,
  entry,
  inSession,
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
  time,
  histories,
} from '../../../../src/protocols/governance/examples.ts'
import { codes, diagnose, give, type Tree } from '../scene.ts'

const textOf = (tree: Tree, path: string) => String(tree[path])
const sessionOf = (given: Awaited<ReturnType<typeof give>>) => given.file(sessionPath())

describe('/accept', () => {
  it('starts a session with all that belongs to it, and touches no state that is there', async () => {
    const given = await give(emptySample, '/accept session:ses_1 --agent @IDUMB-Meta-Builder', { at: '2026-02-04T10:00:00+00:00' })
    expect(given).toMatchObject({ outcome: 'changed', from: 'new', to: 'beginning', holder: 'agent', target: 'session:ses_1', codes: [] })
    expect(given.changed).toEqual([metricsPath, stallPath(), sessionPath()].toSorted())
    expect(Object.keys(sessionOf(given))).toEqual([
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
    expect(sessionOf(given)).toMatchObject({ agent: 'idumb-meta-builder', phase: 'build', createdAt: time('10:00') })
    expect(given.facts).toMatchObject({
      spec: 'S1',
      agent: 'idumb-meta-builder',
      category: 'meta',
      sections: ['language', 'role', 'first-action', 'phase'],
    })
  })

  it('writes state and configuration where there are none', async () => {
    const given = await give({}, '/accept session:ses_1', { configuration: {} })
    expect(given.changed).toEqual([configPath, metricsPath, stallPath(), statePath, sessionPath()].toSorted())
    expect(textOf(given.tree, statePath)).toBe(
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
    expect(given.file(configPath)).toMatchObject({
      version: '0.3.0',
      status: { current: { phase: 'init' } },
      staleness: { warningHours: 48, criticalHours: 168 },
    })
    expect(await diagnose(given.tree)).toEqual([])
  })

  it('resumes with what the agent is to know, before everything else', async () => {
    const given = await give(interruptedSample, '/accept ses_1', { at: '2026-02-04T11:30:00Z' })
    expect(given).toMatchObject({ from: 'interrupted', to: 'beginning', holder: 'agent' })
    expect(sessionOf(given)).toMatchObject({
      sessionState: 'beginning',
      previousState: 'interrupted',
      resumedAt: '2026-02-04T11:30:00.000Z',
      idleAt: time('09:00'),
    })
    expect(given.facts).toMatchObject({
      spec: 'S5',
      sections: ['resume', 'language', 'role', 'first-action', 'phase'],
      idleMinutes: 150,
      previous: { createdAt: time('08:00'), idleAt: time('09:00') },
      anchors: ['anchor-1'],
    })
    expect(given.reply.startsWith('Resumed after 2 h 30 min.')).toBe(true)
    expect(given.changed).not.toContain(metricsPath)
    const history = given.file(statePath)['history'] as readonly unknown[]
    expect(history.at(-1)).toEqual({
      timestamp: '2026-02-04T11:30:00.000Z',
      action: 'session_resumed:ses_1',
      agent: 'baton',
      result: 'pass',
    })
  })

  it('starts afresh after 48 hours', async () => {
    const given = await give(interruptedSample, '/accept ses_1', { at: '2026-02-06T09:00:00Z' })
    expect(given.facts).toMatchObject({ spec: 'S1', sections: ['language', 'role', 'first-action', 'phase', 'stale'] })
    expect([sessionOf(given)['idleAt'], sessionOf(given)['resumedAt']]).toEqual([undefined, undefined])
    expect(given.changed).toContain(metricsPath)
    expect(given.changed).not.toContain(statePath)
  })

  it('records that a session stopped which nobody stopped', async () => {
    const given = await give(inSession(histories.beginning), '/accept ses_1', { at: '2026-02-04T10:00:00Z' })
    expect(given).toMatchObject({ outcome: 'changed', from: 'beginning', to: 'beginning' })
    expect(sessionOf(given)['stateHistory']).toEqual([
      { state: 'beginning', timestamp: time('08:00') },
      { state: 'between_turn', timestamp: time('08:00') },
      { state: 'interrupted', timestamp: time('08:00') },
      { state: 'beginning', timestamp: time('10:00') },
    ])
    expect(sessionOf(given)).toMatchObject({ idleAt: time('08:00'), resumedAt: time('10:00') })
    const actions = (given.file(statePath)['history'] as readonly { action: string; result: string }[]).slice(-2)
    expect(actions.map(({ action, result }) => [action, result])).toEqual([
      ['session_idle:ses_1:violations=0', 'partial'],
      ['session_resumed:ses_1', 'pass'],
    ])
  })

  it('goes on within the hour where that step is allowed', async () => {
    const setting = { at: '2026-02-04T09:30:00Z', configuration: { 'allow-edges': ['interrupted->between_turn'] } }
    const given = await give(interruptedSample, '/accept ses_1', setting)
    expect(given).toMatchObject({ outcome: 'changed', to: 'between_turn', changed: [sessionPath()] })
  })

  it('says how many items are open', async () => {
    const todos = (text: string) => ({ ...emptySample, '.idumb/brain/todos.json': text })
    const facts = async (text: string) => (await give(todos(text), '/accept session:ses_1')).facts
    expect(await facts('{"todos": [{"status": "pending"}, {"status": "in_progress"}, {"status": "completed"}, 3]}')).toMatchObject({
      todos: 2,
      sections: ['language', 'role', 'first-action', 'phase', 'todos'],
    })
    expect(await facts('{}')).toMatchObject({ todos: 0 })
    expect((await facts('broken'))?.['todos']).toBeUndefined()
  })

  it.each([
    ['idumb-project-executor', 'read before you write, and stay in'],
    ['idumb-meta-validator', 'look, report, change nothing'],
    ['idumb-high-governance', 'check open items and anchors, then delegate'],
    ['somebody', 'META agents work on the framework, PROJECT agents on the project'],
  ])('tells %s what it is to do first', async (agent, first) => {
    expect((await give(emptySample, `/accept session:ses_1 --agent ${agent}`)).reply).toContain(first)
  })

  it('shows nothing of files but inert text', async () => {
    const evil = `\`@octocat\` <img src=x> ::error::\\n[x](https://example.com) ${'y'.repeat(300)}`
    const files = change(interruptedSample, {
      [statePath]: state({ anchors: [anchor(1, 'critical', { content: evil })], history: [archived()] }),
    })
    const { reply } = await give(files, '/accept ses_1', { at: '2026-02-04T11:30:00Z' })
    const line = reply.split('\n').find((each) => each.includes('octocat')) ?? ''
    expect(line).toMatch(/^- `anchor-1` \(`critical`\) `[^`]*…`$/)
    expect(line.length).toBeLessThan(260)
  })
})

describe('/handback', () => {
  it('writes as the neighbours stand, and nothing else', async () => {
    const text = print(session(histories.working)).replace(
      /\{\n\s+"state": ("\w+"),\n\s+"timestamp": ("[^"]+")\n\s+\}/g,
      '{ "state": $1, "timestamp": $2 }',
    )
    const given = await give({ ...sample, [sessionPath()]: text.trimEnd() }, '/handback ses_1 question Which database?', {
      at: '2026-02-04T12:30:00Z',
    })
    expect(textOf(given.tree, sessionPath())).toBe(
      text
        .trimEnd()
        .replace('"lastUpdated": "2026-02-04T08:05', '"lastUpdated": "2026-02-04T12:30')
        .replace('"sessionState": "between_turn"', '"sessionState": "interrupted"')
        .replace('"previousState": "beginning"', '"previousState": "between_turn"')
        .replace(
          /"2026-02-04T08:05:00.000Z" \}\n {2}\]\n\}/,
          '"2026-02-04T08:05:00.000Z" },\n    { "state": "interrupted", "timestamp": "2026-02-04T12:30:00.000Z" }\n  ],\n  "idleAt": "2026-02-04T12:30:00.000Z",\n  "violationCount": 0,\n  "handback": {\n    "reason": "question",\n    "timestamp": "2026-02-04T12:30:00.000Z",\n    "text": "Which database?"\n  }\n}',
        ),
    )
  })

  it.each<[command: string, handback: object | undefined, result: string]>([
    ['/handback ses_1', { reason: 'success' }, 'pass'],
    ['/handback ses_1 all is well', { reason: 'success', text: 'all is well' }, 'pass'],
    ['/handback ses_1 ERROR "No tests"', { reason: 'error', text: 'No tests' }, 'fail'],
    ['/handback ses_1 question Why --force?', { reason: 'question', text: 'Why --force?' }, 'partial'],
  ])('%s', async (command, handback, result) => {
    const given = await give(sample, command)
    expect(sessionOf(given)['handback']).toEqual({ ...handback, timestamp: time('10:00') })
    expect((given.file(statePath)['history'] as readonly unknown[]).at(-1)).toMatchObject({
      action: 'session_idle:ses_1:violations=0',
      result,
    })
  })

  it('counts the violations since the session began, or takes what is said', async () => {
    const history = [
      entry('warn:first_tool:x', '07:59'),
      entry('warn:general:x', '08:00'),
      entry('violation:x', '08:01'),
      entry('denied:x', '08:02'),
      entry('permission_denied:x', '08:03'),
      entry('warning:x', '08:04'),
    ]
    const pluralize = await give(inState({ history }), '/handback ses_1')
    expect(sessionOf(pluralize)['violationCount']).toBe(4)
    expect(sessionOf(await give(inState({ history }), '/handback ses_1 error Oops --violations 7'))).toMatchObject({
      violationCount: 7,
      handback: { text: 'Oops' },
    })
  })

  it('cuts a text that is too long, with a sign of it', async () => {
    const given = await give(sample, `/handback ses_1 error ${'\u{1f3b9}'.repeat(1001)}`)
    const { text } = sessionOf(given)['handback'] as { text: string }
    expect([Array.from(text).length, Array.from(text).at(-1)]).toEqual([1000, '…'])
    expect((await diagnose(given.tree)).filter(({ code }) => code === 'GOV_TEXT_LIMIT')).toEqual([])
  })

  it('keeps no more than 50 entries, none earlier than the one before', async () => {
    const full = inState({ history: Array.from({ length: 50 }, (_, index) => entry(`task:${index}`, '2026-02-05T00:00:00.000Z')) })
    const history = (await give(full, '/handback ses_1')).file(statePath)['history'] as readonly { action: string; timestamp: string }[]
    expect([history.length, history[0]?.action, history.at(-1)?.timestamp]).toEqual([50, 'task:1', '2026-02-05T00:00:00.000Z'])
  })

  it('comes behind an entry whose time is finer than milliseconds', async () => {
    const fine = inState({ history: [entry('task:Later', '2026-02-04T10:00:00.000900Z')] })
    const given = await give(fine, '/handback ses_1', { at: '2026-02-04T10:00:00Z' })
    expect([given.outcome, given.codes]).toEqual(['changed', []])
    const history = given.file(statePath)['history'] as readonly { timestamp: string }[]
    expect(history.at(-1)?.timestamp).toBe('2026-02-04T10:00:00.001Z')
  })

  it.each([
    '/handback ses_1 question',
    '/handback ses_1 error x --violations -1',
    '/handback ses_1 --violations two',
    '/handback ses_1 --violations',
    '/handback ses_1 --violations 1 --violations 2',
  ])('is used wrongly by %s', async (command) => {
    expect((await give(sample, command)).codes).toEqual(['COMMAND_USAGE error'])
  })
})

describe('/compact', () => {
  it('names every critical and high anchor, and reminds of the last three actions', async () => {
    const files = inState({
      anchors: [anchor(1, 'high'), anchor(2, 'normal'), anchor(3, 'critical')],
      history: ['a', 'b', 'c', 'd'].map((name) => entry(`task:${name}`)),
    })
    const given = await give(files, '/compact ses_1 --size-before 9 --size-after 4')
    expect(given.facts).toMatchObject({
      sections: ['language', 'recent', 'anchors', 'next-steps'],
      recent: ['task:b', 'task:c', 'task:d'],
      anchors: ['anchor-1', 'anchor-3'],
    })
    expect(sessionOf(given)).toMatchObject({
      compactedAt: time('10:00'),
      contextSize: 4,
      compactionHistory: [{ contextSizeBefore: 9, contextSizeAfter: 4, anchorsSurvived: ['anchor-1', 'anchor-3'] }],
    })
    const again = await give(given.tree, '/compact ses_1')
    expect([again.outcome, again.facts?.['recent']]).toEqual(['unchanged', ['task:b', 'task:c', 'task:d']])
  })
})

describe('/anchor', () => {
  const many = (...priorities: readonly string[]) =>
    inState({
      anchors: priorities.map((priority, index) =>
        anchor(index + 1, priority, { created: time(`07:${String(30 - index).padStart(2, '0')}`) }),
      ),
    })
  const repeat = (count: number, priority: string) => Array.from({ length: count }, () => priority)
  const left = async (...priorities: readonly string[]) => {
    const given = await give(many(...priorities), '/anchor ses_1 decision high Stored times are UTC')
    return given.outcome === 'changed' ? (given.file(statePath)['anchors'] as readonly { id: string }[]).map(({ id }) => id) : given.codes
  }

  it('appends, with an id of its own', async () => {
    const given = await give(sample, '/anchor ses_1 decision high Stored times are UTC')
    const added = {
      id: `anchor-${Date.parse(time('10:00'))}`,
      created: time('10:00'),
      type: 'decision',
      content: 'Stored times are UTC',
      priority: 'high',
    }
    expect((given.file(statePath)['anchors'] as readonly unknown[]).at(-1)).toEqual(added)
    const second = await give(given.tree, '/anchor ses_1 decision high Another')
    expect((second.file(statePath)['anchors'] as readonly { id: string }[]).at(-1)?.id).toBe(`anchor-${Date.parse(time('10:00')) + 1}`)
  })

  it('lets the oldest low ones give way, then the oldest normal ones, never others', async () => {
    expect(await left(...repeat(18, 'high'), 'normal', 'low')).not.toContain('anchor-20')
    // The later in the file, the older.
    expect(await left(...repeat(18, 'high'), 'normal', 'normal')).not.toContain('anchor-20')
    expect(await left(...repeat(19, 'critical'), 'normal')).toHaveLength(20)
    expect(await left(...repeat(20, 'high'))).toEqual(['GOV_ANCHORS_FULL error'])
  })

  it('leaves an interrupted session alone', async () => {
    expect((await give(interruptedSample, '/anchor ses_1 context high Text', { at: '2026-02-04T09:30:00Z' })).changed).toEqual([statePath])
  })

  it.each([
    [`/anchor ses_1 decision high ${'x'.repeat(1001)}`, 'GOV_TEXT_LIMIT error'],
    ['/anchor ses_1 decision low Text', 'COMMAND_USAGE error'],
    ['/anchor ses_1 output_style high Text', 'COMMAND_USAGE error'],
    ['/anchor ses_1 decision high', 'COMMAND_USAGE error'],
  ])('refuses %.40s', async (command, code) => {
    expect((await give(sample, command)).codes).toEqual([code])
  })
})

describe('/turn', () => {
  it('counts nothing in the metrics of another session', async () => {
    const other = change(sample, { [metricsPath]: metrics({ sessionId: 'ses_9' }) })
    expect((await give(other, '/turn ses_1 --spawn general')).codes).toEqual(['GOV_METRICS_SESSION error'])
    expect((await give(change(sample, { [metricsPath]: null }), '/turn ses_1 --spawn general')).codes).toEqual([
      'GOV_METRICS_SESSION error',
    ])
  })

  it('writes the state of a session that does not say it', async () => {
    const old = change(sample, {
      [sessionPath()]: {
        sessionId: 'ses_1',
        createdAt: time('08:00'),
        lastUpdated: time('08:05'),
        phase: 'build',
        language: { communication: 'english', documents: 'english' },
      },
    })
    const given = await give(old, '/turn ses_1')
    expect(sessionOf(given)).toMatchObject({
      lastUpdated: time('10:00'),
      sessionState: 'between_turn',
      previousState: null,
      stateHistory: [{ state: 'between_turn', timestamp: time('08:05') }],
    })
    expect(await diagnose(given.tree, { base: old })).toEqual([])
  })
})

describe('a session that did not say its state', () => {
  const old = (more: Readonly<Record<string, unknown>> = {}) =>
    session(histories.working, { sessionState: undefined, previousState: undefined, stateHistory: undefined, ...more })
  const alone = change(emptySample, { [sessionPath()]: old() })

  it.each(['/turn ses_1', '/compact ses_1'])('is given by %s what a session that works has', async (command) => {
    const given = await give(alone, command, { at: '2026-02-04T09:00:00Z' })
    expect([given.outcome, given.codes]).toEqual(['changed', []])
    expect(given.changed).toEqual(expect.arrayContaining([metricsPath, stallPath()]))
    expect(given.file(metricsPath)).toMatchObject({ sessionId: 'ses_1', startedAt: time('09:00') })
    expect(codes(await diagnose(given.tree, { base: alone })).filter((each) => each.endsWith(' error'))).toEqual([])
  })

  it('leaves metrics of another session, and evidence that is there, alone', async () => {
    const other = change(sample, { [sessionPath('ses_2')]: old({ sessionId: 'ses_2' }), [stallPath('ses_2')]: stall([['a', '1']]) })
    expect((await give(other, '/turn ses_2', { at: '2026-02-04T09:00:00Z' })).changed).toEqual([sessionPath('ses_2')])
    const linked = change(alone, { '.idumb/brain/stall': '../elsewhere' })
    for (const command of ['/turn ses_1', '/compact ses_1'])
      expect((await give(linked, command, { links: ['.idumb/brain/stall'] })).codes).toEqual(['GOV_FILE_LINK error'])
  })
})

describe('/fix', () => {
  it.each<[code: string, tree: Tree, path: string]>([
    ['GOV_STATE_MISSING', change(sample, { [statePath]: null }), statePath],
    ['GOV_CONFIG_MISSING', change(sample, { [configPath]: null }), configPath],
    ['GOV_METRICS_MISSING', change(sample, { [metricsPath]: null }), metricsPath],
    ['GOV_STALL_MISSING', change(sample, { [stallPath()]: null }), stallPath()],
    [
      'GOV_STALL_COUNT',
      change(sample, {
        [stallPath()]: {
          plannerChecker: { issuesHashHistory: ['a'], stallCount: 4, lastScore: 3, scoreHistory: [1] },
          validatorFix: { errorHashHistory: ['e', 'e', 'e'], repeatCount: 0 },
        },
      }),
      stallPath(),
    ],
    ['GOV_HISTORY_LIMIT', inState({ history: Array.from({ length: 60 }, (_, index) => entry(`task:${index}`)) }), statePath],
  ])('%s', async (code, tree, path) => {
    const before = await diagnose(tree)
    expect(before.map((each) => each.code)).toContain(code)
    expect(before.find((each) => each.code === code)?.fix).toBe(`/fix ${code}`)
    const given = await give(tree, `/fix ${code}`)
    expect([given.outcome, given.changed]).toEqual(['changed', [path]])
    expect((await diagnose(given.tree)).map((each) => each.code)).not.toContain(code)
    expect((await give(given.tree, `/fix ${code}`)).outcome).toBe('unchanged')
    expect((await give(tree, '/fix')).tree).toEqual(given.tree)
  })

  it('takes metrics away from another session where the change adds one', async () => {
    const two = change(sample, {
      [sessionPath('ses_2')]: session([['beginning', '08:30']], { sessionId: 'ses_2' }),
      [stallPath('ses_2')]: JSON.parse(textOf(sample, stallPath())) as object as Readonly<Record<string, unknown>>,
    })
    expect((await give(two, '/fix')).outcome).toBe('unchanged')
    expect((await give(two, '/fix', { base: sample })).file(metricsPath)['sessionId']).toBe('ses_2')
  })

  it('knows no other code', async () => {
    expect((await give(sample, '/fix GOV_ANCHOR_LOST')).codes).toEqual(['COMMAND_USAGE error'])
  })
})

describe('every command', () => {
  const all = [
    '/accept ses_1',
    '/handback ses_1',
    '/compact ses_1',
    '/turn ses_1 --spawn general',
    '/anchor ses_1 decision high A',
    '/stall ses_1 planner --score 1 --issues a',
  ]
  const at = '2026-02-04T09:06:00Z'

  it.each(['../x', 's\u0435s_1', 'se', 'ses.1', 'a/b'])('refuses the name %s, and reads nothing', async (name) => {
    for (const command of all) {
      const given = await give(sample, command.replace('ses_1', `session:${name}`), { at })
      expect([given.outcome, given.codes]).toEqual(['refused', ['GOV_SESSION_NAME error']])
    }
  })

  it.each<[what: string, path: string, text: string, code: string, but: readonly string[]]>([
    ['a session that cannot be read', sessionPath(), '{', 'GOV_FILE_UNREADABLE error', []],
    [
      'a session with a key twice',
      sessionPath(),
      print(session(histories.working)).replace('"phase"', '"phase": "x",\n  "phase"'),
      'GOV_DUPLICATE_KEY error',
      [],
    ],
    [
      'a session of an unknown state',
      sessionPath(),
      print(
        session([
          ['beginning', '08:00'],
          ['resumed', '08:05'],
        ]),
      ),
      'GOV_STATE_UNKNOWN error',
      [],
    ],
    ['a state that cannot be read', statePath, '[]', 'GOV_FILE_UNREADABLE error', ['/turn', '/stall']],
    ['a history of the wrong type', statePath, print(state({ history: {} })), 'GOV_FIELD_TYPE error', ['/turn', '/stall']],
  ])('refuses %s', async (_, path, text, code, but) => {
    const files = { ...sample, [path]: text }
    for (const command of all.filter((each) => !but.some((name) => each.startsWith(name)))) {
      const given = await give(files, command, { at: command.startsWith('/accept') ? '2026-02-04T11:00:00Z' : at })
      expect([command, given.outcome, [...new Set(given.codes)]]).toEqual([command, 'refused', [code]])
    }
  })

  it('refuses to write through a link', async () => {
    const linked = { ...change(emptySample, { '.idumb/brain/stall': '../elsewhere' }) }
    const given = await give(linked, '/accept session:ses_1', { links: ['.idumb/brain/stall'] })
    expect(given.codes).toEqual(['GOV_FILE_LINK error'])
    const file = await give(sample, '/handback ses_1', { links: [statePath] })
    expect(file.codes).toEqual(['GOV_FILE_LINK error'])
  })

  it('does not mind entries that the framework wrote badly', async () => {
    const odd = inState({ history: [{ timestamp: time('08:00'), action: 'session_idle:ses_9:violations=undefined', result: 'pass' }] })
    expect((await give(odd, '/handback ses_1')).outcome).toBe('changed')
  })

  it('refuses an id that differs from another only in capitals', async () => {
    expect((await give(sample, '/accept session:SES_1')).codes).toEqual(['GOV_SESSION_CASE error'])
  })

  it('says which session may be meant', async () => {
    const given = await give(sample, '/turn ses_2')
    expect([given.codes, given.diagnostics[0]?.hint]).toEqual([['GOV_SESSION_UNKNOWN error'], 'Perhaps `ses_1` is meant.'])
    expect((await give(sample, '/turn brain:.idumb')).codes).toEqual(['GOV_SESSION_NAME error'])
  })

  it('keeps line endings, tabs and a mark', async () => {
    const odd = `\ufeff${JSON.stringify(session(histories.working), null, '\t').replaceAll('\n', '\r\n')}`
    const given = await give({ ...sample, [sessionPath()]: odd }, '/handback ses_1 error Oops')
    const text = textOf(given.tree, sessionPath())
    expect(text.startsWith('\ufeff{\r\n\t"sessionId"')).toBe(true)
    expect([text.replaceAll('\r\n', '').includes('\n'), text.endsWith('}')]).toEqual([false, true])
  })
})

describe('the facts of a target', () => {
  it('are those of the page', async () => {
    const given = await give(compactedSample, '/handback ses_1 error Oops')
    expect(given.facts).toEqual({
      spec: 'S4',
      previousState: 'between_turn',
      createdAt: time('08:00'),
      lastUpdated: time('10:00'),
      idleAt: time('10:00'),
      phase: 'build',
      language: { communication: 'english', documents: 'english' },
      compactions: 1,
      violations: 0,
      handback: { reason: 'error', timestamp: time('10:00'), text: 'Oops' },
      stall: { planner: false, validator: false },
      errors: { total: 1, max: 20 },
      legacy: false,
    })
  })
})
