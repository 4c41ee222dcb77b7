import { textDocument } from '../../../src/documents/text.ts'
import { handoffOf, type Handoff } from '../../../src/protocols/plugin/handoff/handoff.ts'
import { describe, expect, it } from 'vitest'
import { stagesOf } from '../../../src/protocols/plugin/stages/stages.ts'
import { configuration } from '../../../src/protocols/plugin/discovery.ts'
import { isFinished, withSteps, appendTo, withMissingSections } from '../../../src/protocols/plugin/handoff/sections.ts'
import { withTitles, oneLine } from '../../../src/protocols/plugin/handoff/edits.ts'
import fc from 'fast-check'
import { anyText } from '../../any-text.ts'

const head = '---\nplugin: TinyGain\n---\n'

/** A handoff with this text after its front matter. */
const withBody = (body: string): Handoff => handoffOf(textDocument('.continue-here.md', head + body), 'root')

/** The text after the front matter. */
const bodyOf = (text: string): string => {
  if (!text.startsWith(head)) throw new RangeError('the front matter changed')
  return text.slice(head.length)
}

const stages = stagesOf(configuration().parse({}))

describe('an item of Next Steps', () => {
  it.each([
    ['Invoke dsp-agent for Stage 3', '2', false],
    ['Invoke dsp-agent for Stage 3', '3.1', false],
    ['Invoke dsp-agent for Stage 3', '3', true],
    ['Invoke dsp-agent for Stage 3', '4.1', true],
    ['Invoke dsp-agent for Stage 3 Phase 3.1', '3.1', true],
    ['Continue with Phase 3.2', '3.1', false],
    ['Continue with Phase 3.2', '3.10', true],
    ['Continue with Phase 3.10', '3.2', false],
    ['Stage 3.2', '3', true],
    ['Finish Phase 3.1 and Phase 3.2', '3.1', false],
    ['Finish Phase 3.1 of Stage 4', '3.1', true],
    ['From Stage 2 to Stage 3', '2', false],
    ['From Stage 0 to Stage 2', '2', true],
    ['Ask the dsp-agent', '3', true],
    ['Ask the dsp-agent', '3.1', false],
    ['Ask the dsp-agent and the gui-agent', '3', false],
    ['Ask the dsp-agent about Stage 4', '3', false],
    ['Stage 1 review', '2', true],
    ['Stages are fine', '5', false],
    ['Backstage 2', '5', false],
    ['Listen on small speakers', '5', false],
    ['Stage 30', '5', false],
  ])('%j is finished with %s: %j', (text, unit, finished) => {
    expect(isFinished(text, unit, stages)).toBe(finished)
  })
})

const steps = (list: string) => `## Next Steps\n\n${list}\n## Build Artifacts\n`

