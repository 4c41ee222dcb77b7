import { once } from 'node:events'
import { mkdirSync, closeSync, existsSync, openSync, readFileSync, rmSync, symlinkSync, unlinkSync } from 'node:fs'
import { execFileSync, spawn } from 'node:child_process'
import { join, relative } from 'node:path'
import { CommanderError } from 'commander'
import { afterAll, describe, expect, it } from 'vitest'
import { protocolNames } from '../../src/core/protocol.ts'
import { auditCodes } from '../../src/engine/audit/codes.ts'
import { engineCodes } from '../../src/engine/commands/codes.ts'
import { parseWords as shellWords } from '../../src/engine/commands/words.ts'
import { allExplanations } from '../../src/entry/calls/explain.ts'
import { commandLine } from '../../src/entry/cli/program.ts'
import { operations } from '../../src/entry/operations/index.ts'
import { change, handoffPath, inProgressSample, registryPath, sample } from '../../src/protocols/plugin/examples.ts'
import { runHere } from './here.ts'
import { cli, environment, project, scratch, start, write } from './programs.ts'
import { repository } from '../processes/work-tree.ts'
import {
  configured,
  baton,
  validate,
  answer,
  validateJson,
  stack,
  expectUsage,
  type Answer,
  drifted,
  incompleteFiles,
} from './validating.ts'

// Every test starts processes, which takes a while on a busy machine.
const places = scratch()
afterAll(places.remove)

/** Nothing is wrong with it. */
const sound = places.folder(sample)
const wrong = places.folder(drifted)
const incomplete = places.folder(incompleteFiles)
const empty = places.folder()

