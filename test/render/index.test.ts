import { describe, expect, it } from 'vitest'
import { formats, type Format } from '../../src/render/index.ts'
import { clean, failed, many, nothing } from './sample.ts'

const options = { color: false, version: '0.1.0' }
const names = Object.keys(formats) as Format[]

describe('formats', () => {
  it('are those that are promised', () => {
    expect(names.toSorted()).toEqual(['brief', 'github', 'json', 'markdown', 'sarif', 'text'])
  })

  it.each(names)('%s gives the same bytes for the same report, and ends its last line', (name) => {
    for (const report of [failed, clean, nothing]) {
      const printed = formats[name](report, options)
      expect(formats[name](structuredClone(report), options)).toBe(printed)
      expect(printed === '' || printed.endsWith('\n')).toBe(true)
    }
  })

  it.each(names)('%s never prints what is no part of any output', (name) => {
    const marked = {
      ...failed,
      targets: failed.targets.map((target) => ({ ...target, changed: false, way: ['SECRET WAY'] })),
    }
    expect(formats[name](marked, options)).not.toMatch(/touched"|SECRET WAY/)
  })

  it.each(names)('%s has room for very many findings', (name) => {
    expect(formats[name](many(20_000), options)).not.toBe('')
  })
})
