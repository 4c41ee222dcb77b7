import { describe, expect, it } from 'vitest'
import { inSession, sessionPath } from '../../../src/protocols/subagent/examples.ts'
import type { Tree } from '../scene.ts'
import { diagnose, give, targets } from './scene.ts'
import { plan, rework, unblock, type Branch } from './story.ts'

const moment = (minute: number) => `2026-01-31T15:${String(minute).padStart(2, '0')}:00Z`

/** @throws Error where anything is wrong. */
function must(description: string, wrong: readonly string[]): void {
  if (wrong.length > 0) throw new Error(`${description}: ${wrong.join('; ')}`)
}

/** A branch in memory: comments are planned, and the result of each step is compared with the fork point. */
function branchOf(fork: Tree, from = 0): Branch & { tree(): Tree } {
  let tree = fork
  let minute = from
  const become = async (after: Tree, description: string) => {
    const wrong = async (base?: Tree) =>
      (await diagnose(after, base ? { base } : {}))
        .filter(({ severity }) => severity === 'error')
        .map(({ code, message }) => `${code}: ${message}`)
    must(`${description}, by itself`, await wrong())
    must(`${description}, compared with the fork point`, await wrong(fork))
    tree = after
  }
  return {
    tree: () => tree,
    async postComment(comment) {
      const { plan: planned, tree: after } = await give(tree, comment, { at: moment(minute++) })
      const diagnosed = planned.results.flatMap(({ diagnostics }) =>
        diagnostics.map(({ code, message }) => `${code}: ${message}`),
      )
      must(comment, planned.outcome === 'changed' ? diagnosed : [planned.outcome, ...diagnosed])
      await become(after, comment)
    },
    write: (files, description) => become({ ...tree, ...files }, description),
    read: (path) => Promise.resolve(String(tree[path])),
    state: async (id) => (await targets(tree)).find((target) => target.id === id)?.state ?? 'nothing',
  }
}

async function after(fork: Tree, happen: (branch: Branch) => Promise<void>, minute = 0): Promise<Tree> {
  const branch = branchOf(fork, minute)
  await happen(branch)
  return branch.tree()
}

describe('a session from INITIALIZE to COMPLETE, by comments', () => {
  it('is valid at each step', async () => {
    const main = await after({}, plan)
    const end = await after(await after(main, rework, 20), unblock, 40)
    expect(await branchOf(end).state('ralph:260131-144400')).toBe('COMPLETE')
    expect(await diagnose(end, { base: main })).toEqual([])
  })

  it('keeps questions and answers', async () => {
    const tree = await after(await after({}, plan), unblock)
    const input = JSON.parse(String(tree[inSession('messages/executor.task-2.a1.input.json')])) as object
    expect(input).toMatchObject({
      contract: 'ralph-executor@1.0.0',
      payload: { SESSION_PATH: `${sessionPath}/`, TASK_ID: 'task-2', ATTEMPT_NUMBER: 1 },
      answers: [{ question: 'Which format?', answer: 'One word a line.', by: 'octocat' }],
    })
  })
})
