import { describe, expect, it } from 'vitest'
import { commands } from '../../../src/protocols/governance/commands/index.ts'
import {
  change,
  inSession,
  metrics,
  metricsPath,
  sample,
  histories,
} from '../../../src/protocols/governance/examples.ts'
import { rulesOf } from '../../../src/kit/rules.ts'
import { groups } from '../../../src/protocols/governance/rules/index.ts'
import { codes } from '../scene.ts'
import { diagnose, fileIn, give } from './scene.ts'

const rules = rulesOf(groups)

/** What serves a rule of the specification: codes, commands, or a reason why files cannot show it. */
interface Service {
  readonly codes?: readonly string[]
  readonly commands?: readonly string[]
  readonly notInFiles?: string
}

const memory = 'it happens in memory'
const prompt = 'it is put into a prompt; the reply carries it'
const runtime = 'it happens while tools run'

const services: Readonly<Record<string, Service>> = {
  'section 1, scopes': { codes: ['SCOPE_PATH_DENIED', 'SCOPE_READ_ONLY', 'SCOPE_TOO_MANY_COMMITS'] },
  'section 1, who it is': { codes: ['SCOPE_AGENT_CONFLICT', 'SCOPE_AGENT_UNKNOWN', 'SCOPE_UNATTRIBUTED'] },
  'section 1, framework files': {
    codes: [
      'GOV_STATE_REWRITTEN',
      'GOV_CHECKPOINT_ID',
      'GOV_FIELD_TYPE',
      'GOV_FIELD_VALUE',
      'GOV_TEXT_LIMIT',
      'GOV_UNKNOWN_KEY',
    ],
  },
  'S1-R01': { notInFiles: memory, commands: ['accept'] },
  'S1-R02': {
    codes: ['GOV_CONFIG_MISSING', 'GOV_STATE_MISSING', 'GOV_CONFIG_INCOMPLETE'],
    commands: ['accept', 'fix'],
  },
  'S1-R03': {
    codes: [
      'GOV_FIELD_MISSING',
      'GOV_SESSION_ID',
      'GOV_PHASE_MISMATCH',
      'GOV_SESSION_NAME',
      'GOV_SESSION_CASE',
      'GOV_SESSION_LEGACY',
      'GOV_SESSION_RECORD',
    ],
    commands: ['accept'],
  },
  'S1-R04': { codes: ['GOV_METRICS_MISSING', 'GOV_METRICS_SESSION', 'GOV_METRICS_SUM'], commands: ['accept', 'fix'] },
  'S1-R05': { codes: ['GOV_STALL_MISSING', 'GOV_STALL_COUNT', 'GOV_STALL_ORPHAN'], commands: ['accept', 'fix'] },
  'S1-R06': { notInFiles: prompt, commands: ['accept'] },
  'S1-R07': { codes: ['GOV_STATE_NOT_BEGINNING'], commands: ['accept'] },
  'S2-R01': { notInFiles: prompt, commands: ['compact'] },
  'S2-R02': { codes: ['GOV_LANGUAGE_LOST'], commands: ['compact'] },
  'S2-R03': { notInFiles: prompt, commands: ['compact'] },
  'S2-R04': {
    codes: [
      'GOV_ANCHOR_LOST',
      'GOV_ANCHOR_ALTERED',
      'GOV_COMPACTION_ANCHORS',
      'GOV_ANCHORS_LIMIT',
      'GOV_ANCHOR_DUPLICATE',
    ],
    commands: ['compact', 'anchor'],
  },
  'S2-R05': { notInFiles: prompt, commands: ['compact'] },
  'S2-R06': { codes: ['GOV_TRANSITION_ILLEGAL', 'GOV_COMPACTION_UNTRACKED'], commands: ['compact'] },
  'S2-R07': {
    codes: ['GOV_COMPACTION_UNTRACKED', 'GOV_SESSION_REWRITTEN', 'GOV_COMPACTION_SIZE'],
    commands: ['compact'],
  },
  'S3-R01': { notInFiles: runtime },
  'S3-R02': { notInFiles: runtime },
  'S3-R03': { notInFiles: 'it is tracked, never an error: the facts of the brain count it' },
  'S3-R04': { codes: ['GOV_METRICS_SUM', 'GOV_METRICS_REWRITTEN'], commands: ['turn'] },
  'S3-R05': { notInFiles: 'it is tracked, never an error: the facts of the brain count it', commands: ['accept'] },
  'S3-R06': { codes: ['GOV_TRANSITION_ILLEGAL', 'GOV_STATE_HISTORY'], commands: ['turn'] },
  'S4-R01': {
    codes: ['GOV_SESSION_UNARCHIVED', 'GOV_HISTORY_REWRITTEN', 'GOV_HISTORY_LIMIT'],
    commands: ['handback', 'fix'],
  },
  'S4-R02': { codes: ['GOV_IDLE_MISSING', 'GOV_TIME_ORDER', 'GOV_TIME_BACKWARDS'], commands: ['handback'] },
  'S4-R03': { codes: ['GOV_SESSION_DELETED', 'GOV_SESSION_REWRITTEN'] },
  'S4-R04': { codes: ['GOV_ARCHIVE_ENTRY'], commands: ['handback'] },
  'S4-R05': { codes: ['GOV_TRANSITION_ILLEGAL', 'GOV_STATE_UNKNOWN'], commands: ['handback'] },
  'S4-R06': { codes: ['GOV_ANCHOR_LOST', 'GOV_ANCHOR_DROPPED'], commands: ['handback'] },
  'S5-R01': { notInFiles: prompt, commands: ['accept'] },
  'S5-R02': { notInFiles: prompt, commands: ['accept'] },
  'S5-R03': { notInFiles: prompt, commands: ['accept'] },
  'S5-R04': { notInFiles: prompt, commands: ['accept'] },
  'S5-R05': { notInFiles: memory, commands: ['accept'] },
  'S5-R06': { notInFiles: memory, commands: ['accept'] },
  'S5-R07': {
    codes: ['GOV_RESUME_TOO_EARLY', 'GOV_RESUME_EXPIRED', 'GOV_RESUME_UNMARKED', 'GOV_TRANSITION_ILLEGAL'],
    commands: ['accept'],
  },
  'section 4, stalls and limits': {
    codes: ['GOV_STALL_PLANNER', 'GOV_STALL_VALIDATOR', 'GOV_ERROR_LIMIT', 'GOV_STALL_REWRITTEN'],
    commands: ['stall'],
  },
  'section 6, the matrix': { codes: ['GOV_TRANSITION_ILLEGAL', 'GOV_SESSION_STALE'] },
  'every file': { codes: ['GOV_FILE_UNREADABLE', 'GOV_FILE_LINK', 'GOV_BOM', 'GOV_DUPLICATE_KEY', 'GOV_ROOT_IGNORED'] },
}

