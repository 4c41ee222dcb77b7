import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { FailOn, Format } from '../../src/entry/index.ts'
import { check, render } from '../../src/entry/index.ts'
import { acceptPath, grantedSample } from '../../src/protocols/control/examples.ts'
import { handoffPath, inHandoff, registryPath, sample } from '../../src/protocols/plugin/examples.ts'
import { annotations } from '../../src/render/github.ts'
import { checkRun } from '../../src/render/check-run.ts'
import { verdictComment } from '../../src/render/markdown.ts'
import { verdict } from '../../src/render/verdict.ts'

const at = '2026-02-04T10:00:00Z'
const sha = '0'.repeat(40)

/** Two errors, in files that come before the other in every order by path. */
const base = {
  ...inHandoff(sample, ['orchestration_mode: true', 'orchestration_mode: maybe']),
  ...grantedSample,
  [registryPath]: (sample[registryPath] ?? '').replaceAll('🚧 Stage 2', '💡 Ideated'),
}
const head = { ...base, [acceptPath]: '{' }
const reportOf = (failOn: FailOn, files = head, against = true) =>
  check(files, { ...(against && { base }), at, failOn, mode: 'strict' })

const codes = ['ACCEPT_UNREADABLE', 'HANDOFF_FIELD_TYPE', 'REGISTRY_STAGE_DRIFT']

describe.each<FailOn>(['new-error', 'error'])(
  'where a change adds an error to two of the base, with fail-on %s',
  (failOn) => {
    it('is marked as new, in the order by path', async () => {
      const { diagnostics, verdict } = await reportOf(failOn)
      expect(verdict).toBe('failed')
      expect(diagnostics.map(({ path, new: isNew }) => [path, isNew])).toEqual([
        [registryPath, undefined],
        [handoffPath, undefined],
        [acceptPath, true],
      ])
    })

    it.each<readonly [string, (report: Awaited<ReturnType<typeof reportOf>>) => string, string]>([
      ['text', (report) => render(report, 'text'), '1:2  error (new) Unexpected end'],
      ['brief', (report) => render(report, 'brief'), '"new":true'],
      [
        'github',
        (report) => render(report, 'github'),
        '::error title=ACCEPT_UNREADABLE stage%3Aexplore@run-2026-01-20-001 (new),',
      ],
      ['markdown', (report) => render(report, 'markdown'), '| ❌ new |'],
      ['the comment with the verdict', (report) => verdictComment(report, sha), '| ❌ new |'],
      ['the summary of the check run', (report) => checkRun(report, sha).summary, '| ❌ new |'],
      ['the annotations of the check run', (report) => JSON.stringify(checkRun(report, sha).annotations), ' (new)"'],
    ])('is marked in %s alone, and comes first', async (_, shown, mark) => {
      const text = shown(await reportOf(failOn))
      expect(text.split(mark).length).toBe(2)
      const places = [acceptPath, registryPath, handoffPath].map((path) => text.indexOf(path))
      expect(places.every((place) => place >= 0)).toBe(true)
      expect(Math.min(...places)).toBe(places[0])
    })

    it('is said of the old ones in their annotations, which are read without the verdict', async () => {
      const report = await reportOf(failOn)
      for (const shown of [annotations(report), checkRun(report, sha).annotations])
        expect(shown.map(({ message }) => message.includes('Not new: the base has this error too'))).toEqual([
          false,
          true,
          true,
        ])
      expect(annotations(report).map(({ level }) => level)).toEqual(['error', 'error', 'error'])
    })

    it('is new in JSON, whose lists keep their order', async () => {
      const form = z.object({ errors: z.array(z.object({ path: z.string(), new: z.literal(true).optional() })) })
      expect(form.parse(JSON.parse(render(await reportOf(failOn), 'json'))).errors).toEqual([
        { path: registryPath },
        { path: handoffPath },
        { path: acceptPath, new: true },
      ])
    })

    it('is new in SARIF, and comes first', async () => {
      const form = z.object({
        runs: z.array(
          z.object({ results: z.array(z.object({ ruleId: z.string(), baselineState: z.string().optional() })) }),
        ),
      })
      const results = form.parse(JSON.parse(render(await reportOf(failOn), 'sarif'))).runs.flatMap((run) => run.results)
      expect(results.map(({ baselineState }) => baselineState)).toEqual(['new', 'unchanged', 'unchanged'])
      expect(results[0]?.ruleId).toBe(codes[0])
    })

    it('is counted in the title of the check run', async () => {
      expect(checkRun(await reportOf(failOn), sha).title).toBe(
        'failed: 3 errors. 1 of 3 errors is new or concerns what the change touches.',
      )
    })
  },
)

describe('no error is marked', () => {
  const formats: readonly Format[] = ['text', 'github', 'markdown']
  it.each(formats)('in %s where all are new, or none', async (format) => {
    const fine = await check(
      { ...sample, ...grantedSample, [acceptPath]: '{' },
      { base: { ...sample, ...grantedSample }, at },
    )
    expect(fine.diagnostics.map((diagnostic) => diagnostic.new)).toEqual([true])
    for (const report of [fine, await reportOf('new-error', base)])
      expect(render(report, format)).not.toMatch(/\(new\)|❌ new/)
  })

  it('without a base', async () => {
    const report = await reportOf('error', head, false)
    expect(report.diagnostics.filter((diagnostic) => diagnostic.new)).toEqual([])
    expect(render(report, 'sarif')).not.toContain('baselineState')
    expect(render(report, 'github')).not.toContain('Not new')
  })

  it.each<FailOn>(['error', 'warning'])(
    'where all are old and count all the same, as after a push, with fail-on %s',
    async (failOn) => {
      const report = await reportOf(failOn, base)
      expect(report.verdict).toBe('failed')
      expect(verdict(report).reason).toBe(
        `No error is new and none concerns what the change touches, but every error counts (\`fail-on: ${failOn}\`).`,
      )
    },
  )

  it('where all are old and the check fails by its report', async () => {
    const report = {
      ...(await reportOf('new-error', base)),
      verdict: 'failed',
      report: { lines: [], status: 'fail' },
    } as const
    expect(verdict(report).reason).toBe('No error is new, and none concerns what the change touches.')
  })

  it('where all are old, which the verdict says', async () => {
    const report = await reportOf('new-error', base)
    expect(report.verdict).toBe('passed')
    expect(render(report, 'text')).toContain('No error is new, and none concerns what the change touches.')
    const messages = annotations(report).map(({ message }) => message)
    expect(messages).toEqual([expect.stringContaining('\nNot new: '), expect.stringContaining('\nNot new: ')])
  })
})
