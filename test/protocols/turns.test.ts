import { describe, expect, it } from 'vitest'
import type { Protocol, BuiltInName } from '../../src/core/protocol.ts'
import { laneOf, type Lane } from '../../src/core/board.ts'
import type { Turn } from '../../src/core/turn.ts'
import { protocols } from '../../src/entry/protocols.ts'
import * as control from '../../src/protocols/control/examples.ts'
import { machine as controlMachine } from '../../src/protocols/control/states.ts'
import * as governance from '../../src/protocols/governance/examples.ts'
import { machine as governanceMachine } from '../../src/protocols/governance/states.ts'
import * as handover from '../../src/protocols/handover/examples.ts'
import { progressStatuses } from '../../src/protocols/handover/schema.ts'
import * as plugin from '../../src/protocols/plugin/examples.ts'
import * as subagent from '../../src/protocols/subagent/examples.ts'
import { machine as subagentMachine } from '../../src/protocols/subagent/states.ts'
import { repository } from './plugin/way.ts'
import { expectOfferedAsNext } from './actions.ts'
import { give, look, type SceneSetting, type Tree } from './scene.ts'
import { expectSameViews } from './views.ts'

const named = (name: string): Protocol =>
  protocols.find((candidate) => candidate.name === name) ?? expect.fail(`There is no protocol ${name}`)

/** A repository in which the target of the protocol is in a state, and whose turn it is then. */
type Row = readonly [state: string, about: string, tree: () => Tree | Promise<Tree>, turn: Turn, setting?: SceneSetting]

/** The repository once a comment was carried out. */
const after = (protocol: string, tree: Tree, comment: string) => async () =>
  (await give(tree, comment, { protocol: named(protocol) })).tree

const at = (tree: Tree) => () => tree

// The plugin of the sample, with a question and an error.
const returnedPlugin = (words: string) => after('plugin', plugin.inProgressSample, `/handback TinyGain ${words}`)

/** The plugin before its first stage. */
const onlyBrief = plugin.change(repository('ideated'), {
  [plugin.contractPath('plan')]: null,
  [plugin.contractPath('architecture')]: null,
  [plugin.contractPath('parameter_spec')]: null,
})

const pluginRows: readonly Row[] = [
  ['ideated', '', at(repository('ideated')), { agent: 'research-planning-agent', next: '/accept TinyGain' }],
  ['stage 2 complete', '', at(repository('2 c')), { agent: 'dsp-agent', next: '/accept TinyGain' }],
  ['stage 2 complete', 'in the old format', at(plugin.legacySample), { next: '/migrate TinyGain' }],
  [
    'stage 0 in_progress',
    'without a complexity',
    after('plugin', onlyBrief, '/accept TinyGain'),
    { agent: 'research-planning-agent', next: '/handback TinyGain success --complexity …' },
  ],
  ['stage 3 in_progress', '', at(repository('3 p')), { agent: 'dsp-agent', next: '/handback TinyGain success' }],
  [
    'stage 3 in_progress',
    'with a question',
    returnedPlugin('question "Which colour?"'),
    { asks: { kind: 'question', text: 'Which colour?' }, agent: 'dsp-agent', next: '/answer TinyGain …' },
  ],
  [
    'stage 3 in_progress',
    'with an error',
    returnedPlugin('error BUILD_FAILED "No compiler"'),
    { asks: { kind: 'error', text: 'BUILD_FAILED: No compiler' }, agent: 'dsp-agent', next: '/accept TinyGain' },
  ],
  ['stage 5 in_progress', 'the last', at(repository('5 p')), { next: '/handback TinyGain success' }],
  ['stage 5 workflow_complete', '', at(repository('working')), { next: '/install TinyGain' }],
  [
    'working',
    'without its handoff',
    at(plugin.change(repository('working'), { [plugin.handoffPath]: null })),
    { next: '/install TinyGain' },
  ],
  ['installed', '', at(repository('installed')), { ended: true }],
  [
    'unknown',
    'without front matter',
    at(plugin.change(plugin.sample, { [plugin.handoffPath]: '---\nstage: x\n---\n' })),
    {},
  ],
]

const asked = handover.inProgress(
  ['"status": "in_progress"', '"status": "partial"'],
  ['"manifest_audit": "n/a"', '"manifest_audit": "n/a", "note": "which hash?"'],
)
const failed = handover.inProgress(
  ['"status": "in_progress"', '"status": "failed"'],
  [
    '"2": { "status": "pending", "attempts": 0, "error": null',
    '"2": { "status": "failed", "attempts": 1, "error": "no key"',
  ],
)
const accept = '/accept 2026-01-20-login'
const allowed = handover.change(handover.inFinished(), {
  [handover.reviewPath]: [['verdict: BLOCK', 'verdict: ALLOW']],
})

