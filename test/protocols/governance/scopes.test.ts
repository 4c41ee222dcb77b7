import { describe, expect, it } from 'vitest'
import type { ChangedPath, Commit } from '../../../src/core/change.ts'
import type { Diagnostic } from '../../../src/core/diagnostic.ts'
import { agentsOf } from '../../../src/protocols/governance/scopes/agents.ts'
import { configuration } from '../../../src/protocols/governance/discovery.ts'
import { committed, sample, type Work } from '../../../src/protocols/governance/examples.ts'
import { destination, mayTouch, placesOf } from '../../../src/protocols/governance/scopes/judgement.ts'
import type { SceneSetting } from '../scene.ts'
import { diagnose } from './scene.ts'

async function judge(
  works: readonly Work[],
  setting: SceneSetting = {},
  edit: (commit: Commit) => Commit = (commit) => commit,
) {
  const change = committed(...works)
  const found = await diagnose(sample, {
    base: sample,
    ...setting,
    change: { ...change, ...setting.change, commits: change.commits.map(edit) },
  })
  return found.map(({ code, severity, path, related = [] }: Diagnostic) =>
    [code, severity, path, ...related.map((relatedPlace) => relatedPlace.path)].join(' '),
  )
}

const touches = (path: string) => ({ paths: [path] })

describe('who made a commit', () => {
  const framework = '.idumb/modules/rules.md'

  it.each<[what: string, message: string, found: readonly string[]]>([
    ['a trailer', 'Work\n\nAgent: idumb-meta-builder', []],
    ['its other name, in any letters', 'Work\n\nidumb-AGENT:   @IDUMB-Meta-Builder  ', []],
    [
      'no trailer, since nothing but empty lines precedes it',
      '\n\nAgent: idumb-meta-builder\n',
      [`SCOPE_UNATTRIBUTED notice ${framework}`],
    ],
    [
      'a trailer after those of a merged change',
      'Work (#7)\n\n* One\n\nAgent: idumb-project-executor\n\n* Two\n\nAgent: idumb-meta-builder',
      [],
    ],
    [
      'a trailer beside those who helped',
      'Work\n\nAgent: idumb-meta-builder\nCo-authored-by: Agent <agent@example.com>',
      [],
    ],
    [
      'no trailer, since those who helped are a paragraph of their own',
      'Work\n\nAgent: idumb-meta-builder\n\nCo-authored-by: Octocat <octocat@example.com>',
      [`SCOPE_UNATTRIBUTED notice ${framework}`],
    ],
    ['a trailer among others', 'Work\n\nWords.\n\nSigned-off-by: x\nAgent: idumb-meta-builder\nRefs: #1', []],
    ['Windows line endings', 'Work\r\n\r\nAgent: idumb-meta-builder\r\n', []],
    [
      'no trailer, since it is the only paragraph',
      'Agent: idumb-meta-builder',
      [`SCOPE_UNATTRIBUTED notice ${framework}`],
    ],
    [
      'no trailer, since it is not in the last paragraph',
      'Work\n\nAgent: idumb-meta-builder\n\nMore words.',
      [`SCOPE_UNATTRIBUTED notice ${framework}`],
    ],
    ['one name twice', 'Work\n\nAgent: idumb-meta-builder\nIdumb-Agent: @idumb-meta-builder', []],
    ['two names', 'Work\n\nAgent: idumb-meta-builder\nAgent: idumb-project-executor', ['SCOPE_AGENT_CONFLICT error .']],
    ['an unknown name', 'Work\n\nAgent: newcomer', ['SCOPE_AGENT_UNKNOWN warning .']],
    ['an empty name', 'Work\n\nAgent:', [`SCOPE_UNATTRIBUTED notice ${framework}`]],
  ])('%s', async (_, message, found) => {
    expect(await judge([touches(framework)], {}, (commit) => ({ ...commit, message }))).toEqual(found)
  })

  const define = {
    'docs-writer': { category: 'project', write: ['docs/**'], accounts: ['@Docs-Bot', 'app/docs-agent'] },
  }
  const table = { configuration: { agents: { preset: 'none', define }, guarded: ['**'] } }

  it.each<[what: string, work: Work, branch: string | undefined, found: readonly string[]]>([
    ['the branch', touches('src/a'), 'ai/docs-writer/topic', ['SCOPE_PATH_DENIED error src/a']],
    ['a branch of no agent in the table', touches('src/a'), 'ai/newcomer/topic', ['SCOPE_UNATTRIBUTED notice src/a']],
    ['another branch', touches('src/a'), 'topic/ai/docs-writer/x', ['SCOPE_UNATTRIBUTED notice src/a']],
    ['an account', { ...touches('src/a'), login: 'docs-bot' }, undefined, ['SCOPE_PATH_DENIED error src/a']],
    ['an app', { ...touches('docs/a'), login: 'docs-agent[bot]' }, undefined, []],
    [
      'a person of the name of an app',
      { ...touches('docs/a'), login: 'docs-agent' },
      undefined,
      ['SCOPE_UNATTRIBUTED notice docs/a'],
    ],
    [
      'a trailer before the branch',
      { ...touches('src/a'), agent: 'newcomer' },
      'ai/docs-writer/x',
      ['SCOPE_AGENT_UNKNOWN warning .'],
    ],
  ])('%s', async (_, work, branch, found) => {
    expect(await judge([work], { ...table, change: { commits: [], branch } })).toEqual(found)
  })

  it('suggests which agent may be meant, or where to add one', async () => {
    const hint = async (agent: string) => {
      const [found] = await diagnose(sample, { base: sample, change: committed({ agent, paths: ['src/a'] }) })
      return [found?.message, found?.hint]
    }
    expect(await hint('newcomer')).toEqual([
      'Unknown agent `newcomer` of the commit `0001000`',
      'Add it to `protocols.governance.agents`.',
    ])
    expect(await hint('idumb-meta-bilder')).toEqual([
      'Unknown agent `idumb-meta-bilder` of the commit `0001000`',
      'Did you mean `idumb-meta-builder`?',
    ])
  })

  it('is as severe as is configured', async () => {
    const works = [touches(framework), { agent: 'newcomer', paths: ['src/a'] }]
    const grave = { unattributed: 'error', 'unknown-agent': 'error' }
    expect(await judge(works, { configuration: grave })).toEqual([
      'SCOPE_AGENT_UNKNOWN error .',
      `SCOPE_UNATTRIBUTED error ${framework}`,
    ])
    expect(await judge(works, { configuration: { unattributed: 'ignore', 'unknown-agent': 'ignore' } })).toEqual([])
  })

  it('does not matter of merges, and of what Baton commits itself', async () => {
    const work = { agent: 'idumb-project-executor', paths: [framework] }
    expect(await judge([{ ...work, parents: 2 }])).toEqual([])
    expect(await judge([work], {}, (commit) => ({ ...commit, isOwn: true }))).toEqual([])
    expect(await judge([work])).toEqual([`SCOPE_PATH_DENIED error ${framework}`])
  })
})

