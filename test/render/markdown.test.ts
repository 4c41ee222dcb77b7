import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ReportedTarget } from '../../src/core/report.ts'
import { markdown } from '../../src/render/markdown.ts'
import { hostileDiagnostic, hostileText } from './hostile.ts'
import { expectInert, read } from './inert.ts'
import { clean, diagnostic, failed, many, nothing, reportOf, rules } from './sample.ts'
import { runs } from '../thorough.ts'

const hostileTarget: fc.Arbitrary<ReportedTarget> = fc
  .record(
    {
      id: hostileText,
      protocol: fc.constant('plugin'),
      path: hostileText,
      state: hostileText,
      before: hostileText,
      changed: fc.constant(true),
      facts: fc.constant({}),
      way: fc.array(hostileText, { maxLength: 30 }),
    },
    { requiredKeys: ['id', 'protocol', 'path', 'state', 'changed', 'facts'] },
  )
  .filter(({ before, state }) => before !== state)

const rows = (page: string) => read(page).filter(({ type }) => type === 'tr_open').length

describe('markdown', () => {
  it.each([
    ['failed', failed],
    ['clean', clean],
    ['nothing', nothing],
  ])('prints: %s', (_, report) => {
    expect(markdown(report)).toMatchSnapshot()
  })

  it('is a page of the parts that it was meant to have', () => {
    const pieces = read(markdown(failed))
    expect(pieces.filter(({ type }) => type === 'heading_open')).toHaveLength(4)
    expect(pieces.filter(({ type }) => type === 'table_open')).toHaveLength(2)
    expect(pieces.filter(({ type }) => type === 'fence')).toHaveLength(1)
    expect(pieces.filter(({ type }) => type === 'list_item_open')).toHaveLength(1 + 3)
  })

  it('lets nothing be live: no mention, link, image, HTML or command, whatever is in any text', () => {
    fc.assert(
      fc.property(
        fc.array(hostileDiagnostic, { maxLength: 4 }),
        fc.array(hostileTarget, { maxLength: 3 }),
        fc.array(hostileText, { maxLength: 2 }),
        (diagnostics, targets, notes) => {
          const page = markdown(reportOf(diagnostics, { targets, notes }))
          expectInert(
            page,
            [...diagnostics, ...rules].map(({ url }) => url),
          )
          expect(read(page).filter(({ type }) => type === 'heading_open')).toHaveLength(
            1 + [notes, diagnostics, targets].filter(({ length }) => length > 0).length,
          )
          expect(rows(page)).toBe(
            [diagnostics, targets].reduce((sum, { length }) => sum + (length > 0 ? 1 + length : 0), 0),
          )
        },
      ),
      { numRuns: runs(30) },
    )
  })

  it.each([
    ['javascript:alert(1)'],
    ['https://example.com/a)[x](https://example.com'],
    ['https://example.com/<img>'],
    ['/relative'],
  ])('makes no link of an address that is not plainly one: %s', (url) => {
    expect(read(markdown(reportOf([diagnostic({ url })]))).filter(({ type }) => type === 'link_open')).toHaveLength(1)
  })

  it('shows the worst first, and folds away what is long', () => {
    const page = markdown(many(60))
    const [front = '', back = ''] = page.split('<details>')
    expect(front.match(/^\| ❌/gm)).toHaveLength(20)
    expect(front.match(/^\| ⚠️/gm)).toHaveLength(5)
    expect(back).toContain('35 more findings')
    expect(rows(page)).toBe(60 + 2)
  })

  it('has the state before and now of every target that changed, and of no other', () => {
    const page = markdown(failed)
    expect(page).toContain('| `plugin:TinyGain` | `stage 2 complete` | `stage 3.1 in_progress` | agent |')
    expect(page).not.toContain('plugin:Amber')
  })

  it('calls a target new that was not there before', () => {
    const target = {
      id: 'plugin:New',
      protocol: 'plugin',
      path: 'p',
      state: 'ideated',
      changed: true,
      facts: {},
    } as const
    expect(markdown({ ...failed, targets: [target] })).toContain('| `plugin:New` | new | `ideated` | unknown |')
  })

  it('draws at most twenty ways, three of them unfolded', () => {
    const [, target] = failed.targets
    if (!target) throw new Error('no target')
    const targets = Array.from({ length: 30 }, (_, index) => ({ ...target, id: `plugin:P${index}` }))
    const page = markdown({ ...failed, targets })
    expect(page.match(/^```mermaid$/gm)).toHaveLength(20)
    expect(page.split('17 more diagrams')[0]?.match(/^```mermaid$/gm)).toHaveLength(3)
    expect(rows(page)).toBe(1 + 4 + 1 + 30)
  })

  it.each([
    ['the job summary', 10_000, undefined, 1024 * 1024],
    ['a check run', 10_000, 65_535, 65_535],
    ['little room', 100, 4000, 4000],
    ['no room for any finding', 100, 1200, 1200],
  ])('stays below the limit and reports what is left out: %s', (_, count, limit, bytes) => {
    const report = many(count)
    const page = markdown({ ...report, targets: failed.targets }, limit === undefined ? {} : { limit })
    expect(Buffer.byteLength(page)).toBeLessThanOrEqual(bytes)
    const omittedCount = Number(/^(\d+) more findings omitted/m.exec(page)?.[1] ?? 0)
    const shown = page.match(/^\| (❌|⚠️|ℹ️)/gmu)?.length ?? 0
    expect(shown + omittedCount).toBe(count)
    expect(page.match(/<details>/g)?.length).toBe(page.match(/<\/details>/g)?.length)
  })

  it('is empty where there is no room at all', () => {
    expect(markdown(failed, { limit: 0 })).toBe('')
  })

  it('lists as changed only what says another state than before', () => {
    const [otherTarget, target] = failed.targets as readonly [ReportedTarget, ReportedTarget]
    const page = (...targets: readonly ReportedTarget[]) => markdown({ ...failed, targets })
    expect(page(target)).toMatch(
      /### Changed targets[^]*\| `plugin:TinyGain` \| `stage 2 complete` \| `stage 3.1 in_progress`/,
    )
    const { before: _, ...fresh } = target
    expect(page(fresh)).toContain('| `plugin:TinyGain` | new |')
    // Its files were touched, and say the same; or it is another file that says it.
    for (const unchangedTarget of [
      { ...target, before: target.state },
      { ...otherTarget, before: 'ideated' },
    ])
      expect(page(unchangedTarget)).not.toContain('Changed targets')
  })

  it('keeps room for the changed targets, however many findings there are', () => {
    const page = markdown({ ...many(10_000), targets: failed.targets })
    expect(page).toContain('### Changed targets')
    expect(page).toContain('```mermaid')
    expect(page).toContain('What the codes mean')
  })

  it('takes a very long text without losing time', () => {
    for (const text of [
      'a'.repeat(300_000),
      '('.repeat(300_000),
      '`'.repeat(300_000),
      'a`'.repeat(150_000),
      '. '.repeat(150_000),
      '##['.repeat(100_000),
    ]) {
      expect(markdown(reportOf([diagnostic({ message: text, path: text })]))).not.toBe('')
    }
  })
})
