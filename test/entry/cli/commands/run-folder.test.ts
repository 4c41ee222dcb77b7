import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { folderOrName, withoutRoot } from '../../../../src/entry/cli/commands/transition.ts'

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

it('a path is as seen from the working directory where something is there, a name is a name', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'baton-run-')))
  const before = process.cwd()
  try {
    mkdirSync(join(folder, 'runs/run-1'), { recursive: true })
    process.chdir(join(folder, 'runs'))
    expect(folderOrName('..', './run-1')).toBe('runs/run-1')
    expect(folderOrName('..', '../runs/run-1/')).toBe('runs/run-1')
    expect(folderOrName('..', 'run-1')).toBe('run-1')
    expect(folderOrName('..', 'runs/run-1')).toBe('runs/run-1')
    expect(folderOrName('..', 'a\0/b')).toBe('a\0/b')
  } finally {
    process.chdir(before)
    rmSync(folder, { recursive: true })
  }
})
