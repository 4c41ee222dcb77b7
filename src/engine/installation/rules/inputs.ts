import { msg } from '../../../core/message.ts'
import { suggestion } from '../../../core/suggestion.ts'
import { configurationPath } from '../../configuration/read.ts'
import { inputFault, inputs } from '../inputs.ts'
import type { InstallationRule } from '../subject.ts'
import { batonJobs, type Workflow } from '../workflow.ts'

const knownInputs = Object.keys(inputs)

/** The files that steps with Baton name as their configuration, and that must be there. */
export const namedConfigurations = (workflows: readonly Workflow[]): readonly string[] =>
  batonJobs(workflows).flatMap(({ baton }) =>
    baton.flatMap((step) => {
      const path = step.word('with', 'config').trim()
      const isNamed = path !== '' && path !== configurationPath && !path.includes('${{')
      return isNamed && inputFault('config', path, []) === undefined ? [path] : []
    }),
  )

export const inputInvalid: InstallationRule = {
  code: 'WORKFLOW_INPUT_INVALID',
  strict: 'warning',
  soft: 'warning',
  summary: 'A step with Baton has an unknown input, or an input with a value that is not allowed.',
  why: 'GitHub only warns of an unknown input, and the check runs without it. With a wrong value every run fails before anything is checked.',
  repair: 'Write the name or the value that the message gives.',
  installation: true,
  *check({ workflows, protocolNames, namedFiles }) {
    for (const { baton, workflow } of batonJobs(workflows))
      for (const step of baton) {
        const withNode = step.at('with')
        for (const { key, value } of withNode?.kind === 'mapping' ? withNode.entries : []) {
          const name = key.source.toLowerCase()
          if (!knownInputs.includes(name)) {
            const nearest = suggestion(name, knownInputs)
            yield {
              message:
                nearest === undefined
                  ? msg`Unexpected input ${key.source}, expected one of ${knownInputs}`
                  : msg`Unexpected input ${key.source}, did you mean ${nearest}?`,
              place: workflow.placeOf(key),
            }
            continue
          }
          // What an expression gives is known when it runs.
          const isWritten = value.kind === 'scalar' && !value.source.includes('${{')
          const fault = isWritten ? inputFault(name, value.source.trim(), protocolNames) : undefined
          if (value.kind === 'scalar' && fault !== undefined)
            yield {
              message: `${msg`Unexpected value ${value.source} of the input ${name}`}, ${fault}`,
              place: workflow.placeOf(value),
              // Every run fails with it.
              levels: { soft: 'error' },
            }
          const path = step.word('with', 'config').trim()
          if (name === 'config' && namedConfigurations([workflow]).includes(path) && !namedFiles.has(path))
            yield {
              message: msg`Missing ${path}, expected the configuration that the input ${name} names`,
              place: workflow.placeOf(value),
              levels: { soft: 'error' },
            }
        }
      }
  },
}
