import { type Command, type Content, type Outcome, refused, type CommandDiagnostic, type Request } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import type { Plugin, PluginModel } from '../model.ts'
import { isUntold } from '../handoff/completion.ts'
import { handoffChanges } from '../handoff/edits.ts'
import { changing, missingHandoff } from './answers.ts'
import { findings } from './findings.ts'
import { migrated } from './migration.ts'
import { allOf, targetOf } from './target.ts'
import { takeWords } from './words.ts'

function one(plugin: Plugin, model: PluginModel): Outcome {
  const { name } = plugin
  if (!plugin.hasHandoff) return refused(missingHandoff({ model, plugin }, msg`Missing handoff of ${name}: there is nothing to migrate`))
  const after = migrated(plugin, model)
  if (!('name' in after)) return refused(...after)
  const untold = isUntold(after, model) ? msg` What was completed so far is not known: neither handoff nor timeline tells it.` : ''
  return changing(handoffChanges(plugin, after), {
    done: msg`The handoff of ${name} is in the present form.` + untold,
    nothing: msg`The handoff of ${name} is in the present form already.`,
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
      done: 'Every handoff that can be is in the present form.',
      nothing: 'There is no handoff that can be brought into the present form.',
    },
    warnings,
  )
}

/** Brings handoffs into the present form (plugin protocol, section 7). */
export const migrate: Command<PluginModel> = {
  name: 'migrate',
  usage: '[NAME]',
  summary:
    'Gives a handoff of the old form, or every one, its proper place and the keys and sections that it lacks; the contracts are recorded as they are.',
  examples: ['/migrate TinyGain', '/migrate'],
  forAll: true,

  run(model, request): Outcome {
    const taken = takeWords(model, request, {}, 0)
    if ('outcome' in taken) return taken
    if (request.name === undefined) return all(model, request)
    const plugin = targetOf(model, request)
    return 'outcome' in plugin ? plugin : one(plugin, model)
  },
}
