import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callsIn, nearMissMessage, parseComment, type GrammarSettings } from '../../../src/engine/commands/grammar.ts'
import { commandWord } from '../../../src/core/message.ts'
import { parseWords } from '../../../src/engine/commands/words.ts'
import { readComment } from './read-comment.ts'
import { runs } from '../../thorough.ts'
import { anyText } from '../../any-text.ts'

const settings: GrammarSettings = { prefix: 'optional', notOurs: ['acceptt'] }
const lines = (comment: string, overrides: Partial<GrammarSettings> = {}) =>
  readComment(comment, { ...settings, ...overrides }).commands.map(({ line }) => line)
const only = (comment: string) => readComment(comment, settings).commands[0]

describe('a command', () => {
  it.each([
    ['> /accept X', []],
    ['> quoted\n/accept lazy', []],
    ['```\n/accept X\n```', []],
    ['~~~json\n/accept X\n~~~', []],
    ['    /accept X', []],
    ['`/accept X`', []],
    ['text `code\n/accept X` more', []],
    ['- /accept X', []],
    ['- item\n/accept lazy', []],
    ['1. /accept X', []],
    ['# /accept X', []],
    ['/accept X\n---', []],
    ['| /accept |\n|---|\n| /accept X |', []],
    ['[/accept X](https://example.com)', []],
    ['[text\n/accept X](https://example.com)', []],
    ['![text\n/accept X](image.png)', []],
    ['[^1]: note\n/accept X', []],
    ['<div>\n/accept X\n</div>', []],
    ['<a title="\n/accept X">', []],
    ['<!--\n/accept X\n-->', []],
    ['<details>\n\n/accept X\n\n</details>\n\n/sync', ['/sync']],
    ['$$\n\n/accept X\n\n$$\n\n/sync', ['/sync']],
    ['Vec<T>\n\n/accept X', []],
    ['well<br>\n/accept X', ['/accept X']],
    ['see /accept X', []],
    ['/accepted X', []],
    ['/accept,X', []],
    ['/ accept X', []],
    ['//accept X', []],
    ['/home/accept X', []],
    ['/accept X', ['/accept X']],
    ['/ACCEPT X', ['/accept X']],
    ['  /accept X  ', ['/accept X']],
    ['\ufeff/accept X', ['/accept X']],
    ['/accept\u00a0X\u00a0', ['/accept\u00a0X'.replace('\u00a0', ' ')]],
    ['Done.\r\n/accept X\r\n/sync\r\nThanks!\r\n', ['/accept X', '/sync']],
    ['/accept X <!-- sent by a tool -->', ['/accept X']],
    ['/accept X\n\n<!-- sent by a tool -->', ['/accept X']],
    ['/accept X\\\n/sync', ['/accept X', '/sync']],
    ['*thanks*\n/accept X', ['/accept X']],
    ['/baton accept X', ['/accept X']],
    ['/baton', ['/help']],
  ])('%j: %j', (comment, expected) => {
    expect(lines(comment)).toEqual(expected)
  })

  it.each([
    ['/baton accpet X', 'optional', '/baton accpet', '/baton accept'],
    ['/accpet X', 'optional', '/accpet', '/accept'],
    ['/baton accpet X', 'required', '/baton accpet', '/baton accept'],
    ['\uff0faccept X', 'required', '\uff0faccept', '/baton accept'],
  ] as const)('suggests for %s, with a prefix that is %s, what works there', (line, prefix, written, meant) => {
    const { nearMisses } = callsIn(parseComment(line), { prefix, notOurs: [] })
    expect(nearMisses.map(nearMissMessage)).toEqual([`Unknown command \`${written}\`: did you mean \`${meant}\`?`])
  })

  it('needs the prefix where it is required', () => {
    expect(lines('/accept X\n/baton sync', { prefix: 'required' })).toEqual(['/sync'])
  })

  it('is taken apart into words', () => {
    const words = only(`/handback X error "two words" 'and these' it's --code="A B" --dry "--dry-run" "open`)?.words
    expect(words?.map(({ text, quoted }) => (quoted ? `<${text}>` : text))).toEqual([
      'X',
      'error',
      '<two words>',
      '<and these>',
      "it's",
      '--code=A B',
      '--dry',
      '<--dry-run>',
      '"open',
    ])
  })

  it.each([
    [`"a" b" c'd 'e f' "g`, ['<a>', 'b"', "c'd", '<e f>', '"g']],
    [`"a'b" 'c"d'`, ["<a'b>", '<c"d>']],
    [`"a"b c" d`, ['<a"b c>', 'd']],
    [`'a "b' c"`, ['<a "b>', 'c"']],
    [`"a "b "c" "d"`, ['<a "b "c>', '<d>']],
    [`--a="b c" --d="e f`, ['--a=b c', '--d="e', 'f']],
    [`"" '' "`, ['<>', '<>', '"']],
  ])('closes a quotation at the first quote of its kind that white space follows: %s', (line, expected) => {
    const words = only(`/handback ${line}`)?.words
    expect(words?.map(({ text, quoted }) => (quoted ? `<${text}>` : text))).toEqual(expected)
  })

  it('leaves the engine its own words', () => {
    expect(only('/accept X --dry-run --stage 3 @1A2B3C4')).toMatchObject({
      dryRun: true,
      sha: '1a2b3c4',
      words: [{ text: 'X' }, { text: '--stage' }, { text: '3' }],
    })
    expect(only('/accept X @1a2b3c')).toMatchObject({ sha: undefined, words: [{ text: 'X' }, { text: '@1a2b3c' }] })
    expect(only('/accept @1a2b3c4 X')).toMatchObject({ sha: undefined })
    expect(only('/handback X error "@1a2b3c4"')).toMatchObject({ sha: undefined })
  })

  it.each([
    ['/handback X\n```json\n{}\n```', '{}\n'],
    ['/handback X\n\n```JSON\n{}\n```', '{}\n'],
    ['/handback X\n<!-- x -->\n```json\n{}\n```', '{}\n'],
    ['/handback X\n\n<!-- x -->\n\n<!--\n\ny --> <!-- z -->\n```json\n{}\n```', '{}\n'],
    ['/handback X\n<!-- x --> text\n\n```json\n{}\n```', undefined],
    ['/handback X\n\n<br>\n\n```json\n{}\n```', undefined],
    ['/handback X\n\ntext\n\n```json\n{}\n```', undefined],
    ['/handback X\nthanks\n```json\n{}\n```', undefined],
    ['/handback X\n```js\n{}\n```', undefined],
    ['/handback X\n```\n{}\n```', undefined],
    ['/handback X\n> ```json\n> {}\n> ```', undefined],
  ])('has its report right after it: %j', (comment, report) => {
    expect(only(comment)?.report).toBe(report)
  })

  it('is never run by what surrounds it in code', () => {
    const noise = fc.string({
      unit: fc.constantFrom('a', ' ', '\n', '*', '_', '[', ']', '(', ')', '<', '>', '#', '-', '|', '!', '/', '\\', '&'),
    })
    fc.assert(
      fc.property(noise, noise, (before, after) => {
        const fenced = `${before}\n\n\`\`\`\`\n${before}\n/accept X\n${after}\n\`\`\`\`\n${after}`
        // A block that HTML or a comment has swallowed is no code, and what it holds is no paragraph either.
        expect(lines(fenced)).not.toContain('/accept X')
      }),
      { numRuns: runs(50) },
    )
  })

  it('never fails, whatever is written', () => {
    fc.assert(fc.property(anyText({ maxLength: 300 }), (comment) => void readComment(comment, settings)))
  })
})

