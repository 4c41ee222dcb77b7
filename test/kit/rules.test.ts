import { describe, expect, it } from 'vitest'
import type { Comparison } from '../../src/core/context.ts'
import { collectFindings, type Findings } from '../../src/core/rule.ts'
import {
  findingsOf,
  overParts,
  overProblems,
  type Problem,
  type Rule,
  rulesOf,
  type RuleGroup,
  partsWithTarget,
  wholeComparison,
} from '../../src/kit/rules.ts'

interface Model {
  readonly words: readonly string[]
}

const context = { day: '2026-02-04', at: '2026-02-04T10:00:00Z', limit: 1000 }
const compared = (...words: readonly string[]): Comparison<Model> => ({ now: { words }, before: undefined, context })

const facts = {
  strict: 'error',
  soft: 'warning',
  summary: 'Long.',
  why: 'Nobody reads it.',
} as const
const long = (code: string): Rule<string> => ({
  ...facts,
  code,
  *check(word) {
    if (word.length > 3) yield { message: word, place: { path: 'a.txt' } }
  },
})

const messages = (found: Findings) => collectFindings(found).map(({ message }) => message)

describe('rules over parts', () => {
  let listed = 0
  const words = function* ({ now }: Comparison<Model>) {
    listed += 1
    yield* now.words
  }

  it('run on every part, in order, and list the parts of a comparison once', () => {
    listed = 0
    const rules = overParts(words, [long('LONG'), long('LENGTHY')])
    const comparison = compared('amber', 'red', 'green')
    for (const rule of [...rules, ...rules]) expect(messages(rule.check(comparison))).toEqual(['amber', 'green'])
    expect(listed).toBe(1)
    expect(messages(rules[0]?.check(compared('blue')) ?? [])).toEqual(['blue'])
    expect(listed).toBe(2)
  })

  it('say what to do once: for their page, and for findings that do not say it themselves', () => {
    const finding = { message: 'own', hint: 'Halve it.', place: { path: 'a.txt' } }
    const hinted: Rule<string> = { ...long('LONG'), hint: 'Shorten it.' }
    const [rule, , general] = overParts(words, [
      hinted,
      long('LENGTHY'),
      { ...hinted, repair: 'Write less.', check: () => [finding] },
    ])
    expect([rule?.repair, general?.repair]).toEqual(['Shorten it.', 'Write less.'])
    expect(collectFindings(rule?.check(compared('amber')) ?? []).map(({ hint }) => hint)).toEqual(['Shorten it.'])
    expect(collectFindings(general?.check(compared('amber')) ?? []).map(({ hint }) => hint)).toEqual(['Halve it.'])
    const problem = { code: 'ODD', message: 'odd', place: { path: 'a.txt' } }
    const [odd] = overProblems(words, () => [problem], [{ ...facts, code: 'ODD', hint: 'Even it.' }])
    expect(odd?.repair).toBe('Even it.')
    expect(collectFindings(odd?.check(compared('a')) ?? []).map(({ hint }) => hint)).toEqual(['Even it.'])
  })

  it('run on the whole where they look at all of it', () => {
    const [rule] = overParts<Model, Comparison<Model>>(wholeComparison, [
      {
        ...facts,
        code: 'MANY',
        *check({ now }) {
          if (now.words.length > 1) yield { message: 'many', place: { path: 'a.txt' } }
        },
      },
    ])
    expect(messages(rule?.check(compared('a', 'b')) ?? [])).toEqual(['many'])
    expect(messages(rule?.check(compared('a')) ?? [])).toEqual([])
  })

  it('find what is about the target of its part, unless a finding names another', () => {
    const withTarget = partsWithTarget((word: string) => (word === 'nobody' ? undefined : `word:${word}`), words)
    const ownRule: Rule<string> = {
      ...facts,
      code: 'OWN',
      *check(word) {
        yield { message: word, place: { path: 'a.txt' }, ...(word === 'other' && { target: 'word:mine' }) }
      },
    }
    const comparison = compared('some', 'other', 'nobody')
    const [rule] = overParts(withTarget, [ownRule])
    const [reported] = overProblems(
      withTarget,
      (word) => [{ ...[...ownRule.check(word)][0], code: 'OWN' } as Problem],
      [{ ...facts, code: 'OWN' }],
    )
    for (const candidate of [rule, reported]) {
      expect(collectFindings(candidate?.check(comparison) ?? [])).toEqual([
        { message: 'some', place: { path: 'a.txt' }, target: 'word:some' },
        { message: 'other', place: { path: 'a.txt' }, target: 'word:mine' },
        { message: 'nobody', place: { path: 'a.txt' } },
      ])
    }
    expect([...withTarget(comparison)]).toEqual(['some', 'other', 'nobody'])
  })

  it('are the rules of a group, in its order', () => {
    const group: RuleGroup<Model> = {
      name: 'words',
      title: 'Words',
      rules: [overParts(words, [long('A')]), overParts(words, [long('B'), long('C')])],
    }
    expect(rulesOf([group, { ...group, rules: [overParts(words, [long('D')])] }]).map(({ code }) => code)).toEqual([
      'A',
      'B',
      'C',
      'D',
    ])
  })
})

describe('rules over problems', () => {
  let collected = 0
  function* problemsOf(word: string): Iterable<Problem> {
    collected += 1
    if (word === 'red') yield { code: 'RED', message: 'It is red.', hint: 'Take another.', place: { path: 'a.txt' } }
    if (word.length > 3) yield { code: 'LONG', message: word, place: { path: 'a.txt' } }
  }
  const rules = () =>
    overProblems<Model, string>(({ now }) => now.words, problemsOf, [
      {
        ...facts,
        code: 'RED',
        advice: (word, { message }) => ({ hint: `Not ${word}: ${message}`, fix: `/paint ${word}` }),
      },
      { ...facts, code: 'LONG' },
      { ...facts, code: 'SHORT' },
    ])

  it('take the problems with their code, and collect them once', () => {
    collected = 0
    const comparison = compared('red', 'amber', 'green')
    const [red, lengthy, short] = rules()
    expect(messages(lengthy?.check(comparison) ?? [])).toEqual(['amber', 'green'])
    expect(collectFindings(short?.check(comparison) ?? [])).toEqual([])
    expect(collectFindings(red?.check(comparison) ?? [])).toEqual([
      { message: 'It is red.', hint: 'Take another. Not red: It is red.', fix: '/paint red', place: { path: 'a.txt' } },
    ])
    expect(collected).toBe(3)
  })

  it('report no code of their own: the engine signs with that of the rule', () => {
    const [, lengthy] = rules()
    expect(collectFindings(lengthy?.check(compared('amber')) ?? [])).toEqual([
      { message: 'amber', place: { path: 'a.txt' } },
    ])
  })

  it('take those with their code where others find theirs in the same look', () => {
    expect([...findingsOf(problemsOf('red'), 'RED')]).toEqual([
      { message: 'It is red.', hint: 'Take another.', place: { path: 'a.txt' } },
    ])
    expect([...findingsOf(problemsOf('red'), 'LONG')]).toEqual([])
  })
})
