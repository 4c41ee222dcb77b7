import fc from 'fast-check'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { block, blockFor } from '../../../src/engine/installation/agents/block.ts'
import { configurationPath, readConfiguration } from '../../../src/engine/configuration/read.ts'
import { configurationSchema } from '../../../src/engine/configuration/schema.ts'
import { textDocument } from '../../../src/documents/text.ts'
import { withDuties } from '../../../src/engine/installation/agents/duties.ts'
import { starterFiles } from '../../../src/engine/installation/starter.ts'
import { hostNames } from '../../../src/core/installation.ts'
import { hosts, serverFiles } from '../../../src/engine/installation/agents/hosts.ts'
import {
  agentsSelection,
  outdatedTexts,
  planAgents,
  programFor,
  startsIn,
  type AgentsRequest,
} from '../../../src/engine/installation/agents/plan.ts'
import { skill, skillPaths } from '../../../src/engine/installation/agents/skill.ts'
import { explanations } from '../../../src/engine/explanations.ts'
import { documentation } from '../../../src/entry/documentation.ts'
import { protocols } from '../../../src/entry/protocols.ts'
import { memoryTree } from '../../../src/gateways/memory.ts'
import { runs } from '../../thorough.ts'

type Files = Readonly<Record<string, string>>
type AgentsOptions = Partial<Omit<AgentsRequest, 'view'>> & { readonly links?: readonly string[] }

/** Folders are seen in a view of memory where a file lies in them. */
const plan = async (files: Files, { links = [], ...options }: AgentsOptions = {}) => {
  const view = await memoryTree(files, { links }).open(agentsSelection)
  const request = { view, servers: true, remove: false, version: '1.2.3', running: ['baton'] as const, ...options }
  const program = programFor(request)
  if (!program) throw new TypeError('no program')
  return planAgents(request, program)
}

/** The files as they become; none is refused. */
async function applied(files: Files, options: AgentsOptions = {}): Promise<Files> {
  const { changes, diagnostics } = await plan(files, options)
  expect(diagnostics).toEqual([])
  const after = { ...files }
  for (const [path, text] of changes) {
    if (text === null) delete after[path]
    else after[path] = String(text)
  }
  return after
}

const codes = async (files: Files, options: AgentsOptions = {}) => {
  const { changes, diagnostics } = await plan(files, options)
  if (diagnostics.some(({ severity }) => severity === 'error')) expect(changes.size).toBe(0)
  return diagnostics.map(({ code, place: { path, line } }) => `${code} ${path}${line === undefined ? '' : `:${line}`}`)
}

const everyHost = { hooks: hostNames }
const data = (text: string | undefined) => JSON.parse(text ?? '') as Readonly<Record<string, unknown>>

