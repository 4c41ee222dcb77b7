import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type CommandContext, type Outcome, refuse, type Request } from '../../src/core/command.ts'
import { command, refuseUsage, preconditionsOfPart, checkPreconditions, usageLine } from '../../src/kit/command.ts'
import { skipWords, freeText } from '../../src/kit/words.ts'

interface Model {
  readonly boxes: readonly string[]
}

const box = {
  usage: 'BOX',
  find: ({ boxes }: Model, { name, words }: Request) =>
    name !== undefined && boxes.includes(name)
      ? { target: name, words }
      : refuse({ code: 'BOX_UNKNOWN', severity: 'error', message: 'No such box', place: { path: '.' } }),
}

const commandContext = {
  context: { at: '2026-02-04T10:00:00Z', day: '2026-02-04', limit: 1000 },
} as unknown as CommandContext
const replyWith = (data: unknown): Outcome => ({ outcome: 'unchanged', reply: JSON.stringify(data), diagnostics: [] })
const give = (
  made: ReturnType<typeof command<Model, string>>,
  words: readonly string[],
  overrides: Partial<Request> = {},
) => {
  const outcome = made.run(
    { boxes: ['a'] },
    { name: 'a', words, report: undefined, actor: 'octocat', ...overrides },
    commandContext,
  )
  return outcome.outcome === 'refused'
    ? outcome.diagnostics.map(({ code, message }) => `${code}: ${message}`)
    : (JSON.parse(outcome.reply) as unknown)
}
const facts = { name: 'accept', summary: 'Grants.', examples: [], target: box } as const