describe('what is found', () => {
  it('is one finding for a commit, the first path in byte order, up to 20 more', async () => {
    const paths = Array.from({ length: 25 }, (_, index) => `.idumb/modules/${String.fromCharCode(97 + index)}.md`)
    const [found = ''] = await judge([
      { agent: 'idumb-project-executor', paths: ['src/a', '.idumb/\u{1f3b9}', '.idumb/\uff0c', ...paths].toReversed() },
    ])
    expect(found.split(' ').slice(0, 4)).toEqual([
      'SCOPE_PATH_DENIED',
      'error',
      '.idumb/modules/a.md',
      '.idumb/modules/b.md',
    ])
    expect(found.split(' ')).toHaveLength(23)
    const [diagnostic] = await diagnose(sample, {
      base: sample,
      change: committed({ agent: 'idumb-project-executor', paths }),
    })
    expect(diagnostic).toMatchObject({
      commit: '0001'.repeat(10),
      message: expect.stringContaining('`.idumb/modules/a.md` and 24 other paths in the commit `0001000`'),
    })
    expect(diagnostic?.hint).toContain('idumb-meta-builder')
    expect(diagnostic?.line).toBeUndefined()
  })

  it('needs commits: two trees alone show none', async () => {
    expect(await diagnose(sample, { base: sample })).toEqual([])
  })

  const link = (path: string, target: string): ChangedPath => ({ path, change: 'added', link: target })

  it.each<[path: string, target: string, denied: boolean]>([
    ['docs/a', 'b', false],
    ['docs/a', '../src/app.ts', false],
    ['docs/a', '../.idumb/modules', true],
    ['docs/a', './../docs/../.opencode', true],
    ['docs/a', '../../x', true],
    ['docs/a', '/etc/passwd', true],
    ['.idumb/sessions/ses_9.json', '../brain/config.json', true],
  ])('of a link at %s to %s: denied %s', async (path, target, denied) => {
    const found = await judge([{ agent: 'idumb-project-executor', paths: [link(path, target)] }])
    expect(found).toEqual(denied ? [`SCOPE_PATH_DENIED error ${path}`] : [])
    // What is deleted leads nowhere any more.
    expect(await judge([{ agent: 'idumb-project-executor', paths: [{ path: 'docs/a', change: 'deleted' }] }])).toEqual(
      [],
    )
  })

  it('names those who may touch a link and where it leads, be there any', async () => {
    const hint = async (path: string, target: string) => {
      const works = [{ agent: 'idumb-project-executor', paths: [link(path, target)] }]
      const [found] = await diagnose(sample, { base: sample, change: committed(...works) })
      expect(found?.message).toContain(`\`${path}\` (a symbolic link to \`${target}\`)`)
      return found?.hint
    }
    expect(await hint('.opencode/a', '../.idumb/modules')).toContain('Those who may touch it: `idumb-meta-builder`.')
    const advice = 'No agent may touch both the symbolic link and where it leads: commit the file itself in its place.'
    expect(await hint('docs/a', '../.idumb/modules')).toBe(advice)
    expect(await hint('docs/a', '../../x')).toBe(advice)
  })

  it('knows where a link leads as text', () => {
    expect(['b/../c', '../..', '..', '.', ''].map((target) => destination('x/a', target))).toEqual([
      'x/c',
      undefined,
      '',
      'x',
      undefined,
    ])
  })
})

