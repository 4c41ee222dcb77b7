import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { renderLive, renderPage } from 'baton:page'
import { describe, expect, it } from 'vitest'
import { lanes, type BoardTarget } from '../../src/core/board.ts'
import { unpack, type PackedData } from '../../src/page/data.ts'
import { extendHistory, type PageModel } from '../../src/page/model.ts'
import { figuresOf, newsOf } from '../../src/page/words.ts'
import { hostileText } from '../render/hostile.ts'
import {
  boardOf,
  commit,
  drift,
  episode,
  historyOf,
  segment,
  someHistory,
  someModel,
  someTargets,
  target,
} from './sample.ts'

const page = renderPage(someModel)

const between = (text: string, before: string, after: string) => {
  const start = text.indexOf(before) + before.length
  return text.slice(start, text.indexOf(after, start))
}
const policyOf = (text: string) => between(text, '<meta http-equiv="Content-Security-Policy" content="', '">')
const bodyOf = (text: string) => between(text, '<body>', '<script type="application/json" id="model">')
const dataOf = (text: string) => between(text, '<script type="application/json" id="model">', '</script>')
const styleOf = (text: string) => between(text, '<style>', '</style>')
const scriptOf = (text: string) => between(text, '</script>\n<script>', '</script>')
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const tagsOf = (text: string) => Array.from(text.matchAll(/<([a-z][\w-]*)/gi), ([, name = '']) => name)

