import { existsSync, lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { sample as plugin } from '../../src/protocols/plugin/examples.ts'
import { runHere } from './here.ts'
import { repository } from '../processes/work-tree.ts'
import { scratch, write } from './programs.ts'

const places = scratch()
afterAll(() => places.remove())

const agents = (folder: string, ...words: readonly string[]) => runHere(['init', '--agents', ...words], { cwd: folder })
const text = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8')

/** Every file below a folder, but git's own. */
const filesIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
      .filter((path) => !path.startsWith('.git/'))
      .toSorted()
      .map((path) => [path, text(folder, path)]),
  )

interface Answer {
  readonly outcome: string
  readonly changes: readonly {
    readonly path: string
    readonly action: string
    readonly added?: string
    readonly removed?: string
    readonly text?: string
  }[]
  readonly errors?: readonly { readonly code: string; readonly path: string }[]
  readonly warnings: readonly { readonly code: string }[]
  readonly diff?: string
  readonly copies: readonly { readonly place: string; readonly text: string }[]
}
async function answered(folder: string, ...words: readonly string[]) {
  const { code, stdout } = await agents(folder, ...words, '--format', 'json')
  return { code, answer: JSON.parse(stdout) as Answer }
}

const before = { 'AGENTS.md': '# Ours\r\nbe kind', '.gemini/settings.json': '{\n\t// mine\n\t"theme": "dark",\n}\n' }

