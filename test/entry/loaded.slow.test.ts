import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { protocolNames, type BuiltInName } from '../../src/core/protocol.ts'
import { auditCodes } from '../../src/engine/audit/codes.ts'
import { engineCodes } from '../../src/engine/commands/codes.ts'
import { installationRules } from '../../src/engine/installation/index.ts'
import { documentation } from '../../src/entry/documentation.ts'
import { fixtures } from '../../scripts/docs/samples.ts'
import { runGit } from '../processes/git.ts'
import { action, cli, project, run, scratch, type Options } from './programs.ts'
import type { WatchedRun } from './watched.ts'

const places = scratch()
afterAll(places.remove)

const nodeOptions = ['--import', pathToFileURL(join(import.meta.dirname, 'watched.ts')).href]

async function watch(program: string, args: readonly string[] = [], options: Options = {}): Promise<WatchedRun> {
  const { code, stderr } = await run(program, args, { ...options, nodeOptions })
  expect({ code, stderr }).toMatchObject({ code: 0 })
  return JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '') as WatchedRun
}

const source = join(project, 'src/entry/cli.ts')
const validate = (program: string, files: Readonly<Record<string, string>>) =>
  watch(program, ['validate', '--root', places.folder(files)])

describe('shapes', () => {
  // All in one program: what would be built names its file.
  it('of protocols are not built when they are imported', async () => {
    const { loaded, built } = await watch(join(project, 'src/entry/protocols.ts'))
    const files = protocolNames.map((name) => `/src/protocols/${name}/protocol.ts`)
    expect(files.filter((file) => !loaded.some((url) => url.endsWith(file)))).toEqual([])
    expect(loaded.some((url) => url.endsWith('/zod/v4/core/core.js'))).toBe(true)
    expect(built).toEqual([])
  })

  /**
   * Of the shapes that a protocol has, those of the files of its sample: no answers, batches or checkpoints are there.
   */
  const ofSamples: Readonly<Record<BuiltInName, readonly string[]>> = {
    plugin: ['checksumShape', 'dayShape', 'handoffKeys'],
    handover: [
      'flatValueShape',
      'fronts',
      'manifestForm',
      'placeForm',
      'progressForm',
      'progressShape',
      'revisionForm',
      'typeShapes',
    ],
    subagent: [],
    control: ['recordFile', 'stageFiles.config', 'id', 'stageKeys', 'timeOrNull'],
    governance: ['configShape', 'metricsShape', 'sessionShape', 'stallShape', 'stateShape'],
  }

  it.each(protocolNames)(
    'that a check of a repository of %s builds are those of files that are there',
    async (name) => {
      const { built } = await validate(source, fixtures[name].sample)
      const ownPattern = new RegExp(`^protocols/${name}/(?:files|schema)\\.ts (.+)$`)
      expect(built.flatMap((line) => ownPattern.exec(line)?.[1] ?? [])).toEqual(ofSamples[name])
      // No configuration, no command, no journal is there to be judged.
      expect(
        built.filter((line) => /\/(?:discovery|commands\/.*|journal|holder)\.ts |^engine\/configuration\//.test(line)),
      ).toEqual([])
    },
  )

  it('of the configuration are built where there is one', async () => {
    const { built } = await validate(source, { ...fixtures.subagent.sample, '.github/baton.yml': 'mode: soft\n' })
    expect(built).toEqual(
      expect.arrayContaining([
        'engine/configuration/schema.ts configurationSchema',
        'protocols/plugin/discovery.ts configuration',
      ]),
    )
  })
})

describe('what `dist/cli.js validate` loads', () => {
  const started = new Map<BuiltInName, Promise<WatchedRun>>()
  /** Of a check of the sample of a protocol, which several tests look at. */
  const watched = (name: BuiltInName) => {
    const result = started.get(name) ?? validate(cli, fixtures[name].sample)
    started.set(name, result)
    return result
  }
  const texts = async (name: BuiltInName = 'plugin') => {
    const { loaded } = await watched(name)
    return loaded.map(
      (url) => [url.slice(url.indexOf('/dist/') + 1), readFileSync(fileURLToPath(url), 'utf8')] as const,
    )
  }

  it('has nothing of the rules of the installation, and nothing that explains codes', async () => {
    const words = [...installationRules.map(({ why }) => why), 'Says what a code means']
    const escaped = (word: string) => JSON.stringify(word).slice(1, -1)
    const all = await texts()
    expect(readdirSync(join(project, 'dist/chunks'))).toContain('plugin-examples.js')
    expect(all.filter(([path]) => path.includes('examples'))).toEqual([])
    expect(words.filter((word) => all.some(([, text]) => text.includes(word) || text.includes(escaped(word))))).toEqual(
      [],
    )
  })

  it.each(protocolNames)('has nothing that documents and `explain` alone say of %s', async (name) => {
    const { about, refusalCodes } = documentation[name]
    const meanings = Object.entries({ ...refusalCodes, ...engineCodes, ...auditCodes }).map(
      ([code, meaning]) => `${code}:${meaning}`,
    )
    const words = [about, ...meanings].map((word) => word.replaceAll(/["'`]/g, ''))
    const explaining = readFileSync(join(project, 'dist/chunks/documentation.js'), 'utf8').replaceAll(/\\?["'`]/g, '')
    expect(explaining).toContain(words[0])
    const all = (await texts(name)).map(([, text]) => text.replaceAll(/\\?["'`]/g, ''))
    expect(all.join('').length).toBeGreaterThan(100_000)
    expect(words.filter((word) => all.some((text) => text.includes(word)))).toEqual([])
  })

  it('has nothing of declared workflows where none is declared', async () => {
    const ofDeclared = async (ran: Promise<WatchedRun>) =>
      (await ran).loaded.filter((url) => /\/dist\/chunks\/declared[^/]*$/.test(url))
    const sections = { ...fixtures.plugin.sample, '.github/baton.yml': 'mode: soft\n' }
    expect(await ofDeclared(watched('plugin'))).toEqual([])
    expect(await ofDeclared(validate(cli, sections))).toEqual([])
    const workflow =
      "workflows: [{ name: work, items: 'work/{id}.md', states: [todo, done], place: { front-matter: status } }]\n"
    expect(
      (
        await ofDeclared(
          validate(cli, { ...sections, 'work/a.md': '---\nstatus: todo\n---\n', '.github/baton.yml': workflow }),
        )
      ).length,
    ).toBeGreaterThan(0)
  })

  it('is few files, and of the protocols that which is found', async () => {
    const all = await texts()
    expect(all.map(([path]) => path)).toEqual(
      expect.arrayContaining(['dist/cli.js', 'dist/chunks/check.js', 'dist/chunks/plugin.js']),
    )
    expect(
      all.map(([path]) => path).filter((path) => protocolNames.some((name) => path === `dist/chunks/${name}.js`)),
    ).toEqual(['dist/chunks/plugin.js'])
    expect(all.length).toBeLessThanOrEqual(16)
  })
})

describe('what `dist/action.js` loads', () => {
  it('for the check of a checkout has nothing that talks to GitHub', async () => {
    const workspace = places.folder(fixtures.plugin.sample)
    const runner = places.folder({ 'event.json': '{}', summary: '', output: '' })
    const git = (...args: readonly string[]) => runGit(workspace, args)
    await git('init', '--quiet')
    await git('remote', 'add', 'origin', 'https://github.com/example-org/plugins')
    await git('add', '--all')
    await git('commit', '--quiet', '--message', 'Plugins')
    const env = {
      GITHUB_REPOSITORY: 'example-org/plugins',
      GITHUB_EVENT_NAME: 'workflow_dispatch',
      GITHUB_EVENT_PATH: join(runner, 'event.json'),
      GITHUB_SHA: (await git('rev-parse', 'HEAD')).toString().trim(),
      GITHUB_WORKSPACE: workspace,
      GITHUB_STEP_SUMMARY: join(runner, 'summary'),
      GITHUB_OUTPUT: join(runner, 'output'),
      RUNNER_TEMP: runner,
      INPUT_TASK: 'validate',
      INPUT_TOKEN: 'none',
    }
    const names = (await watch(action, [], { cwd: workspace, env })).loaded.map((url) =>
      url.slice(url.lastIndexOf('/') + 1),
    )
    expect(names).toEqual(expect.arrayContaining(['action.js', 'check.js', 'plugin.js']))
    const isOfGitHub = (name: string) => /^(?:actions-github\d*|host)\.js$/.test(name)
    expect(readdirSync(join(project, 'dist/chunks')).some(isOfGitHub)).toBe(true)
    expect(names.filter(isOfGitHub)).toEqual([])
  })
})
