import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, describe, expect, it } from 'vitest'
import { change, handoffPath, registryPath, sample } from '../../src/protocols/plugin/examples.ts'
import { requestedFormat } from '../../src/entry/cli/report-error.ts'
import { thisProcess } from '../../src/gateways/tree/holder.ts'
import { runHere } from './here.ts'
import { cli, openedTo, project, run, scratch } from './programs.ts'
import { repository } from '../processes/work-tree.ts'

const places = scratch()
afterAll(places.remove)

const sound = places.folder(sample)
const empty = places.folder()

interface Failure {
  readonly version: number
  readonly outcome: string
  readonly errors: readonly {
    readonly code: string
    readonly path: string
    readonly message: string
    readonly retry?: true
  }[]
}

const schema = JSON.parse(readFileSync(join(project, 'schema', 'report.v1.json'), 'utf8')) as {
  readonly $defs: { readonly diagnostic: object }
}
const isDiagnostic = new Ajv2020({ strict: false }).compile(schema.$defs.diagnostic)

/** The one JSON value of a call that came to nothing, with its exit code and first code. */
async function failed(args: readonly string[], cwd = sound, env: Readonly<Record<string, string>> = {}) {
  const { code, stdout, stderr } = await runHere([...args, '--format', 'json'], { cwd, env })
  const { version, outcome, errors } = JSON.parse(stdout) as Failure
  expect(version).toBe(1)
  for (const error of errors) expect(isDiagnostic(error) ? [] : isDiagnostic.errors).toEqual([])
  return { code, outcome, errors, stderr, first: errors[0]?.code }
}

/** This very process holds the tree. */
const lockedFolder = () => places.folder({ ...sample, '.baton.lock': `${JSON.stringify(thisProcess('accept'))}\n` })

