import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  handoffPath,
  inProgressSample,
  notesPath,
  notesSample,
  registryPath,
  sample,
} from '../../../../src/protocols/plugin/examples.ts'
import { runs } from '../../../thorough.ts'
import type { Tree } from '../../scene.ts'
import { found, give } from '../scene.ts'

const eol = fc.constantFrom('\n', '\r\n')

/** Files made of such pieces, in any order and of either line ending. */
const textOf = (pieces: readonly string[], maxPieces: number) =>
  fc
    .tuple(fc.array(fc.constantFrom(...pieces), { maxLength: maxPieces }), eol, fc.boolean(), fc.boolean())
    .map(
      ([lines, end, mark, newline]) =>
        (mark ? '\ufeff' : '') + lines.join('\n\n').replaceAll('\n', end) + (newline ? end : ''),
    )

const head = '| Plugin Name | Status | Version | Last Updated |\n|---|---|---|---|'
const rows = [
  '| TinyGain | 🚧 Stage 0 | - | 2026-01-01 |',
  '| **TinyGain** | 🚧 **Stage 2** (note) |',
  '| TinyGain |',
  '|TinyGain|||',
  '| Amber | ✅ Working | 1.0 | 2026-01-02 | more |',
  '| Birch |',
  '| [PluginName] | 💡 Ideated | | |',
]

const registries = textOf(
  [
    '# Plugins',
    ...[[], [0], [1], [2], [3], [4, 0], [0, 5], [5, 6], [0, 1]].map((indices) =>
      [head, ...indices.map((index) => rows[index] ?? '')].join('\n'),
    ),
    '| Plugin | Type | Status |\n|-|-|-|\n| Cedar | Effect | ✅ Working |',
    '### TinyGain',
    '### TinyGain\n**Status:** 🚧 Stage 2\n**Version:** 1.0\n**Last Updated:** 2026-01-03',
    '### Amber\n\n**Status:** ✅ Working',
    '### Birch',
    '**Status:** 🚧 Stage 2',
    '**Status**: 💡 **Ideated**',
    '**Status:**',
    '**Last Updated:** 2026-01-03',
    '**Version:** N/A',
    '**Lifecycle Timeline:**',
    '**Lifecycle Timeline:**\n- **2026-01-01 (Stage 0):** One\n* **2026-03-01:** Later\n  nested',
    'Words.',
    '```',
    '<!--',
    '-->',
    '> ### TinyGain',
    '---',
    '## Part',
  ],
  10,
)

const bodies = textOf(
  [
    '# Stage 2 Complete',
    '# Mine',
    '## Current State',
    'Current State\n---',
    '## Completed So Far:',
    '## Next Steps',
    '## next steps (now)',
    '## Build Artifacts',
    '## Testing Checklist',
    '- [ ] Loads in a host',
    '## Context to Preserve ##',
    '_None yet._',
    '- **Stage 3:** Audio engine complete - DSP implemented',
    '1. Invoke dsp-agent for Stage 3\n   - nested Stage 3\n9. keep this\n10. keep that\n\n    in two paragraphs',
    '9. keep this\n   and this',
    '* bullet for Stage 2\n* bullet',
    '- bullet',
    'Words about Stage 3.',
    '```',
    '<!--',
    '-->',
    '> 1. Stage 2',
    '### Part',
    '---',
  ],
  10,
)

/** What a person wrote: no mark, no number, no title or item that Baton looks after. */
const linesOf = (text: unknown): string[] =>
  String(text)
    .split(/\r?\n/)
    .map((line) =>
      line
        .replace(/^\ufeff/, '')
        .replace(/^(\s*)\d+\. /, '$1')
        .trim(),
    )

const isOurs = (line: string) =>
  line === '' ||
  line === '_None yet._' ||
  /Current State|^---$|Stage \d|Loads in a host|^(?:last_updated|status|stage|phase|next_\w+): /.test(line)

