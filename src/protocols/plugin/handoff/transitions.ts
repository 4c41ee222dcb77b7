import type { Grant } from '../../../core/grant.ts'
import type { Plugin, PluginModel } from '../model.ts'
import { applyEdits, oneLine, withKeys, withTitles, withSpelling, type HandoffEdit } from './edits.ts'
import { appendTo, withSteps, withArtifacts, withTestedItems, isFinished } from './sections.ts'
import type { MappingPatch } from '../../../documents/yaml-edit.ts'
import { linesOf, type Handoff } from './handoff.ts'
import { phaseNumber, stageAfter, stageOf, type Unit, type DeterminedValues } from '../stages/stages.ts'
import { withNewHandoff, emptyBody, completionEdits, checksumsOf, isPhased, recordComplexity } from './completion.ts'
import { inProgressTitles, resolveStep, returnedTitles, completeTitles, endingLines, nextStep } from './wording.ts'
import type { Handback } from '../schema.ts'
import type { ContractKey } from '../files.ts'

/** Where question and answer are kept. */
export const contextSection = 'Context to Preserve'

export const questionLine = (question: string, model: PluginModel): string =>
  `- **Question (${model.context.day}):** ${oneLine(question)}`
/**
 * What work came back with before it was granted again, and when: without this line nothing would show that control
 * came back.
 */
export const errorLine = (error: string, at: string): string => `- **Error (${oneLine(at)}):** ${oneLine(error)}`
export const answerLine = (answer: string, model: PluginModel): string =>
  `- **Answer (${model.context.day}):** ${answer}`

