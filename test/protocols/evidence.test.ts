import { describe, expect, it } from 'vitest'
import { change } from '../../src/core/example.ts'
import type { NamedCommit } from '../../src/core/command.ts'
import type { BuiltInName } from '../../src/core/protocol-name.ts'
import { protocols } from '../../src/entry/protocols.ts'
import * as control from '../../src/protocols/control/examples.ts'
import * as governance from '../../src/protocols/governance/examples.ts'
import * as handover from '../../src/protocols/handover/examples.ts'
import * as plugin from '../../src/protocols/plugin/examples.ts'
import * as subagent from '../../src/protocols/subagent/examples.ts'
import { historyOf } from './handover/scene.ts'
import { logOf } from './log-of.ts'
import { give, look, make, type SceneSetting, type Tree } from './scene.ts'

// A success is compared with what the work declares as its result, in each protocol.

const at = '2026-02-04T10:00:00Z'
const head = 'a'.repeat(40)
const inRepository: SceneSetting = { at, context: { log: logOf([{ sha: head, subject: 'feat(step2): work' }]) } }

const named = (name: BuiltInName) =>
  protocols.find((protocol) => protocol.name === name) ?? expect.fail(`There is no protocol ${name}`)
const on = (name: BuiltInName, setting: SceneSetting = inRepository) => ({ protocol: named(name), ...setting })

/** A unit of work at its end. */
interface Unit {
  readonly protocol: BuiltInName
  readonly command: string
  /** With everything that it declares. */
  readonly done: Tree
  /** Without it, and what the refusal lists. */
  readonly undone?: { readonly tree: Tree; readonly lists: readonly string[] }
  /** Where it declares nothing that could be compared. */
  readonly silent: Tree
  /** The file that has the words of `--anyway`. */
  readonly recordedIn: string
}

const planned = (await make({}, ['TinyGain'], on('plugin'))).tree
const begun = (await give(planned, '/accept TinyGain', on('plugin'))).tree
const working = handover.inProgress(...handover.working)
const unworked = handover.withoutWork(working)
const reported = change(subagent.workingSample, { [subagent.reportPath('task-3')]: subagent.reportText('task-3') })
const withHelp = (tree: Tree): Tree => ({ ...tree, 'src/help.ts': 'export {}\n' })
const withoutFiles = (tree: Tree): Tree =>
  change(tree as typeof reported, { [subagent.tasksPath]: [['src/help.ts', 'src/**']] })

const units: readonly Unit[] = [
  {
    protocol: 'plugin',
    command: '/handback TinyGain success --complexity 2',
    done: begun,
    silent: plugin.inProgressSample,
    recordedIn: 'plugins/TinyGain/.continue-here.md',
  },
  {
    protocol: 'handover',
    command: '/handback login success',
    done: working,
    undone: { tree: handover.withoutWork(working), lists: ['src/step2.ts'] },
    silent: change(working, {
      [handover.planPath]: [
        ['[src/step2.ts]', '[]'],
        ['step2\\\\', 'step3\\\\'],
      ],
    }),
    recordedIn: handover.progressPath,
  },
  {
    protocol: 'subagent',
    command: '/handback task-3 success',
    done: withHelp(reported),
    undone: { tree: reported, lists: ['src/help.ts'] },
    silent: withoutFiles(reported),
    recordedIn: `${subagent.sessionPath}/messages/executor.task-3.a1.output.json`,
  },
  {
    protocol: 'subagent',
    command: '/review task-3 qualified',
    done: withHelp(subagent.pendingSample),
    undone: { tree: subagent.pendingSample, lists: ['src/help.ts'] },
    silent: withoutFiles(subagent.pendingSample),
    recordedIn: subagent.reportPath('task-3'),
  },
  {
    protocol: 'control',
    command: '/handback explore success',
    done: control.workedSample,
    undone: { tree: control.grantedSample, lists: ['run/output-files/report.md', 'run/output-data/findings.json'] },
    silent: change(control.grantedSample, { [control.configPath]: null }),
    recordedIn: control.handbackPath,
  },
  {
    protocol: 'governance',
    command: '/handback ses_1 success',
    done: governance.sample,
    silent: governance.sample,
    recordedIn: governance.sessionPath('ses_1'),
  },
]

