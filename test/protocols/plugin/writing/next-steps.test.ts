import { describe, expect, it } from 'vitest'
import { stagesOf } from '../../../../src/protocols/plugin/stages/stages.ts'
import { configuration } from '../../../../src/protocols/plugin/discovery.ts'
import { isFinished, withSteps } from '../../../../src/protocols/plugin/handoff/sections.ts'
import { bodyOf, withBody } from './bodies.ts'

const stages = stagesOf(configuration.parse({}))

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
    ['counts anew', '1. keep\n1. keep too\n', '1. new\n2. keep\n3. keep too\n'],
    ['keeps indentation', '  1.  keep\n  2.  old\n', '  1.  new\n  2.  keep\n'],
    ['keeps lists loose', '1. keep\n\n2. old\n\n3. more\n', '1. new\n\n2. keep\n\n3. more\n'],
    ['looks at the words of an item, not at what is nested in it', '1. keep\n   1. old\n', '1. new\n2. keep\n   1. old\n'],
    ['reads an item over its lines', '1. keep this\n   old thing\n2. more\n', '1. new\n2. more\n'],
    ['looks into the second list too', '1. keep\n\nThen:\n\n- old\n- more\n', '1. new\n2. keep\n\nThen:\n\n- more\n'],
    ['drops a list of which nothing is left', '1. keep\n\n- old\n\nThen.\n', '1. new\n2. keep\n\nThen.\n'],
    ['leaves another list alone', '- keep\n\n7. seven\n9. nine\n', '- new\n- keep\n\n7. seven\n9. nine\n'],
    ['replaces the placeholder', '_None yet._\n', '1. new\n'],
    ['begins a list', 'Words.\n', 'Words.\n\n1. new\n'],
    ['adds nothing twice', '1. keep\n2. new\n', '1. keep\n2. new\n'],
    ['adds nothing twice, and takes out', '1. old\n2. new\n', '1. new\n'],
    ['lets nobody finish what is quoted or code', '> 1. old\n\n```\n1. old\n```\n', '> 1. old\n\n```\n1. old\n```\n\n1. new\n'],
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
