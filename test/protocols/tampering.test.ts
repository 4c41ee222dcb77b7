import { afterAll, describe, expect, it } from 'vitest'
import { once } from '../../src/core/once.ts'
import * as governance from '../../src/protocols/governance/examples.ts'
import * as plugin from '../../src/protocols/plugin/examples.ts'
import * as subagent from '../../src/protocols/subagent/examples.ts'
import { commitAll, repository } from '../processes/work-tree.ts'
import { runHere } from '../entry/here.ts'
import { scratch, write, type Files } from '../entry/programs.ts'
import { pairs } from '../thorough.ts'
import { rmSync } from 'node:fs'
import { join } from 'node:path'

// What may be tampering is not repaired by approving it: no command is offered for programs to run.

const places = scratch()
afterAll(places.remove)

const { sample, handoffPath, contractPath, checksumOf, inHandoff } = plugin
const parameters = contractPath('parameter_spec')
const edited = { [parameters]: `${sample[parameters] ?? ''}- MIX\n` }
const recorded = checksumOf(sample[parameters] ?? '')
const handoff = (to: string) => ({
  [handoffPath]: inHandoff(sample, [`  parameter_spec: ${recorded}\n`, to])[handoffPath] ?? '',
})

interface TamperingCase {
  readonly before: Files
  /** What the change does: files that it writes, or deletes. */
  readonly change: Readonly<Record<string, string | Uint8Array | null>>
  readonly code: string
  /** The command that would accept it. */
  readonly approval: string
  /** What puts back what was there. */
  readonly back: string
}

const contract = { before: sample, approval: 'checksums TinyGain' } as const
const counters = { before: governance.sample } as const

const cases: Readonly<Record<string, TamperingCase>> = {
  'a contract that was edited': {
    ...contract,
    change: edited,
    code: 'CONTRACT_MISMATCH',
    back: 'restore TinyGain contracts',
  },
  'a contract that was edited, and its checksum made unreadable': {
    ...contract,
    change: { ...edited, ...handoff('  parameter_spec: sha256:pending\n') },
    code: 'CONTRACT_MALFORMED',
    back: 'restore TinyGain state',
  },
  'a contract that was edited, and its key removed': {
    ...contract,
    change: { ...edited, ...handoff('') },
    code: 'CONTRACT_KEY_MISSING',
    back: 'restore TinyGain state',
  },
  'a contract that was edited, and its checksum set to null': {
    ...contract,
    change: { ...edited, ...handoff('  parameter_spec: null\n') },
    code: 'CONTRACT_UNRECORDED',
    back: 'write the checksums as they were before the change',
  },
  'a contract that was edited, and all checksums removed': {
    ...contract,
    change: {
      ...edited,
      [handoffPath]: (sample[handoffPath] ?? '').replace(/contract_checksums:\n(?: {2}.*\n)+/, ''),
    },
    code: 'PLUGIN_LEGACY_FORMAT',
    approval: 'migrate TinyGain',
    back: 'write the checksums as they were before the change',
  },
  'a handoff that was deleted': {
    before: sample,
    change: { [handoffPath]: null },
    code: 'PLUGIN_HANDOFF_MISSING',
    approval: 'regenerate TinyGain',
    back: 'restore TinyGain state',
  },
  'a contract that was edited, and the front matter made unreadable': {
    ...contract,
    change: { ...edited, [handoffPath]: (sample[handoffPath] ?? '').replace('stage: 2', 'stage: [') },
    code: 'PLUGIN_YAML_INVALID',
    approval: 'regenerate TinyGain',
    back: 'restore TinyGain state',
  },
  'a contract that was edited, and the handoff deleted': {
    ...contract,
    change: { ...edited, [handoffPath]: null },
    code: 'PLUGIN_HANDOFF_MISSING',
    approval: 'regenerate TinyGain',
    back: 'restore TinyGain state',
  },
  'the counters of a session that were deleted': {
    ...counters,
    change: { [governance.metricsPath]: null },
    code: 'GOV_METRICS_MISSING',
    approval: 'fix GOV_METRICS_MISSING',
    back: 'from the base',
  },
  'the loops of a session that were deleted': {
    ...counters,
    change: { [governance.stallPath()]: null },
    code: 'GOV_STALL_MISSING',
    approval: 'fix GOV_STALL_MISSING',
    back: 'from the base',
  },
  'the state of the framework that was deleted': {
    ...counters,
    change: { [governance.statePath]: null },
    code: 'GOV_STATE_MISSING',
    approval: 'fix GOV_STATE_MISSING',
    back: 'from the base',
  },
  'the line of a task in progress that was deleted': {
    before: subagent.workingSample,
    change: {
      [subagent.progressPath]: (subagent.workingSample[subagent.progressPath] ?? '').replace(
        /^- \[\/\] task-3.*\n/m,
        '',
      ),
    },
    code: 'TASKS_UNTRACKED',
    approval: 'fix TASKS_UNTRACKED',
    back: 'Put its line back, which the change removed: `- [/] task-3`',
  },
}

