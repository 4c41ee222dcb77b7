import { loadDiscovered, targetsOf } from '../../app/validate/check.ts'
import type { Protocol } from '../../core/protocol.ts'
import { lazyProtocols } from '../lazy-protocols.ts'
import { sourcesOfOptions, type SourceOptions } from './sources.ts'
import { readTree } from './tree.ts'

/** The protocols of which a repository has files. */
export const protocolsIn = async (options: SourceOptions): Promise<readonly Protocol[]> =>
  loadDiscovered(await sourcesOfOptions(options), lazyProtocols)

/** The ids of the targets of a repository. */
export async function targetsIn(options: SourceOptions): Promise<readonly string[]> {
  const targets = await readTree(options, 'completion', async () =>
    targetsOf(await sourcesOfOptions(options), lazyProtocols, new Date().toISOString()),
  )
  return targets.map(({ id }) => id)
}
