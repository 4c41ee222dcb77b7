import { describe, expect, it } from 'vitest'
import { detect, readTranscript, type Signal } from '../../../src/protocols/governance/transcripts/detection.ts'

const keywords = [
  'compacted',
  'summary of our conversation',
  'context has been compacted',
  'previous messages have been summarized',
  'conversation summary',
  'context window',
  'memory has been compacted',
  'session compacted',
]
const losses = [
  "i'll need you to provide",
  'can you remind me',
  'what were we working on',
  "i don't have context",
  'please provide context',
]

const found = (text: string, injected = false) => {
  const read = readTranscript(text)
  return detect({ ...read, injected: read.injected || injected })
}
const json = (...texts: readonly string[]) => JSON.stringify(texts.map((content) => ({ role: 'user', content })))

describe('detection', () => {
  it.each([
    ...keywords.map((phrase) => ['compaction-keyword', phrase] as const),
    ...losses.map((phrase) => ['context-loss', phrase] as const),
  ])('%s: %s', (signal: Signal, phrase) => {
    const { compacted, signals, hits } = found(
      json('Hello', `So ${phrase.toUpperCase().replaceAll(' ', ' \n ').replaceAll("'", '\u2019')}!`),
    )
    expect([compacted, signals]).toEqual([true, [signal]])
    expect(hits).toContainEqual({ signal, phrase, message: 2 })
  })

  it('answers hits by message, then in the order of the list', () => {
    expect(
      found(json('Can you remind me?', 'nothing', 'The session compacted itself; I don\u2019t have context')),
    ).toEqual({
      version: 1,
      compacted: true,
      signals: ['compaction-keyword', 'context-loss'],
      messages: 3,
      hits: [
        { signal: 'context-loss', phrase: 'can you remind me', message: 1 },
        { signal: 'compaction-keyword', phrase: 'compacted', message: 3 },
        { signal: 'compaction-keyword', phrase: 'session compacted', message: 3 },
        { signal: 'context-loss', phrase: "i don't have context", message: 3 },
      ],
    })
  })

  it('counts messages only where governance was injected', () => {
    expect(found(json('a', 'b', 'c', 'd')).compacted).toBe(false)
    expect(found(json('a', 'b', 'c', 'd'), true)).toMatchObject({
      compacted: true,
      signals: ['low-message-count'],
      hits: [],
    })
    expect(found(json('a', 'b', 'c', 'd', 'e'), true).compacted).toBe(false)
    expect(found('{"governanceInjected": true, "messages": [{"content": "a"}]}').signals).toEqual(['low-message-count'])
  })

  it('knows that governance was injected only from its marker', () => {
    const injected = (text: string) => readTranscript(text).injected
    expect(
      [
        '{"governanceInjected": true, "messages": []}',
        '{"governanceInjected": "yes", "messages": []}',
        '{"messages": []}',
        '[]',
        '',
        'user: a',
      ].map(injected),
    ).toEqual([true, false, false, false, false, false])
  })

  it('finds a phrase only where it is whole', () => {
    expect(found(json('The context windo is can you remind us'))).toEqual({
      version: 1,
      compacted: false,
      signals: [],
      messages: 1,
      hits: [],
    })
    expect(found(json('a', 'b', 'c', 'compacted'), true).signals).toEqual(['compaction-keyword', 'low-message-count'])
    expect(found('', true)).toMatchObject({ signals: ['low-message-count'], messages: 0 })
  })

  it.each<[what: string, text: string, messages: readonly string[]]>([
    ['a list', '[{"content": "a"}, {"text": "b"}, "c"]', ['a', 'b', 'c']],
    [
      'parts',
      '[{"parts": [{"type": "text", "text": "a"}, {"type": "tool"}, {"text": "b"}]}, {"content": [{"text": "c"}]}]',
      ['a\nb', 'c'],
    ],
    ['parts that are texts', '[{"content": ["a", "b", 3, null, {"text": ["c", {"text": "d"}]}]}]', ['a\nb\nc\nd']],
    [
      'content before parts before text',
      '[{"text": "c", "parts": ["b"], "content": "a"}, {"text": "c", "parts": ["b"], "content": []}, {"parts": 3, "text": "c"}]',
      ['a', 'b', 'c'],
    ],
    ['messages without a text', '[{}, 3, null, ["a", "b"], {"content": ""}]', ['', '', '', 'a\nb', '']],
    ['a mark before it', '\ufeff["a"]', ['a']],
    ['lines of Windows', '{"content": "a"}\r\n  \r\n{"content": "b"}', ['a', 'b']],
    ['lines of which one is not a message, as text', '{"content": "a"}\n["b"]', []],
    ['one object that is a message', '{"content": "a"}', ['a']],
    ['messages that are no list, as one message', '{"messages": "a", "text": "b"}', ['b']],
    ['every speaker', 'USER: a\nassistant :b\n  ##system: c\n### Tool : d', [' a', 'b', ' c', ' d']],
    [
      'speakers only where a line begins, and by their words',
      'user: a\nthe user: b\nusers: c\n> tool: d',
      [' a\nthe user: b\nusers: c\n> tool: d'],
    ],
    ['lines of Windows in a text', 'user:\r\na\r\ntool: b', ['\na', ' b']],
    ['a speaker after 200 blanks not', `user: a\n${' '.repeat(200)}user: b`, [` a\n${' '.repeat(200)}user: b`]],
    ['lines', '{"content": "a"}\n\n{"content": "b"}\n', ['a', 'b']],
    ['text', 'ignored\nUser: a\nmore\n### Assistant:\nb\nsystem: c', [' a\nmore', '\nb', ' c']],
    ['an object', '{"messages": []}', []],
    ['nothing', '', []],
    ['text without a message', 'a context window', []],
  ])('reads %s', (_, text, messages) => {
    expect(readTranscript(text).messages).toEqual(messages)
  })
})
