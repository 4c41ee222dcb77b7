import { error, notice, warning } from '@actions/core'
import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { annotations, github, type Annotation } from '../../src/render/github.ts'
import type { Report } from '../../src/core/report.ts'
import { hostileDiagnostic } from './hostile.ts'
import { commandOf } from './runner.ts'
import { clean, diagnostic, failed, many, nothing, reportOf } from './sample.ts'

const toolkit = { error, warning, notice }

/** What the Actions toolkit prints for an annotation. */
function toolkitPrints({ level, message, path, ...properties }: Annotation): string {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    toolkit[level](message, { ...properties, file: path })
    return write.mock.calls.map(([chunk]) => String(chunk)).join('')
  } finally {
    write.mockRestore()
  }
}

describe('github', () => {
  it.each([
    ['failed', failed],
    ['nothing', nothing],
  ])('prints: %s', (_, report) => {
    expect(github(report)).toMatchSnapshot()
  })

  it('prints nothing when nothing is wrong', () => {
    expect(github(clean)).toBe('')
  })

  /** The older form of commands, which a path may hold, is broken: it counts wherever in a line it occurs. */
  const broken = (path: string) => path.replaceAll('##[', '## [')

  it('writes commands as the toolkit does, byte for byte', () => {
    fc.assert(
      fc.property(hostileDiagnostic, (finding) => {
        const report = reportOf([finding])
        const [annotation] = annotations(report)
        expect(github(report)).toBe(annotation && toolkitPrints({ ...annotation, path: broken(annotation.path) }))
      }),
    )
  })

  it('prints nothing that is alive on a terminal, in paths neither', () => {
    fc.assert(
      fc.property(hostileDiagnostic, (finding) => {
        expect(github(reportOf([finding]))).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u)
      }),
    )
    expect(github(reportOf([diagnostic({ path: 'a  b/\u00fc\u{1f3b9}.md' })]))).toContain(
      'file=a  b/\u00fc\u{1f3b9}.md,',
    )
  })

  it('is understood by the runner as what was meant, one command a line', () => {
    fc.assert(
      fc.property(fc.array(hostileDiagnostic, { minLength: 1, maxLength: 5 }), (findings) => {
        const report = reportOf(findings)
        const lines = github(report).trimEnd().split('\n')
        const expected = annotations(report)
        expect(lines).toHaveLength(expected.length)
        for (const [index, line] of lines.entries()) {
          const command = commandOf(line)
          expect(command?.name).toBe(expected[index]?.level)
          expect(command?.data).toBe(expected[index]?.message)
          expect(command?.properties['title']).toBe(expected[index]?.title)
          expect(command?.properties['file'] ?? '').toBe(broken(expected[index]?.path ?? ''))
          expect(commandOf(`12:00:00 ${line}`)).toBeUndefined()
        }
      }),
    )
  })

  it.each([
    [9, 9],
    [10, 10],
    [27, 27],
    [28, 28],
    [29, 29],
    [30, 28],
    [31, 28],
    [10_000, 28],
  ])(
    'shows at most ten of a level, the worst, with room for the verdict, and counts the rest: %i findings',
    (count, shownCount) => {
      const commands = github(many(count)).trimEnd().split('\n').map(commandOf)
      const of = (level: string) => commands.filter((command) => command?.name === level).length
      expect([of('error') < 10, of('warning') <= 10, of('notice') <= 10]).toEqual([true, true, true])
      const findings = commands.filter((command) => command?.properties['title'] !== 'Baton').length
      const omittedCount = count - findings
      expect(commands.at(-1)?.data.startsWith(`${omittedCount} more finding`)).toBe(omittedCount > 0)
      expect(findings).toBe(shownCount)
    },
  )

  it('keeps no place for a verdict that is no error', () => {
    const passed: Report = { ...reportOf(Array.from({ length: 11 }, () => diagnostic())), verdict: 'passed' }
    expect(github(passed).match(/^::error /gm)).toHaveLength(10)
  })

  it('leaves the tenth notice its place where nothing else is left out', () => {
    const notices = reportOf(Array.from({ length: 10 }, () => diagnostic({ severity: 'notice' })))
    expect(github(notices).trimEnd().split('\n')).toHaveLength(10)
  })
})

describe('annotations', () => {
  it('come worst first: by severity, then what the change touches, then by place', () => {
    const at = (severity: 'error' | 'warning' | 'notice', touched: boolean, path: string) =>
      diagnostic({ severity, touched, path })
    const report = reportOf([
      at('notice', true, 'a'),
      at('error', false, 'b'),
      at('warning', true, 'c'),
      at('error', true, 'd'),
      at('error', false, 'e'),
    ])
    expect(annotations(report).map(({ path }) => path)).toEqual(['d', 'b', 'e', 'c', 'a'])
  })

  it('are all there unless a number for each level is given', () => {
    expect(annotations(many(300))).toHaveLength(300)
    expect(annotations(many(300), { error: 2, warning: 2, notice: 2 }).map(({ level }) => level)).toEqual([
      'error',
      'error',
      'warning',
      'warning',
      'notice',
      'notice',
    ])
  })

  it.each([
    ['no line', {}, { startLine: 1, endLine: 1 }],
    ['a line', { line: 3 }, { startLine: 3, endLine: 3 }],
    ['a point', { line: 3, column: 5 }, { startLine: 3, endLine: 3, startColumn: 5 }],
    [
      'within a line',
      { line: 3, column: 5, endLine: 3, endColumn: 9 },
      { startLine: 3, endLine: 3, startColumn: 5, endColumn: 9 },
    ],
    ['several lines', { line: 3, column: 5, endLine: 6, endColumn: 2 }, { startLine: 3, endLine: 6 }],
    ['whole lines', { line: 3, column: 1, endLine: 6, endColumn: 1 }, { startLine: 3, endLine: 5 }],
    ['one whole line', { line: 3, column: 1, endLine: 4, endColumn: 1 }, { startLine: 3, endLine: 3 }],
    [
      'an empty place at the start of a line',
      { line: 3, column: 1, endLine: 3, endColumn: 1 },
      { startLine: 3, endLine: 3, startColumn: 1, endColumn: 1 },
    ],
  ])('have columns only within one line: %s', (_, place, expected) => {
    const [annotation] = annotations(reportOf([diagnostic(place)]))
    const { startLine, endLine, startColumn, endColumn } = annotation ?? {}
    expect({ startLine, endLine, startColumn, endColumn }).toEqual({
      startColumn: undefined,
      endColumn: undefined,
      ...expected,
    })
  })

  it('say what is wrong, what to do, what fixes it and where to read more', () => {
    const [annotation] = annotations(reportOf([diagnostic({ hint: 'Do it.', fix: '/sync X', target: 'plugin:X' })]))
    expect(annotation?.title).toBe('REGISTRY_STATUS_DRIFT plugin:X')
    expect(annotation?.message.split('\n')).toEqual([
      'Something is wrong.',
      'Do it.',
      'Fix it with: /sync X',
      diagnostic().url,
    ])
  })
})
