import { describe, expect, it } from 'vitest'
import type { CommandContext } from '../../../src/core/command.ts'
import { memoryTree } from '../../../src/gateways/memory.ts'
import { agentName, agentsOf } from '../../../src/protocols/governance/scopes/agents.ts'
import { fix } from '../../../src/protocols/governance/commands/fix.ts'
import { configuration } from '../../../src/protocols/governance/discovery.ts'
import {
  change,
  checkpoint,
  checkpointPath,
  committed,
  compaction,
  config,
  configPath,
  emptySample,
  entry,
  inMetrics,
  inSession,
  inStall,
  inState,
  metricsPath,
  sample,
  session,
  sessionPath,
  stall,
  stallPath,
  statePath,
  stopped,
  time,
  histories,
} from '../../../src/protocols/governance/examples.ts'
import { filesOf, readModel, about } from '../../../src/protocols/governance/model.ts'
import { governance } from '../../../src/protocols/governance/protocol.ts'
import { rulesOf } from '../../../src/kit/rules.ts'
import { groups } from '../../../src/protocols/governance/rules/index.ts'
import { judgements } from '../../../src/protocols/governance/scopes/judgement.ts'
import { stateDigest } from '../../../src/protocols/governance/targets.ts'
import { addedSessions, isBefore } from '../../../src/protocols/governance/rules/subjects.ts'
import { reading, type Setting, type Tree } from './scene.ts'

const rules = rulesOf(groups)

const limit = 1024 * 1024
const context = { at: '2026-02-04T10:00:00Z', day: '2026-02-04', limit }

async function world(tree: Tree, { links = [], configuration: written = {}, change: made }: Setting = {}) {
  const view = await memoryTree(tree, { links }).open({ selectors: governance.selectors(written), limit })
  const model = readModel(view, configuration.parse(written), context, made)
  return { model, world: { view, context } satisfies CommandContext }
}

describe('the rules', () => {
  it('are as grave as their page says, strictly and softly', () => {
    const table = rules.map(({ code, strict, soft, safe = false }) => `${code}: ${strict} / ${soft}${safe ? ', safe' : ''}`)
    expect(table.toSorted().join('\n')).toMatchSnapshot()
  })
})

