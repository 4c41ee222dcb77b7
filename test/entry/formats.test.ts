import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Fault } from '../../src/core/fault.ts'
import type { Report } from '../../src/core/report.ts'
import { changeOperations } from '../../src/entry/operations/changing.ts'
import { commandLine } from '../../src/entry/cli/program.ts'
import { reportAnswer } from '../../src/entry/calls/answer.ts'
import { show } from '../../src/entry/cli/output.ts'
import { reportError } from '../../src/entry/cli/report-error.ts'
import { schemas } from '../../src/entry/schemas.ts'
import { sample as stage } from '../../src/protocols/control/examples.ts'
import { sample as governance } from '../../src/protocols/governance/examples.ts'
import {
  folder as projectFolder,
  sample as project,
  session as savedSession,
  statePath,
} from '../../src/protocols/handover/examples.ts'
import {
  change,
  contractPath,
  handoffPath,
  inProgressSample,
  legacySample,
  registryPath,
  sample,
  workingSample,
} from '../../src/protocols/plugin/examples.ts'
import { pendingSample } from '../../src/protocols/subagent/examples.ts'
import { thisProcess } from '../../src/gateways/tree/holder.ts'
import { clean, many } from '../render/sample.ts'
import { declared as declaredWorkflow } from './declared.ts'
import { runHere } from './here.ts'
import { octocat, repository } from '../processes/work-tree.ts'
import { openedTo, run, scratch } from './programs.ts'

const places = scratch()
afterAll(places.remove)

const sound = places.folder(sample)
const working = places.folder(inProgressSample)
const empty = places.folder()
const wrong = places.folder(
  change(sample, { [registryPath]: [['| TinyGain | 🚧 Stage 2', '| TinyGain | 🚧 Stage 3']] }),
)
const lockedFolder = places.folder({ ...sample, '.baton.lock': `${JSON.stringify(thisProcess('accept'))}\n` })
const misconfigured = places.folder({ ...sample, '.github/baton.yml': 'mood: soft\n' })
const transcript = join(places.folder({ 'a.json': '[{ "role": "user", "content": "Go on" }]' }), 'a.json')

const at = ['--at', '2026-02-04T10:00:00Z'] as const
const asked = places.folder(sample)
const committed = places.folder(sample)
beforeAll(async () => {
  await runHere(['accept', 'TinyGain'], { cwd: asked })
  await runHere(['handback', 'TinyGain', 'question', 'Which colour?'], { cwd: asked })
  repository(committed, octocat)
  await runHere(['accept', 'TinyGain', '--commit'], { cwd: committed })
})

/** Where each transition command succeeds, and with which words after its name. */
const successes: Readonly<Record<string, readonly [root: string, ...words: readonly string[]]>> = {
  accept: [places.folder(sample), 'TinyGain'],
  handback: [places.folder(inProgressSample), 'TinyGain', 'success'],
  answer: [asked, 'TinyGain', 'Green'],
  review: [places.folder(pendingSample), 'task-3', 'qualified'],
  install: [places.folder(workingSample), 'TinyGain'],
  checksums: [places.folder(change(sample, { [contractPath('plan')]: 'Complexity: 5\n' })), 'TinyGain'],
  migrate: [places.folder(legacySample), 'TinyGain'],
  regenerate: [places.folder(change(sample, { [handoffPath]: null })), 'TinyGain'],
  restore: [committed, 'TinyGain', 'contracts'],
  sync: [wrong, 'TinyGain'],
  revise: [
    places.folder({
      ...project,
      'batch.json': '{ "annotations": [{ "id": "ANN-0001", "target_anchor": "step-2", "intent": "add" }] }',
    }),
    'login',
    'plan.md',
    '--batch',
    'batch.json',
  ],
  compact: [places.folder(governance), 'ses_1', ...at],
  turn: [places.folder(governance), 'ses_1', '--spawn', 'general', ...at],
  anchor: [places.folder(governance), 'ses_1', 'context', 'high', 'Text', ...at],
  stall: [places.folder(governance), 'ses_1', 'planner', '--score', '1', '--issues', 'a', ...at],
  fix: [places.folder(sample)],
  undo: [committed, 'TinyGain'],
  preflight: [places.folder(stage), 'explore'],
  verify: [places.folder(sample), 'TinyGain', '--at', '2026-02-02T10:00:00Z'],
  continue: [places.folder(savedSession), 'login', ...at],
}

