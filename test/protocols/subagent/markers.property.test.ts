import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textDocument } from '../../../src/documents/text.ts'
import { readProgress } from '../../../src/protocols/subagent/reading/progress.ts'
import { profiles } from '../../../src/protocols/subagent/schema.ts'
import { anyText } from '../../any-text.ts'

const mark = fc.constantFrom(' ', '/', 'P', 'x', 'X', 'F', '✓', '')
const id = fc.constantFrom('task-1', 'task-2.1', 'plan-init', 'qa-check')
const words = fc.constantFrom(
  'samples pass',
  'To be filled after the breakdown',
  'no warnings',
  'the plan is written',
  'Planning is done',
)

/** Text that holds no marker of a task, though it looks like it. Each is a block of its own. */
const noise = fc.oneof(
  fc.tuple(mark, words).map(([character, text]) => `- [${character}] ${text}`),
  words.map((text) => `- [${text}]`),
  fc.tuple(mark, id).map(([character, task]) => `\`\`\`markdown\n- [${character}] ${task}\n\`\`\``),
  fc.tuple(mark, id).map(([character, task]) => `- a criterion\n\n  ~~~\n  - [${character}] ${task}\n  ~~~`),
  fc.tuple(mark, id).map(([character, task]) => `<!--\n- [${character}] ${task}\n-->`),
  fc.tuple(mark, id).map(([character, task]) => `> - [${character}] ${task}`),
  fc
    .tuple(mark, id)
    .map(
      ([character, task]) =>
        `## Legend\n- [${character}] ${task} is an example\n\n### More\n* [${character}] ${task}\n\n## Tasks`,
    ),
  fc.tuple(mark, id).map(([character, task]) => `# Progress Markers\n1. [${character}] **${task}**\n\n# Tasks`),
  fc.tuple(mark, id).map(([character, task]) => `The line \`- [${character}] ${task}\` says it.`),
  fc.tuple(mark, id).map(([character, task]) => `- see [${character}] ${task}`),
  id.map((task) => `- [x](${task})`),
)

const bullet = fc.constantFrom('-', '*', '+', '1.')
const marker = fc.record({
  bullet,
  indent: fc.constantFrom('', '  ', '\t'),
  mark: fc.constantFrom(' ', '/', 'P', 'x'),
  around: fc.constantFrom('', '**', '`'),
})

describe('progress.md', () => {
  it('has exactly the markers that are in it, whatever is around them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(noise, marker), { maxLength: 12 }),
        fc.constantFrom('\n', '\r\n'),
        fc.constantFrom(...profiles),
        (parts, eol, profile) => {
          let count = 0
          const expected: string[] = []
          const blocks = parts.map((part) => {
            if (typeof part === 'string') return part
            const task = `task-1${count++}`
            expected.push(`${task} ${part.mark}`)
            return `${part.indent}${part.bullet} [${part.mark}] ${part.around}${task}${part.around} (a note)`
          })
          const text = blocks.join('\n\n').replaceAll('\n', eol)
          const { markers } = readProgress(textDocument('progress.md', text), profile)
          expect(markers.map((foundMarker) => `${foundMarker.id} ${foundMarker.mark}`)).toEqual(expected)
        },
      ),
    )
  })

  it('is read whatever is in it', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 300 }), (text) => {
        const { markers } = readProgress(textDocument('progress.md', text), 'contract-1.0.0')
        for (const { at, mark } of markers) expect(text.slice(at, at + mark.length)).toBe(mark)
      }),
    )
  })
})
