import { describe, expect, it } from 'vitest'
import type { ClaimPort } from '../../../src/app/command/claims.ts'
import { commentWithLines } from '../../../src/engine/commands/grammar.ts'
import { acceptNext, next } from '../../../src/app/command/next.ts'
import { ownCommits } from '../../../src/app/command/past-of.ts'
import { makeNew } from '../../../src/app/command/new.ts'
import { runCommands, type RunResult, type RunPorts, type RunSettings } from '../../../src/app/command/run.ts'
import type { Sources } from '../../../src/app/validate/check.ts'
import { entriesOf } from '../../../src/engine/commands/entries.ts'
import { commitMessage } from '../../../src/engine/commands/ledger.ts'
import type { Claim } from '../../../src/core/grant.ts'
import type { Files } from '../../../src/core/rule.ts'
import { changesOnDisk } from '../../../src/engine/commands/plan.ts'
import { board } from '../../../src/app/board.ts'
import { lazyProtocols } from '../../../src/entry/lazy-protocols.ts'
import { memoryTree } from '../../../src/gateways/memory.ts'
import * as control from '../../../src/protocols/control/examples.ts'
import * as governance from '../../../src/protocols/governance/examples.ts'
import * as handover from '../../../src/protocols/handover/examples.ts'
import * as subagent from '../../../src/protocols/subagent/examples.ts'
import {
  handoffPath,
  inHandoff,
  inProgressSample,
  registryPath,
  sample,
} from '../../../src/protocols/plugin/examples.ts'

const target = 'plugin:TinyGain'
const at = '2026-02-04T10:00:00Z'

const amber = (text: string) => text.replaceAll('TinyGain', 'Amber')
const registry = sample[registryPath] ?? ''
const row = registry.split('\n').find((line) => line.startsWith('| TinyGain')) ?? ''

/** Two plugins. */
const twoPlugins: Files = {
  ...sample,
  ...Object.fromEntries(
    Object.entries(sample).map(([path, text]) => [amber(path), path === handoffPath ? amber(text) : text]),
  ),
  [registryPath]: `${registry.replace(row, `${row}\n${amber(row)}`)}\n${amber(registry.slice(registry.indexOf('### TinyGain')))}`,
}

/** A clone of which each worktree has its own files; commands see the claims of all. */
class Clone {
  readonly worktrees = new Map<string, Files>()
  readonly claims = new Map<string, Claim>()
  /** By worktree, oldest first. */
  readonly commits = new Map<
    string,
    readonly { readonly sha: string; readonly message: string; readonly files: Files }[]
  >()
  /** What happens between the look at a claim and its making. */
  meanwhile: () => void = () => undefined
  /** A program writes in these worktrees, and leaves these files. */
  readonly busy = new Map<string, Files | undefined>()
  isWritable = true

  constructor(worktrees: Readonly<Record<string, Files>>) {
    for (const [name, files] of Object.entries(worktrees)) this.worktrees.set(name, files)
  }

  port(worktree: string): ClaimPort {
    const elsewhere = (id: string) => {
      const found = this.claims.get(id)
      return found && found.worktree !== worktree && this.worktrees.has(found.worktree) ? found : undefined
    }
    return {
      worktree,
      branch: worktree,
      folderIn: (name) => name,
      tree: (name) => memoryTree(this.worktrees.get(name) ?? {}),
      elsewhere,
      others: () => [...this.claims.keys()].flatMap((id) => elsewhere(id) ?? []),
      all: () => [...this.claims.values()],
      untilIdle: (name) => {
        if (!this.busy.has(name)) return Promise.resolve(true)
        const files = this.busy.get(name)
        if (files) this.worktrees.set(name, files)
        return Promise.resolve(files !== undefined)
      },
      take: (claim, found) => {
        this.meanwhile()
        if (!this.isWritable) return Promise.resolve('unwritable')
        if (elsewhere(claim.target) !== found) return Promise.resolve('lost')
        this.claims.set(claim.target, claim)
        return Promise.resolve('taken')
      },
      release: (id, isIt) => {
        const found = this.claims.get(id)
        if (found && isIt(found)) this.claims.delete(id)
        return Promise.resolve()
      },
    }
  }

