import { describe, expect, it } from 'vitest'
import {
  change,
  marked,
  payloads,
  progressPath,
  reportPath,
  reportText,
  sample,
  tasksPath,
  withMessage,
} from '../../../src/protocols/subagent/examples.ts'
import type { Tree } from '../scene.ts'
import { reading } from './scene.ts'

const stateDigest = async (tree: Tree) => (await reading(tree)).stateDigest('task:task-3@260131-144400')

describe('what a command on a task is based on', () => {
  it('is its marker line, its reports and its messages', async () => {
    const { state, contract } = await stateDigest(sample)
    const changedTrees: readonly Tree[] = [
      marked(sample, 'task-3', ' ', '/'),
      change(sample, { [reportPath('task-3')]: reportText('task-3') }),
      withMessage(sample, 'executor.task-3.a1.input', payloads.executorInput('task-3')),
    ]
    for (const tree of changedTrees) {
      const now = await stateDigest(tree)
      expect(now.state).not.toEqual(state)
      expect(now.contract).toEqual(contract)
    }
  })

  it('is not what others do', async () => {
    const { state, contract } = await stateDigest(sample)
    const elsewhere = change(marked(sample, 'task-2', ' ', '/'), {
      [progressPath]: `${sample[progressPath]}- [ ] task-9\n`,
    })
    expect(await stateDigest(elsewhere)).toEqual({ state, contract })
  })

  it('has the definition for a contract', async () => {
    const { state, contract } = await stateDigest(sample)
    const changedDigest = await stateDigest(
      change(sample, { [tasksPath]: [['Have the part of task-3.', 'Have help.']] }),
    )
    expect(changedDigest.state).toEqual(state)
    expect(changedDigest.contract).not.toEqual(contract)
  })
})
