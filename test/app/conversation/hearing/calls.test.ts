import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callsOf, hasCommands, mayBeForUs } from '../../../../src/app/conversation/hearing/calls.ts'
import { handle } from '../../../../src/app/conversation/handle.ts'
import type { Heard } from '../../../../src/app/conversation/world.ts'
import { scene, type Scene } from '../scene.ts'

/** A comment as it was delivered, which counts how often its text is looked at. */
function delivered(more: Partial<Heard> & Pick<Heard, 'text'>) {
  const { text, ...rest } = more
  let reads = 0
  const heard: Heard = {
    number: 1,
    comment: 1,
    node: '',
    author: 'octocat',
    bot: false,
    at: '2026-02-04T10:00:00Z',
    late: false,
    ...rest,
    get text() {
      reads++
      return text
    },
  }
  return { heard, reads: () => reads }
}

const settings = { prefix: 'optional', notOurs: [] } as const

describe('the text of a comment', () => {
  let at: Scene
  beforeAll(async () => {
    at = await scene()
  })
  afterAll(() => at.github.close())

  it('is read once, whatever the settings are', () => {
    const { heard, reads } = delivered({ text: '/accept X\n\n/acept Y' })
    expect(mayBeForUs(heard)).toBe(true)
    expect(hasCommands(heard)).toBe(true)
    expect(callsOf(heard, settings)).toMatchObject({ calls: [{ line: '/accept X' }], slips: [{ meant: 'accept' }] })
    expect(callsOf(heard, { ...settings, prefix: 'required' })).toEqual({ calls: [], slips: [] })
    expect(reads()).toBe(1)
  })

  it('is read once until its commit is made, though the branch moves meanwhile', async () => {
    const { id, node } = await at.repository.comment(at.number, at.octocat, '/accept TinyGain')
    const { heard, reads } = delivered({ text: '/accept TinyGain', number: at.number, comment: id, node })
    let moves = 0
    const host: Scene['host'] = {
      ...at.host,
      async commit(wanted) {
        if (moves++ < 2) await at.repository.push('work', { 'README.md': `# Moved ${moves}\n` }, { by: at.octocat })
        return at.host.commit(wanted)
      },
    }
    expect(mayBeForUs(heard)).toBe(true)
    const [handled] = await handle({ ...at.world, host }, at.number, [heard])
    expect([handled?.answered.outcome, moves]).toEqual(['changed', 3])
    expect(reads()).toBe(1)
  })

  it('is read once for somebody who is not heard', async () => {
    const stranger = at.person('stranger')
    const { id, node } = await at.repository.comment(at.number, stranger, '/accept TinyGain')
    const { heard, reads } = delivered({ text: '/accept TinyGain', number: at.number, comment: id, node, author: 'stranger' })
    expect(await handle(at.world, at.number, [heard])).toEqual([])
    expect(reads()).toBe(1)
  })
})
