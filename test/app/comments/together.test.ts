import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handle } from '../../../src/app/comments/handle.ts'
import { handoffPath, phasedSample, registryPath, sample } from '../../../src/protocols/plugin/examples.ts'
import type { Files } from '../../../src/core/rule.ts'
import { handledCommandsIn } from '../../../src/engine/commands/ledger.ts'
import { delivered, scene, type Scene } from './scene.ts'

/** The same plugin under another name, beside it. */
const second: Files = Object.fromEntries(
  Object.entries(sample).flatMap(([path, text]) =>
    path === registryPath
      ? []
      : [[path.replace('TinyGain', 'Amber'), path === handoffPath ? text.replaceAll('TinyGain', 'Amber') : text]],
  ),
)
const registry = sample[registryPath] ?? ''
const twoPlugins: Files = {
  ...sample,
  ...second,
  [registryPath]: registry
    .replace(/(\| TinyGain .*\n)/, (row) => row + row.replace('TinyGain', 'Amber'))
    .concat('\n', registry.slice(registry.indexOf('### TinyGain')).replaceAll('TinyGain', 'Amber')),
}

describe('comments that wait for one branch', () => {
  let at: Scene
  beforeAll(async () => {
    at = await scene({ files: twoPlugins })
  })
  afterAll(() => at.github.close())

  it('become one commit with a group of trailers each; one that is refused leaves no trace', async () => {
    const before = await at.tip()
    const mona = at.person('mona', 'write')
    const reader = at.person('reader', 'read')
    const all = [
      await at.repository.comment(at.number, at.octocat, '/accept TinyGain'),
      await at.repository.comment(at.number, mona, '/accept Nothing'),
      await at.repository.comment(at.number, reader, '/accept Amber'),
      await at.repository.comment(at.number, mona, '/accept Amber'),
      await at.repository.comment(at.number, mona, '/handback Amber error --dry-run It broke'),
    ]
    at.takeRequests()
    const handled = await handle(
      at.ports,
      at.number,
      all.map((comment) => delivered(comment, at.number)),
    )
    const sha = await at.tip()
    expect(at.repository.git.resolve(`${sha}^`)).toBe(before)
    expect(handled.map(({ answered }) => [answered.outcome, answered.sha])).toEqual([
      ['changed', sha],
      ['refused', undefined],
      ['refused', undefined],
      ['changed', sha],
      ['changed', undefined],
    ])
    expect(handledCommandsIn(await at.message(sha)).map(({ actor, target, key }) => [actor, target, key])).toEqual([
      ['octocat', 'plugin:TinyGain', `Handled-Comment: ${all[0]?.id}#1`],
      ['mona', 'plugin:Amber', `Handled-Comment: ${all[3]?.id}#1`],
    ])
    expect((await at.message(sha)).split('\n')[0]).toBe('baton: 2 commands (accept TinyGain, accept Amber)')
    expect(await at.file(handoffPath)).toContain('status: in_progress')
    expect(await at.file(handoffPath.replace('TinyGain', 'Amber'))).toContain('status: in_progress')
    const sticky = at.repository.commentsOn(at.number).filter(({ body }) => body.startsWith('<!-- baton: state -->'))
    expect(sticky.length).toBe(1)
    expect(sticky[0]?.body).toContain('| `plugin:TinyGain` | `stage 3 in_progress` | agent | `octocat` |')
    expect(sticky[0]?.body).toContain('| `plugin:Amber` | `stage 3 in_progress` | agent | `mona` |')
    expect(all.map(({ reactions }) => reactions.map(({ content }) => content).join(' '))).toEqual([
      'eyes rocket',
      'eyes -1',
      'eyes -1',
      'eyes rocket',
      'eyes rocket',
    ])

    // All of it once more, with the reactions lost: nothing is done twice.
    for (const { reactions } of all) reactions.length = 0
    const comments = at.repository.commentsOn(at.number).length
    await handle(
      at.ports,
      at.number,
      all.map((comment) => delivered(comment, at.number)),
    )
    expect(await at.tip()).toBe(sha)
    expect(at.repository.commentsOn(at.number).length).toBe(comments)
    expect(all.map(({ reactions }) => reactions.map(({ content }) => content).at(-1))).toEqual([
      'rocket',
      '-1',
      '-1',
      'rocket',
      'rocket',
    ])
  })

  it('are each run on the result of those before', async () => {
    const all = [
      await at.repository.comment(at.number, at.octocat, '/handback TinyGain success'),
      await at.repository.comment(at.number, at.octocat, '/accept TinyGain'),
    ]
    const handled = await handle(
      at.ports,
      at.number,
      all.map((comment) => delivered(comment, at.number)),
    )
    expect(handled.map(({ answered: { outcome } }) => outcome)).toEqual(['changed', 'changed'])
    expect(handledCommandsIn(await at.message(await at.tip())).map(({ from, to }) => [from, to])).toEqual([
      ['stage 3 in_progress', 'stage 3 complete'],
      ['stage 3 complete', 'stage 4 in_progress'],
    ])
  })
})

describe('a question', () => {
  let at: Scene
  beforeAll(async () => {
    at = await scene({ files: phasedSample })
  })
  afterAll(() => at.github.close())

  it('is posted where people see it, with what was committed', async () => {
    await at.postComment('/accept TinyGain')
    const { replies, reactions } = await at.postComment('/handback TinyGain question Which knob is it?')
    expect(reactions).toEqual(['eyes', 'rocket'])
    expect(replies.length).toBe(1)
    expect(replies[0]).toContain(`Committed as \`${await at.tip()}\`, signed by GitHub: \`${handoffPath}\``)
  })
})