const counts = { S1: 7, S2: 7, S3: 6, S4: 6, S5: 7 }
const ids = Object.entries(counts).flatMap(([state, count]) =>
  Array.from({ length: count }, (_, index) => `${state}-R0${index + 1}`),
)

describe('the rules of the specification', () => {
  it.each(ids)('%s is served by a code, a command, or a reason why files cannot show it', (id) => {
    const { codes: served = [], commands: commandNames = [], notInFiles } = services[id] ?? {}
    expect(served.length > 0 || notInFiles !== undefined).toBe(true)
    expect(rules.map(({ code }) => code)).toEqual(expect.arrayContaining([...served]))
    expect(commands.map(({ name }) => name)).toEqual(expect.arrayContaining([...commandNames]))
  })

  it('are what every code and every command is there for', () => {
    const all = Object.values(services)
    const served = new Set(all.flatMap((service) => service.codes ?? []))
    expect(rules.map(({ code }) => code).filter((code) => !served.has(code))).toEqual([])
    expect([...served].filter((code) => !rules.some((rule) => rule.code === code))).toEqual([])
    const used = new Set(all.flatMap((service) => service.commands ?? []))
    expect(commands.map(({ name }) => name).filter((name) => !used.has(name))).toEqual([])
  })
})

describe('what the specification removed', () => {
  it('is in no rule: no levels, no depth of delegation, no leaf agents, no parents, no modes, no word for lesser agents', () => {
    for (const { code, summary, why, repair = '' } of rules) {
      expect(code).not.toMatch(/LEVEL|DEPTH|LEAF|PARENT|HIERARCHY|MODE|SUBAGENT/)
      expect(`${summary} ${why} ${repair}`).not.toMatch(
        /\b(?:levels?|depth|leaf|parent session|delegation|subagents?)\b/i,
      )
    }
  })

  it('is only an unknown key where old files have it', async () => {
    const deep = inSession(histories.working, { delegationDepth: 99, parentSession: 'ses_0', sessionLevel: 7 })
    expect(codes(await diagnose(deep))).toEqual(['GOV_UNKNOWN_KEY notice'])
    expect(await diagnose(deep, { mode: 'soft' })).toEqual([])
  })

  it('hinders no agent from starting any other, however often', async () => {
    const many = change(sample, {
      [metricsPath]: metrics({ agentSpawns: { total: 500, byAgent: { 'idumb-meta-builder': 200, general: 300 } } }),
    })
    expect(await diagnose(many)).toEqual([])
    const agents = ['idumb-meta-validator', 'idumb-project-executor', 'general', 'idumb-meta-validator']
    const result = await give(sample, `/turn ses_1 ${agents.map((agent) => `--spawn ${agent}`).join(' ')}`)
    expect([result.outcome, result.codes]).toEqual(['changed', []])
    expect(fileIn(result.tree, metricsPath)['agentSpawns']).toEqual({
      total: 5,
      byAgent: { planner: 1, 'idumb-meta-validator': 2, 'idumb-project-executor': 1, general: 1 },
    })
  })
})
