import { describe, expect, it } from 'vitest'
import { isPathPart, template, touchingCaptures, type TemplateOptions } from '../../src/documents/template.ts'

describe('what a template captures', () => {
  it.each<readonly [string, string, Readonly<Record<string, string>> | undefined, TemplateOptions]>([
    ['work/login.md', 'work/login.md', {}, {}],
    ['work/login.md', 'work/login.md.bak', undefined, {}],
    ['work/{id}.md', 'work/login.md', { id: 'login' }, {}],
    ['work/{id}.md', 'work/a/login.md', undefined, {}],
    ['work/{id}.md', 'work/.md', undefined, {}],
    ['work/{id}.md', 'other/login.md', undefined, {}],
    ['work/{id}.md', 'work/login.txt', undefined, {}],
    ['ab{id}ba', 'aba', undefined, {}],
    ['{number}-{name}.md', '0001-use-sqlite.md', { number: '0001', name: 'use-sqlite' }, {}],
    ['{number}.md', 'one.md', undefined, {}],
    ['{date}-{name}', '2026-02-04-login', { date: '2026-02-04', name: 'login' }, {}],
    ['{date}', '2026-2-4', undefined, {}],
    ['{id}/{id}.md', 'a/a.md', { id: 'a' }, {}],
    ['{id}/{id}.md', 'a/b.md', undefined, {}],
    ['{id}: {title}', 'login: The form: first', { id: 'login', title: 'The form: first' }, {}],
    ['{id}: {title}', 'login: src/form', undefined, {}],
    ['{id}: {title}', 'login: src/form', { id: 'login', title: 'src/form' }, { open: true }],
    ['{id}', 'a/b', { id: 'a/b' }, { open: true }],
    ['work/*/{id}.md', 'work/a/login.md', { id: 'login' }, { wild: true }],
    ['work/*/{id}.md', 'work/a/b/login.md', undefined, { wild: true }],
    ['work/**/{id}.md', 'work/a/b/login.md', { id: 'login' }, { wild: true }],
    ['work/**/{id}.md', 'work/login.md', { id: 'login' }, { wild: true }],
    ['work/**', 'work/a/b', {}, { wild: true }],
    ['work/*/{id}.md', 'work/*/login.md', { id: 'login' }, {}],
    ['work/*/{id}.md', 'work/a/login.md', undefined, {}],
    ['(a+)+{id}', '(a+)+b', { id: 'b' }, {}],
    ['{ {id}', '{ a', { id: 'a' }, {}],
    ['{id}\n{title}', 'a\nb', { id: 'a', title: 'b' }, {}],
  ])('%j of %j: %j', (source, text, captures, options) =>
    expect(template(source, options).match(text)).toEqual(captures),
  )
})

describe('a template filled in', () => {
  it.each<readonly [string, Readonly<Record<string, string>>, string | undefined, TemplateOptions]>([
    ['work/{id}.md', { id: 'login' }, 'work/login.md', {}],
    ['work/{id}.md', { name: 'login' }, undefined, {}],
    ['work/{toString}.md', {}, undefined, {}],
    ['work/login.md', {}, 'work/login.md', {}],
    ['work/*/{id}.md', { id: 'login' }, 'work/*/login.md', { wild: true }],
  ])('%j with %j: %j', (source, values, text, options) => expect(template(source, options).format(values)).toBe(text))

  it.each<readonly [string, Readonly<Record<string, string>>, string, TemplateOptions]>([
    ['work/{id}.md', {}, 'work/*.md', {}],
    ['work/{epic}/{id}.md', { epic: 'pay' }, 'work/pay/*.md', {}],
    ['work/**/{id}.md', {}, 'work/**/*.md', { wild: true }],
    ['work [1]/{id}.md', {}, 'work \\[1\\]/*.md', {}],
  ])('%j with %j, as a glob: %j', (source, values, glob, options) =>
    expect(template(source, options).globWith(values)).toBe(glob),
  )
})

it('names each capture once', () => expect(template('{a}/{b}-{a}').names).toEqual(['a', 'b']))

it.each([
  ['{a}{b}', ['a', 'b']],
  ['{a}-{b}{c}', ['b', 'c']],
  ['{a}-{b}', undefined],
  ['{a}*{b}', undefined],
])('captures that touch in %j: %j', (source, names) => expect(touchingCaptures(source)).toEqual(names))

it.each([
  ['login', true],
  ['a.b', true],
  ['', false],
  ['.', false],
  ['..', false],
  ['a..b', false],
  ['a/b', false],
  ['a\\b', false],
  ['a\nb', false],
])('%j is a part of a path: %j', (value, isPart) => expect(isPathPart(value)).toBe(isPart))
