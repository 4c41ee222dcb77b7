import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { initialize, type Starter } from '../../../src/app/installation/initialize.ts'
import { checkSources } from '../../../src/app/validate/check.ts'
import { protocolRegistry } from '../../../src/entry/protocol-registry.ts'
import { memoryTree } from '../../../src/gateways/memory.ts'
import type { BuiltInName } from '../../../src/core/protocol.ts'
import { grantedSample as control, runPath, workflowSample } from '../../../src/protocols/control/examples.ts'
import { sample as governance } from '../../../src/protocols/governance/examples.ts'
import { samples } from '../../../scripts/docs/samples.ts'
import { sample as handover } from '../../../src/protocols/handover/examples.ts'
import { sample as plugin } from '../../../src/protocols/plugin/examples.ts'
import { sample as subagent } from '../../../src/protocols/subagent/examples.ts'
import { runs } from '../../thorough.ts'

type Files = Readonly<Record<string, string>>

interface Repository {
  readonly files: Files
  /** Path → where it leads. */
  readonly links?: Files
  readonly ignored?: (path: string) => boolean
}

const at = '2026-02-04T10:00:00.000Z'

const treeOf = ({ files, links = {} }: Repository) => memoryTree({ ...files, ...links }, { links: Object.keys(links) })

const starterOf = (repository: Repository): Promise<Starter> =>
  initialize(treeOf(repository), protocolRegistry, {
    driver: false,
    kinds: ['check'],
    version: 'v1',
    at,
    merging: (paths) => Promise.resolve(new Map(paths.map((path) => [path, { driver: undefined, configured: false }]))),
    ignored: (paths) =>
      Promise.resolve(
        new Map(
          paths
            .filter(repository.ignored ?? (() => false))
            .map((path) => [path, { source: '.gitignore', line: 1, pattern: path }]),
        ),
      ),
  })

/** What a check finds with the configuration that was proposed. */
async function checkedWith(repository: Repository, { fresh }: Starter) {
  const head = treeOf({ ...repository, files: { ...repository.files, ...Object.fromEntries(fresh) } })
  const settings = {
    mode: 'soft',
    failOn: 'error',
    failOnDefault: 'error',
    allowEmpty: true,
    protocols: [],
    paths: [],
    targets: [],
  } as const
  return checkSources({ head, policy: head }, protocolRegistry, { ...settings, at, notes: [] })
}

const proposed = ({ detected }: Starter) =>
  detected.flatMap(({ name, section }) => (section === false ? [] : [[name, section] as const]))

/** The same files below another folder, or with another folder in place of one. */
const moved = (files: Files, to: string, from = ''): Files =>
  Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path.startsWith(from) ? `${to}${path.slice(from.length)}` : path,
      text,
    ]),
  )

/** Files that are called like state and are none. */
const lookalikes: Files = {
  'commands/progress.md':
    '---\ndescription: Show progress\n---\n\n# Progress\n\nPrint lines such as:\n\n- [x] task-1 (Completed)\n',
  'docs/progress.md': '# Progress\n\n- [x] Parser\n- [ ] Printer\n',
  'docs/tasks.md': '# Tasks\n\n- Parser\n- Printer\n',
  'docs/plan.md': '# Plan\n\n## Phase 1\n\nParser.\n',
  'docs/2026-01-20-retreat/plan.md': '# Plan\n\nBring a tent.\n',
  'docs/2026-01-20-retreat/progress.json': '{ "done": 3 }\n',
  'docs/PLUGINS.md': '# Plugins\n\n| Plugin | Status |\n|---|---|\n| dark-mode | stable |\n',
  '.planning/phases/01-parser/.continue-here.md':
    '---\nphase: 01-parser\ntask: 3\nstatus: in_progress\n---\n\nParser half done.\n',
  'packages/mind/brain/state.json': '{ "version": 3, "neurons": [] }\n',
  'packages/server/sessions/abc.json': '{ "user": "octocat", "expires": 0 }\n',
  'playground/run-tests/stages/one/notes.md': 'Nothing.\n',
  'playground/flow/wf.yaml': 'jobs: []\n',
  'playground/flow/stages/readme.md': '',
  'node_modules/baton-sample/.idumb/brain/state.json': governance['.idumb/brain/state.json'] ?? '',
}

