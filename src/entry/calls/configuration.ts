import { policyIn } from '../../app/validate/policy-in.ts'
import type { Configuration } from '../../engine/configuration/schema.ts'
import { lazyProtocols } from '../lazy-protocols.ts'
import { configurationError } from './failure.ts'
import { sourcesOfOptions, type SourceOptions } from './sources.ts'

/**
 * The configuration under which a call works. @throws UsageError where it cannot be read
 *
 * @param consequence what is not done then: `no action can be proposed`
 */
export async function configurationFor(options: SourceOptions, consequence: string): Promise<Configuration> {
  const policy = await policyIn(await sourcesOfOptions(options), lazyProtocols)
  if ('problems' in policy) throw configurationError(policy.problems, consequence)
  return policy.configuration
}
