import type { Comparison } from '../../../core/context.ts'
import { partsWithTarget, type Rule, type RuleGroup } from '../../../kit/rules.ts'
import { contractKeys } from '../files.ts'
import type { Field, Handoff } from '../handoff/handoff.ts'
import type { Contract, Plugin, PluginModel, UnreadableFile } from '../model.ts'
import type { Row, SecondPlace, Timeline } from '../registry/registry.ts'
import type { Edit } from '../../../core/diagnostic.ts'
import { msg } from '../../../core/message.ts'
import { targetId } from '../targets.ts'
import type { HandoffKey, HandoffValue } from '../schema.ts'

/** A plugin, whatever is there of it. */
export interface PluginSubject {
  readonly plugin: Plugin
  readonly model: PluginModel
  /** The plugin before the change, where there is one. */
  readonly before?: Plugin | undefined
  /** Whether there was no handoff of it before the change; absent where that is not known. */
  readonly isNewHandoff?: boolean
}

/** A plugin with a handoff whose front matter can be read, or that has none. */
export interface HandoffSubject extends PluginSubject {
  readonly handoff: Handoff
}

/** A contract, and its record in the front matter of a handoff. */
export interface ContractSubject extends HandoffSubject {
  readonly contract: Contract
  /** Its digest. */
  readonly recorded: Field<string>
}

/** A state file that is there and cannot be read. */
export interface UnreadableSubject {
  readonly file: UnreadableFile
  readonly model: PluginModel
  /** The plugin that it belongs to, if it is one plugin's. */
  readonly owner: PluginSubject | undefined
}

/** A place that says the status of a plugin: its row, or its second place. */
export type RegisteredSubject = PluginSubject &
  ({ readonly kind: 'row'; readonly place: Row } | { readonly kind: 'entry' | 'notes'; readonly place: SecondPlace })

/** One list of the timeline in the second place of a plugin. */
interface TimelineSubject extends PluginSubject {
  readonly timeline: Timeline
  /** The list before the change. */
  readonly timelineBefore: Timeline | undefined
}

/** Parts of plugins: what is found about one is about its plugin. */
export const partsOfPlugins = <Part extends PluginSubject>(
  parts: (comparison: Comparison<PluginModel>) => Iterable<Part>,
) => partsWithTarget(({ plugin }: Part) => targetId(plugin.name), parts)

function subjectOf(plugin: Plugin, { now: model, before: modelBefore }: Comparison<PluginModel>): PluginSubject {
  const before = modelBefore?.get(plugin.name)
  return { plugin, model, before, ...(modelBefore && { isNewHandoff: before?.hasHandoff !== true }) }
}

export const plugins = partsOfPlugins(function* (comparison): Iterable<PluginSubject> {
  for (const plugin of comparison.now.plugins) yield subjectOf(plugin, comparison)
})

/** Handoffs that say something: an invalid front matter has its own finding, and no other. */
export const handoffs = partsOfPlugins(function* (comparison): Iterable<HandoffSubject> {
  for (const subject of plugins.each(comparison)) {
    const { handoff } = subject.plugin
    if (handoff && !handoff.front.fault) yield { ...subject, handoff }
  }
})

/** Handoffs that count: one that was left behind has one finding for all that is wrong with its form and its fields. */
export const currentHandoffs = partsOfPlugins(function* (comparison): Iterable<HandoffSubject> {
  for (const subject of handoffs.each(comparison)) if (!subject.plugin.stale) yield subject
})

/** Every contract of every plugin, except for links: what a link points to is not checked. */
export const contracts = partsOfPlugins(function* (comparison): Iterable<ContractSubject> {
  for (const subject of handoffs.each(comparison)) {
    for (const key of contractKeys) {
      const contract = subject.plugin.contracts[key]
      const recorded = subject.handoff.checksums.recorded[key]
      if (contract.file !== 'link') yield { ...subject, contract, recorded }
    }
  }
})

/** State files that cannot be read, those of directories that are no plugins excepted. */
export const unreadableFiles = partsWithTarget(
  ({ file: { plugin } }) => (plugin === undefined ? undefined : targetId(plugin)),
  function* (comparison: Comparison<PluginModel>): Iterable<UnreadableSubject> {
    const { now: model } = comparison
    for (const file of model.unreadable) {
      const plugin = file.plugin === undefined ? undefined : model.get(file.plugin)
      if (file.plugin === undefined || plugin) yield { file, model, owner: plugin && subjectOf(plugin, comparison) }
    }
  },
)

export const registeredPlaces = partsOfPlugins(function* (comparison): Iterable<RegisteredSubject> {
  for (const subject of plugins.each(comparison)) {
    const { plugin, model } = subject
    if (plugin.row) yield { ...subject, kind: 'row', place: plugin.row }
    if (plugin.second) yield { ...subject, kind: model.layout === 'notes' ? 'notes' : 'entry', place: plugin.second }
  }
})

export const timelines = partsOfPlugins(function* (comparison): Iterable<TimelineSubject> {
  for (const subject of plugins.each(comparison)) {
    const { plugin, before } = subject
    for (const [index, timeline] of (plugin.second?.timelines ?? []).entries())
      yield { ...subject, timeline, timelineBefore: before?.second?.timelines[index] }
  }
})

export function* models({ now: model }: Comparison<PluginModel>): Iterable<PluginModel> {
  yield model
}

export type PluginRules = RuleGroup<PluginModel>

/** A rule about the value of one key, and what makes it wrong. */
interface ValueRule<Key extends HandoffKey> extends Omit<Rule<HandoffSubject>, 'check' | 'hint'> {
  /** Whether the value is looked at at all; by default it is. */
  readonly runs?: (subject: HandoffSubject) => boolean
  /** Whether a value of the right form is right here too; by default it is. */
  readonly allowed?: (value: HandoffValue<Key>, subject: HandoffSubject) => boolean
  /** What the value may be. */
  readonly expected: (subject: HandoffSubject) => string
  readonly hint: (subject: HandoffSubject) => string
  /** The repair as an edit, which `/fix` of the code makes; where there is a safe one. */
  readonly edit?: (subject: HandoffSubject) => Edit | undefined
}

/** A rule that finds the value of one key where it is present, not null, and not what it may be. */
export const valueRule = <Key extends HandoffKey>(
  key: Key,
  { runs = () => true, allowed = () => true, expected, hint, edit, ...facts }: ValueRule<Key>,
): Rule<HandoffSubject> => ({
  ...facts,
  *check(subject) {
    const field = subject.handoff.fields[key]
    const isWrong = field.state === 'wrong' || (field.value !== undefined && !allowed(field.value, subject))
    if (!isWrong || !runs(subject)) return
    const repair = edit?.(subject)
    yield {
      message: `${msg`Unexpected ${key} ${field.written}`}, expected ${expected(subject)}`,
      hint: hint(subject),
      ...(repair && { fix: `/fix ${facts.code}`, edit: repair }),
      place: field.place,
    }
  },
})
