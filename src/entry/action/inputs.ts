import { getInput } from '@actions/core'
import { Fault } from '../../core/fault.ts'
import { msg } from '../../core/message.ts'
import { inputs, taskByEvent, type Inputs, type Task } from '../../engine/installation/inputs.ts'
import { tokenForm } from '../../gateways/github/requests/token.ts'
import { checkValue } from '../../kit/shape.ts'

/** The task of an event where the workflow does not say; `validate` looks at the other events itself. */
export const taskOf = (event: string): Task =>
  (Object.hasOwn(taskByEvent, event) ? taskByEvent[event] : undefined) ?? 'validate'

/** The beginning of every message about an input, with the value that cannot be used. */
export const unexpectedInput = (name: string, text: string): string =>
  `Unexpected input ${name}: ${JSON.stringify(text)},`

/** The token for requests. @throws Fault where it is empty, or has characters that no header can have */
export function tokenOf({ token }: Pick<Inputs, 'token'>): string {
  if (token !== '' && !tokenForm.test(token))
    throw new Fault(
      'Unexpected input token: expected one line of letters, digits and signs without spaces, as GitHub gives it. Its value is not shown.',
      { hint: 'See where the workflow takes it from: another text, such as a key, may have been given in its place.' },
    )
  if (token !== '') return token
  throw new Fault(
    `${unexpectedInput('token', '')} expected a token: the secret that it names is not set, or the workflow runs for a pull request from a fork, which gets no secrets.`,
    { hint: 'Set the secret, or leave the input out: the token of the job is enough to check.' },
  )
}

/** An input that cannot be used: the workflow's mistake. */
export class InputError extends Error {
  override readonly name = 'InputError'
}

/** A payload that is not of the form that GitHub documents. `field`: the first by which it is not; empty: the whole. */
export const unexpectedPayload = (event: string, field: string): InputError =>
  new InputError(
    `The payload of the event ${event} is not of the documented form${field === '' ? '' : msg`: ${field} is missing or has an unexpected value`}.`,
  )

/**
 * Reads every input. They are in no file that a finding could point into. @throws InputError naming the first that
 * cannot be used.
 */
export function readInputs(): Inputs {
  const values = Object.entries(inputs).map(([name, schema]) => {
    const text = getInput(name)
    const { value, fault } = checkValue<unknown>(text, schema)
    if (fault)
      throw new InputError(`${unexpectedInput(name, text)} ${fault.message}${fault.message.endsWith('?') ? '' : '.'}`)
    return [name, value]
  })
  return Object.fromEntries(values) as Inputs
}