  sources(worktree: string): Sources {
    const tree = memoryTree(this.worktrees.get(worktree) ?? {})
    return { head: tree, policy: tree }
  }

  /** What a run in a worktree gets; what it writes is committed. */
  ports(worktree: string, fails = false): RunPorts {
    const files = this.worktrees.get(worktree) ?? {}
    const commits = this.commits.get(worktree) ?? [{ sha: 'a'.repeat(40), message: 'Begin', files }]
    return {
      sha: () => Promise.resolve(undefined),
      past: (selection) =>
        Promise.resolve({
          async *versions() {},
          async at(commit, path) {
            const view = await memoryTree(commits.find(({ sha }) => sha === commit)?.files ?? {}).open(selection)
            return { sha: commit, bytes: view.bytes(path) }
          },
          named: () => Promise.resolve(undefined),
          committedAt: () => Promise.resolve(undefined),
          ledger: () => {
            const read = commits.map(({ sha, message }, index) => ({
              sha,
              message,
              parents: commits
                .slice(0, index)
                .slice(-1)
                .map((commit) => commit.sha),
            }))
            return Promise.resolve(ownCommits(read.toReversed()))
          },
          view: (sha) => memoryTree(commits.find((commit) => commit.sha === sha)?.files ?? {}).open(selection),
          change: () => Promise.resolve(undefined),
        }),
      claims: this.port(worktree),
      write: (plan) => {
        if (fails) throw new Error('The disk is full')
        const now: Record<string, string> = { ...files }
        for (const [path, content] of changesOnDisk(plan))
          if (content === null) delete now[path]
          else now[path] = Buffer.from(content).toString()
        this.worktrees.set(worktree, now)
        const message = commitMessage(plan.results.flatMap((result) => entriesOf(result, 'octocat')))
        this.commits.set(worktree, [...commits, { sha: `${commits.length}`.padStart(40, 'b'), message, files: now }])
      },
    }
  }

  /** Gives a comment in a worktree, as the command line would. */
  async give(worktree: string, comment: string, { time = at, dryRun = false, fails = false } = {}) {
    const settings = { at: time, actor: 'octocat', dryRun }
    return shown(
      await runCommands(
        { comment: commentWithLines(comment) },
        this.sources(worktree),
        lazyProtocols,
        settings,
        this.ports(worktree, fails),
      ),
    )
  }

  /** `baton accept --next` in a worktree. */
  async acceptNext(worktree: string, agent?: string) {
    const settings = {
      at,
      actor: 'octocat',
      dryRun: false,
      agent,
      protocols: [],
      ...(agent !== undefined && { naming: { agent } }),
    }
    const ran = await acceptNext(this.sources(worktree), lazyProtocols, settings, this.ports(worktree))
    return ran ? shown(ran) : expect.fail('There is no state')
  }

  /** `baton new governance` in a worktree. */
  async makeNew(worktree: string, words: readonly string[], overrides: Partial<RunSettings> = {}) {
    const settings = { at, actor: 'octocat', dryRun: false, ...overrides }
    return shown(
      await makeNew('governance', words, this.sources(worktree), lazyProtocols, settings, this.ports(worktree)),
    )
  }

  /** `baton next` in a worktree: what to do about which target. */
  async next(worktree: string, target?: string) {
    const found = await next(this.sources(worktree), lazyProtocols, {
      at,
      limit: 5,
      protocols: [],
      target,
      claims: this.port(worktree),
    })
    if ('problems' in found) return expect.fail('The configuration cannot be read')
    return { actions: found.actions.map((action) => [action.do, action.target, action.code]), waiting: found.waiting }
  }

