import { completeStages, type PluginConfiguration, type Stage } from '../discovery.ts'
import { groupBy } from '../../../core/grouped.ts'
import { msg } from '../../../core/message.ts'
import { outline } from '../../../documents/markdown.ts'
import { copyOfText, type TextDocument } from '../../../documents/text.ts'
import type { Plugin } from '../model.ts'
import type { Phases } from '../states.ts'

/**
 * What gets worked on: a stage (`3`) or one phase of it (`3.1`). Where a stage has phases, the bare stage stands for
 * its closing.
 */
export type Unit = string

/** The stages of the specification (section 2). */
const defaultStages = completeStages([
  { stage: 0, title: 'Research & Planning', agent: 'research-planning-agent', tolerated: false },
  { stage: 1, title: 'Planning', tolerated: true },
  {
    stage: 2,
    title: 'Foundation',
    agent: 'foundation-shell-agent',
    action: 'invoke_foundation_shell_agent',
    tolerated: false,
  },
  {
    stage: 3,
    title: 'Audio engine',
    agent: 'dsp-agent',
    action: 'invoke_dsp_agent',
    phases: 'continue_dsp_phase',
    tolerated: false,
  },
  {
    stage: 4,
    title: 'UI',
    agent: 'gui-agent',
    action: 'invoke_gui_agent',
    phases: 'continue_gui_phase',
    tolerated: false,
  },
  { stage: 5, title: 'Validation', tolerated: false },
  { stage: 6, title: 'Done', tolerated: true },
])

/** Names of actions that older files use for those of the table. */
const actionAliases: Readonly<Record<string, readonly string[]>> = { begin_stage_5: ['invoke_validation'] }

/** The text at the end of the last stage: what may follow it. */
export const finalActions: readonly string[] = ['install', 'improve']

/** The stages of one configuration, with what follows from them. */
export interface Stages {
  readonly all: readonly Stage[]
  /** The stages that commands go to, in order. */
  readonly way: readonly Stage[]
  readonly last: Stage
  get(stage: number): Stage | undefined
  /** The names that a `next_action` may have, of phases the first. */
  readonly actions: readonly string[]
  /** Whether an action is one of some stage. */
  knowsAction(action: string): boolean
}

export function stagesOf(configuration: PluginConfiguration): Stages {
  const all = configuration.stages === 'default' ? defaultStages : configuration.stages
  const byNumber = new Map(all.map((stage) => [stage.stage, stage]))
  const way = all.filter((stage) => !stage.tolerated)
  const last = way.at(-1)
  if (!last) throw new RangeError('A way without stages: the configuration has at least one')
  const actionNames = new Set([
    ...all.flatMap(({ action }) => (action === undefined ? [] : namesOfAction(action))),
    ...finalActions,
  ])
  const prefixes = all.flatMap(({ stage, phases }) => (phases === undefined ? [] : [`${phases}_${stage}.`]))
  return {
    all,
    way,
    last,
    get: (stage) => byNumber.get(stage),
    actions: [...actionNames, ...prefixes.map((prefix) => `${prefix}1`)],
    knowsAction: (action) =>
      actionNames.has(action) ||
      prefixes.some((prefix) => action.startsWith(prefix) && isPhase(action.slice(prefix.lastIndexOf('_') + 1))),
  }
}

/** An action and the names that mean the same. */
export const namesOfAction = (action: string): readonly string[] => [action, ...(actionAliases[action] ?? [])]

const phasePattern = /^(0|[1-9]\d{0,8})\.[1-9]\d{0,8}$/

export const isPhase = (text: string): boolean => phasePattern.test(text)

/** A unit in a sentence: stage `3`, phase `3.1`. */
export const unitInWords = (unit: Unit): string => `${isPhase(unit) ? 'phase' : 'stage'} ${msg`${unit}`}`

/** The stage of a unit: 3 for `3` and `3.1`. */
export const stageOf = (unit: Unit): number => Number(unit.split('.', 1)[0])

/** The number of a phase in its stage: 10 for `3.10`; 0 for a bare stage, which is not a phase. */
export const phaseNumber = (unit: Unit): number => Number(unit.split('.')[1] ?? 0)

/** The phase with the next number: `3.2` for `3.1`, `3.1` for the bare stage. */
export const phaseAfter = (unit: Unit): Unit => `${stageOf(unit)}.${phaseNumber(unit) + 1}`

const placeInStage = (unit: Unit): number => phaseNumber(unit) || Number.MAX_SAFE_INTEGER

/** The order of units: the phases of a stage, 3.9 before 3.10, then the bare stage, which closes it. */
export const compareUnits = (a: Unit, b: Unit): number => stageOf(a) - stageOf(b) || placeInStage(a) - placeInStage(b)

const unitPattern = /(?<![\w.])(Stage|Phase) (\d{1,9}(?:\.\d{1,9})?)(?!\w|\.\d)/g

