import { describe, expect, it } from 'vitest'
import {
  change,
  contractPath,
  handoffPath,
  inRegistry,
  phasedSample,
  registryPath,
  sample,
  withCompleted,
  withTimeline,
} from '../../../../src/protocols/plugin/examples.ts'
import { describeRefusals } from '../../matrix.ts'
import type { Tree } from '../../scene.ts'
import { found, give, usual } from '../scene.ts'

const source = 'plugins/TinyGain/Source/PluginProcessor.cpp'
const begun: Tree = {
  ...(await give(sample, '/accept TinyGain', { at: '2026-02-03T10:00:00Z' })).tree,
  [source]: '// gain\n',
}
const inPhase: Tree = {
  ...(await give(phasedSample, '/accept TinyGain', { at: '2026-02-03T10:00:00Z' })).tree,
  [source]: '// gain\n',
}

const good = {
  agent: 'dsp-agent',
  status: 'success',
  outputs: { stage_completed: 3, phase_completed: null, files_modified: [source], state_files_updated: [] as unknown },
  issues: [] as unknown,
  ready_for_next_stage: true,
}
const failed = {
  agent: 'dsp-agent',
  status: 'failure',
  outputs: { error_type: 'build_failure', error_message: 'No compiler' },
  issues: [],
  ready_for_next_stage: false,
}
const notWritten = {
  ...failed,
  outputs: {
    error_type: 'state_update_failure',
    error_message: 'Permission denied',
    implementation_status: 'complete',
    state_status: 'not_updated',
    files_modified: [source],
  },
}

const outputs = (overrides: object) => ({ ...good, outputs: { ...good.outputs, ...overrides } })

/** Its work is written as complete: the state that an agent wrote itself. */
const handoff = change(begun as Readonly<Record<string, string>>, {
  [handoffPath]: [
    ['status: in_progress', 'status: complete'],
    ['2026-02-03', '2026-02-04'],
    ['next_action: null', 'next_action: invoke_gui_agent'],
  ],
})
const claimed = { ...good, outputs: { ...good.outputs, state_files_updated: true } }
const written = withTimeline(withCompleted(handoff, '3'), '3')
const registered = inRegistry(written, ['2026-02-02 (Stage 3)', '2026-02-04 (Stage 3)'])

const textOf = (report: unknown) => (typeof report === 'string' ? report : JSON.stringify(report))
const giveWithReport = (command: string, report: unknown, tree: Tree = begun) =>
  give(tree, command, { report: textOf(report) })
const success = '/handback TinyGain success'

