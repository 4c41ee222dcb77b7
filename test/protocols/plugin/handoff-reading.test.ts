import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textDocument } from '../../../src/documents/text.ts'
import { handoffPath, sample } from '../../../src/protocols/plugin/examples.ts'
import { handoffOf, linesOf, readHandoff } from '../../../src/protocols/plugin/handoff/handoff.ts'
import { sectionNames, type HandoffKey } from '../../../src/protocols/plugin/schema.ts'
import { viewOf } from './scene.ts'

const read = (text: string, where: 'root' | 'ideas' = 'root') => handoffOf(textDocument('x.md', text), where)
const field = (key: HandoffKey, value: string) => read(`---\n${key}: ${value}\n---\n`).fields[key]
const text = sample[handoffPath] ?? ''

describe('a key', () => {
  it.each<readonly [key: HandoffKey, written: string, value: unknown]>([
    ['plugin', 'TinyGain', 'TinyGain'],
    ['plugin', 'True', 'True'],
    ['plugin', '"Null"', 'Null'],
    ['plugin', '2', '2'],
    ['stage', '0', 0],
    ['stage', '3 # of five', 3],
    ['phase', '3.10', '3.10'],
    ['phase', "'3.10'", '3.10'],
    ['status', '"in_progress"', 'in_progress'],
    ['last_updated', '2026-02-03', '2026-02-03'],
    ['last_updated', '2024-02-29', '2024-02-29'],
    ['complexity_score', '1', 1],
    ['complexity_score', '4.25', 4.25],
    ['complexity_score', '5.0', 5],
    ['phased_implementation', 'FALSE', false],
    ['orchestration_mode', 'true', true],
    ['next_action', '"5"', '5'],
    ['next_action', 'install', 'install'],
    ['next_phase', '3.2', '3.2'],
  ])('%s: %s is good', (key, written, value) => {
    expect(field(key, written)).toMatchObject({ state: 'good', value, place: { line: 2, column: 1 } })
  })

  it.each<readonly [key: HandoffKey, written: string]>([
    ['plugin', '""'],
    ['plugin', '{ name: TinyGain }'],
    ['stage', '"2"'],
    ['stage', '2.0'],
    ['stage', '02'],
    ['stage', '+2'],
    ['stage', '0x2'],
    ['stage', '2e0'],
    ['stage', '-1'],
    ['stage', 'true'],
    ['stage', '[2]'],
    ['phase', '3'],
    ['phase', '3.0'],
    ['phase', '"null"'],
    ['phase', '""'],
    ['status', 'Complete'],
    ['status', '|\n  complete\n'],
    ['last_updated', '2026-02-30'],
    ['last_updated', '2025-02-29'],
    ['last_updated', '2026-02-03T00:00:00Z'],
    ['last_updated', '20260203'],
    ['complexity_score', '"1.2"'],
    ['complexity_score', '0.99'],
    ['complexity_score', '5.01'],
    ['complexity_score', '.nan'],
    ['complexity_score', '.inf'],
    ['phased_implementation', 'yes'],
    ['phased_implementation', '"true"'],
    ['orchestration_mode', 'false'],
    ['orchestration_mode', '1'],
    ['next_action', '5'],
    ['next_action', 'true'],
    ['next_action', '[install]'],
    ['next_phase', '4'],
  ])('%s: %s is wrong', (key, written) => {
    expect(field(key, written)).toMatchObject({ state: 'wrong', value: undefined, written: expect.any(String) })
  })

  it.each(['null', '~', 'Null', ''])('is null where it says "%s"', (written) => {
    expect(field('stage', written)).toMatchObject({ state: 'null', value: undefined })
  })

  it('that is absent is at the top, and has no text', () => {
    expect(read('---\nstage: 2\n---\n').fields.status).toMatchObject({
      state: 'absent',
      place: { path: 'x.md', line: 1 },
      written: '',
      value: undefined,
    })
  })

  it('knows how it is written', () => {
    expect(field('status', '"paused"   # why').written).toBe('"paused"')
    expect(field('plugin', '[a, b]').written).toBe('[a, b]')
  })
})

describe('checksums', () => {
  const hash = 'a'.repeat(64)
  const recorded = (written: string) =>
    read(`---\ncontract_checksums:\n  plan: ${written}\n---\n`).checksums.recorded.plan

  it.each<readonly [written: string, state: string, value: string | undefined]>([
    [`sha256:${hash}`, 'good', hash],
    [`"sha256:${hash}"`, 'good', hash],
    ['null', 'null', undefined],
    ['"null"', 'null', undefined],
    ['', 'null', undefined],
    ['sha256:pending', 'wrong', undefined],
    [`sha256:${hash}a`, 'wrong', undefined],
    [`sha256:${hash.toUpperCase()}`, 'wrong', undefined],
    [`SHA256:${hash}`, 'wrong', undefined],
    [hash, 'wrong', undefined],
    ['""', 'wrong', undefined],
    ['[null]', 'wrong', undefined],
  ])('%s', (written, state, value) => {
    expect(recorded(written)).toMatchObject({ state, value, place: { line: 3, column: 3 } })
  })

  it('that are absent point at the key of all four', () => {
    const { checksums } = read('---\nstage: 2\ncontract_checksums: {}\n---\n')
    expect(checksums.recorded.plan).toMatchObject({ state: 'absent', place: { line: 3 } })
  })

  it.each<readonly [head: string, state: string, legacy: boolean]>([
    ['stage: 2', 'absent', true],
    ['contract_checksums: null', 'absent', true],
    ['contract_checksums:', 'absent', true],
    ['contract_checksums: {}', 'mapping', false],
    ['contract_checksums: []', 'malformed', false],
    ['contract_checksums: later', 'malformed', false],
  ])('make a handoff legacy where they are missing: %s', (head, state, legacy) => {
    const handoff = read(`---\n${head}\n---\n`)
    expect([handoff.checksums.state, handoff.legacy]).toEqual([state, legacy])
    expect(read(`---\n${head}\n---\n`, 'ideas').legacy).toBe(true)
  })
})

