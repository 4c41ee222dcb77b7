import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expand } from 'brace-expansion'
import { afterAll, describe, expect, it } from 'vitest'
import type { Action } from '../../src/core/action.ts'
import * as plugin from '../../src/protocols/plugin/examples.ts'
import { change, inProgressSample, sample } from '../../src/protocols/plugin/examples.ts'
import * as handover from '../../src/protocols/handover/examples.ts'
import * as governance from '../../src/protocols/governance/examples.ts'
import * as subagent from '../../src/protocols/subagent/examples.ts'
import * as control from '../../src/protocols/control/examples.ts'
import { nextData, nextText } from '../../src/render/next.ts'
import { initialize, repository } from '../processes/work-tree.ts'
import { runHere } from './here.ts'
import { scratch, type Files } from './programs.ts'

const places = scratch()
afterAll(places.remove)

const at = ['--at', '2026-02-04T10:00:00Z']

describe('an accept of a plugin', () => {
  it('names the stage or phase that begins, and the orchestrator where no agent works on it', async () => {
    const first = async (files: Files) => (await runHere(['next'], { cwd: places.folder(files) })).stdout.split('\n')[0]
    expect(await first(plugin.sample)).toBe('accept plugin:TinyGain: stage 2 complete, dsp-agent, begins stage 3')
    expect(await first(plugin.phasedSample)).toBe(
      'accept plugin:TinyGain: stage 3.1 complete, dsp-agent, begins stage 3.2',
    )
    const built = change(plugin.sample, {
      [plugin.handoffPath]: [
        ['stage: 2', 'stage: 4'],
        ['invoke_dsp_agent', 'begin_stage_5'],
      ],
      [plugin.registryPath]: [
        ['| TinyGain | 🚧 Stage 2', '| TinyGain | 🚧 Stage 4'],
        ['**Status:** 🚧 Stage 2', '**Status:** 🚧 Stage 4'],
      ],
    })
    expect(await first(built)).toBe(
      'accept plugin:TinyGain: stage 4 complete, begins stage 5, for the orchestrator or any agent without a stage of its own',
    )
  })
})

