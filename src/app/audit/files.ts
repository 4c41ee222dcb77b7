import type { PolicySource } from '../ports.ts'
import { type AuditOptions } from './options.ts'
import type { Tree, View } from '../../core/view.ts'
import { digestOfParts } from '../../documents/digest.ts'
import { configurationPath } from '../../engine/configuration/read.ts'
import { enabledProtocols, selectionOf, withDeclared } from '../validate/discovery.ts'
import { configurationOf } from '../validate/policy.ts'
import { asName } from '../validate/bounded-tree.ts'

/** A tree that keeps the paths of all that was opened of it. */
export function recordPaths(tree: Tree): { readonly tree: Tree; readonly paths: ReadonlySet<string> } {
  const paths = new Set<string>()
  const open: Tree['open'] = async (selection) => {
    const view = await tree.open(selection)
    for (const path of view.paths) paths.add(path)
    return view
  }
  return { tree: { ...tree, open }, paths }
}

/**
 * The names of all files that a reading of a tree is certain to need; none under a configuration that cannot be read.
 */
async function namesOf(
  { protocolRegistry, configuration: path = configurationPath }: PolicySource,
  tree: Tree,
  { protocols }: AuditOptions,
) {
  const policy = await configurationOf({ tree, path }, protocolRegistry)
  if ('problems' in policy) return undefined
  const { descriptors } = withDeclared(protocolRegistry, policy.configuration)
  const { selectors, limit } = selectionOf(
    enabledProtocols(descriptors, policy.configuration, protocols),
    policy.configuration,
  )
  const nameSelectors = [...selectors, { glob: path, level: 'name' as const }].map(asName)
  return tree.open({ selectors: nameSelectors, limit })
}

const partsOf = (view: View) => [
  ...view.paths.flatMap((path) => [path, view.entry(path)?.kind, view.identity?.(path)]),
  ...[...view.folders].toSorted(),
]

/**
 * The digest of the files that an audit reads, from a listing alone. Empty if a listing is not enough: the
 * configuration is broken, or files lead to others.
 *
 * @param read the paths that the audit has read, if it was made
 */
export async function filesDigestOf(
  ports: PolicySource,
  tree: Tree,
  options: AuditOptions,
  read: Iterable<string> = [],
): Promise<string> {
  const view = await namesOf(ports, tree, options)
  if (
    !view ||
    [...read].some((path) => !view.entry(path)) ||
    view.paths.some((path) => view.identity?.(path) === undefined)
  )
    return ''
  // Another Baton, or other options, may find other things in the same files.
  const { codes } = ports.protocolRegistry
  const { staleAfter, failOn, allowEmpty, protocols, dashboard } = options
  const settings = [codes, staleAfter, failOn, allowEmpty, protocols, ...(dashboard === undefined ? [] : [dashboard])]
  return digestOfParts([JSON.stringify(settings), ...partsOf(view)]).slice(0, 16)
}
