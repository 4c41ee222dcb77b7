import { describe, expect, it } from 'vitest'
import { type Diagnostic, describeCounts, findingKey } from '../../../src/core/diagnostic.ts'
import type { Report } from '../../../src/core/report.ts'
import { condense, findingLimiter, maxListed } from '../../../src/engine/checking/limited.ts'

const found = (line: number, overrides: Partial<Diagnostic> = {}): Diagnostic => ({
  code: 'TWICE',
  severity: 'warning',
  message: `Number ${line}`,
  path: 'a.json',
  line,
  url: '',
  touched: false,
  ...overrides,
})

const many = (count: number, overrides?: Partial<Diagnostic>) =>
  Array.from({ length: count }, (_, index) => found(index + 1, overrides))

const shown = (diagnostics: readonly Diagnostic[]) => condense({ diagnostics } as unknown as Report).diagnostics

describe('a report as it is shown', () => {
  it.each([maxListed + 1, 10 * maxListed])(
    'has 100 of %i findings of one code in one file, and one line for the others',
    (count) => {
      const listed = shown(many(count))
      expect(listed).toHaveLength(maxListed + 1)
      const rest = listed.filter(({ more }) => more !== undefined)
      expect(rest).toMatchObject([
        { code: 'TWICE', severity: 'warning', path: 'a.json', line: 101, more: count - maxListed },
      ])
      expect(describeCounts(listed)).toBe(`${count} warnings`)
    },
  )

  it('has each of 100 findings', () => {
    expect(shown(many(maxListed))).toEqual(many(maxListed))
  })

  it('counts each file and each code for itself', () => {
    expect(shown([...many(60), ...many(60, { path: 'b.json' }), ...many(60, { code: 'OTHER' })])).toHaveLength(180)
  })

  it('has the worst of them, wherever they are', () => {
    const listed = shown([...many(300), found(301, { severity: 'error' })])
    expect(listed.filter(({ severity }) => severity === 'error')).toMatchObject([{ line: 301 }])
  })

  it('says of the others what is worst of them', () => {
    const listed = shown(many(300, { severity: 'error', touched: true, target: 'session:a' }))
    expect(listed.find(({ more }) => more !== undefined)).toMatchObject({
      severity: 'error',
      touched: true,
      target: 'session:a',
      more: 200,
    })
  })
})

it('the findings about each target are limited apart, since rules of what is new compare them', () => {
  const limited = findingLimiter(findingKey)
  const all = [...many(150, { target: 'session:a' }), ...many(150, { target: 'session:b' })]
  expect(all.filter((diagnostic) => limited.add(diagnostic))).toHaveLength(200)
  expect(limited.rest()).toMatchObject([
    { target: 'session:a', more: 50 },
    { target: 'session:b', more: 50 },
  ])
})

it('no more than 50,000 are listed in all, and every file says how many are not', () => {
  const limited = findingLimiter(findingKey)
  const all = Array.from({ length: 600 }, (_, file) => many(100, { path: `${file}.json` })).flat()
  expect(all.filter((diagnostic) => limited.add(diagnostic))).toHaveLength(50_000)
  const rest = limited.rest()
  expect(rest).toHaveLength(100)
  expect(rest.every(({ more }) => more === 100)).toBe(true)
})