export const isFirstUnit = (unit: Unit, { way }: Stages): boolean => unit === String(way[0]?.stage)

/** The units that a text names, as whole words: `Stage N`, and for a phase `Stage N.M` or `Phase N.M`. */
export function unitsIn(text: string): readonly Unit[] {
  return Array.from(text.matchAll(unitPattern), ([, word, unit = '']) =>
    word === 'Stage' || isPhase(unit) ? unit : '',
  ).filter((unit) => unit !== '')
}

/** A unit as an argument names it: a phase, or a stage, which stands for the next unit of it. */
export interface NamedUnit {
  readonly stage: number
  readonly phase: Unit | undefined
}

interface UnitOptions {
  readonly stage?: string
  readonly phase?: string
}

/** Why options name no unit, by `msg`. */
export function unitFault({ stage, phase }: UnitOptions): string | undefined {
  if (stage !== undefined && !/^(0|[1-9]\d{0,8})$/.test(stage))
    return msg`Unexpected stage ${stage}, expected an integer`
  if (phase !== undefined && !isPhase(phase)) return msg`Unexpected phase ${phase}, expected ${'N.M'}`
  if (stage !== undefined && phase !== undefined && stageOf(phase) !== Number(stage))
    return msg`Unexpected phase ${phase}, expected one of stage ${stage}`
  return undefined
}

/** The unit that options without a fault name; none if they name none. */
export function namedUnitOf({ stage, phase }: UnitOptions): NamedUnit | undefined {
  if (phase !== undefined) return { stage: stageOf(phase), phase }
  return stage === undefined ? undefined : { stage: Number(stage), phase }
}

export const isNamed = (unit: Unit, { stage, phase }: NamedUnit): boolean =>
  phase === undefined ? stageOf(unit) === stage : unit === phase

export const nameOf = ({ stage, phase }: NamedUnit): string => phase ?? String(stage)

export interface PlannedPhase {
  readonly phase: Unit
  readonly title: string
  readonly line: number
}

/** The phases and the complexity that `plan.md` has (specification, 2.1). */
export interface Plan {
  readonly path: string
  /** In order of stage and number, each once. None: the plan is silent. */
  readonly phases: readonly PlannedPhase[]
  readonly complexity?: { readonly value: number; readonly line: number }
}

