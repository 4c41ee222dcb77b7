import { describe, expect, it } from 'vitest'
import type { Files } from '../../../../src/core/rule.ts'
import {
  briefPath,
  change,
  folder,
  progressPath,
  reviewPath,
  sample,
} from '../../../../src/protocols/handover/examples.ts'
import { codes } from '../../scene.ts'
import { diagnose, give } from '../scene.ts'

/** The project in a folder of another name; its files say the old one still, but for their paths. */
const renamed = (slug: string): Files =>
  Object.fromEntries(
    Object.entries(sample).map(([path, text]) => [
      path.replace('20-login', `20-${slug}`),
      text.replaceAll('20-login', `20-${slug}`),
    ]),
  )
const inFolder = (path: string, slug: string) => path.replace('20-login', `20-${slug}`)

describe('/fix', () => {
  it('writes what the folder says, and raises what was done, with its time: no other byte changes', async () => {
    const drifted = change(sample, {
      [briefPath]: [
        ['slug: login', 'slug: logon # by hand'],
        [`project_dir: ${folder}/`, 'project_dir: ./elsewhere'],
      ],
      [reviewPath]: [['slug: login', "slug: 'logon'"]],
      [progressPath]: [['"current_step": 1', '"current_step":  0']],
    })
    const result = await give(drifted, '/fix')
    expect([result.outcome, result.changed]).toEqual(['changed', [briefPath, progressPath, reviewPath].toSorted()])
    expect(result.tree).toEqual(
      change(sample, {
        [briefPath]: [['slug: login', 'slug: login # by hand']],
        [reviewPath]: [['slug: login', "slug: 'login'"]],
        [progressPath]: [
          ['"current_step": 1', '"current_step":  1'],
          ['"updated_at": "2026-01-20T12:00:00Z"', '"updated_at": "2026-01-21T10:30:00Z"'],
        ],
      }),
    )
    expect((await give(result.tree, '/fix')).outcome).toBe('unchanged')
  })

  it('never lowers a step', async () => {
    const ahead = change(sample, { [progressPath]: [['"current_step": 1', '"current_step": 2']] })
    expect((await give(ahead, '/fix')).changed).toEqual([])
  })

  it.each(['null', 'no', '2026', '1e3'])(
    'quotes a slug that other readers would take for something else: %s',
    async (slug) => {
      const result = await give(renamed(slug), '/fix BRIEF_SLUG_MISMATCH')
      expect(result.tree[inFolder(briefPath, slug)]).toContain(`slug: "${slug}"\n`)
    },
  )

  it('does not write a name that is not a slug, and fixes the rest', async () => {
    const tree = change(renamed('no slug'), {
      [inFolder(progressPath, 'no slug')]: [['"current_step": 1', '"current_step": 0']],
    })
    const result = await give(tree, '/fix')
    expect(result.changed).toEqual([inFolder(progressPath, 'no slug')])
    expect(codes(await diagnose(result.tree)).toSorted()).toEqual([
      'BRIEF_SLUG_MISMATCH error',
      'REVIEW_SLUG_MISMATCH error',
    ])
  })
})
