import { describe, expect, it } from 'vitest'
import { updated, type Result } from '../../bench/results.ts'

const machine = { cores: 2, processor: 'Any', memory: '8 GiB', system: 'linux x64', node: 'v24.0.0' }
const result = (name: string, commit: string): Result => ({ name, commit, machine, figures: [] })
const names = ['scale', 'growth', 'start']

describe('the results of benchmarks', () => {
  it('keep those of benchmarks that did not run, in the order of the table', () => {
    const before = [result('scale', 'a'), result('start', 'a')]
    const all = updated(before, [result('growth', 'b'), result('scale', 'b')], names)
    expect(all.map(({ name, commit }) => [name, commit])).toEqual([
      ['scale', 'b'],
      ['growth', 'b'],
      ['start', 'a'],
    ])
  })

  it('lack what is no benchmark any more', () => {
    expect(updated([result('gone', 'a')], [], names)).toEqual([])
  })
})
