import { describe, expect, it } from 'vitest'
import type { Files } from '../../../src/core/rule.ts'
import { check } from '../../../src/engine/check.ts'
import { memoryTree } from '../../../src/gateways/memory.ts'
import {
  anchor,
  change,
  configPath,
  emptySample,
  entry,
  inState,
  lacking,
  metrics,
  metricsPath,
  sample,
  session,
  sessionPath,
  stall,
  stallPath,
  statePath,
  time,
  histories,
} from '../../../src/protocols/governance/examples.ts'
import { governance } from '../../../src/protocols/governance/protocol.ts'
import { codes, type Tree } from '../scene.ts'
import { diagnose, reading } from './scene.ts'

const found = async (...args: Parameters<typeof diagnose>) => codes(await diagnose(...args))
const many = (length: number, overrides: object = {}) => ({
  anchors: Array.from({ length }, (_, index) => anchor(index + 1, 'high')),
  ...overrides,
})

describe('what base has too', () => {
  it('is judged softly in a file that the change touches', async () => {
    const bad = [anchor(1, 'urgent'), anchor(2, 'normal', { content: 'x'.repeat(1001) })]
    const base = inState({ anchors: bad, history: [entry('')] })
    const touched = inState({ anchors: [...bad, anchor(3, 'high')], history: [entry(''), entry('task:More')] })
    expect(await found(touched, { base })).toEqual([
      'GOV_FIELD_VALUE warning',
      'GOV_TEXT_LIMIT warning',
      'GOV_FIELD_VALUE warning',
    ])
    const worse = inState({ anchors: [...bad, anchor(3, 'urgent')], history: [entry('')] })
    expect(await found(worse, { base })).toContain('GOV_FIELD_VALUE error')
  })

  it('is ignored when everything is to be judged strictly', async () => {
    const base = inState(many(23))
    expect(await found(base, { base, mode: 'strict' })).toEqual(['GOV_ANCHORS_LIMIT error'])
  })
})

describe('a missing file', () => {
  /** With a second session, whose metrics these then are. */
  const addedTo = (files: Files) =>
    change(files, {
      [sessionPath('ses_2')]: session(histories.beginning, { sessionId: 'ses_2' }),
      [stallPath('ses_2')]: stall(),
      [metricsPath]: metrics({ sessionId: 'ses_2' }),
    })

  it('is severe where the change adds a session, or removes it, and else a warning', async () => {
    for (const [path, code] of [
      [statePath, 'GOV_STATE_MISSING'],
      [configPath, 'GOV_CONFIG_MISSING'],
    ] as const) {
      const base = lacking(path)
      expect(await found(base, { base })).toEqual([`${code} warning`])
      expect(await found({ ...base, [sessionPath()]: String(sample[sessionPath()]).trimEnd() }, { base })).toEqual([
        `${code} warning`,
      ])
      expect(await found(base, { base: sample })).toContain(`${code} error`)
      expect(await found(addedTo(base), { base })).toContain(`${code} error`)
    }
  })

  it('is a stall file of one session: only that session matters', async () => {
    const base = lacking(stallPath())
    expect((await found(addedTo(base), { base })).filter((code) => code.startsWith('GOV_STALL'))).toEqual([
      'GOV_STALL_MISSING warning',
    ])
  })
})

describe('targets', () => {
  const at = async (tree: Tree, configuration?: Readonly<Record<string, unknown>>) =>
    (await reading(tree, { ...(configuration && { configuration }) })).targets.map(
      ({ id, path, holder, state: word }) => [id, path, holder, word],
    )

  it('are the brain, and every session that has a name', async () => {
    const files = change(sample, {
      [sessionPath('ses_old')]: { lastUpdated: time('08:00') },
      [sessionPath('ses_stopped')]: { lastUpdated: time('08:00'), idleAt: time('08:00') },
      [sessionPath('ses_other')]: { status: 'active', updatedAt: time('08:00') },
      [sessionPath('ses_done')]: { status: 'completed', updatedAt: time('08:00') },
      [sessionPath('ses_broken')]: '{',
      [sessionPath('ses_odd')]: session([['resumed', '08:00']], { sessionId: 'ses_odd' }),
      [sessionPath('a b')]: session(histories.working),
      '.idumb/sessions/notes.md': '# Notes\n',
      '.idumb/sessions/deeper/ses_x.json': '{}',
    })
    expect((await at(files)).map(([id, , holder, word]) => [id, holder, word])).toEqual([
      ['brain:.idumb', 'orchestrator', 'build'],
      ['session:ses_1', 'agent', 'between_turn'],
      ['session:ses_broken', 'orchestrator', 'unreadable'],
      ['session:ses_done', 'orchestrator', 'record'],
      ['session:ses_odd', 'orchestrator', 'resumed'],
      ['session:ses_old', 'agent', 'legacy'],
      ['session:ses_other', 'agent', 'record'],
      ['session:ses_stopped', 'orchestrator', 'legacy'],
    ])
  })

  it('lie below the configured root', async () => {
    const moved = Object.fromEntries(
      Object.entries(sample).map(([path, text]) => [path.replace('.idumb', 'state/agents'), text]),
    )
    expect(await at(moved, { root: 'state/agents' })).toEqual([
      ['brain:state/agents', 'state/agents/brain/state.json', 'orchestrator', 'build'],
      ['session:ses_1', 'state/agents/sessions/ses_1.json', 'agent', 'between_turn'],
    ])
    expect(await diagnose(moved, { configuration: { root: 'state/agents' } })).toEqual([])
    expect(await at(moved)).toEqual([])
  })

  it('hold their files as data', async () => {
    const read = await reading(sample)
    expect(read.parsed(sessionPath())).toEqual(JSON.parse(String(sample[sessionPath()])))
    expect(read.parsed('.idumb/brain/todos.json')).toBeUndefined()
  })
})