  /** The board in a worktree: of each target its command, or the reason why it has to wait. */
  async board(worktree: string) {
    const settings = { at, allowEmpty: true, protocols: [], repository: undefined, claims: this.port(worktree) }
    const { board: found } = await board(this.sources(worktree), lazyProtocols, settings, undefined)
    return found.targets.map(({ id, next: command, waits }) => [id, command ?? waits])
  }
}

/** The answer to the only command of a run. */
function shown(ran: RunResult) {
  if (!('plan' in ran)) return expect.fail('Nothing was planned')
  const { outcome, results } = ran.plan
  const diagnostics = results.flatMap((result) => result.diagnostics)
  const [first] = diagnostics
  return {
    outcome,
    codes: diagnostics.map(({ code }) => code),
    message: first?.message,
    fix: first?.fix,
    target: results[0]?.target,
  }
}

describe('a target that is granted in one worktree of a clone', () => {
  const accept = '/accept TinyGain --agent A'

  it('is claimed there, and refused in another', async () => {
    const clone = new Clone({ one: sample, two: sample })
    expect(await clone.give('one', accept)).toMatchObject({ outcome: 'changed', codes: [] })
    expect(clone.claims.get(target)).toMatchObject({
      target,
      worktree: 'one',
      branch: 'one',
      grant: { agent: 'A', by: 'octocat', since: at },
      digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) as unknown,
    })
    const before = clone.worktrees.get('two')
    const refused = await clone.give('two', '/accept TinyGain --agent B')
    expect(refused).toMatchObject({ outcome: 'refused', codes: ['GRANT_ELSEWHERE'] })
    for (const part of ['plugin:TinyGain', 'A, by octocat', 'one']) expect(refused.message).toContain(part)
    expect(clone.worktrees.get('two')).toBe(before)
    expect((await clone.give('two', '/accept TinyGain')).codes).toEqual(['GRANT_ELSEWHERE'])
  })

  it.each<readonly [about: string, become: (clone: Clone) => unknown]>([
    ['is gone', (clone) => clone.worktrees.delete('one')],
    ['holds it no longer', (clone) => clone.worktrees.set('one', sample)],
    ['has no state any more', (clone) => clone.worktrees.set('one', {})],
  ])('is free for another once the first %s', async (_, become) => {
    const clone = new Clone({ one: sample, two: sample })
    await clone.give('one', accept)
    become(clone)
    expect(await clone.give('two', '/accept TinyGain --agent B')).toMatchObject({ outcome: 'changed', codes: [] })
    expect(clone.claims.get(target)).toMatchObject({ worktree: 'two', grant: { agent: 'B' } })
  })

  it('is held by the agent that its files name, where they record no grants', async () => {
    const files = {
      '.github/baton.yml':
        "workflows: [{ name: work, items: 'work/{id}.md', states: [todo, doing, done], place: { front-matter: status }, fields: { holder: { front-matter: owner } } }]\n",
      'work/a.md': '---\nstatus: todo\nowner:\n---\n',
    }
    const clone = new Clone({ one: files, two: files })
    expect((await clone.give('one', '/accept a --agent ada/1')).outcome).toBe('changed')
    const refused = await clone.give('two', '/accept a --agent bea --takeover', { time: '2026-02-08T10:00:00Z' })
    expect(refused).toMatchObject({ codes: ['GRANT_ELSEWHERE'], fix: undefined })
    expect(refused.message).toContain('`work:a` is held by `ada/1` in `one`')
    expect((await clone.next('two', 'work:a')).waiting.join()).toContain('ada/1')
  })

  it.each([
    ['/handback TinyGain error CANCELLED Stopped --agent A', accept],
    ['/handback TinyGain error CANCELLED Stopped', accept],
    ['/handback TinyGain error CANCELLED Stopped', '/accept TinyGain'],
  ])('is handed back in another worktree, which deletes the claim: %s after %s', async (handback, granting) => {
    const clone = new Clone({ one: sample, two: sample })
    await clone.give('one', granting)
    // The branch of the first goes on in the second.
    clone.worktrees.set('two', clone.worktrees.get('one') ?? {})
    expect((await clone.give('two', handback)).outcome).toBe('changed')
    expect(clone.claims.size).toBe(0)
  })

  it.each([
    'success Smooth --stage 3',
    'success Smooth --stage 3 --agent dsp-agent/2',
    'error --stage 3 BUILD_FAILED "No compiler"',
    'question --stage 3 Which?',
  ])('is not granted to another by a handback that implies an accept: %s', async (words) => {
    const clone = new Clone({ one: sample, two: sample })
    await clone.give('one', `${accept} --lease 1h`)
    const refused = await clone.give('two', `/handback TinyGain ${words}`)
    expect(refused).toMatchObject({ outcome: 'refused', codes: ['GRANT_ELSEWHERE'] })
    expect((await clone.give('two', `/handback TinyGain ${words}`, { dryRun: true })).codes).toEqual([
      'GRANT_ELSEWHERE',
    ])
    expect(clone.worktrees.get('two')).toBe(sample)
    expect(clone.claims.get(target)?.worktree).toBe('one')
    const late = await clone.give('two', `/handback TinyGain ${words}`, { time: '2026-02-04T11:00:00Z' })
    expect(late).toMatchObject({ codes: ['GRANT_ELSEWHERE'], fix: '/accept TinyGain --takeover' })

    clone.worktrees.set('one', sample)
    expect(await clone.give('two', `/handback TinyGain ${words}`)).toMatchObject({
      outcome: 'changed',
      codes: ['PLUGIN_ACCEPT_IMPLIED'],
    })
  })

  it.each<readonly [about: string, files: Files, name: string]>([
    ['plugin', sample, 'TinyGain'],
    ['handover', handover.sample, 'login'],
    ['subagent', subagent.sample, 'task-3'],
    ['control', control.sample, 'explore'],
    ['governance', governance.interruptedSample, 'ses_1'],
  ])('is neither granted, handed back nor ready in another: %s', async (_, files, name) => {
    const clone = new Clone({ one: files, two: files })
    expect((await clone.give('one', `/accept ${name}`, { time: '2026-02-04T14:00:00Z' })).outcome).toBe('changed')
    const answers = name === 'ses_1' ? [] : [`answer ${name} "Green"`]
    const reports = name === 'ses_1' || name === 'TinyGain' ? [] : [`preflight ${name}`]
    for (const words of [
      `accept ${name}`,
      `handback ${name} success "Done"`,
      `handback ${name} error "No"`,
      `handback ${name} question "Which?"`,
      ...answers,
      ...reports,
    ]) {
      for (const dryRun of [true, false]) {
        const result = await clone.give('two', `/${words}`, { time: '2026-02-04T14:01:00Z', dryRun })
        expect([words, result.outcome, result.codes, result.fix]).toEqual([
          words,
          'refused',
          ['GRANT_ELSEWHERE'],
          undefined,
        ])
      }
      expect(clone.worktrees.get('two')).toBe(files)
    }
  })

  it('is not handed back in another though its protocol needs no grant', async () => {
    const worked = control.change(control.workedSample, { [control.acceptPath]: null })
    const clone = new Clone({ one: worked, two: worked })
    await clone.give('one', '/accept explore')
    expect((await clone.give('two', '/handback explore success done')).codes).toEqual(['GRANT_ELSEWHERE'])
  })

  it('keeps its claim where another grant of the same target ends', async () => {
    const clone = new Clone({ one: sample, two: inProgressSample })
    await clone.give('one', accept)
    expect((await clone.give('two', '/handback TinyGain error CANCELLED Stopped')).outcome).toBe('changed')
    expect(clone.claims.get(target)?.worktree).toBe('one')
  })

  it('is taken over from another worktree once its grant is over', async () => {
    const clone = new Clone({ one: sample, two: sample })
    await clone.give('one', `${accept} --lease 1h`)
    const takeover = (time: string) => clone.give('two', '/accept TinyGain --agent B --takeover', { time })
    expect((await takeover('2026-02-04T10:59:59Z')).codes).toEqual(['GRANT_ELSEWHERE'])
    expect((await clone.give('two', '/accept TinyGain --agent B', { time: '2026-02-04T11:00:00Z' })).codes).toEqual([
      'GRANT_ELSEWHERE',
    ])
    const taken = await takeover('2026-02-04T11:00:00Z')
    expect(taken).toMatchObject({ outcome: 'changed', codes: ['GRANT_TAKEN'] })
    for (const part of ['plugin:TinyGain', 'A, by octocat', 'one']) expect(taken.message).toContain(part)
    expect(clone.claims.get(target)).toMatchObject({ worktree: 'two', grant: { agent: 'B' } })
  })

  it('is offered for a takeover by the line that does it, once its grant is over', async () => {
    const clone = new Clone({ one: sample, two: sample })
    await clone.give('one', `${accept} --lease 1h`)
    const refused = (comment: string, time: string) => clone.give('two', comment, { time })
    expect((await refused('/accept TinyGain --agent B', '2026-02-04T10:59:59Z')).fix).toBeUndefined()
    const { fix = '' } = await refused('/accept TinyGain --agent B', '2026-02-04T11:00:00Z')
    expect(fix).toBe('/accept TinyGain --agent B --takeover')
    expect((await refused('/accept TinyGain', '2026-02-04T11:00:00Z')).fix).toBe('/accept TinyGain --takeover')
    expect(await refused(fix, '2026-02-04T11:00:00Z')).toMatchObject({ outcome: 'changed', codes: ['GRANT_TAKEN'] })
  })

  it('is taken over without a warning about another where the first holds it no longer', async () => {
    const clone = new Clone({ one: sample, two: sample })
    await clone.give('one', `${accept} --lease 1h`)
    clone.worktrees.set('one', sample)
    expect(
      (await clone.give('two', '/accept TinyGain --agent B --takeover', { time: '2026-02-04T11:00:00Z' })).codes,
    ).toEqual([])
  })

  it.each(['/accept TinyGain', '/accept TinyGain --agent B'])(
    'is refused to a dry run as to any other: %s',
    async (comment) => {
      const clone = new Clone({ one: sample, two: sample })
      await clone.give('one', accept)
      expect((await clone.give('two', comment, { dryRun: true })).codes).toEqual(['GRANT_ELSEWHERE'])
      expect((await clone.give('two', `${comment} --dry-run`)).codes).toEqual(['GRANT_ELSEWHERE'])
      expect(clone.claims.get(target)?.worktree).toBe('one')
    },
  )

  it('is nothing that another can do now: next waits, and accept --next takes what is free', async () => {
    const clone = new Clone({ one: twoPlugins, two: twoPlugins })
    await clone.give('one', accept)
    expect(await clone.next('two')).toEqual({
      actions: [
        ['accept', 'plugin:Amber', undefined],
        ['wait', target, 'GRANT_ELSEWHERE'],
      ],
      waiting: ['plugin:TinyGain, A'],
    })
    expect((await clone.next('two', 'TinyGain')).actions).toEqual([['wait', target, 'GRANT_ELSEWHERE']])
    expect((await clone.next('one', 'TinyGain')).actions).toEqual([['work', target, undefined]])
    expect(await clone.acceptNext('two')).toMatchObject({ outcome: 'changed', target: 'plugin:Amber' })
    expect(await clone.acceptNext('two')).toMatchObject({ outcome: 'unchanged', target: undefined, codes: [] })
    await clone.give('one', '/handback TinyGain error CANCELLED Stopped')
    expect(await clone.acceptNext('two')).toMatchObject({ outcome: 'changed', target })
  })

  it('waits on the board as in next', async () => {
    const clone = new Clone({ one: twoPlugins, two: twoPlugins })
    await clone.give('one', accept)
    expect(await clone.board('two')).toEqual([
      ['plugin:Amber', '/accept Amber'],
      [target, expect.stringMatching(/A, by octocat.* in `one`/)],
    ])
    expect(await clone.board('one')).toContainEqual([target, expect.stringMatching(/^\/handback TinyGain success/)])
  })

  it('leaves accept --next the next one where another worktree was faster', async () => {
    const clone = new Clone({ one: twoPlugins, two: twoPlugins })
    const [first] = (await clone.next('two')).actions.map(([, id]) => id)
    clone.meanwhile = () => {
      clone.meanwhile = () => undefined
      clone.claims.set(first ?? '', { target: first ?? '', worktree: 'three', branch: 'three' })
    }
    clone.worktrees.set('three', twoPlugins)
    const otherTarget = first === target ? 'plugin:Amber' : target
    clone.busy.set('three', undefined)
    expect(await clone.acceptNext('two')).toMatchObject({ outcome: 'changed', target: otherTarget })
  })

  it('is granted by its first files as by /accept: with a grant and a claim', async () => {
    const clone = new Clone({ one: {}, two: {} })
    const by = { naming: { agent: 'other' } }
    expect(await clone.makeNew('one', ['ses_7', '--agent', 'Exe/2', '--lease', '2h'], by)).toMatchObject({
      outcome: 'changed',
    })
    const grant = { agent: 'exe/2', by: 'octocat', since: at, until: '2026-02-04T12:00:00Z' }
    expect(clone.claims.get('session:ses_7')).toMatchObject({ worktree: 'one', grant })
    expect(await clone.give('one', '/accept ses_7 --agent other')).toMatchObject({ codes: ['GRANT_HELD'] })
    expect(await clone.give('one', '/handback ses_7 success --agent other')).toMatchObject({ codes: ['GRANT_OTHER'] })
    expect(await clone.makeNew('two', ['ses_7', '--agent', 'other'])).toMatchObject({
      outcome: 'refused',
      codes: ['GRANT_ELSEWHERE'],
    })
    expect(await clone.makeNew('two', ['ses_8', '--agent', 'exe'], { naming: { instance: 'abcd1234' } })).toMatchObject(
      {
        outcome: 'changed',
      },
    )
    expect(clone.claims.get('session:ses_8')?.grant?.agent).toBe('exe/abcd1234')
    expect((await clone.give('one', '/handback ses_7 success --agent exe/2')).outcome).toBe('changed')
    expect([...clone.claims.keys()]).toEqual(['session:ses_8'])
  })

  it.each([accept, '/accept TinyGain'])('is free again when the grant is taken back: %s', async (granting) => {
    const clone = new Clone({ one: sample, two: sample })
    await clone.give('one', granting)
    expect((await clone.give('one', '/undo TinyGain')).outcome).toBe('changed')
    expect(clone.worktrees.get('one')).toEqual(sample)
    expect(clone.claims.size).toBe(0)
  })

  it.each([
    [accept, '/undo TinyGain'],
    [`${accept} --lease 1h`, '/undo'],
    ['/accept TinyGain', '/undo TinyGain'],
  ])('is claimed again when its handback is taken back: %s, then %s', async (granting, undo) => {
    const clone = new Clone({ one: sample, two: sample })
    await clone.give('one', granting)
    const claim = clone.claims.get(target)
    await clone.give('one', '/handback TinyGain question Which?')
    expect(clone.claims.size).toBe(0)
    expect((await clone.give('one', undo, { dryRun: true })).outcome).toBe('changed')
    expect(clone.claims.size).toBe(0)
    expect(await clone.give('one', undo)).toMatchObject({ outcome: 'changed', codes: [] })
    expect(clone.claims.get(target)).toEqual(claim)
    expect((await clone.give('two', '/accept TinyGain --agent B')).codes).toEqual(['GRANT_ELSEWHERE'])
    expect((await clone.give('one', '/handback TinyGain error CANCELLED Stopped')).outcome).toBe('changed')
    expect(clone.claims.size).toBe(0)
  })

  it.each(['/undo TinyGain', '/undo'])(
    'is not held again by %s where another worktree holds it meanwhile',
    async (undo) => {
      const clone = new Clone({ one: sample, two: sample })
      await clone.give('one', accept)
      await clone.give('one', '/handback TinyGain question Which?')
      await clone.give('two', '/accept TinyGain --agent B --lease 1h')
      const before = clone.worktrees.get('one')
      for (const time of [at, '2026-02-04T11:00:00Z']) {
        const refused = await clone.give('one', undo, { time })
        expect(refused).toMatchObject({ outcome: 'refused', codes: ['GRANT_ELSEWHERE'], target, fix: undefined })
        expect(clone.worktrees.get('one')).toBe(before)
      }
      expect(clone.claims.get(target)?.worktree).toBe('two')
    },
  )

  it('keeps its claim where an earlier command of another target is taken back', async () => {
    const clone = new Clone({ one: twoPlugins })
    await clone.give('one', '/accept Amber --agent B')
    await clone.give('one', accept)
    expect((await clone.give('one', '/undo Amber')).outcome).toBe('changed')
    expect([...clone.claims.keys()]).toEqual([target])
  })

  it('goes to the first of two that grant it at once', async () => {
    const clone = new Clone({ one: sample, two: sample })
    clone.meanwhile = () => {
      clone.meanwhile = () => undefined
      clone.claims.set(target, { target, worktree: 'one', branch: 'one' })
      clone.worktrees.set('one', inProgressSample)
    }
    expect(await clone.give('two', accept)).toMatchObject({ outcome: 'refused', codes: ['GRANT_ELSEWHERE'] })
    expect(clone.claims.get(target)?.worktree).toBe('one')
    expect(clone.worktrees.get('two')).toBe(sample)
  })

  it.each<readonly [leaves: string, files: Files | undefined, outcome: string]>([
    ['the target held', inProgressSample, 'refused'],
    ['the target as it was', sample, 'changed'],
    ['no files yet', undefined, 'refused'],
  ])('waits for the worktree that has claimed it and still writes, which leaves %s', async (_, files, outcome) => {
    const clone = new Clone({ one: sample, two: sample })
    clone.claims.set(target, { target, worktree: 'one' })
    clone.busy.set('one', files)
    expect((await clone.give('two', accept)).outcome).toBe(outcome)
  })

  it('is granted without a claim where none can be written, which a notice says', async () => {
    const clone = new Clone({ one: sample })
    clone.isWritable = false
    expect(await clone.give('one', accept)).toMatchObject({ outcome: 'changed', codes: ['GRANT_UNCLAIMED'] })
    expect(clone.worktrees.get('one')).not.toBe(sample)
  })

  it('is not claimed when it is only planned, refused, held already, or could not be written', async () => {
    const clone = new Clone({ one: sample, two: inProgressSample })
    expect((await clone.give('one', accept, { dryRun: true })).outcome).toBe('changed')
    expect((await clone.give('two', '/accept TinyGain')).outcome).toBe('unchanged')
    clone.worktrees.set('three', inHandoff(sample, ['plugin: TinyGain', 'plugin: Other']))
    expect((await clone.give('three', accept)).outcome).toBe('refused')
    await expect(clone.give('one', accept, { fails: true })).rejects.toThrow('The disk is full')
    expect(clone.claims.size).toBe(0)
  })
})
