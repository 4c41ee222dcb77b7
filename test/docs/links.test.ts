import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { repository } from '../../src/core/links.ts'
import { project } from '../entry/programs.ts'
import { pages, partsOf, textOf } from './pages.ts'

/** Prose without what is code. */
const withoutCode = (lines: readonly string[]) => lines.join('\n').replaceAll(/(`+)(?!`)[^]*?[^`]\1(?!`)/g, '')

const linksOf = (page: string): readonly string[] =>
  Array.from(
    withoutCode(partsOf(page).prose).matchAll(/\]\(([^()\s]+)\)|<img[^>]* src="([^"]+)"/g),
    ([, link, image]) => link ?? image ?? '',
  )

/** The anchor that GitHub gives a heading. */
const slugOf = (heading: string) =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-')

const anchors = new Map<string, ReadonlySet<string>>()
function anchorsOf(path: string): ReadonlySet<string> {
  const before = anchors.get(path)
  if (before) return before
  const found = new Set<string>()
  const slugCounts = new Map<string, number>()
  const { prose } = partsOf(textOf(path))
  for (const line of prose) {
    for (const [, id = ''] of line.matchAll(/<a id="([^"]+)">/g)) found.add(id)
    const [, heading] = /^#{1,6} +(.*?)(?: +#+)?$/.exec(line) ?? []
    if (heading === undefined) continue
    const slug = slugOf(heading)
    const count = slugCounts.get(slug) ?? 0
    slugCounts.set(slug, count + 1)
    found.add(count === 0 ? slug : `${slug}-${count}`)
  }
  anchors.set(path, found)
  return found
}

/** Why a link leads nowhere; `undefined` where it leads somewhere, or out of the repository. */
function broken(from: string, link: string): string | undefined {
  const home = `${repository ?? 'https://github.com/example-org/baton'}/blob/main/`
  if (/^[a-z]+:/i.test(link) && !link.startsWith(home)) return undefined
  const [place = '', anchor = ''] = (link.startsWith(home) ? `/${link.slice(home.length)}` : link).split('#')
  const path = place === '' ? from : place.startsWith('/') ? place.slice(1) : normalize(join(dirname(from), place))
  if (path.startsWith('..')) return `${link} leads out of the repository`
  if (!existsSync(join(project, path))) return `${link}: there is no ${path}`
  if (anchor === '' || !path.endsWith('.md') || statSync(join(project, path)).isDirectory()) return undefined
  return anchorsOf(path).has(anchor) ? undefined : `${link}: ${path} has no #${anchor}`
}

describe('links', () => {
  it('are found, and would be found broken', () => {
    expect(linksOf('[a](b.md) `[c](d.md)`\n```\n[e](f.md)\n```\n[g](#h)')).toEqual(['b.md', '#h'])
    expect(broken('README.md', 'nowhere.md')).toContain('there is no')
    expect(broken('README.md', 'docs/security.md#nowhere')).toContain('has no #nowhere')
    expect(broken('docs/cli.md', '../../x')).toContain('leads out')
    expect(broken('docs/cli.md', '#exit-codes')).toBeUndefined()
  })

  it.each(pages)('of %s lead somewhere', (path) => {
    expect(linksOf(textOf(path)).flatMap((link) => broken(path, link) ?? [])).toEqual([])
  })

  it.each(['README.md', 'docs/README.md'])('reach every page of docs/ from %s in two clicks', (first) => {
    const next = (path: string): readonly string[] =>
      linksOf(textOf(path)).flatMap((link) => {
        const [place = ''] = link.split('#')
        const page = normalize(join(dirname(path), place))
        return place === '' || /^[a-z]+:/i.test(place) || !pages.includes(page) ? [] : [page]
      })
    const once = next(first)
    const reached = new Set([first, ...once, ...[...new Set(once)].flatMap(next)])
    expect(pages.filter((path) => path.startsWith('docs/') && !reached.has(path))).toEqual([])
  })
})

describe('a page that the source cites', () => {
  const citation = /\(docs\/([\w/-]+\.md)(?:, "([^"]+)")?/g
  const cited = readdirSync(join(project, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) =>
      Array.from(
        textOf(`src/${path}`).matchAll(citation),
        // A comment may break its line within a heading.
        ([, page = '', heading]) => [path, `docs/${page}`, heading?.replaceAll(/\n *\* /g, ' ')] as const,
      ),
    )

  it('is found', () => {
    expect(cited.length).toBeGreaterThan(20)
  })

  it('is there, with the heading', () => {
    const missing = cited.filter(
      ([, page, heading]) =>
        !existsSync(join(project, page)) || (heading !== undefined && !anchorsOf(page).has(slugOf(heading))),
    )
    expect(missing).toEqual([])
  })
})
