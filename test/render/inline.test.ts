import { describe, expect, it } from 'vitest'
import { code, prose } from '../../src/render/inline.ts'

describe('code', () => {
  it.each([
    ['plain', '`plain`'],
    ['a`b', '``a`b``'],
    ['`a', '`` `a ``'],
    ['a``', '``` a`` ```'],
    ['a\nb', '`a b`'],
    ['', '`(empty)`'],
    ['\u200b', '`\\u{200b}`'],
  ])('%j cannot leave its span', (value, markdown) => {
    expect(code(value)).toBe(markdown)
  })
})

describe('prose', () => {
  it.each([
    ['The row says `🚧 Stage 2`, but the entry says `x`.', 'The row says `🚧 Stage 2`, but the entry says `x`.'],
    [
      'Unexpected `a`/`b` (`c`), expected 3.1 or “more” – 50% of it; well-known: yes…',
      'Unexpected `a`/`b` (`c`), expected 3.1 or “more” – 50% of it; well-known: yes…',
    ],
    ['Use `/sync NAME` or /sync.', 'Use `/sync NAME` or /sync.'],
    ['Set contract_checksums to null.', 'Set `contract_checksums` to null.'],
    ['Ask @octocat about #12.', 'Ask `@octocat` about `#12`.'],
    ['`a`@octocat', '`a` `@octocat`'],
    ['**bold** <b>', '`**bold**` `<b>`'],
    ['odd ` tick @x', 'odd  tick `@x`'],
    ['see https://example.com or www.example.com', 'see `https://example.com` or `www.example.com`'],
    ['at 1a2b3c4d of GH-12', 'at `1a2b3c4d` of `GH-12`'],
    ['a :tada: b', 'a `:tada:` b'],
    [
      'Unexpected issue_comment, at 2026-02-04T10:00:00Z: one.',
      'Unexpected `issue_comment`, at `2026-02-04T10:00:00Z`: one.',
    ],
  ])('%j', (sentence, markdown) => {
    expect(prose(sentence)).toBe(markdown)
  })
})
