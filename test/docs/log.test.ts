import { expect, it } from 'vitest'
import { textOf } from './pages.ts'

it('the page for operators has every name that a line of the log may have', () => {
  const [, list = ''] = /\nconst names = \[\n([^]*?)\n\] as const\n/.exec(textOf('src/entry/bot/log.ts')) ?? []
  const names = Array.from(list.matchAll(/'(\w+)'/g), ([, name = '']) => name)
  expect(names).toContain('delivery')
  expect(names.length).toBeGreaterThan(40)
  const [, chapter = ''] = /\n## What it logs\n([^]*?)\n## /.exec(textOf('docs/operating.md')) ?? []
  expect(names.filter((name) => !chapter.includes(`\`${name}\``))).toEqual([])
})
