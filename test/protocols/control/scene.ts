import { control } from '../../../src/protocols/control/protocol.ts'
import { scene, type SceneSetting, type Tree } from '../scene.ts'

/** Repositories of the protocol, a day after the samples. */
export const usual = scene(control, { at: '2026-01-21T08:30:00Z' })
export const { give, diagnose, inspect, reading, targets } = usual
export const target = (tree: Tree, name = 'explore', setting?: SceneSetting) => usual.target(tree, name, setting)
