import type { Diagnostic } from '../../../src/core/diagnostic.ts'
import type { View } from '../../../src/core/view.ts'
import { plugin } from '../../../src/protocols/plugin/protocol.ts'
import { handoffPath, registryPath } from '../../../src/protocols/plugin/examples.ts'
import { codes, open, scene, type SceneSetting, type Tree } from '../scene.ts'

/** Repositories of the protocol, two days after the samples. */
export const usual = scene(plugin)
export const { give, diagnose } = usual
export const target = (tree: Tree, name = 'TinyGain', setting?: SceneSetting) =>
  usual.target(tree, `plugin:${name}`, setting)

export const handoffOf = (tree: Tree): string => String(tree[handoffPath])
export const registryOf = (tree: Tree): string => String(tree[registryPath])

/** What a check finds, as `CODE severity`. */
export const found = async (tree: Tree, setting?: SceneSetting): Promise<readonly string[]> =>
  codes(await diagnose(tree, setting))

export const viewOf = (tree: Tree, setting: SceneSetting = {}): Promise<View> =>
  open(tree, { protocol: plugin, ...setting })

/** `CODE path:line`, or `CODE path` without a line. */
export const placed = ({ code, path, line }: Diagnostic): string =>
  `${code} ${path}${line === undefined ? '' : `:${line}`}`
