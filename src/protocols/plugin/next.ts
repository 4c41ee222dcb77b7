import type { Proposal } from '../../core/action.ts'
import { bareName, type Target } from '../../core/target.ts'
import { propose } from '../../kit/states.ts'
import { contractsOfFirstStage, phaseToEnd } from './commands/handback/unit.ts'
import { migratePlugin } from './commands/migrate.ts'
import type { ContractKey } from './files.ts'
import type { Plugin, PluginModel } from './model.ts'
import { isFirstUnit, unitToBegin, phaseNumber, stageOf, type Unit } from './stages/stages.ts'
import { machine, machineStateOf, type MachineState } from './states.ts'

/** The contracts that an agent reads before it works on a unit, after the handoff, the most specific first. */
const contractsToRead: readonly ContractKey[] = ['plan', 'architecture', 'parameter_spec', 'creative_brief']

const filesOf = ({ hasHandoff, handoffPath, contracts: files }: Plugin): readonly string[] => [
  ...(hasHandoff ? [handoffPath] : []),
  ...contractsToRead.flatMap((key) => (files[key].file === 'there' ? [files[key].path] : [])),
]

/** What the contracts of the first stage contain. */
const planHint =
  'the contracts are Markdown of any form; a phase of stage 3 is a heading in plan.md: ## Phase 3.1: TITLE'

const complexityOption = '--complexity X (from 1, simple, to 5, hard; from 3 on, the work is done in phases)'

/** The files to write, and the options without which a success cannot be recorded. */
function needsOf(plugin: Plugin, unit: Unit, model: PluginModel): readonly string[] {
  const { handoff, plan, phases } = plugin
  const { stages } = model
  const isFirst = isFirstUnit(unit, stages)
  const missingPaths = isFirst ? contractsOfFirstStage(plugin).missing : []
  const phase = phaseToEnd(plugin, model)
  const isNextPhaseUnknown =
    phaseNumber(phase ?? unit) > 0 && !phases.decided && (handoff?.fields.next_phase.value ?? unit) === unit
  return [
    ...missingPaths,
    ...(isFirst && !plan.complexity ? [complexityOption] : []),
    ...(phase === undefined ? [] : [`--phase ${phase}`]),
    ...(isNextPhaseUnknown ? ['--next-phase N.M|none'] : []),
  ]
}

/** What the files of a plugin add to the table of states. */
const proposals: Readonly<Record<MachineState, (plugin: Plugin, model: PluginModel) => Proposal | undefined>> = {
  ideated: acceptProposal,
  'in progress'(plugin, model) {
    const unit = unitOf(plugin)
    const why = isFirstUnit(unit, model.stages) ? planHint : undefined
    const details = { read: filesOf(plugin), needs: needsOf(plugin, unit, model), ...(why !== undefined && { why }) }
    if (stageOf(unit) === model.stages.last.stage) return propose(machine, 'in progress', 'finish', details)
    return propose(machine, 'in progress', 'work', { agent: agentOf(unit, model), ...details })
  },
  error(plugin, model) {
    const { code, description: why } = plugin.handoff?.handback.value ?? {}
    return propose(machine, 'error', 'decide', {
      agent: agentOf(unitOf(plugin), model),
      roles: rolesIn(model),
      code,
      why,
      read: filesOf(plugin),
    })
  },
  question: (plugin, model) =>
    propose(machine, 'question', 'answer', { agent: agentOf(unitOf(plugin), model), read: filesOf(plugin) }),
  complete: (plugin, model) =>
    isMigratable(plugin, model)
      ? { do: 'mend', run: ['migrate'], code: 'PLUGIN_LEGACY_FORMAT', why: 'The handoff uses the old format.' }
      : acceptProposal(plugin, model),
  working: () => propose(machine, 'working', 'finish'),
  installed: () => undefined,
  unknown: () => propose(machine, 'unknown', 'mend'),
}

const unitOf = ({ state }: Plugin): Unit => (state.kind === 'unit' ? state.unit : '')
const agentOf = (unit: Unit, { stages }: PluginModel): string | undefined => stages.get(stageOf(unit))?.agent

const rolesIn = ({ stages }: PluginModel): readonly string[] => stages.way.flatMap(({ agent }) => agent ?? [])

/** Whether a handoff uses the old format and can be migrated. */
const isMigratable = (plugin: Plugin, model: PluginModel): boolean =>
  plugin.handoff?.legacy === true && !plugin.stale && 'name' in migratePlugin(plugin, model)

/** The next unit, or the end of the way. */
function acceptProposal(plugin: Plugin, model: PluginModel): Proposal {
  const unit = unitToBegin(plugin, model.stages)
  if (unit === undefined) return propose(machine, 'complete', 'finish')
  const agent = agentOf(unit, model)
  const why = `begins stage ${unit}${agent === undefined ? ', for the orchestrator or any agent without a stage of its own' : ''}`
  return propose(machine, machineStateOf(plugin), 'accept', {
    agent,
    roles: rolesIn(model),
    why,
    read: filesOf(plugin),
  })
}

/** The next action on a plugin, by its state (docs/plugin.md, "States"). */
export function next(model: PluginModel, { id }: Target): Proposal | undefined {
  const plugin = model.get(bareName(id))
  return plugin && proposals[machineStateOf(plugin)](plugin, model)
}