describe('instructions for agents', () => {
  it('is short', () => {
    expect(countTokens(block)).toBeLessThanOrEqual(160)
    expect(countTokens(skill.slice(skill.indexOf('# Baton')))).toBeLessThanOrEqual(1500)
    expect((/description: (.+)/.exec(skill)?.[1] ?? '').split(' ').length).toBeLessThanOrEqual(60)
  })

  it.each([block, skill])('says which name to give, what the orchestrator does, and for whom it answers', (text) => {
    expect(text).toMatch(/your own NAME|NAME is your own/)
    expect(text).toMatch(/`baton next --agent NAME`.*\n?.*`claude\/2`[^]*[Pp]lain `(?:baton )?next`/)
    expect(text).toMatch(/orchestrator.*finish, install, review/)
    expect(text).toMatch(/`(?:baton )?answer\b.*NAME is (?:who|the agent that) asked/)
  })

  it.each([block, skill])('names the workflows that a repository declares', (text) => {
    expect(text).toMatch(/state files \(.*sessions, `workflows`\)|`\.github\/baton\.yml`.*\n.*`workflows`/)
  })

  it('says how the program is started where that is not by its name, and is current all the same', async () => {
    const running = ['node', 'tools/baton/dist/cli.js'] as const
    const after = await applied({}, { running })
    expect(after['AGENTS.md']).toBe(`${blockFor('node tools/baton/dist/cli.js')}\n`)
    expect(after['AGENTS.md']).toContain('only by `baton`.\nHere, `baton` is `node tools/baton/dist/cli.js`.\n\n1. ')
    expect(outdatedTexts(await memoryTree(after).open(agentsSelection))).toEqual([])
    expect(await applied(after, { running })).toEqual(after)
    expect((await applied(after, { running: ['baton'] }))['AGENTS.md']).toBe(`${block}\n`)
    expect((await applied({}, { command: 'npx baton' }))['AGENTS.md']).toContain('Here, `baton` is `npx baton`.')
    for (const command of ['baton', 'ba`ton']) expect(blockFor(command)).toBe(block)
    const edited = after['AGENTS.md']?.replace('Do nothing else.', 'Do as you like.') ?? ''
    expect(outdatedTexts(await memoryTree({ 'AGENTS.md': edited }).open(agentsSelection))).toMatchObject([
      { what: 'block' },
    ])
  })

  it('names codes that can be explained', () => {
    const knownCodes = new Set(explanations(protocols, { rules: [], documentation }).map(({ code }) => code))
    const named = [...skill.matchAll(/^\| (.+?) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, code]) => code),
    )
    expect(named.length).toBeGreaterThanOrEqual(10)
    expect(named.filter((code) => !knownCodes.has(code ?? ''))).toEqual([])
    for (const code of ['SETUP_BLOCK', 'SETUP_UNREADABLE', 'SETUP_LINK', 'SETUP_MODIFIED'])
      expect(knownCodes).toContain(code)
  })
})

describe('in a repository without any of it', () => {
  it('are the block, the skill and the server', async () => {
    const after = await applied({})
    expect(after).toEqual({
      '.github/baton.yml': expect.stringMatching(/^commands:\n {2}separate-duties: agents\b/),
      'AGENTS.md': `${block}\n`,
      [skillPaths.all]: skill,
      '.mcp.json':
        '{\n  "mcpServers": {\n    "baton": {\n      "command": "baton",\n      "args": [\n        "mcp"\n      ]\n    }\n  }\n}\n',
    })
    expect(await applied(after, { remove: true })).toEqual({})
  })

  it('are hooks for every host that is named, but for one that runs those of another', async () => {
    const after = await applied({}, everyHost)
    expect(Object.keys(after).toSorted()).toEqual(
      [
        '.agents/skills/baton/SKILL.md',
        '.claude/settings.json',
        '.claude/skills/baton/SKILL.md',
        '.codex/hooks.json',
        '.gemini/settings.json',
        '.github/baton.yml',
        '.github/hooks/baton.json',
        '.mcp.json',
        'AGENTS.md',
      ].toSorted(),
    )
    const { notes } = await plan({}, everyHost)
    expect(notes.join()).toContain('.cursor/hooks.json')
    expect(await applied(after, everyHost)).toEqual(after)
    expect(await applied(after, { remove: true })).toEqual({})
  })

  it.each<readonly [files: Files, written: readonly string[]]>([
    [{ '.claude/x': '' }, ['.claude/settings.json']],
    [{ '.github/hooks/other.json': '{}' }, ['.github/hooks/baton.json']],
    // Every repository has this folder, and not every one Copilot.
    [{ '.github/workflows/x.yml': '' }, []],
    [{}, []],
  ])('are of the hosts whose folder is there, where no host is named: %j', async (files, written) => {
    const { changes, notes } = await plan(files, { hooks: 'found', servers: false })
    expect(hostNames.map((name) => hosts[name].file).filter((path) => changes.has(path))).toEqual(written)
    expect(notes.some((note) => note.includes('.github/hooks of Copilot'))).toBe(written.length === 0)
  })

  it.each(hostNames)('has each event of %s once', async (name) => {
    const after = await applied({}, { hooks: [name], servers: false })
    const { file, entries, base } = hosts[name]
    const { hooks, ...rest } = data(after[file])
    expect(rest).toEqual(base)
    expect(Object.keys(hooks as object)).toEqual(Object.keys(entries))
    for (const [event, list] of Object.entries(hooks as Readonly<Record<string, readonly unknown[]>>)) {
      expect(list).toHaveLength(1)
      expect(JSON.stringify(list)).toContain(`hook ${entries[event]?.event} --host ${name}"`)
    }
    expect(await applied(after, { remove: true })).toEqual({})
  })
})