describe('a report of success', () => {
  it('is beside the command, or instead of its reason', async () => {
    const result = await giveWithReport(success, good)

    expect(result).toMatchObject({ outcome: 'changed', codes: ['REPORT_STATE_NOT_UPDATED notice'] })
    expect((await giveWithReport('/handback TinyGain', good)).tree).toEqual(result.tree)
    expect((await giveWithReport('/handback TinyGain Warm and smooth', good)).tree[handoffPath]).toContain(
      '- **Stage 3:** Audio engine complete - Warm and smooth\n',
    )
  })

  const words: Readonly<Record<string, string>> = {
    REPORT_NOT_READY: 'The report says that the next stage is not ready to begin',
    REPORT_STATE_CLAIM_FALSE: 'The report says that the state was written, and it was not: it is written now',
    REPORT_STATE_CORRECTED: 'The agent could not write the state: it is written now',
    REPORT_STATE_NOT_UPDATED: 'The agent did not write the state: it is written now',
  }

  it.each<[about: string, report: unknown, codes: readonly string[]]>([
    [
      'claims the state',
      { ...good, outputs: { ...good.outputs, state_files_updated: [handoffPath] } },
      ['REPORT_STATE_CLAIM_FALSE warning'],
    ],
    [
      'claims it with a word',
      { ...good, outputs: { ...good.outputs, state_files_updated: true } },
      ['REPORT_STATE_CLAIM_FALSE warning'],
    ],
    [
      'denies it',
      { ...good, outputs: { ...good.outputs, state_files_updated: false } },
      ['REPORT_STATE_NOT_UPDATED notice'],
    ],
    [
      'is not ready',
      { ...good, ready_for_next_stage: false },
      ['REPORT_NOT_READY warning', 'REPORT_STATE_NOT_UPDATED notice'],
    ],
    ['could not write the state', notWritten, ['REPORT_STATE_CORRECTED warning']],
    [
      'has unknown keys',
      { ...good, tokens: 12, outputs: { ...good.outputs, error_type: 7 } },
      ['REPORT_STATE_NOT_UPDATED notice'],
    ],
    [
      'says little',
      { agent: 'dsp-agent', status: 'success', outputs: {}, ready_for_next_stage: true },
      ['REPORT_STATE_NOT_UPDATED notice'],
    ],
  ])('that %s is accepted', async (_, report, codes) => {
    const result = await giveWithReport(success, report)
    expect(result).toMatchObject({ outcome: 'changed', codes })
    for (const { code, message } of result.result.diagnostics) expect(message).toBe(words[code])
    expect(await giveWithReport('/handback TinyGain', report)).toMatchObject({ outcome: 'changed', codes })
  })

  it('finds a file whose name would be a pattern', async () => {
    const odd = 'plugins/TinyGain/Source/[a]{b}*?.cpp'
    expect(await giveWithReport(success, outputs({ files_modified: [odd] }), { ...begun, [odd]: '' })).toMatchObject({
      outcome: 'changed',
    })
  })

  it('says every contradiction at once', async () => {
    const result = await giveWithReport(success, {
      ...outputs({ stage_completed: 4, files_modified: ['../x', 'y'] }),
      agent: 'gui-agent',
    })

    expect(result.codes).toEqual(['REPORT_STAGE_MISMATCH error'])
    expect(
      (
        await giveWithReport(`${success} --stage 3`, {
          ...outputs({ stage_completed: 4, files_modified: ['../x', 'y'] }),
          agent: 'gui-agent',
        })
      ).codes,
    ).toEqual([
      'REPORT_AGENT_MISMATCH error',
      'REPORT_STAGE_MISMATCH error',
      'REPORT_PATH_INVALID error',
      'REPORT_FILE_MISSING error',
    ])
  })

  it.each([
    [{ stage_completed: 3, phase_completed: '3.2' }, 'changed'],
    [{ phase_completed: '3.2' }, 'changed'],
    [{ stage_completed: 3, phase_completed: null }, 'changed'],
    [{ stage_completed: 3, phase_completed: '3.1' }, 'refused'],
    [{ stage_completed: 2, phase_completed: '3.2' }, 'refused'],
  ])('names a phase: %j is %s', async (named, outcome) => {
    const result = await giveWithReport(success, { ...good, outputs: named }, inPhase)
    expect(result).toMatchObject({ outcome })
    // The phase has closed its stage: the same report again is no contradiction.
    if (outcome === 'changed')
      expect(await giveWithReport(success, { ...good, outputs: named }, result.tree)).toMatchObject({
        outcome: 'unchanged',
      })
  })

  it('of the last stage belongs to no agent in particular', async () => {
    const last = change(begun as Readonly<Record<string, string>>, {
      [handoffPath]: [['stage: 3', 'stage: 5']],
      [registryPath]: [
        ['| 🚧 Stage 3', '| 🚧 Stage 5'],
        ['**Status:** 🚧 Stage 3', '**Status:** 🚧 Stage 5'],
      ],
    })
    expect(
      await giveWithReport(success, { ...good, agent: 'somebody', outputs: { stage_completed: 5 } }, last),
    ).toMatchObject({
      outcome: 'changed',
    })
  })
})