describe('the model', () => {
  const whole = change(sample, {
    [checkpointPath]: checkpoint(),
    [stallPath('ses_9')]: stall(),
    [sessionPath('a b')]: session(histories.working),
    '.idumb/brain/todos.json': {},
  })

  it('holds every file that is judged, each with the target that it is about', async () => {
    const { model } = await world(whole)
    expect([...filesOf(model)].map(({ file, target }) => [file.path, target])).toEqual([
      [statePath, 'brain:.idumb'],
      [configPath, 'brain:.idumb'],
      [metricsPath, 'session:ses_1'],
      [sessionPath('a b'), undefined],
      [sessionPath(), 'session:ses_1'],
      [stallPath(), 'session:ses_1'],
      [stallPath('ses_9'), 'brain:.idumb'],
      [checkpointPath, 'brain:.idumb'],
    ])
    expect(model.checkpoints.map(({ id, phase }) => [id, phase])).toEqual([['cp-1', 'build']])
    expect([statePath, checkpointPath, '.idumb/brain/todos.json', 'README.md'].map((path) => model.file(path)?.path)).toEqual([
      statePath,
      checkpointPath,
      undefined,
      undefined,
    ])
  })

  it('has a brain where state, configuration or metrics are there', async () => {
    const brains = [statePath, configPath, metricsPath, sessionPath()].map(async (path) => (await world({ [path]: '{}' })).model.brain)
    expect(await Promise.all(brains)).toEqual(['brain:.idumb', 'brain:.idumb', 'brain:.idumb', undefined])
  })

  it('knows the links that stand in its places, or above them', async () => {
    const links = ['.idumb/brain', '.idumb/sessions/a.json', '.idumb/modules', '.idumb/brain/execution/x/y.md']
    const tree = Object.fromEntries(links.map((path) => [path, 'x']))
    expect((await world(tree, { links: links.slice(1) })).model.links).toEqual(['.idumb/sessions/a.json'])
    expect(
      (await world({ '.idumb/brain': 'x', '.idumb/sessions/a.json': 'x' }, { links: ['.idumb/brain', '.idumb/sessions/a.json'] })).model
        .links,
    ).toEqual(['.idumb/brain', '.idumb/sessions/a.json'])
    expect((await world({ '.idumb/brain/execution/x': 'y' }, { links: ['.idumb/brain/execution/x'] })).model.links).toEqual([
      '.idumb/brain/execution/x',
    ])
  })

  it('says whose a file is', async () => {
    const owners = async (tree: Tree, ...paths: readonly string[]) => {
      const read = await reading(tree)
      return paths.map((path) => read.owners(path))
    }
    expect(
      await owners(
        whole,
        statePath,
        configPath,
        metricsPath,
        sessionPath(),
        sessionPath('a b'),
        stallPath(),
        stallPath('ses_9'),
        checkpointPath,
      ),
    ).toEqual([['brain:.idumb'], ['brain:.idumb'], ['brain:.idumb', 'session:ses_1'], ['session:ses_1'], [], ['session:ses_1'], [], []])
    expect(await owners(inMetrics({ sessionId: 'ses_9' }), metricsPath)).toEqual([['brain:.idumb']])
    expect(await owners({ [sessionPath()]: '{}' }, statePath, metricsPath, sessionPath())).toEqual([[], [], ['session:ses_1']])
  })

  it('goes by session, evidence and its own metrics when a session is changed, and by the configuration', async () => {
    const of = async (tree: Tree, target = 'session:ses_1') => stateDigest((await world(tree)).model, target)
    const here = await of(sample)
    expect([here.state.length, new Set(here.state).size, here.contract.length]).toEqual([3, 3, 1])
    const moved = async (path: string, text = `${sample[path]} `) => {
      const { state, contract } = await of({ ...sample, [path]: text })
      return [...state.map((each, index) => each !== here.state[index]), contract[0] !== here.contract[0]]
    }
    expect(await moved(sessionPath())).toEqual([true, false, false, false])
    expect(await moved(stallPath())).toEqual([false, true, false, false])
    expect(await moved(metricsPath)).toEqual([false, false, true, false])
    expect(await moved(configPath)).toEqual([false, false, false, true])
    expect(await moved(statePath)).toEqual([false, false, false, false])
    expect((await of(inMetrics({ sessionId: 'ses_9' }))).state[2]).toBeUndefined()
    expect(await of(sample, 'session:ses_9')).toEqual({ state: [undefined, undefined, undefined], contract: here.contract })
    expect(await of(sample, 'brain:.idumb')).toEqual({ state: [], contract: [] })
  })

  it('means a session by its name, and a new one only with its kind; the brain by its root', async () => {
    const read = await reading(whole)
    const meant = (name: string, kind?: string) => read.resolve({ name, kind, words: ['x'], touched: [] })
    const ids = (...given: Parameters<typeof meant>) => {
      const resolved = meant(...given)
      return 'ids' in resolved ? resolved.ids : undefined
    }
    expect(meant('ses_1')).toEqual({ ids: ['session:ses_1'], words: ['x'] })
    expect(ids('ses_2')).toEqual([])
    expect(ids('ses_2', 'session')).toEqual(['session:ses_2'])
    expect(ids('s', 'session')).toEqual([])
    expect(ids('a b')).toEqual([])
    expect(meant('.idumb')).toEqual({ ids: ['brain:.idumb'], words: ['x'] })
    expect(meant('.idumb', 'brain')).toEqual({ ids: ['brain:.idumb'], words: ['x'] })
    expect(ids('ses_1', 'brain')).toEqual([])
  })

  it('says which of its places git must not ignore', () => {
    expect(governance.kept?.({ root: 'state' })).toEqual(['state/brain/state.json', 'state/sessions/x.json'])
  })
})