describe('front matter', () => {
  it.each<readonly [text: string, kind: string]>([
    [text, 'mapping'],
    [`\ufeff${text}`, 'mapping'],
    [text.replaceAll('\n', '\r\n'), 'mapping'],
    [text.replace('---', '--- \t'), 'mapping'],
    ['# Resume\n\n---\nstage: 2\n---\n', 'none'],
    [`\n${text}`, 'none'],
    ['', 'none'],
    ['----\nstage: 2\n----\n', 'none'],
    ['---js\n({ stage: 2 })\n---\n', 'invalid'],
    ['---\nstage: 2\n', 'invalid'],
    ['---\n- stage\n---\n', 'invalid'],
    ['---\n---\n', 'invalid'],
  ])('%#', (written, kind) => {
    const { exists, fault } = read(written).front
    expect(fault ? 'invalid' : exists ? 'mapping' : 'none').toBe(kind)
  })

  it('is the same with a byte-order mark and with Windows line endings', () => {
    const values = (written: string) =>
      Object.values(read(written).fields).map(({ value, place }) => [value, place.line, place.column])
    expect(values(`\ufeff${text}`)).toEqual(values(text))
    expect(values(text.replaceAll('\n', '\r\n'))).toEqual(values(text))
  })
})

describe('sections', () => {
  it('are all there in the sample', () => {
    const handoff = read(text)
    expect(sectionNames.filter((name) => !handoff.section(name))).toEqual([])
  })

  it.each([
    '## Next Steps',
    '## next steps ##',
    '##   NEXT STEPS',
    '## Next Steps: today',
    '## Next Steps (3)',
    '## Next Steps - more',
    '## Next Steps – more',
    'Next Steps\n---',
  ])('are found by name: %s', (heading) => {
    expect(read(`---\na: 1\n---\n\n${heading}\n`).section('Next Steps')?.heading.line).toBe(5)
  })

  it.each([
    '# Next Steps',
    '### Next Steps',
    '## Next Steps today',
    '## Next',
    '## The Next Steps',
    '**Next Steps**',
    '    ## Next Steps',
    '> ## Next Steps',
    '- ## Next Steps',
    '<!--\n## Next Steps\n-->',
  ])('are not found: %s', (heading) => {
    expect(read(`---\na: 1\n---\n\n${heading}\n`).section('Next Steps')).toBeUndefined()
  })

  it('are the first of their name, and end at the next heading of their level or above', () => {
    const handoff = read('---\na: 1\n---\n## Next Steps\n### Today\none\n# Later\n## Next Steps\n')
    expect(handoff.section('Next Steps')).toMatchObject({ heading: { line: 4 }, end: 7 })
  })

  it('say something where a line is neither blank nor the placeholder, with a dash for any mark of a list', () => {
    const handoff = read('## Next Steps\n\n_None yet._\n\n  1. Go on  \n## Build Artifacts\n')
    expect(linesOf(handoff, 'Next Steps')).toEqual(['- Go on'])
  })
})

describe('any text', () => {
  it('is read without a fault', () => {
    const pieces = fc.constantFrom(
      '---',
      '---\n',
      '\n',
      '\r\n',
      'stage: 2',
      'phase: "3.1"',
      'contract_checksums:',
      '  plan: null',
      '## Next Steps',
      '```',
      '"',
      "'",
      '{',
      '[',
      '- ',
      ': ',
      '&a',
      '*a',
      '!!x',
      '\ufeff',
      '\t',
      '# ',
      '<!--',
      '\u0000',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ unit: 'grapheme' })), { maxLength: 40 }), (parts) => {
        const handoff = read(parts.join(''))
        for (const { place } of Object.values(handoff.fields)) expect(place.line).toBeGreaterThan(0)
      }),
    )
  })

  it('is read from a view, or there is a reason why not', async () => {
    const view = await viewOf({ [handoffPath]: text })
    expect(readHandoff(view, handoffPath, 'root', 1024 * 1024)).toMatchObject({ path: handoffPath, legacy: false })
    expect(readHandoff(view, handoffPath, 'root', 10)).toBe('large')
    expect(readHandoff(view, 'plugins/Amber/.continue-here.md', 'root', 10)).toBe('absent')
  })
})
