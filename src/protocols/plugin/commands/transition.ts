import { type Content, type Outcome, type CommandDiagnostic } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import type { View } from '../../../core/view.ts'
import type { Plugin, PluginModel } from '../model.ts'
import { openPhase, phaseAfter, unitInWords } from '../stages/stages.ts'
import { register, type Registration } from '../registry/register.ts'
import { lacksCompletionRecord } from '../handoff/completion.ts'
import { handoffChanges } from '../handoff/edits.ts'
import { additionSentences, additionWarnings } from './additions.ts'
import { diagnostic, findingsAbout, filesAreSound, unknownStateDiagnostics } from './diagnostics.ts'
import { migratePlugin } from './migrate.ts'
import { type PluginCall } from './target.ts'
import type { GivenCommand } from '../../../kit/repeated-command.ts'
import type { CommandForm, Precondition } from '../../../kit/command.ts'

export interface Transition {
  readonly model: PluginModel
  readonly view: View
  readonly usage: CommandForm
  readonly given: GivenCommand
  readonly before: Plugin
  /** The plugin, with a handoff in the old format migrated. */
  readonly plugin: Plugin
  readonly warnings: readonly CommandDiagnostic[]
  /** Why its state is unknown; a transition has no effect then. */
  readonly unknown: readonly CommandDiagnostic[]
}

function withMigratedHandoff(transition: Transition): Transition {
  const { model, before } = transition
  if (!before.handoff?.legacy || before.stale) return transition
  const plugin = migratePlugin(before, model)
  if (!('name' in plugin)) return { ...transition, unknown: plugin }
  const warning = diagnostic(
    { model, plugin: before },
    'PLUGIN_MIGRATED',
    'The handoff used the old format and is migrated',
    {
      ...(lacksCompletionRecord(plugin, model) && {
        hint: 'What was completed so far is not known: neither handoff nor timeline shows it.',
      }),
      severity: 'warning',
    },
  )
  return { ...transition, plugin, warnings: [warning] }
}

function unknownNextPhaseDiagnostics({ model, before, plugin }: Transition): readonly CommandDiagnostic[] {
  const phase = openPhase(plugin)
  if (phase === undefined) return []
  const nextPhaseLine = `next_phase: "${phaseAfter(phase)}"`
  const message = `Unknown next phase after ${unitInWords(phase)}: neither the plan nor the handoff names one`
  const hint = msg`Write ${nextPhaseLine} into the handoff if another follows, ${'next_phase: null'} if that was the last.`
  return [diagnostic({ model, plugin: before }, 'PLUGIN_NEXT_PHASE_UNKNOWN', message, { hint })]
}

/** What must hold of the files of a plugin before its arguments are looked at. */
export const soundFilesPreconditions = [
  filesAreSound(['handoff', 'contract', 'registry', 'notes'], ['REGISTRY_DUPLICATE', 'PLUGIN_HANDOFF_MISSING']),
] as const

/** What a transition of a plugin begins with (docs/plugin.md, "Commands"). */
export function resolveTransition({
  model,
  target,
  usage,
  commandContext: { view },
  ...given
}: PluginCall): Transition {
  const transition = withMigratedHandoff({
    model,
    view,
    usage,
    given,
    before: target,
    plugin: target,
    warnings: [],
    unknown: [],
  })
  if (transition.unknown.length > 0) return transition
  return {
    ...transition,
    unknown: [...unknownStateDiagnostics(model, transition.plugin), ...unknownNextPhaseDiagnostics(transition)],
  }
}

export const isStateKnown: Precondition<{ readonly prepared: Transition }> = {
  violations: ({ prepared }) => prepared.unknown,
}

/** Control was not granted before: it is done as if it had been. */
const impliedAcceptWarning = (transition: Transition): CommandDiagnostic =>
  diagnostic(
    transition,
    'PLUGIN_ACCEPT_IMPLIED',
    msg`Control of ${transition.plugin.name} was not granted before: the accept is implied`,
    {
      severity: 'warning',
    },
  )

export interface TransitionResult {
  readonly after: Plugin
  /** What the registry is to say; absent: it stays. */
  readonly registration?: Omit<Registration, 'plugin'>
  readonly reply: string
  /** What of the reply the move does not say. */
  readonly brief?: string
  /** Control was not granted before. */
  readonly impliesAccept?: boolean
  readonly warnings?: readonly CommandDiagnostic[]
}

/** The change set of a transition: handoff, row and second place in one. */
export function transitionOutcome(
  transition: Transition,
  { after, registration, reply, brief, impliesAccept, warnings = [] }: TransitionResult,
): Outcome {
  const { model, view, before } = transition
  const changes = new Map<string, Content>(handoffChanges(before, after))
  for (const [path, text] of registration ? register(model, view, [{ ...registration, plugin: after }]) : [])
    changes.set(path, text)
  const registryWarnings = registration
    ? [
        ...findingsAbout(model, after, ['REGISTRY_MISSING', 'REGISTRY_TABLE_MISSING'], 'warning'),
        ...additionWarnings(after, model),
      ]
    : []
  const additions = registration ? additionSentences(after, model) : []
  const impliedWarnings = impliesAccept === true ? [impliedAcceptWarning(transition)] : []
  return {
    outcome: 'changed',
    changes,
    reply: [reply, ...additions].join(' '),
    ...(brief !== undefined && { brief: [brief, ...additions].join(' ').trim() }),
    ...(impliesAccept === true && { impliesAccept }),
    diagnostics: [...transition.warnings, ...impliedWarnings, ...warnings, ...registryWarnings],
  }
}
