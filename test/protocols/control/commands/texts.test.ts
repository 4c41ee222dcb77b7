import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanText, hasControls } from '../../../../src/protocols/control/writing/writing.ts'
import {
  acceptPath,
  answer,
  answerPath,
  change,
  grantedSample,
  handbackPath,
  returned,
  returnedSample,
  sample,
  stagePath,
  workedSample,
} from '../../../../src/protocols/control/examples.ts'
import { instantOf, timestampOf } from '../../../../src/protocols/control/schema.ts'
import type { Tree } from '../../scene.ts'
import { give, target } from '../scene.ts'

const written = async (line: string, tree: Tree = workedSample, report?: string) => {
  const result = await give(tree, line, report === undefined ? {} : { report })
  return result.outcome === 'changed' ? (JSON.parse(String(result.tree[handbackPath])) as unknown) : result.codes
}

describe('a grant', () => {
  it('is written whole, and removes the old answer', async () => {
    const result = await give(returnedSample, '/accept explore', { at: '2026-01-21T08:30:00Z' })
    expect(result.changed).toEqual([`-${handbackPath}`, acceptPath])
    expect(result.tree[acceptPath]).toBe('{\n  "state": "agent",\n  "timestamp": "2026-01-21T08:30:00+00:00"\n}\n')
    expect(result.result.reply).toBe('Accept: explore\nState: agent\nTimestamp: 2026-01-21T08:30:00+00:00')
  })

  it('has a fraction only where it is not zero', () => {
    expect(timestampOf('2026-01-21T08:30:00.120Z')).toBe('2026-01-21T08:30:00.120+00:00')
    expect(timestampOf('2026-01-21T09:30:00.000+01:00')).toBe('2026-01-21T08:30:00+00:00')
  })

  it('is refreshed once for a moment', async () => {
    expect((await give(grantedSample, '/accept explore --refresh', { at: '2026-01-20T10:02:00.000Z' })).outcome).toBe(
      'unchanged',
    )
    expect((await give(grantedSample, '/accept explore --refresh', { at: '2026-01-20T10:02:01Z' })).outcome).toBe(
      'changed',
    )
  })

  it('says when it goes backwards, and what is not ready, and enforces neither', async () => {
    const unready = change(returnedSample, { [stagePath('inputs/brief.md')]: null })
    const { codes, outcome } = await give(unready, '/accept explore', { at: '2026-01-19T00:00:00Z' })
    expect([outcome, codes]).toEqual(['changed', ['ACCEPT_BACKWARDS warning', 'PREFLIGHT_INPUT_MISSING warning']])
    const config = stagePath('stage-config.yaml')
    expect((await give(change(sample, { [config]: null }), '/accept explore')).codes).toEqual([
      'STAGE_CONFIG_MISSING warning',
    ])
    expect(
      (await give(change(sample, { [config]: [['inputs/brief.md', 'inputs/../../x']] }), '/accept explore')).codes,
    ).toEqual(['STAGE_PATH_ESCAPE warning'])
  })

  it('replaces a folder of its name', async () => {
    const result = await give(change(sample, { [`${acceptPath}/a.txt`]: 'x' }), '/accept explore')
    expect(result.changed).toEqual([`-${acceptPath}/a.txt`, acceptPath])
  })

  it('takes no more words', async () => {
    expect((await give(sample, '/accept explore now')).codes).toEqual(['COMMAND_USAGE error'])
    expect((await give(sample, '/accept')).codes).toEqual(['COMMAND_USAGE error'])
    const lines = await Promise.all(
      ['/accept explore now', '/preflight explore now', '/validate explore now', '/handback', '/answer explore'].map(
        (line) => give(sample, line),
      ),
    )
    expect(lines.map(({ result }) => result.diagnostics[0]?.hint)).toEqual([
      'Usage: `/accept STAGE [--run RUN] [--refresh] [--anyway] [--agent NAME] [--lease TIME] [--takeover]`',
      'Usage: `/preflight STAGE [--run RUN]`',
      'Usage: `/validate STAGE [--run RUN]`',
      'Usage: `/handback STAGE [--run RUN] [success [TEXT] | error [CODE] TEXT | question TEXT] [--agent NAME] [--anyway WHY] [--code CODE]`',
      'Usage: `/answer STAGE [--run RUN] [--anyway] [--agent NAME] [--lease TIME] [--takeover] [--refresh] TEXT`',
    ])
  })
})