describe('the page', () => {
  it('has a policy first, which lets its own script and style run and nothing else', () => {
    expect(page.indexOf('<meta http-equiv="Content-Security-Policy"')).toBe(
      page.indexOf('<head>\n') + '<head>\n'.length,
    )
    expect(policyOf(page)).toBe(
      `default-src 'none'; script-src ${hashOf(scriptOf(page))}; style-src ${hashOf(styleOf(page))}; img-src data:; base-uri 'none'; form-action 'none'`,
    )
    expect(policyOf(renderLive(someModel).page)).toContain("connect-src 'self';")
  })

  it('has no attribute that the policy would refuse, and links to the host alone', () => {
    const body = bodyOf(page)
    expect(body).not.toMatch(/<[^>]*\s(?:style|on\w+)=/)
    const links = Array.from(body.matchAll(/(?:href|src)="([^"]*)"/g), ([, to = '']) => to)
    expect(
      links.filter((to) => !to.startsWith('#') && !to.startsWith('https://github.com/example-org/plugins/')),
    ).toEqual([])
  })

  it('offers its keyboard shortcuts by that name, and only where there is a keyboard', () => {
    expect(styleOf(page)).toMatch(/@media ?\(hover: ?none\) ?\{ ?footer \.chip ?\{ ?display: ?none/)
    expect(scriptOf(page)).toContain('keyboard shortcuts')
  })

  it('can be read without its script: news, lanes, timeline and contradictions', () => {
    const body = bodyOf(page)
    expect(body.match(/<h1[ >]/g)).toHaveLength(1)
    expect(body).toContain('<h1 class="news">2 wait for a person, 1 with an agent</h1>')
    for (const text of [
      'Which hash?',
      '/sync Drum808',
      '📦 Installed',
      'Waits for a person',
      'by their first appearance',
      'row followed the entry',
    ])
      expect(body).toContain(text)
    expect(body).not.toContain('<button')
  })

  it('opens with the view that is asked for, which has the heading', () => {
    expect(bodyOf(renderPage({ ...someModel, view: 'timeline' }))).toContain(
      '<h1 class="news">The files contradicted themselves 3 times',
    )
    const boardBody = bodyOf(renderPage({ board: someModel.board, view: 'board' }))
    expect(boardBody).not.toContain('aria-label="Views"')
    expect(boardBody).not.toContain('contradicted')
  })

  it('is the same text for the same model, which is in it', () => {
    expect(renderPage(structuredClone(someModel))).toBe(page)
    const shown = { ...someModel, history: extendHistory(someHistory, someModel.board.at) }
    expect(unpack(JSON.parse(dataOf(page)) as PackedData)).toEqual({
      ...(JSON.parse(JSON.stringify(shown)) as object),
      headings: {
        board: newsOf(shown, 'board'),
        timeline: newsOf(shown, 'timeline'),
        episodes: newsOf(shown, 'episodes'),
      },
      figures: figuresOf(shown.history),
      cardLimits: { person: 2, agent: 1, ready: 2, done: 1, unknown: 0 },
    })
  })

  it('marks what began before the range, and the commands that commits name', () => {
    const by = { by: 'baton', command: '/checksums TinyGain' } as const
    const [first, ...otherEpisodes] = someHistory.episodes
    if (!first) throw new Error('There is no episode.')
    const history = {
      ...someHistory,
      episodes: [{ ...first, began: commit(22, by), earlier: true as const }, ...otherEpisodes],
    }
    const row = between(bodyOf(renderPage({ ...someModel, history })), '<tr class="open">', '</tr>').replaceAll(
      /<[^>]*>/g,
      '',
    )
    expect(row).toContain('0000000 (/checksums TinyGain) 1 Feb 2026 22:00 Octo Cat (earlier)')
  })

  it('speaks of what ended, which need not have been mended', () => {
    const body = bodyOf(page)
    expect(body).not.toContain('until mended')
    expect(body).toContain('median until it ended')
    const filtered = bodyOf(renderPage({ ...someModel, view: 'episodes', history: { ...someHistory, filtered: true } }))
    expect(filtered).toContain('<h1 class="news">3 matching episodes; 1 still open</h1>')
    expect(filtered).toContain('contradictions listed')
  })

  it('shows the worst finding of a card whatever its severity', () => {
    const warning = { ...drift, severity: 'warning' as const }
    const boardTarget = target('plugin:A', { findings: { errors: 0, warnings: 1, notices: 0, worst: [warning] } })
    const card = between(
      bodyOf(renderPage({ board: boardOf([boardTarget]), view: 'board' })),
      '<article',
      '</article>',
    ).replaceAll(/<[^>]*>/g, '')
    expect(card).toContain('1 warning · PLUGINS.mdrow 📦 Installed ≠ notes 💡 Ideated')
  })

  it('shows what a target waits for, and its command, whole', () => {
    const long = 'Which of them? '.repeat(200).trim()
    const shown = (overrides: Partial<BoardTarget>) =>
      between(
        bodyOf(renderPage({ board: boardOf([target('plugin:A', overrides)]), view: 'board' })),
        '<article',
        '</article>',
      )
    const cards = [
      shown({ asks: { kind: 'question', text: long } }),
      shown({ waits: long }),
      shown({ next: `/handback A error "${long}"` }),
    ]
    for (const card of cards) {
      expect(card).toContain(long)
      expect(card).not.toContain('clamp')
    }
  })

  it('shows which of several places disagree', () => {
    const said = ['a', 'a', 'b'].map((value, index) => ({ place: `place${index}`, value }))
    const findings = { errors: 1, warnings: 0, notices: 0, worst: [{ ...drift, said }] }
    const body = bodyOf(renderPage({ board: boardOf([target('plugin:A', { findings })]), view: 'board' }))
    expect(body.replaceAll(/<[^>]*>/g, '')).toContain('place0 a = place1 a ≠ place2 b')
  })

  it('draws only the lanes that it was given, and does not say of others that they are empty', () => {
    const { board } = someModel
    const body = bodyOf(
      renderPage({ board: { ...board, targets: board.targets.filter(({ lane }) => lane === 'ready') }, view: 'board' }),
    )
    expect(Array.from(body.matchAll(/<section class="lane lane-(\w+)"/g), ([, lane]) => lane)).toEqual(['ready'])
    expect(Array.from(body.matchAll(/<a class="share lane-(\w+)"/g), ([, lane]) => lane)).toEqual(['ready'])
    expect(body).not.toContain('No decision is due')
    const nobody = bodyOf(renderPage({ board: boardOf([target('plugin:A')]), view: 'board' }))
    expect(nobody).toContain('No decision is due.')
  })

  it('has the shape of its lane at the start of each bar that has room for it', () => {
    const history = historyOf(
      {
        'plugin:A': lanes.map((lane, index) => segment(lane, 'ideated', index, index + 1)),
        'plugin:B': [segment('agent', 'ideated', 0, 1)],
      },
      [],
    )
    const body = bodyOf(renderPage({ ...someModel, history, view: 'timeline' }))
    const shapesIn = (text: string) => Array.from(text.matchAll(/<svg class="icon icon-(\w+)"/g), ([, shape]) => shape)
    const [first = ''] = body.split('data-row="1"')
    expect(shapesIn(first.slice(first.indexOf('data-row="0"')))).toEqual([...lanes])
    const legend = between(body, '<ul class="legend"', '</ul>')
    expect(shapesIn(legend)).toEqual([...lanes])
    // Hundreds of commits leave none of them room.
    const many = historyOf(
      { 'plugin:A': Array.from({ length: 200 }, (_, index) => segment('ready', 'ideated', index, index + 1)) },
      [],
      {
        stateCommits: 200,
      },
    )
    const rows = bodyOf(renderPage({ ...someModel, history: many, view: 'timeline' }))
    expect(shapesIn(rows.slice(rows.indexOf('data-row="0"'), rows.indexOf('class="cursor"')))).not.toContain('ready')
  })

  it('names the subject of a contradiction where its code does not', () => {
    const of = (subject: string) => episode('plugin:A', 1, 2, { code: 'CONTRACT_MISMATCH', subject })
    const rows = { 'plugin:A': [segment('ready', 'ideated', 0)] }
    const odd = episode('plugin:A', 3, undefined, { clock: 'odd', stateCommits: 1 })
    const body = between(
      bodyOf(
        renderPage({
          ...someModel,
          history: historyOf(rows, [of('creative_brief'), of('plan'), odd]),
          view: 'episodes',
        }),
      ),
      '<tbody>',
      '</tbody>',
    )
    // On a narrow page the style writes the unit behind the number.
    expect(Array.from(body.matchAll(/data-unit=" (\w+)">(\d+)</g), ([, unit, count]) => `${count} ${unit}`)).toContain(
      '1 commit',
    )
    const table = body.replaceAll(/<[^>]*>/g, '')
    expect(table).toContain('CONTRACT_MISMATCH creative_brief')
    expect(table).toContain('CONTRACT_MISMATCH plan')
    expect(table).not.toContain('REGISTRY_STATUS_DRIFT status')
    expect(table).toContain('unknown (clock)')
  })

  it('names on a card the other file of its worst finding, and whom it is meant for', () => {
    const cardOf = (overrides: Partial<BoardTarget>) => {
      const boardTarget = target('plugin:A', {
        findings: { errors: 1, warnings: 0, notices: 0, worst: [drift] },
        ...overrides,
      })
      return between(
        bodyOf(renderPage({ board: boardOf([boardTarget]), view: 'board' })),
        '<article',
        '</article>',
      ).replaceAll(/<[^>]*>/g, '')
    }
    expect(cardOf({})).toContain('1 error · PLUGINS.md')
    expect(cardOf({ path: 'PLUGINS.md' })).not.toContain('PLUGINS.md')
    const mismatch = { ...drift, code: 'CONTRACT_MISMATCH', subject: 'creative_brief' }
    expect(cardOf({ findings: { errors: 1, warnings: 0, notices: 0, worst: [mismatch] } })).toContain(
      '1 error · creative_brief',
    )
    const several = { errors: 2, warnings: 5, notices: 1, worst: [drift] }
    expect(cardOf({ findings: several })).toContain('2 errors, 5 warnings, 1 notice · PLUGINS.md')
    expect(cardOf({ agent: 'gui-agent' })).toContain('for gui-agent')
    expect(cardOf({ agent: 'gui-agent', holder: 'agent', lane: 'agent' })).not.toContain('for gui-agent')
  })

  it('writes 200 cards and 100 rows, and the rest as data', () => {
    const many = Array.from({ length: 1000 }, (_, index) =>
      target(`plugin:P${index}`, { lane: lanes[index % 5] ?? 'ready' }),
    )
    const rows = Object.fromEntries(many.map(({ id }) => [id, [segment('ready', 'ideated', 0)]]))
    const text = renderPage({
      board: boardOf(many),
      history: historyOf(
        rows,
        many.map(({ id }) => episode(id, 3)),
      ),
      view: 'board',
    })
    const body = bodyOf(text)
    expect(body.match(/<article/g)).toHaveLength(200)
    expect(body.match(/data-row=/g)).toHaveLength(100)
    expect(body.match(/<tr class="open"/g)).toHaveLength(100)
    expect((unpack(JSON.parse(dataOf(text)) as PackedData) as PageModel).board.targets).toHaveLength(1000)
  })

  it('gives the room of a short lane to the others', () => {
    const many = Array.from({ length: 500 }, (_, index) =>
      target(`plugin:P${index}`, { lane: index < 10 ? 'person' : 'ready' }),
    )
    expect(bodyOf(renderPage({ board: boardOf(many), view: 'board' })).match(/<article/g)).toHaveLength(200)
  })
})

describe('hostile text', () => {
  const anything = fc.oneof(
    hostileText,
    fc.constantFrom(
      '</script><script>alert(1)</script>',
      '<!--',
      '"><img src=x onerror=alert(1)>',
      'javascript:alert(1)',
      '</title>',
    ),
  )
  const model = (text: string): PageModel => {
    const statements = [
      { place: text, value: text },
      { place: text, value: null },
    ]
    const finding = {
      code: text,
      severity: 'error' as const,
      message: text,
      said: statements,
      fix: text,
      path: text,
      line: 3,
    }
    const id = `plugin:${text}`
    const hostileCommit = commit(3, { commit: text, author: text, subject: text })
    return {
      board: boardOf(
        someTargets.map((boardTarget) => ({
          ...boardTarget,
          id: `${boardTarget.id}${text}`,
          name: text,
          within: text,
          path: text,
          state: text,
          asks: { kind: 'question' as const, text },
          agent: text,
          waits: text,
          next: text,
          way: { step: 1, of: 2, states: [text, text] },
          findings: { errors: 1, warnings: 1, notices: 0, worst: [finding] },
        })),
        { repository: text, commit: text, branch: text, others: [finding], notes: [text] },
      ),
      history: historyOf(
        { [id]: [{ ...segment('ready', text, 1), began: hostileCommit }] },
        [
          episode(id, 1, 2, {
            code: text,
            subject: text,
            began: hostileCommit,
            ended: hostileCommit,
            how: 'turned',
            into: text,
            first: statements,
            last: statements,
          }),
        ],
        { notes: [text] },
      ),
      server: text,
      view: 'board',
    }
  }
  const shape = tagsOf(bodyOf(renderPage(model('x')))).join()

  it('never becomes markup, and never an address', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const written = renderPage(model(`x${text}`))
        const body = bodyOf(written)
        // Code in a message and labels of bars depend on the text; everything else is the same elements.
        const without = (tags: string) => tags.split(',').filter((tag) => tag !== 'code' && tag !== 'text')
        expect(without(tagsOf(body).join())).toEqual(without(shape))
        // The id is looked for by its attribute, as it is.
        expect(body.replaceAll(/ data-target="[^"]*"/g, '')).not.toMatch(/[\p{Cf}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/u)
        expect(
          Array.from(body.matchAll(/href="([^"]*)"/g), ([, to = '']) => to).filter((to) => !to.startsWith('#')),
        ).toEqual([])
        expect(tagsOf(written).filter((tag) => tag.toLowerCase() === 'script')).toHaveLength(2)
      }),
    )
  })
})