const ajv = new Ajv2020({ strict: false })
const validators = new Map(
  ['report', 'answer', 'brief', 'next', 'board', 'history', 'workflow'].map((name) => [
    name,
    ajv.compile(schemas.get(name)?.() ?? {}),
  ]),
)

const reports: ReadonlySet<string> = new Set(['validate', 'status', 'audit', 'doctor'])
const formats = ['json', 'brief'] as const
type Format = (typeof formats)[number]

/** The schemas of which one has to accept an answer. */
function schemasFor(command: string, format: Format): readonly string[] {
  const defaultSchema = format === 'brief' ? 'brief' : 'answer'
  if (command === 'next' || (format === 'json' && ['board', 'history', 'workflow'].includes(command)))
    return [command, defaultSchema]
  return reports.has(command) && format === 'json' ? ['report', defaultSchema] : [defaultSchema]
}

/** Expects one value on one line, by the schema of the command. Gives it. */
function expectOne(stdout: string, command: string, format: Format): Readonly<Record<string, unknown>> {
  expect(stdout).toMatch(/^\{.*\}\n$/)
  const value = JSON.parse(stdout) as Record<string, unknown>
  const accepting = schemasFor(command, format).filter((name) => validators.get(name)?.(value) === true)
  expect({ stdout, accepting }).not.toEqual({ stdout, accepting: [] })
  return value
}

const declared = commandLine({ code: 0 }).commands.filter(({ options }) =>
  options.some(({ long }) => long === '--format'),
)
const commands = declared.map((command) => command.name())
/** The transition commands: each has the words of a comment. */
const transitions = Object.keys(changeOperations).filter((name) => !['new', 'cleanup', 'run'].includes(name))

type Call = readonly [code: number, args: readonly string[], cwd?: string, env?: Readonly<Record<string, string>>]

type DryCall = readonly [code: number, args: readonly string[], cwd: string]

const registry = [registryPath, registryPath, registryPath]
const unreadableSettings = places.folder({ ...sample, '.mcp.json': '{' })