const texts = (tree: Tree, path: string) => String(tree[path] ?? '')

describe.each(units)('$protocol: $command', ({ protocol, command, done, undone, silent, recordedIn }) => {
  it('is recorded where everything is there', async () => {
    const { outcome, codes, tree } = await give(done, command, on(protocol))
    expect([outcome, codes.filter((code) => code.startsWith('EVIDENCE'))]).toEqual(['changed', []])
    expect(texts(tree, recordedIn)).not.toMatch(/anyway/i)
  })

  it.runIf(undone)('is refused where it is not, with what is missing and the ways on', async () => {
    const { tree = {}, lists = [] } = undone ?? {}
    const result = await give(tree, command, on(protocol))
    const [refusal] = result.result.diagnostics
    expect([result.outcome, result.codes, result.tree]).toEqual(['refused', ['EVIDENCE_MISSING error'], tree])
    for (const path of lists) expect(refusal?.message).toContain(path)
    expect(refusal?.hint).toContain('--anyway "…"')
    const [, instead = ''] = /end it with `([^`]+)`/.exec(refusal?.hint ?? '') ?? []
    expect((await give(tree, instead, on(protocol))).outcome).toBe('changed')
  })

  it.runIf(undone)('is offered once more with all that was given', async () => {
    const text = 'It builds with the new flag'
    const { result } = await give(undone?.tree ?? {}, `${command} --agent claude "${text}"`, on(protocol))
    expect(result.diagnostics[0]?.hint).toContain(
      ` ${command.split(' ').at(-1)} --anyway "…" --agent claude "${text}"\``,
    )
  })

  it.runIf(undone)('is recorded anyway, with the reason', async () => {
    const { tree = {} } = undone ?? {}
    const anyway = `${command} --anyway "It lies <elsewhere>"`
    const result = await give(tree, anyway, on(protocol))
    expect([result.outcome, result.codes.filter((code) => code.startsWith('EVIDENCE'))]).toEqual([
      'changed',
      ['EVIDENCE_MISSING warning'],
    ])
    expect(texts(result.tree, recordedIn)).toMatch(/It lies (?:<|&lt;)elsewhere/)
    expect(result.result.diagnostics.find(({ code }) => code === 'EVIDENCE_MISSING')?.message).toContain(
      'It lies <elsewhere>',
    )
    const again = await give(result.tree, anyway, on(protocol))
    expect([again.outcome, again.tree]).toEqual(['unchanged', result.tree])
  })

  it('says in brief what was not compared, where something might have been', async () => {
    const { result } = await give(silent, command.replace(' --complexity 2', ''), on(protocol))
    const [, unchecked = ''] = /^Not checked: (.+)\.$/m.exec(result.reply ?? '') ?? []
    const isDeclared = !unchecked.includes('nothing declares files')
    const brief = isDeclared ? unchecked : 'the work, which no declared file shows'
    // A plugin never declares files, and its contracts were checked.
    if (!isDeclared && /^Checked: /m.test(result.reply ?? '')) expect(result.brief).not.toContain('Not checked')
    else expect(result.brief).toContain(`Not checked: ${brief}`)
  })

  it('says what was not compared', async () => {
    const { outcome, result } = await give(silent, command.replace(' --complexity 2', ''), on(protocol))
    expect([outcome, result.reply]).toEqual(['changed', expect.stringMatching(/^Not checked: .+\.$/m)])
  })

  it('takes the reason of a success alone', async () => {
    const error = command.replace(/success.*/, 'error "No"').replace('qualified', 'failed "No"')
    const { outcome, codes } = await give(done, `${error} --anyway "Why"`, on(protocol))
    expect([outcome, codes]).toEqual([
      'refused',
      [expect.stringMatching(/^(?:COMMAND_USAGE|PLUGIN_OPTION_INVALID) error$/)],
    ])
  })
})

