import * as fc from 'fast-check'
import stringWidth from 'string-width'
import { describe, expect, it } from 'vitest'
import { lanes, type Board, type BoardFinding, type BoardTarget } from '../../src/core/board.ts'
import { boardMarkdown } from '../../src/render/board-markdown.ts'
import { boardText, cutToCells } from '../../src/render/board-text.ts'
import { ageOf, boardData } from '../../src/render/board.ts'
import { dashboardMarker, dashboardText, switchedOff } from '../../src/render/dashboard.ts'
import { answerSchemas } from '../../src/render/json.schema.ts'
import { stringify } from '../../src/render/plain.ts'
import type { Episode, RepositoryHistory } from '../../src/core/history.ts'
import { episode, historyOf } from '../page/sample.ts'
import { onlyLanes } from '../../src/engine/board.ts'
import { hostileText } from './hostile.ts'
import { expectInert, read } from './inert.ts'
import { commandOf } from './runner.ts'

const commit = 'e965cdd0e965cdd0e965cdd0e965cdd0e965cdd0'
const none = { errors: 0, warnings: 0, notices: 0, worst: [] }

const target = (id: string, over: Partial<BoardTarget>): BoardTarget => ({
  id,
  protocol: 'plugin',
  name: id.slice(id.indexOf(':') + 1).split('@')[0] ?? '',
  path: `plugins/${id}/.continue-here.md`,
  lane: 'ready',
  state: 'stage 2 complete',
  findings: none,
  ...over,
})

const drift: BoardFinding = {
  code: 'REGISTRY_STATUS_DRIFT',
  severity: 'error',
  message: 'The row of `Drum808` has another status than its notes.',
  said: [
    { place: 'row', value: '📦 Installed' },
    { place: 'notes', value: '💡 Ideated' },
  ],
  fix: '/sync Drum808',
  path: 'PLUGINS.md',
  line: 36,
}

const targets: readonly BoardTarget[] = [
  target('project:2026-01-20-login', {
    lane: 'person',
    state: 'step 2/2 partial',
    asks: { kind: 'question', text: 'Which hash?' },
    next: '/answer 2026-01-20-login …',
  }),
  target('stage:explore@run-1', {
    lane: 'person',
    within: 'run-1',
    state: 'returned error',
    asks: { kind: 'error', text: 'INPUT_MISSING: There is no brief' },
    next: '/accept explore',
  }),
  target('plugin:Words', {
    lane: 'agent',
    holder: 'agent',
    state: 'stage 0 in_progress',
    since: { at: '2026-01-29T09:00:00.000Z', by: 'said' },
    agent: 'research-planning-agent',
    next: '/handback Words success',
    findings: { ...none, warnings: 6 },
  }),
  target('plugin:Drum808', {
    state: 'ideated',
    since: { at: '2026-01-29T09:00:00.000Z', by: 'touched', commit },
    next: '/sync Drum808',
    findings: { ...none, errors: 1, worst: [drift] },
  }),
  target('plugin:混響', { uncommitted: true, next: '/accept 混響' }),
  target('task:task-2@1', { within: '1', waits: 'It waits for `task-1`.' }),
  ...['AutoClip', 'TapeAge'].map((name) => target(`plugin:${name}`, { lane: 'done', state: 'installed' })),
  target('plugin:GainKnob', { lane: 'unknown', state: 'unknown', findings: { ...none, errors: 2 } }),
]

const board: Board = {
  at: '2026-02-04T10:00:00.000Z',
  repository: 'example-org/plugins',
  commit,
  branch: 'main',
  dirty: true,
  counts: { person: 2, agent: 1, ready: 3, done: 2, unknown: 1, errors: 3, warnings: 6 },
  targets,
  others: [{ code: 'CONFIG_INVALID', severity: 'error', message: 'Unexpected `x`.', path: '.github/baton.yml' }],
  notes: ['The history of this clone is cut off.'],
}

const empty: Board = {
  at: board.at,
  counts: { person: 0, agent: 0, ready: 0, done: 0, unknown: 0, errors: 0, warnings: 0 },
  targets: [],
  others: [],
  notes: [],
}

const plainText = (shown: Board, width?: number, inFull = false) => boardText(shown, { color: false, width, inFull })