describe('a report of work whose state the agent wrote itself', () => {
  it('is unchanged where everything is recorded', async () => {
    expect(await found(registered)).toEqual([])
    expect(await giveWithReport(success, claimed, registered)).toMatchObject({ outcome: 'unchanged', codes: [] })
    expect(await giveWithReport('/handback TinyGain', good, registered)).toMatchObject({
      outcome: 'unchanged',
      codes: [],
    })
  })

  it('does not mind the day on which it is handed back', async () => {
    expect(
      await give(registered, success, { report: JSON.stringify(claimed), at: '2026-02-09T10:00:00Z' }),
    ).toMatchObject({
      outcome: 'unchanged',
    })
  })

  it('has the registry completed', async () => {
    const behind = inRegistry(withCompleted(handoff, '3'), ['| 🚧 Stage 3 |', '| 🚧 Stage 2 |'])
    const result = await giveWithReport(success, claimed, behind)

    expect(result).toMatchObject({
      outcome: 'changed',
      codes: ['REPORT_STATE_CLAIM_FALSE warning'],
      changed: [registryPath],
    })
    expect(result.result.reply).toBe('The registry now also says that `3` of `TinyGain` is complete.')
    expect(result.tree[registryPath]).toContain('| TinyGain | 🚧 Stage 3 | 0.1.0 | 2026-02-04 |')
    expect(result.tree[registryPath]).toContain('- **2026-02-04 (Stage 3):** Audio engine complete - DSP implemented\n')
    expect(await found(result.tree)).toEqual([])
    expect(await giveWithReport(success, claimed, result.tree)).toMatchObject({ outcome: 'unchanged' })
  })

  it('has a missing entry made', async () => {
    const bare = change(registered, {
      [registryPath]: `| Plugin | Status | Last Updated |\n|-|-|-|\n| Amber | 💡 Ideated | 2026-01-01 |\n\n### Amber\n\n**Status:** 💡 Ideated\n\n**Last Updated:** 2026-01-01\n`,
    })
    const result = await giveWithReport(success, claimed, bare)

    expect(result.tree[registryPath]).toContain('| TinyGain | 🚧 Stage 3 | 2026-02-04 |\n')
    expect(result.tree[registryPath]).toContain(
      '**Lifecycle Timeline:**\n- **2026-02-04 (Stage 3):** Audio engine complete - DSP implemented\n',
    )
  })

  it('passes on what else is missing', async () => {
    expect(
      await giveWithReport(success, claimed, change(registered, { [handoffPath]: [['- **Stage 3:** Done\n', '']] })),
    ).toMatchObject({
      outcome: 'unchanged',
      codes: ['PLUGIN_COMPLETED_MISSING warning'],
    })
  })
})

describe('a report of a failure', () => {
  it('adds what the command leaves out', async () => {
    const result = await giveWithReport('/handback TinyGain', failed)

    expect(result).toMatchObject({ outcome: 'changed', codes: [] })
    expect(result.tree[handoffPath]).toContain(
      'handback:\n  reason: error\n  code: build_failure\n  description: "No compiler"\n',
    )
    expect((await giveWithReport('/handback TinyGain error LINK_FAILED Symbols', failed)).tree[handoffPath]).toContain(
      '  code: LINK_FAILED\n  description: "Symbols"\n',
    )
    expect((await giveWithReport('/handback TinyGain question', failed)).tree[handoffPath]).toContain(
      '  reason: question\n  description: "No compiler"\n',
    )
    expect(
      (
        await giveWithReport('/handback TinyGain', {
          ...failed,
          outputs: { error_type: 'two words', error_message: 'x' },
        })
      ).tree[handoffPath],
    ).not.toContain('code:')
  })

  it('may name files that are not there', async () => {
    expect(
      await giveWithReport('/handback TinyGain', {
        ...failed,
        outputs: { ...failed.outputs, files_modified: ['plugins/x.cpp'] },
      }),
    ).toMatchObject({ outcome: 'changed' })
  })
})

