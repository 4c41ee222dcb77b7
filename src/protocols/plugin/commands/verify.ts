import { type Command, type Outcome, refused } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { byHandoff, type PluginModel } from '../model.ts'
import { namedBy } from '../stages/stages.ts'
import { unchanged } from './answers.ts'
import { targetOf } from './target.ts'
import { failedChecks } from './verification.ts'
import { invalid, takeWords } from './words.ts'

/** Says whether a handback is complete: an error for every check that fails (plugin protocol, section 7). */
export const verify: Command<PluginModel> = {
  name: 'verify',
  usage: 'NAME [--stage N] [--phase N.M]',
  summary: 'Changes nothing: says whether the stage or phase that was last completed is recorded everywhere, today.',
  examples: ['/verify TinyGain', '/verify TinyGain --stage 3'],

  run(model, request): Outcome {
    const taken = takeWords(model, request, { stage: 'once', phase: 'once' }, 0)
    if ('outcome' in taken) return taken
    const named = namedBy(taken.options)
    if (named && 'fault' in named) return invalid(model, named.fault)
    const plugin = targetOf(model, request)
    if ('outcome' in plugin) return plugin
    // What is left behind after the installation is verified as it was handed back.
    const failed = failedChecks({ model, plugin: byHandoff(plugin, model), named })
    return failed.size > 0 ? refused(...failed.values()) : unchanged(msg`Everything is recorded of ${plugin.name}.`)
  },
}
