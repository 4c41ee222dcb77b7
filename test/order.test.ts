import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { slowest } from './order.ts'

it('the files that take longest are there, each once', () => {
  expect(slowest.filter((path) => !existsSync(join(import.meta.dirname, '..', path)))).toEqual([])
  expect(new Set(slowest).size).toBe(slowest.length)
})