/** Reports that are refused; where nothing else is given, beside a success of what has begun. */
const refused: readonly (readonly [where: string, report: unknown, code: string, tree?: Tree, command?: string])[] = [
  ['no JSON', '{', 'REPORT_MALFORMED'],
  ['no object', [good], 'REPORT_MALFORMED'],
  ['too large', `${' '.repeat(65_536)}${JSON.stringify(good)}`, 'REPORT_MALFORMED'],
  ['deep', '['.repeat(60_000), 'REPORT_MALFORMED'],
  ['without an agent', { ...good, agent: undefined }, 'REPORT_MALFORMED'],
  ['without a status', { ...good, status: 'done' }, 'REPORT_MALFORMED'],
  ['without outputs', { ...good, outputs: [] }, 'REPORT_MALFORMED'],
  ['whose readiness is a word', { ...good, ready_for_next_stage: 'yes' }, 'REPORT_MALFORMED'],
  ['whose issues are a text', { ...good, issues: 'none' }, 'REPORT_MALFORMED'],
  ['whose stage is a text', outputs({ stage_completed: '3' }), 'REPORT_MALFORMED'],
  ['whose phase is a stage', outputs({ phase_completed: '3' }), 'REPORT_MALFORMED'],
  ['whose files are one text', outputs({ files_modified: source }), 'REPORT_MALFORMED'],
  ['whose files are numbers', outputs({ files_modified: [1] }), 'REPORT_MALFORMED'],
  ['whose state files are numbers', outputs({ state_files_updated: [1] }), 'REPORT_MALFORMED'],
  ['of another agent', { ...good, agent: 'gui-agent' }, 'REPORT_AGENT_MISMATCH'],
  ['of a failure', failed, 'REPORT_STATUS_MISMATCH'],
  [
    'of work that is not done',
    { ...notWritten, outputs: { ...notWritten.outputs, implementation_status: 'partial' } },
    'REPORT_STATUS_MISMATCH',
  ],
  ['about another stage', outputs({ stage_completed: 4 }), 'REPORT_STAGE_MISMATCH'],
  ['about a phase where there is none', outputs({ phase_completed: '3.1' }), 'REPORT_STAGE_MISMATCH'],
  ['with a path that leads out', outputs({ files_modified: ['../x'] }), 'REPORT_PATH_INVALID'],
  ['with a path of one machine', outputs({ state_files_updated: ['/etc/passwd'] }), 'REPORT_PATH_INVALID'],
  ['with a path of Windows', outputs({ files_modified: ['plugins\\TinyGain'] }), 'REPORT_PATH_INVALID'],
  ['with a drive', outputs({ files_modified: ['C:x'] }), 'REPORT_PATH_INVALID'],
  ['with an empty path', outputs({ files_modified: [''] }), 'REPORT_PATH_INVALID'],
  ['with a path of two lines', outputs({ files_modified: ['a\nb'] }), 'REPORT_PATH_INVALID'],
  [
    'with a file that is not there',
    outputs({ files_modified: [source, 'plugins/TinyGain/Source/Other.cpp'] }),
    'REPORT_FILE_MISSING',
  ],
  [
    'with a file whose name would be a pattern',
    outputs({ files_modified: ['plugins/TinyGain/Source/*.cpp'] }),
    'REPORT_FILE_MISSING',
  ],
  ['with a brace in a name', outputs({ files_modified: ['plugins/{TinyGain'] }), 'REPORT_FILE_MISSING'],
  [
    'whose contract was changed',
    claimed,
    'CONTRACT_MISMATCH',
    change(registered, { [contractPath('plan')]: 'Other.\n' }),
  ],
  [
    'whose file is not there, the state written',
    claimed,
    'REPORT_FILE_MISSING',
    change(registered, { [source]: null }),
  ],
  ['of another agent, the state written', { ...claimed, agent: 'gui-agent' }, 'REPORT_AGENT_MISMATCH', registered],
  ['of a success, for an error', good, 'REPORT_STATUS_MISMATCH', begun, '/handback TinyGain error No'],
  [
    'of a failure in another stage',
    { ...failed, outputs: { ...failed.outputs, stage_completed: 2 } },
    'REPORT_STAGE_MISMATCH',
    begun,
    '/handback TinyGain',
  ],
  [
    'of the failure of another agent',
    { ...failed, agent: 'gui-agent' },
    'REPORT_AGENT_MISMATCH',
    begun,
    '/handback TinyGain',
  ],
  ['of a failure without a message', { ...failed, outputs: {} }, 'PLUGIN_OPTION_INVALID', begun, '/handback TinyGain'],
]

describeRefusals(
  usual,
  'report.messages.txt',
  refused.map(([where, report, code, tree = begun, command = success]) => [
    where,
    tree,
    command,
    code,
    { report: textOf(report) },
  ]),
)
