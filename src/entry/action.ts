import * as core from '@actions/core'
import { Fault, reasonOf } from '../core/fault.ts'
import { plain } from '../render/plain.ts'
import { readEnvironment } from './action/environment.ts'
import { InputError, readInputs, taskOf } from './action/inputs.ts'
import { validate } from './action/validate.ts'

try {
  const inputs = readInputs()
  const environment = readEnvironment()
  switch (inputs.task ?? taskOf(environment.event)) {
    case 'command':
      await (await import('./action/command.ts')).command(inputs, environment)
      break
    case 'audit':
      await (await import('./action/audit.ts')).audit(inputs, environment)
      break
    case 'validate':
      await validate(inputs, environment)
  }
} catch (error) {
  const message = plain(error instanceof Error ? error.message : String(error))
  if (error instanceof Fault) core.setFailed(plain(reasonOf(error)))
  else if (error instanceof InputError) core.setFailed(message)
  else core.setFailed(`A fault of Baton itself: ${message}`)
  if (error instanceof Error) core.debug(error.stack ?? '')
}
