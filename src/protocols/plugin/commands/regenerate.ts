import { type ChangeSet, refuse } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import type { Handoff } from '../handoff/handoff.ts'
import { byHandoff, type Plugin, type PluginModel } from '../model.ts'
import { begun, emptyBody, completedEdits, completing, isPhased, recording, type Body, type Position } from '../handoff/completion.ts'
import { withKeys, handoffChanges, rewritten, withTitles, type Edit } from '../handoff/edits.ts'
import { completeTitles } from '../handoff/wording.ts'
import { diagnostic, unchanged, filesAreSound, violation } from './diagnostics.ts'
import { registeredPosition } from './migrate.ts'
import { type Call, command, type Precondition } from '../../../kit/command.ts'
import { discardOptions } from '../../../kit/options.ts'
import { pluginTarget, wrongUsage, complexityOf } from './target.ts'

/** The first line of the text after a front matter. One that cannot be read ends at the next `---`; without one, before the first heading. */
function bodyLine({ front, document }: Handoff): number {
  if (!front.fault) return front.body
  const lines = Array.from({ length: document.lineCount }, (_, index) => document.line(index + 1))
  const closing = lines.findIndex((line, index) => index > 0 && /^---[ \t]*$/.test(line))
  if (closing !== -1) return closing + 2
  const heading = lines.findIndex((line) => /^#{1,6}(?:[ \t]|$)/.test(line))
  return heading === -1 ? document.lineCount + 1 : heading + 1
}

function bodyOf(handoff: Handoff): Body {
  const { text, start, eol } = handoff.document
  return { mark: text.slice(0, start), eol, text: text.slice(handoff.document.offsetOf(bodyLine(handoff))) }
}

/** The plugin with a handoff made from registry, plan and contracts. */
function regenerated(plugin: Plugin, model: PluginModel, position: Position, complexity: number): Plugin {
  const titles = completeTitles(position.unit, model)
  const body = plugin.handoff ? bodyOf(plugin.handoff) : emptyBody(titles.heading)
  const phased: Edit = (handoff) => withKeys(handoff, { phased_implementation: isPhased(complexity, plugin) })
  const head = begun(plugin, model, position, body, [...recording(complexity), phased])
  const whole = rewritten(head, model, completing(head, model))
  const titled: Edit = (handoff) => (plugin.handoff ? handoff.document.text : withTitles(handoff, titles))
  return rewritten(whole, model, [...completedEdits(whole, model), titled])
}

const options = {
  ...discardOptions,
  complexity: { kind: 'once', value: 'X', does: 'the complexity, 1 to 5, where the plan does not say it' },
} as const

/** A handoff that is to be made. */
interface RegenerationPlan {
  /** Where the work is by the registry. */
  readonly position: Position | undefined
  /** None where position or complexity are unknown. */
  readonly changes: ChangeSet | undefined
}

type Regenerate = Call<PluginModel, Plugin, typeof options, undefined, RegenerationPlan>

function madeBy({ model, target: plugin, options: { complexity: given } }: Omit<Regenerate, 'prepared'>): RegenerationPlan {
  const named = complexityOf(given)
  const complexity = typeof named === 'number' ? named : plugin.plan.complexity?.value
  const position = registeredPosition(plugin, model)
  const after = position && complexity !== undefined ? regenerated(plugin, model, position, complexity) : undefined
  return { position, changes: after && handoffChanges(plugin, after) }
}

const preconditions: readonly Precondition<Regenerate>[] = [
  {
    *violations({ model, usage, options: { complexity } }) {
      const given = complexityOf(complexity)
      if (typeof given === 'object') yield wrongUsage(model, usage, given.fault)
    },
  },
  {
    code: 'PLUGIN_HANDOFF_EXISTS',
    *violations({ model, target: plugin, prepared: { changes } }) {
      const isSame = changes?.size === 0
      if (plugin.hasHandoff && !isSame && byHandoff(plugin, model).state.kind !== 'unknown')
        yield violation({ model, plugin }, msg`Unexpected handoff of ${plugin.name}: it can be read, so it is not replaced`)
    },
  },
  {
    code: 'PLUGIN_NOT_IN_DEVELOPMENT',
    *violations({ model, target: plugin, prepared: { position } }) {
      if (!position)
        yield violation({ model, plugin }, msg`Unknown state of ${plugin.name}: the registry does not say that it is in development`)
    },
  },
  {
    code: 'PLUGIN_COMPLEXITY_REQUIRED',
    *violations({ model, target: plugin, prepared: { changes } }) {
      const { name } = plugin
      if (changes) return
      yield violation({ model, plugin }, msg`Unknown complexity of ${name}: no line ${'Complexity: N'} in the plan, no option`, {
        hint: msg`Give it, from 1 to 5: ${`/regenerate ${name} --complexity X`}`,
      })
    },
  },
]

/** Writes a new handoff in place of one that is lost or cannot be read (docs/plugin.md, "Commands"). */
export const regenerate = command({
  name: 'regenerate',
  summary:
    'Makes a handoff that is missing or cannot be read from the registry, the plan and the contracts; the text after its front matter stays.',
  examples: ['/regenerate TinyGain', '/regenerate TinyGain --complexity 2.5'],
  target: pluginTarget,
  options,
  prepare: madeBy,
  preconditions: [
    filesAreSound(['handoff', 'contract', 'registry', 'notes'], ['REGISTRY_DUPLICATE', 'REGISTRY_STATUS_DRIFT']),
    ...preconditions,
  ],

  run({ model, target: plugin, prepared: { changes } }) {
    const { name } = plugin
    if (!changes) return refuse()
    if (changes.size === 0) return unchanged(msg`The handoff of ${name} is already what would be written.`)
    const regenerated = diagnostic(
      { model, plugin },
      'CONTRACT_CHANGED',
      msg`The contracts of ${name} are recorded as they are now: it is unknown whether the code was built against them`,
      { severity: 'warning' },
    )
    return {
      outcome: 'changed',
      changes,
      // The text after the front matter stays, the front matter does not.
      discards: [plugin.handoffPath],
      reply: msg`The handoff of ${name} is made again.`,
      diagnostics: [regenerated],
    }
  },
})
