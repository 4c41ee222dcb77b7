import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { withoutRoot } from '../../../../src/entry/cli/commands/run-folder.ts'

it.each([
  ['.', 'run-1', 'run-1'],
  ['.', './runs/run-1/', './runs/run-1/'],
  ['.', resolve('runs/run-1'), 'runs/run-1'],
  ['work', 'work/runs/run-1', 'runs/run-1'],
  ['./work/', './work/runs/run-1/', 'runs/run-1/'],
  ['work', resolve('work/run-1'), 'run-1'],
  ['work', 'workshop/run-1', 'workshop/run-1'],
  ['/', '/runs/run-1', 'runs/run-1'],
  ['/work', '/elsewhere/run-1', '/elsewhere/run-1'],
  ['/work', '/work/../elsewhere', '/work/../elsewhere'],
])('below %s, the run %s is %s', (root, written, run) => {
  expect(withoutRoot(root, written)).toBe(run)
})
