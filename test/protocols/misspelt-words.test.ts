import { describe, expect, it } from 'vitest'
import { protocols } from '../../src/entry/protocols.ts'
import * as control from '../../src/protocols/control/examples.ts'
import * as governance from '../../src/protocols/governance/examples.ts'
import * as handover from '../../src/protocols/handover/examples.ts'
import * as plugin from '../../src/protocols/plugin/examples.ts'
import * as subagent from '../../src/protocols/subagent/examples.ts'
import { declared } from './declared/scene.ts'
import { give, type Tree } from './scene.ts'

const samples: Readonly<Record<string, Tree>> = {
  plugin: plugin.sample,
  handover: handover.sample,
  subagent: subagent.sample,
  control: control.sample,
  governance: governance.sample,
}

const work = declared(
  "workflows:\n  - name: work\n    items: 'work/{id}.md'\n    states: [todo, doing, review, done]\n    place: { front-matter: status }\n",
)
const items = { 'work/a.md': '---\nstatus: doing\n---\n' }

/**
 * A command with a misspelt word, and the word that is meant. Where a text may stand instead, that may be written in
 * quotes.
 */
const misspelt: readonly (readonly [protocol: string, comment: string, meant: string, mayBeText: boolean])[] = [
  ['plugin', '/handback TinyGain sucess "Gain is smooth"', 'success', true],
  ['handover', '/handback login eror "The key does not fit"', 'error', false],
  ['subagent', '/handback task-3 qestion "Which colour?"', 'question', true],
  ['subagent', '/review task-3 qualifed', 'qualified', false],
  ['control', '/handback explore sucess', 'success', false],
  ['governance', '/handback ses_1 eror "It broke"', 'error', true],
  ['governance', '/anchor ses_1 contxt high Text', 'context', false],
  ['governance', '/anchor ses_1 context hihg Text', 'high', false],
  ['governance', '/stall ses_1 planer --score 1 --issues a', 'planner', false],
  ['plugin', '/restore TinyGain contrcts', 'contracts', false],
  ['plugin', '/checksums TinyGain architectur', 'architecture', false],
  ['work', '/handback a eror', 'error', true],
  ['work', '/handback a Sucess: done', 'success', true],
  ['work', '/accept a doign', 'doing', false],
]

const giveInSample = (name: string, comment: string) => {
  const tree = samples[name]
  const protocol = protocols.find((candidate) => candidate.name === name)
  return tree && protocol ? give(tree, comment, { protocol, at: '2026-02-04T10:00:00Z' }) : work.give(items, comment)
}

describe('a misspelt word', () => {
  it.each(misspelt)('of %s is refused in one line: %s', async (name, comment, suggestion, mayBeText) => {
    const { outcome, result, changed } = await giveInSample(name, comment)
    const [line = '', ...rest] = result.diagnostics.map(({ message, hint }) => `${message}. ${hint}`)
    expect([outcome, changed, rest]).toEqual(['refused', [], []])
    expect(line).toContain(`. Did you mean \`${suggestion}\`?`)
    expect(line.length).toBeLessThan(120)
    expect(line.includes('in double quotes')).toBe(mayBeText)
  })

  it.each([
    ['governance', '/handback ses_1 "eror in the log"'],
    ['governance', '/handback ses_1 "eror"'],
    ['governance', '/handback ses_1 mirror the log'],
    ['governance', '/handback ses_1 success eror'],
    ['work', '/handback a "eror"'],
    ['work', '/handback a mirrored'],
    ['work', '/handback a Done with it'],
  ])('of %s is text where it is quoted, behind a reason or far from one: %s', async (name, comment) => {
    expect((await giveInSample(name, comment)).outcome).toBe('changed')
  })
})