describe('facts', () => {
  const targets = async (tree: Tree, setting: Setting = {}) =>
    (await reading(tree, setting)).targets.map(({ id, path, holder, state, facts }) => ({ id, path, holder, state, facts }))

  it.each<[what: string, tree: Tree, setting?: Setting]>([
    ['of a session that works', inSession(histories.working, { agent: 'idumb-meta-builder' })],
    ['of an agent that nobody knows', inSession(histories.working, { agent: 'somebody', resumedAt: time('08:01') })],
    [
      'of one that was compacted, handed back and is in a loop',
      change(inStall([['a', '5']], ['e', 'e', 'e'], [2, 1]), {
        [sessionPath()]: session([...histories.compacted, ['interrupted', '09:00']], {
          ...compaction(),
          ...stopped(),
          violationCount: 4,
          handback: { reason: 'error', timestamp: time('09:00') },
        }),
      }),
    ],
    ['just below a loop', inStall([['a', '5']], ['e'], [1, 0])],
    ['without metrics and evidence', change(sample, { [metricsPath]: null, [stallPath()]: null })],
    ['with metrics that say little', inMetrics({ errors: {}, limits: { maxErrors: 5 } })],
    [
      'of old forms',
      change(sample, {
        [sessionPath()]: { lastUpdated: time('08:00') },
        [stallPath()]: '{',
        [sessionPath('ses_2')]: { updatedAt: time('08:00') },
      }),
    ],
    ['of a brain without a state', { [configPath]: '{}' }],
    ['of a brain with half a language', change(emptySample, { [configPath]: config({ user: { language: { documents: 'dutch' } } }) })],
    [
      'of a history',
      inState({
        history: [
          entry('warn:first_tool:a'),
          entry('warn:b:first_tool:'),
          entry('violation:first_tool:c'),
          entry('denied:first_tool:d'),
          entry('permission_denied:e'),
          entry('x:warn:f'),
          { action: 'warn:g' },
        ],
      }),
    ],
    [
      'of commits',
      emptySample,
      {
        change: committed(
          { agent: 'idumb-meta-builder', paths: [] },
          { agent: 'somebody', paths: [] },
          { agent: 'two words', paths: [] },
          { paths: [] },
          { agent: 'a', also: 'Agent: b', paths: [] },
        ),
      },
    ],
  ])('%s', async (_, tree, setting) => {
    expect(await targets(tree, setting)).toMatchSnapshot()
  })
})

describe('a repair', () => {
  const codes = [
    'GOV_STATE_MISSING',
    'GOV_CONFIG_MISSING',
    'GOV_METRICS_MISSING',
    'GOV_STALL_MISSING',
    'GOV_STALL_COUNT',
    'GOV_HISTORY_LIMIT',
  ]
  const run = async (tree: Tree, name: string | undefined, setting: Setting = {}) => {
    const { model, world: around } = await world(tree, setting)
    return fix.run(model, { name, words: [], report: undefined, actor: 'octocat' }, around)
  }
  const nothing = { outcome: 'unchanged', reply: 'There is nothing to mend.', diagnostics: [] }

  it.each([...codes, 'GOV_ANCHOR_LOST', undefined])('of %s is nothing where nothing is wrong, or there is no session', async (code) => {
    expect(await run(sample, code)).toEqual(nothing)
    expect(await run(change(emptySample, { [statePath]: null, [configPath]: null }), code)).toEqual(nothing)
  })

  it('says what it mends, and does not mind what it reveals', async () => {
    const mended = await run(change(sample, { [stallPath()]: null }), 'GOV_STALL_MISSING')
    expect(mended).toMatchObject({
      outcome: 'changed',
      reply: 'Mended: `GOV_STALL_MISSING`.',
      diagnostics: [],
      reveals: ['GOV_STALL_PLANNER', 'GOV_STALL_VALIDATOR', 'GOV_ERROR_LIMIT'],
    })
  })

  it('counts again only what is counted wrongly, of files that can be read', async () => {
    const of = (plannerChecker: Readonly<Record<string, unknown>>, repeatCount: unknown = 0) => ({
      plannerChecker: { issuesHashHistory: ['a', 'a', 'a'], stallCount: 1, lastScore: 5, scoreHistory: [5, 5, 5], ...plannerChecker },
      validatorFix: { errorHashHistory: [], repeatCount },
    })
    const changed = async (data: Readonly<Record<string, unknown>> | string) => {
      const outcome = await run(change(sample, { [stallPath()]: data }), 'GOV_STALL_COUNT')
      return outcome.outcome === 'changed' ? (JSON.parse(String(outcome.changes.get(stallPath()))) as unknown) : outcome.outcome
    }
    expect(await changed(of({}))).toBe('unchanged')
    expect(await changed(of({ lastScore: null }))).toBe('unchanged')
    expect(await changed('{')).toBe('unchanged')
    expect(await changed(of({ lastScore: 4 }))).toEqual(of({}))
    expect(await changed(of({ stallCount: 0 }))).toEqual(of({}))
    expect(await changed(of({ lastScore: null, stallCount: 0 }))).toEqual(of({ lastScore: null }))
    expect(await changed(of({}, 2))).toEqual(of({}))
    expect(await changed(of({ stallCount: undefined }))).toBe('unchanged')
    expect(await changed(of({ lastScore: 4, stallCount: undefined }))).toBe('refused')
  })
})

