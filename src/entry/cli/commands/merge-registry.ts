import { basename, dirname, resolve } from 'node:path'
import { configurationOf } from '../../../app/validate/policy.ts'
import { policyOf } from '../../../app/validate/check.ts'
import { decoded } from '../../../documents/text.ts'
import { mergeText, type MergedFiles } from '../../../gateways/git/merge-text.ts'
import { writeBelow } from '../../../gateways/output-file.ts'
import { configuration as pluginSection } from '../../../protocols/plugin/configuration.ts'
import { plugin } from '../../../protocols/plugin/protocol.ts'
import { lookout } from '../../lookout.ts'
import { exits } from '../exit.ts'
import { sourcesOf, type SourceOptions } from '../sources.ts'
import { bytesFrom } from '../named-text.ts'
import { workOn } from '../tree.ts'

export type MergeOptions = Pick<SourceOptions, 'root' | 'wait' | 'config'>

/** The files that git names, and the path that they are versions of. */
interface Versions extends MergedFiles {
  readonly path: string | undefined
}

/** The path of the registry, and what is written of it; `undefined`: nothing here has one. `broken`: nobody knows. */
async function configured(options: MergeOptions): Promise<{ readonly section: unknown; readonly registry: string } | 'none' | 'broken'> {
  const policy = await configurationOf(policyOf(await sourcesOf(options), {}), lookout.schema)
  if ('problems' in policy) return 'broken'
  const section = policy.configuration.protocols.plugin
  return section === false ? 'none' : { section, registry: pluginSection.parse(section ?? {}).registry }
}

function write({ ours }: Versions, content: string | Uint8Array, conflicts: boolean): number {
  writeBelow(dirname(ours), basename(ours), content)
  return conflicts ? exits.findings : exits.fine
}

/** As git merges text: what is no text stays as it is, for somebody to choose. */
async function asText(versions: Versions, { root }: MergeOptions): Promise<number> {
  const merged = await mergeText(root, versions)
  return merged ? write(versions, merged.bytes, merged.conflicts) : exits.findings
}

/** Merges as a driver: by plugin where it is the registry, else as git would. Gives the exit code. */
async function merge(versions: Versions, policy: Awaited<ReturnType<typeof configured>>, options: MergeOptions): Promise<number> {
  const [base, ours, theirs] = [versions.base, versions.ours, versions.theirs].map((file) => decoded(bytesFrom('file', file)))
  if (policy === 'broken') {
    process.stderr.write(
      'The configuration cannot be read, and so nobody knows what is the registry: merged as text. `baton validate` says more.\n',
    )
    await asText(versions, options)
    return exits.usage
  }
  const path = policy === 'none' ? undefined : (versions.path ?? policy.registry)
  if (policy === 'none' || path !== policy.registry) return asText(versions, options)
  if (base === undefined || ours === undefined || theirs === undefined) return exits.findings
  const merged = plugin.merge(path, { base, ours, theirs }, policy.section)
  return merged ? write(versions, merged.text, merged.conflicts) : asText(versions, options)
}

/**
 * `baton merge-registry BASE OURS THEIRS [PATH]`: a merge driver of git. Whatever else it is set on, by whomever, it merges as git
 * itself does. Gives the exit code: 1 where somebody has to choose.
 *
 * Only where the result goes into the registry itself are others kept out: git merges in files of its own, and holds its index
 * meanwhile, for which a program of ours that commits may be waiting.
 */
export async function mergeFiles(versions: Versions, options: MergeOptions): Promise<number> {
  const policy = await configured(options)
  const isRegistry = typeof policy === 'object' && resolve(versions.ours) === resolve(options.root, policy.registry)
  return isRegistry ? workOn(options, 'merge-registry', () => merge(versions, policy, options)) : merge(versions, policy, options)
}