describe('a typo', () => {
  it.each([
    ['/acept X', [{ kind: 'near', written: '/acept', intendedName: 'accept' }]],
    ['/Statuss', [{ kind: 'near', written: '/Statuss', intendedName: 'status' }]],
    ['／accept X', [{ kind: 'look-alike', written: '／accept', intendedName: 'accept' }]],
    ['/асcept X', [{ kind: 'look-alike', written: '/асcept', intendedName: 'accept' }]],
    ['/acc\u200bept X', [{ kind: 'look-alike', written: '/acc\u200bept', intendedName: 'accept' }]],
    ['\u202e/accept X', [{ kind: 'look-alike', written: '\u202e/accept', intendedName: 'accept' }]],
    ['/acceptt X', []],
    ['/lgtm', []],
    ['/retest', []],
    ['/hold', []],
    ['/foo', []],
    ['/deploy it', []],
    ['`/acept X`', []],
    ['A Vec<T>.\n\n/accept X', [{ kind: 'in-html', written: '/accept', intendedName: 'accept', behind: '<T>' }]],
    [
      '<details>\n\n/accept X\n\n/acept X',
      [{ kind: 'in-html', written: '/accept', intendedName: 'accept', behind: '<details>' }],
    ],
    ['<details>\n\n/accept X\n\n</details>', []],
  ])('%j: %j', (comment, expected) => {
    expect(readComment(comment, settings).nearMisses).toEqual(expected)
  })

  it('is none where the name is another bot’s', () => {
    expect(readComment('/accept X', { ...settings, prefix: 'required' })).toEqual({ commands: [], nearMisses: [] })
  })
})

describe('a word of a command', () => {
  it('is read as it was, whatever quotes are in it', () => {
    const text = fc
      .array(fc.constantFrom('a', ' ', '"', "'", '`', '\\', '-', '@', '\n'), { minLength: 1, maxLength: 8 })
      .map((all) => all.join(''))
    fc.assert(
      fc.property(text, text, (word, next) => {
        fc.pre(!/"\s/.test(word) || !/'\s/.test(word))
        expect(parseWords(`${commandWord(word)} ${commandWord(`x${next}`)}`)[0]?.text).toBe(word)
      }),
      { numRuns: runs(200) },
    )
  })
})
