import { describe, expect, it } from 'vitest'
import { laneOf } from '../../../src/core/board.ts'
import { check } from '../../../src/engine/check.ts'
import { turnsIn } from '../../../src/engine/turns.ts'
import { protocols } from '../../../src/entry/protocols.ts'
import { examplesOf } from '../../examples-of.ts'
import { memoryTree } from '../../../src/gateways/memory.ts'
import { distinct, isThorough, part } from '../../thorough.ts'
import { limit, replayed, timeOf } from './versions.ts'

describe.each(protocols)('the lanes of a history of $name', (protocol) => {
  it('are those of the board', async () => {
    const examples = protocol.rules.flatMap((rule) => {
      const good = examplesOf(rule).good.filter(({ configuration }) => configuration === undefined)
      return (isThorough ? good : good.slice(0, 1)).map((example) => ({ example }))
    })
    const seenLanes = new Set<string>()
    for (const {
      example: { head: files, links = [] },
    } of part(distinct(examples), 4)) {
      const context = { at: timeOf(0), day: timeOf(0).slice(0, 10), limit }
      const open = (selectors: ReturnType<typeof protocol.selectors>) =>
        memoryTree(files, { links }).open({ selectors, limit })
      const near = await open(protocol.selectors(undefined))
      const head = await open([
        ...protocol.selectors(undefined),
        ...protocol.further({ head: near }, undefined, context),
      ])
      const settings = {
        mode: 'soft',
        failOn: 'never',
        allowEmpty: true,
        severity: {},
        sections: {},
        given: [],
        notes: [],
      } as const
      const request = { ...settings, head, context, protocols: [protocol], paths: [], targets: [] }
      const { targets } = turnsIn(check(request), request)
      const onBoard = new Map(targets.map(({ id, holder, turn = {} }) => [id, laneOf(holder, turn)]))
      const { history } = replayed([{ files, links }], [protocol])
      for (const { id, segments } of history.targets) {
        const [segment] = segments
        expect([id, segment?.lane]).toEqual([id, onBoard.get(id)])
        if (segment) seenLanes.add(segment.lane)
      }
    }
    expect(seenLanes.size).toBeGreaterThan(1)
  })
})
