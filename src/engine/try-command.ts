import type { CommandName } from '../core/command-names.ts'
import { runSteps } from '../core/steps.ts'
import { addedErrors } from './commands/effects.ts'
import { planOne } from './commands/one.ts'
import type { PlannedCommand } from './commands/result.ts'
import type { PlanRequest } from './commands/planned.ts'
import type { Readings } from './commands/resolve.ts'
import { parseWords } from './commands/words.ts'

/** Who gives the commands that are tried: some write the name down, and refuse an empty one. */
export const trialActor = 'orchestrator'

/**
 * The number of targets whose commands are tried, times the number of all targets, for an order or a board: each
 * command may write a file that names all of them.
 */
export const maxRuns = 500_000

/** The result of a command, without any effect. */
export function commandTrier(request: PlanRequest, readings: Readings): (command: string) => PlannedCommand['result'] {
  const findAddedErrors = addedErrors(request, readings)
  return (command) => {
    const [name, ...rest] = parseWords(command.slice(1))
    const requested = { name: name?.text as CommandName, words: rest, report: undefined, dryRun: true }
    return runSteps(
      planOne(
        {
          request,
          readings,
          added: findAddedErrors,
          offered: (_, diagnostics) => diagnostics,
          intents: [],
          isTrial: true,
        },
        requested,
        request.head,
      ),
    ).result
  }
}
