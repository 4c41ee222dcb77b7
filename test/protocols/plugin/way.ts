import { runSteps } from '../../../src/core/steps.ts'
import type { Files } from '../../../src/core/rule.ts'
import { plugin } from '../../../src/protocols/plugin/protocol.ts'
import { configuration } from '../../../src/protocols/plugin/discovery.ts'
import { change, handoffPath, phasedSample, registryPath, sample } from '../../../src/protocols/plugin/examples.ts'
import { readModel, type PluginModel } from '../../../src/protocols/plugin/model.ts'
import { memoryTree } from '../../../src/gateways/memory.ts'

/** States by short names: `3.1 p` in progress, `3.1 c` complete; and those without a unit. */
export const simpleStates = [
  'ideated',
  '0 p',
  '0 c',
  '2 p',
  '2 c',
  '3 p',
  '3 c',
  '4 p',
  '4 c',
  '5 p',
  '5 c',
  'working',
  'installed',
]
export const phasedStates = simpleStates.flatMap((state) => {
  if (state === '3 p') return ['3.1 p', '3.1 c', '3.2 p', '3.2 c', state]
  return state === '4 p' ? ['4.1 p', '4.1 c', state] : [state]
})

/** What the registry says of such a state. */
function statusFor(state: string): string {
  const [unit = ''] = state.split(' ')
  return { ideated: '💡 Ideated', working: '✅ Working', installed: '📦 Installed' }[unit] ?? `🚧 Stage ${unit}`
}

interface Shape {
  readonly phased?: boolean
  /** Names the units that left a line. */
  readonly traces?: readonly string[]
  readonly nextPhase?: string
  /** The stage at which a working plugin's handoff is. */
  readonly end?: number
  /** Another status in the registry. */
  readonly status?: string
}

/** A repository whose plugin is in a state, and in which nothing but the given traces was left. */
export function repository(
  state: string,
  { phased = false, traces = [], nextPhase, end = 5, status = statusFor(state) }: Shape = {},
): Files {
  const base = phased ? phasedSample : sample
  const lines = (text: string) => traces.map((unit) => text.replace('UNIT', unit))
  const registry = (base[registryPath] ?? '')
    .replaceAll(/🚧 Stage [\d.]+/g, status)
    .replaceAll(/^- \*\*\S+ \(Stage.*\n/gm, '')
    .replace('\n**Last Updated:**', [...lines('- **2026-02-02 (Stage UNIT):** Done\n'), '\n**Last Updated:**'].join(''))
  const [unit = '', mark] = state.split(' ')
  if (state === 'ideated' || state === 'installed')
    return change(base, { [handoffPath]: null, [registryPath]: registry })
  const phase = unit.includes('.') ? `"${unit}"` : 'null'
  const keys = {
    stage: state === 'working' ? String(end) : (unit.split('.')[0] ?? ''),
    phase,
    status: mark === 'p' ? 'in_progress' : mark === 'c' ? 'complete' : 'workflow_complete',
    next_action: 'null',
    next_phase: nextPhase === undefined ? 'null' : `"${nextPhase}"`,
  }
  const handoff = Object.entries(keys)
    .reduce(
      (text, [key, value]) => text.replace(new RegExp(`^${key}: .*$`, 'm'), `${key}: ${value}`),
      base[handoffPath] ?? '',
    )
    .replaceAll(/^- \*\*Stage.*\n/gm, '')
  return change(base, { [registryPath]: registry, [handoffPath]: handoff })
}

/** What is read from a repository. */
export async function modelOf(files: Files, section: unknown = {}): Promise<PluginModel> {
  const limit = 1024 * 1024
  const view = await memoryTree(files).open({ selectors: plugin.selectors(section), limit })
  return runSteps(
    readModel(view, configuration().parse(section), { at: '2026-02-04T10:00:00Z', day: '2026-02-04', limit }),
  )
}