describe('JSON on request', () => {
  it.each([
    ['a wrong option', ['validate', '--fromat', 'x']],
    ['a wrong choice', ['validate', '--mode', 'loose']],
    ['a missing argument', ['run']],
    ['no such command', ['valdate']],
    ['no command', []],
    ['a wrong path', ['validate', 'absent']],
    ['a wrong root', ['status', '--root', join(empty, 'absent')]],
    ['a wrong root of a transition', ['accept', 'TinyGain', '--root', join(empty, 'absent')]],
    ['a time that does not exist', ['accept', 'TinyGain', '--at', '2026-02-30T10:00:00Z']],
    ['a file that is none', ['handback', 'TinyGain', 'error', '--report', '.']],
    ['no command in a comment', ['run', 'Hello']],
    ['a wrong wait', ['status', '--wait', 'long']],
    ['an unknown code', ['explain', 'NOT_A_CODE']],
    ['an option that only others have', ['merge-registry', 'a', 'b', 'c']],
  ])('2: %s', async (_, args) => {
    const { code, outcome, first, stderr } = await failed(args)
    expect({ code, outcome, first }).toEqual({ code: 2, outcome: 'usage', first: 'USAGE' })
    expect(stderr).not.toBe('')
  })

  const blank = join(places.folder({ 'blank.json': ' \n' }), 'blank.json')
  it.each([
    ['--report', 'on standard input', ['stall', 'ses_1', 'planner', '--report', '-']],
    ['--report', `in ${blank}`, ['handback', 'login', '--report', blank]],
    ['--batch', 'on standard input', ['revise', 'login', 'plan.md', '--batch', '-']],
  ])('2: nothing is there for %s %s', async (option, place, args) => {
    const { code, errors } = await failed(args)
    expect([code, errors.map(({ message }) => message)]).toEqual([
      2,
      [`Missing data for ${option} ${place}, expected JSON.`],
    ])
  })

  it('2: what the program says of it is in the message', async () => {
    const { errors } = await failed(['valdate'])
    expect(errors[0]?.message).toBe("unknown command 'valdate' (Did you mean validate?)")
    const { errors: others } = await failed(['frobnicate'])
    expect(others[0]?.message).toBe("unknown command 'frobnicate'; `baton help` lists all commands")
  })

  it.each([
    ['1: a misspelt option in a text', ['handback', 'TinyGain', 'error', 'No', '—dry-run'], 1, 'refused'],
    ['1: a commit that is too short in a text', ['run', '/handback TinyGain error No @1a2b3c'], 1, 'refused'],
    ['2: a misspelt option of a command without a text', ['run', '/accept TinyGain —dry-run'], 2, 'usage'],
  ])('%s', async (_, args, code, outcome) => {
    expect(await failed(args)).toMatchObject({ code, outcome, first: 'COMMAND_USAGE' })
  })

  it('2: a wrong configuration keeps its code and place', async () => {
    const root = places.folder({ ...sample, '.github/baton.yml': 'mode: auto\nmood: soft\n' })
    expect(await failed(['accept', 'TinyGain'], root)).toMatchObject({
      code: 2,
      outcome: 'usage',
      errors: [{ code: 'CONFIG_INVALID', path: '.github/baton.yml', line: 2 }],
    })
  })

  const wrongConfiguration = {
    'work/a.md': '---\nstatus: todo\n---\n',
    '.github/baton.yml':
      "workflows:\n  - name: work\n    items: 'work/{id}.md'\n    states: [todo, done]\n    place: { front-matter: status }\n    truth: fiel\n",
  }
  it.each(
    [
      'validate',
      'status',
      'status a',
      'next',
      'board',
      'history',
      'audit',
      'doctor',
      'workflow check',
      'init',
      'init --dry-run',
      'init --commands',
      'init --agents',
      'new',
      'new workflow',
      'new plugin Reverb',
      'new work b',
      'accept a',
      'accept',
      'fix',
      'undo',
      'run /status',
    ].map((words) => [words]),
  )('2: %s says what is wrong with the configuration, and changes nothing', async (words) => {
    const root = places.folder(wrongConfiguration)
    repository(root)
    const { code, stdout, stderr } = await runHere(words.split(' '), { cwd: root })
    expect(code).toBe(2)
    expect(stdout + stderr).toMatch(/^\.github\/baton\.yml(?::6: |\n {2}6:12 {2}error {4})Unexpected `fiel`/m)
    expect(readdirSync(root).toSorted()).toEqual(['.git', '.github', 'work'])
  })

  it('3: nothing is there', async () => {
    expect(await failed(['init'], empty)).toMatchObject({ code: 3, outcome: 'nothing', first: 'NOTHING_HERE' })
    expect(await failed(['status', 'Absent'])).toMatchObject({ code: 3, outcome: 'nothing', first: 'TARGET_UNKNOWN' })
    const transcript = join(places.folder({ 'a.md': 'nothing' }), 'a.md')
    expect(await failed(['detect', '--transcript', transcript])).toMatchObject({
      code: 3,
      outcome: 'nothing',
      first: 'NOTHING_HERE',
    })
  })

  it('70: a fault', async () => {
    const root = places.folder(sample)
    repository(root)
    expect(await failed(['validate', '--base', 'HEAD'], root, { PATH: '' })).toMatchObject({
      code: 70,
      outcome: 'fault',
      errors: [{ code: 'FAULT', message: expect.stringContaining('git cannot be run') }],
    })
  })

  it('1: a tree that others hold, with who that is', async () => {
    const answer = { code: 1, outcome: 'refused', errors: [{ code: 'TREE_BUSY', path: '.baton.lock', retry: true }] }
    const root = lockedFolder()
    expect(await failed(['accept', 'TinyGain', '--wait', '0'], root)).toMatchObject({ ...answer, stderr: '' })
    expect(await failed(['accept', 'TinyGain'], root, { BATON_WAIT: '0' })).toMatchObject(answer)
    expect(await failed(['run', '/accept TinyGain', '--wait', '1ms'], root)).toMatchObject(answer)
    expect(await failed(['init', '--wait', '0'], root)).toMatchObject(answer)
    const { stdout } = await runHere(['validate', '--fix', '--wait', '0', '--format', 'json'], { cwd: root })
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'refused', errors: [{ code: 'TREE_BUSY' }] })
    const text = await runHere(['accept', 'TinyGain', '--wait', '0'], { cwd: root })
    expect([text.code, text.stdout]).toEqual([
      1,
      expect.stringMatching(
        /^✖ \/accept TinyGain: refused\n {2}error TREE_BUSY Another program is at work here: `baton accept`, process `\d+` on /,
      ),
    ])
  })

  it('is one value also where the default is JSON, and absent without a request', async () => {
    const { stdout } = await runHere(['detect', '--transcript', 'absent'], { cwd: empty })
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'usage' })
    expect(await runHere(['validate', 'absent'], { cwd: sound })).toMatchObject({ code: 2, stdout: '' })
  })

  it.each([
    [['validate', '--format', 'json'], '', 'json'],
    [['validate', '--format=brief', 'x'], '', 'brief'],
    [['validate', '--format', 'text', '--format', 'json'], '', 'json'],
    [['validate', '--format', 'json', '--format', 'text'], '', 'text'],
    [['validate', '--format', 'sarif'], 'json', 'text'],
    [['handback', 'x', '--', '--format', 'json'], '', 'text'],
    [['validate', '--format'], 'brief', 'text'],
    [['validate'], '', 'text'],
    [['validate'], 'json', 'json'],
    [['validate'], 'markdown', 'text'],
    [['detect'], '', 'json'],
    [['detect'], 'markdown', 'json'],
    [['detect'], 'brief', 'brief'],
    [['detect'], 'text', 'text'],
    [['detect', '--format', 'text'], 'json', 'text'],
    [[], 'json', 'json'],
    [[], '', 'text'],
  ])('%j with BATON_FORMAT=%j asks for %s', (words, environment, format) => {
    expect(requestedFormat(words, environment)).toBe(format)
  })
})