describe('a command', () => {
  const plain = command({
    ...facts,
    words: [{ name: 'ARTIFACT' }],
    options: { step: { kind: 'once', value: 'N' }, anew: { kind: 'flag' }, spawn: { kind: 'many', value: 'NAME' } },
    run: ({ target, words, options }) => replyWith([target, words, options]),
  })

  it('derives how it is written', () => {
    const usage =
      'BOX ARTIFACT [--step N] [--anew] [--spawn NAME]… [--anyway] [--agent NAME] [--lease TIME] [--takeover] [--refresh]'
    expect(plain.usage).toBe(usage)
    expect(usageLine(plain)).toBe(`Usage: \`/accept ${usage}\``)
  })

  it('takes its words and options wherever they are', () => {
    expect(give(plain, ['--step', '2', 'plan', '--anew', '--spawn=x', '--spawn', 'y'])).toEqual([
      'a',
      ['plan'],
      { step: '2', anew: true, spawn: ['x', 'y'] },
    ])
  })

  it.each([
    [[], 'COMMAND_USAGE: Missing `ARTIFACT`'],
    [['plan', 'more'], 'COMMAND_USAGE: Unexpected `more` after the command'],
    [['plan', '--stp', '2'], 'COMMAND_USAGE: Unexpected option `--stp`, expected `--step`'],
    [['plan', '--step'], 'COMMAND_USAGE: Missing value of `--step`'],
    [['plan', '--step', '1', '--step', '2'], 'COMMAND_USAGE: Unexpected second `--step`, expected one'],
    [['plan', '--anew=x'], 'COMMAND_USAGE: Unexpected value of `--anew`, expected none'],
  ])('refuses %j', (words, message) => {
    expect(give(plain, words)).toEqual([message])
  })

  it('refuses a target that its protocol does not find', () => {
    expect(give(plain, ['plan'], { name: 'b' })).toEqual(['BOX_UNKNOWN: No such box'])
  })

  const spoken = command({
    ...facts,
    name: 'handback',
    words: [
      {
        name: 'REASON',
        values: ['success', 'error'],
        behind: { success: '[TEXT]', error: '[CODE] TEXT' },
        optional: true,
        unexpected: (_, word) => refuse({ code: 'BOX_REASON', severity: 'error', message: word, place: { path: '.' } }),
      },
    ],
    options: { draft: { kind: 'flag' } },
    run: ({ words, rest, options }) => replyWith([words, freeText(rest), options]),
  })

  it('takes a text as it is written, options only before it', () => {
    expect(spoken.usage).toBe(
      'BOX [success [TEXT] | error [CODE] TEXT] [--draft] [--agent NAME] [--anyway WHY] [--code CODE]',
    )
    expect(give(spoken, ['--draft', 'SUCCESS', 'all', 'is', '--well'])).toEqual([
      ['success'],
      'all is --well',
      { draft: true },
    ])
    expect(give(spoken, ['success', 'it is "so"'], { written: ['success', '"it is \\"so\\""'] })).toEqual([
      ['success'],
      'it is "so"',
      {},
    ])
    expect(give(spoken, [])).toEqual([[], '', {}])
    expect(give(spoken, ['sucess'])).toEqual(['BOX_REASON: sucess'])
  })

  it('reads its json block once the other arguments make sense, before what must hold', () => {
    const reporting = command({
      ...facts,
      words: [{ name: 'KIND', values: ['small', 'large'] }],
      options: { held: { kind: 'flag' }, size: { kind: 'once', value: 'N', required: true } },
      report: {
        shape: () => z.object({ size: z.number() }),
        format: 'json-object',
        limit: 20,
        fault: ({ kind, path, message }) => [kind, path, message].join(' '),
        refused: (_, target: string, message) =>
          message.startsWith('size')
            ? refuse({ code: 'BOX_LARGE', severity: 'error', message: target, place: { path: '.' } })
            : refuseUsage({ ...facts, usage: '' }, message),
      },
      fault: ({ request }) => (request.report === '{"fault":1}' ? 'Both' : undefined),
      preconditions: [
        {
          code: 'HELD',
          violations: ({ options }) => (options.held ? [{ message: 'never', place: { path: '.' } }] : []),
        },
      ],
      run: ({ words, options, report }) => replyWith([words, options, report ?? null]),
    })
    const block = (report: string, ...words: readonly string[]) => give(reporting, words, { report })
    expect(give(reporting, ['small', '--size', '2'])).toEqual([['small'], { size: '2' }, null])
    expect(give(reporting, ['small'])).toEqual(['COMMAND_USAGE: Missing option `--size`'])
    expect(block('{"size": 7}')).toEqual([[], {}, { size: 7 }])
    expect(block('{"fault":1}')).toEqual(['COMMAND_USAGE: Both'])
    expect(block('{"size": "7"}', '--held')).toEqual([expect.stringMatching(/^COMMAND_USAGE: shape size /)])
    expect(block('{', '--held')).toEqual([expect.stringMatching(/^COMMAND_USAGE: text {2}Unexpected end/)])
    expect(block('{"size":1,"size":2}')).toEqual([
      expect.stringMatching(/^COMMAND_USAGE: text {2}Unexpected second key/),
    ])
    expect(block(`{"size": ${'7'.repeat(20)}}`, '--held')).toEqual(['BOX_LARGE: a'])
    expect(block('{"size": 7}', 'small', '--held')).toEqual(['HELD: never'])
  })

  it('prepares once what preconditions and effect have in common, and not before it is needed', () => {
    const made: string[] = []
    const prepared = command({
      ...facts,
      words: [{ name: 'KIND', values: ['open', 'shut', 'empty'] }],
      prepare: ({ words: [kind = ''] }) => {
        made.push(kind)
        return kind === 'empty' ? undefined : kind.length
      },
      preconditions: [
        {
          code: 'SHUT',
          violations: ({ words }) => (words[0] === 'shut' ? [{ message: 'It is shut', place: { path: '.' } }] : []),
        },
        {
          code: 'EMPTY',
          violations: ({ prepared: size }) =>
            size === undefined ? [{ message: 'Nothing', place: { path: '.' } }] : [],
        },
      ],
      run: ({ prepared: size }) => replyWith([size]),
    })
    expect(give(prepared, ['shut'])).toEqual(['SHUT: It is shut'])
    expect(made).toEqual([])
    expect(give(prepared, ['empty'])).toEqual(['EMPTY: Nothing'])
    expect(give(prepared, ['open'])).toEqual([4])
    expect(made).toEqual(['empty', 'open'])
  })

  it('takes the options of its first word alone, whatever their values look like', () => {
    const stalled = command({
      ...facts,
      name: 'stall',
      words: [{ name: 'KIND', values: ['cycle', 'error'] }],
      options: {
        score: {
          kind: 'phrase',
          value: 'N',
          with: 'cycle',
          required: true,
          fault: (text: string) => (text === '1' ? undefined : `Not ${text}`),
        },
        text: { kind: 'phrase', value: 'TEXT…', with: 'error' },
      },
      fromWord: true,
      run: ({ words, options }) => replyWith([words, options]),
    })
    expect(stalled.usage).toBe('BOX cycle --score N | error [--text TEXT…] [--agent NAME]')
    expect(give(stalled, ['Cycle', '--score', '1'])).toEqual([['cycle'], { score: '1' }])
    expect(give(stalled, ['error', '--text', 'no', '--score', '2'])).toEqual([['error'], { text: 'no --score 2' }])
    expect(give(stalled, ['error', '--text='])).toEqual([['error'], { text: '' }])
    expect(give(stalled, ['cycle', '--score', '2'])).toEqual(['COMMAND_USAGE: Not 2'])
    expect(give(stalled, ['cycle'])).toEqual(['COMMAND_USAGE: Missing option `--score`'])
    expect(give(stalled, ['cycle', 'now', '--score', '1'])).toEqual([
      'COMMAND_USAGE: Unexpected `now` after the command',
    ])
    expect(give(stalled, [])).toEqual(['COMMAND_USAGE: Missing word, expected one of `cycle`, `error`'])
  })

  it('is refused by the first precondition that does not hold', () => {
    const guarded = command({
      ...facts,
      preconditions: [
        {
          code: 'FIRST',
          violations: ({ target }) => (target === 'a' ? [] : [{ message: 'never', place: { path: '.' } }]),
        },
        {
          code: 'SECOND',
          violations: () => [
            { message: 'one', place: { path: '.' } },
            { message: 'two', place: { path: '.' } },
          ],
        },
        { code: 'THIRD', violations: () => [{ message: 'late', place: { path: '.' } }] },
      ],
      run: () => replyWith('done'),
    })
    expect(give(guarded, [])).toEqual(['SECOND: one', 'SECOND: two'])
  })

  it('asks for an option that it needs', () => {
    const scored = command({
      ...facts,
      name: 'stall',
      options: { score: { kind: 'once', value: 'N', required: true } },
      run: ({ options }) => replyWith(options),
    })
    expect(scored.usage).toBe('BOX --score N [--agent NAME]')
    expect(give(scored, [])).toEqual(['COMMAND_USAGE: Missing option `--score`'])
    expect(give(scored, ['--score', '3'])).toEqual({ score: '3' })
  })
})

it('preconditions of a part of a call are asked of that part, in their order, and hold where the call has none', () => {
  const refusal = (part: number | undefined) => {
    const preconditions = preconditionsOfPart(
      [
        {
          code: 'ODD',
          *violations(value: number) {
            if (value % 2 === 1) yield { message: `${value} is odd`, place: { path: '.' } }
          },
        },
        {
          violations: (value: number) =>
            value > 2 ? [{ code: 'LARGE', message: `${value} is large`, place: { path: '.' } }] : [],
        },
      ],
      (call: { readonly part: number | undefined }) => call.part,
    )
    return checkPreconditions(preconditions, { part })?.diagnostics.map(({ code, message }) => `${code}: ${message}`)
  }
  expect([undefined, 2, 3, 4].map(refusal)).toEqual([undefined, undefined, ['ODD: 3 is odd'], ['LARGE: 4 is large']])
})

it('a text after words keeps its quotes where it is not quoted as a whole', () => {
  expect(freeText(skipWords({ words: ['success', 'a b', 'c'], written: ['success', '"a b"', 'c'] }, 1))).toBe('"a b" c')
})
