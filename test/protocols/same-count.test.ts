import { describe, expect, it } from 'vitest'
import { boardOf } from '../../src/engine/board.ts'
import { protocols } from '../../src/entry/protocols.ts'
import * as control from '../../src/protocols/control/examples.ts'
import * as governance from '../../src/protocols/governance/examples.ts'
import * as handover from '../../src/protocols/handover/examples.ts'
import * as plugin from '../../src/protocols/plugin/examples.ts'
import * as subagent from '../../src/protocols/subagent/examples.ts'
import { statusText } from '../../src/render/status.ts'
import { look, proposed, type Tree } from './scene.ts'

/** A sample of each protocol, and how many targets and containers it has. */
const samples: readonly (readonly [name: string, tree: Tree, targets: string, containers: string])[] = [
  ['plugin', plugin.sample, '1 target', ''],
  ['handover', handover.sample, '1 target', ''],
  ['subagent', subagent.sample, '4 targets', ', 1 container'],
  ['control', control.sample, '2 targets', ''],
  ['governance', governance.sample, '1 target', ', 1 container'],
]

describe('the number of targets', () => {
  it.each(samples)('of %s is the same in status, next and board', async (name, tree, targets, containers) => {
    const protocol =
      protocols.find((candidate) => candidate.name === name) ?? expect.fail(`There is no protocol ${name}`)
    const report = await look(tree, { protocol, withTurns: true })
    const { counts, targets: cards } = boardOf(report, { at: '2026-02-04T10:00:00Z', notes: [] })
    expect(statusText(report, false, { color: false })).toMatch(new RegExp(`^${targets}${containers}\\. `, 'm'))
    expect(targets.split(' ')[0]).toBe(String(cards.length))
    expect(counts.person + counts.agent + counts.ready + counts.done + counts.unknown).toBe(cards.length)
    expect((await proposed(tree, { protocol })).targets).toBe(cards.length)
  })
})