const calls: readonly Call[] = [
  [0, ['validate']],
  [0, ['status']],
  [0, ['status', 'TinyGain']],
  [0, ['board']],
  [3, ['board'], empty],
  [2, ['board'], misconfigured],
  [0, ['next']],
  [0, ['audit', '--at', '2026-02-03T10:00:00Z']],
  [0, ['doctor']],
  [0, ['explain', 'REGISTRY_STATUS_DRIFT']],
  [0, ['explain', 'QUESTION_OPEN']],
  [0, ['explain']],
  [0, ['detect', '--transcript', transcript]],
  [0, ['init', '--dry-run']],
  [0, ['init', '--agents'], places.folder(sample)],
  [0, ['init', '--agents', '--hooks', '--dry-run']],
  [0, ['init', '--agents', '--remove']],
  [1, ['init', '--agents'], unreadableSettings],
  [1, ['init', '--agents', '--remove', '--dry-run'], unreadableSettings],
  [2, ['init', '--agents', '--audit']],
  [0, ['history'], committed],
  [0, ['history', '--transitions'], committed],
  [2, ['history'], empty],
  [
    0,
    ['cleanup', '--confirm', projectFolder, '--dry-run'],
    places.folder(change(savedSession, { [statePath]: [['"in_progress"', '"completed"']] })),
  ],
  [1, ['cleanup', '--confirm', projectFolder], places.folder(savedSession)],
  [0, ['merge-registry', ...registry], places.folder(sample)],
  [0, ['accept', 'TinyGain', '--dry-run']],
  [0, ['accept', 'TinyGain'], working],
  [0, ['accept', '--next', '--dry-run']],
  [0, ['handback', 'TinyGain', 'question', 'Which colour?'], places.folder(inProgressSample)],
  [0, ['verify', 'TinyGain', '--at', '2026-02-02T10:00:00Z']],
  [0, ['run', '/help']],
  [0, ['run', '/handback TinyGain success\n/accept TinyGain', '--dry-run'], working],
  [0, ['new', 'plugin', 'Amber', '--dry-run']],
  [1, ['validate'], wrong],
  [1, ['audit', '--fail-on', 'warning', '--at', '2026-02-20T10:00:00Z'], working],
  [1, ['accept', 'Absent']],
  [1, ['handback', 'TinyGain', 'error']],
  [1, ['run', '/accept TinyGain\n/handback TinyGain success']],
  [1, ['new', 'plugin', 'TinyGain']],
  [1, ['run', '/accept TinyGain\n/accept Absent']],
  [2, ['validate'], misconfigured],
  [2, ['status'], misconfigured],
  [2, ['next'], misconfigured],
  [2, ['audit'], misconfigured],
  [2, ['accept', 'TinyGain'], misconfigured],
  [2, ['merge-registry', ...registry], misconfigured],
  [2, ['explain', 'NOT_A_CODE']],
  [0, ['workflow', 'check'], places.folder(declaredWorkflow)],
  [0, ['workflow', 'draft'], places.folder(declaredWorkflow)],
  [3, ['workflow', 'check']],
  [3, ['workflow', 'draft'], empty],
  [3, ['validate'], empty],
  [3, ['status'], empty],
  [3, ['status', 'Absent']],
  [3, ['next'], empty],
  [3, ['next', 'Absent']],
  [3, ['audit'], empty],
  [3, ['init'], empty],
]

const titled = calls.flatMap(([code, args, cwd = sound, env = {}]) =>
  formats.map((format) => [format, code, args.join(' '), { args, cwd, env }] as const),
)

/** What is printed on standard output, a terminal or not. */
async function printedBy(print: () => unknown, isTerminal = false): Promise<string> {
  const { stdout, stderr } = process
  const before = [stdout.write, stderr.write, stdout.isTTY] as const
  let printed = ''
  stdout.write = (text: string | Uint8Array) => Boolean((printed += String(text)))
  stderr.write = () => true
  stdout.isTTY = isTerminal
  try {
    await print()
  } finally {
    ;[stdout.write, stderr.write, stdout.isTTY] = before
  }
  return printed
}

const print = (report: Report, format: Format) => show(reportAnswer({ report, misconfigured: false }), format)
const printData = (data: object, format: Format) => show({ views: { [format]: () => data } }, format)