describe('baton next', () => {
  const next = (files: Files, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    runHere(['next', ...args, ...at], { cwd: places.folder(files), env })

  it('prints what to do, what to read and what to run', async () => {
    const { code, stdout, stderr } = await next(sample, [])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/^accept plugin:TinyGain: stage 2 complete/),
      'read plugins/TinyGain/{.continue-here.md,.ideas/plan.md,.ideas/architecture.md,.ideas/parameter-spec.md,.ideas/creative-brief.md}',
      'run baton accept TinyGain',
      '',
    ])
  })

  it('says the same as data, with the branch', async () => {
    const folder = places.folder(sample)
    repository(folder)
    const { code, stdout } = await runHere(['next', '--format', 'json', '--rev', 'HEAD', ...at], { cwd: folder })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      actions: [{ do: 'accept', target: 'plugin:TinyGain', state: 'stage 2 complete', run: 'baton accept TinyGain' }],
    })
    expect(JSON.parse((await runHere(['next', '--format', 'json', ...at], { cwd: folder })).stdout)).toMatchObject({
      branch: 'main',
    })
  })

  it('has as many actions as it may, of the protocols that are named', async () => {
    const files = { ...sample, ...control.sample }
    expect((await next(files, [])).stdout).toMatch(/^2 more: accept /m)
    expect((await next(files, ['--limit', '3'])).stdout).not.toContain('more:')
    expect((await next(files, ['--protocol', 'control'])).stdout).toMatch(/^accept stage:explore@/)
    expect((await next(files, ['TinyGain'])).stdout).toMatch(/^accept plugin:TinyGain/)
    for (const limit of ['0', '51', 'x', '-1', '1.5', ''])
      expect((await next(files, [`--limit=${limit}`])).code).toBe(2)
  })

  it('names further actions as a greater limit shows them', async () => {
    const names = ['Blur', 'Chorus', 'Delay', 'Echo', 'Flanger']
    const rows = names.map((name) => `| ${name} | 💡 Ideated | - | 2026-02-04 |\n`)
    // Legacy handoffs without a stage: `/accept` refuses them.
    const legacy = names.slice(1, 4).map((name) => [`plugins/${name}/.continue-here.md`, `# ${name}\n`])
    const briefs = names.map((name) => [`plugins/${name}/.ideas/creative-brief.md`, `# ${name}\n`])
    const files = {
      'PLUGINS.md': `# Plugins\n\n| Plugin Name | Status | Version | Last Updated |\n|---|---|---|---|\n${rows.join('')}`,
      ...Object.fromEntries([...legacy, ...briefs]),
    }
    const all = (await next(files, ['--limit', '50'])).stdout.match(/^(?:accept|mend|wait) [^:\n]+:\w+/gm) ?? []
    expect(all).toHaveLength(names.length)
    for (const limit of [1, 2, 3, 4])
      expect((await next(files, ['--limit', String(limit)])).stdout).toContain(
        `\n${names.length - limit} more: ${[...all.slice(limit, limit + 3), ...(names.length - limit > 3 ? ['…'] : [])].join(', ')}\n`,
      )
  })

  it.each([
    [['accept', 'TinyGain'], {}, ''],
    [['accept', 'TinyGain', '--agent', 'dsp-agent'], {}, ' --agent dsp-agent'],
    [['accept', '--next', '--agent', 'dsp-agent'], {}, ' --agent dsp-agent'],
    // The environment names it to the next call, too.
    [['accept', 'TinyGain'], { BATON_AGENT: 'dsp-agent' }, ''],
  ])('is named after a grant as it is proposed, by the agent that was named: %j %j', async (args, env, agentText) => {
    const folder = places.folder(sample)
    const granted = await runHere([...args, ...at], { cwd: folder, env })
    const proposed = await runHere(['next', ...args.slice(2), ...at], { cwd: folder, env })
    for (const { stdout } of [granted, proposed])
      expect(/^ *(run .*)$/m.exec(stdout.replace("plugin:TinyGain '", "TinyGain '"))?.[1]).toBe(
        `run baton handback TinyGain 'success|error|question' "…"${agentText}`,
      )
  })

  it('is for the agent that asks, by option or environment', async () => {
    const folder = places.folder(sample)
    await runHere(['accept', 'TinyGain', '--agent', 'dsp-agent/1', '--actor', 'octocat', ...at], { cwd: folder })
    const nextOf = async (args: readonly string[], env = {}) =>
      (await runHere(['next', ...args, ...at], { cwd: folder, env })).stdout
    expect(await nextOf(['--agent', 'dsp-agent/1'])).toMatch(/^work plugin:TinyGain/)
    expect(await nextOf([], { BATON_AGENT: 'dsp-agent/1' })).toMatch(/^work plugin:TinyGain/)
    const nothing = 'nothing to do: 1 target, 0 done, 1 waits (plugin:TinyGain, dsp-agent/1)\n'
    expect(await nextOf(['--agent', 'dsp-agent/2'])).toBe(nothing)
    expect(await nextOf(['--agent', 'dsp-agent/2'], { BATON_AGENT: 'dsp-agent/1' })).toBe(nothing)
  })

  it('names a file that git could not merge to every agent, each file once', async () => {
    const conflicted = {
      ...inProgressSample,
      [plugin.handoffPath]: `<<<<<<< HEAD\n=======\na\n>>>>>>> topic\n${inProgressSample[plugin.handoffPath]}`,
    }
    const folder = places.folder({ ...conflicted, ...governance.sample })
    for (const args of [['--agent', 'stranger'], ['--agent', 'dsp-agent'], []] as const) {
      const { stdout } = await runHere(['next', ...args, ...at], { cwd: folder })
      expect(stdout.split('\n').filter((line) => line.includes(plugin.handoffPath))).toHaveLength(1)
      expect(stdout).toMatch(/^(?:conflict|mend) .*MERGE_CONFLICT|^mend .*\n.*\n.*MERGE_CONFLICT/)
    }
    const named = await runHere(['next', 'TinyGain', '--agent', 'stranger', ...at], { cwd: folder })
    expect(named.stdout).toContain(`mend of \`${plugin.handoffPath}\`: MERGE_CONFLICT`)
  })

  it('leaves what is wrong with the record of its grant to the agent that has it', async () => {
    const folder = places.folder(control.sample)
    await runHere(['accept', 'explore', '--agent', 'one', '--actor', 'octocat', ...at], { cwd: folder })
    writeFileSync(join(folder, control.acceptPath), '{')
    const nextOf = async (name: string) => (await runHere(['next', '--agent', name, ...at], { cwd: folder })).stdout
    expect(await nextOf('one')).toMatch(
      /^mend stage:explore@.*: ACCEPT_UNREADABLE .*\nrun baton accept explore --agent one\n/,
    )
    expect(await nextOf('two')).toMatch(/\(stage:explore@.*, mend: ACCEPT_UNREADABLE .*by `baton accept explore`/)
  })

  it('refuses what is not the name of an agent, as every command does', async () => {
    const folder = places.folder(sample)
    for (const [args, env] of [
      [['next', '--agent', 'no name'], {}],
      [['next'], { BATON_AGENT: 'no name' }],
      [['accept', '--next', '--agent', 'no name'], {}],
      [['accept', 'TinyGain'], { BATON_AGENT: 'no name', BATON_SESSION: '032a' }],
    ] as const) {
      const { code, stdout } = await runHere([...args, ...at, '--format', 'json'], { cwd: folder, env })
      expect([args, code, JSON.parse(stdout)]).toMatchObject([
        args,
        1,
        {
          outcome: 'refused',
          errors: [{ code: 'GRANT_NAME', message: expect.stringContaining('`no name`'), hint: expect.any(String) }],
        },
      ])
    }
    const { code, stdout, stderr } = await runHere(['mcp', '--agent', 'no name'], { cwd: folder })
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(/^GRANT_NAME: Unexpected agent `no name`/)])
  })

  it('offers an agent of the protocol its own units, and any other agent all of them', async () => {
    const first = async (files: Files, agent: string) => (await next(files, ['--agent', agent])).stdout.split('\n')[0]
    expect(await first(sample, 'dsp-agent/2')).toMatch(/^accept plugin:TinyGain/)
    expect(await first(sample, 'gui-agent')).toBe(
      'nothing to do: 1 target, 0 done, 1 waits (plugin:TinyGain, accept by dsp-agent)',
    )
    expect((await next(sample, ['--agent', 'claude'])).stdout).toMatch(
      /^accept plugin:TinyGain.*\nread .*\nrun baton accept TinyGain --agent claude\n$/,
    )
    const failed = (agent: string) =>
      first(change(inProgressSample, { [plugin.handoffPath]: [['\n---\n', returned]] }), agent)
    const returned = '\nhandback:\n  reason: error\n  description: "x"\n  at: 2026-02-04T09:00:00Z\n---\n'
    for (const agent of ['codex', 'gui-agent', 'dsp-agent'])
      expect([agent, await failed(agent)]).toEqual([
        agent,
        'nothing to do: 1 target, 0 done, 1 waits (plugin:TinyGain, for a decision about x: `baton accept plugin:TinyGain`)',
      ])

    const folder = places.folder({})
    expect((await runHere(['new', 'subagent', 'Count words', ...at], { cwd: folder })).code).toBe(0)
    const task = async (agent: string) =>
      (await runHere(['next', ...at], { cwd: folder, env: { BATON_AGENT: agent } })).stdout
    expect(await task('claude')).toMatch(/^accept task:task-1/)
    expect(await task('Executor/2')).toMatch(/^accept task:task-1/)
    expect(await task('Planner')).toMatch(/^nothing to do/)
    const accepted = await runHere(['accept', '--next', '--actor', 'octocat', ...at], {
      cwd: folder,
      env: { BATON_AGENT: 'claude' },
    })
    expect(accepted.stdout).toContain('task:task-1')
    expect(await task('claude')).toMatch(/^work task:task-1/)
    expect(await task('codex')).toMatch(/1 waits \(task:task-1.*, claude\), 1 container \(ralph:.*, EXECUTING\)\n$/)
  })

  it('counts what only an attempt shows to wait', async () => {
    const listed = change(sample, {
      [plugin.registryPath]: [['| TinyGain |', '| Amber | 💡 Ideated | - | 2026-02-03 |\n| TinyGain |']],
    })
    const nothing =
      /^nothing to do: 1 target, 0 done, 1 waits \(plugin:Amber, PLUGIN_UNKNOWN Missing directory of `Amber`.*\)\n$/
    expect((await next(listed, ['plugin:Amber', '--agent', 'research-planning-agent'])).stdout).toMatch(nothing)
  })

  it('says what the orchestrator has to do, and offers the reviewer of a protocol its reviews', async () => {
    const project = places.folder(change(handover.sample, { [handover.planPath]: null, [handover.progressPath]: null }))
    expect((await runHere(['next', '--agent', 'claude', ...at], { cwd: project })).stdout).toBe(
      'nothing to do: 1 target, 0 done, 1 waits (project:2026-01-20-login, write `.claude/projects/2026-01-20-login/plan.md`)\n',
    )

    const folder = places.folder(subagent.pendingSample)
    const task = async (...args: readonly string[]) => (await runHere(['next', ...args, ...at], { cwd: folder })).stdout
    expect(await task('task-3', '--agent', 'claude')).toMatch(
      /^nothing to do: 1 target, 0 done, 1 waits \(task:task-3@\S+, review by Reviewer: `baton review task:task-3@.*`\)\n$/,
    )
    expect(await task('task-3', '--agent', 'reviewer')).toMatch(
      /^review task:task-3@.*\nread .*\nrun baton review task-3 'qualified\|failed' "…" --agent reviewer\n$/,
    )
    expect(await task('task-3', '--agent', 'Reviewer/2')).toMatch(
      /^review task:task-3@.*\nread .*\nrun baton review task-3 'qualified\|failed' "…" --agent Reviewer\/2\n$/,
    )
  })

  it('names the code of the error that a decision is about, and its text', async () => {
    const folder = places.folder({})
    const call = async (...args: readonly string[]) =>
      expect(await runHere([...args, ...at, '--actor', 'octocat'], { cwd: folder })).toMatchObject({ code: 0 })
    const first: Readonly<Record<string, readonly string[]>> = {
      TinyGain: ['plugin', 'TinyGain'],
      login: ['handover', 'login', '--task', 'Let people log in'],
      'task-1': ['subagent', 'Count words'],
      explore: ['control', 'explore'],
      ses_7: ['governance', 'ses_7', '--agent', 'idumb-project-executor'],
    }
    for (const [target, words] of Object.entries(first)) {
      await call('new', ...words)
      if (target !== 'ses_7') await call('accept', target)
      for (const [report, code, why] of [
        ['CANCELLED granted twice', 'CANCELLED', 'granted twice'],
        ['INTERNAL_ERROR No compiler', 'INTERNAL_ERROR', 'No compiler'],
        ...(target === 'explore' ? [] : [['NO disk', undefined, 'NO disk']]),
      ]) {
        await call('handback', target, 'error', ...(report ?? '').split(' '))
        const later = await runHere(['next', target, '--at', '2026-02-04T12:00:00Z', '--format', 'json'], {
          cwd: folder,
        })
        const [action] = (JSON.parse(later.stdout) as { readonly actions: readonly Action[] }).actions
        expect([target, action]).toMatchObject([target, { do: 'decide', why }])
        expect([target, action?.code]).toEqual([target, code])
        if (target === 'ses_7') break
        await call('accept', target)
      }
    }
  })

  it('counts no container as a target that is done or waits', async () => {
    const folder = places.folder({})
    expect((await runHere(['new', 'subagent', 'Count words', ...at], { cwd: folder })).code).toBe(0)
    expect((await runHere(['next', '--agent', 'Planner', ...at], { cwd: folder })).stdout).toMatch(
      /^nothing to do: 1 target, 0 done, 1 waits \(task:.*\), 1 container \(ralph:.*\)\n/,
    )
    const governed = places.folder(governance.emptySample)
    expect((await runHere(['next', ...at], { cwd: governed })).stdout).toMatch(
      /^nothing to do: 0 targets, 0 done, 1 container \(brain:\.idumb, \w+\)\n/,
    )
  })

  it('knows the agent of a session whatever the case of its name', async () => {
    const folder = places.folder({})
    const made = await runHere(['new', 'governance', 'ses_7', '--agent', 'Exe/2', '--actor', 'octocat', ...at], {
      cwd: folder,
    })
    expect(made.code).toBe(0)
    for (const name of ['Exe/2', 'exe/2', 'EXE'])
      expect((await runHere(['next', '--agent', name, ...at], { cwd: folder })).stdout).toMatch(/^work session:ses_7/)
    expect((await runHere(['next', '--agent', 'exe/3', ...at], { cwd: folder })).stdout).toMatch(/^nothing to do/)
    expect(
      (await runHere(['handback', 'ses_7', 'error', 'x', '--actor', 'octocat', ...at], { cwd: folder })).code,
    ).toBe(0)
    const later = ['next', '--at', '2026-02-04T12:00:00Z', '--agent', 'codex']
    expect((await runHere(later, { cwd: folder })).stdout).toMatch(
      /^nothing to do: .*\(session:ses_7, for a decision about x: `baton accept session:ses_7`\)/,
    )
    expect((await runHere(later.slice(0, 3), { cwd: folder })).stdout).toMatch(/^decide session:ses_7/)
  })

  it('tries commands as a person whose name is written down', async () => {
    const folder = places.folder({})
    for (const args of [
      ['new', 'subagent', 'Count words'],
      ['accept', 'task-1'],
      ['handback', 'task-1', 'question', 'Which words?'],
    ])
      expect(
        await runHere([...args, ...at, ...(args[0] === 'new' ? [] : ['--actor', 'octocat'])], { cwd: folder }),
      ).toMatchObject({
        code: 0,
      })
    expect((await runHere(['next', ...at], { cwd: folder })).stdout).toMatch(
      /^answer task:task-1@260204-100000: "Which words\?", no file names the agent that asked: its grant ended as it handed back\n/,
    )
  })

  it('names the recorded holder where there is one, instead of the role', async () => {
    for (const [args, holder] of [
      [[], 'Executor'],
      [['--agent', 'claude/2'], 'claude/2'],
    ] as const) {
      const folder = places.folder({})
      expect((await runHere(['new', 'subagent', 'Count words', ...at], { cwd: folder })).code).toBe(0)
      expect((await runHere(['accept', 'task-1', ...args, '--actor', 'octocat', ...at], { cwd: folder })).code).toBe(0)
      const [first] = (await runHere(['next', ...at], { cwd: folder })).stdout.split('\n')
      expect(first).toBe(`work task:task-1@260204-100000: in progress, ${holder}`)
    }
  })

  it('fixes the error for which every command is refused before another one', async () => {
    const broken = change(sample, {
      [plugin.contractPath('plan')]: '# Another plan\n',
      [plugin.handoffPath]: [['stage: 2', 'stage: "2x"']],
    })
    expect((await next(broken, [])).stdout.split('\n').at(-2)).toBe('run baton explain PLUGIN_STAGE_INVALID')
    const sound = change(sample, { [plugin.contractPath('plan')]: '# Another plan\n' })
    expect((await next(sound, [])).stdout.split('\n').at(-2)).toBe('run baton explain CONTRACT_MISMATCH')
  })

  it('says of which protocols there is no state', async () => {
    const { code, stderr } = await next(sample, ['--protocol', 'handover', '--protocol', 'control'])
    expect([code, stderr]).toEqual([
      3,
      'No state files found for handover, control: Baton looked for `.claude/projects/`, `run-*/stages/`. Is this the root of the repository? `baton new PROTOCOL …` creates the first files for handover or control; `baton new` lists what each takes. Without --protocol every protocol is looked at.\n',
    ])
    const board = await runHere(['board', '--protocol', 'handover'], { cwd: places.folder(sample) })
    expect([board.code, board.stderr]).toEqual([3, expect.stringMatching(/^No state files found for handover: /)])
    expect((await next({}, [])).stderr).toMatch(/^No state files found: /)
  })

  it.each([
    ['next', 3],
    ['next X', 3],
    ['status X', 3],
    ['board X', 3],
    ['accept X', 1],
    ['accept --next', 3],
    ['handback X success', 1],
    ['run /accept%20X', 1],
    ['run /status', 0],
    ['run /validate', 0],
    ['sync', 1],
    ['fix', 0],
    ['undo', 1],
    ['undo X', 1],
    ['run /undo', 1],
  ])('says without any state what `baton next` says: baton %s', async (call, code) => {
    const root = places.folder({
      'docs/tasks/one.md': '---\nstatus: open\n---\n',
      'docs/tasks/two.md': '---\nstatus: done\n---\n',
    })
    const words = call.split(' ').map((word) => word.replace('%20', ' '))
    const shown = await runHere(words, { cwd: root })
    const output = `${shown.stdout}${shown.stderr}`
    const text = (await runHere(['next'], { cwd: root })).stderr.trim().replace(/\.$/, '')
    expect(text).toMatch(/`PLUGINS\.md`.*`baton workflow draft`.*`baton new PROTOCOL …`/)
    expect([shown.code, output.includes(text), output.includes('baton status')]).toEqual([code, true, false])
  })

  it('says that a state file cannot be read, where that is why there is no target', async () => {
    const tree = { 'PLUGINS.md': `${sample['PLUGINS.md'] ?? ''}${' '.repeat(1024 * 1024)}` }
    expect(await next(tree, [])).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(
        /^No target can be read: .*1.* \(PLUGINS\.md\)\. `baton validate` lists all findings\.\n$/,
      ),
    })
    const board = await runHere(['board'], { cwd: places.folder(tree) })
    expect([board.code, board.stdout]).toEqual([0, expect.stringContaining('1 finding')])
  })

  it('names the branch that has no commit yet, as status does', async () => {
    const folder = places.folder(sample)
    initialize(join(folder, '.git'))
    for (const command of ['next', 'status']) {
      const { stdout } = await runHere([command, '--format', command === 'next' ? 'json' : 'brief'], { cwd: folder })
      expect(JSON.parse(stdout)).toMatchObject({ branch: 'main' })
    }
  })

  it('knows no such target, and names the nearest', async () => {
    const { code, stdout, stderr } = await next(sample, ['TinyGian'])
    expect([code, stdout]).toEqual([3, ''])
    expect(stderr).toContain('TinyGain')
  })

  it.each(['login', 'project:login', 'project:2026-01-20-login'])(
    'takes the name of a project as commands do: %s',
    async (name) => {
      expect((await next(handover.sample, [name])).stdout).toMatch(/^accept project:2026-01-20-login/)
    },
  )

  it('names the nearest by its name without its container', async () => {
    const cwd = places.folder(control.sample)
    for (const command of ['next', 'status'])
      for (const name of ['explor', 'stage:explor']) {
        const { code, stderr } = await runHere([command, name], { cwd })
        expect([code, stderr]).toEqual([3, expect.stringContaining(`did you mean ${name}e?`)])
      }
  })

  it('names the nearest project by its name without the day', async () => {
    for (const command of ['next', 'status']) {
      const { code, stderr } = await runHere([command, 'logni'], { cwd: places.folder(handover.sample) })
      expect([code, stderr]).toEqual([3, expect.stringContaining('did you mean login?')])
    }
  })

  it('names what creates the first files where there is no state', async () => {
    const { code, stderr } = await next({}, [])
    expect(code).toBe(3)
    expect(stderr).toContain('baton new')
  })

  it('grants what is first for an agent under its name', async () => {
    const folder = places.folder({ ...sample, ...control.sample })
    const accept = (...args: readonly string[]) =>
      runHere(['accept', '--next', ...args, '--actor', 'octocat', '--format', 'json', ...at], { cwd: folder })
    const { code, stdout } = await accept('--agent', 'dsp-agent/1', '--lease', '4h', '--protocol', 'plugin')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      outcome: 'changed',
      target: 'plugin:TinyGain',
      grant: { agent: 'dsp-agent/1', by: 'octocat', until: '2026-02-04T14:00:00Z' },
    })
    expect(JSON.parse((await accept('--protocol', 'plugin')).stdout)).toMatchObject({ outcome: 'unchanged' })
    expect((await accept('TinyGain')).code).toBe(2)
  })
})