const handoverRows: readonly Row[] = [
  ['pending', 'only a plan', at(handover.change(handover.sample, { [handover.progressPath]: null })), { next: accept }],
  ['in_progress', 'between two steps', at(handover.sample), { next: accept }],
  [
    'in_progress',
    'a step at work',
    at(handover.inProgress(...handover.working)),
    { since: '2026-01-20T12:00:00.000Z', next: '/handback 2026-01-20-login success --done-by …' },
  ],
  ['failed', 'a step', at(failed), { asks: { kind: 'error', text: 'no key' }, next: accept }],
  ['partial', '', at(asked), { asks: { kind: 'question', text: 'which hash?' }, next: '/answer 2026-01-20-login …' }],
  [
    'completed',
    'without a review',
    at(handover.change(handover.inFinished(), { [handover.reviewPath]: null })),
    { asks: { kind: 'review', text: `write \`${handover.reviewPath}\`` } },
  ],
  [
    'completed',
    'a review that blocks',
    at(handover.inFinished()),
    { asks: { kind: 'review', text: 'The verdict of the review is BLOCK.' } },
  ],
  ['completed', 'a review that does not', at(allowed), { ended: true }],
]

const report = (status: string, blockers: readonly string[]) => ({
  ...subagent.payloads.executorOutput('task-3'),
  status,
  success_criteria_met: false,
  blockers,
})
const attempt = (status: string, ...blockers: readonly string[]) =>
  subagent.withMessage(
    subagent.workingSample,
    'executor.task-3.a1.output',
    report(status, blockers),
    subagent.payloads.executorInput('task-3'),
  )
const since = '2026-01-31T15:00:00.000Z'
const executor = 'Executor'

const subagentRows: readonly Row[] = [
  ['not started', '', at(subagent.sample), { agent: executor, next: '/accept task-3' }],
  ['in progress', '', at(subagent.workingSample), { agent: executor, next: '/handback task-3 success' }],
  [
    'in progress',
    'with its input',
    at(
      subagent.withMessage(
        subagent.workingSample,
        'executor.task-3.a1.input',
        subagent.payloads.executorInput('task-3'),
      ),
    ),
    { agent: executor, since, next: '/handback task-3 success' },
  ],
  [
    'blocked',
    'with questions',
    at(attempt('blocked', 'Which words?', 'Where?')),
    { asks: { kind: 'question', text: 'Which words?' }, agent: 'Executor', next: '/answer task-3 …' },
  ],
  [
    'blocked',
    'without one',
    at(attempt('blocked')),
    { asks: { kind: 'question', text: 'blocked' }, agent: executor, next: '/accept task-3' },
  ],
  [
    'stopped',
    '',
    at(attempt('failed', 'No disk')),
    { asks: { kind: 'error', text: 'No disk' }, agent: executor, next: '/accept task-3' },
  ],
  [
    'review pending',
    '',
    at(subagent.pendingSample),
    {
      asks: { kind: 'review', text: `Read \`${subagent.reportPath('task-3')}\`.` },
      agent: 'Reviewer',
      next: '/review task-3 qualified',
    },
  ],
  [
    'review pending',
    'without a report',
    at(subagent.marked(subagent.sample, 'task-3', ' ', 'P')),
    { asks: { kind: 'review', text: 'Its report is missing.' } },
  ],
  ['completed', '', at(subagent.doneSample), { ended: true }],
  ['completed', 'against its verdict', at(subagent.marked(subagent.failedSample, 'task-3', ' ', 'x')), {}],
  [
    'failed',
    '',
    at(subagent.marked(subagent.laterSample, 'task-3', ' ', 'F')),
    { asks: { kind: 'error', text: 'failed' } },
  ],
  [
    'cancelled',
    'in v2',
    at(
      subagent.change(subagent.iteratedSample, {
        [subagent.inSession('iterations/2/progress.md')]: [['[F] task-3', '[C] task-3']],
      }),
    ),
    { ended: true },
  ],
  ['unknown', '', at(subagent.marked(subagent.sample, 'task-3', ' ', '?')), {}],
]

