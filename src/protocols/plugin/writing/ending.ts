import type { ContractKey } from '../contracts.ts'
import { linesOf, type Handoff } from '../handoff.ts'
import type { Plugin, PluginModel } from '../model.ts'
import { isWhole } from '../next.ts'
import { phaseNumber, stageOf, type Unit } from '../stages.ts'
import type { Determined } from '../states.ts'
import { withArtifacts, withTested } from './checklist.ts'
import { checksumsOf, completing, isPhased, recording } from './completion.ts'
import { unitKeys } from './grant.ts'
import { withKeys } from './keys.ts'
import { isFinished, withSteps } from './next-steps.ts'
import { rewritten, type Edit } from './rewrite.ts'
import { appendTo } from './sections.ts'
import { oneLine } from './text.ts'
import { withTitles } from './titles.ts'
import { completeTitles, linesFor, nextStep, resolveStep, type Lines } from './wording.ts'

/** The plugin once its first stage is planned: its complexity is recorded, and the contracts as they are (plugin protocol, section 7). */
export function planned(plugin: Plugin, model: PluginModel, complexity: number): Plugin {
  const keys = { phased_implementation: isPhased(complexity, plugin), contract_checksums: checksumsOf(plugin) }
  return rewritten(plugin, model, [...recording(complexity), (handoff) => withKeys(handoff, keys)])
}

/** The lines that say of a unit that it is complete: in words that somebody gave, else by the plan's title of a phase, else in its own. */
export function endingLines(plugin: Plugin, model: PluginModel, unit: Unit, text: string | undefined): Lines {
  const title = oneLine(plugin.plan.phases.find(({ phase }) => phase === unit)?.title ?? '')
  const closed = isWhole(unit, plugin, model.stages) ? '' : 'all phases done'
  const otherwise = phaseNumber(unit) > 0 ? title : closed
  const complexity = plugin.handoff?.fields.complexity_score.value
  return linesFor({ unit, text, otherwise: otherwise === '' ? undefined : otherwise, complexity }, model)
}

/** How a unit ends. */
export interface Ending {
  readonly unit: Unit
  /** Of the last phase: its stage, which is complete with it. */
  readonly closed: Unit | undefined
  readonly next: Determined
  /** TEXT as it is written. */
  readonly text: string | undefined
  readonly artifacts: readonly string[]
  readonly tested: readonly string[]
}

/** What is to be kept of the planning. */
function keepsakesOf({ handoff, contracts }: Plugin): readonly (readonly [label: string, value: string | undefined])[] {
  const pathOf = (key: ContractKey) => (contracts[key].file === 'there' ? contracts[key].path : undefined)
  return [
    ['Complexity', handoff?.fields.complexity_score.value?.toFixed(1)],
    ['Phased', handoff?.fields.phased_implementation.value?.toString()],
    ['Architecture', pathOf('architecture')],
    ['Plan', pathOf('plan')],
  ]
}

/** The text with something to be kept, unless something like it is written already. */
function withKept(handoff: Handoff, label: string, value: string): string {
  const section = handoff.section('Context to Preserve')
  const isThere = section !== undefined && linesOf(handoff, section).some((line) => line.startsWith(`- ${label}:`))
  return isThere ? handoff.document.text : appendTo(handoff, 'Context to Preserve', `- ${label}: ${value}`)
}

const keeping = (plugin: Plugin): readonly Edit[] =>
  keepsakesOf(plugin).flatMap(([label, value]) => (value === undefined ? [] : [(handoff: Handoff) => withKept(handoff, label, value)]))

/** What comes after a unit, for people. */
function stepAfter({ unit, closed, next }: Ending, model: PluginModel): string {
  const { stages } = model
  const stage = stages.way.find((each) => each.stage > stageOf(unit))?.stage
  const isContinued = phaseNumber(unit) > 0 && closed === undefined
  return nextStep(next.phase ?? (stage === undefined ? undefined : String(stage)), !isContinued, model)
}

/** The plugin with a unit complete, and with it perhaps its stage, and the lines for its timeline (plugin protocol, section 7). */
export function ended(
  plugin: Plugin,
  model: PluginModel,
  ending: Ending,
): { readonly after: Plugin; readonly timeline: readonly string[] } {
  const { unit, closed, next, text, artifacts, tested } = ending
  const { stages, context } = model
  const last = closed ?? unit
  const isAtEnd = stageOf(last) === stages.last.stage
  const keys = {
    ...unitKeys(last),
    status: isAtEnd ? 'workflow_complete' : 'complete',
    last_updated: context.day,
    next_action: next.action,
    next_phase: next.phase,
    handback: undefined,
  }
  const lines = [endingLines(plugin, model, unit, text), ...(closed === undefined ? [] : [endingLines(plugin, model, closed, undefined)])]
  const back = plugin.handoff?.handback.value
  const goes = (item: string) => isFinished(item, last, stages) || (back !== undefined && item === resolveStep(back))
  const after = rewritten(plugin, model, [
    (handoff) => withKeys(handoff, keys),
    ...completing(plugin, model),
    ...lines.map(
      ({ completed }): Edit =>
        (handoff) =>
          appendTo(handoff, 'Completed So Far', completed),
    ),
    (handoff) => withSteps(handoff, { goes, added: stepAfter(ending, model) }),
    (handoff) => withArtifacts(handoff, artifacts),
    (handoff) => withTested(handoff, tested),
    ...(stageOf(unit) === stages.way[0]?.stage ? keeping(plugin) : []),
    (handoff) => withTitles(handoff, completeTitles(last, model)),
  ])
  return { after, timeline: lines.map(({ timeline }) => timeline) }
}
