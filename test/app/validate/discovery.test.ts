import { examplesOf } from '../../examples-of.ts'
import { defaultConfiguration } from '../../../src/engine/configuration/schema.ts'
import { describe, expect, it } from 'vitest'
import { samples } from '../../../scripts/docs/samples.ts'
import { checkSources, type CheckSettings } from '../../../src/app/validate/check.ts'
import { discoverProtocols } from '../../../src/app/validate/discovery.ts'
import type { ProtocolDescriptor } from '../../../src/core/protocol.ts'
import type { Example } from '../../../src/core/rule.ts'
import { protocolRegistry } from '../../../src/entry/protocol-registry.ts'
import { lazyProtocols } from '../../../src/entry/lazy-protocols.ts'
import { protocols } from '../../../src/entry/protocols.ts'
import { memoryTree } from '../../../src/gateways/memory.ts'

const noNamedFiles = { paths: [], as: undefined }
const configuration = defaultConfiguration
const selection = (
  namedFiles: { readonly paths: readonly string[]; readonly as: string | undefined },
  sections: Record<string, unknown>,
) => ({
  selectors: lazyProtocols.descriptors.flatMap(({ name, selectors }) => selectors(sections[name], namedFiles)),
  limit: 1024 * 1024,
})

/** The protocols that an example shows to their descriptors, and those that find something in it when all are read. */
async function discover(
  { head, base, links = [], named = [], as, configuration: section, at = '2026-02-04T10:00:00Z' }: Example,
  of: string,
) {
  const namedFiles = { paths: named, as }
  const sections = section ? { [of]: section } : {}
  const selected = selection(namedFiles, sections)
  const views = {
    head: await memoryTree(head, { links }).open(selected),
    base: base && (await memoryTree(base).open(selected)),
  }
  const context = { at, day: at.slice(0, 10), limit: selected.limit, namedFiles }
  const found = protocols.filter(({ name, read }) => read(views, sections[name], context).found).map(({ name }) => name)
  return {
    found,
    shown: discoverProtocols(lazyProtocols.descriptors, views, { ...configuration, protocols: sections }, namedFiles),
  }
}

describe('the descriptor of a protocol', () => {
  it('is that of the protocol once it is loaded', () => {
    const capable = (all: readonly ProtocolDescriptor[]) =>
      all.map(({ name, kinds, configuration, useByConfiguration, namedKinds }) => ({
        name,
        kinds,
        configuration,
        useByConfiguration,
        namedKinds,
      }))
    expect(capable(protocols)).toEqual(capable(lazyProtocols.descriptors))
  })

  it.each(Object.entries(samples))('matches its own files, and no others: %s', async (name, files) => {
    expect((await discover({ about: '', head: files }, name)).shown).toEqual([name])
  })

  it('does not match what every repository has', async () => {
    const head = {
      'README.md': '# Nothing\n',
      '.gitignore': 'dist\n',
      'src/schemas/a.json': '{}',
      'templates/page.html': '',
    }
    expect((await discover({ about: '', head }, 'plugin')).shown).toEqual([])
  })

  it('matches the base as well: what a change deletes has been there', async () => {
    expect((await discover({ about: '', head: { 'README.md': '' }, base: samples.plugin }, 'plugin')).shown).toEqual([
      'plugin',
    ])
  })

  it('matches a section of the configuration', async () => {
    expect((await discover({ about: '', head: {}, configuration: { agents: 'none' } }, 'governance')).shown).toEqual([
      'governance',
    ])
    expect((await discover({ about: '', head: {}, configuration: { root: 'plugins' } }, 'plugin')).shown).toEqual([])
  })

  it('matches a named file, wherever it lies', async () => {
    const head = { 'notes/any.md': '# Brief\n' }
    expect((await discover({ about: '', head, named: ['notes/any.md'], as: 'brief' }, 'handover')).shown).toEqual([
      'handover',
    ])
    expect(
      discoverProtocols(
        lazyProtocols.descriptors,
        { head: await memoryTree(head).open(selection(noNamedFiles, {})) },
        configuration,
        noNamedFiles,
      ),
    ).toEqual([])
  })

  it.each(protocols)('matches wherever something of $name is found', async ({ name, rules }) => {
    const missed: string[] = []
    for (const rule of rules) {
      const { code } = rule
      const examples = examplesOf(rule)
      for (const example of [examples.bad[0], examples.good[0]].flatMap((candidate) => candidate ?? [])) {
        const { found, shown: descriptors } = await discover(example, name)
        for (const protocol of found)
          if (!descriptors.includes(protocol))
            missed.push(`${protocol} is found in ${code}, ${example.about}, undetected`)
      }
    }
    expect(missed).toEqual([])
  })
})

describe('protocols that are loaded when they are shown', () => {
  const settings: CheckSettings = {
    failOnDefault: 'error',
    protocols: [],
    paths: [],
    targets: [],
    at: '2026-02-04T10:00:00Z',
    notes: [],
  }

  it('find what all of them find', async () => {
    const head = memoryTree({
      ...samples.plugin,
      ...samples.control,
      ...samples.governance,
      'PLUGINS.md': '# Plugins\n',
    })
    const [few, all] = await Promise.all(
      [lazyProtocols, protocolRegistry].map((registry) => checkSources({ head, policy: head }, registry, settings)),
    )
    expect(few?.report.diagnostics.length).toBeGreaterThan(0)
    // Where its lines are read is each report's own.
    const data = (checked: typeof few) => ({ ...checked, report: { ...checked?.report, source: undefined } })
    expect(data(few)).toEqual(data(all))
  })

  it('are listed as searched though the repository has none of their files', async () => {
    const head = memoryTree({ 'README.md': '# Nothing\n' })
    const { report } = await checkSources({ head, policy: head }, lazyProtocols, settings)
    expect(report.verdict).toBe('nothing')
    expect(report.looked.protocols).toEqual(protocols.map(({ name }) => name))
  })
})
