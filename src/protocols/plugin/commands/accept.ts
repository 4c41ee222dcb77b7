import type { Outcome, CommandDiagnostic } from '../../../core/command.ts'
import { openQuestionDiagnostic } from '../../../kit/question.ts'
import { msg } from '../../../core/message.ts'
import { errorOf, questionOf, targetId } from '../targets.ts'
import type { Plugin, PluginModel } from '../model.ts'
import {
  isFirstUnit,
  unitInWords,
  unitToBegin,
  isNamed,
  namedUnitOf,
  unitFault,
  nameOf,
  type Unit,
} from '../stages/stages.ts'
import { offer } from '../rules/offers.ts'
import { describeState, holderOf } from '../states.ts'
import { stageStatus } from '../registry/values.ts'
import { errorLine, questionLine, withContextLines, grantUnit, resumeUnit } from '../handoff/transitions.ts'
import { visibleText } from '../handoff/edits.ts'
import { diagnostic, unchangedOutcome, contractCodes, findingsAbout, withCutTexts } from './diagnostics.ts'
import {
  transitionOutcome,
  isStateKnown,
  resolveTransition,
  soundFilesPreconditions,
  type Transition,
} from './transition.ts'
import { type Call, command } from '../../../kit/command.ts'
import { areArgumentsValid, pluginTarget, unitOptions } from './target.ts'

/** Why nothing is begun or handed back, and what there is to do instead. */
export function workflowCompleteDiagnostic(
  { model, plugin }: Pick<Transition, 'model' | 'plugin'>,
  noStage: 'is left to begin' | 'is in progress',
): CommandDiagnostic {
  const { name, state, handoff } = plugin
  const canHandBack = state.kind === 'unit' && findingsAbout(model, plugin, contractCodes).length === 0
  const installOffers = state.kind === 'working' ? offer('install', { model, plugin }, 'comes next') : []
  const isRegistryBehind = state.kind === 'working' && plugin.registered?.kind !== 'working'
  const offers = [
    ...(canHandBack ? [{ command: `/handback ${name} success`, does: 'comes next' }] : []),
    ...installOffers,
    ...(isRegistryBehind
      ? offer('sync from handoff', { model, plugin }, 'comes next: the registry does not say yet that it works')
      : []),
  ]
  const message = `${msg`Unexpected state ${describeState(state, handoff?.fields.stage.value)} of ${name}`}: no stage ${noStage}`
  return diagnostic({ model, plugin }, 'PLUGIN_WORKFLOW_COMPLETE', message, { offers })
}

/** What holds work on a unit back: before it people have to look. */
export function obstacles({ model, plugin }: Transition, unit: Unit): readonly CommandDiagnostic[] {
  const isFirst = isFirstUnit(unit, model.stages)
  return findingsAbout(model, plugin, [
    'REGISTRY_STATUS_DRIFT',
    'PLUGIN_PHASE_NOT_IN_PLAN',
    ...(isFirst ? [] : contractCodes),
  ])
}

/** The plugin with its unit in progress, and the registry's values for it. */
export function begin(transition: Transition, unit: Unit) {
  const values = { status: stageStatus(unit), updated: transition.model.context.day }
  return {
    after: grantUnit(transition.plugin, transition.model, unit),
    registration: { row: values, second: values, timeline: [] },
  }
}

/** Why control is not granted while a question is open. */
export function openQuestionRefusals(plugin: Plugin): readonly CommandDiagnostic[] {
  const { name, handoff, handoffPath } = plugin
  const text = questionOf(plugin)
  if (text === undefined) return []
  const place = handoff?.handback.place ?? { path: handoffPath }
  return [openQuestionDiagnostic({ text, called: name, target: targetId(name), place, fix: `/answer ${name} "…"` })]
}

