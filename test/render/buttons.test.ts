import { describe, expect, it } from 'vitest'
import type { Diagnostic, Severity } from '../../src/core/diagnostic.ts'
import type { Report } from '../../src/core/report.ts'
import { buttonsFor, commandBehind } from '../../src/render/buttons.ts'

const found = (code: string, fix?: string, severity: Severity = 'error'): Diagnostic => ({
  code,
  severity,
  path: 'PLUGINS.md',
  message: '',
  url: '',
  touched: true,
  ...(fix !== undefined && { fix }),
})

const rule = (code: string, safe: boolean) =>
  ({
    code,
    strict: 'error',
    soft: 'error',
    summary: '',
    why: '',
    url: '',
    examples: () => ({ bad: [], good: [] }),
    ...(safe && { safe }),
  }) as const

const buttons = (...diagnostics: readonly Diagnostic[]) =>
  buttonsFor({ diagnostics, rules: [rule('SAFE', true), rule('DOUBTFUL', false)] as Report['rules'] })

describe('the buttons of a report', () => {
  it('are none where nothing can be repaired by a command', () => {
    expect(buttons()).toEqual([])
    expect(buttons(found('SAFE'), found('DOUBTFUL'))).toEqual([])
  })

  it('are the safe repairs at once, whatever they are', () => {
    expect(buttons(found('SAFE', '/sync TinyGain'), found('SAFE', '/sync Amber'))).toEqual([
      { label: 'Apply safe repairs', description: '/fix fixes 2 findings', identifier: 'fix' },
    ])
  })

  it('are those that fix most besides, errors first, three in all', () => {
    const findings = [
      ...['B', 'B', 'B'].map((name) => found('DOUBTFUL', `/turn ${name}`, 'warning')),
      ...['C', 'A', 'A'].map((name) => found('DOUBTFUL', `/turn ${name}`)),
    ]
    expect(buttons(found('SAFE', '/sync TinyGain'), ...findings)).toEqual([
      { label: 'Apply safe repairs', description: '/fix fixes 1 finding', identifier: 'fix' },
      { label: '/turn A', description: 'fixes 2 findings', identifier: 'turn A' },
      { label: '/turn C', description: 'fixes 1 finding', identifier: 'turn C' },
    ])
    expect(buttons(...findings).map(({ label }) => label)).toEqual(['/turn A', '/turn C', '/turn B'])
  })

  it('never judge, never hold more than can be read, and stay within GitHub’s limits', () => {
    const never = [
      '/review task-1 qualified',
      '/handback ses_1 error',
      '/accept X',
      '/undo',
      '/sync AVeryLongNameOfAPlugin',
      '/sync a`b',
      '/sync a\n/undo',
    ]
    expect(buttons(...never.map((fix) => found('DOUBTFUL', fix)))).toEqual([])
    const longest = '/sync Fourteen_chars'.slice(0, 20)
    const [button] = buttons(...Array.from({ length: 99_999 }, () => found('DOUBTFUL', longest)))
    expect(button?.label).toBe(longest)
    expect(button?.description.length).toBeLessThanOrEqual(40)
    expect(button?.identifier.length).toBeLessThanOrEqual(20)
    expect(commandBehind(button?.identifier ?? '')).toBe(longest)
  })

  it.each([
    '',
    'accept X',
    'undo',
    'fix ',
    'fix\n/undo',
    'sync `x`',
    'sync ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    'constructor',
    'FIX',
  ])('have nothing behind a click on %j', (identifier) => expect(commandBehind(identifier)).toBeUndefined())
})
