import { expect, it } from 'vitest'
import {
  change,
  contractPath,
  handoffPath,
  inHandoff,
  inProgressSample,
  inRegistry,
  legacySample,
  phasedSample,
  registryPath,
  sample,
  withContract,
  withStatus,
  workingSample,
} from '../../../../src/protocols/plugin/examples.ts'
import { reusedRuleCodes } from '../../../../src/protocols/plugin/commands/diagnostics.ts'
import { refusalCodes } from '../../../../src/protocols/plugin/documentation.ts'
import { plugin } from '../../../../src/protocols/plugin/protocol.ts'
import { describeNextCommands, type RefusalRow } from '../../next-command.ts'
import type { Tree } from '../../scene.ts'
import { give, usual } from '../scene.ts'

/** Codes of warnings and notices, with which nothing is refused. */
const warningCodes: ReadonlySet<string> = new Set([
  'PLUGIN_ACCEPT_IMPLIED',
  'PLUGIN_MIGRATED',
  'REPORT_NOT_READY',
  'REPORT_STATE_CLAIM_FALSE',
  'REPORT_STATE_NOT_UPDATED',
  'REPORT_STATE_CORRECTED',
])

const report = (fields: object, outputs: object = {}) =>
  `/handback TinyGain success\n\n\`\`\`json\n${JSON.stringify({
    agent: 'dsp-agent',
    status: 'success',
    outputs,
    ready_for_next_stage: true,
    ...fields,
  })}\n\`\`\``

const without = (tree: Tree, path: string) => change(tree as Readonly<Record<string, string>>, { [path]: null })
const lastStageDone = withStatus(
  inHandoff(sample, ['stage: 2', 'stage: 5'], ['next_action: invoke_dsp_agent', 'next_action: null']),
  '🚧 Stage 2',
  '🚧 Stage 5',
)
const installed = withStatus(sample, '🚧 Stage 2', '📦 Installed')
const silent = inHandoff(
  withContract(phasedSample, 'plan', '# Plan\n\nComplexity: 4\n'),
  ['status: complete', 'status: in_progress'],
  ['next_action: continue_dsp_phase_3.2\nnext_phase: "3.2"', 'next_action: null\nnext_phase: null'],
)

