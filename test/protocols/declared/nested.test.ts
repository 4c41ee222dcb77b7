import { describe, expect, it } from 'vitest'
import { declared } from './scene.ts'

/** Releases with tasks whose numbers are unique in their release, and a sheet for each task by its number. */
const plan = (sheet: string) => `workflows:
  - name: plan
    kinds:
      task:
        items: { elements: plan.json, at: [releases, '{release=name}', tasks], id: '{nr}' }
        within: '{release}'
        parent: follow
        states: [wait, run, ok]
        places:
          plan: { data: now }
          sheet: { in: '${sheet}', label: Now }
        truth: plan
        depends: { data: after, once: run }
      release:
        items: { elements: plan.json, at: [releases], id: '{name}' }
        states: [open, closed]
        places:
          written: { data: phase }
          tasks:
            is:
              - { says: closed, when: { parts: { all: ok } } }
              - { says: open, when: { parts: { some: true } } }
`
const task = (nr: number, now: string, ...after: readonly number[]) => ({ nr, now, after })
const tree = (alpha: readonly object[], beta: readonly object[], sheet = 'run') => ({
  'plan.json': JSON.stringify({
    releases: [
      { name: 'alpha', phase: 'open', tasks: alpha },
      { name: 'beta', phase: 'open', tasks: beta },
    ],
  }),
  'sheets/alpha/1.md': `Now: ${sheet}\n`,
})

describe('elements in elements', () => {
  it.each(['sheets/{release}/{nr}.md', 'sheets/{release}/{id}.md'])(
    'have their places by what their ids are made of: %s',
    async (sheet) => {
      const { diagnose, give } = declared(plan(sheet))
      const drifting = tree([task(1, 'ok')], [task(1, 'run')])
      expect((await diagnose(drifting)).map(({ path, target, code }) => [path, target, code])).toEqual([
        ['plan.json', 'plan:alpha', 'ITEM_STATE_DRIFT'],
        ['sheets/alpha/1.md', 'plan:1@alpha', 'ITEM_STATE_DRIFT'],
      ])
      expect((await give(drifting, '/sync 1@alpha')).tree['sheets/alpha/1.md']).toBe('Now: ok\n')
    },
  )

  it('are named with what tells them apart, in answers and findings', async () => {
    const { diagnose, give } = declared(plan('sheets/{release}/{nr}.md'))
    const drifting = tree([task(1, 'ok')], [task(1, 'wait'), task(2, 'run', 1)])
    const { result } = await give(drifting, '/sync 1@alpha')
    expect(result.reply).toBe('The places of `1@alpha` say `ok`.')
    expect((await diagnose(drifting)).map(({ message }) => message)).toEqual([
      'Unexpected state `open` of `alpha`, expected what other places say: `tasks` says `closed`',
      'Unexpected state `run` of `2@beta`: it depends on `1@beta`, which is in `wait`',
      'Unexpected state `run` of `1@alpha`, expected what other places say: `plan` says `ok`',
    ])
    expect((await give(drifting, '/accept 1@beta ok')).result.reply).toBe('`1@beta` is in `ok`.')
  })

  it('are parts, siblings and parents by the keys that are in their ids', async () => {
    const scene = declared(plan('sheets/{release}/{nr}.md').replace("id: '{nr}' }", "id: '{release}.{nr}' }"))
    const { diagnose, next } = scene
    const files = tree([task(1, 'ok')], [task(1, 'wait'), task(2, 'wait', 1)], 'ok')
    expect((await diagnose(files)).map(({ target, code }) => [target, code])).toEqual([
      ['plan:alpha', 'ITEM_STATE_DRIFT'],
    ])
    expect(JSON.stringify(await next(files))).toContain('it depends on `beta.1`')
  })

  it('say in their answers what state follows of what they are parts of', async () => {
    const { give } = declared(plan('sheets/{release}/{nr}.md'))
    const { outcome, result, tree: after } = await give(tree([task(1, 'run')], [task(1, 'wait')]), '/handback 1@alpha')
    expect([outcome, result.reply, result.brief]).toEqual([
      'changed',
      '`1@alpha` is in `ok`. With it, `alpha` is in `closed`.',
      'With it, `alpha` is in `closed`.',
    ])
    expect(after['plan.json']).toContain('"phase":"closed"')
  })
})
