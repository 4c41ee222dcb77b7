import type { Protocol } from '../../core/protocol.ts'
import type { Offers } from '../../core/report.ts'
import type { Tree } from '../../core/view.ts'
import { escapeGlob } from '../../documents/glob.ts'
import { pathFilter } from '../../documents/selection.ts'
import { configurationPath } from '../../engine/configuration/read.ts'
import { defaultConfiguration, type Configuration } from '../../engine/configuration/schema.ts'
import { recordOf } from '../../kit/record.ts'
import type { LazyProtocols } from '../validate/discovery.ts'
import { contextOf } from '../validate/policy.ts'

/** A preset that a repository has files of, and no declaration. */
export type OfferedPreset = Offers['presets'][number]

/** Bytes above which a file is not looked at: exports of trackers are large. */
const limit = 32 * 1024 * 1024

/** Whether a declared workflow has the files of another one. */
function hasFilesOf(
  declaredWorkflow: Pick<Protocol, 'selectors'>,
  otherWorkflow: Protocol,
  paths: readonly string[],
): boolean {
  const ownSelectors = declaredWorkflow.selectors(undefined).filter(({ beside }) => beside !== true)
  const globs = new Set(ownSelectors.map(({ glob }) => glob))
  const filter = pathFilter(ownSelectors)
  return (
    otherWorkflow.selectors(undefined).some(({ glob, beside }) => beside !== true && globs.has(glob)) ||
    paths.some((path) => filter.level(path, 'file') !== undefined)
  )
}

/** The presets that would find items in a tree, and that the configuration does not declare yet. */
export async function offeredPresets(
  tree: Tree,
  lazy: Pick<LazyProtocols, 'presets' | 'declare'>,
  { declared }: Configuration,
  at: string,
): Promise<readonly OfferedPreset[]> {
  const { selectors, detect } = await lazy.presets()
  const view = await tree.open({ selectors: selectors(), limit })
  const offers: OfferedPreset[] = []
  for (const { preset, path, entry } of detect(view, limit)) {
    const { data } = recordOf(`workflows: [${entry}]\n`, 'yaml-1.2', configurationPath)
    const declaration = data && (await lazy.declare(data, configurationPath, defaultConfiguration))
    const protocol = declaration?.problems.length === 0 ? declaration.protocols[0] : undefined
    if (!protocol) continue
    const head = await tree.open({ selectors: protocol.selectors(undefined), limit })
    const { targets } = protocol.read({ head }, undefined, contextOf(defaultConfiguration, at))
    const isDeclared = declared.some((workflow) =>
      hasFilesOf(
        workflow,
        protocol,
        targets.slice(0, 1).map((target) => target.path),
      ),
    )
    if (targets.length > 0 && !isDeclared) offers.push({ preset, path, entry, targets: targets.length })
  }
  return offers
}

/** What a tree without state has that could be declared. */
export async function offersIn(
  tree: Tree,
  lazy: Pick<LazyProtocols, 'presets' | 'declare'>,
  configuration: Configuration,
  at: string,
): Promise<Offers> {
  const presets = await offeredPresets(tree, lazy, configuration, at)
  if (presets.length > 0) return { presets, alike: [] }
  const { alike } = await lazy.presets()
  const { paths } = await tree.open({ selectors: alike.selectors, limit })
  const selectors = alike.samplesOf(paths).map((path) => ({ glob: escapeGlob(path), level: 'text' as const }))
  return { presets, alike: alike.foldersWithStatus(await tree.open({ selectors, limit: 1024 * 1024 }), limit) }
}