describe('the commit of a step', () => {
  const older = '2026-02-04T08:59:59.000Z'
  const since = '"updated_at": "2026-02-04T09:00:00Z"'
  const granted = change(working, { [handover.progressPath]: [['"updated_at": "2026-01-20T12:00:00Z"', since]] })
  const commit: NamedCommit = { sha: head, ancestor: true }
  const made = (time: string | undefined): SceneSetting => ({
    ...inRepository,
    history: historyOf({ HEAD: commit, [head]: commit }, [], time === undefined ? {} : { [head]: time }),
  })
  const handback = (time: string | undefined, options = '', tree: Tree = granted) =>
    give(tree, `/handback login success ${options}`, on('handover', made(time)))
  const recorded = (tree: Tree): unknown =>
    (JSON.parse(texts(tree, handover.progressPath)) as { steps: Readonly<Record<string, { commit: unknown }>> }).steps[
      '2'
    ]?.commit

  it('is refused where it is named and older than the grant', async () => {
    const result = await handback(older, '--done-by HEAD')
    expect([result.outcome, result.codes]).toEqual(['refused', ['EVIDENCE_MISSING error']])
    expect(result.result.diagnostics[0]?.message).toContain('is older than the grant')
    expect((await handback(older, '--done-by HEAD --anyway "Done before"')).outcome).toBe('changed')
  })

  it.each(['2026-02-04T09:00:00.000Z', '2026-02-04T09:30:00.000Z'])(
    'is recorded from the second of the grant on: %s',
    async (time) => {
      expect(recorded((await handback(time, '--done-by HEAD')).tree)).toBe(head)
      expect(recorded((await handback(time)).tree)).toBe(head)
    },
  )

  it('is none where the newest is older', async () => {
    const { outcome, result, tree } = await handback(older)
    expect([outcome, recorded(tree)]).toEqual(['changed', null])
    const line = 'Not checked: no commit is recorded'
    expect([result.reply, result.brief]).toEqual([expect.stringContaining(line), expect.stringContaining(line)])
    expect(result.reply).toContain('`--done-by REV`')
  })

  it('may be of an earlier attempt', async () => {
    const again = change(granted, {
      [handover.progressPath]: [['"in_progress", "attempts": 1', '"in_progress", "attempts": 2']],
    })
    expect((await handback(older, '--done-by HEAD', again)).outcome).toBe('changed')
    expect((await handback('2026-01-20T11:00:00.000Z', '--done-by HEAD', again)).codes).toEqual([
      'EVIDENCE_MISSING error',
    ])
  })

  const called = (subject: string): SceneSetting => ({
    ...made('2026-02-04T09:30:00.000Z'),
    context: { log: logOf([{ sha: head, subject }]) },
  })

  it('is refused where it is named and has another message than the manifest asks for', async () => {
    const setting = called('docs: read me')
    const result = await give(granted, '/handback login success --done-by HEAD', on('handover', setting))
    expect([result.outcome, result.codes]).toEqual(['refused', ['EVIDENCE_MISSING error']])
    expect(result.result.diagnostics[0]?.message).toContain('does not match `commit_message_pattern`')
    const anyway = await give(
      granted,
      '/handback login success --done-by HEAD --anyway "Squashed"',
      on('handover', setting),
    )
    expect([anyway.outcome, recorded(anyway.tree)]).toEqual(['changed', head])
    const unnamed = await give(granted, '/handback login success', on('handover', setting))
    expect([unnamed.outcome, unnamed.result.reply]).toEqual([
      'changed',
      expect.stringMatching(/^Not checked: .*`commit_message_pattern`/m),
    ])
    expect(
      (await give(granted, '/handback login success --done-by HEAD', on('handover', called('feat(step2): ask'))))
        .outcome,
    ).toBe('changed')
  })

  it('is recorded where its time is not known, which is said', async () => {
    const { outcome, result, tree } = await handback(undefined, '--done-by HEAD')
    expect([outcome, recorded(tree)]).toEqual(['changed', head])
    expect(result.reply).toMatch(/Not checked: whether `a+` is older than the grant\./)
  })
})