describe('baton init --agents', () => {
  it('says in brief, too, which host that was named gets no hooks', async () => {
    const folder = places.folder({})
    repository(folder)
    const brief = async (names: string) =>
      JSON.parse((await agents(folder, '--hooks', names, '--format', 'brief')).stdout) as Readonly<
        Record<string, unknown>
      >
    expect(JSON.stringify(await brief('claude'))).not.toContain('gets none')
    expect(await brief('claude,cursor')).toMatchObject({
      notices: expect.arrayContaining([expect.stringContaining('`.cursor/hooks.json` gets none.')]),
    })
  })

  it('writes once, and takes everything out again', async () => {
    const folder = places.folder(before)
    repository(folder)
    const { code, answer } = await answered(folder, '--hooks')
    expect([code, answer.outcome]).toEqual([0, 'changed'])
    expect(answer.changes.map(({ path }) => path).toSorted()).toEqual([
      '.agents/skills/baton/SKILL.md',
      '.gemini/settings.json',
      '.github/baton.yml',
      '.mcp.json',
      'AGENTS.md',
    ])
    expect(text(folder, '.gemini/settings.json')).toContain('"AfterAgent"')
    const once = filesIn(folder)
    expect((await answered(folder, '--hooks')).answer).toMatchObject({ outcome: 'unchanged', changes: [] })
    expect(filesIn(folder)).toEqual(once)
    expect((await answered(folder, '--remove')).answer.outcome).toBe('changed')
    expect(filesIn(folder)).toEqual(before)
    expect(['.agents', '.claude', '.gemini'].map((name) => existsSync(join(folder, name)))).toEqual([
      false,
      false,
      true,
    ])
  })

  it('names every line that it changes in a file of a person, and those of a new configuration', async () => {
    const folder = places.folder({ ...before, '.github/baton.yml': 'mode: auto\n' })
    repository(folder)
    const added =
      '\ncommands:\n  separate-duties: agents # no agent reviews its own work; true: nor may a person who worked on a change'
    const shown = (mark: string, lines: string) => lines.split('\n').map((line) => `  ${mark} ${line}`.trimEnd())
    const dry = (await answered(folder, '--dry-run')).answer
    const { answer } = await answered(folder)
    const changed = (path: string, from = answer) => from.changes.find((change) => change.path === path)
    expect(changed('.github/baton.yml')).toEqual({ path: '.github/baton.yml', action: 'write', added })
    expect(changed('.github/baton.yml', dry)).toEqual(changed('.github/baton.yml'))
    expect(changed('AGENTS.md')?.added).toMatch(/^\n<!-- baton:begin v1 -->\n[^]*\n<!-- baton:end -->$/)
    expect(changed('AGENTS.md')?.removed).toBeUndefined()
    expect(changed('.mcp.json')?.text).toBe(text(folder, '.mcp.json'))

    const taken = (await agents(folder, '--remove')).stdout.split('\n')
    expect(taken).toEqual(expect.arrayContaining(['Changed .github/baton.yml', ...shown('-', added)]))
    const written = (await agents(folder)).stdout.split('\n')
    expect(written.slice(written.indexOf('Changed .github/baton.yml'))).toEqual(
      expect.arrayContaining(['Changed .github/baton.yml', ...shown('+', added)]),
    )
    expect(written).toContain('  + <!-- baton:begin v1 -->')

    const fresh = places.folder({})
    const first = (await agents(fresh)).stdout.split('\n')
    expect(first).toEqual(expect.arrayContaining(['Wrote .github/baton.yml', ...shown('+', added.trim())]))
  })

  it('leaves no folder empty that it has made, and takes nothing else', async () => {
    const folder = places.folder({ '.claude/mine.md': 'x', '.cursor/mcp.json': '{}' })
    repository(folder)
    await answered(folder)
    expect((await answered(folder, '--remove')).answer.outcome).toBe('changed')
    expect(filesIn(folder)).toEqual({ '.claude/mine.md': 'x', '.cursor/mcp.json': '{}' })
    expect(readdirSync(join(folder, '.claude'))).toEqual(['mine.md'])
    expect(existsSync(join(folder, '.agents'))).toBe(false)
  })

  it('only shows it with --dry-run', async () => {
    const folder = places.folder(before)
    const { answer } = await answered(folder, '--dry-run')
    expect(answer).toMatchObject({ outcome: 'changed', dryRun: true })
    expect(answer.diff).toContain('+<!-- baton:begin v1 -->')
    const { stdout } = await agents(folder, '--dry-run')
    expect(stdout).toContain('Would change AGENTS.md')
    expect(stdout).toContain('[mcp_servers.baton]')
    expect(filesIn(folder)).toEqual(before)
  })

  it('prints what it cannot write, ready to copy', async () => {
    const folder = places.folder({ 'package.json': '{"devDependencies":{"baton":"*"}}' })
    const { answer } = await answered(folder)
    expect(answer.copies.map(({ text }) => text)).toEqual([
      '[mcp_servers.baton]\ncommand = "node"\nargs = ["node_modules/baton/dist/cli.js", "mcp"]',
      expect.stringContaining('"type": "local"'),
      '- run: npm ci',
      expect.stringMatching(/^mcp-servers:\n {2}baton:/),
    ])
    expect((await answered(folder, '--no-mcp')).answer.copies).toEqual([])
  })

  it('writes nothing when one file is refused', async () => {
    const folder = places.folder({ ...before, '.mcp.json': '{', 'CLAUDE.md': '<!-- baton:end -->\n' })
    const filesBefore = filesIn(folder)
    const { code, answer } = await answered(folder)
    expect([code, answer.outcome, answer.changes]).toEqual([1, 'refused', []])
    expect(answer.errors?.map((error) => `${error.code} ${error.path}`)).toEqual([
      'SETUP_BLOCK CLAUDE.md',
      'SETUP_UNREADABLE .mcp.json',
    ])
    const { stdout } = await agents(folder)
    expect(stdout).toContain('Nothing was written.')
    expect(filesIn(folder)).toEqual(filesBefore)
  })

  it('writes through no link, but that between the two files of one folder', async () => {
    const outside = places.folder({ 'elsewhere.md': 'theirs\n', 'skills/x': '' })
    const folder = places.folder({ 'CLAUDE.md': 'x\n' })
    symlinkSync('CLAUDE.md', join(folder, 'AGENTS.md'))
    expect((await answered(folder)).answer.outcome).toBe('changed')
    expect(lstatSync(join(folder, 'AGENTS.md')).isSymbolicLink()).toBe(true)
    expect(text(folder, 'CLAUDE.md')).toMatch(/^x\n\n<!-- baton:begin/)

    const linked = places.folder({})
    symlinkSync(join(outside, 'elsewhere.md'), join(linked, 'AGENTS.md'))
    symlinkSync(outside, join(linked, '.claude'))
    const { code, answer } = await answered(linked)
    expect([code, answer.errors?.map((error) => error.code)]).toEqual([1, ['SETUP_LINK', 'SETUP_LINK']])
    expect(filesIn(outside)).toEqual({ 'elsewhere.md': 'theirs\n', 'skills/x': '' })
    expect(existsSync(join(linked, '.mcp.json'))).toBe(false)
  })

  it('goes to the top of the repository', async () => {
    const folder = places.folder({ 'deep/er/x': '' })
    repository(folder)
    await agents(join(folder, 'deep/er'))
    expect(Object.keys(filesIn(folder))).toContain('AGENTS.md')
    expect(existsSync(join(folder, 'deep/er/AGENTS.md'))).toBe(false)
  })

  it.each([
    ['--agents', '--audit'],
    ['--agents', '--hooks', 'emacs'],
    ['--agents', '--remove', '--hooks'],
    ['--agents', '--command', 'a\nb'],
    ['--agents', '--command', ' '],
    ['--remove'],
    ['--hooks'],
    ['--no-mcp'],
    ['--name', 'x'],
  ])('has no use for %s %s %s', async (...words) => {
    const folder = places.folder(plugin)
    expect((await runHere(['init', ...words], { cwd: folder })).code).toBe(2)
    expect(filesIn(folder)).toEqual(filesIn(places.folder(plugin)))
  })

  it('is looked at by doctor', async () => {
    const folder = places.folder(plugin)
    await agents(folder)
    const notices = async () => {
      const { stdout } = await runHere(['doctor', '--format', 'json'], { cwd: folder })
      return (
        JSON.parse(stdout) as { readonly notices: readonly { readonly code: string; readonly path: string }[] }
      ).notices
        .filter(({ code }) => code === 'SETUP_OUTDATED')
        .map(({ path }) => path)
    }
    expect(await notices()).toEqual([])
    write(folder, { 'AGENTS.md': text(folder, 'AGENTS.md').replace(/^4\. \w+/m, '4. Lost') })
    expect(await notices()).toEqual(['AGENTS.md'])
    await agents(folder)
    expect(await notices()).toEqual([])
  })
})

