import { describe, expect, it } from 'vitest'
import { isAgentName } from '../../src/core/grant.ts'
import type { View } from '../../src/core/view.ts'
import { overlay } from '../../src/engine/overlay.ts'
import { isPortable, portableRule, unportableIn, unportableName } from '../../src/engine/portable-names.ts'
import { examplesOf } from '../examples-of.ts'
import * as control from '../../src/protocols/control/examples.ts'
import { control as controlProtocol } from '../../src/protocols/control/protocol.ts'
import { governance } from '../../src/protocols/governance/protocol.ts'
import * as governanceExamples from '../../src/protocols/governance/examples.ts'
import { handover } from '../../src/protocols/handover/protocol.ts'
import * as handoverExamples from '../../src/protocols/handover/examples.ts'
import { sample } from '../../src/protocols/plugin/examples.ts'
import { plugin } from '../../src/protocols/plugin/protocol.ts'
import * as subagentExamples from '../../src/protocols/subagent/examples.ts'
import { subagent } from '../../src/protocols/subagent/protocol.ts'
import { codes as codesOf, give, look, make, type Tree } from './scene.ts'

const viewOf = (paths: readonly string[]) =>
  overlay(
    { paths: [], folders: new Set(), entry: () => undefined } as unknown as View,
    new Map(paths.map((path) => [path, ''])),
  )

/** The same tree with a part of every path in other words. */
const renamed = (tree: Tree, from: string, to: string): Tree =>
  Object.fromEntries(Object.entries(tree).map(([path, text]) => [path.replaceAll(from, to), text]))

describe('a name that some systems cannot check out', () => {
  it.each([
    [plugin, ['con'], sample],
    [plugin, ['AUX'], sample],
    [plugin, ['TINYGAIN'], sample],
    [controlProtocol, ['con'], control.sample],
    [controlProtocol, ['draft', 'nul'], {}],
    [governance, ['con', '--agent', 'builder'], {}],
    [handover, ['login.', '--task', 'Log in'], {}],
  ] as const)('is refused when it is created: %#', async (protocol, words, tree) => {
    const made = await make(tree, words, { protocol })
    expect([made.codes, made.tree]).toEqual([['NEW_NAME error'], tree])
  })

  it('is refused where a command creates its file', async () => {
    const result = await give(governanceExamples.sample, '/accept session:con --agent builder', {
      protocol: governance,
    })
    expect([result.codes, result.tree]).toEqual([['NEW_NAME error'], governanceExamples.sample])
  })

  it.each([
    ['new/con', true],
    ['A/new', true],
    ['a/aux', true],
    ['con/new', false],
    ['con/old', false],
    ['gone', false],
  ])('counts where a change adds it: %s', (path, isRefused) => {
    const view = viewOf(['a/b', 'con/old', 'Gone'])
    expect(
      unportableName(
        view,
        new Map([
          ['Gone', null],
          [path, ''],
        ]),
      ) !== undefined,
    ).toBe(isRefused)
  })

  it('counts between two files of one change', () => {
    const view = viewOf([])
    expect(
      unportableName(
        view,
        new Map([
          ['a/b', ''],
          ['A/c', ''],
        ]),
      )?.message,
    ).toBe('Unexpected `A`, which Windows and macOS take for `a`')
  })

  it.each([
    [plugin, sample, 'TinyGain'],
    [handover, handoverExamples.sample, '2026-01-20-login'],
    [subagent, subagentExamples.sample, '260131-144400'],
    [controlProtocol, control.sample, 'explore'],
    [governance, governanceExamples.sample, 'ses_1'],
  ] as const)('is a warning in a check: %#', async (protocol, tree, name) => {
    const codes = async (head: Tree) =>
      codesOf((await look(head, { protocol }, 'strict')).diagnostics).filter((code) =>
        code.startsWith(portableRule.code),
      )
    expect(Object.keys(tree).some((path) => path.includes(name))).toBe(true)
    expect(await codes(tree)).toEqual([])
    expect(await codes(renamed(tree, name, 'aux'))).toContain(`${portableRule.code} warning`)
  })

  it('is found where two names differ in capitals, however many and deep the paths are', () => {
    const deep = Array.from({ length: 2000 }, (_, at) => `${'a/'.repeat(400)}${at}`)
    const reading = { owners: (path: string) => [path] }
    const found = [
      ...portableRule.check({
        unportable: () => unportableIn([...deep, 'x/Read.md', 'x/README', 'x/readme', 'é', 'e\u0301']),
        reading,
      }),
    ]
    expect(found.map(({ place, related }) => [place.path, related?.[0]?.path])).toEqual([
      ['x/readme', 'x/README'],
      ['e\u0301', 'é'],
    ])
  })

  it.each(examplesOf(portableRule).bad)('is found: $about', async ({ head }) => {
    const { diagnostics } = await look(head, { protocol: plugin }, 'strict')
    expect(codesOf(diagnostics)).toContain(`${portableRule.code} ${portableRule.strict}`)
  })

  it.each(examplesOf(portableRule).good)('is not found: $about', async ({ head }) => {
    expect(
      (await look(head, { protocol: plugin }, 'strict')).diagnostics.filter(({ code }) => code === portableRule.code),
    ).toEqual([])
  })

  it.each(['con', 'CON.md', 'nul.tar.gz', 'lpt1', 'a.', 'a:b', 'a?'])('is %s', (name) =>
    expect(isPortable(name)).toBe(false),
  )
  it.each(['console', 'com10', 'a.b', '.claude', 'TinyGain'])('is not %s', (name) =>
    expect(isPortable(name)).toBe(true),
  )
})

describe('a name of an agent', () => {
  it.each(['--takeover', '-h', '.', '..', 'dsp/..', 'dsp/-h', ''])('is not %j', (name) =>
    expect(isAgentName(name)).toBe(false),
  )
  it.each(['dsp-agent', 'dsp-agent/2', '_a', '7'])('is %j', (name) => expect(isAgentName(name)).toBe(true))
})
