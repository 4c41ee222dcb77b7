import * as core from '@actions/core'
import { Fault } from '../core/fault.ts'
import { readEnvironment } from './action/environment.ts'
import { InputError, readInputs } from './action/inputs.ts'
import { validate } from './action/validate.ts'

try {
  const inputs = readInputs()
  const environment = readEnvironment()
  if ((inputs.task ?? (environment.event === 'issue_comment' ? 'command' : 'validate')) === 'command') {
    const { command } = await import('./action/command.ts')
    await command(inputs, environment)
  } else await validate(inputs, environment)
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof Fault && error.hint !== undefined) core.setFailed(`${message} ${error.hint}`)
  else if (error instanceof Fault || error instanceof InputError) core.setFailed(message)
  else core.setFailed(`A fault of Baton itself: ${message}`)
  if (error instanceof Error) core.debug(error.stack ?? '')
}
