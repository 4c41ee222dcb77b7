import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Protocol } from '../../../src/core/protocol.ts'
import type { Files } from '../../../src/core/rule.ts'
import { sample } from '../../../src/protocols/plugin/examples.ts'
import { plugin } from '../../../src/protocols/plugin/protocol.ts'
import { replayed } from './versions.ts'
import { runs } from '../../thorough.ts'

const names = ['TinyGain', 'WideGain', 'DeepGain']
const of = (name: string, text: string) => text.replaceAll('TinyGain', name)

/** Three plugins: their rows are in one table, their entries one below the other. */
const three: Files = Object.fromEntries(
  Object.entries(sample).flatMap(([path, text]): readonly (readonly [string, string])[] => {
    // Contracts stay as they were recorded.
    if (path !== 'PLUGINS.md')
      return names.map((name) => [of(name, path), path.includes('.ideas') ? text : of(name, text)])
    const lines = text.split('\n')
    const row = lines.findIndex((line) => line.startsWith('| TinyGain '))
    const rows = names.map((name) => of(name, lines[row] ?? ''))
    const entries = lines.slice(row + 1).join('\n')
    return [[path, [...lines.slice(0, row), ...rows, ...names.map((name) => of(name, entries))].join('\n')]]
  }),
)

/** The same protocol, which notes for which targets contradictions are looked for at each commit. */
function noting(looked: (readonly string[])[]): Protocol {
  return {
    ...plugin,
    read(...args) {
      const reading = plugin.read(...args)
      const { isolation } = reading
      if (!isolation) throw new Error('The protocol does not know its targets apart.')
      return {
        ...reading,
        isolation: { ...isolation, only: (targets) => (looked.push([...targets]), isolation.only(targets)) },
      }
    },
  }
}

/** The same protocol, which reads every file as a whole at each commit, and looks at every target anew. */
const anew: Protocol = {
  ...plugin,
  read({ head, ...views }, ...args) {
    const { series: _, ...whole } = head
    const { isolation: __, ...reading } = plugin.read({ ...views, head: whole }, ...args)
    return reading
  },
}

/** Lines that change what the lines around them are. */
const lines = [
  '```',
  '~~~',
  '<!--',
  '-->',
  '> note',
  '---',
  '===',
  '# Notes',
  '## Plugins | more',
  '### TinyGain',
  '### [PluginName]',
  '#### Detail',
  '    # code',
  '- # item',
  '1. item',
  '|---|---|',
  '| Plugin Name | Status |',
  '| WideGain | ✅ Working |',
  '**Status:** ✅ Working',
  '**Last Updated:**',
  '2026-02-03',
  '[TinyGain]: <',
  '<div>',
  '',
  'text\r# more\r',
]

const changed = (files: Files, path: string, from: string, to: string): Files => {
  expect(files[path]).toContain(from)
  return { ...files, [path]: (files[path] ?? '').replace(from, to) }
}

describe('the contradictions of a target', () => {
  it('are looked for again only where something changed from which they follow', () => {
    const row = changed(three, 'PLUGINS.md', '| WideGain | 🚧 Stage 2 |', '| WideGain | 🚧 Stage 5 |')
    const handoff = changed(row, 'plugins/DeepGain/.continue-here.md', 'status: ', 'status:  ')
    // Lines move, and nothing that they say.
    const steps: readonly Files[] = [three, row, handoff, changed(handoff, 'PLUGINS.md', '# ', '\n# ')]
    const looked: (readonly string[])[] = []
    const { history } = replayed(
      steps.map((files) => ({ files })),
      [noting(looked)],
    )
    expect(looked).toEqual([
      names.map((name) => `plugin:${name}`).toSorted(),
      ['plugin:WideGain'],
      ['plugin:DeepGain'],
      [],
    ])
    expect(history.episodes).toMatchObject([
      { code: 'REGISTRY_STATUS_DRIFT', target: 'plugin:WideGain', how: 'open', stateCommits: 3 },
    ])
  })

  it('are those that are found where every target is looked at, whatever changes', () => {
    const values = ['🚧 Stage 2', '🚧 Stage 5', '✅ Working', '| - |', '', 'sha256:pending', '**Status:**', '\n']
    const step = fc.record({
      path: fc.nat(100),
      line: fc.nat(100),
      kind: fc.constantFrom('drop', 'twice', 'value', 'line', 'file', 'back'),
      value: fc.constantFrom(...values),
      inserted: fc.constantFrom(...lines),
    })
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
        const versions: Files[] = [three]
        for (const { path: pathIndex, line, kind, value, inserted } of steps) {
          const files = versions.at(-1) ?? {}
          const paths = Object.keys(three)
          // Half of the steps are about the file that all of them share.
          const path = pathIndex % 2 === 0 ? 'PLUGINS.md' : (paths[pathIndex % paths.length] ?? '')
          const written = (files[path] ?? '').split('\n')
          const at = line % written.length
          const { [path]: _, ...others } = files
          const edited = {
            drop: written.toSpliced(at, 1),
            twice: written.toSpliced(at, 0, written[at] ?? ''),
            line: written.toSpliced(at, 0, inserted),
            value: written.with(at, (written[at] ?? '').replace(/🚧 Stage \d|sha256:\w+/u, value)),
            back: (three[path] ?? '').split('\n'),
          }
          versions.push(kind === 'file' ? others : { ...others, [path]: edited[kind].join('\n') })
        }
        const all = versions.map((files) => ({ files }))
        expect(replayed(all, [plugin]).history).toEqual(replayed(all, [anew]).history)
      }),
      { numRuns: runs(10) },
    )
  })
})