describe('the command', () => {
  it.each<readonly [string, Files, string | undefined, object, string]>([
    ['is that of the machine', {}, undefined, { command: 'baton', args: ['mcp'] }, 'baton hook start --host claude'],
    [
      'is that of the packages that the repository lists',
      { 'package.json': '{"devDependencies": {"baton": "1"}}' },
      undefined,
      { command: 'node', args: ['node_modules/baton/dist/cli.js', 'mcp'] },
      'node "$CLAUDE_PROJECT_DIR/node_modules/baton/dist/cli.js" hook start --host claude',
    ],
    [
      'is the one that is given',
      {},
      'node "my tools/b.js"',
      { command: 'node', args: ['my tools/b.js', 'mcp'] },
      'node "my tools/b.js" hook start --host claude',
    ],
  ])('%s', async (_, files, command, server, hook) => {
    const after = await applied(files, { hooks: ['claude'], command })
    expect(data(after['.mcp.json'])).toEqual({ mcpServers: { baton: server } })
    expect(JSON.stringify(data(after['.claude/settings.json']))).toContain(JSON.stringify(hook))
    const { copies } = await plan(files, { command })
    expect(copies.map(({ text }) => text).join('\n')).toContain(
      `args = ["${(server as { readonly args: readonly string[] }).args.join('", "')}"]`,
    )
  })

  it('follows the packages, and leaves alone what a person chose', async () => {
    const manifest = { 'package.json': '{"dependencies": {"baton": "1"}}' }
    const moved = await applied({ ...(await applied({}, { hooks: ['codex'] })), ...manifest }, { hooks: ['codex'] })
    expect(moved['.mcp.json']).toContain('node_modules/baton')
    expect(moved['.codex/hooks.json']).toContain('node node_modules/baton/dist/cli.js hook stop --host codex')
    const chosen = await applied({}, { command: 'my-baton' })
    expect(await codes(chosen)).toEqual(['SETUP_MODIFIED .mcp.json'])
    expect(await applied(chosen, { command: 'my-baton' })).toEqual(chosen)
    expect(await applied(chosen, { remove: true, command: 'my-baton' })).toEqual({})
    const { changes, diagnostics } = await plan(chosen, { remove: true })
    expect([[...changes.keys()], diagnostics.map(({ code }) => code)]).toEqual([
      ['AGENTS.md', skillPaths.all, configurationPath],
      ['SETUP_MODIFIED'],
    ])
  })
})

