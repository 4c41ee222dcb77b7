import { describe, expect, it } from 'vitest'
import type { Protocol } from '../../src/core/protocol.ts'
import type { GrantPolicy } from '../../src/engine/commands/planned.ts'
import { protocols } from '../../src/entry/protocols.ts'
import * as control from '../../src/protocols/control/examples.ts'
import * as governance from '../../src/protocols/governance/examples.ts'
import * as handover from '../../src/protocols/handover/examples.ts'
import * as plugin from '../../src/protocols/plugin/examples.ts'
import * as subagent from '../../src/protocols/subagent/examples.ts'
import { give, look, type Tree } from './scene.ts'

/** What may be granted in each protocol that records grants. */
const grantable: readonly {
  readonly name: Protocol['name']
  readonly tree: Tree
  readonly target: string
  readonly edited: RegExp
}[] = [
  { name: 'plugin', tree: plugin.sample, target: 'TinyGain', edited: /^grant:\n(?: {2}.*\n)+/m },
  { name: 'handover', tree: handover.sample, target: '2026-01-20-login', edited: /, "grant": \{[^}]*\}/ },
  { name: 'subagent', tree: subagent.sample, target: 'task-3@260131-144400', edited: /^ {2}"agent": "claude\/4",\n/m },
  { name: 'control', tree: control.sample, target: 'explore@run-2026-01-20-001', edited: /^[^]*"claude\/4"[^]*$/ },
  {
    name: 'governance',
    tree: governance.interruptedSample,
    target: 'session:ses_1',
    edited: /,\n {2}"grant": \{[^}]*\}/,
  },
]

const hour = 3_600_000
const granting: GrantPolicy = { record: 'named', lease: 'none', staleAfter: 24 * hour }
const timeAfter = (hours: number) => new Date(Date.parse('2026-02-04T11:00:00Z') + hours * hour).toISOString()

/** The texts of a tree with one replacement, and without files that are empty then. */
const replaced = (tree: Tree, from: RegExp | string, to: string): Tree =>
  Object.fromEntries(
    Object.entries(tree)
      .map(([path, text]) => [path, typeof text === 'string' ? text.replace(from, to) : text] as const)
      .filter(([path, text]) => text !== '' || tree[path] === ''),
  )

describe.each(grantable)('a change of grants in $name', ({ name, tree, target, edited }) => {
  const protocol = protocols.find((candidate) => candidate.name === name) ?? expect.fail(`There is no protocol ${name}`)
  const found = async (head: Tree, base: Tree) =>
    (await look(head, { protocol }, 'auto', base)).diagnostics.flatMap(({ code, severity }) =>
      code === 'GRANT_CHANGED' ? [severity] : [],
    )
  const say = (on: Tree, words: string, hours: number) => {
    const [command = '', ...rest] = words.split(' ')
    return give(
      on,
      [`/${command}`, target, ...rest].join(' '),
      { protocol, at: timeAfter(hours), local: true },
      { granting },
    )
  }
  const treeAfter = async (words: string) => {
    const result = await say(tree, words, 0)
    expect(result.outcome).toBe('changed')
    return result.tree
  }

  it('is an error where the holder is another one, is gone, or is new, by no command', async () => {
    const [named, unnamed] = [await treeAfter('accept --agent claude/4'), await treeAfter('accept')]
    const withoutGrant = replaced(named, edited, '')
    expect(withoutGrant).not.toEqual(named)
    expect(await found(replaced(named, 'claude/4', 'claude/7'), named)).toEqual(['error'])
    expect(await found(withoutGrant, named)).toEqual(['error'])
    expect(await found(named, unnamed)).toEqual(['error'])
    expect(await found(named, named)).toEqual([])
  })

  it.each([
    ['handback error CANCELLED "Stopped"', 'accept'],
    ['handback error CANCELLED "Stopped"', 'accept', 'handback error CANCELLED "Stopped"', 'accept --agent claude/4'],
    ['handback error CANCELLED "Stopped"', 'accept --agent claude/7'],
    ['handback question "Which one?"', 'accept --anyway'],
    ['accept --agent claude/4 --refresh'],
    ['accept --agent claude/7 --takeover'],
  ])('is none by commands, in one change or undone: %s %s %s %s', async (...commands) => {
    const trees = [await treeAfter('accept --agent claude/4')]
    for (const [index, words] of commands.entries()) {
      const result = await say(trees.at(-1) ?? tree, words, 30 * (index + 1))
      expect(result.outcome).toBe('changed')
      trees.push(result.tree)
    }
    for (const [index, base] of trees.entries()) {
      for (const head of trees.slice(index + 1))
        expect([await found(head, base), await found(base, head)]).toEqual([[], []])
    }
  })
})