const at = ['--at', '2026-02-04T10:00:00Z']

/** The formats in which each case is looked at. */
const formats = pairs(Object.keys(cases), ['text', 'brief', 'markdown', 'github', 'sarif'])

describe.each(Object.entries(cases))('%s', (name, { before, change, code, approval, back }) => {
  const changed = once(() => {
    const folder = places.folder(before)
    const base = repository(folder)
    write(folder, Object.fromEntries(Object.entries(change).filter(([, text]) => text !== null)) as Files)
    for (const [path, text] of Object.entries(change)) if (text === null) rmSync(join(folder, path))
    commitAll(folder)
    return { folder, base }
  })

  it('has no fix; its hint says what puts it back, and what approves it', async () => {
    const { folder, base } = changed()
    const { stdout } = await runHere(['validate', '--base', base, '--format', 'json'], { cwd: folder })
    type Found = readonly { readonly code: string; readonly fix?: string; readonly hint?: string }[]
    const { errors, warnings } = JSON.parse(stdout) as { readonly errors: Found; readonly warnings: Found }
    const found = [...errors, ...warnings].filter((diagnostic) => diagnostic.code === code)
    expect(found).not.toEqual([])
    for (const { fix, hint } of found) {
      expect(fix).toBeUndefined()
      expect(hint).toContain(back)
      // Only what no other finding offers is named.
      if (approval.startsWith('checksums')) expect(hint).toContain(approval)
    }
  })

  const caseFormats = formats.filter(([caseName]) => caseName === name).map(([, format]) => format)
  it.each(caseFormats)('offers no command that approves it in the format %s', async (format) => {
    const { folder, base } = changed()
    const { stdout } = await runHere(['validate', '--base', base, '--format', format], { cwd: folder })
    expect(stdout).toContain(code)
    expect(stdout).not.toMatch(new RegExp(`(?:fix"?: "?|baton )(?:/|baton )?${approval}["\\s]*$`, 'm'))
  })

  it('is not approved by fix', async () => {
    const { folder, base } = changed()
    const { stdout } = await runHere(['fix', '--base', base, '--dry-run', ...at], { cwd: folder })
    expect(stdout).not.toMatch(new RegExp(`^.*(?:Fixed|changed).*${code}`, 'm'))
  })
})

describe('a contract that was edited', () => {
  it('is approved by nothing that next or the board proposes', async () => {
    const folder = places.folder({ ...sample, ...edited })
    for (const args of [
      ['next'],
      ['next', '--format', 'json'],
      ['board', '--no-history'],
      ['board', '--no-history', '--format', 'json'],
    ])
      expect((await runHere([...args, ...at], { cwd: folder })).stdout).not.toMatch(
        /(?:run|next|fix)"?:?\s*"?(?:baton |\/)checksums/,
      )
  })
})
