import { expand } from 'brace-expansion'
import { describe, expect, it } from 'vitest'
import { completeFiles, fixtures } from '../../scripts/docs/samples.ts'
import { protocolNames, type BuiltInName } from '../../src/core/protocol.ts'
import { matcher } from '../../src/documents/glob.ts'
import { check } from '../../src/entry/index.ts'
import { protocols } from '../../src/entry/protocols.ts'
import * as control from '../../src/protocols/control/files.ts'
import * as governance from '../../src/protocols/governance/files.ts'
import { configuration as handovers } from '../../src/protocols/handover/discovery.ts'
import * as handover from '../../src/protocols/handover/files.ts'
import { configuration as plugins } from '../../src/protocols/plugin/discovery.ts'
import * as plugin from '../../src/protocols/plugin/files.ts'
import * as subagent from '../../src/protocols/subagent/files.ts'

/** What `files.ts` of each protocol exports. */
const declared: Readonly<Record<BuiltInName, Readonly<Record<string, unknown>>>> = {
  control,
  governance,
  handover,
  plugin,
  subagent,
}

const older: Readonly<Partial<Record<BuiltInName, readonly string[]>>> = {
  handover: handover.olderFormGlobs(handovers().parse({})),
  plugin: plugin.olderFormGlobs(plugins().parse({})),
}

/** Files that have the form of another one that is shown, each with the reason. */
const shownAsAnother: Readonly<Partial<Record<BuiltInName, Readonly<Record<string, string>>>>> = {
  handover: {
    '.claude/projects/*/architecture/architecture-overview.md': 'another name of architecture/overview.md',
    '.claude/projects/*/architecture/overview.markdown': 'another name of architecture/overview.md',
    '.claude/projects/*/architecture/README.md': 'another name of architecture/overview.md',
  },
}

const isFile = (text: unknown): text is string => typeof text === 'string' && /\.(?:json|yaml|md)$/.test(text)

/** The texts in an export: the names of files, or the rows of a table of them, by key. */
function textsIn(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [value].flat()
  if ('path' in value && typeof value.path === 'string') return [value.path]
  return Object.entries(value).flatMap(([key, inner]) => [key, ...textsIn(inner)])
}

/** The names of files among the exports `…File`, `…Files`, `…Name` and `…Names`. */
const namesOf = (name: BuiltInName): readonly string[] =>
  Object.entries(declared[name])
    .filter(([key]) => /(?:File|Name)s?$/.test(key))
    .flatMap(([, value]) => textsIn(value))
    .filter(isFile)

/**
 * The patterns of files whose content is read for their own sake, one for each alternative, but for those of older
 * forms.
 */
const globsOf = (name: BuiltInName): readonly string[] =>
  (protocols.find((protocol) => protocol.name === name)?.selectors(undefined) ?? [])
    .filter(({ level, beside, explains }) => (level === 'text' || level === 'digest') && !beside && !explains)
    .flatMap(({ glob }) => expand(glob))
    .filter((glob) => !(older[name] ?? []).includes(glob))

describe.each(protocolNames)('the files that the page of %s shows', (name) => {
  const shown = Object.keys(completeFiles(name))

  it('are one at least of everything that the protocol reads', () => {
    expect(globsOf(name).length).toBeGreaterThan(3)
    expect(globsOf(name).filter((glob) => !shown.some(matcher([glob])))).toEqual(
      Object.keys(shownAsAnother[name] ?? {}),
    )
    expect(namesOf(name).filter((file) => !shown.some(matcher([`**/${file}`])))).toEqual([])
  })

  it('check clean together, as strictly as what a change touches', async () => {
    const { complete, further } = fixtures[name]
    for (const files of [complete, ...(further ? [further] : [])]) {
      const { diagnostics } = await check(files, { at: '2026-02-04T10:00:00Z', mode: 'strict', protocols: [name] })
      expect(diagnostics.map(({ code, path, message }) => `${path} ${code}: ${message}`)).toEqual([])
    }
  })
})

it('the names of files are found', () => {
  expect(namesOf('control')).toContain('run/output-data/accept.json')
  expect(namesOf('handover')).toContain('brief.md')
  expect(namesOf('plugin')).toContain('plan.md')
  expect(namesOf('subagent')).toContain('metadata.yaml')
})
