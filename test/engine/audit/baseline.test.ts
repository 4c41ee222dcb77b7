import { describe, expect, it } from 'vitest'
import type { Diagnostic } from '../../../src/core/diagnostic.ts'
import { fingerprintOf, fingerprintsOf } from '../../../src/engine/audit/result.ts'
import { withoutKnownFindings } from '../../../src/engine/audit/baseline.ts'

const drift: Diagnostic = {
  code: 'REGISTRY_STATUS_DRIFT',
  severity: 'error',
  protocol: 'plugin',
  target: 'plugin:TinyGain',
  path: 'PLUGINS.md',
  line: 7,
  message: 'Unexpected status',
  url: 'https://example.com',
  touched: false,
}

const entry = {
  code: 'REGISTRY_STATUS_DRIFT',
  target: 'plugin:TinyGain' as string | undefined,
  path: undefined as string | undefined,
  owner: '@octocat',
  reason: 'on purpose',
  until: '2026-02-04',
}

const judge = (
  entries: readonly (typeof entry)[],
  day = '2026-02-04',
  whole = true,
  found: readonly Diagnostic[] = [drift],
) =>
  withoutKnownFindings(found, {
    entries,
    place: (index) => ({ path: '.github/baton.yml', line: index + 1 }),
    day,
    whole,
  })

const codes = (found: readonly Diagnostic[]) => found.map(({ code, line }) => `${code}:${line}`)

describe('what is known', () => {
  it('is silent up to and including its last day', () => {
    expect(judge([entry], '2026-02-03')).toEqual([])
    expect(judge([entry], '2026-02-04')).toEqual([])
    expect(codes(judge([entry], '2026-02-05'))).toEqual(['REGISTRY_STATUS_DRIFT:7', 'KNOWN_EXPIRED:1'])
  })

  it('identifies a finding by code and target, or by code and path', () => {
    expect(judge([{ ...entry, target: undefined, path: 'PLUGINS.md' }])).toEqual([])
    expect(codes(judge([{ ...entry, target: undefined, path: 'OTHER.md' }]))).toEqual([
      'REGISTRY_STATUS_DRIFT:7',
      'KNOWN_UNMATCHED:1',
    ])
    expect(codes(judge([{ ...entry, code: 'REGISTRY_ROW_MISSING' }]))).toEqual([
      'REGISTRY_STATUS_DRIFT:7',
      'KNOWN_UNMATCHED:1',
    ])
    expect(codes(judge([entry, { ...entry, target: 'plugin:Amber' }]))).toEqual(['KNOWN_UNMATCHED:2'])
  })

  it('is complained of apart from others in the same file', () => {
    const complaints = judge([entry, { ...entry, target: 'plugin:Amber' }], '2026-02-05').filter(
      ({ code }) => code === 'KNOWN_EXPIRED',
    )
    expect(fingerprintsOf(complaints)).toHaveLength(2)
  })

  it('is complained of as a warning at its place, once, with its owner', () => {
    const [, complaint] = judge([entry], '2026-02-05')
    expect(complaint).toMatchObject({
      severity: 'warning',
      path: '.github/baton.yml',
      line: 1,
      message: expect.stringContaining('@octocat'),
    })
    expect(judge([{ ...entry, target: 'plugin:Gone' }], '2026-02-05').map(({ code }) => code)).toEqual([
      'REGISTRY_STATUS_DRIFT',
      'KNOWN_EXPIRED',
    ])
  })

  it('is no use only where everything was looked at', () => {
    expect(judge([{ ...entry, target: 'plugin:Amber' }], '2026-02-04', false)).toEqual([drift])
    expect(codes(judge([entry], '2026-02-05', false))).toEqual(['REGISTRY_STATUS_DRIFT:7', 'KNOWN_EXPIRED:1'])
  })
})

describe('a fingerprint', () => {
  it('is the same where a line moves, words change or it is more severe', () => {
    expect(fingerprintOf({ ...drift, line: 90, message: 'Other words', severity: 'warning' })).toBe(
      fingerprintOf(drift),
    )
    expect(fingerprintsOf([drift, { ...drift, line: 8 }])).toHaveLength(1)
  })

  it.each([{ code: 'OTHER' }, { target: 'plugin:Amber' }, { path: 'OTHER.md' }, { conversation: 3 }])(
    'is another with %j',
    (overrides) => {
      expect(fingerprintOf({ ...drift, ...overrides })).not.toBe(fingerprintOf(drift))
    },
  )
})