describe('what is written', () => {
  const agentsFile = 'AGENTS.md'
  const everyFile = Object.fromEntries(serverFiles.map(({ file }) => [file, '{}\n']))
  const [outside, inside] = ['/opt/my tools/baton/dist/cli.js', 'tools/baton/dist/cli.js']
  it.each<readonly [running: AgentsRequest['running'], quoted: string, isOfOneMachine: boolean]>([
    [['baton'], 'baton', false],
    [['node', outside], `node '${outside}'`, true],
    [['/opt/node/bin/node', '/opt/baton/dist/cli.js'], '/opt/node/bin/node /opt/baton/dist/cli.js', true],
    [['node', inside], `node ${inside}`, false],
  ])('starts the program that runs, for every host and in every file: %j', async (running, quoted, isOfOne) => {
    for (const name of hostNames) {
      const files = { ...everyFile, ...(name === 'gemini' ? {} : { [hosts[name].file]: '{}\n' }) }
      const options = { hooks: [name], running }
      const after = await applied(files, options)
      const [command, ...args] = running
      for (const { file, key } of serverFiles)
        expect([file, data(after[file])]).toEqual([
          file,
          expect.objectContaining({ [key]: { baton: { command, args: [...args, 'mcp'] } } }),
        ])
      const line = name === 'claude' && running[1] === inside ? `node "$CLAUDE_PROJECT_DIR/${inside}"` : quoted
      const view = await memoryTree(after).open(agentsSelection)
      const started = startsIn(view)
      expect(started.filter(({ kind }) => kind === 'server').map(({ words }) => words)).toEqual(
        serverFiles.map(() => [...running, 'mcp']),
      )
      // The texts that agents read say it too: what doctor tries and names is the same in all of them.
      const texts = [agentsFile, ...Object.values(skillPaths)].filter((path) => after[path] !== undefined)
      const inTexts = started.filter(({ kind }) => kind === 'text')
      expect(inTexts.map(({ path, written }) => [path, written])).toEqual(
        running[0] === 'baton' ? [] : texts.map((path) => [path, quoted]),
      )
      expect(inTexts.every(({ words }) => words?.slice(0, running.length).join(' ') === running.join(' '))).toBe(true)
      for (const path of texts) {
        const start = `Here, \`baton\` is \`${quoted}\`.`
        expect([path, String(after[path]).includes(start)]).toEqual([path, running[0] !== 'baton'])
        const lineOf = inTexts.find((entry) => entry.path === path)?.line
        expect(lineOf === undefined ? start : String(after[path]).split('\n')[lineOf - 1]).toBe(start)
      }
      expect(outdatedTexts(view)).toEqual([])
      expect(await applied(after, options)).toEqual(after)
      const hooks = started.filter(({ kind }) => kind === 'hook')
      expect(hooks).toHaveLength(Object.keys(hosts[name].entries).length * hosts[name].commandKeys.length)
      for (const { path, written, words } of hooks) {
        const [, event = ''] = / hook (\w+) --host /.exec(written) ?? []
        expect([path, written]).toEqual([hosts[name].file, `${line} hook ${event} --host ${name}`])
        expect(words).toEqual([...running, 'hook', event, '--host', name])
      }
      const { notes, copies } = await plan(files, options)
      expect(notes.some((note) => note.includes('a path of this machine'))).toBe(isOfOne)
      expect(copies[0]?.text).toContain(`command = ${JSON.stringify(command)}`)
      // By another program they are brought up to date, and taken out.
      expect(await applied(await applied(after, { ...options, running: ['baton'] }), options)).toEqual(after)
      const removed = await applied(after, { running: ['baton'], remove: true })
      expect(startsIn(await memoryTree(removed).open(agentsSelection))).toEqual([])
    }
  })

  it.each([
    'node "$(reboot)/dist/cli.js"',
    'node /opt/dist/cli.js;reboot',
    'evil/node /opt/dist/cli.js',
    'sh /opt/dist/cli.js',
    'node --import ./evil.js /opt/dist/cli.js',
    'node /opt/evil.js',
    'baton && reboot',
  ])('is told from another command: %s', async (command) => {
    const hook = { hooks: { Stop: [{ hooks: [{ type: 'command', command: `${command} hook stop --host claude` }] }] } }
    const [first, ...args] = command.split(' ')
    const server = { mcpServers: { baton: { command: first, args: [...args, 'mcp'] } } }
    const files = { '.claude/settings.json': JSON.stringify(hook), '.mcp.json': JSON.stringify(server) }
    const started = startsIn(await memoryTree(files).open(agentsSelection))
    expect(started.filter(({ kind }) => kind === 'hook').map(({ words }) => words)).toEqual([undefined])
    // Without a shell, `;` and `$` are letters of a path that leads nowhere.
    if (!/[;$]/.test(command))
      expect(started.filter(({ kind }) => kind === 'server').map(({ words }) => words)).toEqual([undefined])
  })
})

