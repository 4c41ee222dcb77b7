import { describe, expect, it } from 'vitest'
import { misspelling, suggestion } from '../../src/core/suggestion.ts'

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
    ['a'.repeat(100), 'a'.repeat(100)],
    ['a'.repeat(101), undefined],
  ])('%s → %s', (word, expected) => {
    expect(suggestion(word, keys)).toBe(expected)
  })

  it('is none where there is nothing to choose from', () => {
    expect(suggestion('root', [])).toBeUndefined()
  })
})

describe('the word of a text that was meant as another', () => {
  it.each([
    ['sucess', 'success'],
    ['Eror', 'error'],
    ['erorr', 'error'],
    ['qestion', 'question'],
    ['Error:', 'error'],
    ['quastian', 'question'],
    ['saccass', undefined],
    ['mirror', undefined],
    ['terse', undefined],
    ['Successfully', undefined],
    ['Done', undefined],
    ['', undefined],
    ['s'.repeat(101), undefined],
  ])('%s → %s', (word, expected) => {
    expect(misspelling(word, ['success', 'error', 'question'])).toBe(expected)
  })
})