describe('a handback in words', () => {
  const error = (code: string, message: string) => ({ reason: 'error', description: message, error: { code, message } })

  it.each<[line: string, expected: unknown]>([
    ['/handback explore success', { reason: 'success', description: 'Stage completed successfully.' }],
    ['/handback explore SUCCESS All done', { reason: 'success', description: 'All done' }],
    ['/handback explore question "Which colour?"', { reason: 'question', description: 'Which colour?' }],
    [
      '/handback explore question Which "colour" is meant?',
      { reason: 'question', description: 'Which "colour" is meant?' },
    ],
    ['/handback explore error INPUT_MISSING No brief', error('INPUT_MISSING', 'No brief')],
    ['/handback explore error input_missing: No brief', error('INPUT_MISSING', 'No brief')],
    ['/handback explore error INPUT_MISSING "No brief"', error('INPUT_MISSING', 'No brief')],
    ['/handback explore error "INPUT_MISSING No brief"', error('INPUT_MISSING', 'No brief')],
    ['/handback explore error Timeout while fetching', error('TIMEOUT', 'Timeout while fetching')],
    ['/handback explore error TIMEOUT while fetching', error('TIMEOUT', 'while fetching')],
    ['/handback explore error timeout: fetching', error('TIMEOUT', 'fetching')],
    ['/handback explore error unknown', error('UNKNOWN', 'unknown')],
    ['/handback explore error It broke', error('UNKNOWN', 'It broke')],
    ['/handback explore question a\u202eb\u0007  c\u2028d', { reason: 'question', description: 'a b c d' }],
    [
      '/handback explore --run run-2026-01-20-001 question Why --run?',
      { reason: 'question', description: 'Why --run?' },
    ],
  ])('%s', async (line, expected) => {
    expect(await written(line)).toEqual(expected)
  })

  it('says that a code was made up', async () => {
    expect((await give(workedSample, '/handback explore error It broke')).codes).toEqual([
      'HANDBACK_CODE_DEFAULTED warning',
    ])
    expect((await give(workedSample, '/handback explore error Timeout while fetching')).codes).toEqual([])
    expect((await give(workedSample, '/handback explore error FAILED: by hand')).codes).toEqual([
      'HANDBACK_CODE_DEFAULTED warning',
    ])
  })

  it('is refused with a code that there is not: with the nearest, and the one that fits anything', async () => {
    const hint = async (code: string) =>
      (await give(workedSample, `/handback explore error ${code} No brief`)).result.diagnostics[0]?.hint
    expect(await hint('BUILD_FAILED')).toBe(
      '`UNKNOWN` is the code of an error that no other one fits. Then give `/handback explore@run-2026-01-20-001 error UNKNOWN "…"` again.',
    )
    expect(await hint('CANCELED')).toBe(
      'Did you mean `CANCELLED`? `UNKNOWN` is the code of an error that no other one fits. Then give `/handback explore@run-2026-01-20-001 error CANCELLED "…"` again.',
    )
  })

  it.each<[line: string, codes: readonly string[]]>([
    ['/handback explore done', ['HANDBACK_REASON error']],
    ['/handback explore error', ['CONTROL_TEXT_MISSING error']],
    ['/handback explore error TIMEOUT', ['CONTROL_TEXT_MISSING error']],
    ['/handback explore error INPUT_MISSING: ', ['CONTROL_TEXT_MISSING error']],
    ['/handback explore question', ['CONTROL_TEXT_MISSING error']],
    ['/handback explore question "\u0007 \u202e"', ['CONTROL_TEXT_MISSING error']],
    ['/handback explore error INPUT_MISING No brief', ['HANDBACK_CODE error']],
    ['/handback explore error CANCELED: by hand', ['HANDBACK_CODE error']],
    ['/handback explore error E404 Not found', ['HANDBACK_CODE error']],
  ])('is refused: %s', async (line, codes) => {
    expect(await written(line)).toEqual(codes)
  })

  it('has a short description and a whole message', async () => {
    const text = '💡'.repeat(250)
    expect(await written(`/handback explore error UNKNOWN ${text}`)).toEqual({
      reason: 'error',
      description: `${'💡'.repeat(199)}…`,
      error: { code: 'UNKNOWN', message: text },
    })
    expect(await written(`/handback explore error UNKNOWN ${'a'.repeat(200)}`)).toMatchObject({
      description: 'a'.repeat(200),
    })
  })

  it('is refused where outputs contradict a success, unless it says why', async () => {
    expect((await give(grantedSample, '/handback explore success')).codes).toEqual(['EVIDENCE_MISSING error'])
    const { outcome, codes } = await give(grantedSample, '/handback explore success --anyway "Too early"')
    const missing = 'STAGE_OUTPUT_MISSING warning'
    expect([outcome, codes]).toEqual(['changed', [missing, missing, 'EVIDENCE_MISSING warning']])
    expect((await give(grantedSample, '/handback explore question Why?')).codes).toEqual([])
    const recursive = change(workedSample, {
      [stagePath('schemas/findings.schema.json')]: '{ "items": { "$ref": "#" } }',
    })
    expect((await give(recursive, '/handback explore success')).codes).toEqual(['STAGE_SCHEMA_SKIPPED notice'])
  })
})