const section = (written: unknown) => configuration().parse(written)

describe('a path', () => {
  const executor = { write: ['**'], deny: ['.idumb/**', 'docs/legal/**', '\u03b8/**', 'e\u0301/**'] }

  it.each([
    ['src/app.ts', true],
    ['.idumb', false],
    ['.idumb/a/b', false],
    ['.IDUMB/a', false],
    ['.\u0131dumb/a', false],
    ['.idumbx/a', true],
    ['x/.idumb/a', true],
    ['DOCS/Legal', false],
    ['docs/\u017fegal', true],
    ['docs/lega\u006c/x', false],
    // A capital theta that only its lower-case letter is folded to, and an accent of its own.
    ['\u03f4/a', false],
    ['\u0398/a', false],
    ['\u00c9/a', false],
    ['E\u0301', false],
    ['E/a', true],
  ])('%s may be touched: %s', (path, expected) => {
    expect(mayTouch(executor)(path)).toBe(expected)
  })

  it('is held against what may be written as it stands', () => {
    const isAllowed = mayTouch({ write: ['src/*.ts', 'Docs/**', '{a,b}/?'], deny: [] })
    expect(
      ['src/a.ts', 'src/.a.ts', 'src/x/a.ts', 'SRC/a.ts', 'Docs', 'docs/a', 'a/x', 'b/xy', 'c/x'].filter(isAllowed),
    ).toEqual(['src/a.ts', 'src/.a.ts', 'Docs', 'a/x'])
  })

  it('is exempt where the framework writes during every session', () => {
    const { isExempt, isGuarded } = placesOf(section({ root: 'state', exempt: ['CHANGELOG.md'] }))
    const exempt = (path: string, change: ChangedPath['change'] = 'changed') => isExempt({ path, change })
    const all = [
      'brain/state.json',
      'brain/todos.json',
      'brain/stall/a.json',
      'brain/sessions/a.json',
      'sessions/a.json',
      'governance/plugin.log.1',
    ]
    expect(all.map((path) => exempt(`state/${path}`))).toEqual(all.map(() => true))
    expect(
      ['state/brain/other.json', 'state/sessions/a.md', 'state/sessions/a/b.json', '.idumb/brain/state.json'].map(
        (path) => exempt(path),
      ),
    ).toEqual([false, false, false, false])
    expect([
      exempt('changelog.MD'),
      exempt('state/brain/config.json'),
      exempt('state/brain/config.json', 'added'),
    ]).toEqual([true, false, true])
    expect(['state/a', '.opencode/x', 'src/a'].map(isGuarded)).toEqual([true, true, false])
  })
})

