import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { Example } from '../../src/core/rule.ts'
import { explain } from '../../src/render/explain.ts'
import { commandOf } from './runner.ts'
import { rules } from './sample.ts'

const [mismatch, legacy, stale] = rules.map((rule) => ({ ...rule, examples: { bad: [], good: [] } }))
if (!mismatch || !legacy || !stale) throw new Error('no rules')

const registry = '| Plugin Name | Status |\n|---|---|\n| Amber | 💡 Ideated |\n'
const handoff = (status: string) => `---\nplugin: Amber\nstatus: ${status}\n---\n`

const bad: Example = {
  about: 'a handoff that lies',
  head: { 'PLUGINS.md': registry, 'plugins/Amber/.continue-here.md': handoff('done') },
}
const good: Example = {
  about: 'the same, put right by a change',
  base: { 'PLUGINS.md': registry, 'plugins/Amber/.continue-here.md': handoff('done'), 'gone.md': 'x' },
  head: { 'PLUGINS.md': registry, 'plugins/Amber/.continue-here.md': handoff('complete'), 'new.md': 'y\n' },
}

const explained = (head: Example['head'], overrides: Partial<Example> = {}) =>
  explain(
    { ...mismatch, examples: { bad: [{ about: 'x', head, ...overrides }], good: [] } },
    { color: false, inFull: true },
  )

describe('explain', () => {
  it('prints what a code means, why, how to fix it, and examples', () => {
    expect(
      explain({ ...legacy, examples: { bad: [bad], good: [good] } }, { color: false, inFull: true }),
    ).toMatchSnapshot()
  })

  it('prints of examples what they are about, where their files are not requested', () => {
    const printed = explain({ ...legacy, examples: { bad: [bad], good: [good] } }, { color: false })
    expect(printed).toContain(
      `Examples\n  ✖ wrong: a handoff that lies\n  ✔ right: the same, put right by a change\n  Their files: \`baton explain ${legacy.code} --examples\`\n\nMore: `,
    )
    expect(printed).not.toContain('plugins/Amber')
  })

  it.each([
    [mismatch, 'CONTRACT_MISMATCH is an error'],
    [
      { ...mismatch, soft: 'warning' as const },
      'CONTRACT_MISMATCH is an error in what a change touches, a warning elsewhere',
    ],
    [stale, 'PLUGIN_WORK_STALE is not looked for in what a change touches, a notice elsewhere'],
  ])('begins with how severe it is', (rule, first) => {
    expect(explain(rule, { color: false, inFull: true }).split('\n')[0]).toBe(first)
  })

  it('shows a file whole the first time, and then what differs from that', () => {
    const long = Array.from({ length: 9 }, (_, index) => `- ${'x'.repeat(index + 1)}\n`).join('')
    const examples = ['', 'y', ''].map((suffix) => ({ about: 'x', head: { 'a.md': `${long}${suffix}`, 'b.md': 'b' } }))
    const printed = explain(
      { ...mismatch, examples: { bad: examples, good: [] } },
      { color: false, inFull: true },
    ).split('\n')
    expect(printed.filter((line) => line.includes('- xxxxx'))).toHaveLength(6)
    const from = printed.indexOf('    a.md: as first shown, but')
    expect(printed.slice(from + 1, from + 8)).toEqual([
      '      │ @@ -9 +9 @@',
      '      │  - xxxxxxxxx',
      '      │ +y',
      '      │ \\ No newline at end of file',
      '    as first shown: b.md',
      '',
      '  ✖ wrong: x',
    ])
    expect(printed).toContain('    as first shown: a.md, b.md')
  })

  it('shows the commits of an example', () => {
    const commit = {
      sha: 'a'.repeat(40),
      parents: ['b'],
      message: 'Work\n\nAgent: writer\u202e\n',
      author: { email: 'octocat@example.com', login: 'octocat' },
      paths: [
        { path: 'docs/a', change: 'added', link: '../x' } as const,
        { path: 'src/b', change: 'deleted' } as const,
      ],
    }
    const printed = explained({ 'a.md': 'x' }, { change: { commits: [commit, { ...commit, parents: ['b', 'c'] }] } })
    expect(printed).toContain(`    A commit:
      │ Work
      │
      │ Agent: writer\\u{202e}
      │
      │ account: octocat
      │ added: docs/a -> ../x
      │ deleted: src/b
    A merge:
`)
    expect(printed).not.toContain('a.md')
    expect(explained({}, { change: { commits: [], tooMany: 501 } })).toContain('    501 commits\n')
  })

  it('leaves out what there is not', () => {
    const printed = explain(stale, { color: false, inFull: true })
    expect(printed).not.toContain('How to fix it')
    expect(printed).not.toContain('Examples')
    expect(printed.trimEnd().endsWith(`More: ${stale.url}`)).toBe(true)
  })

  it('colours, and says the same without', () => {
    const rule = { ...legacy, examples: { bad: [bad], good: [good] } }
    const coloured = explain(rule, { color: true, inFull: true })
    expect(coloured).toContain('\u001b[1m')
    expect(stripVTControlCharacters(coloured)).toBe(explain(rule, { color: false, inFull: true }))
  })

  it('spells out what cannot be seen, and prints no workflow command', () => {
    const printed = explained({ 'a.md': 'tab\there\r\n\u0000\u202e\u001b[31m##[error]x\n  ::error::y' })
    expect(printed).toContain('│ tab\\there\\r\n')
    expect(printed).toContain('│ \\u{0}\\u{202e}\\u{1b}[31m## [error]x\n')
    expect(printed).toContain('│   ::error::y\n')
    expect(printed.split('\n').filter((line) => commandOf(line))).toEqual([])
  })

  it('lists what else an example has: links, configuration, moment, limits', () => {
    const printed = explained(
      { 'a.md': '../../secret' },
      {
        links: ['a.md'],
        configuration: { root: 'x' },
        at: '2026-02-04T10:00:00Z',
        staleAfter: 1000,
        ignored: ['a.md'],
        limit: 10,
      },
    )
    expect(printed).toContain('a.md: a link to ../../secret')
    for (const line of [
      'configuration: {"root":"x"}',
      'at: "2026-02-04T10:00:00Z"',
      'staleAfter: 1000',
      'ignored: ["a.md"]',
      'limit: 10',
    ])
      expect(printed).toContain(line)
  })
})