/** Links as monorepos have them: to a file, to a folder, to nothing, and in the place of state. */
const links: Files = {
  'a.js': 'b.js',
  'packages/core/LICENSE.md': '../../LICENSE.md',
  'packages/core/templates': '../../templates',
  'playground/linked': '../packages',
  '.idumb': 'packages/mind',
  '.ralph-sessions': 'nowhere',
  'PLUGINS.md': 'docs/PLUGINS.md',
  'run-1': 'playground/run-tests',
}

describe('setting up proposes', () => {
  it('no protocol for files and links that have the names of state files alone', async () => {
    for (const [path, text] of Object.entries(lookalikes))
      expect([path, (await starterOf({ files: { [path]: text } })).detected]).toEqual([path, []])
    for (const [path, to] of Object.entries(links))
      expect([path, (await starterOf({ files: { 'b.js': '' }, links: { [path]: to } })).detected]).toEqual([path, []])
    expect(proposed(await starterOf({ files: lookalikes, links }))).toEqual([])
  })

  it.each<readonly [string, Repository, readonly (readonly [BuiltInName, object])[]]>([
    [
      'a folder in a usual place, in which no file shows by its content what it is',
      { files: { '.ralph-sessions/260227-144634/iterations/2/knowledge/index.md': '# Knowledge\n' } },
      [['subagent', {}]],
    ],
    [
      'each protocol where it lies by default',
      { files: { ...plugin, ...handover, ...subagent, ...control, ...governance } },
      [
        ['plugin', {}],
        ['handover', {}],
        ['subagent', {}],
        ['control', {}],
        ['governance', {}],
      ],
    ],
    [
      'a root in a subfolder, beside links that sort before it',
      { files: { ...lookalikes, ...moved(governance, 'tools/agent/') }, links: { 'a.js': 'b.js' } },
      [['governance', { root: 'tools/agent/.idumb' }]],
    ],
    [
      'of two roots the one that holds more',
      {
        files: {
          ...moved({ '.idumb/brain/state.json': governance['.idumb/brain/state.json'] ?? '' }, 'a/'),
          ...moved(governance, 'b/'),
        },
      },
      [['governance', { root: 'b/.idumb' }]],
    ],
    [
      'the usual root, whatever lies elsewhere',
      {
        files: { '.idumb/brain/state.json': governance['.idumb/brain/state.json'] ?? '', ...moved(governance, 'b/') },
      },
      [['governance', {}]],
    ],
    [
      'every folder of sessions and projects',
      {
        files: {
          ...subagent,
          ...moved(subagent, 'work/agents/', '.ralph-sessions/'),
          ...handover,
          ...moved(handover, 'log/', '.claude/projects/'),
        },
      },
      [
        ['handover', { projects: ['.claude/projects/*', 'log/*'] }],
        ['subagent', { sessions: ['.ralph-sessions/*', 'work/agents/*'] }],
      ],
    ],
    ['plugins at the top', { files: moved(plugin, '', 'plugins/') }, [['plugin', { root: '.' }]]],
    [
      'a session that is called otherwise, where tasks and markers read',
      { files: moved(subagent, 'work/counter/', '.ralph-sessions/260131-144400/') },
      [['subagent', { sessions: ['work/*'] }]],
    ],
    [
      'runs that are called otherwise',
      { files: moved(control, 'flows/monday', runPath) },
      [['control', { runs: ['flows/*'] }]],
    ],
    [
      'definitions of workflows without a run',
      { files: { ...workflowSample, 'flows/tidy/stages/explore/prompt/wf.md': '' } },
      [['control', {}]],
    ],
    [
      'projects from before there were marks, at their usual place alone',
      {
        files: { '.claude/projects/2026-01-20-login/plan.md': '# Plan\n', 'docs/2026-01-20-login/plan.md': '# Plan\n' },
      },
      [['handover', {}]],
    ],
  ])('%s', async (_, repository, expected) => {
    expect(proposed(await starterOf(repository))).toEqual(expected)
  })
})

