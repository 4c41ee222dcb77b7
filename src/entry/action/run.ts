import * as core from '@actions/core'
import { Fault, reasonOf } from '../../core/fault.ts'
import { UnknownProtocol } from '../../core/protocol-name.ts'
import type { Inputs, Task } from '../../engine/installation/inputs.ts'
import { placeBelow } from '../../gateways/output-file.ts'
import { pathInRoot } from '../calls/sources.ts'
import { isStateIn, replacesState } from '../calls/state-files.ts'
import { readEnvironment, type Environment } from './environment.ts'
import { InputError, readInputs, taskOf, unexpectedInput } from './inputs.ts'
import { fail } from './summary.ts'
import { validate } from './validate.ts'

/** @param hint what to do about a fault, in place of what it says itself */
function messageOf(error: unknown, hint?: string): string {
  if (error instanceof Fault) return hint === undefined ? reasonOf(error) : `${error.message} ${hint}`
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof UnknownProtocol) return `${unexpectedInput('protocols', error.writtenName)} ${error.expected}`
  return error instanceof InputError ? message : `A fault of Baton itself: ${message}`
}

/** A file that cannot or must not be written is reported before anything is checked. @throws InputError */
async function requireOutputs(inputs: Inputs, { workspace }: Environment): Promise<void> {
  const inputsByLocation = new Map<string, string>()
  for (const name of ['sarif-file', 'report-file', 'html-file'] as const) {
    const path = inputs[name]
    if (path === undefined) continue
    try {
      const { location, stats } = placeBelow(workspace, path)
      if (stats && (await isStateIn(workspace, pathInRoot(workspace, location), { configuration: inputs.config })))
        throw new InputError(`${unexpectedInput(name, path)} ${replacesState}`)
      const otherName = inputsByLocation.get(location)
      if (otherName !== undefined)
        throw new InputError(`${unexpectedInput(name, path)} expected another file than that of ${otherName}.`)
      inputsByLocation.set(location, name)
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      throw new InputError(`Unexpected input ${name}: ${reasonOf(error)}`)
    }
  }
}

const runTask: Readonly<Record<Task, (inputs: Inputs, environment: Environment) => Promise<void>>> = {
  validate,
  command: async (...given) => (await import('./command.ts')).command(...given),
  audit: async (...given) => (await import('./audit.ts')).audit(...given),
}

const hintFor = async (error: unknown, task: Task, inputs: Inputs): Promise<string | undefined> =>
  error instanceof Fault ? (await import('./missing-permissions.ts')).permissionsHint(error, task, inputs) : undefined

async function failBy(error: unknown, hint?: string): Promise<void> {
  await fail(messageOf(error, hint))
  if (error instanceof Error) core.debug(error.stack ?? '')
}

/**
 * Runs the Action as the runner's environment says. A failure is the step's result and an annotation, never an
 * exception.
 */
export async function runAction(): Promise<void> {
  try {
    const inputs = readInputs()
    const environment = readEnvironment()
    await requireOutputs(inputs, environment)
    const task = inputs.task ?? taskOf(environment.event)
    try {
      await runTask[task](inputs, environment)
    } catch (error) {
      await failBy(error, await hintFor(error, task, inputs))
    }
  } catch (error) {
    await failBy(error)
  }
}