describe('Next Steps', () => {
  const goes = (text: string) => text.includes('old')

  it.each([
    ['puts the new one first', '1. keep\n', '1. new\n2. keep\n'],
    ['takes out what is finished', '1. old\n2. keep\n', '1. new\n2. keep\n'],
    ['takes out the last', '1. keep\n2. old\n', '1. new\n2. keep\n'],
    ['takes out several', '1. old\n2. keep\n3. old\n4. keep too\n5. old\n', '1. new\n2. keep\n3. keep too\n'],
    ['puts it in the place of the only one', '1. old\n', '1. new\n'],
    [
      'takes nested lines along',
      '1. old\n   - with this\n\n     and that\n2. keep\n   - nested old\n',
      '1. new\n2. keep\n   - nested old\n',
    ],
    ['keeps bullets', '* keep\n* old\n', '* new\n* keep\n'],
    ['keeps parentheses', '3) old\n4) keep\n', '1) new\n2) keep\n'],
    ['counts again', '1. keep\n1. keep too\n', '1. new\n2. keep\n3. keep too\n'],
    ['keeps indentation', '  1.  keep\n  2.  old\n', '  1.  new\n  2.  keep\n'],
    ['keeps lists loose', '1. keep\n\n2. old\n\n3. more\n', '1. new\n\n2. keep\n\n3. more\n'],
    [
      'looks at the words of an item, not at what is nested in it',
      '1. keep\n   1. old\n',
      '1. new\n2. keep\n   1. old\n',
    ],
    ['reads an item over its lines', '1. keep this\n   old thing\n2. more\n', '1. new\n2. more\n'],
    ['looks into the second list too', '1. keep\n\nThen:\n\n- old\n- more\n', '1. new\n2. keep\n\nThen:\n\n- more\n'],
    ['drops a list of which nothing is left', '1. keep\n\n- old\n\nThen.\n', '1. new\n2. keep\n\nThen.\n'],
    ['leaves another list alone', '- keep\n\n7. seven\n9. nine\n', '- new\n- keep\n\n7. seven\n9. nine\n'],
    ['replaces the placeholder', '_None yet._\n', '1. new\n'],
    ['begins a list', 'Words.\n', 'Words.\n\n1. new\n'],
    ['adds nothing twice', '1. keep\n2. new\n', '1. keep\n2. new\n'],
    ['adds nothing twice, and takes out', '1. old\n2. new\n', '1. new\n'],
    ['leaves what is quoted or code', '> 1. old\n\n```\n1. old\n```\n', '> 1. old\n\n```\n1. old\n```\n\n1. new\n'],
    [
      'keeps what is nested below a number that grows',
      Array.from({ length: 9 }, (_, index) => `${index + 1}. keep\n   - nested\n`).join(''),
      `1. new\n${Array.from({ length: 9 }, (_, index) => `${index + 2}. keep\n${index === 8 ? '    ' : '   '}- nested\n`).join('')}`,
    ],
  ])('%s', (_, before, after) => {
    expect(bodyOf(withSteps(withBody(steps(before)), { goes, added: 'new' }))).toBe(steps(after))
    expect(bodyOf(withSteps(withBody(steps(after)), { goes, added: 'new' }))).toBe(steps(after))
  })

  it.each([
    ['1. old\n2. keep\n', '1. keep\n'],
    ['1. old\n', '_None yet._\n'],
    ['1. old\n\n2. old\n\n* old\n', '_None yet._\n'],
    ['Words.\n\n1. old\n', 'Words.\n'],
    ['1. old\n\nWords.\n', 'Words.\n'],
    ['3. keep\n5. keep\n', '3. keep\n5. keep\n'],
    ['Words.\n', 'Words.\n'],
  ])('without a new one: %j becomes %j', (before, after) => {
    expect(bodyOf(withSteps(withBody(steps(before)), { goes }))).toBe(steps(after))
  })

  it('are nowhere else', () => {
    const body = '## Completed So Far\n\n1. old\n'
    expect(bodyOf(withSteps(withBody(body), { goes, added: 'new' }))).toBe(body)
  })
})

describe('a line at the end of a section', () => {
  it.each([
    ['after a list', '- one\n', '- one\n- new\n'],
    ['after a list with blank lines below', '- one\n\n\n', '- one\n- new\n\n\n'],
    ['after what is nested', '- one\n  more\n', '- one\n  more\n- new\n'],
    ['the next of an ordered list', '1. one\n2. two\n', '1. one\n2. two\n3. new\n'],
    ['with the bullet of the list', '*  one\n', '*  one\n*  new\n'],
    ['indented as the list', ' - one\n', ' - one\n - new\n'],
    ['apart as the others are', '- one\n\n- two\n', '- one\n\n- two\n\n- new\n'],
    ['once, with another bullet', '* new\n* one\n', '* new\n* one\n'],
    ['apart from a paragraph', 'Words.\n', 'Words.\n\n- new\n'],
    ['apart from bold words that are no item', '**Stage 2** done\n', '**Stage 2** done\n\n- new\n'],
    ['apart from code', '```\n- one\n```\n', '```\n- one\n```\n\n- new\n'],
    ['in place of the placeholder', '_None yet._\n', '- new\n'],
    ['after the placeholder, if that is not all', '_None yet._\n\nWords.\n', '_None yet._\n\nWords.\n\n- new\n'],
    ['once', '- new\n- one\n', '- new\n- one\n'],
    ['once, indented', '- one\n  - new\n', '- one\n  - new\n'],
    ['below a heading in it', '### Part\n', '### Part\n\n- new\n'],
  ])('is %s', (_, before, after) => {
    const around = (text: string) => `# Title\n\n## Completed so far (all)\n\n${text}\n## Next Steps\n`
    expect(bodyOf(appendTo(withBody(around(before)), 'Completed So Far', '- new'))).toBe(around(after))
  })

  it.each([
    ['## Completed So Far', '## Completed So Far\n\n- new'],
    ['## Completed So Far\n', '## Completed So Far\n\n- new\n'],
    ['## Completed So Far\n## Next Steps\n', '## Completed So Far\n\n- new\n## Next Steps\n'],
    ['## Completed So Far\n\n- one', '## Completed So Far\n\n- one\n- new'],
    ['## Next Steps\n', '## Next Steps\n'],
  ])('is in %j', (before, after) => {
    expect(bodyOf(appendTo(withBody(before), 'Completed So Far', '- new'))).toBe(after)
  })
})

