import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, describe, expect, it } from 'vitest'
import { handoffPath, inHandoff, sample } from '../src/protocols/plugin/examples.ts'
import { startGitHub } from './github/server.ts'
import { environment, project, scratch } from './entry/programs.ts'
import { repository } from './processes/work-tree.ts'
import { complaints, read } from './entry/workflow-parser.ts'

const places = scratch()
afterAll(places.remove)

const text = (path: string) => readFileSync(join(project, path), 'utf8')
const filesIn = (folder: string) => readdirSync(join(project, folder)).map((name) => `${folder}/${name}`)

interface Job {
  readonly permissions?: object
  readonly 'timeout-minutes'?: number
}

interface Workflow {
  readonly permissions: object
  readonly jobs: Readonly<Record<string, Job>>
}

const workflows = filesIn('.github/workflows')
const examples = filesIn('docs/examples').filter((path) => path.endsWith('.yml'))

/** What is wrong with a workflow by itself: the actions of others cannot be downloaded here. */
const wrongIn = async (name: string, yaml: string) =>
  (await complaints(`.github/workflows/${name}.yml`, yaml)).filter(
    (complaint) => !complaint.startsWith('Unable to resolve action `actions/'),
  )

describe.each([...workflows, ...examples])('the workflow %s', (path) => {
  it('is what GitHub takes', async () => {
    expect(await wrongIn('sound', text(path))).toEqual([])
    expect(await wrongIn('broken', text(path).replace('runs-on:', 'run-on:'))).not.toEqual([])
  })

  it('names every action by a commit, and its version after it', () => {
    const uses = text(path).match(/^.*\buses:.*$/gm) ?? []
    expect(uses.filter((line) => !/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([])
  })

  it('declares its permissions, ends, and leaves no token in a checkout', () => {
    const { permissions, jobs } = read(text(path)) as Workflow
    expect(permissions).toBeTypeOf('object')
    for (const job of Object.values(jobs)) expect(job['timeout-minutes']).toBeGreaterThan(0)
    const steps = text(path).split(/^ +- (?=uses:|name:|run:)/m)
    for (const step of steps.filter((candidate) => candidate.includes('actions/checkout@')))
      expect(step).toContain('persist-credentials: false')
  })

  it('writes nothing of an event into a script', () => {
    const { jobs } = read(text(path)) as {
      readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>
    }
    const scripts = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run = '' }) => run))
    expect(scripts.filter((script) => script.includes('${{'))).toEqual([])
  })
})

describe('what workflows may', () => {
  const granted = (path: string) => {
    const { permissions, jobs } = read(text(path)) as Workflow
    return [
      permissions,
      ...Object.entries(jobs).flatMap(([name, job]) => (job.permissions ? [{ [name]: job.permissions }] : [])),
    ]
  }

  it.each([
    ['.github/workflows/check.yml', [{ contents: 'read' }]],
    ['.github/workflows/mcp.yml', [{ contents: 'read' }]],
    ['.github/workflows/mutation.yml', [{ contents: 'read' }]],
    ['.github/workflows/thorough.yml', [{ contents: 'read' }]],
    [
      '.github/workflows/release.yml',
      [
        {},
        { check: { contents: 'read' } },
        { pack: { contents: 'read', 'id-token': 'write', attestations: 'write' } },
        { publish: { contents: 'write' } },
      ],
    ],
    ['docs/examples/check.yml', [{ contents: 'read' }]],
    ['docs/examples/check-with-checkout.yml', [{ contents: 'read' }]],
    ['docs/examples/merge-queue.yml', [{ contents: 'read' }]],
    ['docs/examples/audit.yml', [{ contents: 'read', issues: 'write', checks: 'write' }]],
    ['docs/examples/commands.yml', [{ contents: 'write', 'pull-requests': 'write', issues: 'write', checks: 'write' }]],
  ])('is no more than they need: %s', (path, least) => {
    expect(granted(path)).toEqual(least)
  })

  it('is covered for every one of them above', () => {
    expect([...workflows, ...examples]).toHaveLength(10)
  })
})

