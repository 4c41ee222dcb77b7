import { describe, expect, it } from 'vitest'
import type { Protocol } from '../../src/core/protocol.ts'
import * as handover from '../../src/protocols/handover/examples.ts'
import * as plugin from '../../src/protocols/plugin/examples.ts'
import { handover as handoverProtocol } from '../../src/protocols/handover/protocol.ts'
import { plugin as pluginProtocol } from '../../src/protocols/plugin/protocol.ts'
import { look, type Tree } from './scene.ts'

/** The same files with another word in their paths, and in the texts of those that a pattern matches. */
const renamed = (tree: Tree, from: string, to: string, inTexts: RegExp): Tree =>
  Object.fromEntries(
    Object.entries(tree).map(([path, text]) => [
      path.replaceAll(from, to),
      typeof text === 'string' && inTexts.test(path) ? text.replaceAll(from, to) : text,
    ]),
  )

const without = (tree: Tree, path: string): Tree =>
  Object.fromEntries(Object.entries(tree).filter(([otherPath]) => otherPath !== path))

const errorsIn = async (head: Tree, base: Tree, protocol: Protocol) =>
  (await look(head, { protocol, mode: 'strict' }, 'strict', base)).diagnostics
    .filter(({ code }) => code.endsWith('_REMOVED'))
    .map(({ code }) => code)

const state = /PLUGINS\.md$|\.continue-here\.md$|NOTES\.md$/

describe('a plugin', () => {
  const as = (tree: Tree, inTexts = state) => renamed(tree, 'TinyGain', 'BigGain', inTexts)

  it.each([
    ['with its row and entry', plugin.sample, state],
    ['with its notes', plugin.notesSample, state],
    ['while an agent has it', plugin.inProgressSample, state],
    ['in every text, contracts included', plugin.sample, /./],
  ])('may get another name: %s', async (_, tree, inTexts) => {
    expect(await errorsIn(as(tree, inTexts), tree, pluginProtocol)).toEqual([])
  })

  it.each([
    ['its handoff', plugin.handoffPath],
    ['a contract', plugin.contractPath('plan')],
  ])('does not lose %s under another name', async (_, path) => {
    const head = as(without(plugin.sample, path))
    expect(await errorsIn(head, plugin.sample, pluginProtocol)).toEqual(['PLUGIN_REMOVED'])
  })

  it('is not found again in one that was there before', async () => {
    const oldAndNew = { ...as(plugin.sample), ...without(plugin.sample, plugin.registryPath) }
    expect(await errorsIn(as(plugin.sample), oldAndNew, pluginProtocol)).toEqual(['PLUGIN_REMOVED'])
  })
})

describe('a project', () => {
  const as = (tree: Tree, inTexts = /progress\.json$/) => renamed(tree, '2026-01-20-login', '2026-01-20-entry', inTexts)

  it.each([
    ['in the middle of its run', handover.sample, /progress\.json$/],
    ['in every text', handover.sample, /./],
    ['before its run', without(handover.sample, handover.progressPath), /progress\.json$/],
  ])('may get another name: %s', async (_, tree, inTexts) => {
    expect(await errorsIn(as(tree, inTexts), tree, handoverProtocol)).toEqual([])
  })

  it('does not lose its run under another name', async () => {
    const head = as(without(handover.sample, handover.progressPath))
    expect(await errorsIn(head, handover.sample, handoverProtocol)).toEqual(['PROJECT_REMOVED'])
  })

  it('is not found again in one that was there before', async () => {
    const renamedTree = as(handover.sample)
    expect(await errorsIn(renamedTree, { ...handover.sample, ...renamedTree }, handoverProtocol)).toEqual([
      'PROJECT_REMOVED',
    ])
  })
})
