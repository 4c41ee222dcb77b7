import { describe, expect, it } from 'vitest'
import { countBySeverity, pluralize, describeCounts } from '../../src/core/diagnostic.ts'

const found = (['notice', 'error', 'warning', 'error'] as const).map((severity) => ({ severity }))

describe('counts by severity', () => {
  it('counts by severity', () => {
    expect(countBySeverity(found)).toEqual({ error: 2, warning: 1, notice: 1 })
    expect(countBySeverity([])).toEqual({ error: 0, warning: 0, notice: 0 })
  })

  it('lists the most severe first, and leaves out what there is none of', () => {
    expect(describeCounts(found)).toBe('2 errors, 1 warning, 1 notice')
    expect(describeCounts([{ severity: 'notice' }])).toBe('1 notice')
    expect(describeCounts([])).toBe('')
  })

  it('knows one from many', () => {
    expect([0, 1, 2].map((count) => pluralize(count, 'target'))).toEqual(['0 targets', '1 target', '2 targets'])
  })
})
