import { describe, expect, it } from 'vitest'
import { handoffPath, notesPath, registryPath } from '../../../../src/protocols/plugin/examples.ts'
import { found, give, target } from '../scene.ts'
import { writings, written, writtenIn } from '../variants.ts'
import { ideated, layouts, shapes, walk } from '../workflow.ts'

const each = shapes.flatMap((shape) => layouts.map((layout) => [shape, layout] as const))

describe.each(each)('the way of a %s plugin, its second place: %s', (shape, layout) => {
  it('leads from ideated to installed, each step once, and never to an error', async () => {
    for (const { command, setting, state, before, given } of await walk(shape, ideated(shape, layout))) {
      expect([command, given.outcome, given.codes]).toEqual([command, 'changed', []])
      expect(await target(given.tree, 'TinyGain', setting)).toMatchObject({
        state,
        ...(state !== 'installed' && { holder: state.endsWith('in_progress') ? 'agent' : 'orchestrator' }),
        facts: { registry: { secondPlace: layout } },
      })
      expect([command, await found(given.tree, setting)]).toEqual([command, []])
      expect([command, await found(given.tree, { ...setting, base: before })]).toEqual([command, []])
      expect([command, (await give(given.tree, command, setting)).outcome]).toEqual([command, 'unchanged'])
    }
  })
})

const texts = [registryPath, notesPath, handoffPath]
const windows = writings.filter(({ eol, mark, newline }) => eol === '\r\n' && mark !== newline)

describe.each([
  ['phased', 'entries', writings],
  ['phased', 'notes', windows],
  ['simple', 'none', windows],
] as const)('each step of the way of a %s plugin, its second place: %s', (shape, layout, manners) => {
  it('keeps the manner in which files are written', async () => {
    for (const { command, setting, before, given } of await walk(shape, ideated(shape, layout))) {
      for (const manner of manners) {
        const { tree } = await give(writtenIn(before, texts, manner), command, setting)

        // A file that is new is written like any other new file.
        const expected = Object.entries(given.tree).map(([path, text]) => [
          path,
          path in before && texts.includes(path) ? written(String(text), manner) : text,
        ])
        expect(tree).toEqual(Object.fromEntries(expected))
      }
    }
  })
})