describe('sections that are missing', () => {
  const all = [
    'Current State',
    'Completed So Far',
    'Next Steps',
    'Build Artifacts',
    'Testing Checklist',
    'Context to Preserve',
  ]
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
  ])('come after %j', (before, after) => {
    expect(bodyOf(withMissingSections(withBody(before)))).toBe(after)
    expect(bodyOf(withMissingSections(withBody(after)))).toBe(after)
  })
})

describe('the titles of a state', () => {
  it.each([
    [
      '# Stage 2 Complete - Build\n\n## Current State: Old\n\nWords.\n',
      '# Heading\n\n## Current State: Summary\n\nWords.\n',
    ],
    ['# Resume Point\n\n## Current State\n', '# Resume Point\n\n## Current State: Summary\n'],
    ['# My plugin\n# Stage 2\n## current state (old) ##\n', '# My plugin\n# Stage 2\n## current state: Summary\n'],
    ['Stage 2\n===\n\nCurrent State\n---\nWords.\n', 'Heading\n===\n\nCurrent State: Summary\n---\nWords.\n'],
    ['Stage 2\nand more\n===\n', 'Heading\n===\n'],
    ['   # Stage 2', '# Heading'],
    ['## Stage 2\n', '## Stage 2\n'],
    ['```\n# Stage 2\n## Current State\n```\n', '```\n# Stage 2\n## Current State\n```\n'],
  ])('replace those of %j', (before, after) => {
    expect(bodyOf(withTitles(withBody(before), { heading: 'Heading', summary: 'Summary' }))).toBe(after)
  })
})

describe('TEXT', () => {
  it.each([
    ['one line', 'one line'],
    ['  two\r\nlines\tand\u00a0more \u2028 ', 'two lines and more'],
    ['hid\u200bden \u202eturned\u202c\ufeff', 'hidden turned'],
    ['bell\u0007 escape\u001b[31m', 'bell escape[31m'],
    ['<!-- a & b -->', '&lt;!-- a & b -->'],
    ['half \ud83d pair', 'half pair'],
    ['👍🏽', '👍🏽'],
    ['\u3164\u115f', ''],
    ['', ''],
  ])('%j is written %j', (text, expected) => {
    expect(oneLine(text)).toBe(expected)
  })

  it('is cut at 200 characters', () => {
    expect(oneLine('a'.repeat(200))).toBe('a'.repeat(200))
    expect(oneLine('a'.repeat(201))).toBe(`${'a'.repeat(199)}…`)
    expect(Array.from(oneLine('👍'.repeat(500)))).toHaveLength(200)
  })

  it('is one line, visible, and opens no HTML, whatever it is', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 300 }), (text) => {
        const line = oneLine(text)
        expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<]|^\s|\s$|\s\s/u)
        expect(oneLine(line.replaceAll('&lt;', '<'))).toBe(line)
      }),
    )
  })
})
