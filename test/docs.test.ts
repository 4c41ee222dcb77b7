import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { namesOf, replacePart } from '../scripts/docs/markers.ts'
import { generated, partsOf, rulePages } from '../scripts/docs/parts.ts'
import { missingTests } from '../scripts/docs/safety.ts'
import { codePage } from '../src/core/links.ts'
import { explanations } from '../src/engine/explanations.ts'
import { installationRules } from '../src/engine/installation/index.ts'
import { documentation } from '../src/entry/documentation.ts'
import { protocols } from '../src/entry/protocols.ts'
import { defences } from './safety.ts'

const root = join(import.meta.dirname, '..')
const text = (path: string) => readFileSync(join(root, path), 'utf8')

const headings = (page: string) => Array.from(page.matchAll(/^### ([A-Z][A-Z0-9_]+)$/gm), ([, code = '']) => code)

const texts = generated(root)

describe('what is generated', () => {
  it.each([...texts.keys()])('%s is current: else run `npm run docs`', (path) => {
    expect(text(path)).toBe(texts.get(path))
  })

  it('is every schema', () => {
    const schemas = readdirSync(join(root, 'schema')).map((file) => `schema/${file}`)
    expect([...texts.keys()].filter((path) => path.startsWith('schema/')).sort()).toEqual(schemas.sort())
  })

  it.each([...texts.keys()].filter((path) => path.endsWith('.md')))('is every marked part of %s', (path) => {
    expect([...namesOf(text(path))].sort()).toEqual([...partsOf(path)].sort())
  })
})

describe('what is written by hand', () => {
  const written = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((path) => `docs/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.md') && (!texts.has(path) || partsOf(path).length > 0))
    .map((path): [string, number] => {
      const empty = partsOf(path).reduce((page, name) => replacePart(page, name, '', path), text(path))
      return [path, empty.split('\n').length]
    })

  it('is every page but those of rules', () => {
    expect(written.filter(([path]) => path.startsWith('docs/rules/'))).toEqual([])
    expect(written.length).toBeGreaterThan(15)
  })

  it.each(written)('%s has at most 400 lines, apart from generated parts', (_, lines) => {
    expect(lines).toBeLessThanOrEqual(400)
  })
})

describe('the safety table', () => {
  it('names tests that are there', () => {
    expect(missingTests(root)).toEqual([])
  })

  it('has every line with tests, once', () => {
    const lines = defences.map(({ against }) => against)
    expect(lines).toEqual([...new Set(lines)])
    expect(defences.filter(({ tests }) => tests.length === 0)).toEqual([])
  })
})

describe('the pages of rules', () => {
  it.each(rulePages)('$path has every rule once, in order', ({ path, rules }) => {
    expect(headings(text(path))).toEqual(rules.map(({ code }) => code))
  })

  it('are all that explain a rule', () => {
    const pages = readdirSync(join(root, 'docs/rules'), { recursive: true, encoding: 'utf8' })
      .map((path) => `docs/rules/${path.replaceAll('\\', '/')}`)
      .filter((path) => path.endsWith('.md') && headings(text(path)).length > 0)
    expect(pages.toSorted()).toEqual(
      rulePages
        .flatMap(({ path, rules }) => (path.startsWith('docs/rules/') && rules.length > 0 ? [path] : []))
        .toSorted(),
    )
  })

  it('have few rules each', () => {
    expect(
      rulePages.flatMap(({ path, rules }) =>
        path.startsWith('docs/rules/') && !path.endsWith('/rules.md') && rules.length > 16 ? [path] : [],
      ),
    ).toEqual([])
  })

  it('are where the links in messages lead', () => {
    for (const { code } of explanations(protocols, { rules: installationRules, documentation })) {
      const [page = '', anchor = ''] = codePage(code).split('#')
      const content = text(page)
      const ids = Array.from(content.matchAll(/<a id="([a-z0-9_]+)">/g), ([, id = '']) => id)
      expect([...headings(content).map((code) => code.toLowerCase()), ...ids]).toContain(anchor)
    }
  })
})
