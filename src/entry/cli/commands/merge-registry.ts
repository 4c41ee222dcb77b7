import { basename, dirname, resolve } from 'node:path'
import { sectionOf } from '../../../core/define-protocol.ts'
import { policyIn } from '../../../app/validate/policy-in.ts'
import { decodeUtf8 } from '../../../documents/text.ts'
import { mergeText, type MergedFiles } from '../../../gateways/git/merge-text.ts'
import { writeBelow } from '../../../gateways/output-file.ts'
import { discovery } from '../../../protocols/plugin/discovery.ts'
import { plugin } from '../../../protocols/plugin/protocol.ts'
import { lazyProtocols } from '../../lazy-protocols.ts'
import { generalDiagnostic } from '../../calls/failure.ts'
import { briefDiagnostic } from '../../../render/brief.ts'
import { jsonDiagnostic } from '../../../render/json.ts'
import { exitCodes } from '../../calls/answer.ts'
import type { Answer } from '../../operations/operation.ts'
import type { MergeInput } from '../../operations/setup.ts'
import { sourcesOfOptions, type SourceOptions } from '../../calls/sources.ts'
import { bytesFrom } from '../../calls/named-text.ts'
import { changeTree } from '../../calls/tree.ts'

/** The result; `unmerged`: what is not text stays as it is, for a person to choose. */
interface Outcome {
  readonly outcome: 'merged' | 'conflicts' | 'unmerged'
  /** Plugin by plugin, or as git merges text. */
  readonly as: 'registry' | 'text'
}

/** The files that git names, and the path that they are versions of. */
interface Versions extends MergedFiles {
  readonly path: string | undefined
}

/**
 * The path of the registry as the configuration has it; `undefined`: no registry is in use. `broken`: the configuration
 * cannot be read.
 */
async function registryConfiguration(
  options: SourceOptions,
): Promise<{ readonly section: unknown; readonly registry: string } | 'none' | 'broken'> {
  const policy = await policyIn(await sourcesOfOptions(options), lazyProtocols)
  if ('problems' in policy) return 'broken'
  const section = policy.configuration.protocols.plugin
  return section === false ? 'none' : { section, registry: sectionOf(discovery, section).registry }
}

function write({ ours }: Versions, as: Outcome['as'], content: string | Uint8Array, conflicts: boolean): Outcome {
  writeBelow(dirname(ours), basename(ours), content)
  return { outcome: conflicts ? 'conflicts' : 'merged', as }
}

/** What git does without the driver. */
async function mergeAsText(versions: Versions, { root }: SourceOptions): Promise<Outcome> {
  const merged = await mergeText(root, versions)
  return merged ? write(versions, 'text', merged.bytes, merged.conflicts) : { outcome: 'unmerged', as: 'text' }
}

/** Merges as a driver: by plugin where it is the registry, otherwise as git would. */
async function merge(
  versions: Versions,
  policy: Awaited<ReturnType<typeof registryConfiguration>>,
  options: SourceOptions,
): Promise<Outcome> {
  const [base, ours, theirs] = [versions.base, versions.ours, versions.theirs].map((file) =>
    decodeUtf8(bytesFrom('file', file)),
  )
  const path = typeof policy === 'string' ? undefined : (versions.path ?? policy.registry)
  if (typeof policy === 'string' || path !== policy.registry) return mergeAsText(versions, options)
  if (base === undefined || ours === undefined || theirs === undefined) return { outcome: 'unmerged', as: 'registry' }
  const merged = plugin.merging?.merge(policy.section, path, { base, ours, theirs })
  return merged ? write(versions, 'registry', merged.text, merged.conflicts) : mergeAsText(versions, options)
}

const unknownRegistryNote =
  'The configuration cannot be read, and so the path of the registry is unknown: merged as text. `baton validate` says more.'

/**
 * `baton merge-registry BASE OURS THEIRS [PATH]`: a merge driver of git. Whatever else it is set on, it merges as git
 * itself does. The exit code is 1 where a person has to choose.
 *
 * Only where the result goes into the registry itself are others kept out: git merges in files of its own, and holds
 * its index meanwhile, for which a program of Baton that commits may be waiting.
 */
export async function mergeFiles({ base, ours, theirs, path, ...options }: MergeInput): Promise<Answer> {
  const versions: Versions = { base, ours, theirs, path }
  const policy = await registryConfiguration(options)
  const isRegistry = typeof policy === 'object' && resolve(versions.ours) === resolve(options.root, policy.registry)
  const work = () => merge(versions, policy, options)
  const merged = await (isRegistry ? changeTree(options, 'merge-registry', work) : work())
  const errors = policy === 'broken' ? [generalDiagnostic('CONFIG_INVALID', unknownRegistryNote)] : []
  if (policy === 'broken') process.stderr.write(`${unknownRegistryNote}\n`)
  return {
    views: {
      text: () => '',
      json: () => ({ version: 1, ...merged, errors: errors.map(jsonDiagnostic) }),
      brief: () => ({ ...merged, ...(errors.length > 0 && { errors: errors.map(briefDiagnostic) }) }),
    },
    exit: policy === 'broken' ? exitCodes.usage : merged.outcome === 'merged' ? exitCodes.fine : exitCodes.findings,
  }
}