describe('the paths of a manifest', () => {
  const expecting = (paths: string, tree: Tree = unworked): Tree =>
    change(tree as typeof working, { [handover.planPath]: [['[src/step2.ts]', paths]] })

  it.each(['../outside.ts', '/etc/passwd', 'src/**', '.git/config', 'src/{a,b}.ts'])(
    'are not looked for: %s',
    async (path) => {
      const { outcome, result } = await give(expecting(`["${path}"]`), '/handback login success', on('handover'))
      expect([outcome, result.reply]).toEqual(['changed', expect.stringContaining('Not checked: ')])
    },
  )

  it.each([
    ['a folder', '[src/login/]', { 'src/login/form.ts': '' }],
    ['a name with brackets', '["src/[id].ts"]', { 'src/[id].ts': '' }],
  ])('may be %s', async (_, paths, files) => {
    expect((await give({ ...expecting(paths), ...files }, '/handback login success', on('handover'))).outcome).toBe(
      'changed',
    )
    expect((await give(expecting(paths), '/handback login success', on('handover'))).codes).toEqual([
      'EVIDENCE_MISSING error',
    ])
  })

  it('are named a few at a time', async () => {
    const many = Array.from({ length: 3000 }, (_, index) => `src/file${index}.ts`)
    const { result } = await give(expecting(`[${many.join(', ')}]`), '/handback login success', on('handover'))
    expect(result.diagnostics[0]?.message).toMatch(/ and 990 more$/)
    expect(result.diagnostics[0]?.message.length).toBeLessThan(1000)
  })

  it('are those that must contain something, too', async () => {
    const text = texts(working, handover.planPath)
    const last = text.lastIndexOf('must_contain: []')
    const plan = `${text.slice(0, last)}must_contain: [{ path: src/form.ts, pattern: login }]${text.slice(last + 'must_contain: []'.length)}`
    const tree = { ...working, [handover.planPath]: plan }
    const { result } = await give(tree, '/handback login success', on('handover'))
    expect(result.diagnostics[0]?.message).toContain('missing `src/form.ts`')
    const found = await give({ ...tree, 'src/form.ts': '' }, '/handback login success', on('handover'))
    expect(found.result.reply).toContain('Not checked: `must_contain`.')
  })

  // The commit that is named may have them.
  it('are not looked for outside of a repository where a commit is named', async () => {
    const plain: SceneSetting = { at }
    expect((await give(unworked, '/handback login success', on('handover', plain))).codes).toEqual([
      'EVIDENCE_MISSING error',
    ])
    const { outcome, result } = await give(unworked, '/handback login success --done-by 4f2a9c1', on('handover', plain))
    expect([outcome, result.reply]).toEqual(['changed', expect.stringContaining('outside of a repository')])
  })

  it('are looked for by a strict check once their step is completed', async () => {
    const { tree } = await give(working, '/handback login success', on('handover'))
    const codesIn = async (files: Tree) =>
      (await look(files, on('handover'), 'strict')).diagnostics.flatMap(({ code }) =>
        code === 'PROGRESS_EXPECTED_MISSING' ? [code] : [],
      )
    expect(await codesIn(tree)).toEqual([])
    expect(await codesIn(handover.withoutWork(tree as typeof working))).toEqual([
      'PROGRESS_EXPECTED_MISSING',
      'PROGRESS_EXPECTED_MISSING',
    ])
  })
})

it('says of the files of a task that are a pattern that no single file is named', async () => {
  const { result } = await give(withoutFiles(reported), '/handback task-3 success', on('subagent'))
  expect(result.reply).toMatch(/^Not checked: `src\/\*\*`, which names no single file of the repository\.$/m)
})

