import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { handoffPath, registryPath, sample } from '../../src/protocols/plugin/examples.ts'
import { thisProcess } from '../../src/gateways/tree/holder.ts'
import { endedProcess } from '../gateways/tree/trees.ts'
import { runGit } from '../processes/git.ts'
import { seeded } from '../../scripts/seeded.ts'
import { launch } from '../processes/launch.ts'
import { cli, environment, openedTo, project, scratch, type Files } from './programs.ts'
import { octocat, repository, revision } from '../processes/work-tree.ts'
import { isThorough, seed } from '../thorough.ts'

// However long a busy machine takes.
vi.setConfig({ testTimeout: 1_800_000 })

const places = scratch()
afterAll(places.remove)

// Few by default, since each is a process; as many as an orchestrator may start each night, and again and again, where
// that is asked for by hand.
const settings = z.object({
  TOGETHER_COUNT: z.coerce
    .number()
    .int()
    .min(4)
    .max(99)
    .default(isThorough ? 20 : 4),
  TOGETHER_ROUNDS: z.coerce.number().int().min(1).default(1),
  TOGETHER_KILLS: z.enum(['some', 'every']).default('some'),
})
const { TOGETHER_COUNT: total, TOGETHER_ROUNDS: rounds, TOGETHER_KILLS: kills } = settings.parse(process.env)
/** Does something in every round. */
async function everyRound(work: () => Promise<void>): Promise<void> {
  for (let round = 1; round <= rounds; round++) await work()
}
/** Worktrees are made one after the other by git, and so are fewer. */
const worktreesAtOnce = Math.ceil(total * 0.4)

const names = (count: number) =>
  Array.from({ length: count }, (_, index) => `Gain${String(index + 1).padStart(2, '0')}`)

/** The sample with several plugins in place of its one. */
function plugins(count: number): Files {
  const registry = sample[registryPath] ?? ''
  const lines = registry.split('\n')
  const [row, entry] = ['| TinyGain', '### TinyGain'].map((start) =>
    lines.findIndex((line) => line.startsWith(start)),
  ) as [number, number]
  const each = (from: number, to?: number) =>
    names(count).map((name) => lines.slice(from, to).join('\n').replaceAll('TinyGain', name).trimEnd())
  const others = Object.entries(sample).filter(([path]) => path !== registryPath)
  return {
    [registryPath]: [
      ...lines.slice(0, row),
      ...each(row, row + 1),
      ...lines.slice(row + 1, entry),
      each(entry).join('\n\n'),
      '',
    ].join('\n'),
    ...Object.fromEntries(
      names(count).flatMap((name) =>
        others.map(([path, text]) => [
          path.replaceAll('TinyGain', name),
          path.endsWith('.continue-here.md') ? text.replaceAll('TinyGain', name) : text,
        ]),
      ),
    ),
  }
}

interface Answer {
  readonly outcome: string
  readonly target?: string
  readonly valid?: boolean
  readonly errors?: readonly {
    readonly code: string
    readonly path: string
    readonly message: string
    readonly retry?: true
  }[]
}

/** A call of the program as a process of its own, which waits for others as long as it takes. */
async function baton(
  root: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
  program = cli,
) {
  const interference =
    Object.keys(env).length === 0 ? [] : ['--import', join(project, 'test/processes/interference.ts')]
  const ran = await launch({
    program: process.execPath,
    words: [...interference, program, ...words, '--format', 'json'],
    cwd: root,
    env: environment({ BATON_WAIT: '60m', ...env }),
  })
  const stdout = ran.stdout.toString()
  return {
    code: ran.code,
    stderr: ran.stderr.toString(),
    answer: (ran.code === null ? {} : JSON.parse(stdout)) as Answer,
  }
}

const accept = (name: string) => ['accept', name, '--at', '2026-02-04T10:00:00Z', '--actor', 'octocat']
const read = (root: string, path: string) => readFileSync(join(root, path), 'utf8')
const own = (root: string) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.includes('.baton'))
const accepted = (root: string, name: string) =>
  read(root, registryPath).includes(`| ${name} | 🚧 Stage 3 |`) &&
  read(root, handoffPath.replace('TinyGain', name)).includes('\nstage: 3\n')

function cloned(files: Files): string {
  const root = places.folder(files)
  repository(root, octocat)
  return root
}

const many = <Made>(count: number, make: (index: number) => Promise<Made>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))
const outcomes = (ran: readonly { readonly answer: Answer }[]) =>
  ran.map(({ answer }) => answer.errors?.[0]?.code ?? answer.outcome).toSorted()
const times = (count: number, word: string) => Array.from({ length: count }, () => word)