describe('whatever is asked twice', () => {
  it('is found out once: the table of agents, and who may touch what', async () => {
    const { model } = await world(sample, { change: committed({ paths: ['.idumb/x'] }) })
    expect(agentsOf(model.configuration)).toBe(agentsOf(model.configuration))
    expect(judgements(model)).toBe(judgements(model))
    expect(agentsOf(configuration.parse({ agents: 'none' })).size).toBe(0)
    expect(judgements((await world(sample)).model)).toEqual([])
  })
})

describe('small words', () => {
  it('about nobody there is no key', () => {
    expect([about(undefined), about('session:ses_1')]).toEqual([{}, { target: 'session:ses_1' }])
  })

  it('a time comes before another only where both are known', () => {
    expect([isBefore(1, 2), isBefore(2, 2), isBefore(2, 1), isBefore(undefined, 2), isBefore(1, undefined)]).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
  })

  it('a session is added by a change alone', async () => {
    const [{ model: now }, { model: before }] = await Promise.all([world(sample), world(emptySample)])
    const added = (than: typeof before | undefined) => addedSessions({ now, before: than, context })
    expect([added(before), added(now), added(undefined)]).toEqual([[sessionPath()], [], []])
  })

  it('an agent is looked up in small letters, without one sign', () => {
    expect([' @Idumb-X ', 'a@b', '@@a', 'A'].map(agentName)).toEqual(['idumb-x', 'a@b', '@a', 'a'])
  })
})

describe('the configuration', () => {
  const wrong = (written: unknown) =>
    (configuration.safeParse(written).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)

  it.each<[what: string, written: Readonly<Record<string, unknown>>]>([
    ['of lists', { 'allow-edges': 'x', guarded: 'x', exempt: 3, trailers: 'Agent', branches: {} }],
    [
      'of elements',
      {
        'allow-edges': ['beginning->beginning'],
        guarded: ['/x'],
        exempt: ['a/../b'],
        trailers: ['Two words', '1a', `A${'a'.repeat(100)}`],
        branches: ['ai/**', '{agent}/{agent}', 3],
      },
    ],
    ['of words', { root: '/x', agents: 'other', unattributed: 'warning', 'unknown-agent': 'off' }],
    [
      'of a table',
      {
        agents: {
          preset: 'other',
          define: {
            'A B': {},
            a: { category: 'other', write: 'x', deny: ['../x'], accounts: 'x' },
            b: { accounts: ['octocat', '@-a', 'app/', 'app/a_b', `@${'a'.repeat(101)}`] },
            c: { more: 1 },
          },
        },
      },
    ],
  ])('complains %s', (_, written) => {
    expect(wrong(written)).toMatchSnapshot()
  })

  it('has defaults', () => {
    expect(configuration.parse({})).toMatchSnapshot()
  })

  it('takes all that there is', () => {
    const accounts = ['@a', '@A-b_c', `@${'a'.repeat(100)}`, 'app/a', `app/${'a-'.repeat(50)}`]
    expect(
      configuration.parse({
        root: 'a/b',
        'allow-edges': ['beginning->compacted', 'beginning->interrupted', 'compacted->interrupted', 'interrupted->between_turn'],
        agents: {
          preset: 'agents-frontmatter',
          define: { [`a${'._-'.repeat(21)}`]: { category: 'meta', write: ['**'], deny: ['x'], accounts } },
        },
        guarded: [],
        exempt: ['x'],
        trailers: ['A', `A${'-0'.repeat(49)}a`],
        branches: ['{agent}'],
        unattributed: 'ignore',
        'unknown-agent': 'notice',
      }),
    ).toMatchSnapshot()
  })
})
