import { type Command, type Outcome, type Refusal, refused, type CommandDiagnostic } from '../../../core/command.ts'
import type { View } from '../../../core/view.ts'
import { questionOpen } from '../../../kit/question.ts'
import { msg } from '../../../core/message.ts'
import { holderOf, questionOf, targetId } from '../targets.ts'
import type { Plugin, PluginModel } from '../model.ts'
import { unitToBegin } from '../stages/next.ts'
import { offer } from '../rules/offers.ts'
import { isNamed, namedBy, nameOf, type Unit, type Named } from '../stages/stages.ts'
import { describe } from '../states.ts'
import { stageStatus } from '../registry/status.ts'
import { questionLine, withContext, granted, resumed } from '../handoff/transitions.ts'
import { remark, unchanged } from './answers.ts'
import { contractCodes, findings } from './findings.ts'
import { changedTo, sceneOf, type Scene } from './transition.ts'
import { invalid, takeWords } from './words.ts'

/** Why nothing is left to begin, and what there is to do instead. */
export function workflowComplete({ model, plugin }: Pick<Scene, 'model' | 'plugin'>): Refusal {
  const { name, state, handoff } = plugin
  const closing = state.kind === 'unit' && findings(model, plugin, contractCodes).length === 0
  const installing = state.kind === 'working' ? offer('install', { model, plugin }, 'comes next') : []
  const isUntold = state.kind === 'working' && plugin.registered?.kind !== 'working'
  const offers = [
    ...(closing ? [{ command: `/handback ${name} success`, does: 'comes next' }] : []),
    ...installing,
    ...(isUntold ? offer('sync from handoff', { model, plugin }, 'comes next: the registry does not say yet that it works') : []),
  ]
  const message = msg`Unexpected state ${describe(state, handoff?.fields.stage.value)} of ${name}: no stage is left to begin`
  return refused(remark({ model, plugin }, 'PLUGIN_WORKFLOW_COMPLETE', { message, offers }))
}

/** Why what an accept leads to is not what was asked for. */
function unexpected({ model, plugin }: Scene, unit: Unit, named: Named | undefined): readonly CommandDiagnostic[] {
  if (!named || isNamed(unit, named)) return []
  return [
    remark({ model, plugin }, 'PLUGIN_STAGE_UNEXPECTED', {
      message: msg`Unexpected unit ${nameOf(named)}, expected ${unit}, which comes next for ${plugin.name}`,
    }),
  ]
}

/** Why work on a unit must not begin: before it somebody has to look. */
function hindering({ model, plugin }: Scene, unit: Unit): readonly CommandDiagnostic[] {
  const isFirst = unit === String(model.stages.way[0]?.stage)
  return findings(model, plugin, ['REGISTRY_STATUS_DRIFT', 'PLUGIN_PHASE_NOT_IN_PLAN', ...(isFirst ? [] : contractCodes)])
}

/** The plugin with its unit in progress, and what the registry says of it. */
export function begin(scene: Scene, unit: Unit) {
  const said = { status: stageStatus(unit), updated: scene.model.context.day }
  return { after: granted(scene.plugin, scene.model, unit), registration: { row: said, second: said, timeline: [] } }
}

/** Grants control again of work that came back: with a question only where somebody says so, and then the question is kept. */
function takenUp(scene: Scene, unit: Unit, view: View, anyway: boolean): Outcome {
  const { model, plugin } = scene
  const question = questionOf(plugin)
  if (question === undefined) return takeUp(scene, unit, view)
  if (anyway) return takeUp(scene, unit, view, (after) => withContext(after, model, [`${questionLine(question, model)} (not answered)`]))
  return takeUp(scene, unit, view, undefined, [open(plugin, question)])
}

const open = ({ name, handoff, handoffPath }: Plugin, text: string): CommandDiagnostic =>
  questionOpen({
    text,
    called: name,
    target: targetId(name),
    place: handoff?.handback.place ?? { path: handoffPath },
    fix: `/answer ${name} "…"`,
  })

/** Grants control again of work that was given back. The registry stays. */
export function takeUp(
  scene: Scene,
  unit: Unit,
  view: View,
  edit: (plugin: Plugin) => Plugin = (plugin) => plugin,
  besides: readonly CommandDiagnostic[] = [],
): Outcome {
  const hindered = [...besides, ...hindering(scene, unit)]
  if (hindered.length > 0) return refused(...hindered)
  return changedTo(scene, view, {
    after: edit(resumed(scene.plugin, scene.model, unit)),
    reply: msg`The agent holds ${scene.plugin.name} again: ${unit} is in progress.`,
    brief: '',
  })
}

/** Grants control of a plugin to an agent: the next stage or phase is in progress (plugin protocol, section 7). */
export const accept: Command<PluginModel> = {
  name: 'accept',
  usage: 'NAME [--stage N] [--phase N.M] [--anyway]',
  summary:
    'Grants control to the agent: the next stage or phase is in progress, in handoff and registry. A stage or phase that is named must be the one that comes next. Where a question is open, only with `--anyway`.',
  examples: ['/accept TinyGain', '/accept TinyGain --phase 3.1'],

  run(model, request, { view }): Outcome {
    const taken = takeWords(model, request, { stage: 'once', phase: 'once' }, 0)
    if ('outcome' in taken) return taken
    const named = namedBy(taken.options)
    if (named && 'fault' in named) return invalid(model, named.fault)
    const scene = sceneOf(model, request)
    if ('outcome' in scene) return scene

    const { plugin } = scene
    const unit = unitToBegin(plugin, model.stages)
    if (unit === undefined) return workflowComplete(scene)
    const surprise = unexpected(scene, unit, named)
    if (plugin.state.kind === 'unit' && plugin.state.status === 'in_progress') {
      if (surprise.length > 0) return refused(...surprise)
      if (holderOf(plugin) === 'agent') return unchanged(msg`The agent holds ${plugin.name} already: ${unit} is in progress.`)
      return takenUp(scene, unit, view, request.anyway === true)
    }
    const hindered = [...surprise, ...hindering(scene, unit)]
    if (hindered.length > 0) return refused(...hindered)
    return changedTo(scene, view, {
      ...begin(scene, unit),
      reply: msg`The agent holds ${plugin.name}: ${unit} is in progress.`,
      brief: '',
      warnings: findings(model, plugin, ['REGISTRY_STAGE_DRIFT'], 'warning'),
    })
  },
}
