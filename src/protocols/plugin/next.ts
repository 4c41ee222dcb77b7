import type { Proposal } from '../../core/action.ts'
import type { Target } from '../../core/target.ts'
import type { ContractKey } from './files.ts'
import type { Plugin, PluginModel } from './model.ts'
import { unitToBegin } from './stages/next.ts'
import { phaseNumber, stageOf, type Unit } from './stages/stages.ts'

/** The contracts that an agent reads before it works on a unit, behind the handoff, the most specific first. */
const contracts: readonly ContractKey[] = ['plan', 'architecture', 'parameter_spec', 'creative_brief']

const filesOf = ({ hasHandoff, handoffPath, contracts: files }: Plugin): readonly string[] => [
  ...(hasHandoff ? [handoffPath] : []),
  ...contracts.flatMap((key) => (files[key].file === 'there' ? [files[key].path] : [])),
]

/** The contracts that the first stage writes. */
const planned: readonly ContractKey[] = ['parameter_spec', 'architecture', 'plan']

/** The files to write, and the options without which a success cannot be recorded. */
function neededBy({ handoff, plan, phases, contracts: files }: Plugin, unit: Unit, { stages }: PluginModel): readonly string[] {
  const isFirst = unit === String(stages.way[0]?.stage)
  const due = isFirst ? planned.flatMap((key) => (files[key].file === 'absent' ? [files[key].path] : [])) : []
  const isSilent = phaseNumber(unit) > 0 && !phases.decided && (handoff?.fields.next_phase.value ?? unit) === unit
  return [...due, ...(isFirst && !plan.complexity ? ['--complexity X'] : []), ...(isSilent ? ['--next-phase N.M|none'] : [])]
}

function inProgress(plugin: Plugin, unit: Unit, model: PluginModel): Proposal {
  const back = plugin.handoff?.handback.value
  const agent = model.stages.get(stageOf(unit))?.agent
  const read = filesOf(plugin)
  if (back?.reason === 'question') return { do: 'answer', run: ['answer', '"…"'], read }
  if (back?.reason === 'error') return { do: 'decide', run: ['accept'], agent, code: back.code, why: back.description, read }
  const needs = neededBy(plugin, unit, model)
  if (stageOf(unit) === model.stages.last.stage) return { do: 'finish', run: ['handback', 'success'], read, needs }
  return { do: 'work', run: ['handback', 'success|error|question "…"'], agent, read, needs }
}

/** The next action on a plugin, by its state (docs/plugin.md, "States"). */
export function next(model: PluginModel, { id }: Target): Proposal | undefined {
  const plugin = model.get(id.slice(id.indexOf(':') + 1))
  if (!plugin) return undefined
  const { state } = plugin
  if (state.kind === 'unknown') return { do: 'mend' }
  if (state.kind === 'installed') return undefined
  if (state.kind === 'working') return { do: 'finish', run: ['install'] }
  if (state.kind === 'unit' && state.status === 'in_progress') return inProgress(plugin, state.unit, model)
  const unit = unitToBegin(plugin, model.stages)
  if (unit === undefined) return { do: 'finish', run: ['handback', 'success'] }
  return { do: 'accept', run: ['accept'], agent: model.stages.get(stageOf(unit))?.agent, read: filesOf(plugin) }
}
