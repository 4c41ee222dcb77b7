import { readFileSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
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
import { UsageError } from '../usage.ts'

export type MergeOptions = Pick<SourceOptions, 'root' | 'config'>

/** The files that git names, and the path that they are versions of. */
interface Versions extends MergedFiles {
  readonly path: string | undefined
}

function bytesOf(file: string): Uint8Array {
  try {
    // A pipe may never end.
    if (statSync(file).isFile()) return readFileSync(file)
  } catch {
    // It is told below.
  }
  throw new UsageError(`Unexpected file ${file}, expected one that can be read.`)
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

/**
 * `baton merge-registry BASE OURS THEIRS [PATH]`: a merge driver of git. Whatever else it is set on, by whomever, it merges as git
 * itself does. Gives the exit code: 1 where somebody has to choose.
 */
export async function mergeFiles(versions: Versions, options: MergeOptions): Promise<number> {
  const [base, ours, theirs] = [versions.base, versions.ours, versions.theirs].map((file) => decoded(bytesOf(file)))
  const policy = await configured(options)
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
