import type { CommandDiagnostic } from '../../../../core/command.ts'
import { msg } from '../../../../core/message.ts'
import type { Plugin, PluginModel } from '../../model.ts'
import { finalActions, phaseNumber, sameAction, stageOf, type Unit } from '../../stages/stages.ts'
import { determined, type Determined } from '../../stages/next.ts'
import { remark } from '../answers.ts'

/** What somebody says that follows: a phase, an action; `null` for none. */
export interface Wanted {
  readonly phase: Unit | null | undefined
  readonly action: string | null | undefined
}

/** What follows a unit. Where no phase follows the last one, its stage is closed with it. */
export interface Following {
  readonly closed: Unit | undefined
  readonly next: Determined
}

type Refused = { readonly refusal: CommandDiagnostic }

const orNone = (phase: Unit | null) => phase ?? 'none'

/** The phase that comes next in the same stage; `null`: none. */
function nextPhaseOf(
  plugin: Plugin,
  model: PluginModel,
  unit: Unit,
  wanted: Unit | null | undefined,
): { readonly phase: Unit | null } | Refused {
  const { phases, handoff, name } = plugin
  const stage = stageOf(unit)
  const after = determined(String(stage), null, phases, model.stages).phase
  // Who names the first phase of the next stage says that none of this one follows.
  const said = wanted === after ? null : wanted
  const planned = phases.of(stage).find((phase) => phaseNumber(phase) > phaseNumber(unit)) ?? null
  if (phases.decided) {
    if (said === undefined || said === planned) return { phase: planned }
    const message = msg`Unexpected next phase ${orNone(said)}, expected ${orNone(planned)} as the plan has it`
    return { refusal: remark({ model, plugin }, 'PLUGIN_PHASE_NOT_IN_PLAN', { message }) }
  }
  const next = `${stage}.${phaseNumber(unit) + 1}`
  if (said !== undefined) {
    if (said === null || said === next) return { phase: said }
    return {
      refusal: remark({ model, plugin }, 'PLUGIN_OPTION_INVALID', {
        message: msg`Unexpected next phase ${said}, expected ${next} or ${'none'}`,
      }),
    }
  }
  const recorded = handoff?.fields.next_phase.value
  if (recorded !== undefined && stageOf(recorded) === stage && phaseNumber(recorded) > phaseNumber(unit)) return { phase: recorded }
  const [one, other] = [`/handback ${name} success --next-phase ${next}`, `/handback ${name} success --next-phase none`]
  const message = msg`Unknown next phase behind ${unit}: the plan names none, and the handoff neither`
  return {
    refusal: remark({ model, plugin }, 'PLUGIN_NEXT_PHASE_UNKNOWN', {
      message,
      hint: msg`${one} if another follows, ${other} if that was the last.`,
      fix: one,
    }),
  }
}

function actionOf(
  plugin: Plugin,
  model: PluginModel,
  next: Determined,
  isAtEnd: boolean,
  wanted: string | null | undefined,
): Determined | Refused {
  if (wanted === undefined) return next
  const good: readonly (string | null)[] = isAtEnd ? [...finalActions, null] : next.action === null ? [null] : sameAction(next.action)
  if (good.includes(wanted)) return { ...next, action: wanted }
  const message = msg`Unexpected next action ${wanted ?? 'none'}, expected one of ${good.map((action) => action ?? 'none')}`
  return { refusal: remark({ model, plugin }, 'PLUGIN_OPTION_INVALID', { message }) }
}

function nextOf(plugin: Plugin, model: PluginModel, unit: Unit, wanted: Unit | null | undefined): Following | Refused {
  const { phases } = plugin
  const stage = String(stageOf(unit))
  const closing = determined(stage, null, phases, model.stages)
  if (phaseNumber(unit) > 0) {
    const following = nextPhaseOf(plugin, model, unit, wanted)
    if ('refusal' in following) return following
    const { phase } = following
    if (phase !== null) return { closed: undefined, next: { action: `${model.stages.get(stageOf(unit))?.phases}_${phase}`, phase } }
    return { closed: stage, next: closing }
  }
  if (wanted === undefined || wanted === closing.phase) return { closed: undefined, next: closing }
  const message = msg`Unexpected next phase ${orNone(wanted)}, expected ${orNone(closing.phase)}`
  return { refusal: remark({ model, plugin }, phases.decided ? 'PLUGIN_PHASE_NOT_IN_PLAN' : 'PLUGIN_OPTION_INVALID', { message }) }
}

/** What follows a unit that ends: what somebody says, if it may be, else the plan, else the handoff (plugin protocol, section 7). */
export function following(plugin: Plugin, model: PluginModel, unit: Unit, { phase, action }: Wanted): Following | Refused {
  const found = nextOf(plugin, model, unit, phase)
  if ('refusal' in found) return found
  const next = actionOf(plugin, model, found.next, stageOf(unit) === model.stages.last.stage, action)
  return 'refusal' in next ? next : { ...found, next }
}