describe('the board as text', () => {
  it.each([
    ['whole', plainText(board)],
    ['on a terminal', plainText(board, 90)],
    ['lanes in full', plainText(onlyLanes(board, ['done', 'unknown']), 100, true)],
    ['of nothing', plainText(empty)],
  ])('%s', (_, text) => expect(text).toMatchSnapshot())

  it('keeps every command whole, whatever the width, and cuts nothing where there is none', () => {
    const commands = targets.flatMap(({ next, lane }) => (next === undefined || lane === 'done' || lane === 'unknown' ? [] : [next]))
    for (const width of [20, 40, 60, 80, 100, 120, 200]) for (const command of commands) expect(plainText(board, width)).toContain(command)
    expect(plainText(board)).not.toMatch(/\S…(?! *$)/m)
    for (const line of plainText(board, 90).split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(90)
  })

  it('shows of checksums that differ what is enough to find them', () => {
    const [recorded, actual] = ['0', '1'].map((digit) => `sha256:${digit.repeat(64)}`) as [string, string]
    const said = [
      { place: 'checksum', value: recorded },
      { place: 'file', value: actual },
    ]
    const mismatch = { ...drift, code: 'CONTRACT_MISMATCH', said }
    const shown = { ...empty, targets: [target('plugin:A', { findings: { errors: 1, warnings: 0, notices: 0, worst: [mismatch] } })] }
    const short = 'checksum sha256:000000000000… ≠ file sha256:111111111111…'
    expect(plainText(shown)).toContain(short)
    expect(boardMarkdown(shown)).toContain(`\`${short}\``)
  })

  it('has its columns one below the other, in cells', () => {
    const lines = plainText(board).split('\n')
    const column = (command: string) => {
      const line = lines.find((each) => each.endsWith(command)) ?? ''
      return stringWidth(line.slice(0, line.length - command.length))
    }
    expect(new Set(['/sync Drum808', '/accept 混響', '/accept explore'].map(column)).size).toBe(1)
  })

  it('has the same words with colour', () => {
    const coloured = boardText(board, { color: true, width: 90 })
    // eslint-disable-next-line no-control-regex
    expect(coloured.replaceAll(/\u001b\[\d+m/g, '')).toBe(plainText(board, 90))
    expect(coloured).toContain('\u001b[')
  })

  it('names the container where two have one name', () => {
    const twice = { ...board, targets: ['1', '2'].map((within) => target(`task:task-2@${within}`, { within, name: 'task-2' })) }
    expect(plainText(twice)).toMatch(/task {2}task-2 in 1 .*\n {2}task {2}task-2 in 2 /)
  })

  it('leaves out a lane without targets, but says where nobody is waited for', () => {
    expect(plainText(empty)).toContain('Nobody is waited for.')
    expect(plainText(onlyLanes(board, ['agent']))).not.toMatch(/Waits for a person|Done|Unknown/)
  })
})

describe('a text that is cut to cells', () => {
  it('never has more, and is a beginning of whole characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.integer({ min: 0, max: 40 }), (text, cells) => {
        const cut = cutToCells(text, cells)
        expect(stringWidth(cut)).toBeLessThanOrEqual(Math.max(cells, 0))
        expect(cut === text || text.startsWith(cut.replace(/…$/, ''))).toBe(true)
      }),
    )
    expect(cutToCells('混響混響', 5)).toBe('混響…')
    expect(cutToCells('👩‍👩‍👧 family', 4)).toBe('👩‍👩‍👧…')
  })
})

