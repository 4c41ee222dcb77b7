import type { Command, CommandDiagnostic } from '../../../core/command.ts'
import { usageLine } from '../../../kit/command.ts'
import type { PluginModel } from '../model.ts'

/** A command whose bad arguments are answered with its usage line, where nothing better is said. */
export function withUsage(command: Command<PluginModel>): Command<PluginModel> {
  const hint = usageLine(command)
  const told = (remark: CommandDiagnostic): CommandDiagnostic =>
    remark.code === 'PLUGIN_OPTION_INVALID' && remark.hint === undefined ? { ...remark, hint } : remark
  return {
    ...command,
    run(model, request, scene) {
      const outcome = command.run(model, request, scene)
      return outcome.outcome === 'refused' ? { ...outcome, remarks: outcome.remarks.map(told) } : outcome
    },
  }
}
