import { describe, expect, it } from 'vitest'
import { suggestion } from '../../src/core/suggestion.ts'

const keys = ['a'.repeat(100), 'second-place', 'stages', 'root', 'REGISTRY_STATUS_DRIFT']

describe('the word that was meant', () => {
  it.each([
    ['secondPlace', 'second-place'],
    ['stage', 'stages'],
    ['rot', 'root'],
    ['registry_status_drift', 'REGISTRY_STATUS_DRIFT'],
    ['REGISTRY_DRIFT', undefined],
    ['toolkit', undefined],
    ['', undefined],
    ['x', undefined],
    ['a'.repeat(101), undefined],
  ])('%s → %s', (word, meant) => {
    expect(suggestion(word, keys)).toBe(meant)
  })

  it('is none where there is nothing to choose from', () => {
    expect(suggestion('root', [])).toBeUndefined()
  })
})
