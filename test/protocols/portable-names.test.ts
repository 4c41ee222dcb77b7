import { describe, expect, it } from 'vitest'
import { isAgentName } from '../../src/core/grant.ts'
import { isPortable } from '../../src/core/portable-name.ts'
import { governance } from '../../src/protocols/governance/protocol.ts'
import { sample } from '../../src/protocols/plugin/examples.ts'
import { plugin } from '../../src/protocols/plugin/protocol.ts'
import { make } from './scene.ts'

describe('a name that some systems cannot check out', () => {
  it.each([
    [plugin, ['con'], sample],
    [plugin, ['AUX'], sample],
    [plugin, ['TINYGAIN'], sample],
    [governance, ['con', '--agent', 'builder'], {}],
  ] as const)('is refused when it is created: %#', async (protocol, words, tree) => {
    const made = await make(tree, words, { protocol })
    expect([made.codes, made.tree]).toEqual([['NEW_NAME error'], tree])
  })

  it.each(['con', 'CON.md', 'nul.tar.gz', 'lpt1', 'a.', 'a:b', 'a?'])('is %s', (name) => expect(isPortable(name)).toBe(false))
  it.each(['console', 'com10', 'a.b', '.claude', 'TinyGain'])('is not %s', (name) => expect(isPortable(name)).toBe(true))
})

describe('a name of an agent', () => {
  it.each(['--takeover', '-h', '.', '..', 'dsp/..', 'dsp/-h', ''])('is not %j', (name) => expect(isAgentName(name)).toBe(false))
  it.each(['dsp-agent', 'dsp-agent/2', '_a', '7'])('is %j', (name) => expect(isAgentName(name)).toBe(true))
})