describe('setting up leaves out', () => {
  const leftOut = async (repository: Repository) =>
    (await starterOf(repository)).leftOut.map(({ protocol, why, path }) => `${protocol} ${why} ${path}`)

  it('samples and templates, with a note', async () => {
    for (const folder of ['fixtures', 'test', 'packages/x/templates', 'docs/examples']) {
      const all = Object.values(samples).map((files) => moved(files, `${folder}/a/`))
      const repository = { files: Object.assign({}, ...all) as Files }
      expect(proposed(await starterOf(repository))).toEqual([])
      const named = new Set((await leftOut(repository)).map((line) => line.split(' ').slice(0, 2).join(' ')))
      expect(named).toEqual(new Set(protocolRegistry.protocols.map(({ name }) => `${name} sample`)))
    }
  })

  it('what a check by the defaults would find among samples', async () => {
    const repository = { files: { ...moved(control, 'live/'), ...moved(control, 'test/fixtures/') } }
    const starter = await starterOf(repository)
    expect(proposed(starter)).toEqual([['control', { runs: ['**/run-*', '!test'] }]])
    const { report } = await checkedWith(repository, starter)
    expect(report.targets.map(({ path }) => path.split('/')[0])).not.toContain('test')

    const otherRepository = { files: { ...governance, ...moved(control, 'test/fixtures/') } }
    expect((await checkedWith(otherRepository, await starterOf(otherRepository))).report.checked.protocols).toEqual([
      'governance',
    ])
  })

  it('copies that git ignores, but not state at its usual place', async () => {
    const ignored = () => true
    expect(await leftOut({ files: moved(governance, 'dist/'), ignored })).toContain(
      'governance ignored dist/.idumb/brain/state.json',
    )
    expect(proposed(await starterOf({ files: moved(governance, 'dist/'), ignored }))).toEqual([])
    expect(proposed(await starterOf({ files: governance, ignored }))).toEqual([['governance', {}]])
  })

  it('a second root, since there is but one', async () => {
    const state = governance['.idumb/brain/state.json'] ?? ''
    expect(await leftOut({ files: { ...governance, 'b/.idumb/brain/state.json': state } })).toEqual([
      'governance elsewhere b/.idumb/brain/state.json',
    ])
  })

  it('what no configuration can name', async () => {
    expect(await leftOut({ files: moved(subagent, '.github/') })).toContain(
      'subagent elsewhere .github/.ralph-sessions/260131-144400/progress.md',
    )
    expect(proposed(await starterOf({ files: moved(subagent, '.github/') }))).toEqual([])
  })
})

describe('whatever a repository holds', () => {
  const folders = [
    '',
    'packages/core/',
    'a b/',
    'docs/',
    'work/[x]/',
    'test/fixtures/',
    'templates/',
    'node_modules/x/',
    '.github/',
    'über/',
  ]
  const piece = fc.oneof(
    fc
      .tuple(fc.constantFrom(...folders), fc.constantFrom(...Object.values(samples)))
      .map(([to, files]) => moved(files, to)),
    fc
      .tuple(fc.constantFrom(...folders), fc.constantFrom(...Object.entries(lookalikes)))
      .map(([to, [path, text]]) => ({ [`${to}${path}`]: text })),
  )
  const repository = fc.record({
    files: fc.array(piece, { maxLength: 6 }).map((pieces) => Object.assign({}, ...pieces) as Files),
    links: fc
      .subarray(Object.keys(links))
      .map((paths) => Object.fromEntries(paths.map((path) => [path, links[path] ?? '']))),
  })

  it('a check takes the configuration, and finds the protocols and targets that were proposed', async () => {
    await fc.assert(
      fc.asyncProperty(repository, async ({ files, links: linkTargets }) => {
        // Nothing is below a link.
        const linked = Object.keys(linkTargets)
        const whole = {
          files: Object.fromEntries(
            Object.entries(files).filter(
              ([path]) => !linked.some((link) => path === link || path.startsWith(`${link}/`)),
            ),
          ),
          links: linkTargets,
        }
        const starter = await starterOf(whole)
        if (starter.fresh.size === 0) return
        const { report, misconfigured } = await checkedWith(whole, starter)
        expect(misconfigured).toBe(false)
        for (const { name, targets, section } of starter.detected)
          expect([name, report.targets.filter(({ protocol }) => protocol === name).length]).toEqual([
            name,
            section === false ? 0 : targets,
          ])
      }),
      { numRuns: runs(20) },
    )
  })
})