describe('the age of a state', () => {
  it.each([
    ['2026-02-04T10:00:00Z', '0 min'],
    ['2026-02-04T09:01:00Z', '59 min'],
    ['2026-02-04T09:00:00Z', '1 h'],
    ['2026-02-04T08:38:00Z', '1 h 22 min'],
    ['2026-02-03T10:00:01Z', '23 h 59 min'],
    ['2026-02-03T10:00:00Z', '1 d'],
    ['2026-01-29T09:00:00Z', '6 d'],
    ['2026-02-05T10:00:00Z', '0 min'],
  ])('%s: %s', (at, age) => expect(ageOf(at, '2026-02-04T10:00:00Z')).toBe(age))
})

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
    for (const server of ['http://example.com', 'https://example.com/x', 'javascript:alert(1)']) expect(linksIn(board, server)).toEqual([])
    expect(linksIn({ ...board, repository: 'a/b/c' })).toEqual([])
    expect(linksIn({ ...board, commit: 'main' })).toEqual([])
    expect(linksIn({ ...board, commit: undefined })).toEqual([])
  })

  it('shows the worst finding whatever its severity', () => {
    const warning = { ...drift, severity: 'warning' as const }
    const one = target('plugin:A', { agent: 'gui-agent', findings: { ...none, warnings: 1, worst: [warning] } })
    expect(boardMarkdown({ ...board, targets: [one] })).toContain('| `row 📦 Installed ≠ notes 💡 Ideated`<br>`gui-agent`<br>1 warning |')
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

const dashboard = (shown: Board) => dashboardText(shown, { server: 'https://github.com' })

describe('the open contradictions of a board in Markdown', () => {
  const said = [
    { place: 'row', value: '📦 Installed' },
    { place: 'notes', value: '💡 Ideated' },
  ]
  const open = (count: number) =>
    Array.from({ length: count }, (_, index) => episode(`plugin:P${index}`, 1, undefined, { code: 'REGISTRY_STATUS_DRIFT', last: said }))
  const past = (...episodes: readonly Episode[]) => historyOf({}, episodes)
  const forms = {
    board: (shown: Board, history?: RepositoryHistory) => boardMarkdown(shown, { history }),
    dashboard: (shown: Board, history?: RepositoryHistory) => dashboardText(shown, { server: 'https://github.com', history }),
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

  it.each(Object.entries(forms))('are cut before any command: %s', (_, form) => {
    const page = form(board, past(...open(20_000)))
    expect(page.length).toBeLessThanOrEqual(256 << 10)
    expect(page).toContain('more contradictions omitted to save space: `baton history --open` lists all.')
    for (const { next } of targets) if (next !== undefined) expect(page).toContain(`\`${next}\``)
  })
})

describe('a board of very many targets in Markdown', () => {
  it('leaves room in the summary of a step, and says what is left out', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => target(`plugin:Plugin${index}`, { next: `/accept Plugin${index}` }))
    const page = boardMarkdown({ ...board, targets: many })
    expect(new TextEncoder().encode(page).length).toBeLessThanOrEqual(256 << 10)
    expect(page).toMatch(/\n\d+ more targets omitted to save space: `baton board` lists all\.\n/)
  })
})

describe('a notice', () => {
  it('is counted like errors and warnings', () => {
    const noticed = { ...board, targets: [target('plugin:Words', { findings: { ...none, notices: 1 } })] }
    expect(plainText(noticed)).toMatch(/Words .* 1 ·/)
    expect(boardMarkdown(noticed)).toContain('| 1 notice |')
  })
})

describe('the text of the dashboard issue', () => {
  it('begins with what it is found by, and has the commands before everything else', () => {
    const page = dashboard(board)
    expect(page.startsWith(`${dashboardMarker}\n## Baton: `)).toBe(true)
    expect(page).toMatchSnapshot()
    const tables = page.indexOf('\n### Waits for a person')
    for (const { next } of targets) if (next !== undefined) expect(page.slice(0, tables)).toContain(`- \`${next}\``)
  })

  it('is the same at another commit and at another moment, and leads to the files as they are by then', () => {
    expect(dashboard({ ...board, commit: 'f'.repeat(40), branch: 'other', at: '2027-01-01T00:00:00Z' })).toBe(dashboard(board))
    const links = read(dashboard(board)).filter(({ type }) => type === 'link_open')
    expect(links.length).toBeGreaterThan(targets.length)
    for (const { href } of links) expect(href).toMatch(/^https:\/\/github\.com\/example-org\/plugins\/blob\/HEAD\/plugins\//)
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
    expect(switchedOff.split('\n')).toEqual([dashboardMarker, expect.stringContaining('is switched off'), ''])
  })
})

describe('the board as JSON', () => {
  it.each([board, empty])('is as its schema says', (shown) => {
    expect(answerSchemas.board.shape.parse(JSON.parse(stringify(boardData(shown))))).toMatchObject({ version: 1, counts: shown.counts })
    expect(JSON.parse(JSON.stringify(boardData(shown)))).toEqual({ version: 1, ...(JSON.parse(JSON.stringify(shown)) as object) })
  })
})

const hostileFinding: fc.Arbitrary<BoardFinding> = fc.record(
  {
    code: fc.constantFrom('REGISTRY_STATUS_DRIFT', 'CONFIG_INVALID'),
    severity: fc.constantFrom('error', 'warning', 'notice'),
    message: hostileText,
    said: fc.array(fc.record({ place: hostileText, value: fc.option(hostileText) }), { maxLength: 2 }),
    fix: hostileText,
    path: hostileText,
  },
  { requiredKeys: ['code', 'severity', 'message', 'path'] },
)

const hostileTarget: fc.Arbitrary<BoardTarget> = fc.record(
  {
    id: hostileText.map((text) => `plugin:${text}`),
    protocol: fc.constant('plugin'),
    name: hostileText,
    within: hostileText,
    path: hostileText,
    lane: fc.constantFrom(...lanes),
    state: hostileText,
    since: fc.record({ at: fc.constant('2026-01-29T09:00:00.000Z'), by: fc.constantFrom('said', 'touched') }),
    asks: fc.record({ kind: fc.constantFrom('question', 'error', 'review'), text: hostileText }),
    agent: hostileText,
    waits: hostileText,
    next: hostileText,
    findings: fc.array(hostileFinding, { maxLength: 3 }).map((worst) => ({ errors: 1, warnings: 0, notices: 0, worst })),
  },
  { requiredKeys: ['id', 'protocol', 'name', 'path', 'lane', 'state', 'findings'] },
)

const hostileBoard: fc.Arbitrary<Board> = fc.record({
  at: fc.constant(board.at),
  repository: hostileText,
  commit: fc.oneof(hostileText, fc.constant(commit)),
  branch: hostileText,
  counts: fc.constant(board.counts),
  targets: fc.array(hostileTarget, { maxLength: 4 }),
  others: fc.array(hostileFinding, { maxLength: 2 }),
  notes: fc.array(hostileText, { maxLength: 2 }),
})

describe('whatever is in a name or a value', () => {
  it('stays a line of text on a terminal, and no workflow command', () => {
    fc.assert(
      fc.property(hostileBoard, fc.constantFrom(undefined, 60), (shown, width) => {
        const text = plainText(shown, width, true)
        // eslint-disable-next-line no-control-regex
        expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/)
        expect(text).not.toMatch(/\p{Cs}/u)
        for (const line of text.split('\n')) expect(commandOf(line)).toBeUndefined()
        const rows = shown.targets.length
        expect(text.split('\n').filter((line) => /^ {2}plugin/.test(line))).toHaveLength(rows)
      }),
    )
  })

  it('is inert in Markdown', () => {
    fc.assert(
      fc.property(hostileBoard, (shown) => {
        const page = boardMarkdown({ ...shown, repository: 'example-org/plugins', commit })
        const links = read(page).flatMap(({ type, href }) => (type === 'link_open' ? [href] : []))
        for (const link of links) expect(new URL(link).href).toMatch(`https://github.com/example-org/plugins/blob/${commit}/`)
        expectInert(page, links)
      }),
    )
  })

  it('is inert in the dashboard issue', () => {
    fc.assert(
      fc.property(hostileBoard, (shown) => {
        // Without what is ours alone: the hidden line, and the rule before the last paragraph.
        const page = dashboard({ ...shown, repository: 'example-org/plugins' })
          .replace(`${dashboardMarker}\n`, '')
          .replace('\n---\n', '\n')
        const links = read(page).flatMap(({ type, href }) => (type === 'link_open' ? [href] : []))
        for (const link of links) expect(new URL(link).href).toMatch('https://github.com/example-org/plugins/blob/HEAD/')
        expectInert(page, links)
      }),
    )
  })

  it('is data in JSON', () => {
    fc.assert(
      fc.property(hostileBoard, (shown) => {
        const text = stringify(boardData(shown), true)
        expect(text.trimEnd().split('\n')).toHaveLength(1)
        expect(answerSchemas.board.shape.safeParse(JSON.parse(text)).success).toBe(true)
      }),
    )
  })
})
