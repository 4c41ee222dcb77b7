import { type Content, type Outcome, type Refusal, refused, type CommandDiagnostic, type Request } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import type { View } from '../../../core/view.ts'
import type { Plugin, PluginModel } from '../model.ts'
import { openPhase } from '../stages/next.ts'
import { phaseNumber, stageOf } from '../stages/stages.ts'
import { register, type Registration } from '../registry/register.ts'
import { isUntold } from '../handoff/completion.ts'
import { handoffChanges } from '../handoff/edits.ts'
import { remark } from './answers.ts'
import { findings, unknownState, unreadableFiles } from './findings.ts'
import { migrated } from './migration.ts'
import { targetOf } from './target.ts'

/** What a transition begins with. */
export interface Scene {
  readonly model: PluginModel
  /** As it is there. */
  readonly before: Plugin
  /** The same, with a handoff of the old form brought into the present one. */
  readonly plugin: Plugin
  readonly warnings: readonly CommandDiagnostic[]
}

function inPresentForm(before: Plugin, model: PluginModel): Scene | Refusal {
  if (!before.handoff?.legacy || before.stale) return { model, before, plugin: before, warnings: [] }
  const plugin = migrated(before, model)
  if (!('name' in plugin)) return refused(...plugin)
  const warning = remark(
    { model, plugin: before },
    'PLUGIN_MIGRATED',
    {
      message: 'The handoff was of the old form and is brought into the present one',
      ...(isUntold(plugin, model) && { hint: 'What was completed so far is not known: neither handoff nor timeline tells it.' }),
    },
    'warning',
  )
  return { model, before, plugin, warnings: [warning] }
}

function unknownNext({ model, before, plugin }: Scene): readonly CommandDiagnostic[] {
  const phase = openPhase(plugin)
  if (phase === undefined) return []
  const next = `next_phase: "${stageOf(phase)}.${phaseNumber(phase) + 1}"`
  const message = msg`Unknown next phase behind ${phase}: the plan names none, and the handoff neither`
  const hint = msg`Write ${next} into the handoff if another follows, ${'next_phase: null'} if that was the last.`
  return [remark({ model, plugin: before }, 'PLUGIN_NEXT_PHASE_UNKNOWN', { message, hint })]
}

/** The plugin that a transition is asked for, or why none can be made: its files or its state cannot be read (plugin protocol, section 7). */
export function sceneOf(model: PluginModel, request: Request): Scene | Refusal {
  const plugin = targetOf(model, request)
  if ('outcome' in plugin) return plugin
  const unreadable = unreadableFiles(model, plugin, ['handoff', 'contract', 'registry', 'notes'])
  const hindering = [...unreadable, ...findings(model, plugin, ['REGISTRY_DUPLICATE', 'PLUGIN_HANDOFF_MISSING'])]
  if (hindering.length > 0) return refused(...hindering)
  const scene = inPresentForm(plugin, model)
  if ('outcome' in scene) return scene
  const unknown = [...unknownState(model, scene.plugin), ...unknownNext(scene)]
  return unknown.length > 0 ? refused(...unknown) : scene
}

/** Nobody granted control before: it is done as if somebody had. */
export const acceptImplied = (scene: Scene): CommandDiagnostic =>
  remark(
    scene,
    'PLUGIN_ACCEPT_IMPLIED',
    { message: msg`Control of ${scene.plugin.name} was not granted before: the accept is implied` },
    'warning',
  )

/** What a transition comes to. */
export interface Ending {
  readonly after: Plugin
  /** What the registry is to say; absent: it stays. */
  readonly registration?: Omit<Registration, 'plugin'>
  readonly reply: string
  /** What of the reply the move does not say. */
  readonly brief?: string
  readonly warnings?: readonly CommandDiagnostic[]
}

/** The change set of a transition: handoff, row and second place in one. */
export function changedTo(
  { model, before, warnings }: Scene,
  view: View,
  { after, registration, reply, brief, warnings: more = [] }: Ending,
): Outcome {
  const changes = new Map<string, Content>(handoffChanges(before, after))
  for (const [path, text] of registration ? register(model, view, [{ ...registration, plugin: after }]) : []) changes.set(path, text)
  const unregistered = registration ? findings(model, after, ['REGISTRY_MISSING', 'REGISTRY_TABLE_MISSING'], 'warning') : []
  return { outcome: 'changed', changes, reply, ...(brief !== undefined && { brief }), remarks: [...warnings, ...more, ...unregistered] }
}
