import { afterEach, describe, expect, it } from 'vitest'
import { checkHead } from '../../../src/app/review/check-head.ts'
import { sample } from '../../../src/protocols/subagent/examples.ts'
import { plan, rework, unblock, type Branch } from '../../protocols/subagent/story.ts'
import { targets } from '../../protocols/subagent/scene.ts'
import { scene, type Scene } from './scene.ts'

const open: Scene[] = []
afterEach(async () => {
  for (const { github } of open.splice(0)) await github.close()
})

/** Every file of a branch. */
const filesOf = ({ repository }: Scene, branch: string) => repository.git.files(`refs/heads/${branch}`)

/** What our check run says of a branch now. */
async function verdictOn(at: Scene, branch: string): Promise<string> {
  const run = at.repository.checksOn(await at.tip(branch)).findLast(({ name }) => name === 'baton')
  return `${run?.conclusion}: ${run?.annotations.map(({ message }) => message).join()}`
}

/**
 * A branch with a pull request: comments are posted there for the bot, and every new head is checked against its merge
 * base.
 */
function pulled(at: Scene, branch: string, number: number): Branch {
  const { repository, octocat, ports } = at
  const must = async (label: string) => expect(`${label} ${await verdictOn(at, branch)}`).toBe(`${label} success: `)
  return {
    async postComment(comment) {
      const before = await at.tip(branch)
      const { handled, replies, reactions } = await at.postComment(comment, { number })
      expect({ comment, replies, outcomes: handled.map(({ answered }) => answered.outcome) }).toMatchObject({
        comment,
        outcomes: ['changed'],
      })
      expect(reactions).toEqual(['eyes', 'rocket'])
      expect(repository.git.resolve(`refs/heads/${branch}^`)).toBe(before)
      await must(comment)
    },
    async write(files, label) {
      const head = await repository.push(branch, files, { by: octocat })
      await checkHead(ports, { head, base: { kind: 'branch', branch: 'main' }, review: true })
      await must(label)
    },
    read: async (path) => (await repository.read(branch, path)) ?? '',
    state: async (id) => (await targets(filesOf(at, branch))).find((target) => target.id === id)?.state ?? 'nothing',
  }
}

describe('two tasks whose lines are directly below each other', () => {
  it('are merged by hand: git sees a conflict, whichever branch comes first', async () => {
    const at = await scene({ files: sample })
    open.push(at)
    const { repository, octocat } = at
    await repository.push('more', { 'docs/print.md': '# Print\n' }, { by: octocat, parent: await at.tip('main') })
    const { number } = await repository.openPull({ title: 'More', head: 'more', base: 'main', by: octocat })
    await at.postComment('/accept task-2')
    await at.postComment('/accept task-3', { number })
    await repository.merge(at.number, octocat)
    await expect(repository.merge(number, octocat)).rejects.toThrow('merge conflicts')
  })
})

describe('a session from INITIALIZE to COMPLETE, by comments on pull requests', () => {
  it('is valid at each step, and the same whichever of two branches is merged first', async () => {
    const at = await scene({
      files: {
        'README.md': '# Words\n',
        'src/count.ts': '',
        'src/print.ts': '',
        'docs/print.md': '',
        'src/help.ts': '',
      },
    })
    open.push(at)
    const { repository, octocat } = at
    await plan(pulled(at, 'work', at.number))
    await repository.merge(at.number, octocat)

    const parent = await at.tip('main')
    const pull = async (head: string, base: string) =>
      (await repository.openPull({ title: head, head, base, by: octocat })).number
    const numbers = []
    for (const [branch, happen] of [
      ['count', rework],
      ['print', unblock],
    ] as const) {
      await repository.push(branch, { [`src/${branch}.ts`]: '// To come.\n' }, { by: octocat, parent })
      numbers.push({ number: await pull(branch, 'main'), branch, happen })
    }
    await Promise.all(numbers.map(({ number, branch, happen }) => happen(pulled(at, branch, number))))

    // The same two branches, merged into another one the other way round.
    await repository.push('other', {}, { by: octocat, parent })
    for (const { branch } of numbers.toReversed()) await repository.merge(await pull(branch, 'other'), octocat)
    for (const { number } of numbers) await repository.merge(number, octocat)
    const trees = ['main', 'other'].map((branch) => repository.git.resolve(`refs/heads/${branch}^{tree}`))
    expect(trees[0]).toBe(trees[1])

    const end = await targets(filesOf(at, 'main'))
    expect(end.map(({ id, state }) => `${id.split('@')[0]} ${state}`)).toEqual([
      'ralph:260131-144400 COMPLETE',
      ...['plan-init', 'plan-qa-brainstorm', 'plan-qa-research', 'plan-breakdown', 'task-1', 'task-2'].map(
        (id) => `task:${id} completed`,
      ),
    ])
    await checkHead(at.ports, { head: await at.tip('main'), review: false })
    expect(await verdictOn(at, 'main')).toBe('success: ')
  })
})
