import { expect, it } from 'vitest'
import {
  executorSaid,
  messagePath,
  messageText,
  payloads,
  unfinished,
  workingSample,
} from '../../../../src/protocols/subagent/examples.ts'
import { found, give } from '../scene.ts'

const path = messagePath('executor.task-3.a1.input')
const blocked = executorSaid(workingSample, unfinished('blocked', 'Where?'))
const input = messageText('executor', 'input', payloads.executorInput('task-3'))

it.each<readonly [about: string, unit: number | string, eol: string, answers: readonly object[] | null | undefined]>([
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
  ['by two blanks, with Windows line ends and no answers yet', 2, '\r\n', []],
  ['by two blanks, with Windows line ends and null for answers', 2, '\r\n', null],
])('an answer is written into an input that is indented %s as the rest of it', async (_, unit, eol, answers) => {
  const layout = (value: unknown) => `${JSON.stringify(value, null, unit)}\n`.replaceAll('\n', eol)
  const message: unknown = { ...(JSON.parse(input) as object), ...(answers !== undefined && { answers }) }
  const { outcome, tree } = await give({ ...blocked, [path]: layout(message) }, '/answer task-3 Here')
  expect(outcome).toBe('changed')
  expect(tree[path]).toBe(layout(JSON.parse(String(tree[path]))))
  expect(JSON.parse(String(tree[path]))).toMatchObject({
    answers: [...(answers ?? []), { question: 'Where?', answer: 'Here' }],
  })
})

it('an answer leaves every other byte of an envelope on one line', async () => {
  const envelope = JSON.stringify(JSON.parse(input)).replace('"payload"', '\r\n  "payload"')
  const { tree } = await give({ ...blocked, [path]: envelope }, '/answer task-3 Here')
  expect(String(tree[path]).startsWith(envelope.slice(0, -1))).toBe(true)
  expect(JSON.parse(String(tree[path]))).toMatchObject({ answers: [{ question: 'Where?', answer: 'Here' }] })
  expect(await found(tree)).toEqual([])
})