describe('programs that are started at once on one tree', () => {
  it('all succeed on targets of their own, and those that look see no half of it', () =>
    everyRound(async () => {
      const root = places.folder(plugins(total))
      const ran = await Promise.all(
        names(total).flatMap((name, index) => [
          baton(root, accept(name)),
          ...(index % 10 === 0 ? [baton(root, ['validate'])] : []),
        ]),
      )
      expect(ran.filter(({ code, stderr }) => code !== 0 || stderr !== '')).toEqual([])
      expect(ran.filter(({ answer }) => answer.outcome === 'changed')).toHaveLength(total)
      expect(ran.filter(({ answer }) => answer.valid === true)).toHaveLength(Math.ceil(total / 10))
      expect(names(total).filter((name) => !accepted(root, name))).toEqual([])
      expect(own(root)).toEqual([])
      expect(await baton(root, ['validate', '--strict'])).toMatchObject({ code: 0, answer: { valid: true } })
    }))

  it('find one target accepted already, but for the first', () =>
    everyRound(async () => {
      const root = places.folder(sample)
      const ran = await Promise.all(names(total).map(() => baton(root, accept('TinyGain'))))
      expect(outcomes(ran)).toEqual(['changed', ...times(total - 1, 'unchanged')])
      expect(own(root)).toEqual([])
    }))

  it('commit one after the other, each its own change', async () => {
    const count = Math.min(total, 6)
    const root = cloned(plugins(count))
    const first = revision(root, 'HEAD')
    const ran = await Promise.all(names(count).map((name) => baton(root, [...accept(name), '--commit'])))
    expect(ran.filter(({ code, stderr }) => code !== 0 || stderr !== '')).toEqual([])
    const show = async (...words: readonly string[]) => (await runGit(root, words)).toString().trim()
    const log = (await show('log', '--format=%s', `${first}..HEAD`)).split('\n')
    expect(log.toSorted()).toEqual(
      names(count).map((name) => `baton: accept ${name} (stage 2 complete → 3 in_progress)`),
    )
    for (let back = 0; back < count; back++)
      expect((await show('diff', '--name-only', `HEAD~${back + 1}`, `HEAD~${back}`)).split('\n')).toHaveLength(2)
    expect(await show('status', '--porcelain')).toBe('')
  })

  it('commit next to what another has left uncommitted', async () => {
    const root = cloned(plugins(2))
    await baton(root, accept('Gain01'))
    expect(await baton(root, [...accept('Gain02'), '--commit'])).toMatchObject({
      code: 0,
      answer: { outcome: 'changed' },
    })
    const committed = (await runGit(root, ['show', `HEAD:${registryPath}`])).toString()
    expect([committed.includes('| Gain01 | 🚧 Stage 3 |'), committed.includes('| Gain02 | 🚧 Stage 3 |')]).toEqual([
      false,
      true,
    ])
    expect(['Gain01', 'Gain02'].map((name) => accepted(root, name))).toEqual([true, true])
  })
})

describe('agents that are started at once', () => {
  const by = (name: string) => ['--at', '2026-02-04T10:00:00Z', '--actor', 'octocat', '--agent', name]
  it('each get a target of their own, as long as there are any', () =>
    everyRound(async () => {
      const targets = Math.ceil(total * 0.6)
      const root = places.folder(plugins(targets))
      const ran = await many(total, (index) => baton(root, ['accept', '--next', ...by(`dsp-agent/${index}`)]))
      expect(outcomes(ran)).toEqual([...times(targets, 'changed'), ...times(total - targets, 'unchanged')])
      const granted = ran.flatMap(({ answer }) => (answer.outcome === 'changed' ? [answer.target] : []))
      expect(granted.toSorted()).toEqual(names(targets).map((name) => `plugin:${name}`))
      expect(ran.filter(({ code }) => code !== 0)).toEqual([])
      expect(own(root)).toEqual([])
    }))

  it('get one target once', () =>
    everyRound(async () => {
      const root = places.folder(sample)
      const ran = await many(total, (index) => baton(root, ['accept', 'TinyGain', ...by(`dsp-agent/${index}`)]))
      expect(outcomes(ran)).toEqual([...times(total - 1, 'GRANT_HELD'), 'changed'])
      expect(own(root)).toEqual([])
    }))

  it('get one target once in all worktrees of a clone', () =>
    everyRound(async () => {
      const root = cloned(sample)
      const base = places.folder()
      const worktrees = Array.from({ length: worktreesAtOnce }, (_, index) => join(base, `work-${index}`))
      for (const [index, worktree] of worktrees.entries())
        await runGit(root, ['worktree', 'add', '-q', '-b', `work-${index}`, worktree])
      const ran = await many(worktreesAtOnce, (index) =>
        baton(worktrees[index] ?? '', ['accept', 'TinyGain', ...by(`dsp-agent/${index}`)]),
      )
      expect(outcomes(ran)).toEqual([...times(worktreesAtOnce - 1, 'GRANT_ELSEWHERE'), 'changed'])
      expect(worktrees.filter((worktree) => accepted(worktree, 'TinyGain'))).toHaveLength(1)
      expect(worktrees.flatMap(own)).toEqual([])
      expect(readdirSync(join(root, '.git', 'baton', 'claims'))).toHaveLength(1)
    }))

  it('get another target each by accept --next in all worktrees of a clone', () =>
    everyRound(async () => {
      const root = cloned(plugins(worktreesAtOnce))
      const base = places.folder()
      const worktrees = Array.from({ length: worktreesAtOnce + 1 }, (_, index) => join(base, `work-${index}`))
      for (const [index, worktree] of worktrees.entries())
        await runGit(root, ['worktree', 'add', '-q', '-b', `work-${index}`, worktree])
      const ran = await many(worktreesAtOnce + 1, (index) =>
        baton(worktrees[index] ?? '', ['accept', '--next', ...by('dsp-agent')]),
      )
      expect(outcomes(ran)).toEqual([...times(worktreesAtOnce, 'changed'), 'unchanged'])
      expect(new Set(ran.map(({ answer }) => answer.target))).toEqual(
        new Set([undefined, ...names(worktreesAtOnce).map((name) => `plugin:${name}`)]),
      )
    }))
})

