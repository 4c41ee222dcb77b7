import { describe, expect, it } from 'vitest'
import { appendTo, withSections } from '../../../../src/protocols/plugin/handoff/sections.ts'
import { bodyOf, withBody } from './bodies.ts'

describe('a line at the end of a section', () => {
  it.each([
    ['behind a list', '- one\n', '- one\n- new\n'],
    ['behind a list with blank lines below', '- one\n\n\n', '- one\n- new\n\n\n'],
    ['behind what is nested', '- one\n  more\n', '- one\n  more\n- new\n'],
    ['behind an ordered list', '1. one\n', '1. one\n- new\n'],
    ['apart from a paragraph', 'Words.\n', 'Words.\n\n- new\n'],
    ['apart from bold words that are no item', '**Stage 2** done\n', '**Stage 2** done\n\n- new\n'],
    ['apart from code', '```\n- one\n```\n', '```\n- one\n```\n\n- new\n'],
    ['in place of the placeholder', '_None yet._\n', '- new\n'],
    ['behind the placeholder, if that is not all', '_None yet._\n\nWords.\n', '_None yet._\n\nWords.\n\n- new\n'],
    ['once', '- new\n- one\n', '- new\n- one\n'],
    ['once, indented', '- one\n  - new\n', '- one\n  - new\n'],
    ['below a heading in it', '### Part\n', '### Part\n\n- new\n'],
  ])('stands %s', (_, before, after) => {
    const around = (text: string) => `# Title\n\n## Completed so far (all)\n\n${text}\n## Next Steps\n`
    expect(bodyOf(appendTo(withBody(around(before)), 'Completed So Far', '- new'))).toBe(around(after))
  })

  it.each([
    ['## Completed So Far', '## Completed So Far\n\n- new'],
    ['## Completed So Far\n', '## Completed So Far\n\n- new\n'],
    ['## Completed So Far\n## Next Steps\n', '## Completed So Far\n\n- new\n## Next Steps\n'],
    ['## Completed So Far\n\n- one', '## Completed So Far\n\n- one\n- new'],
    ['## Next Steps\n', '## Next Steps\n'],
  ])('stands in %j', (before, after) => {
    expect(bodyOf(appendTo(withBody(before), 'Completed So Far', '- new'))).toBe(after)
  })
})

describe('sections that are missing', () => {
  const all = ['Current State', 'Completed So Far', 'Next Steps', 'Build Artifacts', 'Testing Checklist', 'Context to Preserve']
  const added = (...names: string[]) => names.map((name) => `\n## ${name}\n\n_None yet._\n`).join('')

  it.each([
    ['', added(...all)],
    ['\nWords.\n', `\nWords.\n${added(...all)}`],
    ['\nWords.\n\n\n', `\nWords.\n${added(...all)}\n\n`],
    ['Words.', `Words.\n${added(...all)}`.slice(0, -1)],
    [
      '## current state:\n## Testing Checklist ##\n',
      `## current state:\n## Testing Checklist ##\n${added('Completed So Far', 'Next Steps', 'Build Artifacts', 'Context to Preserve')}`,
    ],
  ])('come behind %j', (before, after) => {
    expect(bodyOf(withSections(withBody(before)))).toBe(after)
    expect(bodyOf(withSections(withBody(after)))).toBe(after)
  })
})