/** Every refusal of the commands: where, by which command, and what it says to do. */
const rows: readonly RefusalRow[] = [
  ['PLUGIN_UNKNOWN', sample, '/accept Zebra', '/status'],
  ['PLUGIN_NAME_INVALID', sample, '/accept 3.1', '/status'],
  ['PLUGIN_OPTION_INVALID', sample, '/accept TinyGain --force', '/accept NAME'],
  ['PLUGIN_STAGE_UNEXPECTED', sample, '/accept TinyGain --stage 4', '/accept TinyGain'],
  [
    'PLUGIN_STAGE_UNEXPECTED',
    inProgressSample,
    '/handback TinyGain success Smooth --stage 4',
    '/handback TinyGain success --stage 3 "Smooth"',
  ],
  [
    'PLUGIN_STAGE_UNEXPECTED',
    inProgressSample,
    '/handback TinyGain error Broken --phase 3.1',
    '/handback TinyGain error --stage 3 "Broken"',
  ],
  [
    'PLUGIN_STAGE_UNEXPECTED',
    inProgressSample,
    '/handback TinyGain success --complexity 2 --stage 3',
    '/handback TinyGain success --stage 3',
  ],
  ['PLUGIN_STAGE_UNEXPECTED', sample, '/handback TinyGain success', '/accept TinyGain'],
  ['PLUGIN_STAGE_UNEXPECTED', sample, '/verify TinyGain --stage 3', '/accept TinyGain'],
  [
    'PLUGIN_PHASE_MISSING',
    inHandoff(
      phasedSample,
      ['phase: "3.1"\n', ''],
      ['status: complete', 'status: in_progress'],
      ['next_action: continue_dsp_phase_3.2\nnext_phase: "3.2"', 'next_action: null\nnext_phase: null'],
    ),
    '/handback TinyGain success',
    '/handback TinyGain success --phase 3.2',
  ],
  ['PLUGIN_WORKFLOW_COMPLETE', workingSample, '/accept TinyGain', '/install TinyGain'],
  [
    'PLUGIN_COMPLEXITY_REQUIRED',
    change(inHandoff(legacySample, ['complexity_score: 1.2\n', '']), { [contractPath('plan')]: '# Plan\n' }),
    '/accept TinyGain',
    '/migrate TinyGain',
  ],
  [
    'PLUGIN_COMPLEXITY_REQUIRED',
    change(sample, { [contractPath('plan')]: '# Plan\n', [handoffPath]: null }),
    '/regenerate TinyGain',
    '/regenerate TinyGain --complexity X',
  ],
  ['PLUGIN_NOT_ASKED', inProgressSample, '/answer TinyGain Yes', '/handback TinyGain success'],
  ['PLUGIN_NOT_ASKED', sample, '/answer TinyGain Yes', '/accept TinyGain'],
  ['PLUGIN_NOT_WORKING', sample, '/install TinyGain', '/accept TinyGain'],
  ['PLUGIN_NOT_WORKING', lastStageDone, '/install TinyGain', '/handback TinyGain success'],
  [
    'PLUGIN_NOT_WORKING',
    withStatus(workingSample, '✅ Working', '🚧 Stage 5'),
    '/install TinyGain',
    '/sync TinyGain --from handoff',
  ],
  [
    'PLUGIN_NOT_WORKING',
    inHandoff(installed, ['status: complete', 'status: in_progress']),
    '/install TinyGain',
    '/handback TinyGain success',
  ],
  ['PLUGIN_HANDOFF_EXISTS', inHandoff(sample, ['stage: 2', 'stage: 3']), '/regenerate TinyGain', '/validate TinyGain'],
  [
    'PLUGIN_NOT_IN_DEVELOPMENT',
    withStatus(without(sample, handoffPath), '🚧 Stage 2', '💡 Ideated'),
    '/regenerate TinyGain',
    '/accept TinyGain',
  ],
  [
    'PLUGIN_NOT_IN_DEVELOPMENT',
    withStatus(inHandoff(sample, ['stage: 2', 'stage: [']), '🚧 Stage 2', '💡 Ideated'),
    '/regenerate TinyGain',
    '/restore TinyGain state',
  ],
  [
    'PLUGIN_VERSION_NOT_FOUND',
    change(sample, { [contractPath('plan')]: '# Other\n' }),
    '/restore TinyGain contracts',
    '/checksums TinyGain',
  ],
  [
    'PLUGIN_VERSION_NOT_FOUND',
    without(sample, contractPath('plan')),
    '/restore TinyGain contracts',
    '/checksums TinyGain plan',
  ],
  [
    'PLUGIN_VERSION_NOT_FOUND',
    inHandoff(sample, ['stage: 2', 'stage: [']),
    '/restore TinyGain state',
    '/regenerate TinyGain',
  ],
  ['CONTRACT_FILE_MISSING', without(sample, contractPath('plan')), '/accept TinyGain', '/checksums TinyGain plan'],
  ['PLUGIN_NEXT_PHASE_UNKNOWN', silent, '/handback TinyGain success', '/handback TinyGain success --next-phase 3.2'],
  [
    'PLUGIN_PHASE_NOT_IN_PLAN',
    inHandoff(
      phasedSample,
      ['status: complete', 'status: in_progress'],
      ['next_action: continue_dsp_phase_3.2\nnext_phase: "3.2"', 'next_action: null\nnext_phase: null'],
    ),
    '/handback TinyGain success --next-phase 3.3',
    '/handback TinyGain success --next-phase 3.2',
  ],
  ['PLUGIN_HANDOFF_MISSING', without(sample, handoffPath), '/verify TinyGain', '/regenerate TinyGain'],
  [
    'PLUGIN_HANDOFF_MISSING',
    withStatus(without(sample, handoffPath), '🚧 Stage 2', '💡 Ideated'),
    '/checksums TinyGain',
    '/accept TinyGain',
  ],
  ['PLUGIN_STATUS_UNEXPECTED', inProgressSample, '/verify TinyGain', '/handback TinyGain success'],
  ['PLUGIN_DATE_NOT_CURRENT', sample, '/verify TinyGain', 'nothing is to be done about the date'],
  ['REGISTRY_TIMELINE_MISSING', sample, '/verify TinyGain', '- **2026-02-04 (Stage 2):**'],
  [
    'PLUGIN_COMPLETED_MISSING',
    inHandoff(sample, ['- **Stage 2:**', '- **Step 2:**']),
    '/verify TinyGain',
    '- **Stage 2:**',
  ],
  ['REGISTRY_ROW_MISSING', inRegistry(sample, ['| TinyGain |', '| Amber |']), '/verify TinyGain', '/sync TinyGain'],
  ['REGISTRY_ENTRY_MISSING', inRegistry(sample, ['### TinyGain', '### Amber']), '/verify TinyGain', '/sync TinyGain'],
  [
    'REGISTRY_STAGE_DRIFT',
    withStatus(sample, '🚧 Stage 2', '🚧 Stage 0'),
    '/verify TinyGain',
    '/sync TinyGain --from handoff',
  ],
  ['REGISTRY_MISSING', without(sample, registryPath), '/sync TinyGain', 'Plugin Name'],
  ['REPORT_MALFORMED', inProgressSample, report({ outputs: 1 }), '/handback TinyGain success|error|question'],
  ['REPORT_AGENT_MISMATCH', inProgressSample, report({ agent: 'gui-agent' }), '/handback TinyGain'],
  ['REPORT_STATUS_MISMATCH', inProgressSample, report({ status: 'failure' }), '/handback TinyGain'],
  ['REPORT_STAGE_MISMATCH', inProgressSample, report({}, { stage_completed: 4 }), '/handback TinyGain'],
  ['REPORT_PATH_INVALID', inProgressSample, report({}, { files_modified: ['../a'] }), '/handback TinyGain'],
  ['REPORT_FILE_MISSING', inProgressSample, report({}, { files_modified: ['a.cpp'] }), '/handback TinyGain'],
]