describe('the size', () => {
  const bytes = (text: string) => Buffer.byteLength(text)

  it('of script and style together is at most 60 kB', () => {
    expect(bytes(scriptOf(page)) + bytes(styleOf(page))).toBeLessThanOrEqual(60_000)
  })

  it('of a page of 20 targets is at most 120 kB, of 10,000 at most 3 MB', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        target(`plugin:Plugin${index}`, {
          path: `plugins/Plugin${index}/.continue-here.md`,
          lane: lanes[index % 5] ?? 'ready',
          way: {
            step: 3,
            of: 10,
            states: ['ideated', 'stage 0 complete', 'stage 2 complete', 'a', 'b', 'c', 'd', 'e', 'f', 'g'],
          },
          since: {
            at: `2026-01-${String((index % 28) + 1).padStart(2, '0')}T09:00:00.000Z`,
            by: 'replayed',
            commit: index.toString(16).padStart(40, '0'),
          },
          next: `/accept Plugin${index}`,
          findings: {
            errors: 1,
            warnings: 2,
            notices: 0,
            worst: ['REGISTRY_STATUS_DRIFT', 'PLUGIN_NEXT_ACTION_MISMATCH', 'REGISTRY_ROW_MISSING'].map((code) => ({
              code,
              severity: 'error' as const,
              message: `Unexpected status of \`Plugin${index}\` in the table of \`PLUGINS.md\`, expected that of its handoff`,
              said: [
                { place: 'row', value: '🚧 Stage 2' },
                { place: 'entry', value: '🚧 Stage 3' },
              ],
              fix: `/sync Plugin${index}`,
              path: 'PLUGINS.md',
              line: index + 1,
            })),
          },
        }),
      )
    expect(bytes(renderPage({ board: boardOf(many(20)), view: 'board' }))).toBeLessThanOrEqual(120_000)
    expect(bytes(renderPage({ board: boardOf(many(10_000)), view: 'board' }))).toBeLessThanOrEqual(3_000_000)
  })
})
