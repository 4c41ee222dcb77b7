import { expect, it } from 'vitest'
import { messagePath, payloads, withMessage, workingSample } from '../../../../src/protocols/subagent/examples.ts'
import { give } from '../scene.ts'

const path = messagePath('executor.task-3.a1.input')
const output = {
  ...payloads.executorOutput('task-3'),
  status: 'blocked',
  success_criteria_met: false,
  blockers: ['Where?'],
}
const blocked = withMessage(workingSample, 'executor.task-3.a1.output', output, payloads.executorInput('task-3'))

it.each<readonly [about: string, unit: number | string, eol: string, answers: readonly object[] | undefined]>([
  ['by two blanks', 2, '\n', undefined],
  ['by four blanks', 4, '\n', undefined],
  [
    'by four blanks, with answers',
    4,
    '\n',
    [{ question: 'Why?', answer: 'So', by: 'octocat', at: '2026-02-01T09:00:00Z' }],
  ],
  ['by tabs, with no answers yet', '\t', '\n', []],
  ['by two blanks, with Windows line ends', 2, '\r\n', undefined],
])('an answer is written into an input that is indented %s as the rest of it', async (_, unit, eol, answers) => {
  const layout = (value: unknown) => `${JSON.stringify(value, null, unit)}\n`.replaceAll('\n', eol)
  const message: unknown = { ...(JSON.parse(String(blocked[path])) as object), ...(answers && { answers }) }
  const { outcome, tree } = await give({ ...blocked, [path]: layout(message) }, '/answer task-3 Here')
  expect(outcome).toBe('changed')
  expect(tree[path]).toBe(layout(JSON.parse(String(tree[path]))))
  expect(JSON.parse(String(tree[path]))).toMatchObject({
    answers: [...(answers ?? []), { question: 'Where?', answer: 'Here' }],
  })
})