describe('files of people', () => {
  it.each(['.cursor/mcp.json', '.gemini/settings.json', '.vscode/mcp.json'])(
    'get the server where they are there: %s',
    async (path) => {
      const after = await applied({ [path]: '{"other": 1}\n' })
      expect(data(after[path])).toEqual({
        other: 1,
        [path.startsWith('.vscode') ? 'servers' : 'mcpServers']: { baton: { command: 'baton', args: ['mcp'] } },
      })
      expect(await applied({ [path]: '{"other": 1}\n' }, { servers: false })).toMatchObject({
        [path]: '{"other": 1}\n',
      })
    },
  )

  it.each<readonly [string, Files, readonly string[], readonly string[]]>([
    ['CLAUDE.md gets the block', { 'CLAUDE.md': 'x\n' }, [], ['AGENTS.md', 'CLAUDE.md']],
    [
      'both CLAUDE.md do',
      { 'CLAUDE.md': 'x\n', '.claude/CLAUDE.md': 'y' },
      [],
      ['AGENTS.md', 'CLAUDE.md', '.claude/CLAUDE.md'],
    ],
    ['not one that imports AGENTS.md', { 'CLAUDE.md': 'x\n@AGENTS.md\n' }, [], ['AGENTS.md']],
    ['one that only shows how to import', { 'CLAUDE.md': '```\n@AGENTS.md\n```\n' }, [], ['AGENTS.md', 'CLAUDE.md']],
    ['not a link to AGENTS.md', { 'CLAUDE.md': 'AGENTS.md' }, ['CLAUDE.md'], ['AGENTS.md']],
    ['not a link to it from a folder', { '.claude/CLAUDE.md': '../AGENTS.md' }, ['.claude/CLAUDE.md'], ['AGENTS.md']],
    ['the file after AGENTS.md', { 'AGENTS.md': './CLAUDE.md', 'CLAUDE.md': 'x\n' }, ['AGENTS.md'], ['CLAUDE.md']],
  ])('%s', async (_, files, links, expected) => {
    const { changes, diagnostics } = await plan(files, { links, servers: false })
    expect(diagnostics).toEqual([])
    expect([...changes].flatMap(([path, text]) => (String(text).includes(block) ? [path] : []))).toEqual(expected)
  })

  it('lose a block that became double by an import', async () => {
    const after = await applied({ 'CLAUDE.md': 'x\n' })
    const imported = await applied({ ...after, 'CLAUDE.md': `@AGENTS.md\n\n${after['CLAUDE.md']}` })
    expect(imported['CLAUDE.md']).toBe('@AGENTS.md\n\nx\n')
  })

  it('keep what is around an earlier block', async () => {
    const older = block.replace(/^4\. \w+/m, '4. Lost')
    const after = await applied({ 'AGENTS.md': `a\r\n\r\n${older.replaceAll('\n', '\r\n')}\r\nb` })
    expect(after['AGENTS.md']).toBe(`a\r\n\r\n${block.replaceAll('\n', '\r\n')}\r\nb`)
  })

  it('are left alone where they were changed, and named', async () => {
    const after = await applied({})
    expect(await codes({ ...after, [skillPaths.all]: `${skill}\nmine\n` })).toEqual([
      `SETUP_MODIFIED ${skillPaths.all}`,
    ])
    expect(await codes({ ...after, [skillPaths.all]: `${skill}\nmine\n` }, { remove: true })).toEqual([
      `SETUP_MODIFIED ${skillPaths.all}`,
    ])
    for (const entry of [
      '{"command": "baton", "args": ["mcp"], "env": {}}',
      '{"command": "/opt/baton", "args": ["mcp"]}',
      '{"command": "baton", "args": ["--debug", "mcp"]}',
      '{"args": ["mcp"]}',
      '"baton mcp"',
    ]) {
      const changed = { ...after, '.mcp.json': `{"mcpServers": {"baton": ${entry}}}` }
      expect([entry, await codes(changed)]).toEqual([entry, ['SETUP_MODIFIED .mcp.json']])
      expect([entry, await codes(changed, { remove: true })]).toEqual([entry, ['SETUP_MODIFIED .mcp.json']])
      expect((await plan(changed, { remove: true })).changes.has('.mcp.json')).toBe(false)
    }
    const turned = '{"mcpServers": {"baton": {"args": ["mcp"], "command": "baton"}}}'
    expect(await applied({ '.mcp.json': turned }, { remove: true })).toEqual({})
  })

  it('keep hooks of others, in their groups too, and what a person put beside ours', async () => {
    const settings =
      '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "lint"}, {"type": "command", "command": "old hook stop --host claude", "timeout": 9}]}]}}'
    expect(await codes({ '.claude/settings.json': settings }, { hooks: ['claude'] })).toEqual([
      'SETUP_MODIFIED .claude/settings.json',
    ])
    const after = await applied({ '.claude/settings.json': settings }, { hooks: ['claude'], command: 'baton' })
    expect(data(after['.claude/settings.json'])).toMatchObject({
      hooks: { Stop: [{ hooks: [{ command: 'lint' }, { command: 'baton hook stop --host claude', timeout: 9 }] }] },
    })
    expect(data((await applied(after, { remove: true }))['.claude/settings.json'])).toEqual({
      hooks: { Stop: [{ hooks: [{ type: 'command', command: 'lint' }] }] },
    })
  })

  it('keep one of our hooks where it occurs there twice, and none with --remove', async () => {
    const ourHook = { type: 'command', command: 'baton hook stop --host claude' }
    const hooks = {
      Stop: [
        { matcher: 'a', hooks: [ourHook, ourHook] },
        { hooks: [{ type: 'command', command: 'lint' }, ourHook] },
        { matcher: 'b', hooks: [ourHook, ourHook] },
      ],
    }
    const files = { '.claude/settings.json': JSON.stringify({ hooks }) }
    const after = await applied(files, { hooks: ['claude'] })
    expect((data(after['.claude/settings.json'])['hooks'] as typeof hooks).Stop).toEqual([
      { matcher: 'a', hooks: [ourHook] },
      { hooks: [{ type: 'command', command: 'lint' }] },
    ])
    const removed = await applied(files, { remove: true })
    expect(data(removed['.claude/settings.json'])).toEqual({
      hooks: { Stop: [{ hooks: [{ type: 'command', command: 'lint' }] }] },
    })
    const many = JSON.stringify({ hooks: { Stop: Array.from({ length: 101 }, () => ({ hooks: [ourHook] })) } })
    for (const options of [{ hooks: ['claude'] as const }, { remove: true }])
      expect(await codes({ '.claude/settings.json': many }, options)).toEqual([
        'SETUP_UNREADABLE .claude/settings.json',
      ])
  })

  it('of Cursor lose ours where Claude Code gets them', async () => {
    const cursorFiles = await applied({}, { hooks: ['cursor'] })
    expect(cursorFiles['.cursor/hooks.json']).toContain('hook stop --host cursor')
    expect((await applied(cursorFiles, { hooks: ['claude'] }))['.cursor/hooks.json']).toBe(
      cursorFiles['.cursor/hooks.json'],
    )
    expect((await applied(cursorFiles, { hooks: ['claude', 'cursor'] }))['.cursor/hooks.json']).toBeUndefined()
  })
})