describeNextCommands(usual, rows, [
  ...Object.keys(refusalCodes).filter((code) => !warningCodes.has(code)),
  'PLUGIN_NAME_INVALID',
  'PLUGIN_PHASE_MISSING',
  'CONTRACT_FILE_MISSING',
  'PLUGIN_PHASE_NOT_IN_PLAN',
  'PLUGIN_HANDOFF_MISSING',
  'REGISTRY_TIMELINE_MISSING',
  'PLUGIN_COMPLETED_MISSING',
  'REGISTRY_ROW_MISSING',
  'REGISTRY_ENTRY_MISSING',
  'REGISTRY_STAGE_DRIFT',
  'REGISTRY_MISSING',
])

it('of a plugin that is installed nothing helps next: its way is at its end', async () => {
  const { result } = await give(without(installed, handoffPath), '/accept TinyGain')
  expect(result.diagnostics.map(({ code, fix }) => [code, fix])).toEqual([['PLUGIN_WORKFLOW_COMPLETE', undefined]])
})

const ruleCodes = new Set(plugin.rules.map(({ code }) => code))

it('answers with codes of rules, or with its own', () => {
  expect(reusedRuleCodes.filter((code) => !ruleCodes.has(code))).toEqual([])
  expect(Object.keys(refusalCodes).filter((code) => ruleCodes.has(code))).toEqual([])
})

it.each(Object.entries(refusalCodes))('explains %s in a sentence', (_, meaning) => {
  expect(meaning).toMatch(/^[A-Z].*\.$/)
})

it.each(plugin.commands.map((command) => [command.name, command] as const))(
  '/%s has help',
  (name, { usage, summary, examples }) => {
    expect(usage).toMatch(/NAME/)
    expect(summary).toMatch(/^[A-Z].*[^.]\.$/)
    for (const example of examples) expect(example.split(' ')[0]).toBe(`/${name}`)
    expect(examples).not.toHaveLength(0)
  },
)
