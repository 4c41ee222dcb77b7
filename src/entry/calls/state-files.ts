import { isStateFile } from '../../app/validate/discovery.ts'
import type { ConfigurationPlace } from '../../app/validate/policy.ts'
import { configurationPath } from '../../engine/configuration/read.ts'
import { diskTree } from '../../gateways/disk.ts'
import { lazyProtocols } from '../lazy-protocols.ts'

/** Why a file is not written, behind the name of what asks for it. */
export const replacesState = 'expected another file: this one holds state or the configuration.'

/** Whether a file of a folder is its configuration, or one that a protocol reads under it. */
export function isStateIn(
  root: string,
  path: string,
  {
    named,
    configuration = configurationPath,
  }: { readonly named?: ConfigurationPlace; readonly configuration?: string },
): Promise<boolean> {
  const tree = diskTree(root)
  const sources = { head: tree, policy: tree, ...(named && { named }) }
  return isStateFile(sources, lazyProtocols, { path, at: new Date().toISOString(), configuration })
}
