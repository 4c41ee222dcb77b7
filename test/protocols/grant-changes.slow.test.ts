import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Protocol } from '../../src/core/protocol.ts'
import type { GrantPolicy } from '../../src/engine/commands/planned.ts'
import { protocols } from '../../src/entry/protocols.ts'
import * as control from '../../src/protocols/control/examples.ts'
import * as governance from '../../src/protocols/governance/examples.ts'
import * as handover from '../../src/protocols/handover/examples.ts'
import * as plugin from '../../src/protocols/plugin/examples.ts'
import * as subagent from '../../src/protocols/subagent/examples.ts'
import { runs } from '../thorough.ts'
import { give, look, type Tree } from './scene.ts'

/** What may be granted in each protocol that records grants. */
const grantable: readonly { readonly name: Protocol['name']; readonly tree: Tree; readonly target: string }[] = [
  { name: 'plugin', tree: plugin.sample, target: 'TinyGain' },
  { name: 'handover', tree: handover.sample, target: '2026-01-20-login' },
  { name: 'subagent', tree: subagent.sample, target: 'task-3@260131-144400' },
  { name: 'control', tree: control.sample, target: 'explore@run-2026-01-20-001' },
  { name: 'governance', tree: governance.interruptedSample, target: 'session:ses_1' },
]

const hour = 3_600_000
const granting: GrantPolicy = { record: 'named', lease: 'none', staleAfter: 24 * hour }
const timeAfter = (hours: number) => new Date(Date.parse('2026-02-04T11:00:00Z') + hours * hour).toISOString()

const steps = fc.array(
  fc.record({
    hours: fc.constantFrom(0.01, 1.5, 30),
    words: fc.constantFrom(
      'accept',
      'accept --anyway',
      'accept --agent claude/4',
      'accept --agent claude/4 --lease 2h',
      'accept --agent claude/4 --refresh',
      'accept --agent claude/7',
      'accept --agent claude/7 --takeover',
      'accept --agent claude/7 --anyway',
      'accept --lease 2h',
      'handback error CANCELLED "Stopped"',
      'handback question "Which one?"',
      'handback success "Done"',
      'answer "This one"',
      'answer --agent claude/7 "That one"',
    ),
  }),
  { minLength: 2, maxLength: 9 },
)

describe.each(grantable)('a change of grants in $name', ({ name, tree, target }) => {
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

  it('is found by no command, in whatever order and however many come in one change', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const trees = [tree]
        let hours = 0
        for (const step of sequence) {
          hours += step.hours
          const { tree: next } = await say(trees.at(-1) ?? tree, step.words, hours)
          trees.push(next)
        }
        for (const [index, base] of trees.entries())
          for (const head of trees.slice(index + 1)) {
            expect(await found(head, base)).toEqual([])
            // And where all of that is undone.
            expect(await found(base, head)).toEqual([])
          }
      }),
      { numRuns: runs(3) },
    )
  })
})
