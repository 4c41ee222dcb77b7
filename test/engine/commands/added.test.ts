import { runSteps } from '../../../src/core/steps.ts'
import { describe, expect, it } from 'vitest'
import type { ChangeSet } from '../../../src/core/command.ts'
import { addedErrors } from '../../../src/engine/commands/effects.ts'
import { readingsOf } from '../../../src/engine/commands/resolve.ts'
import { overlay } from '../../../src/engine/overlay.ts'
import { memoryTree } from '../../../src/gateways/memory.ts'
import {
  change,
  inSession,
  interruptedSample,
  sessionPath,
  stallPath,
  histories,
} from '../../../src/protocols/governance/examples.ts'
import { governance } from '../../../src/protocols/governance/protocol.ts'

const limit = 1024 * 1024
const context = { at: '2026-02-04T10:00:00Z', day: '2026-02-04', limit }

/** The codes of the errors that a change of a repository adds. */
async function added(files: Readonly<Record<string, string>>, changes: ChangeSet) {
  const before = await memoryTree(files).open({ selectors: governance.selectors(undefined), limit })
  const request = { context, sections: {}, severity: {} }
  const all = { ...request, protocols: [governance] }
  const added = addedErrors(all, readingsOf(all))
  const find = (...request: Parameters<typeof added>) => runSteps(added(...request))
  return find([governance], 'session:ses_1', { before, after: overlay(before, changes), changes }).map(
    ({ code }) => code,
  )
}

const without = (files: Readonly<Record<string, string>>, path: string) => change(files, { [path]: null })
const working = inSession(histories.working)[sessionPath()] ?? ''
const stepped = inSession([...histories.interrupted, ['between_turn', '09:30']])[sessionPath()] ?? ''

describe('the errors that a change adds', () => {
  it('are none for a file that was missing before, and one where the change removes it', async () => {
    const begins = new Map([[sessionPath(), working]])
    expect(await added(without(inSession(histories.beginning), stallPath()), begins)).toEqual([])
    expect(await added(inSession(histories.beginning), new Map([...begins, [stallPath(), null]]))).toEqual([
      'GOV_STALL_MISSING',
    ])
  })

  it('are those that are in the result, and none of the step to it, which its command has judged', async () => {
    expect(await added(interruptedSample, new Map([[sessionPath(), stepped]]))).toEqual(['GOV_TRANSITION_ILLEGAL'])
    const back = new Map([[sessionPath(), inSession(histories.beginning)[sessionPath()] ?? '']])
    expect(await added(inSession(histories.working), back)).toEqual([])
  })

  it('are none where they were there before', async () => {
    const broken = inSession(histories.beginning, { phase: 3 })
    const still = inSession(histories.working, { phase: 3 })[sessionPath()] ?? ''
    expect(await added(broken, new Map([[sessionPath(), still]]))).toEqual([])
    expect(await added(inSession(histories.beginning), new Map([[sessionPath(), still]]))).toEqual(['GOV_FIELD_TYPE'])
  })
})
