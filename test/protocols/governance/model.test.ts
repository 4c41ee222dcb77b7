import { runSteps } from '../../../src/core/steps.ts'
import { describe, expect, it } from 'vitest'
import type { CommandContext } from '../../../src/core/command.ts'
import { memoryTree } from '../../../src/gateways/memory.ts'
import { agentName, agentsOf } from '../../../src/protocols/governance/scopes/agents.ts'
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
import { filesOf, readModel, withChange } from '../../../src/protocols/governance/model.ts'
import { governance } from '../../../src/protocols/governance/protocol.ts'
import { judgements } from '../../../src/protocols/governance/scopes/judgement.ts'
import { stateDigest } from '../../../src/protocols/governance/targets.ts'
import { addedSessions } from '../../../src/protocols/governance/rules/subjects.ts'
import { isBefore } from '../../../src/protocols/governance/sessions/times.ts'
import type { SceneSetting, Tree } from '../scene.ts'
import { reading } from './scene.ts'

const limit = 1024 * 1024
const context = { at: '2026-02-04T10:00:00Z', day: '2026-02-04', limit }

async function modelOf(tree: Tree, { links = [], configuration: written = {}, change: made }: SceneSetting = {}) {
  const view = await memoryTree(tree, { links }).open({ selectors: governance.selectors(written), limit })
  const read = runSteps(readModel(view, configuration().parse(written), context))
  const model = made ? withChange(read, made) : read
  return { model, commandContext: { view, context } satisfies CommandContext }
}

describe('the model', () => {
  const whole = change(sample, {
    [checkpointPath]: checkpoint(),
    [stallPath('ses_9')]: stall(),
    [sessionPath('a b')]: session(histories.working),
    '.idumb/brain/todos.json': {},
  })

  it('holds every file that is judged, each with the target that it is about', async () => {
    const { model } = await modelOf(whole)
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
    expect(
      [statePath, checkpointPath, '.idumb/brain/todos.json', 'README.md'].map((path) => model.file(path)?.path),
    ).toEqual([statePath, checkpointPath, undefined, undefined])
  })

  it('has a brain where state, configuration or metrics are there', async () => {
    const brains = [statePath, configPath, metricsPath, sessionPath()].map(
      async (path) => (await modelOf({ [path]: '{}' })).model.brain,
    )
    expect(await Promise.all(brains)).toEqual(['brain:.idumb', 'brain:.idumb', 'brain:.idumb', undefined])
  })

  it('knows the links that are in its places, or above them', async () => {
    const links = ['.idumb/brain', '.idumb/sessions/a.json', '.idumb/modules', '.idumb/brain/execution/x/y.md']
    const tree = Object.fromEntries(links.map((path) => [path, 'x']))
    expect((await modelOf(tree, { links: links.slice(1) })).model.links).toEqual(['.idumb/sessions/a.json'])
    expect(
      (
        await modelOf(
          { '.idumb/brain': 'x', '.idumb/sessions/a.json': 'x' },
          { links: ['.idumb/brain', '.idumb/sessions/a.json'] },
        )
      ).model.links,
    ).toEqual(['.idumb/brain', '.idumb/sessions/a.json'])
    expect(
      (await modelOf({ '.idumb/brain/execution/x': 'y' }, { links: ['.idumb/brain/execution/x'] })).model.links,
    ).toEqual(['.idumb/brain/execution/x'])
  })

  it('names the owner of a file', async () => {
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
    ).toEqual([
      ['brain:.idumb'],
      ['brain:.idumb'],
      ['brain:.idumb', 'session:ses_1'],
      ['session:ses_1'],
      [],
      ['session:ses_1'],
      [],
      [],
    ])
    expect(await owners(inMetrics({ sessionId: 'ses_9' }), metricsPath)).toEqual([['brain:.idumb']])
    expect(await owners({ [sessionPath()]: '{}' }, statePath, metricsPath, sessionPath())).toEqual([
      [],
      [],
      ['session:ses_1'],
    ])
  })

  it('uses session, evidence and its own metrics when a session is changed, and the configuration', async () => {
    const of = async (tree: Tree, target = 'session:ses_1') => stateDigest((await modelOf(tree)).model, target)
    const digest = await of(sample)
    expect([digest.state.length, new Set(digest.state).size, digest.contract.length]).toEqual([3, 3, 1])
    const moved = async (path: string, text = `${sample[path]} `) => {
      const { state, contract } = await of({ ...sample, [path]: text })
      return [...state.map((part, index) => part !== digest.state[index]), contract[0] !== digest.contract[0]]
    }
    expect(await moved(sessionPath())).toEqual([true, false, false, false])
    expect(await moved(stallPath())).toEqual([false, true, false, false])
    expect(await moved(metricsPath)).toEqual([false, false, true, false])
    expect(await moved(configPath)).toEqual([false, false, false, true])
    expect(await moved(statePath)).toEqual([false, false, false, false])
    expect((await of(inMetrics({ sessionId: 'ses_9' }))).state[2]).toBeUndefined()
    expect(await of(sample, 'session:ses_9')).toEqual({
      state: [undefined, undefined, undefined],
      contract: digest.contract,
    })
    expect(await of(sample, 'brain:.idumb')).toEqual({ state: [], contract: [] })
  })

  it('means a session by its name, and a new one only with its kind; the brain by its root', async () => {
    const read = await reading(whole)
    const resolve = (name: string, kind?: string) => read.resolve({ name, kind, words: ['x'], touched: [] })
    const ids = (...args: Parameters<typeof resolve>) => {
      const resolved = resolve(...args)
      return 'ids' in resolved ? resolved.ids : undefined
    }
    expect(resolve('ses_1')).toEqual({ ids: ['session:ses_1'], words: ['x'] })
    expect(ids('ses_2')).toEqual([])
    expect(ids('ses_2', 'session')).toEqual(['session:ses_2'])
    expect(ids('s', 'session')).toEqual([])
    expect(ids('a b')).toEqual([])
    expect(resolve('.idumb')).toEqual({ ids: ['brain:.idumb'], words: ['x'] })
    expect(resolve('.idumb', 'brain')).toEqual({ ids: ['brain:.idumb'], words: ['x'] })
    expect(ids('ses_1', 'brain')).toEqual([])
  })

  it('lists which of its places git must not ignore', () => {
    expect(governance.kept?.({ root: 'state' })).toEqual(['state/brain/state.json', 'state/sessions/x.json'])
  })
})

