import { describe, expect, it } from 'vitest'
import { briefPath, change, folder, progressPath, reviewPath, sample } from '../../../../src/protocols/handover/examples.ts'
import { pinned } from '../../pinned.ts'
import { codes, comment as plainly, diagnose, type Tree } from '../scene.ts'

const comment = pinned(plainly, ({ plan }) => plan.results)

/** The project in a folder of another name; its files say the old one still, but for their paths. */
const renamed = (slug: string): Tree =>
  Object.fromEntries(
    Object.entries(sample).map(([path, text]) => [path.replace('20-login', `20-${slug}`), text.replaceAll('20-login', `20-${slug}`)]),
  )
const inFolder = (path: string, slug: string) => path.replace('20-login', `20-${slug}`)

describe('/fix', () => {
  it('writes what the folder says, and raises what was done: no other byte changes', async () => {
    const drifted = change(sample, {
      [briefPath]: [
        ['slug: login', 'slug: logon # by hand'],
        [`project_dir: ${folder}/`, 'project_dir: ./elsewhere'],
      ],
      [reviewPath]: [['slug: login', "slug: 'logon'"]],
      [progressPath]: [['"current_step": 1', '"current_step":  0']],
    })
    const given = await comment(drifted, '/fix')
    expect([given.outcome, given.changed]).toEqual(['changed', [briefPath, progressPath, reviewPath].toSorted()])
    expect(given.tree).toEqual(
      change(sample, {
        [briefPath]: [['slug: login', 'slug: login # by hand']],
        [reviewPath]: [['slug: login', 'slug: "login"']],
        [progressPath]: [['"current_step": 1', '"current_step":  1']],
      }),
    )
    expect((await comment(given.tree, '/fix')).outcome).toBe('unchanged')
  })

  it('never lowers a step', async () => {
    const ahead = change(sample, { [progressPath]: [['"current_step": 1', '"current_step": 2']] })
    expect((await comment(ahead, '/fix')).changed).toEqual([])
  })

  it.each(['null', 'no', '2026', '1e3'])('quotes a slug that other readers would take for something else: %s', async (slug) => {
    const given = await comment(renamed(slug), '/fix BRIEF_SLUG_MISMATCH')
    expect(given.tree[inFolder(briefPath, slug)]).toContain(`slug: "${slug}"\n`)
  })

  it('does not write a name that is no slug, and mends the rest', async () => {
    const tree = change(renamed('no slug'), { [inFolder(progressPath, 'no slug')]: [['"current_step": 1', '"current_step": 0']] })
    const given = await comment(tree, '/fix')
    expect(given.changed).toEqual([inFolder(progressPath, 'no slug')])
    expect(codes(await diagnose(given.tree)).toSorted()).toEqual(['BRIEF_SLUG_MISMATCH error', 'REVIEW_SLUG_MISMATCH error'])
  })
})