/** Grants control again of work that was given back. The registry stays. */
export const resumeWork = (
  transition: Transition,
  unit: Unit,
  edit: (plugin: Plugin) => Plugin = (plugin) => plugin,
): Outcome =>
  transitionOutcome(transition, {
    after: edit(resumeUnit(transition.plugin, transition.model, unit)),
    reply: `${msg`The agent holds ${transition.plugin.name} again`}: ${unitInWords(unit)} is in progress.`,
    brief: '',
  })

/** Whether the unit of a plugin is in progress, by any holder. */
export const isBegun = ({ state }: Plugin) => state.kind === 'unit' && state.status === 'in_progress'

const options = { ...unitOptions, anyway: { kind: 'flag' } } as const

type AcceptCall = Call<PluginModel, Plugin, typeof options, undefined, Transition>

/** Why control of the unit that comes next is not granted. */
function* refusalsOf({
  prepared: transition,
  model,
  options: { anyway, ...unitArguments },
}: AcceptCall): Iterable<CommandDiagnostic> {
  const { plugin } = transition
  const unit = unitToBegin(plugin, model.stages)
  if (unit === undefined) {
    yield workflowCompleteDiagnostic(transition, 'is left to begin')
    return
  }
  const namedUnit = namedUnitOf(unitArguments)
  const isUnexpected = namedUnit !== undefined && !isNamed(unit, namedUnit)
  if (isUnexpected) {
    const message = `Unexpected ${unitInWords(nameOf(namedUnit))}, expected ${unitInWords(unit)}, ${msg`which comes next for ${plugin.name}`}`
    const offers = [{ command: `/accept ${plugin.name}`, does: `grants control of ${unitInWords(unit)}` }]
    yield diagnostic({ model, plugin }, 'PLUGIN_STAGE_UNEXPECTED', message, { offers })
  }
  if (!isBegun(plugin)) yield* obstacles(transition, unit)
  else if (!isUnexpected && holderOf(plugin) !== 'agent') {
    if (anyway !== true) yield* openQuestionRefusals(plugin)
    yield* obstacles(transition, unit)
  }
}

/** Grants control of a plugin to an agent: the next stage or phase is in progress (docs/plugin.md, "Commands"). */
export const accept = command({
  name: 'accept',
  summary:
    'Grants control to the agent: the next stage or phase is in progress, in handoff and registry. A stage or phase that is named must be the one that comes next. Where a question is open, only with `--anyway`. The error or the question of work that came back is kept in the handoff.',
  examples: ['/accept TinyGain', '/accept TinyGain --phase 3.1'],
  target: pluginTarget,
  options,
  prepare: resolveTransition,
  preconditions: [
    ...soundFilesPreconditions,
    areArgumentsValid(({ options: { anyway: _, ...unitArguments } }: AcceptCall) => unitFault(unitArguments)),
    isStateKnown,
    { violations: refusalsOf },
  ],

  run({ model, prepared: transition }) {
    const { plugin } = transition
    const unit = unitToBegin(plugin, model.stages) as Unit
    if (isBegun(plugin)) {
      if (holderOf(plugin) === 'agent')
        return unchangedOutcome(`${msg`The agent holds ${plugin.name} already`}: ${unitInWords(unit)} is in progress.`)
      const [question, error] = [questionOf(plugin), errorOf(plugin)]
      const contextLines = [
        ...(error === undefined ? [] : [errorLine(error, plugin.handoff?.handback.value?.at ?? model.context.at)]),
        // Granted with `--anyway`.
        ...(question === undefined ? [] : [`${questionLine(question, model)} (not answered)`]),
      ]
      const outcome = resumeWork(transition, unit, (pluginAfter) =>
        contextLines.length === 0 ? pluginAfter : withContextLines(pluginAfter, model, contextLines),
      )
      return withCutTexts(outcome, plugin, [question ?? '', error ?? ''].map(visibleText))
    }
    return transitionOutcome(transition, {
      ...begin(transition, unit),
      reply: `${msg`The agent holds ${plugin.name}`}: ${unitInWords(unit)} is in progress.`,
      brief: '',
      warnings: findingsAbout(model, plugin, ['REGISTRY_STAGE_DRIFT'], 'warning'),
    })
  },
})