const granted = '2026-01-20T10:02:00.000Z'
const controlRows: readonly Row[] = [
  ['not granted', '', at(control.sample), { next: '/accept explore' }],
  [
    'not granted',
    'with an input missing',
    at(control.change(control.sample, { [control.stagePath('inputs/brief.md')]: null })),
    { waits: 'Missing input `inputs/brief.md`' },
  ],
  ['granted', '', at(control.grantedSample), { since: granted, next: '/handback explore success' }],
  [
    'granted',
    'by name',
    at(control.change(control.grantedSample, { [control.grantPath]: control.grant })),
    { agent: 'dsp-agent/2', since: granted, next: '/handback explore success' },
  ],
  ['accept invalid', '', at(control.inAccept(['"agent"', '"nobody"'])), { next: '/accept explore' }],
  [
    'handback invalid',
    '',
    at(control.inHandback('success', ['"success"', '"done"'])),
    { next: '/handback explore success' },
  ],
  ['returned success', '', at(control.returnedSample), { ended: true }],
  [
    'returned error',
    '',
    at(control.returned('error')),
    { asks: { kind: 'error', text: 'INPUT_MISSING: There is no brief' }, next: '/accept explore' },
  ],
  [
    'returned question',
    '',
    at(control.returned('question')),
    { asks: { kind: 'question', text: 'Which colour?' }, next: '/answer explore …' },
  ],
]

const returnedSession = (words: string) => after('governance', governance.sample, `/handback ses_1 ${words}`)
const later = { at: '2026-02-04T13:00:00Z' }
const working = (minute: string): Turn => ({
  since: `2026-02-04T08:${minute}:00.000Z`,
  next: '/handback ses_1 success',
})

const governanceRows: readonly Row[] = [
  ['beginning', '', at(governance.inSession(governance.histories.beginning)), working('00')],
  ['between_turn', '', at(governance.sample), working('05')],
  [
    'between_turn',
    'in a loop',
    at(governance.inStall(governance.cycles(50, 50, 50, 50), [], [2, 0])),
    { ...working('05'), next: '/handback ses_1 question …' },
  ],
  ['compacted', '', at(governance.compactedSample), working('30')],
  ['interrupted', 'by itself', at(governance.interruptedSample), { ended: true, next: '/accept ses_1' }, later],
  ['interrupted', 'with success', returnedSession('success'), { ended: true, next: '/accept ses_1' }, later],
  [
    'interrupted',
    'with a question',
    returnedSession('question "Which colour?"'),
    { asks: { kind: 'question', text: 'Which colour?' }, next: '/anchor ses_1 context high …' },
    later,
  ],
  [
    'interrupted',
    'with an error',
    returnedSession('error "No disk"'),
    { asks: { kind: 'error', text: 'No disk' }, next: '/accept ses_1' },
    later,
  ],
]

const tables: Readonly<Record<BuiltInName, readonly [target: string, rows: readonly Row[]]>> = {
  plugin: ['plugin:TinyGain', pluginRows],
  handover: ['project:2026-01-20-login', handoverRows],
  subagent: ['task:task-3@260131-144400', subagentRows],
  control: ['stage:explore@run-2026-01-20-001', controlRows],
  governance: ['session:ses_1', governanceRows],
}

const turnsIn = async (protocol: string, tree: Tree, setting: SceneSetting = {}) => {
  const { targets } = await look(tree, { protocol: named(protocol), ...setting, withTurns: true })
  return new Map(targets.map((target) => [target.id, target]))
}

/** The lanes of states in which no decision is due, where they are not with the orchestrator. */
const lanesIn: Readonly<Record<string, Readonly<Record<string, Lane>>>> = {
  plugin: { in_progress: 'agent', installed: 'done', unknown: 'unknown' },
  handover: { 'a step at work': 'agent', completed: 'done' },
  subagent: { 'in progress': 'agent', completed: 'done', cancelled: 'done', unknown: 'unknown' },
  control: { granted: 'agent', 'handback invalid': 'agent', 'returned success': 'done' },
  governance: { beginning: 'agent', between_turn: 'agent', compacted: 'agent', interrupted: 'done' },
}

describe.each(Object.entries(tables))('the turn in %s', (protocol, [target, rows]) => {
  it.each(rows.map((row) => [`${row[0]} ${row[1]}`, row] as const))(
    'is known where it is %s',
    async (_, [state, about, tree, turn, setting]) => {
      const found = (await turnsIn(protocol, await tree(), setting)).get(target)
      if (protocol !== 'handover') expect(found?.state).toBe(state)
      expect(found?.turn).toEqual(turn)
      const waits = turn.asks !== undefined
      const lane = waits
        ? 'person'
        : (lanesIn[protocol]?.[about === 'a step at work' ? about : state.replace(/^stage \d /, '')] ?? 'ready')
      expect(laneOf(found?.holder, turn)).toBe(waits || about !== 'against its verdict' ? lane : 'ready')
    },
  )
})

