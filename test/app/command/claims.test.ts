import { describe, expect, it } from 'vitest'
import type { ClaimPort } from '../../../src/app/command/claims.ts'
import { givenComment } from '../../../src/engine/commands/grammar.ts'
import { run } from '../../../src/app/command/run.ts'
import type { Claim } from '../../../src/core/grant.ts'
import type { Files } from '../../../src/core/rule.ts'
import { onDisk } from '../../../src/engine/commands/plan.ts'
import { lazyProtocols } from '../../../src/entry/lazy-protocols.ts'
import { memoryTree } from '../../../src/gateways/memory.ts'
import { inHandoff, inProgressSample, sample } from '../../../src/protocols/plugin/examples.ts'

const target = 'plugin:TinyGain'
const at = '2026-02-04T10:00:00Z'

/** A clone of which each worktree has its own files; commands see the claims of all. */
class Clone {
  readonly worktrees = new Map<string, Files>()
  readonly claims = new Map<string, Claim>()
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
      own: () => [],
      untilIdle: (name) => {
        if (!this.busy.has(name)) return Promise.resolve(true)
        const files = this.busy.get(name)
        if (files) this.worktrees.set(name, files)
        return Promise.resolve(files !== undefined)
      },
      take: (claim, found) => {
        this.meanwhile()
        if (!this.isWritable) return 'unwritable'
        if (elsewhere(claim.target) !== found) return 'lost'
        this.claims.set(claim.target, claim)
        return 'taken'
      },
      release: (id, isIt) => {
        const found = this.claims.get(id)
        if (found && isIt(found)) this.claims.delete(id)
      },
    }
  }

  /** Gives a comment in a worktree, as the command line would. */
  async give(worktree: string, comment: string, { time = at, dryRun = false, fails = false } = {}) {
    const files = this.worktrees.get(worktree) ?? {}
    const tree = memoryTree(files)
    const ran = await run(
      { comment: givenComment(comment) },
      { head: tree, policy: tree },
      lazyProtocols,
      { at: time, actor: 'octocat', dryRun },
      {
        sha: () => Promise.resolve(undefined),
        past: () => Promise.resolve(undefined),
        claims: this.port(worktree),
        write: (plan) => {
          if (fails) throw new Error('The disk is full')
          const now: Record<string, string> = { ...files }
          for (const [path, content] of onDisk(plan)) now[path] = String(content)
          this.worktrees.set(worktree, now)
        },
      },
    )
    if (!('plan' in ran)) return expect.fail('Nothing was planned')
    const diagnostics = ran.plan.results.flatMap((result) => result.diagnostics)
    return { outcome: ran.plan.outcome, codes: diagnostics.map(({ code }) => code), message: diagnostics[0]?.message }
  }
}

describe('a target that is granted in one worktree of a clone', () => {
  const accept = '/accept TinyGain --agent A'

  it('is claimed there, and refused in another', async () => {
    const clone = new Clone({ one: sample, two: sample })
    expect(await clone.give('one', accept)).toEqual({ outcome: 'changed', codes: [], message: undefined })
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
    expect((await clone.give('two', '/accept TinyGain --agent B', { time: '2026-02-04T11:00:00Z' })).codes).toEqual(['GRANT_ELSEWHERE'])
    expect((await takeover('2026-02-04T11:00:00Z')).outcome).toBe('changed')
    expect(clone.claims.get(target)).toMatchObject({ worktree: 'two', grant: { agent: 'B' } })
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
