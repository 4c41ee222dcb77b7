import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lanes, type Board } from '../../src/core/board.ts'
import { boardMarkdown } from '../../src/render/board-markdown.ts'
import { board, commit, empty, hostileBoard, noFindings, target } from './boards.ts'
import { drift } from '../page/sample.ts'
import { expectInert, read } from './inert.ts'

describe('the board as Markdown', () => {
  it.each([
    ['whole', boardMarkdown(board)],
    ['without a host', boardMarkdown({ ...board, repository: undefined })],
    ['of nothing', boardMarkdown(empty)],
  ])('%s', (_, page) => expect(page).toMatchSnapshot())

  it('links to files of the commit at the host alone', () => {
    const linksIn = (shown: Board, server?: string) =>
      read(boardMarkdown(shown, { server })).flatMap(({ type, href }) => (type === 'link_open' ? [href] : []))
    expect(linksIn(board)[0]).toBe(
      `https://github.com/example-org/plugins/blob/${commit}/plugins/project%3A2026-01-20-login/.continue-here.md`,
    )
    expect(linksIn(board, 'https://git.example.com')[0]).toMatch(/^https:\/\/git\.example\.com\/example-org\//)
    for (const server of ['http://example.com', 'https://example.com/x', 'javascript:alert(1)'])
      expect(linksIn(board, server)).toEqual([])
    expect(linksIn({ ...board, repository: 'a/b/c' })).toEqual([])
    expect(linksIn({ ...board, commit: 'main' })).toEqual([])
    expect(linksIn({ ...board, commit: undefined })).toEqual([])
  })

  it('shows the worst finding whatever its severity', () => {
    const warning = { ...drift, severity: 'warning' as const }
    const boardTarget = target('plugin:A', {
      agent: 'gui-agent',
      findings: { ...noFindings, warnings: 1, worst: [warning] },
    })
    expect(boardMarkdown({ ...board, targets: [boardTarget] })).toContain(
      '| `row 📦 Installed ≠ notes 💡 Ideated`<br>`gui-agent`<br>1 warning |',
    )
  })

  it('is the same text however late it is asked for', () => {
    expect(boardMarkdown({ ...board, at: '2027-01-01T00:00:00Z' })).toBe(boardMarkdown(board))
  })

  it('loses its end where there is no room, never the news, and counts what is left out', () => {
    const many = {
      ...board,
      targets: Array.from({ length: 2000 }, (_, index) =>
        target(`plugin:P${index}`, { lane: lanes[index % 5] ?? 'ready', next: `/accept P${index}` }),
      ),
    }
    for (const limit of [3000, 20_000, 65_536]) {
      const page = boardMarkdown(many, { limit })
      expect(Buffer.byteLength(page)).toBeLessThanOrEqual(limit)
      expect(page).toMatch(/^## Baton: 2 wait for a person/)
      expect(page).toContain('omitted to save space')
    }
    expect(boardMarkdown(many, { limit: 65_536 })).toContain('/accept P0')
  })
})

describe('a board of very many targets in Markdown', () => {
  it('leaves room in the summary of a step, and says what is left out', () => {
    const many = Array.from({ length: 10_000 }, (_, index) =>
      target(`plugin:Plugin${index}`, { next: `/accept Plugin${index}` }),
    )
    const page = boardMarkdown({ ...board, targets: many })
    expect(new TextEncoder().encode(page).length).toBeLessThanOrEqual(256 << 10)
    expect(page).toMatch(/\n\d+ more targets omitted to save space: `baton board` lists all\.\n/)
  })
})

describe('a notice', () => {
  it('is counted like errors and warnings', () => {
    const noticed = { ...board, targets: [target('plugin:Words', { findings: { ...noFindings, notices: 1 } })] }
    expect(boardMarkdown(noticed)).toContain('| 1 notice |')
  })
})

describe('whatever is in a name or a value', () => {
  it('is inert in Markdown', () => {
    fc.assert(
      fc.property(hostileBoard, (shown) => {
        const page = boardMarkdown({ ...shown, repository: 'example-org/plugins', commit })
        const links = read(page).flatMap(({ type, href }) => (type === 'link_open' ? [href] : []))
        for (const link of links)
          expect(new URL(link).href).toMatch(`https://github.com/example-org/plugins/blob/${commit}/`)
        expectInert(page, links)
      }),
    )
  })
})