describe('that no agent reviews its own work', () => {
  const separateDuties = async (files: Files) => {
    const view = await memoryTree(files).open({ selectors: [{ glob: configurationPath, level: 'text' }], limit: 1000 })
    const read = readConfiguration(view, () => configurationSchema({ protocols: [], rules: [] }))
    return 'configuration' in read
      ? read.configuration.commands.separateDuties
      : read.problems.map(({ message }) => message)
  }
  const starter =
    starterFiles([], [], [], { name: 'example-org/baton', version: 'v1' }, { hasAgents: false, isInstalled: true }).get(
      configurationPath,
    ) ?? ''

  it.each([
    undefined,
    '# mine\n',
    'sync: off\n',
    'sync: off',
    'sync: off\r\nmode: soft\r\n',
    '\ufeffsync: off\n',
    starter,
  ])('is set in the configuration, and taken out again to the byte: %j', async (text) => {
    const files = text === undefined ? {} : { [configurationPath]: text }
    const once = await applied(files)
    expect(await separateDuties(once)).toBe('agents')
    expect((await plan(files)).notes).toEqual([])
    expect(await applied(once)).toEqual(once)
    expect(await applied(once, { remove: true })).toEqual(files)
  })

  it('is set in a new configuration as it is in one that was there', () => {
    expect(
      starterFiles(
        [],
        [],
        [],
        { name: 'example-org/baton', version: 'v1' },
        { hasAgents: true, isInstalled: true },
      ).get(configurationPath),
    ).toBe(withDuties(textDocument('', starter)))
  })

  it.each(['commands: { separate-duties: true }\n', 'commands:\n  separate-duties: false\n'])(
    'is left as a person has set it: %j',
    async (text) => {
      const { changes, notes } = await plan({ [configurationPath]: text })
      expect([changes.has(configurationPath), notes]).toEqual([false, []])
    },
  )

  it.each(['commands: { prefix: required }\n', 'commands:\n', 'commands: [\n', '- x\n'])(
    'is to be added by hand: %j',
    async (text) => {
      const { changes, notes } = await plan({ [configurationPath]: text })
      expect([changes.has(configurationPath), notes]).toEqual([
        false,
        [expect.stringContaining('Add `separate-duties: agents`')],
      ])
    },
  )

  it('stays where a person has added to it', async () => {
    const [configuration] = Object.entries(await applied({})).flatMap(([path, text]) =>
      path === configurationPath ? [text] : [],
    )
    const files = { [configurationPath]: `sync: off\n\n${configuration}  prefix: required\n` }
    expect((await plan(files, { remove: true })).changes.has(configurationPath)).toBe(false)
  })
})