describe('the tables of agents', () => {
  const permissionsOf = (written: unknown, agent: string, ...paths: readonly string[]) => {
    const found = agentsOf(section(written)).get(agent)
    return found ? paths.map(mayTouch(found)) : undefined
  }

  it('of the specification separate framework and project', () => {
    const names = [...agentsOf(section({})).values()]
    expect(names.map(({ name, category, write }) => [name, category, write.length > 0])).toEqual([
      ['idumb-meta-builder', 'meta', true],
      ['idumb-meta-validator', 'meta', false],
      ['idumb-supreme-coordinator', 'meta', false],
      ['idumb-high-governance', 'meta', false],
      ['idumb-project-executor', 'project', true],
      ['idumb-project-coordinator', 'project', false],
      ['idumb-project-validator', 'project', false],
      ['idumb-project-explorer', 'project', false],
    ])
    expect(permissionsOf({}, 'idumb-meta-builder', '.idumb/a', '.opencode/a', 'src/a')).toEqual([true, true, false])
    expect(permissionsOf({}, 'idumb-project-executor', '.idumb/a', '.opencode/a', 'src/a')).toEqual([
      false,
      false,
      true,
    ])
    expect(permissionsOf({ root: 'state' }, 'idumb-meta-builder', 'state/a', '.idumb/a')).toEqual([true, false])
  })

  it('of the agent files grant what these grant', () => {
    const granted = { agents: 'agents-frontmatter' }
    expect(agentsOf(section(granted)).size).toBe(24)
    expect(
      permissionsOf(granted, 'idumb-meta-builder', '.idumb/x', 'src/agents/a.md', 'src/references/a', 'src/app.ts'),
    ).toEqual([true, true, false, false])
    expect(permissionsOf(granted, 'idumb-builder', 'src/references/a', '.plugin-dev/a')).toEqual([true, true])
    expect(
      permissionsOf(
        granted,
        'idumb-project-explorer',
        '.idumb/project-output/exploration/a/b.md',
        '.idumb/project-output/research/b.md',
      ),
    ).toEqual([true, false])
    expect(
      permissionsOf(
        granted,
        'idumb-phase-researcher',
        '.idumb/project-output/research/a.md',
        '.planning/phases/1/x-RESEARCH.md',
        '.planning/phases/1/x-PLAN.md',
      ),
    ).toEqual([true, true, false])
    expect(permissionsOf(granted, 'idumb-planner', '.planning/phases/1/x-PLAN.md')).toEqual([true])
    expect(permissionsOf(granted, 'idumb-roadmapper', '.planning/STATE.md', '.planning/OTHER.md')).toEqual([
      true,
      false,
    ])
    expect(permissionsOf(granted, 'general', 'src/app.ts', '.idumb/a')).toEqual([true, false])
    expect(permissionsOf(granted, 'idumb-general', 'src/app.ts')).toBeUndefined()
  })

  it('of the agent files are, agent by agent', () => {
    const table = [...agentsOf(section({ agents: 'agents-frontmatter' })).values()]
    const short = (globs: readonly string[]) =>
      globs
        .map((glob) =>
          glob.replace('.idumb/project-output', 'PO').replace('.planning/phases', 'PH').replace('.idumb/', 'ROOT/'),
        )
        .join(' ')
    const sources = 'src/{templates,config,schemas,agents,workflows,commands,skills}/**'
    expect(
      table.map(
        ({ name, category, write, deny }) =>
          `${category} ${name}: ${short(write)}${deny.length > 0 ? ` but ${short(deny)}` : ''}`,
      ),
    ).toEqual([
      `meta idumb-meta-builder: ROOT/** ${sources} .plugin-dev/**`,
      `meta idumb-builder: ROOT/** ${sources} .plugin-dev/** src/references/**`,
      'meta idumb-meta-validator: ',
      'meta idumb-low-validator: ',
      'meta idumb-high-governance: ',
      'meta idumb-supreme-coordinator: ',
      'meta idumb-atomic-explorer: ',
      'project idumb-mid-coordinator: PO/**/*.md',
      'project idumb-project-coordinator: PO/**/*.md',
      'project idumb-project-validator: PO/validations/**/*.md',
      'project idumb-integration-checker: PO/validations/**/*.md',
      'project idumb-project-explorer: PO/exploration/**/*.md',
      'project idumb-project-researcher: PO/research/**/*.md',
      'project idumb-codebase-mapper: PO/codebase/**/*.md',
      'project idumb-debugger: PO/debug/**/*.md',
      'project idumb-skeptic-validator: PO/challenges/**/*.md',
      'project idumb-phase-researcher: PO/research/**/*.md PH/**/*-RESEARCH.md',
      'project idumb-plan-checker: PO/phases/**/*.md PH/**/PLAN-*.md',
      'project idumb-planner: PH/**/*-PLAN.md',
      'project idumb-project-executor: PH/**/*-SUMMARY.md',
      'project idumb-verifier: PH/**/*-VERIFICATION.md',
      'project idumb-research-synthesizer: .planning/research/**/*.md',
      'project idumb-roadmapper: .planning/{ROADMAP,STATE,REQUIREMENTS}.md',
      'project general: ** but ROOT/** .opencode/**',
    ])
  })

  it('are extended, and replaced by name', () => {
    const define = { 'docs-writer': { write: ['docs/**'] }, 'idumb-project-explorer': { write: ['notes/**'] } }
    expect(permissionsOf({ agents: { define } }, 'docs-writer', 'docs/a', 'src/a')).toEqual([true, false])
    expect(permissionsOf({ agents: { define } }, 'idumb-project-explorer', 'notes/a')).toEqual([true])
    expect(permissionsOf({ agents: { define } }, 'idumb-meta-builder', '.idumb/a')).toEqual([true])
    expect(agentsOf(section({ agents: { preset: 'none', define } })).size).toBe(2)
  })
})
