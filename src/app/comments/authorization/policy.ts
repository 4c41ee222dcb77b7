import type { WithHost, PolicySource } from '../../ports.ts'
import type { Repository } from '../../../core/repository.ts'
import type { CommandDiagnostic } from '../../../core/command.ts'
import { configurationPath } from '../../../engine/configuration/read.ts'
import { defaultConfiguration, type Configuration } from '../../../engine/configuration/schema.ts'
import { configurationOf, type ReadPolicy } from '../../validate/policy.ts'

/** The settings of commands; with `broken`, every command is refused: the defaults never stand in for a configuration that cannot be read. */
export interface Policy {
  readonly configuration: Configuration
  readonly broken: readonly CommandDiagnostic[]
  /** Absent where it is broken. */
  readonly read?: ReadPolicy
}

/** Reads the policy at the tip of the base. Where it is broken, the defaults say at least who gets an answer about that. */
export async function policyAt(
  { host, protocolRegistry, configuration: path = configurationPath }: PolicySource & WithHost<Pick<Repository, 'commitTree'>>,
  tip: string,
): Promise<Policy> {
  const read = await configurationOf({ tree: host.commitTree(tip), path }, protocolRegistry.schema)
  if (!('problems' in read)) return { configuration: read.configuration, broken: [], read }
  const broken = read.problems.map((problem): CommandDiagnostic => ({
    ...problem,
    code: 'CONFIG_INVALID',
    severity: 'error',
    hint: 'The configuration of the base branch cannot be read, and so every command is refused until it is fixed.',
  }))
  return { configuration: defaultConfiguration, broken }
}
