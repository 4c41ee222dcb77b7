import { describe, expect, it } from 'vitest'
import { stepsOf } from '../../steps/steps.ts'
import { hostileComments } from './hostile-comments.ts'

const settings = { prefix: 'optional', notOurs: [] }
const [half, whole] = [8192, 16_384]

describe('a comment', () => {
  it('is read in steps that grow with its length alone', async () => {
    const names = Object.keys(hostileComments)
    const comments = Object.values(hostileComments).flatMap((made) => [made(half), made(whole)].map((text) => `${text}\n\n/accept X`))
    const steps = await stepsOf(
      'src/engine/commands/grammar.ts',
      'readComment',
      comments.map((comment) => [comment, settings]),
    )
    const slow = names.flatMap((name, index) => {
      const [one = 0, two = 0] = steps.slice(2 * index)
      return two > 2.5 * one || two > 1000 * whole ? [`${name}: ${one} steps for half of it, ${two} for all`] : []
    })
    expect(slow).toEqual([])
    expect(Math.min(...steps)).toBeGreaterThan(0)
  })
})