describe('the reason of a success of subagents', () => {
  const planning = subagent.marked(subagent.sample, 'plan-init', 'x', '/')
  const unplanned = change(planning, { [subagent.planPath]: null })
  const bare = {
    ...reported,
    [subagent.messagePath('executor.task-3.a1.output')]: JSON.stringify(subagent.payloads.executorOutput('task-3')),
  }
  const treeWithOutput = subagent.withMessage(
    unplanned,
    'planner.INITIALIZE.1.output',
    subagent.payloads.plannerOutput,
    subagent.payloads.plannerInput('INITIALIZE'),
  )
  const planner = subagent.messagePath('planner.INITIALIZE.1.output')

  it.each([
    ['of a planner that wrote no message', unplanned, '/handback plan-init success', planner],
    ['of a planner that wrote one', treeWithOutput, '/handback plan-init success', planner],
    [
      'in a message without an envelope',
      bare,
      '/handback task-3 success',
      subagent.messagePath('executor.task-3.a1.output'),
    ],
  ])('is recorded: %s', async (_, tree, command, path) => {
    expect((await give(tree, command, on('subagent'))).codes).toEqual(['EVIDENCE_MISSING error'])
    const { tree: after } = await give(tree, `${command} --anyway "It lies elsewhere"`, on('subagent'))
    expect(JSON.parse(texts(after, path))).toMatchObject({
      anyway: 'It lies elsewhere',
      payload: { status: 'completed' },
    })
    const knownCodes = new Set((await look(tree, on('subagent'), 'strict')).diagnostics.map(({ code }) => code))
    const found = (await look(after, on('subagent'), 'strict')).diagnostics.map(({ code }) => code)
    expect(found.filter((code) => !knownCodes.has(code) && code !== 'MESSAGE_UNPAIRED')).toEqual([])
  })
})

describe('files of a task that was handed back as done', () => {
  const { pendingSample, doneSample, withWork } = subagent
  const found = async (tree: Tree, mode: 'auto' | 'strict' | 'soft', base?: Tree, setting = inRepository) =>
    (await look(tree, on('subagent', setting), mode, base)).diagnostics.flatMap(({ code, severity, message }) =>
      code === 'SUBAGENT_FILES_MISSING' ? [`${severity} ${message}`] : [],
    )
  const helpless = (tree: Tree): Tree => ({ ...tree, 'src/count.ts': '' })

  it.each([
    ['under review', pendingSample],
    ['completed', doneSample],
  ])('are looked for in a repository: %s', async (_, tree) => {
    expect(await found(withWork(tree), 'strict')).toEqual([])
    expect(await found(helpless(tree), 'strict')).toEqual([expect.stringMatching(/^warning .*`src\/help\.ts`/)])
    expect(await found(helpless(tree), 'soft')).toEqual([expect.stringMatching(/^notice /)])
    expect(await found(helpless(tree), 'auto', helpless(subagent.workingSample))).toEqual([
      expect.stringMatching(/^warning /),
    ])
    expect(await found(helpless(tree), 'strict', undefined, { at })).toEqual([])
  })

  it('are those of the tasks that a change touches', async () => {
    expect(await found(doneSample, 'auto', withWork(doneSample))).toEqual([])
  })

  it('may be missing where the handback or the review says why', async () => {
    const { tree } = await give(reported, '/handback task-3 success --anyway "It moved"', on('subagent'))
    expect(await found(helpless(tree), 'strict')).toEqual([])
    const reviewed = (
      await give(helpless(pendingSample), '/review task-3 qualified --anyway "It moved"', on('subagent'))
    ).tree
    expect(await found(reviewed, 'strict')).toEqual([])
  })

  it('are not asked for softly once all of the session is done', async () => {
    const all = subagent.marked(subagent.marked(doneSample, 'task-2', ' ', 'x'), 'task-2', 'x', 'x')
    expect(await found(all, 'soft')).toEqual([])
    expect(await found(all, 'strict')).toHaveLength(3)
  })
})

describe('the first stage of a plugin', () => {
  const contracts = ['parameter-spec', 'architecture', 'plan'].map((name) => `plugins/TinyGain/.ideas/${name}.md`)
  const handback = (count: number) =>
    give(
      { ...begun, ...Object.fromEntries(contracts.slice(0, count).map((path) => [path, '# TinyGain\n'])) },
      '/handback TinyGain success --complexity 2',
      on('plugin'),
    )

  it.each([
    [0, `Not checked: whether the stage is done, since \`${contracts.join('`, `')}\` are missing.`],
    [2, `Not checked: whether the stage is done, since \`${contracts[2]}\` is missing.`],
  ])('names the contracts that are missing, with %i there', async (count, line) => {
    const { outcome, result } = await handback(count)
    expect([outcome, result.reply?.split('\n').slice(1)]).toEqual(['changed', [line]])
  })

  it('has nothing to name where all are there', async () => {
    expect((await handback(3)).result.reply).not.toContain('Not checked')
  })
})