describe('a program that is killed', () => {
  const claimsLock = join('.git', 'baton', 'claims', '.baton.lock')
  const chance = seeded(seed)
  /** The steps of a write before which a program is killed: some at random, or every one until there are no more. */
  const steps = (count: number, last: number) =>
    kills === 'every'
      ? Array.from({ length: 1000 }, (_, index) => index + 1)
      : Array.from({ length: count }, () => 1 + Math.floor(chance() * last))
  const agent = ['--agent', 'dsp-agent/1']
  const killed = isThorough ? 20 : 1

  it.each<readonly [string, readonly number[], readonly string[]]>([
    ['accept', steps(killed, 30), []],
    ['accept --agent', steps(killed, 36), agent],
    ['accept --commit', steps(killed, 30), ['--commit']],
  ])(`leaves all or nothing, and the next one no file: %s (seed ${seed})`, async (_, chosenSteps, more) => {
    for (const step of chosenSteps) {
      const root = cloned(sample)
      const killed = await baton(root, [...accept('TinyGain'), ...more], { KILL_AT: String(step) })
      expect(killed.code === null || killed.code === 0, `killed before step ${step}`).toBe(true)
      expect(await baton(root, ['validate']), `killed before step ${step}`).toMatchObject({
        code: 0,
        answer: { valid: true },
      })
      // Only a lock that its program had not written yet, and that of the claims, are left to one that writes.
      const left = own(root).filter(
        (path) => path !== claimsLock && (path !== '.baton.lock' || read(root, path) !== ''),
      )
      expect(left, `killed before step ${step}`).toEqual([])
      const isDone = accepted(root, 'TinyGain')
      if (!isDone)
        for (const [path, text] of Object.entries(sample))
          expect(read(root, path), `killed before step ${step}`).toBe(text)
      const again = await baton(root, [...accept('TinyGain'), ...more])
      expect(again, `killed before step ${step}`).toMatchObject({
        code: 0,
        answer: { outcome: isDone ? 'unchanged' : 'changed' },
      })
      expect(own(root), `killed before step ${step}`).toEqual([])
      if (more.includes('--commit'))
        expect((await runGit(root, ['status', '--porcelain'])).toString(), `killed before step ${step}`).toBe('')
      if (kills === 'every' && killed.code === 0) {
        expect(step).toBeGreaterThan(20)
        return
      }
    }
    expect(kills).toBe('some')
  })
})

