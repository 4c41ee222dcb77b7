import * as core from '@actions/core'
import { Fault, reasonOf } from '../../core/fault.ts'
import { UnknownProtocol } from '../../core/protocol-name.ts'
import type { Inputs } from '../../engine/installation/inputs.ts'
import { placeBelow } from '../../gateways/output-file.ts'
import { readEnvironment, type Environment } from './environment.ts'
import { InputError, readInputs, taskOf, unexpectedInput } from './inputs.ts'
import { fail } from './summary.ts'
import { validate } from './validate.ts'

function messageOf(error: unknown): string {
  if (error instanceof Fault) return reasonOf(error)
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof UnknownProtocol) return `${unexpectedInput('protocols', error.writtenName)} ${error.expected}`
  return error instanceof InputError ? message : `A fault of Baton itself: ${message}`
}

/** A file that cannot be written is reported before anything is checked. @throws InputError */
function requireOutputs(inputs: Inputs, { workspace }: Environment): void {
  for (const name of ['sarif-file', 'report-file', 'html-file'] as const) {
    const path = inputs[name]
    try {
      if (path !== undefined) placeBelow(workspace, path)
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      throw new InputError(`${unexpectedInput(name, path ?? '')} ${reasonOf(error)}`)
    }
  }
}

/**
 * Runs the Action as the runner's environment says. A failure is the step's result and an annotation, never an
 * exception.
 */
export async function runAction(): Promise<void> {
  try {
    const inputs = readInputs()
    const environment = readEnvironment()
    requireOutputs(inputs, environment)
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
