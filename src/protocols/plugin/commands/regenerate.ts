import { type ChangeSet, type CommandDiagnostic, refuse } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import type { Handoff } from '../handoff/handoff.ts'
import { withHandoffState, type Plugin, type PluginModel } from '../model.ts'
import {
  withNewHandoff,
  emptyBody,
  completedSectionEdits,
  completionEdits,
  isPhased,
  recordComplexity,
  type Body,
  type Position,
} from '../handoff/completion.ts'
import { withKeys, handoffChanges, applyEdits, withTitles, type HandoffEdit } from '../handoff/edits.ts'
import { completeTitles } from '../handoff/wording.ts'
import { asComplete, offer } from '../rules/offers.ts'
import { unitInWords } from '../stages/stages.ts'
import { stageStatus } from '../registry/values.ts'
import { diagnostic, unchangedOutcome, filesAreSound, nextOffer, otherComplexityWarnings } from './diagnostics.ts'
import { registeredPosition } from './migrate.ts'
import { type Call, command } from '../../../kit/command.ts'
import { discardOptions } from '../../../kit/options.ts'
import { areArgumentsValid, complexityFault, pluginTarget } from './target.ts'

/**
 * The first line of the text after a front matter. One that cannot be read ends at the next `---`; without one, before
 * the first heading.
 */
function bodyLine({ front, document }: Handoff): number {
  if (!front.fault) return front.body
  const lines = Array.from({ length: document.lineCount }, (_, index) => document.line(index + 1))
  const closingIndex = lines.findIndex((line, index) => index > 0 && /^---[ \t]*$/.test(line))
  if (closingIndex !== -1) return closingIndex + 2
  const headingIndex = lines.findIndex((line) => /^#{1,6}(?:[ \t]|$)/.test(line))
  return headingIndex === -1 ? document.lineCount + 1 : headingIndex + 1
}

function bodyOf(handoff: Handoff): Body {
  const { text, start, eol } = handoff.document
  return { mark: text.slice(0, start), eol, text: text.slice(handoff.document.offsetOf(bodyLine(handoff))) }
}

/** The plugin with a handoff made from registry, plan and contracts. */
function regeneratePlugin(plugin: Plugin, model: PluginModel, position: Position, complexity: number): Plugin {
  const titles = completeTitles(position.unit, model)
  const body = plugin.handoff ? bodyOf(plugin.handoff) : emptyBody(titles.heading)
  const withPhased: HandoffEdit = (handoff) =>
    withKeys(handoff, { phased_implementation: isPhased(complexity, plugin) })
  const begunPlugin = withNewHandoff(plugin, model, position, body, [...recordComplexity(complexity), withPhased])
  const completePlugin = applyEdits(begunPlugin, model, completionEdits(begunPlugin, model))
  const withCompleteTitles: HandoffEdit = (handoff) =>
    plugin.handoff ? handoff.document.text : withTitles(handoff, titles)
  return applyEdits(completePlugin, model, [...completedSectionEdits(completePlugin, model), withCompleteTitles])
}

const options = {
  ...discardOptions,
  complexity: {
    kind: 'once',
    value: 'X',
    does: 'the complexity, 1 to 5: needed where the plan does not say it, and counts before what it says',
  },
} as const

interface RegenerationPlan {
  /** Where the work is by the registry. */
  readonly position: Position | undefined
  /** None where position or complexity are unknown. */
  readonly changes: ChangeSet | undefined
  readonly pluginAfter: Plugin | undefined
}

type RegenerateCall = Call<PluginModel, Plugin, typeof options, undefined, RegenerationPlan>

function planRegeneration({
  model,
  target: plugin,
  options: { complexity: givenComplexity },
}: Omit<RegenerateCall, 'prepared'>): RegenerationPlan {
  const complexity = givenComplexity === undefined ? plugin.plan.complexity?.value : Number(givenComplexity)
  const position = registeredPosition(plugin, model)
  const pluginAfter =
    position && complexity !== undefined ? regeneratePlugin(plugin, model, position, complexity) : undefined
  return { position, pluginAfter, changes: pluginAfter && handoffChanges(plugin, pluginAfter) }
}

/** Why no handoff is made: there is one, or nothing shows where the work is or how complex. */
function refusalOf({
  model,
  target: plugin,
  prepared: { position, changes },
}: RegenerateCall): CommandDiagnostic | undefined {
  const { name, hasHandoff, handoffPath } = plugin
  const context = { model, plugin }
  if (hasHandoff && changes?.size !== 0 && withHandoffState(plugin, model).state.kind !== 'unknown') {
    const message = msg`Unexpected handoff of ${name}: it can be read, so it is not replaced`
    const hint = msg`${`/validate ${name}`} says what is wrong with it. Delete ${handoffPath} first, if it is to be made from the registry all the same.`
    return diagnostic(context, 'PLUGIN_HANDOFF_EXISTS', message, { hint })
  }
  if (!position) {
    const message = msg`Unknown state of ${name}: the registry does not say that it is in development`
    const offers = hasHandoff
      ? offer('restore state', context, 'takes its newest earlier version that can be read')
      : nextOffer(context)
    const hint = msg`If it is in development, write its status into the registry, such as ${stageStatus('N')}.`
    return diagnostic(context, 'PLUGIN_NOT_IN_DEVELOPMENT', message, { offers, hint })
  }
  if (changes) return undefined
  const message = msg`Unknown complexity of ${name}: no line ${'Complexity: N'} in the plan, no option`
  const hint = msg`Give it, from 1 to 5: ${`/regenerate ${name} --complexity X`}`
  return diagnostic(context, 'PLUGIN_COMPLEXITY_REQUIRED', message, { hint })
}

/** Writes a new handoff in place of one that is lost or cannot be read (docs/plugin.md, "Commands"). */
export const regenerate = command({
  name: 'regenerate',
  summary:
    'Makes a handoff that is missing or cannot be read from the registry, the plan and the contracts; the text after its front matter stays.',
  examples: ['/regenerate TinyGain', '/regenerate TinyGain --complexity 2.5'],
  target: pluginTarget,
  options,
  prepare: planRegeneration,
  preconditions: [
    filesAreSound(['handoff', 'contract', 'registry', 'notes'], ['REGISTRY_DUPLICATE', 'REGISTRY_STATUS_DRIFT']),
    areArgumentsValid(({ options: { complexity } }: RegenerateCall) => complexityFault(complexity)),
    { violations: (call) => [refusalOf(call)].filter((refusal) => refusal !== undefined) },
  ],

  run({ model, target: plugin, prepared: { position, changes, pluginAfter } }) {
    const { name } = plugin
    if (!changes || !position || !pluginAfter) return refuse()
    if (changes.size === 0) return unchangedOutcome(msg`The handoff of ${name} is already what would be written.`)
    const warning = diagnostic(
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
      reply: `${msg`The handoff of ${name} is made again from the registry`}${asComplete({ model, plugin }) || `, with ${unitInWords(position.unit)} as complete`}.`,
      diagnostics: [warning, ...otherComplexityWarnings(model, pluginAfter)],
    }
  },
})