/** What may be in front of the word `Phase`: heading and list marks, a checkbox, emphasis. */
const decoration = /^[\s#*_+-]*(?:\d{1,9}[.)]\s+)?[\s*_]*(?:\[[ xX]\]\s+)?[\s*_]*/
const plannedPhasePattern = /^phase\s+(\d{1,9}\.\d{1,9})(?![\d]|\.\d)/i
const titlePrefixPattern = /^[\s:*_–-]+/
const titleSuffixPattern = /(?:[\s*_✓✅✔]|\ufe0f)+$/u

function phaseOf(line: string, number: number): PlannedPhase | undefined {
  // A heading that is underlined may have several lines.
  const [text = ''] = line.slice(0, 500).split('\n', 1)
  const rest = text.slice(decoration.exec(text)?.[0].length ?? 0)
  const phase = plannedPhasePattern.exec(rest)?.[1]
  if (phase === undefined || !isPhase(phase)) return undefined
  const title = rest.slice(plannedPhasePattern.exec(rest)?.[0].length ?? 0)
  return {
    phase,
    title: copyOfText(title.replace(titlePrefixPattern, '').replace(titleSuffixPattern, '')),
    line: number,
  }
}

const complexityPattern = /\bcomplexity(?: score)?[*_:\s]*([1-5](?:\.\d)?)(?!\d|\.\d)/i

function complexityOf(line: string): number | undefined {
  const value = Number(complexityPattern.exec(line.slice(0, 2000))?.[1])
  return value <= 5 ? value : undefined
}

/** The first of each phase, in order of stage and number. */
function orderedPhases(phases: readonly PlannedPhase[]): readonly PlannedPhase[] {
  const firstPhases = Array.from(groupBy(phases, ({ phase }) => phase).values(), ([first]) => first)
  return firstPhases.toSorted((a, b) => compareUnits(a.phase, b.phase))
}

/** Reads a plan. Headings win over lists and paragraphs: lists are estimates and outlive renumbering. */
export function readPlan(path: string, document: TextDocument | undefined): Plan {
  if (!document) return { path, phases: [] }
  const documentOutline = outline(document)
  const phasesInHeadings = documentOutline.headings.flatMap(({ text, line }) => phaseOf(text, line) ?? [])
  const phasesInText: PlannedPhase[] = []
  let complexity: Plan['complexity']
  for (let line = 1; line <= document.lineCount; line++) {
    const text = document.line(line)
    const value = complexity ? undefined : complexityOf(text)
    if (value !== undefined && documentOutline.kindOf(line) !== 'code') complexity = { value, line }
    const phase = phasesInHeadings.length > 0 ? undefined : phaseOf(text, line)
    if (phase && (documentOutline.kindOf(line) === 'text' || documentOutline.kindOf(line) === 'quote'))
      phasesInText.push(phase)
  }
  return {
    path,
    phases: orderedPhases(phasesInHeadings.length > 0 ? phasesInHeadings : phasesInText),
    ...(complexity && { complexity }),
  }
}

export const stageAfter = (unit: Unit, { way }: Stages): Stage | undefined =>
  way.find(({ stage }) => stage > stageOf(unit))

/** The values of a handoff that follow from its state (docs/plugin.md, "States"). */
export interface DeterminedValues {
  readonly action: string | null
  readonly phase: Unit | null
}

/**
 * What follows a completed unit. `nextPhase` is what the handoff says, which decides while the plan is silent: a phase
 * of the same stage continues it, null ends it.
 */
export function determinedValuesAfter(
  unit: Unit,
  nextPhase: Unit | null,
  phases: Phases,
  stages: Stages,
): DeterminedValues {
  const next = phaseNumber(unit) > 0 ? followingPhase(unit, nextPhase, phases) : undefined
  if (next !== undefined) return { action: `${stages.get(stageOf(unit))?.phases}_${next}`, phase: next }
  const nextStage = stageAfter(unit, stages)
  if (!nextStage) return { action: 'install', phase: null }
  return { action: nextStage.action ?? null, phase: firstPhase(nextStage.stage, phases, stages) }
}

/** The phase that follows another one in its stage: the plan's, or while that is silent `nextPhase` if it can be. */
export function followingPhase(unit: Unit, nextPhase: Unit | null, phases: Phases): Unit | undefined {
  const stage = stageOf(unit)
  const candidates = phases.decided ? phases.of(stage) : nextPhase === null ? [] : [nextPhase]
  return candidates.find((phase) => stageOf(phase) === stage && phaseNumber(phase) > phaseNumber(unit))
}

/**
 * The first phase of a stage; null if it has none. While the plan is silent, every stage that allows phases begins at
 * `N.1`.
 */
export function firstPhase(stage: number, phases: Phases, stages: Stages): Unit | null {
  if (phases.decided || !phases.phased) return phases.of(stage)[0] ?? null
  return stages.get(stage)?.phases === undefined ? null : `${stage}.1`
}

/**
 * The phase that is complete while nothing says whether another follows: the plan is silent, and so is the handoff. To
 * guess would be to close a stage too early.
 */
export function openPhase({ state, handoff, phases }: Plugin): Unit | undefined {
  if (
    state.kind !== 'unit' ||
    state.status !== 'complete' ||
    phaseNumber(state.unit) === 0 ||
    phases.decided ||
    !phases.phased
  )
    return undefined
  const nextPhaseState = handoff?.fields.next_phase.state
  return nextPhaseState === 'good' || nextPhaseState === 'null' ? undefined : state.unit
}

/**
 * The unit that begins when control of a plugin is granted: the last phase of a stage counts as the whole. None at the
 * end of the way.
 */
export function unitToBegin({ state, handoff, phases }: Plugin, stages: Stages): Unit | undefined {
  if (state.kind === 'ideated') return stages.way[0] && String(stages.way[0].stage)
  if (state.kind !== 'unit') return undefined
  if (state.status === 'in_progress') return state.unit
  const { phase } = determinedValuesAfter(state.unit, handoff?.fields.next_phase.value ?? null, phases, stages)
  return phase ?? stageAfter(state.unit, stages)?.stage.toString()
}

/**
 * Whether a unit is a phase that is complete and that no other phase of its stage follows: what is left of the stage is
 * to close it.
 */
export function isStageClosedNext(plugin: Plugin, stages: Stages): boolean {
  const { state } = plugin
  if (state.kind !== 'unit' || state.status !== 'complete' || phaseNumber(state.unit) === 0) return false
  const nextUnit = unitToBegin(plugin, stages)
  return nextUnit === undefined || stageOf(nextUnit) !== stageOf(state.unit)
}

/**
 * The unit that ends when work is handed back: the one in progress, otherwise the next one, which may be the closing of
 * a stage.
 */
export function unitToEnd(plugin: Plugin, stages: Stages): Unit | undefined {
  const { state } = plugin
  if (state.kind !== 'unit') return unitToBegin(plugin, stages)
  // The last stage is not at its end before the whole way is, and what is tolerated after it is no further.
  if (stageOf(state.unit) >= stages.last.stage) return String(stages.last.stage)
  if (isStageClosedNext(plugin, stages)) return String(stageOf(state.unit))
  return unitToBegin(plugin, stages)
}

export const hasNoPhases = (unit: Unit, { phases }: Plugin, stages: Stages): boolean =>
  phaseNumber(unit) > 0 || firstPhase(stageOf(unit), phases, stages) === null