describe('who only looks', () => {
  it.each([
    [['status']],
    [['validate']],
    [['audit']],
    [['doctor']],
    [['verify', 'TinyGain']],
    [['accept', 'TinyGain', '--dry-run']],
  ])('does not wait for who only plans: %j', async (args) => {
    expect((await runHere([...args, '--wait', '0'], { cwd: lockedFolder() })).stderr).not.toContain('TREE_BUSY')
  })
})

describe('a file that is named', () => {
  const fifo = join(places.folder(), 'fifo')
  execFileSync('mkfifo', [fifo])
  const large = 'x'.repeat(5000)
  const options: readonly (readonly [name: string, (file: string) => readonly string[]])[] = [
    ['--report', (file) => ['handback', 'TinyGain', 'error', '--report', file]],
    ['--batch', (file) => ['revise', 'login', 'plan.md', '--batch', file]],
    ['--transcript', (file) => ['detect', '--format', 'text', '--transcript', file]],
    ['--config', (file) => ['validate', '--config', file]],
    ['--config of a transition', (file) => ['accept', 'TinyGain', '--config', file]],
    ['BASE', (file) => ['merge-registry', file, registryPath, registryPath]],
    ['OURS', (file) => ['merge-registry', registryPath, file, registryPath]],
    ['THEIRS', (file) => ['merge-registry', registryPath, registryPath, file]],
  ]
  const files = {
    'a pipe': fifo,
    'a device': '/dev/zero',
    'a folder': '.',
    'a name that is too long': large,
    'no name': 'a\0b',
    'no file': 'absent',
  }

  it.each(
    options.flatMap(([option, call]) =>
      Object.entries(files).map(([kind, file]) => [option, kind, call(file)] as const),
    ),
  )('is wrong usage, and not waited for: %s, %s', async (_, __, args) => {
    const { code, stdout, stderr } = await runHere(args, { cwd: sound })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^Unexpected .*expected a regular file that can be read: .*\.\n$/)
    expect(stderr.length).toBeLessThan(400)
  })

  it.each(Object.entries(files).filter(([kind]) => kind !== 'a folder' && kind !== 'a device'))(
    'as a path is wrong usage as well: %s',
    async (kind, file) => {
      const root = places.folder(sample)
      if (kind === 'a pipe') execFileSync('mkfifo', [join(root, 'fifo')])
      const { code, stdout, stderr } = await runHere(['validate', kind === 'a pipe' ? 'fifo' : file], { cwd: root })
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toMatch(/^Unexpected path /)
      expect(stderr.length).toBeLessThan(400)
    },
  )

  it.each(['--root', '--base-dir'])('as a folder is wrong usage as well: %s', async (option) => {
    for (const file of [fifo, '/dev/zero', large, 'a\0b', 'absent', registryPath]) {
      const { code, stdout, stderr } = await runHere(['validate', option, file], { cwd: sound })
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toMatch(/expected an existing folder/)
      expect(stderr.length).toBeLessThan(400)
    }
  })

  it('that may not be read is wrong usage', async () => {
    const root = places.folder({ ...sample, 'secret.json': '{}' })
    chmodSync(join(root, 'secret.json'), 0)
    chmodSync(join(root, handoffPath), 0)
    mkdirSync(join(root, 'closed'), 0)
    const user = { AS_USER: String(process.getuid?.() === 0 ? 65_534 : process.getuid?.()) }
    chmodSync(root, 0o755)
    const nodeOptions = ['--import', join(project, 'test/processes/interference.ts')]
    const program = openedTo(places.folder())
    for (const args of [
      ['handback', 'TinyGain', 'error', '--report', 'secret.json'],
      ['detect', '--transcript', 'secret.json'],
      ['validate', '--config', 'secret.json'],
      ['validate', handoffPath],
      ['validate', '--root', 'closed'],
    ]) {
      const { code, stderr } = await run(program, args, { cwd: root, env: user, nodeOptions })
      expect([code, stderr], `baton ${args.join(' ')}`).toEqual([
        2,
        expect.stringMatching(/permission denied\.\n$|expected a readable folder\.\n$/),
      ])
    }
  })

  it('may be a link, and standard input a pipe', async () => {
    const folder = places.folder({ 'report.json': '{ "reason": "error" }' })
    symlinkSync(join(folder, 'report.json'), join(folder, 'link.json'))
    const root = places.folder(sample)
    const linked = await runHere(
      ['handback', 'TinyGain', 'error', 'Text', '--dry-run', '--report', join(folder, 'link.json')],
      {
        cwd: root,
      },
    )
    expect(linked.stderr).toBe('')
    expect(await run(cli, ['run', '-', '--dry-run'], { cwd: root, input: '/accept TinyGain\n' })).toMatchObject({
      code: 0,
      stderr: '',
    })
  })
})

