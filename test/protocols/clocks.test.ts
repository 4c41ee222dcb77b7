import { expect, it } from 'vitest'
import type { BuiltInName } from '../../src/core/protocol-name.ts'
import { protocols } from '../../src/entry/protocols.ts'
import * as control from '../../src/protocols/control/examples.ts'
import * as handover from '../../src/protocols/handover/examples.ts'
import * as plugin from '../../src/protocols/plugin/examples.ts'
import * as subagent from '../../src/protocols/subagent/examples.ts'
import { scene, type Tree } from './scene.ts'

// Clocks differ: a command that comes at the time of what it follows, or before it, makes no change that a check calls
// an error. (Governance refuses it: GOV_TIME_BACKWARDS.)

const cases: readonly (readonly [BuiltInName, Tree, command: string, at: string])[] = [
  ['control', control.returned('success'), '/accept explore', '2026-01-20T10:02:00Z'],
  ['control', control.returned('question'), '/accept explore --anyway', '2026-01-20T10:02:00Z'],
  ['control', control.returned('question'), '/answer explore "Green"', '2026-01-20T10:02:00Z'],
  ['control', control.returned('success'), '/accept explore', '2000-01-01T00:00:00Z'],
  ['control', control.workedSample, '/handback explore success "Done"', '2000-01-01T00:00:00Z'],
  ['handover', handover.inFinished(), '/accept login --new-run', '2026-01-20T10:00:00Z'],
  ['handover', handover.inFinished(), '/accept login --new-run', '2000-01-01T00:00:00Z'],
  ['handover', handover.sample, '/accept login', '2000-01-01T00:00:00Z'],
  ['handover', handover.inProgress(...handover.working), '/handback login success "Done"', '2000-01-01T00:00:00Z'],
  ['subagent', subagent.sample, '/accept task-3', '2000-01-01T00:00:00Z'],
  ['subagent', subagent.workingSample, '/handback task-3 error "No"', '2000-01-01T00:00:00Z'],
  ['plugin', plugin.sample, '/accept TinyGain', '2000-01-01T00:00:00Z'],
  ['plugin', plugin.inProgressSample, '/handback TinyGain success "Done"', '2000-01-01T00:00:00Z'],
]

it.each(cases)('adds no error, whatever the clock says: %s, %o %s, %s', async (name, tree, command, at) => {
  const protocol = protocols.find((candidate) => candidate.name === name) ?? expect.fail(`There is no protocol ${name}`)
  const { give, diagnose } = scene(protocol, { at })
  const result = await give(tree, command)
  expect([result.outcome, result.codes]).toEqual(['changed', expect.anything()])
  const diagnostics = await diagnose(result.tree, { base: tree })
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
})
