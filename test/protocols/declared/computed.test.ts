import { describe, expect, it } from 'vitest'
import type { Tree } from '../scene.ts'
import { declared } from './scene.ts'

const plan = (keys = '') =>
  declared(
    `workflows:\n  - name: work\n    items: 'work/{id}.md'\n    states: [todo, doing, done]\n    places:\n      card: { front-matter: status }\n      box: { in: LIST.md, box: '{id}', says: { ticked: done, open: [todo, doing] } }\n      steps:\n        is:\n          - { says: [todo, doing, done], when: { boxes: all } }\n          - { says: [todo, doing], when: { boxes: [some, none] } }\n${keys}`,
  )
const tree = (status: string, mark: string, step: string): Tree => ({
  'work/a.md': `---\nstatus: ${status}\n---\n\n- [${step}] code\n`,
  'LIST.md': `- [${mark}] a\n`,
})

describe.each([['card'], ['none']])('a computed place that contradicts the written ones, truth %s', (truth) => {
  const { diagnose, next, give } = plan(truth === 'none' ? '' : `    truth: ${truth}\n`)
  const done = tree('done', 'x', ' ')

  it('has a hint that says what it needs, and the command by which they follow it', async () => {
    const [finding, ...others] = await diagnose(done)
    expect(others).toEqual([])
    expect([finding?.message, finding?.hint, finding?.fix, finding?.said]).toEqual([
      'Unexpected state `done` of `a`, expected what other places say: `steps` says `todo`, `doing`',
      '`/sync work:a --from steps` makes the other places follow. `steps` says `done` only with every box ticked in `work/a.md`.',
      '/sync work:a --from steps',
      [
        { place: 'card', value: 'done' },
        { place: 'steps', value: 'todo or doing' },
      ],
    ])
    expect((await next(done)).actions).toMatchObject([{ do: 'mend', run: '/sync a --from steps' }])
  })

  it('names the command that gives an item its state in the base back', async () => {
    const [finding] = await diagnose(done, { base: tree('doing', ' ', ' ') })
    expect(finding?.fix).toBe('/accept work:a doing')
    const { tree: after } = await give(done, '/accept work:a doing')
    expect(await diagnose(after)).toEqual([])
  })

  it('is not changed by `/fix`, and `/sync` says that it stays', async () => {
    expect((await give(done, '/fix')).tree).toEqual(done)
    const { outcome, codes, result } = await give(done, truth === 'none' ? '/sync a --from card' : '/sync a')
    expect([outcome, result.reply, codes]).toEqual([
      'unchanged',
      'The places of `a` that commands write agree: `done`.',
      ['ITEM_STATE_DRIFT warning'],
    ])
  })
})

it('a contradiction names the places that contradict each other alone', async () => {
  const [finding] = await plan('    truth: card\n').diagnose(tree('done', ' ', 'x'))
  expect([finding?.message, finding?.said?.map(({ place }) => place), finding?.fix]).toEqual([
    'Unexpected state `open` of `a`, expected what other places say: `card` says `done`',
    ['card', 'box'],
    '/sync work:a',
  ])
})