/** How often control came back in the course of the work, as its lines in the section that is preserved say. */
export const countReturns = (handoff: Handoff): number =>
  linesOf(handoff, contextSection).filter((line) => /^- \*\*(?:Error|Question|Answer) \(/.test(line)).length

/** The plugin with further lines in the section that is preserved. */
export const withContextLines = (plugin: Plugin, model: PluginModel, lines: readonly string[]): Plugin =>
  applyEdits(plugin, model, [(handoff) => appendTo(handoff, contextSection, ...lines)])

/** The keys of a unit: a stage, and of it a phase or none. */
const unitKeys = (unit: Unit): MappingPatch => ({ stage: stageOf(unit), phase: phaseNumber(unit) > 0 ? unit : null })

/** What is determined by the state is nothing while work is in progress. */
function clearedNextKeys({ fields }: Handoff): MappingPatch {
  const presentKeys = (['next_action', 'next_phase'] as const).filter((key) => fields[key].state !== 'absent')
  return Object.fromEntries(presentKeys.map((key) => [key, null]))
}

const inProgressEdit =
  (unit: Unit, { context }: PluginModel): HandoffEdit =>
  (handoff) =>
    withKeys(handoff, {
      ...unitKeys(unit),
      status: 'in_progress',
      last_updated: context.day,
      ...clearedNextKeys(handoff),
      handback: undefined,
    })

/** The plugin with its first handoff: work on the first unit is in progress, and its complexity is not known yet. */
function withFirstHandoff(plugin: Plugin, model: PluginModel, unit: Unit): Plugin {
  const titles = inProgressTitles(unit)
  const position = { unit, status: 'in_progress', updated: model.context.day } as const
  const unknownComplexity: HandoffEdit = (handoff) =>
    withKeys(handoff, { complexity_score: null, phased_implementation: null })
  const startedPlugin = withNewHandoff(plugin, model, position, emptyBody(titles.heading), [unknownComplexity])
  return applyEdits(startedPlugin, model, [
    ...completionEdits(startedPlugin, model),
    (handoff) => withTitles(handoff, titles),
  ])
}

/** The plugin with a grant in its handoff, or without one. */
export function withGrant(plugin: Plugin, model: PluginModel, grant: Grant | undefined): Plugin {
  const { agent, by, since, until } = grant ?? {}
  const patch = since === undefined ? undefined : { agent, by, since, until }
  return applyEdits(plugin, model, [
    (handoff) => withKeys(handoff, { grant: undefined }),
    (handoff) => withKeys(handoff, { grant: patch }),
  ])
}

/** The plugin with a unit in progress, held by the agent. */
export function grantUnit(plugin: Plugin, model: PluginModel, unit: Unit): Plugin {
  if (!plugin.handoff) return withFirstHandoff(plugin, model, unit)
  return applyEdits(plugin, model, [
    inProgressEdit(unit, model),
    ...completionEdits(plugin, model),
    (handoff) => withTitles(handoff, inProgressTitles(unit)),
  ])
}

/** The plugin with the same unit in progress, held by the agent again after it was given back. */
export function resumeUnit(plugin: Plugin, model: PluginModel, unit: Unit): Plugin {
  const handback = plugin.handoff?.handback.value
  const edits: readonly HandoffEdit[] = handback
    ? [(handoff) => withSteps(handoff, { goes: (text) => text === resolveStep(handback) })]
    : []
  return applyEdits(grantUnit(plugin, model, unit), model, edits)
}

/** A malformed `handback` is removed first: nothing of it could be kept. */
const removeMalformedHandback: HandoffEdit = (handoff) =>
  handoff.handback.state === 'wrong' ? withKeys(handoff, { handback: undefined }) : handoff.document.text

/** The plugin with its unit still in progress, held by the orchestrator: there is an error, or a question. */
export function returnUnit(plugin: Plugin, model: PluginModel, unit: Unit, handback: Handback): Plugin {
  const { reason, code, description, at } = handback
  const oldHandback = plugin.handoff?.handback.value
  return applyEdits(plugin, model, [
    removeMalformedHandback,
    (handoff) => withKeys(handoff, { last_updated: model.context.day, handback: { reason, code, description, at } }),
    (handoff) => withSpelling(handoff, ['handback', 'description'], JSON.stringify(description)),
    ...completionEdits(plugin, model),
    (handoff) =>
      withSteps(handoff, {
        goes: (item) => oldHandback !== undefined && item === resolveStep(oldHandback),
        added: resolveStep(handback),
      }),
    (handoff) => withTitles(handoff, returnedTitles(unit, reason)),
  ])
}

/** The plugin once its first stage is planned: its complexity is recorded, and the contracts as they are. */
export function recordPlanning(plugin: Plugin, model: PluginModel, complexity: number): Plugin {
  const keys = { phased_implementation: isPhased(complexity, plugin), contract_checksums: checksumsOf(plugin) }
  return applyEdits(plugin, model, [...recordComplexity(complexity), (handoff) => withKeys(handoff, keys)])
}

export interface Ending {
  readonly unit: Unit
  /** For the last phase: its stage, which is complete with it. */
  readonly closed: Unit | undefined
  readonly next: DeterminedValues
  /** TEXT as it is written. */
  readonly text: string | undefined
  readonly artifacts: readonly string[]
  readonly tested: readonly string[]
}

/** Edits that keep what was planned, unless something like it is written already. */
function contextEdits({ handoff, contracts }: Plugin): readonly HandoffEdit[] {
  const pathOf = (key: ContractKey) => (contracts[key].file === 'there' ? contracts[key].path : undefined)
  const values: Readonly<Record<string, string | undefined>> = {
    Complexity: handoff?.fields.complexity_score.value?.toFixed(1),
    Phased: handoff?.fields.phased_implementation.value?.toString(),
    Architecture: pathOf('architecture'),
    Plan: pathOf('plan'),
  }
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(
      ([label, value]): HandoffEdit =>
        (current) =>
          linesOf(current, contextSection).some((line) => line.startsWith(`- ${label}:`))
            ? current.document.text
            : appendTo(current, contextSection, `- ${label}: ${value}`),
    )
}

/** What comes after a unit, for people. */
function stepAfter({ unit, closed, next }: Ending, model: PluginModel): string {
  const isContinued = phaseNumber(unit) > 0 && closed === undefined
  return nextStep(next.phase ?? stageAfter(unit, model.stages)?.stage.toString(), !isContinued, model)
}

/** The plugin with a unit complete, and with it perhaps its stage, and the lines for its timeline. */
export function completeUnit(
  plugin: Plugin,
  model: PluginModel,
  ending: Ending,
): { readonly after: Plugin; readonly timeline: readonly string[] } {
  const { unit, closed, next, text, artifacts, tested } = ending
  const { stages, context } = model
  const lastUnit = closed ?? unit
  const isAtEnd = stageOf(lastUnit) === stages.last.stage
  const keys = {
    ...unitKeys(lastUnit),
    status: isAtEnd ? 'workflow_complete' : 'complete',
    last_updated: context.day,
    next_action: next.action,
    next_phase: next.phase,
    handback: undefined,
  }
  const lines = [
    endingLines(plugin, model, unit, text),
    ...(closed === undefined ? [] : [endingLines(plugin, model, closed, undefined)]),
  ]
  const handback = plugin.handoff?.handback.value
  const goes = (item: string) =>
    isFinished(item, lastUnit, stages) || (handback !== undefined && item === resolveStep(handback))
  const after = applyEdits(plugin, model, [
    (handoff) => withKeys(handoff, keys),
    ...completionEdits(plugin, model),
    ...lines.map(
      ({ completed }): HandoffEdit =>
        (handoff) =>
          appendTo(handoff, 'Completed So Far', completed),
    ),
    (handoff) => withSteps(handoff, { goes, added: stepAfter(ending, model) }),
    (handoff) => withArtifacts(handoff, artifacts),
    (handoff) => withTestedItems(handoff, tested),
    ...(stageOf(unit) === stages.way[0]?.stage ? contextEdits(plugin) : []),
    (handoff) => withTitles(handoff, completeTitles(lastUnit, model)),
  ])
  return { after, timeline: lines.map(({ timeline }) => timeline) }
}
