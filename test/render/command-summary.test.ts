import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commandSummary, type CommandRow, reasonsOf } from '../../src/render/command-summary.ts'
import { hostileText } from './hostile.ts'
import { expectInert } from './inert.ts'

const row = (overrides: Partial<CommandRow> = {}): CommandRow => ({
  command: '/accept TinyGain',
  target: 'plugin:TinyGain',
  outcome: 'changed',
  reasons: [],
  ...overrides,
})
const reason = { code: 'PLUGIN_UNKNOWN', message: 'Unexpected target `Missing`', hint: 'Name one that is there.' }
const sha = '1a2b3c4d5e6f708192a3b4c5d6e7f80910213243'

describe('the summary of commands', () => {
  it('says how each ended, where and why', () => {
    const refused = row({ command: '/accept Missing', target: undefined, outcome: 'refused', reasons: [reason] })
    const rows = [
      refused,
      row({ outcome: 'nothing' }),
      row({
        command: '/acept',
        target: undefined,
        outcome: 'nothing',
        nearMiss: 'Unknown command `/acept`: did you mean `/accept`?',
      }),
    ]
    expect(commandSummary([{ rows, sha: undefined, unseen: [] }])).toMatchSnapshot('refused')
    expect(
      commandSummary([{ rows: [row(), row({ outcome: 'unchanged' })], sha, unseen: ['GitHub refuses it: `no`.'] }]),
    ).toMatchSnapshot('done')
  })

  it('says of a dry run that it was one, and names no commit', () => {
    const rows = (['changed', 'unchanged', 'refused'] as const).map((outcome) => row({ outcome, dryRun: true }))
    const text = commandSummary([{ rows, sha, unseen: [] }])
    expect(text.match(/dry run: [a-z ]+/g)).toEqual([
      'dry run: would be changed ',
      'dry run: unchanged ',
      'dry run: refused ',
    ])
    expect(text).not.toContain(sha.slice(0, 7))
  })

  it('says that commands were handled before', () => {
    expect(commandSummary([{ rows: [], sha, unseen: [] }])).toBe(
      'These commands were handled before: nothing was done again.',
    )
  })

  it('has a reason for everything that was not done', () => {
    for (const outcome of ['refused', 'nothing'] as const)
      expect(reasonsOf(row({ outcome, reasons: outcome === 'refused' ? [reason] : [] }))).not.toEqual([])
  })

  it('is inert, whatever is in it', () => {
    fc.assert(
      fc.property(hostileText, hostileText, hostileText, hostileText, (command, target, message, unseen) => {
        const rows = [
          row({ command, target, outcome: 'refused', reasons: [{ code: 'PLUGIN_UNKNOWN', message, hint: message }] }),
          row({
            command,
            target: undefined,
            outcome: 'nothing',
            nearMiss: 'Unknown command `/acept`: did you mean `/accept`?',
          }),
        ]
        expectInert(commandSummary([{ rows, sha, unseen: [unseen] }]), [])
      }),
    )
  })
})