const language = { communication: 'english', documents: 'english' }
const brain = {
  anchors: { critical: 1, high: 0, low: 0, normal: 1 },
  firstTool: 0,
  framework: 'idumb',
  history: 1,
  language,
  lastValidation: '2026-02-04T07:30:00.000Z',
  metricsSession: 'ses_1',
  phase: 'build',
  validationCount: 3,
  version: '0.3.1',
  violations: 0,
}
const { metricsSession: _, ...alone } = brain
const works = {
  compactions: 0,
  createdAt: time('08:00'),
  errors: { max: 20, total: 1 },
  language,
  lastUpdated: time('08:05'),
  legacy: false,
  phase: 'build',
  previousState: 'beginning',
  spec: 'S3',
  stall: { planner: false, validator: false },
}
const { errors: _errors, stall: _stall, ...bare } = works

describe('facts', () => {
  const places: Readonly<Record<string, string>> = {
    'brain:.idumb': statePath,
    'session:ses_1': sessionPath(),
    'session:ses_2': sessionPath('ses_2'),
  }

  /** By the target: its holder, its state, and its facts. */
  type Facts = Readonly<Record<string, readonly [holder: string, state: string, facts: object]>>
  const brainAndSession = (session: object, ofBrain: object = brain): Facts => ({
    'brain:.idumb': ['orchestrator', 'build', ofBrain],
    'session:ses_1': ['agent', 'between_turn', session],
  })
  const onlyBrain = (facts: object): Facts => ({ 'brain:.idumb': ['orchestrator', 'build', facts] })

  it.each<[what: string, tree: Tree, expected: Facts]>([
    [
      'of a session that works',
      inSession(histories.working, { agent: 'idumb-meta-builder' }),
      brainAndSession({ ...works, agent: 'idumb-meta-builder', category: 'meta' }),
    ],
    [
      'of an unknown agent',
      inSession(histories.working, { agent: 'newcomer', resumedAt: time('08:01') }),
      brainAndSession({ ...works, agent: 'newcomer', resumedAt: time('08:01') }),
    ],
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
      {
        'brain:.idumb': ['orchestrator', 'build', brain],
        'session:ses_1': [
          'orchestrator',
          'interrupted',
          {
            ...works,
            compactions: 1,
            handback: { reason: 'error', timestamp: time('09:00') },
            idleAt: time('09:00'),
            lastUpdated: time('09:00'),
            previousState: 'compacted',
            spec: 'S4',
            stall: { planner: true, validator: true },
            violations: 4,
          },
        ],
      },
    ],
    ['just below a loop', inStall([['a', '5']], ['e'], [1, 0]), brainAndSession(works)],
    [
      'without metrics and evidence',
      change(sample, { [metricsPath]: null, [stallPath()]: null }),
      brainAndSession(bare, alone),
    ],
    [
      'with metrics that say little',
      inMetrics({ errors: {}, limits: { maxErrors: 5 } }),
      brainAndSession({ ...works, errors: { max: 5 } }),
    ],
    [
      'of old forms',
      change(sample, {
        [sessionPath()]: { lastUpdated: time('08:00') },
        [stallPath()]: '{',
        [sessionPath('ses_2')]: { updatedAt: time('08:00') },
      }),
      {
        'brain:.idumb': ['orchestrator', 'build', brain],
        'session:ses_1': [
          'agent',
          'legacy',
          { compactions: 0, errors: works.errors, lastUpdated: time('08:00'), legacy: true, spec: 'S3' },
        ],
        'session:ses_2': ['orchestrator', 'record', { compactions: 0, legacy: false }],
      },
    ],
    [
      'of a brain without a state',
      { [configPath]: '{}' },
      {
        'brain:.idumb': [
          'orchestrator',
          'unknown',
          { anchors: { critical: 0, high: 0, low: 0, normal: 0 }, firstTool: 0, history: 0, violations: 0 },
        ],
      },
    ],
    [
      'of a brain with half a language',
      change(emptySample, { [configPath]: config({ user: { language: { documents: 'dutch' } } }) }),
      onlyBrain({ ...alone, language: { documents: 'dutch' } }),
    ],
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
      brainAndSession(works, { ...brain, firstTool: 2, history: 6, violations: 5 }),
    ],
  ])('%s', async (_about, tree, expected) => {
    const { targets } = await reading(tree)
    expect(targets.map(({ id, path }) => [id, path])).toEqual(Object.keys(expected).map((id) => [id, places[id]]))
    expect(Object.fromEntries(targets.map(({ id, holder, state, facts }) => [id, [holder, state, facts]]))).toEqual(
      expected,
    )
  })

  it('of commits', async () => {
    const made = committed(
      { agent: 'idumb-meta-builder', paths: [] },
      { agent: 'newcomer', paths: [] },
      { agent: 'two words', paths: [] },
      { paths: [] },
      { agent: 'a', also: 'Agent: b', paths: [] },
      { agent: 'x', parents: 2, paths: [] },
    )
    expect((await reading(emptySample, { change: made })).targets[0]?.facts).toEqual({
      ...alone,
      commits: { 'idumb-meta-builder': 1, newcomer: 1, unattributed: 3 },
    })
  })
})