describe.each(Object.entries(tables))('what the board offers in %s', (protocol, [, rows]) => {
  it.each(rows.map((row) => [`${row[0]} ${row[1]}`, row] as const))(
    'is what next says: %s',
    async (_, [, , tree, , setting]) => {
      await expectOfferedAsNext(await tree(), { protocol: named(protocol), local: true, ...setting })
    },
  )
})

describe.each(Object.entries(tables))('the views of %s', (protocol, [, rows]) => {
  it.each(rows.map((row) => [`${row[0]} ${row[1]}`, row] as const))('agree: %s', async (_, [, , tree, , setting]) => {
    await expectSameViews(await tree(), { protocol: named(protocol), local: true, ...setting })
  })
})

describe('a repository whose only target is one that others would be parts of', () => {
  it.each([
    [
      'subagent',
      { '.ralph-sessions/260227-144634/iterations/2/knowledge/index.md': '# What is known\n' },
      'ralph:260227-144634',
    ],
    ['governance', governance.emptySample, 'brain:.idumb'],
  ] as const)('has one container in every view, and no target: %s', async (protocol, tree, id) => {
    expect([...(await expectSameViews(tree, { protocol: named(protocol), local: true })).keys()]).toEqual([id])
  })
})

describe('a command that would be refused', () => {
  it('is not offered: what it waits for is named', async () => {
    const broken = {
      ...plugin.withStatus(plugin.sample, '🚧 Stage 2', '💡 Ideated'),
      [plugin.handoffPath]: '# Only words\n',
    }
    const place = { protocol: named('plugin'), local: true }
    expect((await give(broken, '/accept TinyGain', place)).outcome).toBe('refused')
    const turn = (await turnsIn('plugin', broken)).get('plugin:TinyGain')?.turn
    expect(turn).toEqual({
      agent: 'research-planning-agent',
      waits: expect.stringMatching(/^Unknown state of `?TinyGain/),
    })
    await expectOfferedAsNext(broken, place)
  })
})

describe('the table of turns', () => {
  it.each([
    ['subagent', Object.keys(subagentMachine.states)],
    ['control', Object.keys(controlMachine.states)],
    ['governance', Object.keys(governanceMachine.states)],
    ['handover', progressStatuses],
    [
      'plugin',
      [
        'ideated',
        'working',
        'installed',
        'unknown',
        'stage 0 in_progress',
        'stage 2 complete',
        'stage 3 in_progress',
        'stage 5 workflow_complete',
        'stage 5 in_progress',
      ],
    ],
  ] as const)('has every state of %s', (protocol, states) => {
    expect([...new Set(tables[protocol][1].map(([state]) => state))].toSorted()).toEqual([...states].toSorted())
  })
})

describe('what has parts, or only reports', () => {
  it.each([
    ['subagent', subagent.sample, 'ralph:260131-144400'],
    ['control', control.workflowSample, 'workflow:flows/tidy'],
    ['governance', governance.sample, 'brain:.idumb'],
  ])('has no turn of its own: %s', async (protocol, tree, id) => {
    expect((await turnsIn(protocol, tree)).get(id)?.turn).toEqual({ container: true })
  })
})

/** The files of a folder under another name. */
const moved = (tree: Tree, from: string, to: string): Tree =>
  Object.fromEntries(
    Object.entries(tree).flatMap(([path, text]) => (path.includes(from) ? [[path.replaceAll(from, to), text]] : [])),
  )

describe('the command that goes on', () => {
  const all: Tree = {
    ...plugin.sample,
    ...handover.sample,
    ...subagent.sample,
    ...control.sample,
    ...governance.sample,
  }

  it.each(protocols.map(({ name }) => name))('names its target so that a comment finds it: %s', async (name) => {
    const protocol = named(name)
    const two = name === 'control' ? { ...all, ...moved(all, 'run-2026-01-20-001', 'run-2026-01-21-001') } : all
    const targets = [...(await turnsIn(name, two)).values()].filter(({ turn }) => turn?.next !== undefined)
    expect(targets).not.toEqual([])
    for (const { id, turn } of targets) {
      const { result } = await give(two, turn?.next ?? '', { protocol, local: true })
      expect([turn?.next, result.target]).toEqual([turn?.next, id])
    }
  })
})
