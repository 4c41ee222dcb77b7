import type { Plugin, PluginModel } from '../model.ts'
import type { Handback } from '../schema.ts'
import { hasNoPhases, isFirstUnit, phaseNumber, stageOf, type Unit } from '../stages/stages.ts'
import { oneLine, type Titles } from './edits.ts'

/** Wording that is special to a stage of the specification. */
interface StageWording {
  /** After `Stage N Complete - `; otherwise its title. */
  readonly heading?: string
  /** Before the detail in `Completed So Far`; otherwise the text of its completion. */
  readonly completed?: string
  /** What was done, where the command has no text; otherwise `doneText`. */
  readonly detail?: string
  /** How the timeline says it. */
  readonly timeline?: string
}

const stageWordings: Readonly<Record<number, StageWording>> = {
  0: { completed: 'Research complete', detail: 'DSP architecture documented' },
  2: { heading: 'Build System Ready', detail: 'Build system operational' },
  3: { detail: 'DSP implemented' },
  4: { detail: 'UI integrated' },
  5: {
    heading: 'Ready for Installation',
    detail: 'CHANGELOG created, ready to install',
    timeline: 'ready for installation',
  },
}

const wordingOf = (stage: number, { configuration }: PluginModel): StageWording =>
  (configuration.stages === 'default' ? stageWordings[stage] : undefined) ?? {}

const capitalizeWords = (words: string) => words.replace(/(^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase())

export const inProgressTitles = (unit: Unit): Titles => ({
  heading: `Stage ${unit} In Progress`,
  summary: `Stage ${unit} In Progress`,
})

export function returnedTitles(unit: Unit, reason: string): Titles {
  const title = `Stage ${unit} Returned (${reason})`
  return { heading: title, summary: title }
}

export function completeTitles(unit: Unit, model: PluginModel): Titles {
  const stage = stageOf(unit)
  const title = model.stages.get(stage)?.title ?? ''
  if (phaseNumber(unit) > 0) return { heading: `Stage ${unit} Complete - ${title}`, summary: `Phase ${unit} Complete` }
  return {
    heading: `Stage ${unit} Complete - ${wordingOf(stage, model).heading ?? title}`,
    summary: `${capitalizeWords(title)} Complete`,
  }
}

/** The lines that say of a unit that it is complete. */
export interface CompletionLines {
  readonly completed: string
  readonly timeline: string
}

/** A text without the words that precede it anyway; `undefined`: nothing is left. */
function withoutLead(lead: string, text: string | undefined): string | undefined {
  if (text === undefined || !text.toLowerCase().startsWith(lead.toLowerCase())) return text
  const [, rest] = /^[\s:;,.!–—-]+(.*)$/s.exec(`${text.slice(lead.length)} `) ?? []
  return rest === undefined ? text : rest.trim() || undefined
}

/**
 * The lines in `Completed So Far` and in the timeline for a unit that is complete: in the words that were given,
 * otherwise by the plan's title of a phase, otherwise in its own.
 */
export function endingLines(
  plugin: Plugin,
  model: PluginModel,
  unit: Unit,
  givenText: string | undefined,
): CompletionLines {
  const stage = stageOf(unit)
  const words = wordingOf(stage, model)
  const doneText = model.stages.get(stage)?.done ?? ''
  const datedLine = (event: string) => `- **${model.context.day} (Stage ${unit}):** ${event}`
  if (phaseNumber(unit) > 0) {
    const title = oneLine(plugin.plan.phases.find(({ phase }) => phase === unit)?.title ?? '')
    const detail = withoutLead(`Phase ${unit} complete`, givenText) ?? (title || 'done')
    return { completed: `- **Stage ${unit}:** ${detail}`, timeline: datedLine(`Phase ${unit} complete - ${detail}`) }
  }
  const leads = [`Stage ${unit} complete`, ...(doneText === '' ? [] : [doneText])]
  const closingText = hasNoPhases(unit, plugin, model.stages) ? undefined : 'all phases done'
  const text = leads.reduce<string | undefined>((rest, lead) => withoutLead(lead, rest), givenText) ?? closingText
  const detail = text ?? words.detail ?? 'done'
  // Recorded once the first stage is complete.
  const complexity = plugin.handoff?.fields.complexity_score.value
  const timelineText =
    isFirstUnit(unit, model.stages) && complexity !== undefined
      ? `Complexity ${complexity.toFixed(1)}`
      : (text ?? words.timeline ?? detail)
  return {
    completed: `- **Stage ${unit}:** ${words.completed ?? doneText} - ${detail}`,
    timeline: datedLine(`${doneText} - ${timelineText}`),
  }
}

/**
 * What `Next Steps` says of the unit that comes next; without one, at the end of the way. `entered`: nothing of its
 * stage was done before.
 */
export function nextStep(unit: Unit | undefined, entered: boolean, { stages }: PluginModel): string {
  const stage = unit === undefined ? undefined : stages.get(stageOf(unit))
  if (unit === undefined || !stage) return 'Install the plugin or improve it'
  if (stage.agent === undefined || stage === stages.last)
    return `Begin Stage ${stage.stage} (${stage.title.toLowerCase()})`
  const phase = phaseNumber(unit) > 0 ? ` Phase ${unit}` : ''
  return entered
    ? `Invoke ${stage.agent} for Stage ${stage.stage}${phase}`
    : `Continue ${stage.agent} with Stage ${stage.stage}${phase}`
}

/** What `Next Steps` says of work that was given back unfinished. */
export function resolveStep({ reason, code, description }: Pick<Handback, 'reason' | 'code' | 'description'>): string {
  return reason === 'question'
    ? `Answer question: ${description}`
    : `Resolve error${code === undefined ? '' : ` ${code}`}: ${description}`
}
