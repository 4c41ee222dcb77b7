import * as fc from 'fast-check'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { text } from '../../src/render/text.ts'
import { hostileDiagnostic, hostileText } from './hostile.ts'
import { commandOf } from './runner.ts'
import { clean, diagnostic, failed, many, nothing, reportOf } from './sample.ts'

const plainly = (report: typeof failed) => text(report, { color: false })
const last = (printed: string) => printed.trimEnd().split('\n').at(-1)

describe('text', () => {
  it.each([
    ['failed', failed],
    ['clean', clean],
    ['nothing', nothing],
  ])('prints: %s', (_, report) => {
    expect(plainly(report)).toMatchSnapshot()
  })

  it('colours, and says the same without', () => {
    const coloured = text(failed, { color: true })
    expect(coloured).toContain('\u001b[31merror')
    expect(coloured).toContain('\u001b[33mwarning')
    expect(stripVTControlCharacters(coloured)).toBe(plainly(failed))
  })

  it.each([
    [
      'counts what there is',
      reportOf([diagnostic(), diagnostic(), diagnostic({ severity: 'notice' })], { failOn: 'error' }),
      'failed: 2 errors, 1 notice;',
    ],
    ['explains a pass with errors', reportOf([diagnostic()], { verdict: 'passed', compared: true }), 'No error is new'],
    [
      'explains a pass with errors under never',
      reportOf([diagnostic()], { verdict: 'passed', failOn: 'never' }),
      'fail-on: never',
    ],
    [
      'explains a failure by warnings',
      reportOf([diagnostic({ severity: 'warning' })], { failOn: 'warning' }),
      'fail-on: warning',
    ],
    [
      'explains a failure by new errors',
      reportOf([diagnostic()], { failOn: 'new-error' }),
      'The error is new or concerns',
    ],
    [
      'says that all errors are new',
      reportOf([diagnostic(), diagnostic()], { failOn: 'new-error' }),
      'All 2 errors are new or concern',
    ],
    [
      'names one file, one target',
      { ...clean, checked: { files: 1, targets: 1, protocols: ['plugin'] } } as const,
      '1 file and 1 target checked (plugin).',
    ],
  ])('%s in the last line', (_, report, message) => {
    expect(last(plainly(report))).toContain(message)
  })

  it('has no more to explain when errors fail, or nothing is wrong', () => {
    expect(last(plainly(reportOf([diagnostic()], { failOn: 'error' })))).toBe(
      '✖ failed: 1 error; 12 files and 2 targets checked (plugin).',
    )
    expect(last(plainly(reportOf([diagnostic()], { failOn: 'warning' })))).toBe(
      '✖ failed: 1 error; 12 files and 2 targets checked (plugin).',
    )
    expect(last(plainly(clean))).toBe('✔ passed: nothing is wrong; 12 files and 2 targets checked (plugin).')
  })

  it('names each file once', () => {
    const report = reportOf([
      diagnostic({ path: 'a', line: 1 }),
      diagnostic({ path: 'a', line: 20, column: 3 }),
      diagnostic({ path: 'b' }),
    ])
    expect(
      plainly(report)
        .split('\n')
        .filter((line) => line === 'a' || line === 'b'),
    ).toEqual(['a', 'b'])
  })

  it('prints one line a finding and nothing that acts on a terminal or a log', () => {
    fc.assert(
      fc.property(hostileDiagnostic, hostileText, (finding, note) => {
        const printed = plainly(reportOf([finding], { notes: [note] }))
        expect(printed).not.toMatch(/[^\P{Cc}\n]|\p{Cf}|\p{Zl}|\p{Zp}|\p{Cs}/u)
        const details = [finding.hint, finding.fix, finding.commit, ...(finding.related ?? [])].filter(
          (detail) => detail !== undefined,
        )
        expect(printed.split('\n')).toHaveLength(7 + details.length)
        expect(printed.split('\n').filter((line) => commandOf(line))).toEqual([])
      }),
    )
  })

  it('shows the line that a finding is about, with a mark below, where it can be had', () => {
    const lines = ['| Plugin | Status |', '|---|---|', '| TinyGain | 🚧 Stage 2 |']
    const source = (path: string, line: number) => (path === 'PLUGINS.md' ? lines[line - 1] : undefined)
    const at = { line: 3, column: 14, endLine: 3, endColumn: 24 }
    const shown = (overrides: Parameters<typeof diagnostic>[0]) =>
      plainly(reportOf([diagnostic(overrides)], { source }))
        .split('\n')
        .slice(2, -4)
    expect(shown(at)).toEqual(['     3 | | TinyGain | 🚧 Stage 2 |', '       |              ^^^^^^^^^^'])
    expect(shown({ ...at, fix: '/sync TinyGain' })).toEqual([...shown(at), '        fix      /sync TinyGain'])
    // Another file, another line, no part of a line, another head: the finding is by itself.
    for (const overrides of [
      { ...at, path: 'a.md' },
      { ...at, line: 4, endLine: 4 },
      { line: 3 },
      {},
      { ...at, conversation: 7 },
      { ...at, commit: '1a2b3c4' },
    ])
      expect(shown(overrides).filter((line) => line.includes('|'))).toEqual([])
    expect(text(reportOf([diagnostic(at)], { source }), { color: true })).toContain('\u001b[31m^^^^^^^^^^\u001b[39m')
  })

  it('shows nothing of a line that acts on a terminal or a log', () => {
    fc.assert(
      fc.property(hostileDiagnostic, hostileText, (finding, line) => {
        const printed = plainly(reportOf([finding], { source: () => line.replace(/[\r\n]/g, ' ') }))
        expect(printed).not.toMatch(/[^\P{Cc}\n]|\p{Cf}|\p{Zl}|\p{Zp}|\p{Cs}/u)
        expect(printed.split('\n').filter((printedLine) => commandOf(printedLine))).toEqual([])
      }),
    )
  })

  it('shows a path that looks like a workflow command as the same path, beginning differently', () => {
    expect(plainly(reportOf([diagnostic({ path: '::error::x' })])).split('\n')[0]).toBe('./::error::x')
  })

  it('has room for any number of findings, in one file or in many', () => {
    expect(plainly(many(10_000)).split('\n')).toHaveLength(10_000 * 5 + 3)
    const longReport = reportOf(Array.from({ length: 200_000 }, (_, index) => diagnostic({ line: index + 1 })))
    expect(plainly(longReport).split('\n')).toHaveLength(200_000 + 5)
  })
})
