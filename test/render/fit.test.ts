import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fit, type Section } from '../../src/render/fit.ts'

const section = (length: number, overrides: Partial<Section> = {}): Section => ({
  open: 'OPEN\n',
  items: Array.from({ length }, (_, index) => `item ${index} äöü🚧\n`),
  rest: (count) => `${count} left`,
  until: 1,
  ...overrides,
})

const shown = (page: string) => page.match(/^item/gm)?.length ?? 0
const remainingCount = (page: string) => Number(/^(\d+) left/m.exec(page)?.[1] ?? 0)

describe('fit', () => {
  it('shows everything where there is room, without a note of omissions', () => {
    expect(fit([section(2)], 10_000)).toBe('OPEN\nitem 0 äöü🚧\nitem 1 äöü🚧\n')
    expect(fit([section(0)], 10_000)).toBe('')
  })

  it('folds what comes after the first', () => {
    const folded = { after: 1, title: (count: number) => `${count} more`, open: 'HEAD\n' }
    expect(fit([section(3, { folded })], 10_000)).toBe(
      'OPEN\nitem 0 äöü🚧\n\n<details><summary>2 more</summary>\n\nHEAD\nitem 1 äöü🚧\nitem 2 äöü🚧\n\n</details>\n',
    )
    expect(fit([section(1, { folded })], 10_000)).not.toContain('<details>')
  })

  it('never exceeds the limit, and accounts for every item', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 5000 }), fc.nat(300), fc.constantFrom(0, 5), (limit, count, after) => {
        const folded = { after, title: (count: number) => `${count} more`, open: 'HEAD\n' }
        const page = fit([section(count, { open: 'O'.repeat(600), folded })], limit)
        expect(Buffer.byteLength(page)).toBeLessThanOrEqual(limit)
        expect(shown(page.replaceAll('O', '')) + remainingCount(page)).toBe(count)
        expect(page.includes('<details>')).toBe(page.includes('</details>'))
      }),
    )
  })

  it('keeps what is left of the page for later sections', () => {
    const page = fit([section(1000, { until: 0.5 }), section(10, { open: 'SECOND\n' })], 4000)
    expect(page).toContain('SECOND')
    expect(Buffer.byteLength(page.split('SECOND')[0] ?? '')).toBeLessThanOrEqual(2000)
  })
})