describe('repeated questions', () => {
  it('is found out once: the table of agents, and who may touch what', async () => {
    const { model } = await modelOf(sample, { change: committed({ paths: ['.idumb/x'] }) })
    expect(agentsOf(model.configuration)).toBe(agentsOf(model.configuration))
    expect(judgements(model)).toBe(judgements(model))
    expect(agentsOf(configuration().parse({ agents: 'none' })).size).toBe(0)
    expect(judgements((await modelOf(sample)).model)).toEqual([])
  })
})

describe('small words', () => {
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
    const [{ model: now }, { model: before }] = await Promise.all([modelOf(sample), modelOf(emptySample)])
    const added = (than: typeof before | undefined) => addedSessions({ now, before: than, context })
    expect([added(before), added(now), added(undefined)]).toEqual([[sessionPath()], [], []])
  })

  it('an agent is looked up in lower-case letters, without one sign', () => {
    expect([' @Idumb-X ', 'a@b', '@@a', 'A'].map(agentName)).toEqual(['idumb-x', 'a@b', '@a', 'a'])
  })
})

describe('the configuration', () => {
  const wrong = (written: unknown) =>
    (configuration().safeParse(written).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)

  const longName = `A${'a'.repeat(100)}`
  const pattern = 'expected a pattern that has `{agent}` once'
  const trailer = 'expected the name of a trailer: letters, digits and `-`'
  const relative = "Unexpected `/x`, expected a path relative to the repository's root"
  const agents = 'expected `spec-2.1.0`, `agents-frontmatter`, `none` or `{ preset, define }`'

  it.each<[what: string, written: Readonly<Record<string, unknown>>, issues: readonly string[]]>([
    [
      'lists',
      { 'allow-edges': 'x', guarded: 'x', exempt: 3, trailers: 'Agent', branches: {} },
      [
        'allow-edges: Unexpected `x`, expected a list of edges such as `beginning->compacted`',
        'guarded: Unexpected `x`, expected a list of patterns',
        'exempt: Unexpected `3`, expected a list of patterns',
        'trailers: Unexpected `Agent`, expected a list of trailers',
        'branches: Unexpected mapping, expected a list of patterns',
      ],
    ],
    [
      'elements',
      {
        'allow-edges': ['beginning->beginning'],
        guarded: ['/x'],
        exempt: ['a/../b'],
        trailers: ['Two words', '1a', longName],
        branches: ['ai/**', '{agent}/{agent}', 3],
      },
      [
        'allow-edges.0: Invalid option: expected one of "beginning->compacted"|"beginning->interrupted"|"compacted->interrupted"|"interrupted->between_turn"',
        `guarded.0: ${relative}`,
        'exempt.0: Unexpected `a/../b`, expected a path without `..`',
        `trailers.0: Unexpected \`Two words\`, ${trailer}`,
        `trailers.1: Unexpected \`1a\`, ${trailer}`,
        `trailers.2: Unexpected \`${longName}\`, ${trailer}`,
        `branches.0: Unexpected \`ai/**\`, ${pattern}`,
        `branches.1: Unexpected \`{agent}/{agent}\`, ${pattern}`,
        'branches.2: Unexpected `3`, expected a path',
      ],
    ],
    ['an unknown key', { colour: 'green' }, [': Unrecognized key: "colour"']],
    [
      'a root that others own',
      { root: '.github/x' },
      ['root: Unexpected `.github/x`, expected a place outside `.git` and `.github`, where no command writes'],
    ],
    [
      'words',
      { root: '/x', agents: 'other', unattributed: 'warning', 'unknown-agent': 'off' },
      [
        `root: ${relative}`,
        `agents: Unexpected \`other\`, ${agents}`,
        'unattributed: Invalid option: expected one of "ignore"|"notice"|"error"',
        'unknown-agent: Invalid option: expected one of "ignore"|"notice"|"warning"|"error"',
      ],
    ],
    ...[
      { preset: 'other' },
      { define: { 'A B': {} } },
      ...[{ category: 'other' }, { write: 'x' }, { deny: ['../x'] }, { accounts: 'x' }].map((a) => ({ define: { a } })),
      ...['octocat', '@-a', 'app/', 'app/a_b', `@${'a'.repeat(101)}`].map((account) => ({
        define: { a: { accounts: [account] } },
      })),
    ].map((written): [string, Readonly<Record<string, unknown>>, readonly string[]] => [
      JSON.stringify(written),
      { agents: written },
      [`agents: Unexpected mapping, ${agents}`],
    ]),
    [
      'an agent with an unknown key',
      { agents: { define: { a: { more: 1 } } } },
      ['agents.define.a: Unrecognized key: "more"'],
    ],
  ])('complains of %s', (_about, written, issues) => {
    expect(wrong(written)).toEqual(issues)
  })

  it('has defaults', () => {
    expect(configuration().parse({})).toEqual({
      root: '.idumb',
      allowEdges: [],
      agents: { preset: 'spec-2.1.0', define: {} },
      guarded: ['.idumb/**', '.opencode/**'],
      exempt: [],
      trailers: ['Agent', 'Idumb-Agent'],
      branches: ['ai/{agent}/**'],
      unattributed: 'notice',
      unknownAgent: 'warning',
    })
  })

  it('takes all that there is', () => {
    const accounts = ['@a', '@A-b_c', `@${'a'.repeat(100)}`, 'app/a', `app/${'a-'.repeat(50)}`]
    const edges = [
      'beginning->compacted',
      'beginning->interrupted',
      'compacted->interrupted',
      'interrupted->between_turn',
    ]
    const settings = {
      root: 'a/b',
      agents: {
        preset: 'agents-frontmatter',
        define: { [`a${'._-'.repeat(21)}`]: { category: 'meta', write: ['**'], deny: ['x'], accounts } },
      },
      guarded: [],
      exempt: ['x'],
      trailers: ['A', `A${'-0'.repeat(49)}a`],
      branches: ['{agent}'],
      unattributed: 'ignore',
    }
    expect(configuration().parse({ ...settings, 'allow-edges': edges, 'unknown-agent': 'notice' })).toEqual({
      ...settings,
      allowEdges: edges,
      unknownAgent: 'notice',
    })
  })
})
