import { expect, it } from 'vitest'
import * as control from '../../src/protocols/control/examples.ts'
import * as governance from '../../src/protocols/governance/examples.ts'
import * as handover from '../../src/protocols/handover/examples.ts'
import * as plugin from '../../src/protocols/plugin/examples.ts'
import * as subagent from '../../src/protocols/subagent/examples.ts'
import { briefTransition } from '../../src/render/brief.ts'
import { give, type Tree } from './scene.ts'
import { protocols } from '../../src/entry/protocols.ts'

const samples = new Map<string, { readonly sample: Tree }>(
  Object.entries({ plugin, handover, subagent, control, governance }),
)

/** A protocol that has a line here says what the nearest target is, in every form of output. */
type Row = readonly [
  protocol: { readonly sample: Tree },
  line: string,
  code: string,
  nearest: string | undefined,
  fix?: string,
]

const rows: readonly Row[] = [
  [plugin, '/accept Tinygan', 'PLUGIN_UNKNOWN', 'TinyGain', '/accept TinyGain'],
  [
    plugin,
    '/accept plugin:Tinygan --agent a/1',
    'PLUGIN_UNKNOWN',
    'plugin:TinyGain',
    '/accept plugin:TinyGain --agent a/1',
  ],
  [plugin, '/accept Tiny.Gain', 'PLUGIN_NAME_INVALID', 'TinyGain', '/accept TinyGain'],
  [
    plugin,
    '/handback Tinygan error --stage 3 BUILD_FAILED "No compiler"',
    'PLUGIN_UNKNOWN',
    'TinyGain',
    '/handback TinyGain error --stage 3 BUILD_FAILED "No compiler"',
  ],
  [
    plugin,
    '/handback Tinygan error --stage 3 \'a "b"\'',
    'PLUGIN_UNKNOWN',
    'TinyGain',
    '/handback TinyGain error --stage 3 "…"',
  ],
  [plugin, `/handback Tinygan error "${'x'.repeat(500)}"`, 'PLUGIN_UNKNOWN', 'TinyGain'],
  [plugin, '/accept Something', 'PLUGIN_UNKNOWN', undefined],
  [plugin, '/status Tinygan', 'TARGET_UNKNOWN', 'TinyGain'],
  [handover, '/accept logon', 'PROJECT_UNKNOWN', 'login', '/accept login'],
  [handover, '/accept 2026-01-21-login', 'PROJECT_UNKNOWN', '2026-01-20-login'],
  [subagent, '/accept tsk-3', 'SUBAGENT_TARGET_UNKNOWN', 'task-3'],
  [subagent, '/accept task-33', 'SUBAGENT_TARGET_UNKNOWN', 'task-3'],
  [control, '/accept explroe', 'STAGE_UNKNOWN', 'explore', '/accept explore'],
  [control, '/accept Explore', 'STAGE_NAME_INVALID', 'explore', '/accept explore'],
  [control, '/accept explore@run-2026-01-20-002', 'STAGE_RUN_UNKNOWN', 'explore@run-2026-01-20-001'],
  [governance, '/accept see_1', 'GOV_SESSION_UNKNOWN', 'ses_1', '/accept ses_1'],
  [governance, '/handback ses_2', 'GOV_SESSION_UNKNOWN', 'ses_1'],
]

it.each(rows.map((row) => ({ row })))(
  'a name that no target has is answered with the nearest one: $row.1',
  async ({ row: [{ sample }, line, code, nearest, fix] }) => {
    const protocol =
      protocols.find(({ name }) => samples.get(name)?.sample === sample) ?? expect.fail('No protocol has this sample')
    const { result } = await give(sample, line, { protocol })
    const [error] = result.diagnostics
    expect(error).toMatchObject({ code, hint: expect.stringContaining('`/status` lists all targets.') as unknown })
    expect(/the nearest name is `(.*)`$/.exec(error?.message ?? '')?.[1]).toBe(nearest)
    expect(error?.fix).toBe(fix)
    expect(briefTransition({ ...result, results: [result] })).toMatchObject({
      errors: [{ code, message: error?.message }],
    })
  },
)