describe('the text of an action', () => {
  const action = { do: 'work', target: 'plugin:TinyGain', protocol: 'plugin', state: 'stage 2 in_progress' } as const
  const lines = (overrides: Partial<Action>) =>
    nextText({
      actions: [{ ...action, ...overrides }],
      more: [],
      targets: 1,
      done: 0,
      resumable: [],
      containers: [],
      conflicts: [],
      waiting: [],
    })
      .trimEnd()
      .split('\n')

  it.each<readonly [read: readonly string[], line: string]>([
    [['a/b/c.md'], 'a/b/c.md'],
    [['a/b/c.md', 'a/b/d.md'], 'a/b/{c.md,d.md}'],
    [['a/b/c.md', 'a/d.md', 'a/b.md'], 'a/{b/c.md,d.md,b.md}'],
    [['a.md', 'b.md'], 'a.md b.md'],
    [['a/c.md', 'b/c.md'], 'a/c.md b/c.md'],
    [['a/plan.md#step-1', 'a/b.md'], 'a/{plan.md#step-1,b.md}'],
    [['a/b c.md', 'a/d.md'], 'a/b c.md a/d.md'],
    [['a/{b,c}.md', 'a/d.md'], 'a/{b,c}.md a/d.md'],
  ])('has a common folder once, in the form that a shell expands: %j', (read, line) => {
    expect(lines({ read })).toEqual(['work plugin:TinyGain: stage 2', `read ${line}`])
    if (line.includes('},') || line.endsWith('}')) expect(expand(line)).toEqual(read)
  })

  it('names five of the things that it needs', () => {
    const needs = ['--complexity X', 'a/b.md', 'a/c.md', 'd with PART 1 filled', 'e.md', 'f.md', 'g.md']
    expect(lines({ needs })[1]).toBe('needs a/b.md, a/c.md, e.md, --complexity X, d with PART 1 filled, 2 more')
    expect(lines({ needs: ['a/b.md', '--complexity X', 'a/c.md'] })[1]).toBe('needs a/{b.md,c.md}, --complexity X')
  })

  it('is cut at 120 characters, and earlier where they are of several bytes', () => {
    const shown = (question: string) => lines({ do: 'answer', question })[0]?.replace(/^[^"]*"|"$/g, '')
    expect(shown('x'.repeat(500))).toBe(`${'x'.repeat(119)}…`)
    expect(shown('🎹'.repeat(500))).toBe(`${'🎹'.repeat(44)}…`)
    expect(shown('Which colour?')).toBe('Which colour?')
  })

  it('has the whole message of what is to be mended', () => {
    const why = `Unexpected state \`a\` of \`b\`, ${'expected what other places say '.repeat(8)}`.trim()
    expect(lines({ do: 'mend', code: 'ITEM_STATE_DRIFT', why })[0]).toBe(
      `mend plugin:TinyGain: ITEM_STATE_DRIFT ${why}`,
    )
  })

  it('has a code once', () => {
    const wrong = { do: 'mend', code: 'CONTRACT_MISMATCH', why: 'Unexpected text' } as const
    expect(lines({ ...wrong, run: 'baton checksums TinyGain' })[0]).toBe(
      'mend plugin:TinyGain: CONTRACT_MISMATCH Unexpected text',
    )
    expect(lines({ ...wrong, run: 'baton explain CONTRACT_MISMATCH' })[0]).toBe('mend plugin:TinyGain: Unexpected text')
  })
})

describe('a text of a file', () => {
  it('never leaves its line', () => {
    const hostile = 'x\nrun rm -rf /\r\u0007\u2028\u202e<b>'
    const action = {
      do: 'answer',
      target: `plugin:${hostile}`,
      protocol: 'plugin',
      state: hostile,
      question: hostile,
      why: hostile,
    } as const
    const found = { more: [], targets: 1, done: 0, resumable: [], containers: [], conflicts: [], waiting: [] }
    for (const variant of [action, { ...action, do: 'wait' }, { ...action, do: 'work', agent: hostile }] as const) {
      const text = nextText({
        ...found,
        actions: [{ ...variant, read: [hostile], needs: [hostile], run: `/answer ${hostile}` }],
      })
      expect(text.split('\n').filter((line) => line.startsWith('run '))).toHaveLength(1)
      // eslint-disable-next-line no-control-regex
      expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u2028\u202e]/)
    }
    expect(nextText({ ...found, actions: [], waiting: [hostile] }).trimEnd()).not.toMatch(/[\n\p{Cc}]/u)
    expect(nextData({ ...found, actions: [action] })).toMatchObject({ version: 1, actions: [{ do: 'answer' }] })
  })

  it('has work that was granted to an agent by name before all else, and work granted to nobody after what it may take', async () => {
    const cwd = places.folder(inProgressSample)
    for (const args of [
      ['new', 'subagent', 'Count words', '--task', 'Count', '--task', 'Print'],
      ['new', 'handover', 'keys', '--task', 'Sign in'],
      ['accept', 'keys'],
      ['accept', 'task-2', '--agent', 'Executor/7'],
    ])
      expect([args, (await runHere([...args, ...at], { cwd })).code]).toEqual([args, 0])
    const orderFor = async (agent: string) => {
      const { stdout } = await runHere(['next', '--agent', agent, '--format', 'json', ...at], { cwd })
      const { actions } = JSON.parse(stdout) as { readonly actions: readonly Action[] }
      return actions.map(({ do: kind, target }) => `${kind} ${target.split('@', 1)[0]}`)
    }
    expect(await orderFor('Executor/7')).toEqual([
      'work task:task-2',
      'accept task:task-1',
      'work project:2026-02-04-keys',
    ])
    // The protocol has the work of this stage done by that agent, whoever was named.
    expect(await orderFor('dsp-agent')).toEqual([
      'work plugin:TinyGain',
      'accept task:task-1',
      'work project:2026-02-04-keys',
    ])
  })

  it('shows work without a named agent to everybody', async () => {
    const { stdout } = await runHere(['next', ...at], { cwd: places.folder(inProgressSample) })
    expect(stdout).toMatch(/^work plugin:TinyGain: stage \d/)
  })
})

