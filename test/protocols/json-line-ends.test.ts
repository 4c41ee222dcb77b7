import { describe, expect, it } from 'vitest'
import type { GrantPolicy } from '../../src/engine/commands/planned.ts'
import { control } from '../../src/protocols/control/protocol.ts'
import * as staged from '../../src/protocols/control/examples.ts'
import { governance } from '../../src/protocols/governance/protocol.ts'
import * as governed from '../../src/protocols/governance/examples.ts'
import { handover } from '../../src/protocols/handover/protocol.ts'
import * as planned from '../../src/protocols/handover/examples.ts'
import { subagent } from '../../src/protocols/subagent/protocol.ts'
import * as tasked from '../../src/protocols/subagent/examples.ts'
import { give, type Place } from './scene.ts'

type Files = Readonly<Record<string, string>>

const granting: GrantPolicy = { record: 'named', lease: 'none', staleAfter: 24 * 3_600_000 }
const asked = tasked.executorSaid(tasked.workingSample, tasked.unfinished('blocked', 'Which words?'))

/** Files that a command replaces whole. */
const replaced = /\/accept\.json$/

/** Commands that edit JSON which is there. */
const rows: readonly (readonly [place: Place, tree: Files, command: string])[] = [
  [{ protocol: subagent }, asked, '/answer task-3 "All of them"'],
  [{ protocol: subagent }, asked, '/accept task-3 --anyway --agent a/1'],
  [
    { protocol: control },
    { ...staged.returnedSample, [staged.grantPath]: staged.grant },
    '/accept explore --agent dsp-agent/3 --lease 4h',
  ],
  [{ protocol: governance }, governed.sample, '/handback ses_1 error "No disk"'],
  [{ protocol: handover }, planned.sample, '/accept login'],
]

/** The ending of each line that comes once, by its text without a comma. */
function endings(text: string): ReadonlyMap<string, string> {
  const ends = Array.from(text.matchAll(/^([^\r\n]*?),?(\r?\n)/gm), ([, line = '', end = '']) => [line, end] as const)
  return new Map(ends.filter(([line]) => ends.filter(([other]) => other === line).length === 1))
}

/** A text whose lines end at CRLF and LF in turn. */
function mixed(text: string, first: number): string {
  let count = first
  return text.replaceAll('\n', () => (count++ % 2 === 0 ? '\r\n' : '\n'))
}

describe('JSON with both line ends', () => {
  it.each(rows.map((row) => [row[0].protocol.name, row[2], row] as const))(
    'keeps the end of each line that stays: %s, %s',
    async (_, command, [place, tree]) => {
      for (const first of [0, 1]) {
        const before = Object.fromEntries(
          Object.entries(tree).map(([path, text]) => [path, path.endsWith('.json') ? mixed(text, first) : text]),
        )
        const { outcome, changed, tree: after } = await give(before, command, place, { granting })
        const edited = changed.filter(
          (path) => path.endsWith('.json') && before[path] !== undefined && !replaced.test(path),
        )
        expect([outcome, edited]).toEqual(['changed', expect.arrayContaining([expect.any(String)])])
        for (const path of edited) {
          const endsAfter = endings(String(after[path]))
          const kept = Array.from(endings(before[path] ?? '')).filter(([line]) => endsAfter.has(line))
          expect(kept.map(([line]) => [line, endsAfter.get(line)])).toEqual(kept)
        }
      }
    },
  )
})
