import * as core from '@actions/core'
import { Fault, reasonOf } from '../../core/fault.ts'
import { UnknownProtocol } from '../../core/protocol-name.ts'
import { readEnvironment } from './environment.ts'
import { InputError, readInputs, taskOf } from './inputs.ts'
import { fail } from './summary.ts'
import { validate } from './validate.ts'

function messageOf(error: unknown): string {
  if (error instanceof Fault) return reasonOf(error)
  const message = error instanceof Error ? error.message : String(error)
  return error instanceof InputError || error instanceof UnknownProtocol ? message : `A fault of Baton itself: ${message}`
}

/** Runs the Action as the runner's environment says. A failure is the step's result and an annotation, never an exception. */
export async function runAction(): Promise<void> {
  try {
    const inputs = readInputs()
    const environment = readEnvironment()
    switch (inputs.task ?? taskOf(environment.event)) {
      case 'command':
        await (await import('./command.ts')).command(inputs, environment)
        break
      case 'audit':
        await (await import('./audit.ts')).audit(inputs, environment)
        break
      case 'validate':
        await validate(inputs, environment)
    }
  } catch (error) {
    await fail(messageOf(error))
    if (error instanceof Error) core.debug(error.stack ?? '')
  }
}