describe('a second handback', () => {
  it.each([
    ['question', '`/answer explore@run-2026-01-20-001 "…"` answers its question.'],
    ['error', '`/accept explore@run-2026-01-20-001` begins the next cycle.'],
  ] as const)('names what goes on after a %s', async (reason, hint) => {
    const { result } = await give(returned(reason), '/handback explore success "All done"')
    expect(result.diagnostics.map((diagnostic) => [diagnostic.code, diagnostic.hint])).toEqual([
      ['HANDBACK_ALREADY', hint],
    ])
  })
})

describe('a handback in a block', () => {
  const block = (object: unknown) => JSON.stringify(object)
  const error = {
    reason: 'error',
    description: ' Too\u0007slow ',
    error: { code: 'TIMEOUT', message: 'It took\ntoo long' },
  }

  it('is written in our order, cleaned, its context as given', async () => {
    const report =
      '{"error": {"context": {"2": 1, "1": [1.0, "\\u00e9"], "__proto__": {}}, "message": "It took\\ntoo long", "code": "TIMEOUT"}, "description": " Too slow", "reason": "error"}'
    const result = await give(workedSample, '/handback explore error', { report })
    expect(result.tree[handbackPath]).toBe(
      '{\n  "reason": "error",\n  "description": "Too slow",\n  "error": {\n    "code": "TIMEOUT",\n    "message": "It took too long",\n    "context": {\n      "2": 1,\n      "1": [\n        1.0,\n        "é"\n      ],\n      "__proto__": {}\n    }\n  }\n}\n',
    )
    expect((await give(result.tree, '/handback explore error', { report })).outcome).toBe('unchanged')
    expect((await give(result.tree, '/handback explore', { report: report.replace('1.0', '2.0') })).codes).toEqual([
      'HANDBACK_ALREADY error',
    ])
  })

  it('may be alone', async () => {
    expect(await written('/handback explore', workedSample, block(error))).toEqual({
      reason: 'error',
      description: 'Too slow',
      error: { code: 'TIMEOUT', message: 'It took too long' },
    })
  })

  it.each<[about: string, line: string, report: string, codes: readonly string[]]>([
    ['no JSON', '/handback explore', '{', ['HANDBACK_BLOCK_UNREADABLE error']],
    ['a byte-order mark', '/handback explore', `\ufeff${block(error)}`, ['HANDBACK_BLOCK_UNREADABLE error']],
    [
      'too deep',
      '/handback explore',
      `{"reason":"success","description":"x","error":${'['.repeat(70)}${']'.repeat(70)}}`,
      ['HANDBACK_BLOCK_UNREADABLE error'],
    ],
    ['no description', '/handback explore', block({ reason: 'success' }), ['HANDBACK_SCHEMA error']],
    ['another reason', '/handback explore', block({ reason: 'done', description: 'x' }), ['HANDBACK_REASON error']],
    [
      'an unknown code',
      '/handback explore',
      block({ ...error, error: { code: 'E1', message: 'x' } }),
      ['HANDBACK_CODE error'],
    ],
    ['no error', '/handback explore', block({ reason: 'error', description: 'x' }), ['HANDBACK_ERROR_MISSING error']],
    [
      'an error too many',
      '/handback explore',
      block({ ...error, reason: 'success' }),
      ['HANDBACK_ERROR_UNEXPECTED error'],
    ],
    ['a blank text', '/handback explore', block({ reason: 'success', description: ' ' }), ['HANDBACK_BLANK error']],
    [
      'a key twice',
      '/handback explore',
      '{"reason":"success","description":"x","description":"y"}',
      ['CONTROL_DUPLICATE_KEY error'],
    ],
    ['another word than its reason', '/handback explore success', block(error), ['HANDBACK_BLOCK_CONFLICT error']],
    ['a text beside it', '/handback explore error Too slow', block(error), ['HANDBACK_BLOCK_CONFLICT error']],
    ['a word that is no reason', '/handback explore nonsense', block(error), ['HANDBACK_REASON error']],
    [
      'nothing but control characters',
      '/handback explore',
      block({ reason: 'question', description: '\u0007' }),
      ['CONTROL_TEXT_MISSING error'],
    ],
  ])('is refused: %s', async (_, line, report, codes) => {
    expect(await written(line, workedSample, report)).toEqual(codes)
  })

  it('is refused where it is too large', async () => {
    const report = block({ reason: 'success', description: 'x'.repeat(2000) })
    expect((await give(sample, '/handback explore', { report, limit: 1000 })).codes).toEqual([
      'HANDBACK_BLOCK_UNREADABLE error',
    ])
  })
})

