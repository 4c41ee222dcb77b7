import { refuse, type CommandDiagnostic, type Content, type Outcome, type Request } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import type { Handoff } from '../handoff/handoff.ts'
import { byHandoff, type Plugin, type PluginModel } from '../model.ts'
import { pathsOf } from '../files.ts'
import { isDay } from '../../../core/time.ts'
import { isPlanned } from '../states.ts'
import { begun, wholeBody, completedEdits, completing, lacksCompleted, type Position } from '../handoff/completion.ts'
import { withKeys, rewritten, withText, handoffChanges, type Edit } from '../handoff/edits.ts'
import { diagnostic, errorsOf, findings, unreadableFiles, changing, missingHandoff } from './diagnostics.ts'
import { allOf, pluginOrAll } from './target.ts'
import { command } from '../../../kit/command.ts'

/** Where the work is by the registry; `undefined` where it has no work. */
export function registeredPosition({ registered, second, row }: Plugin, { stages, context }: PluginModel): Position | undefined {
  if (registered?.kind !== 'stage' && registered?.kind !== 'working') return undefined
  const updated = [second?.updated?.text, row?.updated?.text].find((text) => text !== undefined && isDay(text)) ?? context.day
  if (registered.kind === 'stage') return { unit: registered.unit, status: 'complete', updated }
  return { unit: String(stages.last.stage), status: 'workflow_complete', updated }
}

/** Takes the time off a day. */
const withoutTime: Edit = (handoff) => {
  const { state, written } = handoff.fields.last_updated
  const [, day] = /^["']?(\d{4}-\d{2}-\d{2})(?!\d)/.exec(written) ?? []
  return state === 'wrong' && day !== undefined && isDay(day) ? withKeys(handoff, { last_updated: day }) : handoff.document.text
}

/** The plugin with a readable front matter in its handoff, at the handoff's proper place. */
function readable(plugin: Plugin, handoff: Handoff, model: PluginModel): Plugin | undefined {
  if (handoff.front.readable) return withText(plugin, pathsOf(model.configuration, plugin.name).handoff, handoff.document.text, model)
  const position = registeredPosition(plugin, model)
  return position && begun(plugin, model, position, wholeBody(handoff.document))
}

/** Why a handoff in the present form would be worse than the old one: what it would lack is unknown. */
function lost(before: Plugin, after: Plugin, model: PluginModel): readonly CommandDiagnostic[] {
  const { handoff } = after
  if (handoff && isPlanned(handoff, model.stages) && handoff.fields.complexity_score.state === 'null') {
    const message = msg`Unknown complexity of ${after.name}, which is needed once it is planned`
    const hint = msg`Write ${'complexity_score'} into the handoff, or a line ${'Complexity: N'} into the plan.`
    return [diagnostic({ model, plugin: before }, 'PLUGIN_COMPLEXITY_REQUIRED', message, { hint })]
  }
  const known = new Set(errorsOf(model, before, 'strict').map(({ code }) => code))
  return errorsOf(model, byHandoff(after, model), 'strict').filter(({ code }) => !known.has(code))
}

/** The plugin with its handoff in the present form, or why it cannot be given that (specification, section 6). */
export function migrated(before: Plugin, model: PluginModel): Plugin | readonly CommandDiagnostic[] {
  const plugin = byHandoff(before, model)
  const { handoff, name } = plugin
  const found = [
    ...unreadableFiles(model, plugin, ['handoff', 'contract']),
    ...findings(model, plugin, ['PLUGIN_YAML_INVALID', 'PLUGIN_STAGE_INVALID']),
  ]
  if (found.length > 0 || !handoff) return found
  const now = readable(plugin, handoff, model)
  if (!now) {
    const message = msg`Unknown state of ${name}: its handoff says none, and the registry does not say that it is in development`
    const hint = msg`Delete the handoff if the work was given up, otherwise write ${'stage'} and ${'status'} into a front matter.`
    return [diagnostic({ model, plugin }, 'PLUGIN_NOT_IN_DEVELOPMENT', message, { hint })]
  }
  const whole = rewritten(now, model, [withoutTime, ...completing(now, model)])
  const after = rewritten(whole, model, completedEdits(whole, model))
  const worse = lost(plugin, after, model)
  return worse.length > 0 ? worse : after
}

function one(plugin: Plugin, after: Plugin, model: PluginModel): Outcome {
  const { name } = plugin
  const unknownCompleted = lacksCompleted(after, model)
    ? msg` What was completed so far is not known: neither handoff nor timeline shows it.`
    : ''
  return changing(handoffChanges(plugin, after), {
    done: msg`The handoff of ${name} uses the current format.` + unknownCompleted,
    nothing: msg`The handoff of ${name} already uses the current format.`,
  })
}

function all(model: PluginModel, request: Request): Outcome {
  const changes: (readonly [string, Content])[] = []
  const warnings: CommandDiagnostic[] = []
  for (const plugin of allOf(model, request).filter(({ handoff, stale }) => handoff?.legacy && !stale)) {
    const invalid = findings(model, plugin, ['PLUGIN_NAME_INVALID'])
    const after = invalid.length > 0 ? invalid : migrated(plugin, model)
    if ('name' in after) changes.push(...handoffChanges(plugin, after))
    else warnings.push(...after.map((each) => ({ ...each, severity: 'warning' as const })))
  }
  return changing(
    new Map(changes),
    {
      done: 'Every handoff that can be uses the current format.',
      nothing: 'There is no handoff that can be brought into the present form.',
    },
    warnings,
  )
}

/** Brings handoffs into the present form (docs/plugin.md, "Commands"). */
export const migrate = command({
  name: 'migrate',
  summary:
    'Gives a handoff in the old format, or every one, its proper place and the keys and sections that it lacks; the contracts are recorded as they are.',
  examples: ['/migrate TinyGain', '/migrate'],
  forAll: true,
  target: pluginOrAll,

  /** The plugin that is named with its handoff in the present form, or why it cannot be given that. */
  prepare: ({ model, target: plugin }) => plugin && migrated(plugin, model),

  preconditions: [
    {
      *violations({ model, target: plugin }) {
        if (plugin && !plugin.hasHandoff)
          yield missingHandoff({ model, plugin }, msg`Missing handoff of ${plugin.name}: there is nothing to migrate`)
      },
    },
    { violations: ({ prepared: after }) => (after && !('name' in after) ? after : []) },
  ],

  run({ model, target: plugin, request, prepared: after }) {
    if (!plugin) return all(model, request)
    return after && 'name' in after ? one(plugin, after, model) : refuse()
  },
})