describe('what lies in the place of the lock', () => {
  const lock = '.baton.lock'
  const place = (root: string, holder: object) =>
    writeFileSync(join(root, lock), `${JSON.stringify(holder)}\n`, { mode: 0o600 })

  it('is taken over where its program has ended', async () => {
    const root = places.folder(sample)
    place(root, { ...thisProcess('accept TinyGain'), pid: endedProcess() })
    expect(await baton(root, accept('TinyGain'))).toMatchObject({ code: 0, stderr: '', answer: { outcome: 'changed' } })
    expect(own(root)).toEqual([])
  })

  it('is respected where its program cannot be seen, or runs', async () => {
    for (const holder of [{ ...thisProcess('accept TinyGain'), host: 'elsewhere' }, thisProcess('accept TinyGain')]) {
      const root = places.folder(sample)
      place(root, holder)
      expect(await baton(root, accept('TinyGain'), { BATON_WAIT: '0' })).toMatchObject({
        code: 1,
        answer: {
          outcome: 'refused',
          errors: [{ code: 'TREE_BUSY', retry: true, message: expect.stringContaining(String(process.pid)) }],
        },
      })
      expect(await baton(root, ['validate'])).toMatchObject({ code: 0, answer: { valid: true } })
      expect([own(root), accepted(root, 'TinyGain')]).toEqual([[lock], false])
    }
  })

  it.each<readonly [string, (at: string) => void]>([
    ['a folder', (at) => mkdirSync(at)],
    ['a link', (at) => symlinkSync(join(places.folder({ file: '' }), 'file'), at)],
    ['a link that leads nowhere', (at) => symlinkSync('/nowhere/at/all', at)],
  ])('is left alone where it is %s', async (_, make) => {
    const root = places.folder(sample)
    make(join(root, lock))
    expect(await baton(root, accept('TinyGain'))).toMatchObject({
      code: 1,
      stderr: '',
      answer: { outcome: 'refused', errors: [{ code: 'TREE_READ_ONLY', path: lock }] },
    })
    expect(await baton(root, ['validate'])).toMatchObject({ code: 0, answer: { valid: true } })
    expect([own(root), accepted(root, 'TinyGain')]).toEqual([[lock], false])
  })
})

describe('a program that is overtaken by an editor', () => {
  it('plans again on what the editor has saved', async () => {
    const root = places.folder(sample)
    const ran = await baton(root, accept('TinyGain'), { EDIT: join(root, handoffPath) })
    expect(ran).toMatchObject({ code: 0, stderr: '', answer: { outcome: 'changed' } })
    expect(accepted(root, 'TinyGain')).toBe(true)
    expect(read(root, handoffPath)).toMatch(/A line by an editor\.\n$/)
  })
})

describe('a place that may not be written', () => {
  const user = process.getuid?.() === 0 ? { AS_USER: '65534' } : { AS_USER: String(process.getuid?.()) }
  const chmodAll = (folder: string, mode: number) => {
    for (const path of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
      chmodSync(join(folder, path), mode)
  }

  it('is no matter to who only looks, and refused to who writes', async () => {
    const program = openedTo(places.folder())
    const root = places.folder(sample)
    chmodAll(root, 0o555)
    try {
      expect(await baton(root, ['validate'], user, program)).toMatchObject({
        code: 0,
        stderr: '',
        answer: { valid: true },
      })
      expect(await baton(root, [...accept('TinyGain'), '--dry-run'], user, program)).toMatchObject({
        code: 0,
        answer: { outcome: 'changed' },
      })
      expect(await baton(root, accept('Absent'), user, program)).toMatchObject({
        code: 1,
        answer: { errors: [{ code: 'PLUGIN_UNKNOWN' }] },
      })
      const { code, stderr, answer } = await baton(root, accept('TinyGain'), user, program)
      expect({ code, stderr, answer }).toMatchObject({
        code: 1,
        stderr: '',
        answer: {
          outcome: 'refused',
          command: '/accept TinyGain',
          errors: [{ code: 'TREE_READ_ONLY', message: '`.baton.lock` cannot be written: permission denied' }],
        },
      })
      expect(answer.errors?.[0]).not.toHaveProperty('retry')
    } finally {
      chmodAll(root, 0o755)
    }
    expect(existsSync(join(root, '.baton.lock'))).toBe(false)
  })

  it('is only needed for commits where it is the folder of git', async () => {
    const program = openedTo(places.folder())
    const root = cloned(sample)
    chmodAll(root, 0o777)
    chmodAll(join(root, '.git'), 0o555)
    const safe = { ...user, GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'safe.directory', GIT_CONFIG_VALUE_0: '*' }
    try {
      expect(await baton(root, [...accept('TinyGain'), '--commit'], safe, program)).toMatchObject({
        code: 1,
        stderr: '',
        answer: { outcome: 'refused', errors: [{ code: 'TREE_READ_ONLY', path: '.git' }] },
      })
      expect(accepted(root, 'TinyGain')).toBe(false)
      expect(await baton(root, accept('TinyGain'), safe, program)).toMatchObject({
        code: 0,
        answer: { outcome: 'changed' },
      })
    } finally {
      chmodAll(join(root, '.git'), 0o755)
    }
  })
})
