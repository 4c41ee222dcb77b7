import { describe, expect, it } from 'vitest'
import { withTitles } from '../../../../src/protocols/plugin/handoff/edits.ts'
import { bodyOf, withBody } from './bodies.ts'

describe('the titles of a state', () => {
  it.each([
    ['# Stage 2 Complete - Build\n\n## Current State: Old\n\nWords.\n', '# Heading\n\n## Current State: Summary\n\nWords.\n'],
    ['# Resume Point\n\n## Current State\n', '# Resume Point\n\n## Current State: Summary\n'],
    ['# My plugin\n# Stage 2\n## current state (old) ##\n', '# My plugin\n# Stage 2\n## Current State: Summary\n'],
    ['Stage 2\n===\n\nCurrent State\n---\nWords.\n', 'Heading\n===\n\nCurrent State: Summary\n---\nWords.\n'],
    ['Stage 2\nand more\n===\n', 'Heading\n===\n'],
    ['   # Stage 2', '# Heading'],
    ['## Stage 2\n', '## Stage 2\n'],
    ['```\n# Stage 2\n## Current State\n```\n', '```\n# Stage 2\n## Current State\n```\n'],
  ])('replace those of %j', (before, after) => {
    expect(bodyOf(withTitles(withBody(before), { heading: 'Heading', summary: 'Summary' }))).toBe(after)
  })
})