describe('on a terminal', () => {
  it('JSON is on lines of its own, brief on one', async () => {
    expect(await printedBy(() => printData({ a: [1] }, 'json'), true)).toBe('{\n  "a": [\n    1\n  ]\n}\n')
    expect(await printedBy(() => printData({ a: [1] }, 'brief'), true)).toBe('{"a":[1]}\n')
    expect(await printedBy(() => print(clean, 'json'), true)).toMatch(/^\{\n {2}"version": 1,\n/)
    expect(await printedBy(() => print(clean, 'json'))).toMatch(/^\{"version":1,.*\}\n$/)
    expect(await printedBy(() => print(clean, 'brief'), true)).toBe('{"valid":true}\n')
  })
})

describe('the brief form of the board and the history', () => {
  const briefly = async (...args: readonly string[]) => {
    const { stdout } = await runHere([...args, '--format', 'brief'], { cwd: committed })
    return JSON.parse(stdout) as Readonly<Record<string, unknown>>
  }

  it('has what an agent acts on, its commands as calls', async () => {
    const { targets, ...others } = await briefly('board')
    const heldFields = { holder: 'agent', state: 'stage 3 in_progress' }
    expect(targets).toMatchObject([
      { id: 'plugin:TinyGain', lane: 'agent', ...heldFields, next: 'baton handback TinyGain success' },
    ])
    expect(others).toEqual({ branch: 'main' })
    expect(await briefly('history')).toEqual({ open: 0 })
    const moment = { at: expect.stringMatching(/Z$/), commit: expect.stringMatching(/^[0-9a-f]{40}$/) }
    expect(await briefly('history', '--transitions')).toEqual({
      open: 0,
      targets: [
        {
          id: 'plugin:TinyGain',
          segments: [
            { ...moment, holder: 'orchestrator', state: 'stage 2 complete' },
            { ...moment, ...heldFields },
          ],
        },
      ],
    })
  })
})

describe('one value of JSON on one line', () => {
  it('is expected of every command that has the format', () => {
    const tried = new Set([...transitions, ...calls.map(([, [name]]) => name)])
    expect(commands.filter((name) => !tried.has(name))).toEqual([])
    expect(Object.keys(successes)).toEqual(transitions)
  })

  it.each(transitions.flatMap((name) => formats.map((format) => [format, name] as const)))(
    '%s, exit 0: baton %s',
    async (format, name) => {
      const [cwd = '', ...words] = successes[name] ?? []
      const ran = await runHere([name, ...words, '--dry-run', '--format', format], { cwd })
      expect(ran).toMatchObject({ code: 0 })
      expect(expectOne(ran.stdout, name, format)).toMatchObject({ outcome: expect.stringMatching(/^(?:un)?changed$/) })
    },
  )

  it.each<DryCall>([
    ...transitions.map((name): DryCall => {
      const [cwd = '', ...words] = successes[name] ?? []
      return [0, [name, ...words], cwd]
    }),
    [0, ['new', 'plugin', 'Amber'], sound],
    [0, ['accept', '--next'], sound],
    [0, ['run', '/accept TinyGain'], sound],
    [1, ['accept', 'Absent'], sound],
    [
      0,
      ['cleanup', '--confirm', projectFolder],
      places.folder(change(savedSession, { [statePath]: [['"in_progress"', '"completed"']] })),
    ],
    [0, ['init'], sound],
    [0, ['init', '--agents'], places.folder(sample)],
  ])('says first that it is a dry run, and shows the diff once: exit %i, baton %j', async (code, args, cwd) => {
    const dry = async (...extraArgs: readonly string[]) => runHere([...args, '--dry-run', ...extraArgs], { cwd })
    const text = await dry()
    expect(text).toMatchObject({ code, stdout: expect.stringMatching(/^Dry run: /) })
    const paths = text.stdout.match(/^\+\+\+ (?!\/dev\/null).*$/gm) ?? []
    expect(paths).toEqual([...new Set(paths)])
    if (args[0] === 'init') return
    expect((await dry('--format', 'json')).stdout).toMatch(/^\{"version":1,"dryRun":true,/)
    expect((await dry('--format', 'brief')).stdout).toMatch(/^\{"dryRun":true,/)
  })

  it.each(transitions.flatMap((name) => formats.map((format) => [format, name] as const)))(
    '%s, exit 1: baton %s',
    async (format, name) => {
      // Every repair is of all targets: only the tree can refuse it.
      const [cwd, words] = name === 'fix' ? [lockedFolder, ['--wait', '0']] : [sound, ['Absent']]
      const ran = await runHere([name, ...words, '--format', format], { cwd })
      expect(ran).toMatchObject({ code: 1 })
      expect(expectOne(ran.stdout, name, format)).toMatchObject({
        outcome: 'refused',
        errors: [{ code: expect.any(String) }],
      })
    },
  )

  it.each(
    [
      ['accept', 'TinyGain', '--lease', '4x'],
      ['new', 'handover', 'h2'],
      ['cleanup'],
      ['fix', 'NOPE'],
      ['run', '/accept TinyGain --lease 4x'],
      ['run', '/status\n/accept TinyGain --lease 4x'],
    ].flatMap((args) => formats.map((format) => [format, args.join(' '), args] as const)),
  )('%s, a wrong call: baton %s', async (format, _, args) => {
    const ran = await runHere([...args, '--format', format], { cwd: sound })
    expect(ran).toMatchObject({ code: 2 })
    const answer = expectOne(ran.stdout, args[0] ?? '', format)
    expect(answer).toMatchObject({ outcome: 'usage' })
    expect(JSON.stringify(answer)).toContain('"errors":[{"code":"COMMAND_USAGE",')
  })

  it('is a refusal where a protocol has a code for its own options', async () => {
    const ran = await runHere(['handback', 'TinyGain', 'success', '--complexity', 'none', '--format', 'brief'], {
      cwd: working,
    })
    expect([ran.code, JSON.parse(ran.stdout)]).toMatchObject([
      1,
      { outcome: 'refused', errors: [{ code: 'PLUGIN_OPTION_INVALID' }] },
    ])
  })

  it.each(['validate', 'status', 'audit', 'next'])('has the version where there is nothing: baton %s', async (name) => {
    const { code, stdout } = await runHere([name, '--format', 'brief'], { cwd: empty })
    expect([code, JSON.parse(stdout)]).toEqual([
      3,
      { version: 1, outcome: 'nothing', errors: [{ code: 'NOTHING_HERE', message: expect.any(String) }] },
    ])
  })

  it.each(titled)('%s, exit %i: baton %s', async (format, code, _, { args, cwd, env }) => {
    const ran = await runHere([...args, '--format', format], { cwd, env })
    expect(ran).toMatchObject({ code })
    expectOne(ran.stdout, args[0] ?? '', format)
  })

  // These go on until they are stopped.
  const serving = new Set(['', '--watch', '--serve'])
  const flags = declared.flatMap((command) =>
    command.options
      .flatMap(({ long = '', required, argChoices }) => (required || argChoices || serving.has(long) ? [] : [long]))
      .map((flag) => [command.name(), flag] as const),
  )
  it.each(flags)('with every flag: baton %s %s', async (command, flag) => {
    for (const format of formats) {
      const { code, stdout } = await runHere([command, flag, '--format', format], { cwd: places.folder(sample) })
      expect([0, 1, 2, 3]).toContain(code)
      expectOne(stdout, command, format)
    }
  })

  it.each(commands.flatMap((command) => formats.map((format) => [format, command] as const)))(
    '%s, whatever is wrong with the call or the tree: baton %s',
    async (format, command) => {
      const required = {
        new: ['plugin'],
        explain: ['A'],
        detect: ['--transcript', '-'],
        'merge-registry': registry,
        run: ['/accept x'],
      }
      const words = Object.entries(required).find(([name]) => name === command)?.[1] ?? []
      const outside = { cwd: empty, env: { GIT_DIR: 'nowhere' } }
      for (const [args, options] of [
        [[command, '--root', 'absent'], { cwd: sound }],
        [[command, ...words, '--root', sound, '--dry-run'], outside],
        [[command, ...words], { cwd: empty }],
        [[command, '--no-such-option', 'x', 'y', 'z', '"'], { cwd: places.folder(sample) }],
      ] as const) {
        const { code, stdout } = await runHere([...args, '--format', format], options)
        expect([0, 1, 2, 3, 70]).toContain(code)
        expectOne(stdout, command, format)
      }
    },
  )

  it.each(formats)('%s, exit 70: git cannot be run', async (format) => {
    const root = places.folder(sample)
    repository(root)
    for (const args of [
      ['validate', '--base', 'HEAD'],
      ['status', '--rev', 'HEAD'],
      ['next', '--rev', 'HEAD'],
      ['audit', '--since', 'HEAD'],
      ['accept', 'TinyGain', '--base', 'HEAD'],
    ]) {
      const { code, stdout } = await runHere([...args, '--format', format], { cwd: root, env: { PATH: '' } })
      expect([args, code]).toEqual([args, 70])
      expect(expectOne(stdout, args[0] ?? '', format)).toMatchObject({
        version: 1,
        outcome: 'fault',
        errors: [{ code: 'FAULT' }],
      })
    }
  })

  it.each(commands.flatMap((command) => formats.map((format) => [format, command] as const)))(
    '%s, exit 70: a fault anywhere in baton %s',
    async (format, command) => {
      for (const fault of [
        new Error('x'),
        new Fault('The disk is gone.'),
        Object.assign(new Error('x'), { syscall: 'open', path: 'a' }),
      ]) {
        const printed = await printedBy(() => expect(reportError(fault, [command, '--format', format])).toBe(70))
        expect(expectOne(printed, command, format)).toMatchObject({ outcome: 'fault', errors: [{ code: 'FAULT' }] })
      }
    },
  )
})

describe('brief', () => {
  const brief = async (args: readonly string[], cwd = sound) =>
    JSON.parse((await runHere([...args, '--format', 'brief'], { cwd })).stdout) as unknown

  it('says of a transition what an agent acts on', async () => {
    const root = places.folder(sample)
    expect(await brief(['accept', 'TinyGain'], root)).toEqual({
      outcome: 'changed',
      target: 'plugin:TinyGain',
      from: 'stage 2 complete',
      to: 'stage 3 in_progress',
      holder: 'agent',
      agent: 'dsp-agent',
      work: {
        read: [
          handoffPath,
          ...['plan', 'architecture', 'parameter-spec', 'creative-brief'].map(
            (name) => `plugins/TinyGain/.ideas/${name}.md`,
          ),
        ],
        run: `baton handback TinyGain 'success|error|question' "…"`,
      },
    })
    expect(await brief(['handback', 'TinyGain', 'question', 'Which colour?'], root)).toMatchObject({
      outcome: 'changed',
      holder: 'orchestrator',
      question: 'Which colour?',
    })
    expect(await brief(['accept', 'TinyGain'], root)).toMatchObject({
      outcome: 'refused',
      question: 'Which colour?',
      errors: [{ code: 'QUESTION_OPEN', message: expect.any(String), fix: 'baton answer TinyGain "…"' }],
    })
    expect(await brief(['status'], root)).toEqual({
      targets: [
        { id: 'plugin:TinyGain', holder: 'orchestrator', state: expect.any(String), question: 'Which colour?' },
      ],
    })
  })

  it('lists the results of several commands, and the diff of a dry run', async () => {
    expect(await brief(['run', '/handback TinyGain success\n/accept TinyGain', '--dry-run'], working)).toMatchObject({
      outcome: 'changed',
      results: [
        { outcome: 'changed', holder: 'orchestrator' },
        { outcome: 'changed', holder: 'agent' },
      ],
      dryRun: true,
      diff: expect.stringContaining(`+++ b/${handoffPath}`),
    })
    const refused = await brief(['run', '/accept TinyGain\n/accept Absent', '--dry-run'])
    expect(refused).toMatchObject({ outcome: 'refused', dryRun: true })
    expect(refused).not.toHaveProperty('diff')
  })

  it('has the commit that was made', async () => {
    const root = places.folder(sample)
    repository(root, octocat)
    expect(await brief(['accept', 'TinyGain', '--commit'], root)).toMatchObject({
      commit: expect.stringMatching(/^[0-9a-f]{40}$/),
    })
  })

  it('says of a report what is wrong, worst first, and how much more there is', async () => {
    expect(await brief(['validate'])).toEqual({ valid: true })
    expect(await brief(['validate'], wrong)).toEqual({
      valid: false,
      errors: [
        {
          code: 'REGISTRY_STATUS_DRIFT',
          message: expect.any(String),
          path: registryPath,
          line: 5,
          fix: 'baton sync TinyGain',
        },
      ],
    })
  })

  it('lists twenty findings of a report, errors first', async () => {
    const of = async (count: number) =>
      JSON.parse(await printedBy(() => print(many(count), 'brief'))) as Record<'errors' | 'warnings', unknown[]>
    const all = (count: number, severity: string) =>
      many(count).diagnostics.filter((diagnostic) => diagnostic.severity === severity).length
    const shortBrief = await of(45)
    expect(shortBrief).toMatchObject({ valid: false, more: all(45, 'error') + all(45, 'warning') - 20 })
    expect([shortBrief.errors.length, shortBrief.warnings.length]).toEqual([all(45, 'error'), 20 - all(45, 'error')])
    const longBrief = await of(300)
    expect([longBrief.errors.length, longBrief.warnings]).toEqual([20, undefined])
  })

  it('says that nothing is there', async () => {
    const nothing = {
      version: 1,
      outcome: 'nothing',
      errors: [{ code: 'NOTHING_HERE', message: expect.stringContaining('No state files found') }],
    }
    expect(await brief(['validate'], empty)).toEqual(nothing)
    expect(await brief(['status'], empty)).toEqual(nothing)
  })
})

describe('BATON_FORMAT', () => {
  const printed = async (BATON_FORMAT: string, ...args: readonly string[]) =>
    (await runHere(args, { cwd: sound, env: { BATON_FORMAT } })).stdout

  it('is the format of commands that have it, unless the call names another', async () => {
    expect(await printed('brief', 'validate')).toBe('{"valid":true}\n')
    expect(await printed('json', 'validate', '--format', 'brief')).toBe('{"valid":true}\n')
    expect(await printed('brief', 'accept', 'TinyGain', '--dry-run')).toMatch(/^\{"dryRun":true,"outcome":"changed"/)
    expect(await printed('markdown', 'accept', 'TinyGain', '--dry-run')).toMatch(/^Dry run: /)
    expect(await printed('markdown', 'validate')).toMatch(/^#/)
    expect(await printed('brief', 'detect', '--transcript', transcript)).toBe('{"compacted":false}\n')
    expect(await printed('sarif', 'detect', '--transcript', transcript)).toMatch(/^\{"version":1,"compacted":false,/)
  })

  it('may be a format that only some commands have', async () => {
    expect(await printed('html', 'board')).toMatch(/^<!doctype html>/)
    expect(await printed('html', 'validate')).toBe(await printed('', 'validate'))
    expect(await printed('sarif', 'board')).toMatch(/^Baton/)
  })

  it('is the format of what goes wrong, too', async () => {
    expectOne(await printed('brief', 'validate', '--fromat', 'x'), 'validate', 'brief')
    expectOne(await printed('json', 'valdate'), 'validate', 'json')
  })

  it('is refused where it names no format', async () => {
    expect(await runHere(['validate'], { cwd: sound, env: { BATON_FORMAT: 'breif' } })).toMatchObject({
      code: 2,
      stdout: '',
      stderr: 'Unexpected BATON_FORMAT breif, expected one of text, json, brief, github, markdown, sarif, html.\n',
    })
  })
})

describe('baton schema', () => {
  it('lists the schemas, or prints one', async () => {
    const { stdout } = await runHere(['schema'])
    expect(stdout.trimEnd().split('\n')).toEqual([...schemas.keys()])
    const result = await runHere(['schema', 'control.handback'])
    expect(JSON.parse(result.stdout)).toEqual(JSON.parse(JSON.stringify(schemas.get('control.handback')?.())))
    expect((await runHere(['schema', 'brief.v1.json'])).code).toBe(0)
  })

  it('needs nothing but the program', async () => {
    const { code, stdout } = await run(openedTo(places.folder()), ['schema', 'governance.session'])
    expect([code, JSON.parse(stdout)]).toEqual([0, JSON.parse(JSON.stringify(schemas.get('governance.session')?.()))])
  })

  it('names the nearest where there is none of that name', async () => {
    expect(await runHere(['schema', 'breif'])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: 'Unexpected schema breif, did you mean brief? `baton schema` lists them all.\n',
    })
  })
})
