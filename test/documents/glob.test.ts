import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { folderMatcher, globs, matcher, placesFor, splitNegated } from '../../src/documents/glob.ts'
import { superlinear } from '../steps/steps.ts'
import { runs } from '../thorough.ts'

/** Walks down a path the way that a gateway does. */
function matches(glob: string, path: string): boolean {
  const names = path.split('/')
  const last = names.pop() ?? ''
  let folder: ReturnType<typeof globs<true>> | undefined = globs([[glob, true]])
  for (const name of names) folder = folder?.below(name)
  return folder !== undefined && folder.matching(last).length > 0
}

describe('globs', () => {
  it.each([
    ['PLUGINS.md', 'PLUGINS.md', true],
    ['PLUGINS.md', 'plugins.md', false],
    ['PLUGINS.md', 'docs/PLUGINS.md', false],
    ['plugins/*/.continue-here.md', 'plugins/TinyGain/.continue-here.md', true],
    ['plugins/*/.continue-here.md', 'plugins/a/b/.continue-here.md', false],
    ['plugins/*', 'plugins/.hidden', true],
    ['*', '.git', true],
    ['*-draft.md', '-draft.md', true],
    ['*-draft.md', 'idea-draft.md.bak', false],
    ['a*b*c', 'abbbc', true],
    ['a*b*c', 'acb', false],
    ['ab*ba', 'abba', true],
    ['ab*ba', 'aba', false],
    ['a**b', 'axb', true],
    ['a**b', 'a/b', false],
    ['?.md', 'a.md', true],
    ['?.md', '😀.md', true],
    ['??.md', '😀.md', false],
    ['*?', '😀', true],
    ['**', 'a/b/c', true],
    ['**/run-*', 'run-1', true],
    ['**/run-*', 'a/b/run-1', true],
    ['**/run-*', 'a/run-1/b', false],
    ['a/**', 'a/b/c', true],
    ['a/**', 'a', false],
    ['a/**/b', 'a/b', true],
    ['a/**/b', 'a/x/y/b', true],
    ['a/**/**/b', 'a/b', true],
    ['{a,b/c}/*.md', 'a/x.md', true],
    ['{a,b/c}/*.md', 'b/c/x.md', true],
    ['{a,b/c}/*.md', 'b/x.md', false],
    ['{a,{b,c}d,}.md', 'cd.md', true],
    ['{a,{b,c}d,}.md', '.md', true],
    ['{a,{b,c}d,}.md', 'c.md', false],
    ['a,b}', 'a,b}', true],
    ['\\*.md', '*.md', true],
    ['\\*.md', 'a.md', false],
    ['\\{a,b\\}', '{a,b}', true],
    ['[ab].md', 'a.md', true],
    ['[ab].md', 'c.md', false],
    ['a+|$.^', 'a+|$.^', true],
    ['a*', 'a\nb c', true],
    ['a*', 'a\\b', true],
    ['*.md', 'a.md\\', false],
    ['a/!b*', 'a/!b', true],
    ['{!a*,b}', '!a', true],
    ['[!a].md', 'b.md', true],
    ['[!a].md', 'a.md', false],
    ['constructor', 'constructor', true],
  ])('%j and %j: %s', (glob, path, expected) => {
    expect(matches(glob, path)).toBe(expected)
  })

  it('agree with a regular expression that says the same', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'b', '.', '-'), minLength: 1, maxLength: 5 })
    const segment = fc.oneof(
      { weight: 1, arbitrary: fc.constant('**') },
      {
        weight: 3,
        arbitrary: fc.string({ unit: fc.constantFrom('a', 'b', '.', '-', '*', '?'), minLength: 1, maxLength: 5 }),
      },
    )
    const regex = (segments: readonly string[]) =>
      segments
        .map((text, index) => {
          const last = index === segments.length - 1
          if (text === '**') return last ? '[^/]+(?:/[^/]+)*' : '(?:[^/]+/)*'
          const letters = text.replaceAll(/[.-]/g, '\\$&').replaceAll('?', '[^/]').replaceAll(/\*+/g, '[^/]*')
          return letters + (last ? '' : '/')
        })
        .join('')
    fc.assert(
      fc.property(
        fc.array(segment, { minLength: 1, maxLength: 4 }),
        fc.array(name, { minLength: 1, maxLength: 4 }),
        (segments, names) => {
          const path = names.join('/')
          expect(matches(segments.join('/'), path)).toBe(new RegExp(`^${regex(segments)}$`).test(path))
        },
      ),
      { numRuns: runs(30) },
    )
  })

  it('give the tags of all that match', () => {
    const all = globs([
      ['plugins/*/a.md', 1],
      ['plugins/X/*', 2],
      ['other/**', 3],
    ])
    const folder = all.below('plugins')?.below('X')
    expect(folder?.matching('a.md')).toEqual([1, 2])
    expect(folder?.matching('b.md')).toEqual([2])
    expect(folder?.below('deeper')).toBeUndefined()
    expect(all.below('other')?.below('a')?.below('b')?.matching('c')).toEqual([3])
    expect(all.below('elsewhere')).toBeUndefined()
  })

  it('know the only names that lead anywhere', () => {
    expect(
      globs([
        ['a/*', 1],
        ['a/b', 2],
        ['c.md', 3],
      ]).names(),
    ).toEqual(['a', 'c.md'])
    expect(
      globs([
        ['a/*', 1],
        ['*.md', 2],
      ]).names(),
    ).toBeUndefined()
    expect(globs([['**/a', 1]]).names()).toBeUndefined()
    expect(globs([]).names()).toEqual([])
  })

  it('look into no folder that they except', () => {
    const [narrow, all] = [matcher(['**/run-*', 'a/**'], ['node_modules', 'b']), matcher(['**/run-*', 'a/**'])]
    const paths = ['run-1', 'c/run-1', 'node_modules/run-1', 'c/node_modules/d/run-1', 'a/b/c', 'a/b', 'b/run-1', 'a/c']
    expect(paths.filter(narrow)).toEqual(['run-1', 'c/run-1', 'a/b', 'a/c'])
    expect(paths.filter(all)).toEqual(paths)
  })

  it('take folders out, with all that lies in them, where they begin with `!`', () => {
    const list = ['runs/*', '!runs/old', '!**/tmp', 'a!b']
    expect(splitNegated(list)).toEqual({ included: ['runs/*', 'a!b'], excluded: ['runs/old', '**/tmp'] })
    const [shallow, deep] = [folderMatcher(list), folderMatcher(['**/run', '!old', '!runs/tmp'], ['node_modules'])]
    expect(['runs/1', 'runs/old', 'runs/tmp', 'a!b', 'old'].filter(shallow)).toEqual(['runs/1', 'a!b'])
    expect(['run', 'a/run', 'old/run', 'old/a/run', 'runs/tmp/run', 'node_modules/run'].filter(deep)).toEqual([
      'run',
      'a/run',
    ])
  })

  it('lead to the places of a name that they match, in folders without wildcards', () => {
    expect(placesFor(['*', 'runs/*', 'a/b/run-*', '**/x', 'a/**/*'], 'n')).toEqual(['n', 'runs/n', 'a/b/n', 'n', 'a/n'])
    expect(placesFor(['**/x', 'a/**/*', 'a/**/b/*'], 'n', ['c', 'd'])).toEqual(['c/d/n', 'a/c/d/n', 'a/c/d/b/n'])
    expect(placesFor(['*/*', 'a?/*', '{a,b}/*', 'a*/**/*'], 'n')).toEqual([])
    expect(placesFor(['a+b (@c)/*'], 'a{b}*')).toEqual(['a+b (@c)/a{b}*'])
  })

  it('stay linear on hostile patterns and names', async () => {
    const [readers, many] = [
      'test/steps/readers.ts',
      { many: (length: number) => 'a'.repeat(length), deep: (length: number) => 'a/'.repeat(length / 2) },
    ]
    for (const glob of [`${'*a'.repeat(50)}*b`, `${'**/a/'.repeat(50)}b`])
      expect(await superlinear(readers, 'matchGlob', many, { length: 1000, more: [glob] })).toEqual([])
    const name = 'a'.repeat(10_000)
    expect(matches(`${'*a'.repeat(50)}*b`, name)).toBe(false)
    expect(matches(`${'**/a/'.repeat(50)}b`, Array.from({ length: 1000 }, () => 'a').join('/'))).toBe(false)
    expect(() => globs([['{a,b}'.repeat(40), 1]])).toThrow(RangeError)
    expect(matches('{'.repeat(400), '{'.repeat(400))).toBe(true)
    expect(() => globs([[`${'{a,'.repeat(100)}b${'}'.repeat(100)}`, 1]])).not.toThrow()
  })
})