describe('is refused as a whole', () => {
  const begin = '<!-- baton:begin v1 -->\n'
  const end = '<!-- baton:end -->\n'
  it.each<readonly [string, Files, string, readonly string[]]>([
    ['a beginning without an end', { 'AGENTS.md': `x\n${begin}` }, 'SETUP_BLOCK AGENTS.md:2', []],
    ['an end without a beginning', { 'AGENTS.md': end }, 'SETUP_BLOCK AGENTS.md:1', []],
    ['two blocks', { 'AGENTS.md': begin + end + begin + end }, 'SETUP_BLOCK AGENTS.md:3', []],
    ['a block in a block', { 'CLAUDE.md': begin + begin + end + end }, 'SETUP_BLOCK CLAUDE.md:2', []],
    ['a block in code', { 'AGENTS.md': `\`\`\`\n${begin}${end}\`\`\`\n` }, 'SETUP_BLOCK AGENTS.md:2', []],
    ['code that is not closed', { 'AGENTS.md': '```\nx\n' }, 'SETUP_BLOCK AGENTS.md:2', []],
    ['no JSON', { '.mcp.json': '{"a": }' }, 'SETUP_UNREADABLE .mcp.json:1', []],
    ['an empty file', { '.mcp.json': '' }, 'SETUP_UNREADABLE .mcp.json:1', []],
    ['servers that are no object', { '.mcp.json': '{"mcpServers": []}' }, 'SETUP_UNREADABLE .mcp.json:1', []],
    ['no object', { '.vscode/mcp.json': '[]' }, 'SETUP_UNREADABLE .vscode/mcp.json', []],
    [
      'a key that comes twice',
      { '.mcp.json': '{"mcpServers": {},\n"mcpServers": {}}' },
      'SETUP_UNREADABLE .mcp.json:2',
      [],
    ],
    [
      'hooks that are null',
      { '.claude/settings.json': '{"hooks": null}' },
      'SETUP_UNREADABLE .claude/settings.json:1',
      [],
    ],
    [
      'an event that is not a list',
      { '.claude/settings.json': '{"hooks": {"Stop": {}}}' },
      'SETUP_UNREADABLE .claude/settings.json:1',
      [],
    ],
    ['a link', { 'AGENTS.md': '../elsewhere.md' }, 'SETUP_LINK AGENTS.md', ['AGENTS.md']],
    ['a link to settings', { '.mcp.json': 'mcp.json' }, 'SETUP_LINK .mcp.json', ['.mcp.json']],
    ['a folder that is a link', { '.agents': '../elsewhere' }, `SETUP_LINK ${skillPaths.all}`, ['.agents']],
    ['a text that nests too deep', { '.mcp.json': `// "\n${'['.repeat(1e5)}` }, 'SETUP_UNREADABLE .mcp.json:2', []],
  ])('%s', async (_, files, expected, links) => {
    expect(await codes(files, { links, hooks: ['claude'] })).toEqual([expected])
  })
})