describe('an answer', () => {
  it('is beside its question, in the order in which they were given', async () => {
    const first = await give(returned('question'), '/answer explore "In the  wiki"', { at: '2026-01-21T08:30:00Z' })
    expect(first.changed).toEqual([`-${handbackPath}`, acceptPath, answerPath])
    expect(first.tree[answerPath]).toBe(
      '{\n  "question": "Which colour?",\n  "answer": "In the wiki",\n  "timestamp": "2026-01-21T08:30:00+00:00"\n}\n',
    )
    expect(first.tree[acceptPath]).toContain('"2026-01-21T08:30:00+00:00"')
    const withQuestion = await give(first.tree, '/handback explore question Which shade?')
    const second = await give(
      { ...withQuestion.tree, [stagePath('run/output-data/answers/099.json')]: withQuestion.tree[answerPath] ?? '' },
      '/answer explore Dark',
    )
    expect(second.changed).toContain(stagePath('run/output-data/answers/100.json'))
    expect((await target(second.tree))?.facts['answers']).toBe(3)
  })

  it('is never written over, whatever numbers others have', async () => {
    const longest = stagePath('run/output-data/answers/999999999999999999.json')
    const first = await give(change(returned('question'), { [longest]: answer }), '/answer explore Green')
    const withQuestion = await give(first.tree, '/handback explore question "Which shade?"')
    const second = await give(withQuestion.tree, '/answer explore Dark')
    expect([...first.changed, ...second.changed].filter((path) => path.includes('/answers/'))).toEqual([
      stagePath('run/output-data/answers/1000000000000000000.json'),
      stagePath('run/output-data/answers/1000000000000000001.json'),
    ])
  })

  it('has a text', async () => {
    expect((await give(returned('question'), '/answer explore')).codes).toEqual(['CONTROL_TEXT_MISSING error'])
    expect((await give(returned('question'), '/answer explore "\u200e "')).codes).toEqual([
      'CONTROL_TEXT_MISSING error',
    ])
  })

  it('quotes both in a name that is no login', async () => {
    const tree = change(returned('question'), {
      [handbackPath]: '{ "reason": "question", "description": "@octocat ```` [x](y)" }\n',
    })
    const { result } = await give(tree, '/answer explore Yes')
    expect(result.reply).toBe('`````text\nAnswer: explore\nQuestion: @octocat ```` [x](y)\nAnswer: Yes\n`````')
  })
})

describe('texts', () => {
  it('are one line of well-formed letters once they are cleaned', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(
            'a',
            ' ',
            '\n',
            '\t',
            '\u0000',
            '\u2028',
            '\u202e',
            '\ud83d',
            '\udca1',
            '💡',
            'é',
            '\u00a0',
          ),
        }),
        (text) => {
          const clean = cleanText(text)
          expect(hasControls(clean)).toBe(false)
          expect(clean).toBe(cleanText(clean))
          expect(clean).toMatch(/^(?:\S+(?: \S+)*)?$/u)
        },
      ),
    )
  })

  it('are moments where they are of the form', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (date) => {
          expect(instantOf(date.toISOString())).toBe(date.getTime())
          expect(instantOf(timestampOf(date.toISOString()))).toBe(date.getTime())
        },
      ),
    )
    expect(instantOf('2026-01-20T10:02:00.123456789-01:30')).toBe(Date.parse('2026-01-20T11:32:00.123Z'))
    expect(instantOf('2024-02-29T00:00:00z')).toBe(Date.parse('2024-02-29'))
    const invalidTexts = [
      '2026-02-29T00:00:00Z',
      '2026-13-01T00:00:00Z',
      '2026-01-20 10:02:00Z',
      '2026-01-20T10:02:00+24:00',
      '2026-01-20T10:60:00Z',
      ' 2026-01-20T10:02:00Z',
    ]
    for (const text of invalidTexts) expect(instantOf(text)).toBeUndefined()
  })
})