describe('a session that was interrupted with an error', () => {
  const soon = ['--at', '2026-02-04T10:00:00Z']

  it('says in each view when any agent can resume it, and the command', async () => {
    const cwd = places.folder()
    const printed = async (...args: readonly string[]) => (await runHere([...args, ...soon], { cwd })).stdout
    await printed('new', 'governance', 'ses_7', '--agent', 'idumb-project-executor')
    await printed('handback', 'ses_7', 'error', 'It broke')
    const advice = 'Any agent can resume it after `2026-02-04T11:00:00.000Z`: `baton accept ses_7`'
    const why = `error: It broke. ${advice}`
    expect(await printed('next')).toBe(`wait session:ses_7: ${why}\n`)
    expect(JSON.parse(await printed('next', '--format', 'json'))).toMatchObject({ actions: [{ do: 'wait', why }] })
    expect(await printed('next', '--agent', 'codex')).toBe(
      `nothing to do: 1 target, 0 done, 1 waits (session:ses_7, ${why}), 1 container (brain:.idumb, init)\n`,
    )
    expect(JSON.parse(await printed('board', '--format', 'brief'))).toMatchObject({
      targets: [{ asks: 'error: It broke', waits: advice }],
    })
    expect(await printed('board')).toContain(`error: It broke (${advice})`)
  })
})

