import { describe, expect, it } from 'vitest'
import { type CommandContext, type Outcome, refused, type Request } from '../../src/core/command.ts'
import { behind, command, fenced, textOf, usageLine } from '../../src/kit/command.ts'

interface Model {
  readonly boxes: readonly string[]
}

const box = {
  usage: 'BOX',
  find: ({ boxes }: Model, { name, words }: Request) =>
    name !== undefined && boxes.includes(name)
      ? { target: name, words }
      : refused({ code: 'BOX_UNKNOWN', severity: 'error', message: 'No such box', place: { path: '.' } }),
}

const world = { context: { at: '2026-02-04T10:00:00Z', day: '2026-02-04', limit: 1000 } } as unknown as CommandContext
const said = (data: unknown): Outcome => ({ outcome: 'unchanged', reply: JSON.stringify(data), diagnostics: [] })
const give = (made: ReturnType<typeof command<Model, string>>, words: readonly string[], more: Partial<Request> = {}) => {
  const outcome = made.run({ boxes: ['a'] }, { name: 'a', words, report: undefined, actor: 'octocat', ...more }, world)
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
    shared: ['[--anyway]'],
    run: ({ target, words, options }) => said([target, words, options]),
  })

  it('derives how it is written', () => {
    expect(plain.usage).toBe('BOX ARTIFACT [--step N] [--anew] [--spawn NAME]… [--anyway]')
    expect(usageLine(plain)).toBe('Usage: `/accept BOX ARTIFACT [--step N] [--anew] [--spawn NAME]… [--anyway]`')
  })

  it('takes its words and options wherever they stand', () => {
    expect(give(plain, ['--step', '2', 'plan', '--anew', '--spawn=x', '--spawn', 'y'])).toEqual([
      'a',
      ['plan'],
      { step: '2', anew: true, spawn: ['x', 'y'] },
    ])
  })

  it.each([
    [[], 'COMMAND_USAGE: Missing `ARTIFACT`'],
    [['plan', 'more'], 'COMMAND_USAGE: Unexpected `more` behind the command'],
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
        unexpected: (_, word) => refused({ code: 'BOX_REASON', severity: 'error', message: word, place: { path: '.' } }),
      },
    ],
    options: { draft: { kind: 'flag' } },
    run: ({ words, rest, options, report }) => said([words, textOf(rest), options, report ?? null]),
  })

  it('takes a text as it is written, options only before it', () => {
    expect(spoken.usage).toBe('BOX [success [TEXT] | error [CODE] TEXT] [--draft]')
    expect(give(spoken, ['--draft', 'SUCCESS', 'all', 'is', '--well'])).toEqual([['success'], 'all is --well', { draft: true }, null])
    expect(give(spoken, ['success', 'it is "so"'], { written: ['success', '"it is \\"so\\""'] })).toEqual([
      ['success'],
      'it is "so"',
      {},
      null,
    ])
    expect(give(spoken, [])).toEqual([[], '', {}, null])
    expect(give(spoken, ['sucess'])).toEqual(['BOX_REASON: sucess'])
    expect(give(spoken, [], { report: '{}' })).toEqual([[], '', {}, '{}'])
  })

  it('is refused by the first precondition that does not hold', () => {
    const guarded = command({
      ...facts,
      preconditions: [
        { code: 'FIRST', violations: ({ target }) => (target === 'a' ? [] : [{ message: 'never', place: { path: '.' } }]) },
        {
          code: 'SECOND',
          violations: () => [
            { message: 'one', place: { path: '.' } },
            { message: 'two', place: { path: '.' } },
          ],
        },
        { code: 'THIRD', violations: () => [{ message: 'late', place: { path: '.' } }] },
      ],
      run: () => said('done'),
    })
    expect(give(guarded, [])).toEqual(['SECOND: one', 'SECOND: two'])
  })

  it('asks for an option that it needs', () => {
    const scored = command({
      ...facts,
      options: { score: { kind: 'once', value: 'N', required: true } },
      run: ({ options }) => said(options),
    })
    expect(scored.usage).toBe('BOX --score N')
    expect(give(scored, [])).toEqual(['COMMAND_USAGE: Missing option `--score`'])
    expect(give(scored, ['--score', '3'])).toEqual({ score: '3' })
  })
})

it('a text behind words keeps its quotes where it is not quoted as a whole', () => {
  expect(textOf(behind({ words: ['success', 'a b', 'c'], written: ['success', '"a b"', 'c'] }, 1))).toBe('"a b" c')
})

it('a fence is longer than any in what it holds', () => {
  expect(fenced(['a ````', 'b'])).toBe('`````text\na ````\nb\n`````')
})