describe('the forms for issues', () => {
  const forms = filesIn('.github/ISSUE_TEMPLATE').filter((path) => !path.endsWith('/config.yml'))

  it.each(forms)('%s has what GitHub asks for', (path) => {
    const form = read(text(path)) as {
      readonly name: string
      readonly description: string
      readonly body: readonly {
        readonly type: string
        readonly id?: string
        readonly attributes: { readonly label?: string }
      }[]
    }
    expect({ name: form.name, description: form.description }).toEqual({
      name: expect.any(String),
      description: expect.any(String),
    })
    for (const { type, attributes } of form.body) {
      expect(['markdown', 'input', 'textarea', 'dropdown', 'checkboxes', 'upload']).toContain(type)
      expect(attributes.label).toMatch(/\S/)
    }
    const ids = form.body.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('the updates', () => {
  it('look after everything that is pinned', () => {
    const { version, updates } = read(text('.github/dependabot.yml')) as {
      readonly version: number
      readonly updates: readonly {
        readonly 'package-ecosystem': string
        readonly directory: string
        readonly schedule: object
      }[]
    }
    expect(version).toBe(2)
    expect(updates.map((update) => [update['package-ecosystem'], update.directory])).toEqual([
      ['npm', '/'],
      ['github-actions', '/'],
      ['docker', '/'],
    ])
  })
})

describe('the hook for pre-commit', () => {
  interface Hook {
    readonly id: string
    readonly name: string
    readonly entry: string
    readonly language: string
    readonly [key: string]: unknown
  }
  const hooks = read(text('.pre-commit-hooks.yaml')) as readonly Hook[]
  const [hook] = hooks
  const [command, ...args] = hook?.entry.split(' ') ?? []

  it('is one that pre-commit knows how to install: our program, from the package', () => {
    expect(hooks).toHaveLength(1)
    expect(Object.keys(hook ?? {})).toEqual([
      'id',
      'name',
      'description',
      'entry',
      'language',
      'pass_filenames',
      'always_run',
    ])
    expect(hook).toMatchObject({ id: 'baton', language: 'node', pass_filenames: false, always_run: true })
    const { bin } = JSON.parse(text('package.json')) as { readonly bin: Readonly<Record<string, string>> }
    expect(bin[command ?? '']).toBe('dist/cli.js')
  })

  const run = (root: string) =>
    spawnSync(process.execPath, [join(project, 'dist/cli.js'), ...args], {
      cwd: root,
      encoding: 'utf8',
      env: environment(),
    })

  it('passes what is sound, and stops what is about to be committed and is not', () => {
    const root = places.folder(sample)
    repository(root)
    expect(run(root).status).toBe(0)
    writeFileSync(
      join(root, handoffPath),
      inHandoff(sample, ['orchestration_mode: true', 'orchestration_mode: maybe'])[handoffPath] ?? '',
    )
    const stopped = run(root)
    expect(stopped.status).toBe(1)
    expect(stopped.stdout).toContain(handoffPath)
  })

  it('lets a repository be that has an old fault, or nothing for us', () => {
    const old = places.folder(inHandoff(sample, ['orchestration_mode: true', 'orchestration_mode: maybe']))
    repository(old)
    expect(run(old).status).toBe(0)
    const nothing = places.folder({ 'README.md': '# Nothing\n' })
    repository(nothing)
    expect(run(nothing).status).toBe(0)
  })
})

describe('the Dockerfile', () => {
  const lines = text('Dockerfile')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const all = (instruction: string) =>
    lines.flatMap((line) => (line.startsWith(`${instruction} `) ? [line.slice(instruction.length + 1).trim()] : []))
  const copies = all('COPY').map((line) => line.split(' '))

  /** A folder that holds what the image does. */
  const image = () => {
    const folder = places.folder({})
    for (const [index, words] of copies.entries()) {
      const to = words.at(-1) ?? ''
      for (const from of words.slice(0, -1)) {
        expect({ index, from, there: existsSync(join(project, from)) }).toEqual({ index, from, there: true })
        const target = join(folder, to.endsWith('/') && !from.endsWith('/') ? join(to, from) : to)
        mkdirSync(join(target, '..'), { recursive: true })
        cpSync(join(project, from), target, { recursive: true })
      }
    }
    return folder
  }

  it('starts the bot as `npm start` does', () => {
    const { scripts } = JSON.parse(text('package.json')) as { readonly scripts: { readonly start: string } }
    expect(all('CMD')).toEqual([])
    expect(all('ENTRYPOINT').map((words) => (JSON.parse(words) as readonly string[]).join(' '))).toEqual([
      scripts.start,
    ])
    expect(scripts.start).toContain('--max-semi-space-size=')
  })

  it('begins with the Node that the tests run on, by its digest, and is not run by root', () => {
    const { optionalDependencies } = JSON.parse(text('test/runtime/package.json')) as {
      optionalDependencies: Readonly<Record<string, string>>
    }
    const [image, ...otherImages] = all('FROM')
    expect(otherImages).toEqual([])
    const [, version] = /^node:([\d.]+)-alpine[\d.]+@sha256:[0-9a-f]{64}$/.exec(image ?? '') ?? []
    expect(Object.values(optionalDependencies)).toContain(version)
    expect(all('USER')).toEqual(['node'])
    expect(lines.findIndex((line) => line.startsWith('USER'))).toBeGreaterThan(
      lines.findLastIndex((line) => line.startsWith('COPY')),
    )
    expect(all('RUN')).toEqual([])
  })

  it('sends nothing to the builder but what it copies', () => {
    const sent = text('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
    expect(sent.map((line) => line.slice(1)).sort()).toEqual(
      copies
        .flatMap((words) => words.slice(0, -1))
        .map((path) => path.replace(/\/$/, ''))
        .sort(),
    )
  })

  it('starts a bot that is healthy, of what it copies alone, and notices one that is not', async () => {
    const folder = image()
    const [node, ...command] = JSON.parse(all('ENTRYPOINT')[0] ?? '[]') as readonly string[]
    expect(node).toBe('node')
    const github = await startGitHub()
    const { id, privateKey } = github.app({
      slug: 'baton',
      owner: 'example-org',
      permissions: { metadata: 'read' },
      events: [],
    })
    const variables = {
      GHE_HOST: new URL(github.url).host,
      GHE_PROTOCOL: 'http',
      HOST: '127.0.0.1',
      PORT: '0',
      BATON_SWEEP: 'off',
    }
    const env = environment({ APP_ID: String(id), PRIVATE_KEY: privateKey, WEBHOOK_SECRET: 'made up', ...variables })
    const bot = spawn(process.execPath, command, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
    const [, check = '[]'] = /CMD (\[.*\])$/.exec(all('HEALTHCHECK')[0] ?? '') ?? []
    const [, ...looking] = JSON.parse(check) as readonly string[]
    const healthy = (port: string) => spawnSync(process.execPath, looking, { env: environment({ PORT: port }) }).status
    try {
      const port = await new Promise<string>((resolve) => {
        createInterface({ input: bot.stdout }).on('line', (line) => {
          const entry = JSON.parse(line) as { readonly msg: string; readonly port?: number }
          if (entry.msg === 'listening') resolve(String(entry.port))
        })
      })
      expect(healthy(port)).toBe(0)
      const ended = new Promise((resolve) => bot.once('exit', resolve))
      bot.kill('SIGTERM')
      await ended
      expect(healthy(port)).toBe(1)
    } finally {
      bot.kill('SIGKILL')
      await github.close()
    }
  })
})