describe('baton init --protocol', () => {
  it('creates the first files and the configuration for them at once', async () => {
    const folder = places.folder({})
    repository(folder)
    const dry = await runHere(['init', '--protocol', 'plugin', '--name', 'TinyGain', '--dry-run'], { cwd: folder })
    expect([dry.code, filesIn(folder)]).toEqual([0, {}])
    const { code, stdout } = await runHere(['init', '--protocol', 'plugin', '--name', 'TinyGain'], { cwd: folder })
    expect(code).toBe(0)
    expect(stdout).toContain('Wrote PLUGINS.md\n')
    expect(Object.keys(filesIn(folder))).toEqual([
      '.gitattributes',
      '.github/baton.yml',
      '.github/workflows/baton.yml',
      'PLUGINS.md',
      'plugins/TinyGain/.ideas/creative-brief.md',
    ])
    expect((await runHere(['validate', '--strict'], { cwd: folder })).code).toBe(0)
    expect((await runHere(['next'], { cwd: folder })).stdout).toContain('run baton accept TinyGain')
    expect((await runHere(['init', '--protocol', 'plugin', '--name', 'Lush'], { cwd: folder })).code).toBe(2)
  })

  it.each([
    ['handover', ['--name', 'login', '--task', 'Let people log in'], 'Let people log in'],
    ['subagent', ['--name', 'Let people log in', '--task', 'Draw the form', '--task', 'Test it'], 'Draw the form'],
  ] as const)('passes tasks on to %s', async (protocol, words, text) => {
    const folder = places.folder({})
    repository(folder)
    expect((await runHere(['init', '--protocol', protocol, ...words], { cwd: folder })).code).toBe(0)
    expect(Object.values(filesIn(folder)).join('\n')).toContain(text)
    expect((await runHere(['validate', '--strict'], { cwd: folder })).code).toBe(0)
    expect((await runHere(['next'], { cwd: folder })).stdout).toContain('run baton accept')
  })

  it.each([
    ['', true],
    ['node_modules\r\n*.local.*\r\n', false],
  ])(
    'says that local files of a project are not to be committed, where `.gitignore` is %j: %s',
    async (ignored, isSaid) => {
      for (const words of [
        ['new', 'handover', 'login'],
        ['init', '--protocol', 'handover', '--name', 'login'],
      ]) {
        const folder = places.folder({ '.gitignore': ignored })
        repository(folder)
        const { code, stdout } = await runHere([...words, '--task', 'Let people log in'], { cwd: folder })
        expect([code, stdout.includes('Add `*.local.*` to `.gitignore`')]).toEqual([0, isSaid])
      }
    },
  )

  it.each(['.git/info/exclude', '.config/git/ignore'])(
    'does not ask for what `%s` has git ignore already',
    async (path) => {
      const folder = places.folder({ 'README.md': 'Ours.\n' })
      repository(folder)
      write(folder, { [path]: '*.local.*\n' })
      const env = { XDG_CONFIG_HOME: join(folder, '.config') }
      const { code, stdout } = await runHere(['new', 'handover', 'login', '--task', 'Let people log in'], {
        cwd: folder,
        env,
      })
      expect([code, stdout]).toEqual([0, expect.not.stringContaining('.gitignore')])
    },
  )

  it('grants the first session to the agent that is named, by option or environment', async () => {
    const words = ['init', '--protocol', 'governance', '--name', 'sess1']
    for (const [extraArgs, env] of [
      [['--agent', 'idumb-project-executor'], { BATON_AGENT: 'another' }],
      [[], { BATON_AGENT: 'idumb-project-executor' }],
    ] as const) {
      const folder = places.folder({})
      repository(folder)
      expect((await runHere([...words, ...extraArgs], { cwd: folder, env })).code).toBe(0)
      expect(text(folder, '.idumb/sessions/sess1.json')).toContain('"agent": "idumb-project-executor"')
      expect((await runHere(['validate', '--strict'], { cwd: folder })).code).toBe(0)
      expect((await runHere(['next'], { cwd: folder })).stdout).toMatch(/^work session:sess1/)
    }
    for (const extraArgs of [[], ['--agent', 'idumb-project-executor']]) {
      const folder = places.folder({})
      const env = { BATON_AGENT: extraArgs.length === 0 ? 'idumb-project-executor' : 'another' }
      expect((await runHere(['new', 'governance', 'sess1', ...extraArgs], { cwd: folder, env })).code).toBe(0)
      expect(text(folder, '.idumb/sessions/sess1.json')).toContain('"agent": "idumb-project-executor"')
    }
    const folder = places.folder({})
    expect((await runHere(words, { cwd: folder })).stdout).toContain('Missing option `--agent`')
    const plugin = ['init', '--protocol', 'plugin', '--name', 'TinyGain']
    expect((await runHere([...plugin, '--agent', 'dsp-agent'], { cwd: folder })).code).toBe(2)
    expect((await runHere(['init', '--agent', 'dsp-agent'], { cwd: folder })).stderr).toContain(
      'Unexpected --agent without --protocol.',
    )
    expect(filesIn(folder)).toEqual({})
    expect((await runHere(plugin, { cwd: folder, env: { BATON_AGENT: 'dsp-agent' } })).code).toBe(0)
  })

  it('takes no task where nothing is made, and where the protocol has none', async () => {
    const folder = places.folder({})
    expect((await runHere(['init', '--task', 'x'], { cwd: folder })).code).toBe(2)
    expect(
      (await runHere(['init', '--protocol', 'plugin', '--name', 'TinyGain', '--task', 'x'], { cwd: folder })).code,
    ).toBe(2)
    expect(filesIn(folder)).toEqual({})
  })

  it('writes nothing when the first files cannot be made', async () => {
    const folder = places.folder({})
    const { code, stdout } = await runHere(['init', '--protocol', 'plugin', '--format', 'json'], { cwd: folder })
    expect([code, (JSON.parse(stdout) as Answer).outcome]).toEqual([2, 'usage'])
    writeFileSync(join(folder, 'x'), '')
    expect(Object.keys(filesIn(folder))).toEqual(['x'])
  })
})