describe('baton', () => {
  it('prints what it can do', async () => {
    const help = await baton('--help')
    expect(help).toMatchObject({ code: 0, stderr: '' })
    for (const command of ['validate', 'status', 'explain']) {
      expect(help.stdout).toContain(command)
      const commandHelp = await baton(command, '--help')
      expect(commandHelp).toMatchObject({ code: 0, stderr: '' })
      expect(commandHelp.stdout).toContain('Examples:')
    }
  })

  it('prints its version', async () => {
    const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { readonly version: string }
    expect(await baton('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  })

  it('without a command lists the commands', async () => {
    expectUsage(await baton(), /validate/)
  })

  it.each([
    [['valdate'], /Did you mean validate\?/],
    [['statsu'], /Did you mean status\?/],
    [['validate', '--fromat', 'json'], /Did you mean --format\?/],
    [['validate', '--bse', 'main'], /Did you mean --base\?/],
    [['explain', 'REGISTRY_STATUS_DRFT'], /did you mean REGISTRY_STATUS_DRIFT\?/],
    [['validate', '--format', 'yaml'], /Allowed choices are text, json, brief, github, markdown, sarif/],
    [['validate', '--mode', 'loose'], /Allowed choices are auto, strict, soft/],
    [['validate', '--fail-on', 'all'], /Allowed choices are error, new-error, warning, never/],
    [['validate', '--protocol', 'plugins'], /expected one of plugin, handover, subagent, control, governance/],
    [['validate', '--root'], /argument missing/],
    [['status', 'a', 'b'], /too many arguments/i],
    [['run'], /missing required argument/],
    [['workflow'], /expected check, .*, or draft, /],
    [['workflow', 'chek'], /Did you mean check\?/],
    [['completion', 'fissh'], /Did you mean fish\?/],
    [['validate', '--format', 'jsn'], /Did you mean json\?/],
  ])('answers %j by what is right', async (args, output) => {
    expectUsage(await baton(...args), output)
  })

  it('names a complete call where one lacks the value of an option, and that is one', () => {
    const withValue = Object.entries(operations).flatMap(([name, { input = {} }]) =>
      Object.entries(input).flatMap(([key, { form, isWord }]) =>
        isWord || form === undefined || form.startsWith('[')
          ? []
          : [[name, `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`] as const],
      ),
    )
    expect(withValue.length).toBeGreaterThan(300)
    /** What the parser refuses in a call; nothing is run. */
    const complaintOf = (words: readonly string[]) => {
      const program = commandLine({ code: 0 }, words[0])
      for (const command of program.commands)
        command.action(() => undefined).configureOutput({ outputError: () => undefined })
      try {
        program.parse(words, { from: 'user' })
        return undefined
      } catch (error) {
        return error instanceof CommanderError ? error.message : expect.fail(String(error))
      }
    }
    for (const [name, option] of withValue) {
      const complaint = complaintOf([name, option]) ?? expect.fail(`${name} ${option} is complete`)
      const [, ready = expect.fail(complaint)] = /argument missing; such as: baton (.*)$/.exec(complaint) ?? []
      const words = shellWords(ready).map(({ text }) => text)
      expect(words).toEqual(expect.arrayContaining([name, option]))
      expect([ready, complaintOf(words)]).toEqual([ready, undefined])
    }
    expect(complaintOf(['accept', 'TinyGain', '--lease'])).toMatch(/; such as: baton accept TinyGain --lease 4h$/)
    expect(complaintOf(['accept', '$(x)', '--lease'])).toMatch(/argument missing$/)
  })

  it.each([
    [['run'], "baton run '/accept TinyGain'"],
    [['run', '/accept', 'TinyGain'], "baton run '/accept TinyGain'"],
    [['status', 'a', 'b'], 'baton status TinyGain'],
    [['detect'], 'baton detect --transcript conversation.json'],
    [['merge-registry', 'base.md'], 'baton merge-registry base.md ours.md theirs.md'],
    [['workflow'], 'baton workflow draft'],
    [['init', '--remove'], 'baton init --agents --remove'],
  ])('answers %j by a call that is complete', async (args, ready) => {
    const { code, stderr } = await baton(...args)
    expect([code, stderr.split('; such as: ')[1]]).toEqual([2, `${ready}\n`])
  })

  it('prints nothing of its arguments that could do harm', async () => {
    const hostile = 'x\n::error::x\n##[error]x\u001b[31m\u202e'
    for (const args of [
      [hostile],
      ['validate', `--${hostile}`],
      ['validate', hostile],
      ['validate', '--mode', hostile],
      ['status', hostile],
      ['explain', hostile],
      ['validate', '--config', hostile],
      ['validate', '--root', hostile],
    ]) {
      const { stdout, stderr } = await runHere(args, { cwd: sound })
      expect(stdout).toBe('')
      expect(stderr).not.toMatch(/^\s*::|##\[|[^\P{Cc}\n]|\p{Cf}/mu)
    }
  })
})

describe('baton validate', () => {
  it('0: nothing is wrong', async () => {
    expect(await validate(sound)).toEqual({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^✔ passed: nothing is wrong; \d+ files and 1 target checked \(plugin\)\.\n$/),
    })
  })

  it('1: something is', async () => {
    const { code, stdout, stderr } = await validate(wrong)
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(stdout).toContain('REGISTRY_STATUS_DRIFT')
    expect(stdout).toMatch(/✖ failed: 1 error; .*\n$/)
  })

  it('2: the configuration is wrong', async () => {
    const root = places.folder(configured(sample, 'mode: auto\nmood: soft\n'))
    const { code, stdout, stderr } = await validate(root)
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' })
    expect(stdout).toMatch(/\.github\/baton\.yml\n +2:1 +error +Unexpected key `mood`/)
    expect(await validateJson(root)).toMatchObject({ code: 2, errors: ['CONFIG_INVALID'] })
  })

  it('2: the configuration may not say that it is never wrong', async () => {
    expect(await validateJson(places.folder(configured(sample, 'severity: { CONFIG_INVALID: off }\n')))).toMatchObject({
      code: 2,
      report: {
        errors: [{ code: 'CONFIG_INVALID', line: 1, message: 'Unexpected key `CONFIG_INVALID` in `severity`' }],
      },
    })
  })

  it('3: there is nothing to check', async () => {
    expect(await validate(empty)).toMatchObject({
      code: 3,
      stderr: '',
      stdout: expect.stringContaining('nothing to check'),
    })
    expect(await validate(empty, '--fail-on', 'never')).toMatchObject({ code: 3 })
    expect(await validate(empty, '--allow-empty')).toMatchObject({ code: 0 })
    expect(await validateJson(empty)).toMatchObject({ code: 3, errors: [], report: { valid: true } })
  })

  it.each([
    [empty, ['--protocol', 'plugin'], /No state files found for plugin/],
    [empty, ['--protocol', 'plugin', '--protocol', 'control'], /No state files found for plugin, control/],
    [sound, ['--protocol', 'control'], /No state files found for control/],
    [
      places.folder({ ...sample, 'docs/README.md': '# Docs\n' }),
      ['docs/README.md'],
      /There is no state file at `docs\/README\.md`: the state of targets is in `plugins\/TinyGain\/\.continue-here\.md`\. `baton validate` without a path checks everything\./,
    ],
  ] as const)('prints what was searched: %#', async (root, args, output) => {
    expect(await validate(root, ...args)).toMatchObject({ code: 3, stderr: '', stdout: expect.stringMatching(output) })
  })

  it.each([
    [sound, ['plugin:Tinygan'], /No target is named plugin:Tinygan; did you mean plugin:TinyGain\?/],
    [sound, ['plugin:Tinygan', 'plugin:TinyGain'], /No target is named plugin:Tinygan; did you mean plugin:TinyGain\?/],
    [sound, ['session:absent', 'plugin:TinyGain'], /No target is named session:absent\. `baton status` lists them all/],
    [sound, ['plugin:Absent'], /No target is named plugin:Absent\. `baton status` lists them all/],
    [empty, ['plugin:Absent'], /No target is named plugin:Absent\. No state files found/],
    [sound, ['plugin:Absent', '--allow-empty'], /No target is named plugin:Absent\. `baton status` lists them all/],
    [empty, ['plugin:Absent', '--allow-empty'], /No target is named plugin:Absent\. No state files found/],
    [
      sound,
      ['plugin:Tinygan', 'plugin:TinyGain', 'session:absent'],
      /plugin:Tinygan; did you mean plugin:TinyGain\? No target is named session:absent\. `baton status` lists/,
    ],
    [empty, ['plugin:A', 'plugin:B'], /named plugin:A\. No target is named plugin:B\. No state files found/],
  ] as const)('refuses a target that is not there, whatever is beside it: %#', async (root, args, message) => {
    expect(await validate(root, ...args)).toMatchObject({ code: 3, stderr: expect.stringMatching(message) })
    const { stdout } = await validate(root, ...args, '--format', 'json')
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'nothing', errors: [{ code: 'TARGET_UNKNOWN' }] })
  })

  it('reports that every protocol is switched off', async () => {
    const off = protocolNames.map((name) => `${name}: false`).join(', ')
    const root = places.folder(configured(sample, `protocols: { ${off} }\n`))
    const output = 'No state files found for a protocol that is switched on'
    for (const format of ['text', 'github', 'markdown'])
      expect(await validate(root, '--format', format)).toMatchObject({
        code: 3,
        stdout: expect.stringContaining(output),
      })
  })

  it('takes neither a folder nor a pipe for the registry', async () => {
    const [folder, pipe] = [places.folder(sample), places.folder(sample)]
    for (const root of [folder, pipe]) unlinkSync(join(root, registryPath))
    write(folder, { [`${registryPath}/x.md`]: 'x' })
    execFileSync('mkfifo', [join(pipe, registryPath)])
    for (const root of [folder, pipe])
      expect(await validateJson(root)).toMatchObject({ code: 0, errors: [], warnings: ['REGISTRY_MISSING'] })
  })

  it.each(['folder', 'pipe'])('reads no defaults where a %s is in place of the configuration', async (kind) => {
    const root = places.folder(sample)
    const path = join(root, '.github/baton.yml')
    mkdirSync(kind === 'folder' ? path : join(root, '.github'), { recursive: true })
    if (kind === 'pipe') execFileSync('mkfifo', [path])
    const wrong = `Unexpected ${kind}`
    for (const args of [
      ['validate'],
      ['validate', '--config', path],
      ['status'],
      ['next'],
      ['accept', 'TinyGain'],
      ['audit'],
    ])
      expect([args, await runHere([...args, '--root', root])]).toEqual([
        args,
        expect.objectContaining({ code: 2, stdout: expect.not.stringContaining('TinyGain') }),
      ])
    expect((await validateJson(root)).report.errors).toMatchObject([
      { code: 'CONFIG_INVALID', path: '.github/baton.yml', message: expect.stringContaining(wrong) },
    ])
  })

  it('says that the folder of plugins is a link, and nothing of what it leads to', async () => {
    const root = places.folder({ [registryPath]: sample[registryPath] ?? '' })
    symlinkSync(join(incomplete, 'plugins'), join(root, 'plugins'))
    expect(await validateJson(root)).toMatchObject({
      code: 1,
      report: { errors: [{ code: 'PLUGIN_FILE_SYMLINK', path: 'plugins' }], warnings: [] },
    })
    expect(await validateJson(root, 'plugins')).toMatchObject({ code: 1, errors: ['PLUGIN_FILE_SYMLINK'] })
    expect(await validateJson(root, '--base-dir', sound)).toMatchObject({
      errors: expect.arrayContaining(['PLUGIN_FILE_SYMLINK']),
    })
  })

  it('70: a fault, without a stack trace unless it is requested', async () => {
    const root = places.folder(sample)
    repository(root)
    const faulty = (...extraArgs: readonly string[]) =>
      runHere(['validate', '--root', root, '--base', 'HEAD', ...extraArgs], { env: { PATH: '' } })
    const plainly = await faulty()
    expect(plainly).toMatchObject({
      code: 70,
      stdout: '',
      stderr: 'git cannot be run.\nInstall git, or put it on the PATH.\n',
    })
    expect((await faulty('--debug')).stderr).toMatch(stack)
  })

  it('looks at the working directory where no root is named', async () => {
    expect(await runHere(['validate'], { cwd: wrong })).toMatchObject({ code: 1 })
  })

  it.each(['nowhere', registryPath])('needs a root that is a folder: not %s', async (path) => {
    for (const command of ['validate', 'board', 'next', 'history'])
      expectUsage(await baton(command, '--root', join(sound, path)), /expected an existing folder/)
  })
})

describe('--format', () => {
  const formats: readonly (readonly [format: string, begin: RegExp])[] = [
    ['text', /^PLUGINS\.md\n/],
    ['json', /^\{/],
    ['github', /^::error title=REGISTRY_STATUS_DRIFT plugin%3ATinyGain,file=PLUGINS\.md,line=5,/],
    ['markdown', /^#/],
    ['sarif', /^\{/],
  ]
  it.each(formats)('%s is printed on standard output, and nothing else anywhere', async (format, begin) => {
    const { code, stdout, stderr } = await validate(wrong, '--format', format)
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(stdout).toMatch(begin)
    expect(stdout).toContain('REGISTRY_STATUS_DRIFT')
    expect(stdout.endsWith('\n')).toBe(true)
  })

  it('json is version 1', async () => {
    const { report } = await validateJson(wrong)
    expect(report).toMatchObject({
      version: 1,
      valid: false,
      errors: [
        {
          code: 'REGISTRY_STATUS_DRIFT',
          severity: 'error',
          protocol: 'plugin',
          target: 'plugin:TinyGain',
          path: registryPath,
          line: 5,
          fix: '/sync TinyGain',
        },
      ],
      checked: { targets: 1, protocols: ['plugin'] },
      targets: [
        {
          id: 'plugin:TinyGain',
          protocol: 'plugin',
          path: handoffPath,
          holder: 'orchestrator',
          state: 'stage 2 complete',
        },
      ],
    })
  })

  it('sarif is a log of one run with the rules', async () => {
    const log = JSON.parse((await validate(wrong, '--format', 'sarif')).stdout) as {
      readonly runs: readonly { readonly results: readonly unknown[] }[]
    }
    expect(log).toMatchObject({
      version: '2.1.0',
      runs: [{ tool: { driver: { name: 'Baton' } }, results: [{ ruleId: 'REGISTRY_STATUS_DRIFT' }] }],
    })
  })
})

describe('--mode, --strict, --soft', () => {
  it.each([
    [[], 0, 'warnings'],
    [['--mode', 'auto'], 0, 'warnings'],
    [['--mode', 'soft'], 0, 'warnings'],
    [['--soft'], 0, 'warnings'],
    [['--mode', 'strict'], 1, 'errors'],
    [['--strict'], 1, 'errors'],
    [['--strict', '--mode', 'strict'], 1, 'errors'],
  ] as const)('%j', async (args, code, list) => {
    expect(await validateJson(incomplete, ...args)).toMatchObject({ code, [list]: ['PLUGIN_ORCHESTRATION_MODE'] })
  })

  it.each([[['--strict', '--soft']], [['--mode', 'auto', '--strict']]])('%j contradict each other', async (args) => {
    expectUsage(await validate(incomplete, ...args), /expected one of them/)
  })
})

describe('--fail-on', () => {
  it.each([
    ['error', wrong, 1],
    ['error', incomplete, 0],
    ['new-error', wrong, 1],
    ['warning', incomplete, 1],
    ['warning', sound, 0],
    ['never', wrong, 0],
  ] as const)('%s', async (level, root, code) => {
    expect(await validate(root, '--fail-on', level)).toMatchObject({ code, stderr: '' })
  })

  it('wins over the configuration, which wins over the default', async () => {
    const root = places.folder(configured(drifted, 'fail-on: never\n'))
    expect(await validate(root)).toMatchObject({ code: 0 })
    expect(await validate(root, '--fail-on', 'error')).toMatchObject({ code: 1 })
  })

  it('new-error lets pass what the base has', async () => {
    const args = ['--base-dir', wrong, '--fail-on', 'new-error'] as const
    expect(await validate(wrong, ...args)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('REGISTRY_STATUS_DRIFT'),
    })
    expect(await validate(wrong, '--base-dir', wrong)).toMatchObject({ code: 1 })
    expect(await validate(wrong, '--base-dir', sound, '--fail-on', 'new-error')).toMatchObject({ code: 1 })
  })
})

describe('--protocol', () => {
  it('looks for that one alone, or for several', async () => {
    expect(await validate(wrong, '--protocol', 'plugin')).toMatchObject({ code: 1 })
    expect(await validate(wrong, '--protocol', 'handover')).toMatchObject({ code: 3 })
    expect(await validate(wrong, '--protocol', 'handover', '--protocol', 'plugin')).toMatchObject({ code: 1 })
  })
})

describe('named files, folders and targets', () => {
  const two = places.folder({ ...drifted, 'plugins/Amber/.continue-here.md': '---\nplugin: Amber\nstage: nine\n---\n' })
  const amber = 'plugins/Amber/.continue-here.md'
  const paths = async (...args: readonly string[]) => {
    const { report } = await validateJson(two, ...args)
    return [...new Set([...report.errors, ...report.warnings].map(({ path }) => path))].sort()
  }

  it('are all that is looked at', async () => {
    expect(await paths(amber)).toContain(amber)
    expect(await paths(amber)).not.toContain(handoffPath)
    expect((await validateJson(two, amber)).report.targets).toMatchObject([{ id: 'plugin:Amber' }])
    expect((await validateJson(two, 'plugins/Amber')).report.targets).toMatchObject([{ id: 'plugin:Amber' }])
    expect((await validateJson(two, 'plugin:Amber')).report.targets).toMatchObject([{ id: 'plugin:Amber' }])
    expect((await validateJson(two, 'plugin:Amber', handoffPath)).report.targets).toMatchObject([
      { id: 'plugin:Amber' },
      { id: 'plugin:TinyGain' },
    ])
    expect((await validateJson(two, '.')).report).toMatchObject({ checked: { targets: 2 } })
  })

  it('are looked at strictly', async () => {
    expect(await validateJson(incomplete, handoffPath)).toMatchObject({
      code: 1,
      errors: ['PLUGIN_ORCHESTRATION_MODE'],
    })
    expect(await validateJson(incomplete, 'plugin:TinyGain')).toMatchObject({
      code: 1,
      errors: ['PLUGIN_ORCHESTRATION_MODE'],
    })
    expect(await validateJson(incomplete, handoffPath, '--soft')).toMatchObject({
      code: 0,
      warnings: ['PLUGIN_ORCHESTRATION_MODE'],
    })
  })

  it('are paths from the working directory where that leads below the root, else from the root', async () => {
    const from = async (cwd: string, root: string, path: string) => {
      const { code, stdout, stderr } = await runHere(['validate', '--root', root, path, '--format', 'json'], { cwd })
      return stderr === ''
        ? { code, targets: (JSON.parse(stdout) as Answer).targets.map(({ id }) => id) }
        : { code, stderr }
    }
    const expectedAnswer = { code: 1, targets: ['plugin:Amber'] }
    expect(await from(join(two, 'plugins'), '..', 'Amber/.continue-here.md')).toEqual(expectedAnswer)
    expect(await from(two, '.', amber)).toEqual(expectedAnswer)
    expect(await from(two, '.', `./plugins/../${amber}`)).toEqual(expectedAnswer)
    expect(await from(empty, two, amber)).toEqual(expectedAnswer)
    expect(await from(empty, two, join(two, amber))).toEqual(expectedAnswer)
    expect(
      await from(join(two, '..'), relative(join(two, '..'), two), join(relative(join(two, '..'), two), amber)),
    ).toEqual(expectedAnswer)
  })

  it('must be there', async () => {
    expectUsage(
      await validate(two, 'plugins/Ambre'),
      /Unexpected path plugins\/Ambre, expected an existing file or folder/,
    )
    expectUsage(
      await validate(two, 'Ambre'),
      /Unexpected path Ambre, .* or a target; did you mean Amber\? `baton status` lists them\./,
    )
    expectUsage(await validate(two, 'nothing'), /Unexpected path nothing, .* or a target: `baton status` lists them\./)
    expectUsage(
      await validate(two, 'x'.repeat(5000)),
      /^Unexpected path x+…, expected .* that can be read: the name is too long\.\n$/,
    )
    expectUsage(await validate(two, `${amber}/x`), /expected an existing file or folder/)
  })

  it('that are targets need no prefix, as in commands', async () => {
    for (const name of ['Amber', 'plugin:Amber']) {
      const { report } = await validateJson(two, name)
      expect(report.targets).toMatchObject([{ id: 'plugin:Amber' }])
    }
    expect(await validateJson(two, 'Amber', '--strict')).toEqual(await validateJson(two, 'plugin:Amber', '--strict'))
    expect((await validateJson(two, 'Amber', handoffPath)).report.targets).toMatchObject([
      { id: 'plugin:Amber' },
      { id: 'plugin:TinyGain' },
    ])
    expectUsage(await validate(two, 'plug:Amber'), /Unexpected path plug:Amber/)
    expectUsage(
      await validate(two, 'Amberr'),
      /Unexpected path Amberr, expected .* or a target; did you mean Amber\? `baton status` lists them\.\n$/,
    )
  })

  it('that are a path as well are the path, with a note', async () => {
    const root = places.folder({ ...drifted, 'TinyGain/README.md': '# A folder\n' })
    const { code, stdout, stderr } = await validate(root, 'TinyGain', '--format', 'json')
    expect([code, JSON.parse(stdout)]).toMatchObject([3, { targets: [] }])
    expect(stderr).toBe(
      '`TinyGain` is a path, which was checked, and also the name of a target, which was not: `plugin:TinyGain`\n',
    )
    expect((await validate(root, 'TinyGain')).stdout).toContain(
      'There are no state files at this path. The target of this name is plugin:TinyGain.',
    )
    expect(await validate(root, './TinyGain')).toMatchObject({ code: 3, stderr: '' })
  })

  it('that several targets have are refused, with those', async () => {
    const root = places.folder({ ...drifted, '.idumb/brain/state.json': '{}', '.idumb/sessions/TinyGain.json': '{}' })
    const { code, stdout, stderr } = await validate(root, 'TinyGain', '--format', 'json')
    expect([code, JSON.parse(stdout)]).toMatchObject([2, { outcome: 'usage', errors: [{ code: 'TARGET_AMBIGUOUS' }] }])
    expect(stderr).toContain('expected one of `plugin:TinyGain`, `session:TinyGain`')
  })

  it('must be below the root', async () => {
    expectUsage(await validate(two, '../elsewhere'), /expected one below the root/)
    expectUsage(await validate(two, '/etc/passwd'), /expected one below the root/)
    expectUsage(await validate(two, ''), /expected one below the root/)
  })

  it('may have been deleted, where there is something to compare with', async () => {
    const removed = places.folder(change(sample, { [handoffPath]: null }))
    expect(await validateJson(removed, '--base-dir', sound, handoffPath)).toMatchObject({
      code: 1,
      errors: expect.arrayContaining(['PLUGIN_HANDOFF_DELETED']),
    })
  })

  it('may be nothing that Baton knows, which is nothing to check', async () => {
    const root = places.folder({ ...sample, 'README.md': '# Read me\n' })
    expect(await validate(root, 'README.md')).toMatchObject({ code: 3 })
    expect(await validate(root, 'plugin:Absent')).toMatchObject({ code: 3 })
  })

  it('may begin with a dash', async () => {
    const root = places.folder({
      '-x/.continue-here.md': sample[handoffPath] ?? '',
      '.github/baton.yml': 'protocols: { plugin: { root: . } }',
    })
    expect((await validateJson(root, '--', './-x')).report.targets).toMatchObject([{ id: 'plugin:-x' }])
  })

  it('give what was read from the file, where one file is named', async () => {
    expect((await validateJson(sound, handoffPath)).report.parsed).toMatchObject({ plugin: 'TinyGain', stage: 2 })
    expect((await validateJson(sound, 'plugins')).report).not.toHaveProperty('parsed')
    expect((await validateJson(sound)).report).not.toHaveProperty('parsed')
  })
})

describe('--config', () => {
  const off = 'severity: { REGISTRY_STATUS_DRIFT: off }\n'

  it('is the caller’s own word, wherever the file lies', async () => {
    const elsewhere = join(places.folder({ 'my {1} *.yml': off }), 'my {1} *.yml')
    expect(await validate(wrong, '--config', elsewhere)).toMatchObject({ code: 0 })
    const linked = places.folder()
    symlinkSync(elsewhere, join(linked, 'link.yml'))
    expect(await validate(wrong, '--config', join(linked, 'link.yml'))).toMatchObject({ code: 0 })
  })

  it('counts in place of the repository’s own, also where there is a base', async () => {
    const root = places.folder(configured(drifted, 'mood: soft\n'))
    const file = join(places.folder({ 'mine.yml': off }), 'mine.yml')
    expect(await validate(root, '--config', file)).toMatchObject({ code: 0 })
    expect(await validate(wrong, '--config', file, '--base-dir', sound)).toMatchObject({ code: 0 })
  })

  it('that is wrong is named as it was found', async () => {
    const root = places.folder({ ...sample, 'conf/mine.yml': 'mode: auto\nmood: 1\n' })
    const { code, report } = await validateJson(root, '--config', join(root, 'conf/mine.yml'))
    expect({ code, errors: report.errors }).toMatchObject({
      code: 2,
      errors: [{ code: 'CONFIG_INVALID', path: 'conf/mine.yml', line: 2 }],
    })
  })

  it('that cannot be read is wrong usage', async () => {
    expectUsage(
      await validate(sound, '--config', join(sound, 'absent.yml')),
      /Unexpected --config .*expected a regular file that can be read/,
    )
    expectUsage(await validate(sound, '--config', sound), /expected a regular file that can be read/)
  })

  it('that may never end is not waited for', async () => {
    const fifo = join(places.folder(), 'baton.yml')
    execFileSync('mkfifo', [fifo])
    for (const endless of [fifo, '/dev/zero']) {
      expectUsage(
        await validate(sound, '--config', endless),
        /Unexpected --config .*expected a regular file that can be read/,
      )
    }
  })
})

describe('--base-dir', () => {
  it('compares with a folder, whose policy holds', async () => {
    expect(await validateJson(incomplete, '--base-dir', sound)).toMatchObject({
      code: 1,
      errors: ['PLUGIN_ORCHESTRATION_MODE'],
    })
    expect(await validateJson(incomplete, '--base-dir', incomplete)).toMatchObject({
      code: 0,
      warnings: ['PLUGIN_ORCHESTRATION_MODE'],
    })
    const weak = 'severity: { PLUGIN_ORCHESTRATION_MODE: off }'
    expect(await validateJson(places.folder(configured(incompleteFiles, weak)), '--base-dir', sound)).toMatchObject({
      code: 1,
    })
    expect(await validateJson(incomplete, '--base-dir', places.folder(configured(sample, weak)))).toMatchObject({
      code: 0,
      warnings: [],
    })
  })

  it('finds that the last target was removed: that has been checked', async () => {
    expect(await validateJson(empty, '--base-dir', sound)).toMatchObject({
      code: 1,
      errors: ['PLUGIN_REMOVED'],
      report: { checked: { targets: 0 } },
    })
    expect(await validateJson(empty, '--base-dir', empty)).toMatchObject({ code: 3 })
  })

  it('finds what a change does to the configuration', async () => {
    const root = places.folder(configured(sample, 'mood: soft'))
    expect(await validateJson(root, '--base-dir', sound)).toMatchObject({ code: 1, errors: ['CONFIG_INVALID'] })
  })

  it('needs a folder, and no --base beside it', async () => {
    expectUsage(await validate(sound, '--base-dir', join(sound, 'absent')), /--base-dir .*expected an existing folder/)
    expectUsage(await validate(sound, '--base-dir', sound, '--base', 'main'), /--base together with --base-dir/)
  })
})

describe('colour', () => {
  const escape = '\u001b['
  const coloured = async (env: Record<string, string>) =>
    (await runHere(['validate', '--root', wrong], { env })).stdout.includes(escape)

  it('is not for pipes, unless it is forced', async () => {
    expect(await coloured({})).toBe(false)
    expect(await coloured({ FORCE_COLOR: '1' })).toBe(true)
    expect(await coloured({ FORCE_COLOR: '1', CI: 'true' })).toBe(true)
    expect(await coloured({ FORCE_COLOR: '0' })).toBe(false)
    expect(await coloured({ FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(false)
  })

  it('is never in what programs read', async () => {
    for (const format of ['json', 'github', 'markdown', 'sarif']) {
      const { stdout } = await runHere(['validate', '--root', wrong, '--format', format], { env: { FORCE_COLOR: '1' } })
      expect(stdout).not.toContain(escape)
    }
  })
})

describe('the reader of the output', () => {
  const many = places.folder(
    Object.fromEntries(
      Array.from({ length: 2000 }, (_, index) => [
        `plugins/Plugin${index}/.continue-here.md`,
        '---\nplugin: Other\nstage: none\nstatus: none\n---\n',
      ]),
    ),
  )

  it('may stop: that is not a fault', async () => {
    const child = start(cli, ['validate', '--root', many])
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    await once(child.stdout, 'data')
    child.stdout.destroy()
    const [code] = (await once(child, 'close')) as [number | null]
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  })

  it('gets all of it', async () => {
    const { stdout } = await validate(many, '--format', 'json')
    expect((JSON.parse(stdout) as Answer).checked.targets).toBe(2000)
  })

  it.runIf(existsSync('/dev/full'))('may be a disk that is full: that is a fault with a message', async () => {
    const full = openSync('/dev/full', 'w')
    const child = spawn(process.execPath, [cli, 'validate', '--root', wrong], {
      env: environment(),
      stdio: ['ignore', full, 'pipe'],
    })
    let stderr = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    const [code] = (await once(child, 'close')) as [number | null]
    closeSync(full)
    expect(code).toBe(70)
    expect(stderr).not.toMatch(stack)
    expect(stderr).toMatch(/cannot be written: no space is left on the disk/)
  })
})

describe('baton status', () => {
  it('prints the holder of each target, a line a target', async () => {
    const { code, stdout, stderr } = await baton('status', '--root', sound)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^plugin:TinyGain +orchestrator +stage 2 complete\n/)
  })

  it('does not fail by what is wrong, and counts it', async () => {
    expect(await baton('status', '--root', wrong)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1 error'),
    })
  })

  it.each(['TinyGain', 'plugin:TinyGain'])('says everything about %s', async (name) => {
    const { code, stdout } = await baton('status', '--root', wrong, name)
    expect(code).toBe(0)
    expect(stdout).toContain('REGISTRY_STATUS_DRIFT')
    expect(stdout).toContain(handoffPath)
  })

  it('answers as a report', async () => {
    const report = answer(await baton('status', '--root', wrong, '--format', 'json'))
    expect(report).toMatchObject({ targets: [{ id: 'plugin:TinyGain' }], errors: [{ code: 'REGISTRY_STATUS_DRIFT' }] })
    expect(answer(await baton('status', '--root', wrong, '--format', 'json', 'TinyGain')).targets).toHaveLength(1)
  })

  it('answers as workflow commands and as Markdown', async () => {
    const lines = (await baton('status', '--root', wrong, '--format', 'github')).stdout.split('\n')
    expect(lines[0]).toBe(
      `::notice title=plugin%3ATinyGain,file=${handoffPath},line=1,endLine=1::orchestrator: stage 2 complete`,
    )
    expect(lines[1]).toMatch(/^::error title=REGISTRY_STATUS_DRIFT plugin%3ATinyGain,/)
    expect((await baton('status', '--root', wrong, '--format', 'markdown')).stdout).toContain(
      '| `plugin:TinyGain` | orchestrator |',
    )
  })

  it('refuses an unknown name, and suggests what was probably meant', async () => {
    expect(await baton('status', '--root', sound, 'TinyGian')).toEqual({
      code: 3,
      stdout: '',
      stderr: expect.stringMatching(/TinyGian.*did you mean TinyGain\?/),
    })
  })

  it('has nothing to say of an empty folder, nor under a configuration that is wrong', async () => {
    expect(await baton('status', '--root', empty)).toMatchObject({ code: 3 })
    expect(await baton('status', '--root', places.folder(configured(sample, 'mood: soft')))).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('CONFIG_INVALID'),
    })
    const named = join(places.folder({ 'c.yml': 'protocols: { plugin: false }' }), 'c.yml')
    expect(await baton('status', '--root', sound, '--config', named)).toMatchObject({ code: 3 })
  })
})

describe('baton explain', () => {
  it.each(['REGISTRY_STATUS_DRIFT', 'registry_status_drift', 'CONFIG_INVALID'])('%s', async (code) => {
    const { code: exit, stdout, stderr } = await baton('explain', code)
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
    expect(stdout).toContain(code.toUpperCase())
  })

  it('says of every code of the engine alone what repairs it, with a command', async () => {
    const repairs = new Map(allExplanations().map(({ code, repair }) => [code, repair]))
    for (const code of Object.keys({ ...engineCodes, ...auditCodes }))
      expect([code, repairs.get(code)]).toEqual([code, expect.stringMatching(/`(?:baton|\/[a-z]|git|gh|--[a-z]).*`/)])
    const { stdout } = await baton('explain', 'TREE_BUSY')
    expect(stdout).toContain('\nHow to fix it\n  Give the same command again, with more time: `--wait 2m`.')
    const data = JSON.parse((await baton('explain', 'QUESTION_OPEN', '--format', 'brief')).stdout) as object
    expect(data).toMatchObject({ repair: expect.stringContaining('`baton answer TARGET "…"`') as string })
  })

  it('says everything of a rule', async () => {
    const { stdout } = await baton('explain', 'REGISTRY_STATUS_DRIFT')
    for (const part of [
      'REGISTRY_STATUS_DRIFT is an error\n',
      '\nWhy\n',
      '\nHow to fix it\n',
      '--fix',
      '\nExamples\n',
      '✖ wrong:',
      '✔ right:',
    ])
      expect(stdout).toContain(part)
  })

  it('prints the files of the examples on request', async () => {
    const [short, long] = [
      await baton('explain', 'REGISTRY_STATUS_DRIFT'),
      await baton('explain', 'REGISTRY_STATUS_DRIFT', '--examples'),
    ]
    expect(short.stdout.split('\n').length).toBeLessThan(30)
    expect(short.stdout).not.toContain('│')
    expect(long.stdout).toContain('│ # Plugins')
  })

  it('answers as data', async () => {
    const { stdout } = await baton('explain', 'REGISTRY_STATUS_DRIFT', '--format', 'json')
    expect(JSON.parse(stdout)).toMatchObject({
      code: 'REGISTRY_STATUS_DRIFT',
      strict: 'error',
      soft: 'error',
      safe: true,
      examples: {
        bad: expect.arrayContaining([expect.objectContaining({ head: expect.anything() })]),
        good: expect.anything(),
      },
    })
  })

  it.each([
    ['text', /^PLUGIN_WORK_STALE is not looked for in what a change touches, a warning elsewhere\n/],
    ['json', /^\{"code":"PLUGIN_WORK_STALE",/],
    [
      'github',
      /^::notice title=PLUGIN_WORK_STALE::In an audit: .*%0A.*%0A(?:https:\/\/\S+#plugin_work_stale|baton explain PLUGIN_WORK_STALE)\n$/,
    ],
    ['markdown', /^\| code \|.*\n\|-.*\n\| \[`PLUGIN_WORK_STALE`\]\(#plugin_work_stale\) \|/],
    ['sarif', /^\{\n {2}"\$schema": [^]*"id": "PLUGIN_WORK_STALE"[^]*"results": \[\]/],
  ] as const)('is printed as %s, and takes the options that every command takes', async (format, output) => {
    const { code, stdout, stderr } = await baton(
      'explain',
      'PLUGIN_WORK_STALE',
      '--format',
      format,
      '--root',
      sound,
      '--config',
      'x.yml',
    )
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(output)
  })

  it('lists every code once where none is named', async () => {
    const { code, stdout } = await baton('explain')
    const listed = stdout.split('\n').flatMap((line) => /^([A-Z][A-Z0-9_]+) {2,}\S/.exec(line)?.[1] ?? [])
    expect(code).toBe(0)
    expect(listed).toEqual([...new Set(listed)].toSorted())
    expect(listed).toEqual(
      expect.arrayContaining(['REGISTRY_STATUS_DRIFT', 'QUESTION_OPEN', 'ITEM_STATE_DRIFT', 'CONFIG_INVALID']),
    )
    expectUsage(await baton('explain', '--format', 'sarif'), /without a code/)
  })

  it('does not know every word', async () => {
    expectUsage(
      await baton('explain', 'SOMETHING_ELSE_ALTOGETHER'),
      /Unknown code SOMETHING_ELSE_ALTOGETHER\. `baton explain` lists all codes\./,
    )
  })
})

describe('--watch', () => {
  /** A running command with `--watch`, and what it has printed so far. */
  function watching(command: string, root: string, ...args: readonly string[]) {
    const child = start(cli, [command, '--watch', '--root', root, ...args])
    const output = { stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
    const until = async (stream: 'stdout' | 'stderr', text: RegExp) => {
      while (!text.test(output[stream]))
        await Promise.race([
          once(child[stream], 'data'),
          once(child, 'close').then(() => {
            throw new Error(`It ended: ${output.stderr}`)
          }),
        ])
      output[stream] = ''
    }
    const end = async () => {
      child.kill('SIGINT')
      return ((await once(child, 'close')) as [null, NodeJS.Signals | null])[1]
    }
    return { output, until, end }
  }

  it('checks again after every change, until it is ended', async () => {
    const root = places.folder(sample)
    const { until, end } = watching('validate', root)
    await until('stdout', /passed/)
    await until('stderr', /Watching/)
    write(root, drifted)
    await until('stdout', /failed: 1 error/)
    write(root, sample)
    await until('stdout', /passed: nothing is wrong/)
    write(root, { 'plugins/New/.continue-here.md': '---js\n---\n' })
    await until('stdout', /failed/)
    rmSync(join(root, 'plugins/New'), { recursive: true })
    await until('stdout', /passed: nothing is wrong/)
    write(root, drifted)
    await until('stdout', /failed/)
    expect(await end()).toBe('SIGINT')
  })

  it('shows the board again after every change', async () => {
    const root = places.folder(sample)
    const { until, end } = watching('board', root)
    await until('stdout', /With the orchestrator {2}1\n.*TinyGain/)
    await until('stderr', /Watching/)
    write(root, inProgressSample)
    await until('stdout', /With an agent {2}1\n.*TinyGain/)
    expect(await end()).toBe('SIGINT')
  })

  it('goes on where a check could not be made', async () => {
    const root = places.folder(sample)
    const { until, end } = watching('validate', root, handoffPath)
    await until('stdout', /passed/)
    await until('stderr', /Watching/)
    unlinkSync(join(root, handoffPath))
    await until('stderr', /expected an existing file or folder/)
    write(root, sample)
    await until('stdout', /passed: nothing is wrong/)
    expect(await end()).toBe('SIGINT')
  })

  it('does not go on where the first one could not', async () => {
    expectUsage(await validate(sound, '--watch', 'nowhere'), /expected an existing file or folder/)
  })
})
