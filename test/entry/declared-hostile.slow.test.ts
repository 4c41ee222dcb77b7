import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { codeUrl } from '../../src/core/links.ts'
import { rulesOf } from '../../src/kit/rules.ts'
import { groups } from '../../src/protocols/declared/rules/index.ts'
import { octocat, repository } from '../processes/work-tree.ts'
import { commandOf } from '../render/runner.ts'
import { hostileIds } from '../render/hostile.ts'
import { expectInert } from '../render/inert.ts'
import { runHere } from './here.ts'
import { scratch } from './programs.ts'

const places = scratch()
afterAll(places.remove)

const configuration = `workflows:
  - name: work
    items: { elements: items.json, at: [] }
    states: [todo, doing, done]
    places:
      own: { data: status }
      board: { in: board.json, data: ['{id}', status] }
    truth: own
    depends: { data: needs, once: doing }
    fields: { holder: { data: owner, one-of: [octocat] } }
`

/**
 * Items with an id that disagree with their copies, have a wrong state, a wrong field, and depend on what is not there.
 */
const folderWith = (id: string) => {
  const [firstId, secondId] = [id, `${id}2`]
  const folder = places.folder({
    '.github/baton.yml': configuration,
    'items.json': JSON.stringify([
      { id: firstId, status: 'doing', owner: id, needs: [secondId, `${id}3`] },
      { id: secondId, status: id, owner: 'octocat' },
      { id: firstId, status: 'todo' },
      { id: `${id}4`, status: 'doing' },
    ]),
    'board.json': JSON.stringify(
      Object.fromEntries([firstId, secondId, `${id}4`].map((itemId) => [itemId, { status: 'todo' }])),
    ),
  })
  repository(folder, octocat)
  return folder
}

const urls = rulesOf(groups).map(({ code }) => codeUrl(code))
const active = /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u
const inert = (text: string) => expect(text).not.toMatch(active)

/** How an output is looked at. */
const checks: Readonly<Record<string, (text: string) => void>> = {
  text: inert,
  github(text) {
    inert(text)
    const names = text.split('\n').flatMap((line) => commandOf(line)?.name ?? [])
    expect(names.filter((name) => !['error', 'warning', 'notice'].includes(name))).toEqual([])
    expect(text.split('\n').filter((line) => line.startsWith('::error::x'))).toEqual([])
  },
  markdown: (text) => expectInert(text, urls),
  html(text) {
    expect(text).not.toContain('<img src=x')
    expect(text).not.toContain('<script>alert')
  },
  json: (text) => void JSON.parse(text),
  brief: (text) => void JSON.parse(text),
  sarif: (text) => void JSON.parse(text),
}

const outputs: readonly (readonly [command: string, formats: readonly string[]])[] = [
  ['validate', ['text', 'json', 'brief', 'github', 'markdown', 'sarif']],
  ['audit', ['text', 'json', 'markdown', 'github', 'sarif']],
  ['status', ['text', 'json', 'brief']],
  ['next', ['text', 'json', 'brief']],
  ['board', ['text', 'json', 'markdown', 'html']],
  ['history', ['text', 'json', 'markdown', 'html']],
  ['workflow check', ['text', 'json', 'brief']],
  ['fix --dry-run', ['text', 'json', 'brief']],
]

describe('ids of items that would do harm are inert in every output', () => {
  it.each(Object.entries(hostileIds))('%s', async (_, id) => {
    const folder = folderWith(id)
    for (const [command, formats] of outputs)
      for (const format of formats) {
        const { code, stdout, stderr } = await runHere([...command.split(' '), '--format', format], { cwd: folder })
        expect({
          command,
          format,
          isFine: [0, 1].includes(code ?? -1),
          stderr: format === 'text' ? '' : stderr,
        }).toEqual({
          command,
          format,
          isFine: true,
          stderr: '',
        })
        checks[format]?.(stdout)
      }
    const found = await runHere(['validate', '--format', 'json'], { cwd: folder })
    const codes = new Set(Array.from(found.stdout.matchAll(/"code":"(ITEM_\w+)"/g), ([, code]) => code))
    expect([...codes]).toEqual(
      expect.arrayContaining([
        'ITEM_DEPENDENCY_UNKNOWN',
        'ITEM_DEPENDENCY_UNMET',
        'ITEM_DUPLICATE',
        'ITEM_STATE_DRIFT',
      ]),
    )
    // Commands about one of them leave the others as they are, and are answered with text alone.
    const before = readFileSync(join(folder, 'items.json'), 'utf8')
    const { stdout, stderr } = await runHere(['accept', `${id}4`, 'done'], { cwd: folder })
    inert(stdout + stderr)
    const after = JSON.parse(readFileSync(join(folder, 'items.json'), 'utf8')) as readonly unknown[]
    expect(after.slice(0, 3)).toEqual((JSON.parse(before) as readonly unknown[]).slice(0, 3))
  })
})
