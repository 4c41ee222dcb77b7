import type { Plugin, PluginModel } from '../model.ts'
import type { Handback } from '../schema.ts'
import type { Unit } from '../stages.ts'
import { completing } from './completion.ts'
import { withKeys, withSpelling } from './keys.ts'
import { withSteps } from './next-steps.ts'
import { rewritten, type Edit } from './rewrite.ts'
import { withTitles } from './titles.ts'
import { resolveStep, returnedTitles } from './wording.ts'

/** What does not have its shape goes first: of it nothing could stay. */
const withoutMalformed: Edit = (handoff) =>
  handoff.handback.state === 'wrong' ? withKeys(handoff, { handback: undefined }) : handoff.document.text

/** The plugin with its unit still in progress, held by the orchestrator: there is an error, or a question (plugin protocol, section 7). */
export function returned(plugin: Plugin, model: PluginModel, unit: Unit, back: Handback): Plugin {
  const { reason, code, description, at } = back
  const old = plugin.handoff?.handback.value
  return rewritten(plugin, model, [
    withoutMalformed,
    (handoff) => withKeys(handoff, { last_updated: model.context.day, handback: { reason, code, description, at } }),
    (handoff) => withSpelling(handoff, ['handback', 'description'], JSON.stringify(description)),
    ...completing(plugin, model),
    (handoff) => withSteps(handoff, { goes: (item) => old !== undefined && item === resolveStep(old), added: resolveStep(back) }),
    (handoff) => withTitles(handoff, returnedTitles(unit, reason)),
  ])
}