describe('--at', () => {
  const at = async (moment: string, ...args: readonly string[]) => runHere([...args, '--at', moment], { cwd: sound })
  const commands = [
    ['accept', 'TinyGain', '--dry-run'],
    ['run', '/accept TinyGain', '--dry-run'],
    ['cleanup', 'x'],
    ['audit'],
  ] as const

  it.each([
    '2026-02-30T10:00:00Z',
    '2025-02-29T10:00:00Z',
    '2026-13-01T10:00:00Z',
    '2026-02-04T24:00:00Z',
    '2026-02-04T10:60:00Z',
    '2026-02-04T10:00:60Z',
    '2026-02-04T10:00:00+24:00',
    '2026-02-04',
    'yesterday',
    '',
  ])('is a moment that exists: not %j', async (moment) => {
    for (const args of commands)
      expect(await at(moment, ...args)).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining('expected a time that exists'),
      })
  })

  it('is not ahead of the clock, but for what clocks differ', async () => {
    const ahead = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
    for (const args of commands)
      expect(await at(ahead(6), ...args)).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining('not ahead of the clock'),
      })
    expect(await at(ahead(4), 'accept', 'TinyGain', '--dry-run')).toMatchObject({ code: 0 })
    expect(await at('2026-02-04T10:00:00.5+02:00', 'accept', 'TinyGain', '--dry-run')).toMatchObject({ code: 0 })
  })
})

describe('--wait and BATON_WAIT', () => {
  it.each(['', '30', '-1s', '1.5s', '5h', 'soon'])('are an integer and a unit: not %j', async (wait) => {
    if (wait !== '')
      expect(await runHere(['status'], { cwd: sound, env: { BATON_WAIT: wait } })).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('BATON_WAIT'),
      })
    expect(await runHere(['status', `--wait=${wait}`], { cwd: sound })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--wait'),
    })
  })

  it.each(['0', '250ms', '30s', '2m'])('may be %s', async (wait) => {
    expect(await runHere(['status', '--wait', wait], { cwd: sound, env: { BATON_WAIT: 'wrong' } })).toMatchObject({
      code: 0,
    })
  })
})

describe('repairs', () => {
  it('are calls of the program in formats for people, and comments in those for programs', async () => {
    const root = places.folder(
      change(sample, { [registryPath]: [['| TinyGain | 🚧 Stage 2 |', '| TinyGain | 🚧 Stage 3 |']] }),
    )
    const printed = async (...args: readonly string[]) => (await runHere(args, { cwd: root })).stdout
    expect(await printed('validate')).toMatch(/^ +fix +baton sync TinyGain$/m)
    expect(await printed('status', 'TinyGain')).toMatch(/^ +fix +baton sync TinyGain$/m)
    expect(await printed('validate')).toContain('`baton sync TinyGain')
    expect(await printed('validate')).not.toMatch(/`\/sync/)
    expect(await printed('validate', '--format', 'json')).toContain('"fix":"/sync TinyGain"')
    for (const format of ['markdown', 'github'])
      expect(await printed('validate', '--format', format)).not.toContain('/sync')
    expect(await printed('accept', 'TinyGain')).toMatch(/baton sync TinyGain/)
    expect(await printed('accept', 'TinyGain', '--format', 'json')).not.toContain('baton sync')
    expect(await printed('explain', 'REGISTRY_STATUS_DRIFT')).toContain('`baton sync NAME`')
    expect((await runHere(['validate', '--fix'], { cwd: root })).stderr).toContain('by `baton sync ')
  })
})
