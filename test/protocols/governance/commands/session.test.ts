import { describe, expect, it } from 'vitest'
import {
  change,
  compactedSample,
  emptySample,
  inState,
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
import { codes } from '../../scene.ts'
import { diagnose, fileIn, give } from '../scene.ts'

describe('a session that did not say its state', () => {
  const old = (overrides: Readonly<Record<string, unknown>> = {}) =>
    session(histories.working, {
      sessionState: undefined,
      previousState: undefined,
      stateHistory: undefined,
      ...overrides,
    })
  const statelessTree = change(emptySample, { [sessionPath()]: old() })

  it.each(['/turn ses_1', '/compact ses_1'])('is given by %s what a session that works has', async (command) => {
    const result = await give(statelessTree, command, { at: '2026-02-04T09:00:00Z' })
    expect([result.outcome, result.codes]).toEqual(['changed', []])
    expect(result.changed).toEqual(expect.arrayContaining([metricsPath, stallPath()]))
    expect(fileIn(result.tree, metricsPath)).toMatchObject({ sessionId: 'ses_1', startedAt: time('09:00') })
    expect(
      codes(await diagnose(result.tree, { base: statelessTree })).filter((code) => code.endsWith(' error')),
    ).toEqual([])
  })

  it('leaves metrics of another session, and evidence that is there, alone', async () => {
    const otherTree = change(sample, {
      [sessionPath('ses_2')]: old({ sessionId: 'ses_2' }),
      [stallPath('ses_2')]: stall([['a', '1']]),
    })
    expect((await give(otherTree, '/turn ses_2', { at: '2026-02-04T09:00:00Z' })).changed).toEqual([
      sessionPath('ses_2'),
    ])
    const linked = change(statelessTree, { '.idumb/brain/stall': '../elsewhere' })
    for (const command of ['/turn ses_1', '/compact ses_1'])
      expect((await give(linked, command, { links: ['.idumb/brain/stall'] })).codes).toEqual(['GOV_FILE_LINK error'])
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
      const result = await give(sample, command.replace('ses_1', `session:${name}`), { at })
      expect([result.outcome, result.codes]).toEqual(['refused', ['GOV_SESSION_NAME error']])
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
    [
      'a history of the wrong type',
      statePath,
      print(state({ history: {} })),
      'GOV_FIELD_TYPE error',
      ['/turn', '/stall'],
    ],
  ])('refuses %s', async (_, path, text, code, but) => {
    const files = { ...sample, [path]: text }
    for (const command of all.filter((candidate) => !but.some((name) => candidate.startsWith(name)))) {
      const result = await give(files, command, { at: command.startsWith('/accept') ? '2026-02-04T11:00:00Z' : at })
      expect([command, result.outcome, [...new Set(result.codes)]]).toEqual([command, 'refused', [code]])
    }
  })

  it('refuses to write through a link', async () => {
    const linked = { ...change(emptySample, { '.idumb/brain/stall': '../elsewhere' }) }
    const result = await give(linked, '/accept session:ses_1', { links: ['.idumb/brain/stall'] })
    expect(result.codes).toEqual(['GOV_FILE_LINK error'])
    const file = await give(sample, '/handback ses_1', { links: [statePath] })
    expect(file.codes).toEqual(['GOV_FILE_LINK error'])
  })

  it('does not mind entries that the framework wrote badly', async () => {
    const odd = inState({
      history: [{ timestamp: time('08:00'), action: 'session_idle:ses_9:violations=undefined', result: 'pass' }],
    })
    expect((await give(odd, '/handback ses_1')).outcome).toBe('changed')
  })

  it('refuses an id that differs from another only in capitals', async () => {
    expect((await give(sample, '/accept session:SES_1')).codes).toEqual(['GOV_SESSION_CASE error'])
  })

  it('suggests which session may be meant', async () => {
    const result = await give(sample, '/turn ses_2')
    expect([result.codes, result.result.diagnostics[0]?.message]).toEqual([
      ['GOV_SESSION_UNKNOWN error'],
      'Unknown session `ses_2`; the nearest name is `ses_1`',
    ])
    expect((await give(sample, '/turn brain:.idumb')).codes).toEqual(['GOV_SESSION_NAME error'])
  })

  it('keeps line endings, tabs and a mark', async () => {
    const odd = `\ufeff${JSON.stringify(session(histories.working), null, '\t').replaceAll('\n', '\r\n')}`
    const result = await give({ ...sample, [sessionPath()]: odd }, '/handback ses_1 error Oops')
    const text = String(result.tree[sessionPath()])
    expect(text.startsWith('\ufeff{\r\n\t"sessionId"')).toBe(true)
    expect([text.replaceAll('\r\n', '').includes('\n'), text.endsWith('}')]).toEqual([false, true])
  })
})

describe('the facts of a target', () => {
  it('are those of the page', async () => {
    const result = await give(compactedSample, '/handback ses_1 error Oops')
    expect(result.result.facts).toEqual({
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
