import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { project } from '../entry/programs.ts'
import { textOf } from './pages.ts'

const sources = ['src', 'scripts', 'test', 'bench', 'demo'].flatMap((folder) =>
  readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' }).map(
    (path) => `${folder}/${path.replaceAll('\\', '/')}`,
  ),
)

it('CONTRIBUTING.md has a row for every list of protocols that the compiler wants complete', () => {
  const lists = sources.filter(
    (path) =>
      path.endsWith('.ts') &&
      /^ *(?:export )?const \w+: (?:Readonly<\s*)?(?:Record<BuiltInName[ ,]|Documentation\b)/m.test(
        readFileSync(join(project, path), 'utf8'),
      ),
  )
  const [, part = ''] = textOf('CONTRIBUTING.md').split('\n## A protocol\n')
  const rows = part.split('\n').filter((line) => /^ *\| `/.test(line))
  const named = rows.flatMap((line) =>
    Array.from((line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g), ([, path]) => path),
  )
  expect(named.toSorted()).toEqual(lists.toSorted())
})
