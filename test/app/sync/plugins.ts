import { handoffPath, registryPath, sample } from '../../../src/protocols/plugin/examples.ts'
import type { Files } from '../../../src/core/rule.ts'

/** A repository of several plugins, each as the sample is. */
export function plugins(names: readonly string[]): Files {
  const registry = sample[registryPath] ?? ''
  const row = registry.split('\n').find((line) => line.startsWith('| TinyGain')) ?? ''
  const entry = registry.slice(registry.indexOf('\n### TinyGain'))
  const of = (name: string, text: string) => text.replaceAll('TinyGain', name)
  const files = names.flatMap((name) =>
    Object.entries(sample).flatMap(([path, text]) =>
      path === registryPath ? [] : [[of(name, path), path === handoffPath ? of(name, text) : text] as const],
    ),
  )
  const whole = registry
    .slice(0, registry.indexOf('\n### TinyGain'))
    .replace(row, names.map((name) => of(name, row)).join('\n'))
  return { ...Object.fromEntries(files), [registryPath]: whole + names.map((name) => of(name, entry)).join('') }
}

export const handoffOf = (name: string): string => handoffPath.replace('TinyGain', name)

const states = [
  ['stage: 2\n', 'invoke_dsp_agent', '2'],
  ['stage: 3\n', 'invoke_gui_agent', '3'],
  ['stage: 4\n', 'begin_stage_5', '4'],
] as const

/** A handoff that says that the stage is complete, whatever complete stage it was at, as it is written by hand. */
export function atStage(handoff: string, stage: 2 | 3 | 4): string {
  const [line, action] = states[stage - 2] ?? states[0]
  return handoff
    .replace(/stage: \d\n/, line)
    .replace(/next_action: \w+/, `next_action: ${action}`)
    .replace('status: in_progress', 'status: complete')
    .replace('## Next Steps', `- **Stage ${stage}:** By hand\n\n## Next Steps`)
}