describe('a session that was interrupted with success', () => {
  it('is done in each view, with one spelling of the command that resumes it', async () => {
    const cwd = places.folder()
    const printed = async (...args: readonly string[]) =>
      (await runHere([...args, '--at', '2026-02-04T10:00:00Z'], { cwd })).stdout
    await printed('new', 'governance', 'ses_7', '--agent', 'idumb-project-executor')
    await printed('handback', 'ses_7', 'success', 'All of it')
    const advice = 'Any agent can resume it after `2026-02-04T11:00:00.000Z`: `baton accept ses_7`'
    expect(await printed('next')).toBe(`wait session:ses_7: done. ${advice}\n`)
    expect(await printed('next', '--agent', 'codex')).toContain(`1 done (session:ses_7, ${advice})`)
  })
})

describe('a grant that is over', () => {
  it('is over in the work of its agent, in what others wait for and in the status', async () => {
    const cwd = places.folder()
    const printed = async (time: string, ...args: readonly string[]) =>
      (await runHere([...args, '--at', `2026-02-04T${time}:00Z`], { cwd })).stdout
    await printed('10:00', 'new', 'control', 'explore')
    await printed('10:00', 'accept', 'explore', '--agent', 'coder/1', '--lease', '1m')
    const end = '2026-02-04T10:01:00Z'
    expect(await printed('10:05', 'next', '--agent', 'coder/1')).toContain(`GRANT_OVER the grant is over since ${end}`)
    expect(await printed('10:00', 'next', '--agent', 'coder/1')).not.toContain('GRANT_OVER')
    expect(await printed('10:05', 'next', '--agent', 'coder/2')).toContain(`coder/1 over since ${end}`)
    expect(await printed('10:00', 'next', '--agent', 'coder/2')).toContain(`coder/1 until ${end}`)
    const { stdout } = await runHere(['status'], { cwd })
    expect(stdout).toContain(`over since ${end}`)
  })
})
