import { spawnSync } from 'node:child_process'
import { cpSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { project, scratch } from '../entry/programs.ts'
import { partsOf, textOf } from './pages.ts'

const places = scratch()
afterAll(places.remove)

const path = 'src/protocols/control/rules/accept.ts'
/** The element of the list in that file before which the example is pasted. */
const before = '    overParts(stages, absenceRules),'

/** The messages of the compiler for the file with this text, in a copy of the sources. */
function compiled(text: string): string {
  const folder = places.folder()
  cpSync(join(project, 'src'), join(folder, 'src'), { recursive: true })
  for (const name of ['package.json', 'tsconfig.json']) cpSync(join(project, name), join(folder, name))
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, path), text)
  writeFileSync(join(folder, 'one.json'), JSON.stringify({ extends: './tsconfig.json', include: [], files: [path] }))
  const { stdout, status } = spawnSync(
    process.execPath,
    ['node_modules/typescript/bin/tsc', '--noEmit', '--project', 'one.json'],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  )
  return `${stdout}${status === 0 ? '' : `exit ${status}`}`
}

it('the rule of CONTRIBUTING.md compiles in the file that it names', () => {
  const page = textOf('CONTRIBUTING.md')
  expect(page).toContain(`\`${path}\``)
  const [example, ...extraExamples] = partsOf(page).blocks.filter(
    ({ language, text }) => language === 'ts' && text.startsWith('overParts('),
  )
  expect(extraExamples).toEqual([])
  const [start, end, ...extraParts] = textOf(path).split(before)
  expect(extraParts).toEqual([])
  expect(compiled(`${start}${example?.text}${before}${end}`)).toBe('')
})
