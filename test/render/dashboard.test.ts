import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lanes, type Board } from '../../src/core/board.ts'
import type { Episode, RepositoryHistory } from '../../src/core/history.ts'
import { boardMarkdown } from '../../src/render/board-markdown.ts'
import { dashboardMarker, dashboardText, switchedOff } from '../../src/render/dashboard.ts'
import { episode, historyOf } from '../page/sample.ts'
import { board, hostileBoard, target, targets } from './boards.ts'
import { expectInert, read } from './inert.ts'

const dashboard = (shown: Board) => dashboardText(shown, { server: 'https://github.com' })

describe('the text of the dashboard issue', () => {
  it('begins with what it is found by, and has the commands before everything else', () => {
    const page = dashboard(board)
    expect(page.startsWith(`${dashboardMarker}\n## Baton: `)).toBe(true)
    expect(page).toMatchSnapshot()
    const tables = page.indexOf('\n### Waits for a person')
    for (const { next } of targets) if (next !== undefined) expect(page.slice(0, tables)).toContain(`- \`${next}\``)
  })

  it('is the same at another commit and at another moment, and leads to the files as they are by then', () => {
    expect(dashboard({ ...board, commit: 'f'.repeat(40), branch: 'other', at: '2027-01-01T00:00:00Z' })).toBe(
      dashboard(board),
    )
    const links = read(dashboard(board)).filter(({ type }) => type === 'link_open')
    expect(links.length).toBeGreaterThan(targets.length)
    for (const { href } of links)
      expect(href).toMatch(/^https:\/\/github\.com\/example-org\/plugins\/blob\/HEAD\/plugins\//)
  })

  it('is never longer than GitHub takes, and leaves out commands last', () => {
    const many = (count: number): Board => ({
      ...board,
      targets: Array.from({ length: count }, (_, index) =>
        target(`plugin:日本${index}`, { lane: lanes[index % 5] ?? 'ready', next: `/accept 日本${index}` }),
      ),
    })
    for (const count of [300, 1000, 20_000]) {
      const page = dashboard(many(count))
      expect(page.length).toBeLessThanOrEqual(65_536)
      expect(page).toMatch(/^<!-- baton: dashboard -->\n## Baton: 2 wait for a person/)
      expect(page).toContain('An issue that you close by hand stays closed')
    }
    expect(dashboard(many(300)).match(/^- `\/accept /gm)).toHaveLength(300)
    expect(dashboard(many(300)).includes('more targets omitted')).toBe(true)
    expect(dashboard(many(20_000)).includes('more commands omitted')).toBe(true)
  })

  it('is one line where it is switched off', () => {
    expect(switchedOff().split('\n')).toEqual([dashboardMarker, expect.stringContaining('is switched off'), ''])
  })
})

describe('the open contradictions of a board in Markdown', () => {
  const placeValues = [
    { place: 'row', value: '📦 Installed' },
    { place: 'notes', value: '💡 Ideated' },
  ]
  const open = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      episode(`plugin:P${index}`, 1, undefined, { code: 'REGISTRY_STATUS_DRIFT', last: placeValues }),
    )
  const past = (...episodes: readonly Episode[]) => historyOf({}, episodes)
  const forms = {
    board: (shown: Board, history?: RepositoryHistory) => boardMarkdown(shown, { history }),
    dashboard: (shown: Board, history?: RepositoryHistory) =>
      dashboardText(shown, { server: 'https://github.com', history }),
  }

  it.each(Object.entries(forms))('stand behind the lanes, where the past is known: %s', (_, form) => {
    const page = form(board, past(...open(2), episode('plugin:Done', 1, 2)))
    expect(page).toContain(
      `\n### Open contradictions: 2\n\n| Target | Code | Contradiction | Since |\n| --- | --- | --- | --- |\n| \`plugin:P0\` | \`REGISTRY_STATUS_DRIFT\` | row \`📦 Installed\` ≠ notes \`💡 Ideated\` | `,
    )
    expect(page).not.toContain('plugin:Done')
    expect(page.indexOf('Open contradictions')).toBeGreaterThan(page.indexOf('<summary>Unknown'))
    expect(form(board)).not.toContain('contradictions')
    expect(form(board, past())).toBe(form(board))
  })

  it.each(Object.entries(forms))('are the same from whatever commit a shallow clone begins with: %s', (_, form) => {
    const cutOff = { ...past(episode('plugin:P0', 1, undefined, { began: null })), shallow: true }
    const page = form(board, cutOff)
    expect(page).toContain('before the first commit of the clone')
    expect(form(board, { ...cutOff, from: '1'.repeat(40) })).toBe(page)
  })

  it.each(Object.entries(forms))('are cut before any command: %s', (_, form) => {
    const page = form(board, past(...open(20_000)))
    expect(page.length).toBeLessThanOrEqual(256 << 10)
    expect(page).toContain('more contradictions omitted to save space: `baton history --open` lists all.')
    for (const { next } of targets) if (next !== undefined) expect(page).toContain(`\`${next}\``)
  })
})

describe('whatever is in a name or a value', () => {
  it('is inert in the dashboard issue', () => {
    fc.assert(
      fc.property(hostileBoard, (shown) => {
        // Without what is ours alone: the hidden line, and the rule before the last paragraph.
        const page = dashboard({ ...shown, repository: 'example-org/plugins' })
          .replace(`${dashboardMarker}\n`, '')
          .replace('\n---\n', '\n')
        const links = read(page).flatMap(({ type, href }) => (type === 'link_open' ? [href] : []))
        for (const link of links)
          expect(new URL(link).href).toMatch('https://github.com/example-org/plugins/blob/HEAD/')
        expectInert(page, links)
      }),
    )
  })
})