function expectKept(before: unknown, after: unknown): void {
  const remainingLines = linesOf(after)
  for (const line of linesOf(before).filter((text) => !isOurs(text))) {
    const index = remainingLines.indexOf(line)
    expect(index, `lost: ${line}`).not.toBe(-1)
    remainingLines.splice(index, 1)
  }
}

/** Gives a command twice: the second time it does nothing, and no error comes that was not there. */
async function expectSound(tree: Tree, command: string): Promise<Tree> {
  const result = await give(tree, command)
  if (result.outcome !== 'changed') return tree
  const knownCodes = new Set(await found(tree))
  const errors = (await found(result.tree)).filter((code) => code.endsWith(' error') && !knownCodes.has(code))

  expect((await give(result.tree, command)).outcome).toBe('unchanged')
  expect(errors.filter((code) => !/REGISTRY_(STAGE_DRIFT|STATUS_UNKNOWN|DATE_INVALID|DUPLICATE)/.test(code))).toEqual(
    [],
  )
  return result.tree
}

describe('whatever is in the registry', () => {
  it.each([
    '/sync TinyGain',
    '/sync TinyGain --from table',
    '/sync TinyGain --from handoff',
    '/sync',
    '/accept TinyGain',
    '/handback TinyGain success',
  ])('%s keeps what it does not know, and is done once', async (command) => {
    await fc.assert(
      fc.asyncProperty(registries, async (registry) => {
        const after = await expectSound({ ...sample, [registryPath]: registry }, command)
        const keptLines = linesOf(registry).filter(
          (line) => !/TinyGain|Amber|Birch|Status|Last Updated|Version/.test(line),
        )
        expectKept(keptLines.join('\n'), after[registryPath])
      }),
      { numRuns: runs(20) },
    )
  })
})

describe('whatever is in NOTES.md', () => {
  it.each(['/sync TinyGain', '/accept TinyGain', '/handback TinyGain success'])(
    '%s keeps it, and is done once',
    async (command) => {
      const notes = textOf(
        [
          '',
          '# TinyGain',
          '- **Current Status:** 🚧 Stage 2',
          '**Current Status:** ✅ **Working**',
          '- **Version:** 2',
          '## Lifecycle Timeline',
          '- **2026-01-01 (Stage 0):** One',
          'Words.',
          '```',
          '<!--',
          '-->',
        ],
        8,
      )
      await fc.assert(
        fc.asyncProperty(notes, async (text) => {
          const after = await expectSound(
            { ...notesSample, [notesPath]: text, 'plugins/Amber/NOTES.md': '- **Current Status:** 💡 Ideated\n' },
            command,
          )
          expectKept(
            linesOf(text)
              .filter((line) => !/Status|Version/.test(line))
              .join('\n'),
            after[notesPath],
          )
        }),
        { numRuns: runs(15) },
      )
    },
  )
})

describe('whatever is in the text of a handoff', () => {
  const [, head = '', front = ''] = /^(---\n[^]*?\n)(---\n)/.exec(String(inProgressSample[handoffPath])) ?? []

  it.each([
    '/accept TinyGain',
    '/handback TinyGain success',
    '/handback TinyGain error No compiler',
    '/handback TinyGain success --artifact a.vst3 --tested "Loads in a host"',
    '/migrate TinyGain',
  ])('%s keeps it, and is done once', async (command) => {
    const tree = command.startsWith('/accept') ? sample : inProgressSample
    await fc.assert(
      fc.asyncProperty(bodies, eol, async (body, end) => {
        const keys = command.startsWith('/accept') ? head.replace('in_progress', 'complete') : head
        const text = (keys + front).replaceAll('\n', end) + body.replace('\ufeff', '')
        const after = await expectSound({ ...tree, [handoffPath]: text }, command)
        expectKept(text, after[handoffPath])
      }),
      { numRuns: runs(20) },
    )
  })
})
