import schema from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with { type: 'json' }
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import * as fc from 'fast-check'
import type { Log, Result } from 'sarif'
import { describe, expect, it } from 'vitest'
import { sarif } from '../../src/render/sarif.ts'
import { hostileDiagnostic, hostileText } from './hostile.ts'
import { commandOf } from './runner.ts'
import { clean, diagnostic, failed, many, nothing, reportOf } from './sample.ts'

// The standard's schema is written in draft 4, of which it uses nothing that later drafts read differently.
const { $schema: _, id: __, ...official } = schema
const ajv = new Ajv({ strict: false, unicodeRegExp: false })
formats.default(ajv)
const validate = ajv.compile(official)

const print = (report: typeof failed) => sarif(report, { version: '0.1.0' })
const valid = (text: string) => validate(JSON.parse(text)) || validate.errors

function run(report: typeof failed) {
  const log = JSON.parse(print(report)) as Log
  const [only] = log.runs
  if (!only) throw new Error('no run')
  return {
    rules: only.tool.driver.rules ?? [],
    results: only.results ?? [],
    notes: only.invocations?.[0]?.toolExecutionNotifications ?? [],
  }
}

const resultOf = (overrides: Parameters<typeof diagnostic>[0]): Result | undefined =>
  run(reportOf([diagnostic(overrides)])).results[0]
const place = (result: Result | undefined) => result?.locations?.[0]?.physicalLocation

describe('sarif', () => {
  it('prints what code scanning reads', () => {
    expect(print(failed)).toMatchSnapshot()
  })

  it.each([
    ['failed', failed],
    ['clean', clean],
    ['nothing', nothing],
    ['many', many(500)],
    ['no rules', { ...failed, rules: [] }],
  ])('is valid against the schema of the standard: %s', (_, report) => {
    expect(valid(print(report))).toBe(true)
  })

  it('is held to the schema at all', () => {
    const log = JSON.parse(print(failed))
    expect(validate({ ...log, version: '2.0.0' })).toBe(false)
    expect(validate({ ...log, runs: [{ ...log.runs[0], results: [{ level: 'fatal' }] }] })).toBe(false)
  })

  it('is valid and lets nothing be live, whatever is in any text', () => {
    fc.assert(
      fc.property(
        fc.array(hostileDiagnostic, { maxLength: 4 }),
        fc.array(hostileText, { maxLength: 2 }),
        (diagnostics, notes) => {
          // A rule's own address is always one.
          const text = print(
            reportOf(
              diagnostics.map((finding) => ({ ...finding, url: 'https://example.com/x' })),
              { notes },
            ),
          )
          expect(valid(text)).toBe(true)
          expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Cf}|\p{Zl}|\p{Zp}/u)
          expect(text.split('\n').filter((line) => commandOf(line))).toEqual([])
          const { results } = run(reportOf(diagnostics))
          for (const [index, result] of results.entries()) {
            const uri = place(result)?.artifactLocation?.uri ?? ''
            expect(uri).toMatch(/^[\w.~!'()*%/-]*$/)
            expect(decodeURIComponent(uri)).toBe(diagnostics[index]?.path.replace(/\p{Cs}/gu, '\ufffd'))
            expect(result.message.text).not.toMatch(/\]\(|\p{Cc}/u)
          }
        },
      ),
    )
  })

  it('has a descriptor for every result, and for no rule that found nothing', () => {
    const { rules, results } = run(failed)
    expect(results).toHaveLength(failed.diagnostics.length)
    for (const { ruleId, ruleIndex } of results) expect(rules[ruleIndex ?? -1]?.id).toBe(ruleId)
    expect(rules.map(({ id }) => id)).toEqual([
      'PLUGIN_LEGACY_FORMAT',
      'PLUGIN_WORK_STALE',
      'REGISTRY_STATUS_DRIFT',
      'CONFIG_INVALID',
    ])
    expect(run(clean)).toMatchObject({ rules: [], results: [] })
  })

  it.each([
    ['error', 'error'],
    ['warning', 'warning'],
    ['notice', 'note'],
  ] as const)('says %s as %s', (severity, level) => {
    expect(resultOf({ severity })?.level).toBe(level)
  })

  it.each([
    ['a rule of both', 'error', 'warning', 'error'],
    ['a rule that is strict alone', 'warning', 'off', 'warning'],
    ['a rule that is soft alone', 'off', 'notice', 'note'],
  ] as const)('gives a rule its usual level: %s', (_, strict, soft, level) => {
    const [rule] = failed.rules
    if (!rule) throw new Error('no rule')
    expect(
      run(reportOf([diagnostic({ code: rule.code })], { rules: [{ ...rule, strict, soft }] })).rules[0]
        ?.defaultConfiguration?.level,
    ).toBe(level)
  })

  it('has a place that code scanning shows, also where a finding has no line', () => {
    expect(place(resultOf({}))?.region).toEqual({ startLine: 1 })
    expect(place(resultOf({ line: 2, column: 3, endLine: 4, endColumn: 5 }))?.region).toEqual({
      startLine: 2,
      startColumn: 3,
      endLine: 4,
      endColumn: 5,
    })
    expect(place(resultOf({ path: 'a b/ä#?%:.md' }))?.artifactLocation).toEqual({
      uri: 'a%20b/%C3%A4%23%3F%25%3A.md',
      uriBaseId: '%SRCROOT%',
    })
  })

  it('says in one text what is wrong, what to do and what fixes it', () => {
    expect(resultOf({ message: 'It is wrong', hint: 'Look.', fix: '/sync X' })?.message.text).toBe(
      'It is wrong. Look. Fix it with: /sync X',
    )
  })

  it('reports what could not be checked', () => {
    expect(run(failed).notes.map(({ message }) => message.text)).toEqual(failed.notes)
  })
})

describe('the fingerprint', () => {
  const prints = (...diagnostics: Parameters<typeof diagnostic>[0][]) =>
    run(reportOf(diagnostics.map(diagnostic))).results.map(
      ({ partialFingerprints }) => partialFingerprints?.['batonFinding/v1'],
    )

  it('stays when lines move and words change', () => {
    expect(prints({ line: 3, message: 'a' })).toEqual(
      prints({ line: 300, column: 2, message: 'b', severity: 'warning', touched: false }),
    )
  })

  it('differs by code, target and path', () => {
    const all = prints(
      {},
      { code: 'CONTRACT_MISMATCH' },
      { target: 'plugin:A' },
      { path: 'other' },
      { path: 'plugin:A' },
    )
    expect(new Set(all).size).toBe(5)
  })

  it('distinguishes equals by their order, which others do not change', () => {
    const all = prints({ line: 1 }, { line: 2 }, { line: 3 })
    expect(new Set(all).size).toBe(3)
    expect(prints({ line: 10 }, { line: 11, target: 'plugin:B' }, { line: 12 })).toEqual([
      all[0],
      prints({ target: 'plugin:B' })[0],
      all[1],
    ])
  })
})