const endings = fc.constantFrom('\n', '\r\n')
const line = fc.constantFrom(
  '# Title',
  'text',
  '',
  '- item',
  '> quote',
  '| a | b |',
  '<!-- note -->',
  '\ttab',
  'a lone\rreturn',
)
const markdown = fc
  .record({
    bom: fc.boolean(),
    lines: fc.array(line, { minLength: 1, maxLength: 8 }),
    eol: endings,
    last: fc.constantFrom('', '\n', '\r\n', '\n\n', '\r'),
  })
  .map(({ bom, lines, eol, last }) => `${bom ? '\ufeff' : ''}${lines.join(eol)}${last}`)
  .filter((text) => text.trim() !== '')

const comment = fc.constantFrom('', ' // note', ' /* note */', '/* note */')
const settingsText = (key: string) =>
  fc
    .record({
      bom: fc.boolean(),
      eol: endings,
      unit: fc.constantFrom('  ', '\t', '    ', ''),
      comments: fc.array(comment, { minLength: 6, maxLength: 6 }),
      trailing: fc.boolean(),
      last: fc.constantFrom('', '\n', '\r\n'),
      inner: fc.constantFrom('none', 'other', 'comment'),
    })
    .map(({ bom, eol, unit, comments, trailing, last, inner }) => {
      const comma = trailing ? ',' : ''
      const [a, b, c, d, e, f] = comments
      const otherMembers =
        inner === 'none'
          ? []
          : [
              inner === 'other'
                ? `${unit}"${key}": {${c}${eol}${unit}${unit}"other": {}${comma}${d}${eol}${unit}}`
                : `${unit}"${key}": { /* none */ }`,
            ]
      const members = [`${unit}"first": [1, 2]`, ...otherMembers].join(`,${b}${eol}`)
      return `${bom ? '\ufeff' : ''}{${a}${eol}${members}${comma}${e}${eol}}${f}${last}`
    })

describe('taking out what was written', () => {
  const after = async (files: Files) => {
    const once = await applied(files, everyHost)
    expect(await applied(once, everyHost)).toEqual(once)
    return applied(once, { remove: true })
  }

  it('gives back texts to the byte', async () => {
    await fc.assert(
      fc.asyncProperty(markdown, markdown, async (agents, claude) => {
        const files = { 'AGENTS.md': agents, 'CLAUDE.md': claude }
        expect(await after(files)).toEqual(files)
      }),
      { numRuns: runs(20) },
    )
  })

  it('gives back settings to the byte', async () => {
    await fc.assert(
      fc.asyncProperty(
        settingsText('mcpServers'),
        settingsText('hooks'),
        settingsText('servers'),
        async (mcp, hooks, servers) => {
          const files = {
            '.mcp.json': mcp,
            '.claude/settings.json': hooks,
            '.gemini/settings.json': mcp,
            '.vscode/mcp.json': servers,
            '.codex/hooks.json': hooks,
          }
          expect(await after(files)).toEqual(files)
        },
      ),
      { numRuns: runs(20) },
    )
  })

  it.each(['{}', '{}\n', '{ "servers": {} }', '{ "mcpServers": {} }\n'])(
    'keeps the files of servers that were there: %j',
    async (text) => {
      const path = text.includes('"servers"') ? '.vscode/mcp.json' : '.cursor/mcp.json'
      expect(await after({ [path]: text })).toEqual({ [path]: text })
    },
  )

  it('gives back one line', async () => {
    const files = {
      '.mcp.json': '{"a":1}',
      '.gemini/settings.json': '{"mcpServers": {"x": {}}, "hooks": {"AfterTool": [{"hooks": []}]}}',
    }
    expect(await after(files)).toEqual(files)
  })

  it('touches nothing when nothing was written', async () => {
    const files = {
      'AGENTS.md': 'x',
      '.mcp.json': '{"mcpServers": {"x": {}}}',
      '.claude/settings.json': '{"hooks": null}',
    }
    expect((await plan(files, { remove: true })).changes.size).toBe(0)
    const empty = { 'AGENTS.md': '\n', '.mcp.json': '{}', '.cursor/hooks.json': '{"version": 1}' }
    expect((await plan(empty, { remove: true })).changes.size).toBe(0)
  })
})
