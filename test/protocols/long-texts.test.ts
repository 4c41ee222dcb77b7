import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { protocols } from '../../src/entry/protocols.ts'
import type { Action } from '../../src/core/action.ts'
import type { Protocol } from '../../src/core/protocol.ts'
import * as control from '../../src/protocols/control/examples.ts'
import * as governance from '../../src/protocols/governance/examples.ts'
import * as handover from '../../src/protocols/handover/examples.ts'
import * as plugin from '../../src/protocols/plugin/examples.ts'
import * as subagent from '../../src/protocols/subagent/examples.ts'
import { briefTransition } from '../../src/render/brief.ts'
import { nextData, nextText } from '../../src/render/next.ts'
import { give, look, proposed, type FirstResult, type Tree } from './scene.ts'

const size = 64 << 10
const repeated = (text: string) => text.repeat(Math.ceil(size / text.length)).slice(0, size)

/** Questions as no agent should ask them. */
const questions: readonly (readonly [about: string, text: string])[] = [
  ['one long word', repeated('x')],
  ['many words', repeated('Which colour? ').trim()],
  ['markup', repeated('<img src=x onerror=y> [a](javascript:b) | `c` @octocat #1 ').trim()],
  ['control characters', repeated('\u0007\u001b[31mred\u202e\u2028\u0085 ')],
  ['YAML and JSON', repeated("'}] - a: &b *b !!c # ").trim()],
  ['several bytes each', repeated('🎹é')],
  ['options and commands', repeated('/accept --agent A --takeover ')],
]

const targets: readonly (readonly [name: Protocol['name'], tree: Tree, target: string])[] = [
  ['plugin', plugin.sample, 'TinyGain'],
  ['handover', handover.sample, '2026-01-20-login'],
  ['subagent', subagent.sample, 'task-3@260131-144400'],
  ['control', control.sample, 'explore@run-2026-01-20-001'],
  ['governance', governance.emptySample, 'session:ses_7'],
]

/** What `next` prints of an action stays short, on its lines, and without control characters. */
function expectShown(found: { readonly actions: readonly Action[] }, bound: number) {
  const shown = nextText({
    more: [],
    targets: 1,
    done: 0,
    resumable: [],
    containers: [],
    conflicts: [],
    waiting: [],
    ...found,
  })
  expect(shown.split('\n').length).toBeLessThanOrEqual(5)
  // eslint-disable-next-line no-control-regex
  expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/)
  expect(shown.length).toBeLessThan(bound)
  return shown
}

const shownAs = ({ result }: FirstResult) => ({ ...result, results: [result] })

describe.each(targets)('a question of 64 KiB in %s', (name, tree, target) => {
  const protocol = protocols.find((candidate) => candidate.name === name) ?? expect.fail(`There is no protocol ${name}`)
  const at = '2026-02-04T10:00:00Z'
  const place = { protocol, at, local: true }

  it.each(questions)('of %s is handed back and asked on one short line, or refused', async (_about, text) => {
    const { tree: heldTree } = await give(tree, `/accept ${target}`, place)
    const result = await give(heldTree, `/handback ${target} question "${text.replaceAll('"', "'")}"`, place)
    if (result.outcome === 'refused') {
      expect(result.tree).toEqual(heldTree)
      expect(result.result.reply.length).toBeLessThan(2000)
      return
    }
    expect((await look(result.tree, place)).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    const found = await proposed(result.tree, place)
    const action = found.actions.find((candidate) => candidate.target.includes(target.replace(/^session:/, '')))
    expect(action?.do).toBe('answer')
    const shown = expectShown({ actions: action ? [action] : [] }, 600)
    expect(countTokens(shown)).toBeLessThanOrEqual(150)
    expect(JSON.stringify(nextData(found)).length).toBeLessThan(4000)
    expect(JSON.stringify(briefTransition(shownAs(result))).length).toBeLessThan(2 * size * 6)
  })
})

describe('a path of 64 KiB', () => {
  const at = '2026-02-04T10:00:00Z'
  const place = {
    protocol: protocols.find(({ name }) => name === 'handover') ?? expect.fail('There is no handover'),
    at,
    local: true,
  }

  it.each([
    ['one long name', repeated('x')],
    ['many folders', repeated('a/')],
    ['control characters', repeated('\\u0007\\u202e')],
    ['markup', repeated('<b>`c`[a](b)')],
  ])('in a manifest is named short, and keeps no handback back: %s', async (_about, path) => {
    const working = handover.inProgress(...handover.working)
    const text = String(working[handover.planPath]).replace(
      /(expected_paths:\s*\n?\s*-?\s*)\[?[^\]\n]*\]?/g,
      `$1["${path}"]`,
    )
    const tree = { ...working, [handover.planPath]: text }
    expect(text).toContain(path)
    const found = await proposed(tree, place)
    expectShown(found, 2000)
    expect(JSON.stringify(nextData(found)).length).toBeLessThan(4000)
    const result = await give(tree, '/handback 2026-01-20-login error "It stopped"', place)
    expect(['changed', 'refused']).toContain(result.outcome)
    expect(result.result.reply.length).toBeLessThan(2000)
  })
})
