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

/** How many files are looked at for anything that could be drafted, those near the root first, and up to which size. */
const sampleLimits = { files: 50, bytes: 32 * 1024 } as const

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
  if (presets.length > 0) return { presets, alike: [], draftable: [] }
  const { alike, drafting } = await lazy.presets()
  const openTexts = (paths: readonly string[], bytes: number) =>
    tree.open({ selectors: paths.map((path) => ({ glob: escapeGlob(path), level: 'text' as const })), limit: bytes })
  const names = await tree.open({ selectors: alike.selectors, limit })
  const folders = alike.foldersWithStatus(await openTexts(alike.samplesOf(names.paths), 1024 * 1024), limit)
  if (folders.length > 0) return { presets, alike: folders, draftable: [] }
  const { selectors, isDraftable, draftablePaths } = await drafting()
  const { paths } = await tree.open({ selectors, limit })
  const depthOf = (path: string) => path.split('/').length
  const nearest = paths.filter(isDraftable).toSorted((a, b) => depthOf(a) - depthOf(b))
  const sample = await openTexts(nearest.slice(0, sampleLimits.files), sampleLimits.bytes)
  return { presets, alike: [], draftable: draftablePaths(sample, sampleLimits.bytes) }
}
