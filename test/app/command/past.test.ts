import { describe, expect, it } from 'vitest'
import type { FileVersion } from '../../../src/core/command.ts'
import { withPast, type Past } from '../../../src/app/command/past.ts'
import { memoryTree } from '../../../src/gateways/memory.ts'

const selection = { selectors: [{ glob: '**', level: 'text' as const }], limit: 1000 }
const bytes = (text: string) => new TextEncoder().encode(text)

/** A past of so many versions of every file, which records the calls. */
function recorded(count: number) {
  const calls: string[] = []
  const past: Past = {
    async *versions(path) {
      for (let index = 0; index < count; index++) {
        calls.push(`version ${index} of ${path}`)
        yield await Promise.resolve<FileVersion>({ sha: String(index), bytes: bytes(`${path} ${index}`) })
      }
    },
    at(commit, path) {
      calls.push(`${path} at ${commit}`)
      return Promise.resolve(commit === 'none' ? undefined : { sha: commit, bytes: undefined })
    },
    named(revision) {
      calls.push(`named ${revision}`)
      return Promise.resolve(revision === 'none' ? { cutOff: false } : { sha: revision, ancestor: true })
    },
    committedAt(sha) {
      calls.push(`committed ${sha}`)
      return Promise.resolve(sha === 'none' ? undefined : '2026-02-04T10:00:00.000Z')
    },
    ledger() {
      calls.push('ledger')
      return Promise.resolve([{ sha: 'a', parent: undefined, targets: ['plugin:TinyGain'], commands: [] }])
    },
    view(sha) {
      calls.push(`view ${sha}`)
      return memoryTree({ [sha]: '' }).open(selection)
    },
    change() {
      calls.push('change')
      return Promise.resolve({ commits: [] })
    },
  }
  return { calls, open: () => Promise.resolve(past) }
}

describe('planning over a past', () => {
  it('fetches each requested item once, and nothing else', async () => {
    const { calls, open } = recorded(3)
    const found = await withPast(open, (history) => () => {
      for (const { sha } of history.versions('x'))
        if (sha === '1') return [sha, history.at('1', 'y')?.sha, history.at('1', 'y')?.sha]
      return undefined
    })
    expect(found).toEqual(['1', '1', '1'])
    expect(calls).toEqual(['version 0 of x', 'version 1 of x', 'y at 1'])
  })

  it('ends where the past ends', async () => {
    const { open } = recorded(2)
    expect(await withPast(open, (history) => () => [...history.versions('x'), ...history.versions('z')].length)).toBe(4)
    expect(await withPast(open, (history) => () => history.at('none', 'x'))).toBeUndefined()
  })

  it('has ledger and views', async () => {
    const { calls, open } = recorded(0)
    const found = await withPast(
      open,
      (history) => () => history.ledger().flatMap(({ sha }) => [...history.view(sha).paths]),
    )
    expect(found).toEqual(['a'])
    expect(calls).toEqual(['ledger', 'view a'])
  })

  it('knows when a commit was made, asked once', async () => {
    const { calls, open } = recorded(0)
    const found = await withPast(open, (history) => () => ['a', 'a', 'none'].map((sha) => history.committedAt(sha)))
    expect(found).toEqual(['2026-02-04T10:00:00.000Z', '2026-02-04T10:00:00.000Z', undefined])
    expect(calls).toEqual(['committed a', 'committed none'])
  })

  it('has the commits of the change, read once', async () => {
    const { calls, open } = recorded(0)
    expect(await withPast(open, (history) => () => [history.change(), history.change()])).toEqual([
      { commits: [] },
      { commits: [] },
    ])
    expect(calls).toEqual(['change'])
  })

  it('is not opened without a request', async () => {
    const never = () => Promise.reject(new Error('It was opened'))
    expect(await withPast(never, () => () => 'planned')).toBe('planned')
  })

  it('finds nothing in an empty history', async () => {
    const noHistory = () => Promise.resolve(undefined)
    expect(
      await withPast(noHistory, (history) => () => [
        [...history.versions('x')],
        history.at('1234567', 'x'),
        history.ledger(),
        history.change(),
      ]),
    ).toEqual([[], undefined, [], undefined])
  })

  it('passes on what goes wrong, and ends in any case', async () => {
    const { open } = recorded(Infinity)
    const broken = () => {
      throw new RangeError('Broken')
    }
    await expect(withPast(open, () => broken)).rejects.toThrow('Broken')
    await expect(withPast(open, (history) => () => [...history.versions('x')])).rejects.toMatchObject({ name: 'Fault' })
  })
})