describe('the protocol', () => {
  const isFound = async (head: Tree, configuration?: Readonly<Record<string, unknown>>, base?: Tree) => {
    const selection = { selectors: governance.selectors(configuration), limit: 1000 }
    const [now, before] = await Promise.all([
      memoryTree(head).open(selection),
      base && memoryTree(base).open(selection),
    ])
    return governance.read({ head: now, base: before }, configuration, {
      at: time('10:00'),
      day: '2026-02-04',
      limit: 1000,
    }).found
  }

  it('is found by its root, in head or base, or by its configuration', async () => {
    expect(await isFound({ 'src/app.ts': '' })).toBe(false)
    expect(await isFound({ '.idumb/any/file': '' })).toBe(true)
    expect(await isFound({}, undefined, { '.idumb/any/file': '' })).toBe(true)
    expect(await isFound({}, {})).toBe(true)
    expect(await isFound({ '.idumbx/a': '' })).toBe(false)
  })

  it('asks for commits only where it is found', async () => {
    const context = { at: '2026-02-04T10:00:00Z', day: '2026-02-04', limit: 1000 }
    const view = async (files: Tree) =>
      memoryTree(files).open({ selectors: governance.selectors(undefined), limit: 1000 })
    expect(governance.asksForCommits({ head: await view({}) }, undefined, context)).toBe(false)
    expect(governance.asksForCommits({ head: await view(emptySample) }, undefined, context)).toBe(true)
    expect(governance.asksForCommits({ head: await view({}) }, {}, context)).toBe(true)
  })

  it('has checked something where there are commits, if no target', async () => {
    const head = await memoryTree({}).open({ selectors: governance.selectors({}), limit: 1000 })
    const verdict = (commits: number) =>
      check({
        head,
        base: head,
        change: {
          commits: Array.from({ length: commits }, () => ({
            sha: '1'.repeat(40),
            parents: [],
            message: 'Work',
            author: { email: '' },
            paths: [],
          })),
        },
        context: { at: time('10:00'), day: '2026-02-04', limit: 1000 },
        protocols: [governance],
        sections: { governance: {} },
        severity: {},
        mode: 'auto',
        failOn: 'error',
        allowEmpty: false,
        paths: [],
        targets: [],
        given: [],
        notes: [],
      }).verdict
    expect([verdict(0), verdict(1)]).toEqual(['nothing', 'passed'])
  })

  it('throws at nothing that a file may hold', async () => {
    const odd = [
      '',
      'null',
      '[]',
      '{}',
      '"x"',
      '{"sessionState": []}',
      '{"stateHistory": 3, "lastUpdated": {}}',
      '{"__proto__": {"a": 1}, "updatedAt": null}',
      '{"anchors": [null, 3, {"id": 1}], "history": [{}, []]}',
      '{"plannerChecker": {"issuesHashHistory": {}, "scoreHistory": [null]}}',
      '\ufeff{"sessionState": "interrupted", "idleAt": "2026-99-99T00:00:00Z"}',
    ]
    const paths = [
      statePath,
      configPath,
      metricsPath,
      stallPath(),
      sessionPath(),
      '.idumb/brain/execution/build/cp.json',
      '.idumb/brain/todos.json',
    ]
    for (const text of odd) {
      for (const path of paths) {
        const files = { ...sample, [path]: text }
        await expect(diagnose(files, { base: sample })).resolves.toBeDefined()
        await expect(diagnose(sample, { base: files })).resolves.toBeDefined()
        await expect(reading(files)).resolves.toBeDefined()
      }
    }
  })
})

describe('old forms of sessions', () => {
  it('are warned of once; of the rest only types are looked at', async () => {
    const written = (data: Readonly<Record<string, unknown>>) => change(sample, { [sessionPath('ses_2')]: data })
    expect(await found(written({ lastUpdated: time('08:00'), phase: '', extra: 1, idleAt: 'yesterday' }))).toEqual([
      'GOV_SESSION_LEGACY warning',
    ])
    expect(await found(written({ lastUpdated: time('08:00'), phase: 3 }))).toEqual([
      'GOV_SESSION_LEGACY warning',
      'GOV_FIELD_TYPE error',
    ])
    expect(await found(written({ updatedAt: time('08:00'), sessionId: 'ses_9' }))).toEqual([
      'GOV_SESSION_RECORD warning',
      'GOV_SESSION_ID error',
    ])
  })
})
