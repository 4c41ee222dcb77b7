import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { tryStart } from '../../src/gateways/programs.ts'
import { sample } from '../../src/protocols/plugin/examples.ts'
import { repository } from '../processes/work-tree.ts'
import { runHere } from './here.ts'
import { cli, environment, scratch, write } from './programs.ts'

const places = scratch()
afterAll(() => places.remove())

const fresh = (files = {}) => {
  const folder = places.folder({ ...sample, ...files })
  repository(folder)
  return folder
}
const commandIn = (folder: string) =>
  (
    JSON.parse(readFileSync(join(folder, '.mcp.json'), 'utf8')) as {
      mcpServers: { baton: { command: string; args: readonly string[] } }
    }
  ).mcpServers.baton

interface JsonFinding {
  readonly code: string
  readonly path: string
  readonly message: string
  readonly hint?: string
}
async function found(folder: string, env: Readonly<Record<string, string>> = {}): Promise<readonly JsonFinding[]> {
  const { stdout } = await runHere(['doctor', '--format', 'json'], { cwd: folder, env })
  const { warnings, notices } = JSON.parse(stdout) as {
    readonly warnings: readonly JsonFinding[]
    readonly notices: readonly JsonFinding[]
  }
  return [...warnings, ...notices].filter(({ code }) => code.startsWith('SETUP_START_'))
}
const codes = (all: readonly JsonFinding[]) => [...new Set(all.map(({ code }) => code))]

/** A PATH on which `baton` is this program. */
function withProgram(): Readonly<Record<string, string>> {
  const bin = places.folder()
  symlinkSync(cli, join(bin, 'baton'))
  return { PATH: `${bin}${delimiter}${process.env['PATH']}` }
}

describe('what init --agents writes', () => {
  it('starts from a clone that is not on the PATH, and says that it is a path of this machine', async () => {
    const folder = fresh()
    const { stdout } = await runHere(['init', '--agents', '--hooks', 'claude,codex,copilot,gemini'], { cwd: folder })
    expect(stdout).toContain('a path of this machine')
    expect(commandIn(folder).args).toEqual([cli, 'mcp'])
    const all = await found(folder)
    expect(codes(all)).toEqual(['SETUP_START_MACHINE'])
    expect(all.map(({ path }) => path).toSorted()).toEqual([
      '.agents/skills/baton/SKILL.md',
      '.claude/settings.json',
      '.claude/skills/baton/SKILL.md',
      '.codex/hooks.json',
      '.gemini/settings.json',
      '.github/hooks/baton.json',
      '.mcp.json',
      'AGENTS.md',
    ])
    // What git ignores is no trouble for others.
    write(folder, { '.gitignore': '.mcp.json\n' })
    expect((await found(folder)).map(({ path }) => path)).not.toContain('.mcp.json')
  })

  it('is the name of the program where that is on the PATH, and does not start where it is not', async () => {
    const folder = fresh()
    const env = withProgram()
    await runHere(['init', '--agents', '--hooks', 'cursor'], { cwd: folder, env })
    expect(commandIn(folder)).toEqual({ command: 'baton', args: ['mcp'] })
    expect(await found(folder, env)).toEqual([])
    const all = await found(folder)
    expect(codes(all)).toEqual(['SETUP_START_FAILS'])
    expect(all).toHaveLength(4)
    expect(all[0]?.message).toContain('there is no baton on the PATH')
    expect(all.find(({ path }) => path === '.cursor/hooks.json')?.hint).toMatch(
      /^Run `\S+ .*dist\/cli\.js init --agents --hooks cursor`\.$/,
    )
  })

  it('is that of the packages, which npm ci installs', async () => {
    const folder = fresh({ 'package.json': '{ "devDependencies": { "baton": "file:baton.tgz" } }' })
    await runHere(['init', '--agents'], { cwd: folder })
    expect(await found(folder)).toMatchObject(
      ['.mcp.json', 'AGENTS.md', '.agents/skills/baton/SKILL.md'].map(() => ({
        code: 'SETUP_START_FAILS',
        hint: 'Run `npm ci`.',
      })),
    )
    mkdirSync(join(folder, 'node_modules/baton'), { recursive: true })
    symlinkSync(join(cli, '..'), join(folder, 'node_modules/baton/dist'))
    expect(await found(folder)).toEqual([])
  })
})

describe('what a repository names', () => {
  const entry = (command: string, ...args: readonly string[]) =>
    JSON.stringify({ mcpServers: { baton: { command, args: [...args, 'mcp'] } } })

  it('does not start where the path is broken', async () => {
    expect(await found(fresh({ '.mcp.json': entry('node', '/gone/dist/cli.js') }))).toMatchObject([
      { code: 'SETUP_START_FAILS', message: expect.stringContaining('there is no /gone/dist/cli.js') as string },
      { code: 'SETUP_START_MACHINE' },
    ])
  })

  it.each([
    ['a shell', entry('sh', '-c', 'touch started')],
    ['a script', entry('node', 'evil.js')],
    ['a script in the place of ours', entry('node', 'node_modules/baton/dist/cli.js')],
    ['a script with our name elsewhere', entry('node', 'dist/cli.js')],
    ['another Node', entry('./node', cli)],
    ['something before ours', entry('node', '--import', './evil.js', cli)],
    [
      'an environment',
      JSON.stringify({
        mcpServers: { baton: { command: 'node', args: [cli, 'mcp'], env: { NODE_OPTIONS: '--import ./evil.js' } } },
      }),
    ],
  ])('is never run if it is another program: %s', async (_, settings) => {
    const evil = "require('node:fs').writeFileSync('started', '')"
    const files = {
      'evil.js': evil,
      'dist/cli.js': evil,
      'node_modules/baton/dist/cli.js': evil,
      node: '#!/bin/sh\ntouch started\n',
    }
    const folder = fresh({ ...files, '.mcp.json': settings })
    expect(codes(await found(folder)).filter((code) => code !== 'SETUP_START_MACHINE')).toEqual(['SETUP_START_FOREIGN'])
    expect(existsSync(join(folder, 'started'))).toBe(false)
  })
})

describe('a start', () => {
  const tried = (script: string, kind: 'handshake' | 'nothing') => {
    const program = join(places.folder({ 'cli.js': script }), 'cli.js')
    return tryStart(places.folder(), [process.execPath, program], kind, program, environment())
  }

  it.each([
    ['that ends', 'nothing', 'process.stdin.resume()', { outcome: 'runs' }],
    [
      'that fails',
      'nothing',
      "console.error('Error: no disk'); process.exit(3)",
      { outcome: 'fails', why: 'Error: no disk' },
    ],
    ['without a word', 'nothing', 'process.exit(3)', { outcome: 'fails', why: 'it ends with exit code 3' }],
    [
      'without an answer',
      'handshake',
      'process.stdin.resume()',
      { outcome: 'fails', why: 'it does not answer within 5 seconds' },
    ],
    [
      'with another answer',
      'handshake',
      "console.log('hello'); process.stdin.resume()",
      { outcome: 'fails', why: 'it does not answer' },
    ],
    [
      'that does not end',
      'nothing',
      'setInterval(() => console.log("x".repeat(1e6)), 1)',
      { outcome: 'fails', why: 'it does not answer within 5 seconds' },
    ],
  ] as const)('%s: %s, %s', async (_, kind, script, outcome) => {
    expect(await tried(script, kind)).toEqual(outcome)
  })
})
