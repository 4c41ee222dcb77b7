import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { protocolNames } from '../src/core/protocol.ts'
import { protocols } from '../src/entry/protocols.ts'
import { engineCodes } from '../src/engine/commands/codes.ts'
import { documentation } from '../src/entry/documentation.ts'
import { codesIn, codesNamed, elsewhere, isFree, rulesIn, words } from './house/codes.ts'
import { house, loadedWith, violations } from './house/house.ts'

const root = join(import.meta.dirname, '..')

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => `src/${path.replaceAll('\\', '/')}`)

/** Where a noun is always plural, since there are always several: the code beside says so. */
const severalThere: Readonly<Record<string, readonly string[]>> = {
  'src/app/board.ts': ['stateCommits'],
  'src/engine/checking/limited.ts': ['count'],
  'src/engine/installation/rules/ignored.ts': ['paths.length'],
  'src/engine/replay/replay.ts': ['changes.length'],
  'src/page/model.ts': ['omitted'],
  'src/page/words.ts': ['total'],
  'src/protocols/declared/rules/moves.ts': ['movedItems.length', 'copies.length'],
  'src/protocols/declared/rules/needs.ts': ['cycle.length'],
  'src/protocols/plugin/rules/registry.ts': ['registry.rows.length'],
  'src/render/difference.ts': ['omitted'],
  'src/render/explain.ts': ['tooMany'],
  'src/render/history-words.ts': ['episodes'],
  'src/render/markdown.ts': ['moreIndexes.length + 1'],
  'src/render/rule-page.ts': ['tooMany'],
  'src/render/verdict.ts': ['errors.length'],
}
const nouns =
  'character|command|comment|commit|decision|error|file|finding|folder|hour|item|line|minute|notice|place|plugin|problem|row|stage|state|step|target|task|time|warning|workflow'

describe('the house', () => {
  it('says `1 item` and `2 items`: a noun behind a number is made with `pluralize`', () => {
    const form = new RegExp(String.raw`\$\{([^{}]+)\} (?:more )?(?:${nouns})s\b`, 'g')
    const found = sources.flatMap((path) =>
      Array.from(readFileSync(join(root, path), 'utf8').matchAll(form), ([, number = '']) => [path, number] as const),
    )
    // The names of limits: `maxListed`, `limits.recent`.
    const isLimit = (number: string) => /^(?:max|limit)|^\d+$/.test(number)
    expect(found.filter(([path, number]) => !isLimit(number) && severalThere[path]?.includes(number) !== true)).toEqual(
      [],
    )
    expect(
      Object.entries(severalThere).flatMap(([path, numbers]) =>
        numbers.filter((number) => !found.some((entry) => entry[0] === path && entry[1] === number)),
      ),
    ).toEqual([])
  })

  it('is what src/ consists of', () => {
    expect(['README.md', ...Object.keys(house)].sort()).toEqual(readdirSync(join(root, 'src')).sort())
  })

  // A protocol's README speaks for all of its folders.
  const folders = [...new Set(sources.map(dirname))].filter((layer) => !/^src\/protocols\/.+\//.test(layer))
  it('has a description of each folder', () => {
    const describes = (readme: string) => existsSync(readme) && /^# .+\n\n\S/.test(readFileSync(readme, 'utf8'))
    expect(folders.filter((folder) => !describes(join(root, folder, 'README.md')))).toEqual([])
  })

  const named = (readme: string) =>
    Array.from(
      readFileSync(join(root, readme), 'utf8').matchAll(/`((?:[\w-]+\/)*[\w.-]+\.tsx?)`/g),
      ([, name = '']) => name,
    )
  const filesIn = (folder: string) => sources.filter((path) => dirname(path) === folder).map((path) => basename(path))

  const readmes = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => basename(path) === 'README.md')
    .map((path) => `src/${path.replaceAll('\\', '/')}`)
  const decisions = readdirSync(join(root, 'docs/decisions')).map((page) => `docs/decisions/${page}`)
  it('has only files that there are in its READMEs and decisions', () => {
    const isThere = (page: string, name: string) => {
      const folder = page.startsWith('src/') ? dirname(page) : 'src'
      return name.startsWith('test/')
        ? existsSync(join(root, name))
        : sources.some((path) => path === `src/${name}` || (path.startsWith(`${folder}/`) && path.endsWith(`/${name}`)))
    }
    const all = [...readmes, ...decisions].flatMap((page) => named(page).map((name) => [page, name] as const))
    expect(all.filter(([page, name]) => !isThere(page, name))).toEqual([])
  })

  it('has each file of a layer in its README', () => {
    const unnamed = (layer: string) => {
      const files = filesIn(`src/${layer}`).filter((name) => !name.endsWith('.d.ts'))
      const names = files.length > 0 ? named(`src/${layer}/README.md`) : []
      return files.filter((name) => !names.includes(name)).map((name) => `src/${layer}/${name}`)
    }
    expect(Object.keys(house).flatMap(unnamed)).toEqual([])
  })

  it.each(protocolNames)(
    'protocols/%s has at its top the files that the README of protocols names, and no others',
    (protocol) => {
      const names = named('src/protocols/README.md').filter((name) => name !== 'subjects.ts' && name !== 'new.ts')
      expect(filesIn(`src/protocols/${protocol}`).sort()).toEqual(names.sort())
    },
  )

  it('protocols/declared has at its top the files that its own README names, and no others', () => {
    const readme = 'src/protocols/declared/README.md'
    const atTop = named(readme).filter((name) => !name.includes('/'))
    expect(filesIn('src/protocols/declared').sort()).toEqual([...new Set(atTop)].sort())
  })

  it('has no file that breaks the rules of its layer', () => {
    expect(sources.length).toBeGreaterThan(500)
    expect(sources.flatMap((path) => violations(path, readFileSync(join(root, path), 'utf8')))).toEqual([])
  })
})

describe('files as data', () => {
  // Up to these layers findings arise; what gateways and entry points read of GitHub and of themselves is no state
  // file.
  const reading = sources.filter((path) => /^src\/(?:core|kit|protocols|engine|render)\//.test(path))
  const containing = (form: RegExp) => reading.filter((path) => form.test(readFileSync(join(root, path), 'utf8')))

  it('are parsed by the record, or where a comment says why not', () => {
    const readers =
      /\b(?:JSON\.parse|parseJson|parseJsonWithComments|parseYaml|parseYamlData|parseFlatYaml|frontMatter|flatFrontMatter)\(/
    expect(containing(readers).toSorted()).toEqual([
      'src/engine/installation/agents/hook.ts',
      'src/kit/formats.ts',
      'src/protocols/control/contract/validation.ts',
      'src/protocols/declared/reading/files.ts',
    ])
  })

  it('are judged by the kit alone', () => {
    expect(containing(/\bsafeParse\(|\._zod\b|\.error\.issues\b/)).toEqual(['src/kit/shape.ts'])
  })
})

describe('a rule', () => {
  const textOf = (path: string) => readFileSync(join(root, path), 'utf8')
  const declared = { name: 'declared', rules: documentation.declared.rules ?? [] }
  const all = [...protocols, declared].map(({ name, rules }) => {
    const paths = sources.filter((path) => path.startsWith(`src/protocols/${name}/`))
    const entries = paths.flatMap((path) => rulesIn(textOf(path)).map((code) => [code, path] as const))
    return { name, codes: new Set(rules.map(({ code }) => code)), paths, entries }
  })

  it.each(all)('of $name has one entry, below rules', ({ name, codes, entries }) => {
    expect(entries.map(([code]) => code).toSorted()).toEqual([...codes].toSorted())
    expect(entries.filter(([, path]) => !path.startsWith(`src/protocols/${name}/rules/`))).toEqual([])
  })

  it.each(all)('of $name is named nowhere but in its entry', ({ codes, paths }) => {
    const named = paths
      .filter((path) => !isFree(path))
      .map((path) => [path, codesNamed(textOf(path), codes)] as const)
      .filter(([, found]) => found.length > 0)
    const excepted = paths.flatMap((path) => (elsewhere[path] ? [[path, elsewhere[path].codes] as const] : []))
    expect(Object.fromEntries(named)).toEqual(Object.fromEntries(excepted))
  })

  it('is excepted only where there is a file', () => {
    expect(Object.keys(elsewhere).filter((path) => !sources.includes(path))).toEqual([])
  })

  const codes = new Set(['BOX_RED', 'BOX_MISSING'])
  it.each<[source: string, named: readonly string[]]>([
    ["const code = 'BOX_RED'", ['BOX_RED']],
    ["const tables = { BOX_RED: 1, 'BOX_MISSING': 2 }", ['BOX_MISSING', 'BOX_RED']],
    ['const hint = `The command ${"/fix"} BOX_RED repairs it, ${name}`', ['BOX_RED']],
    ["type Code = 'BOX_RED' | 'BOX_MISSING'", ['BOX_MISSING', 'BOX_RED']],
    ["// BOX_RED\nconst codes = ['MORE_BOX_RED', 'BOX_REDDER', BOX_RED, { [BOX_MISSING]: 1 }]", []],
    ["const example = { also: ['BOX_RED'], bad: 'BOX_MISSING' }", ['BOX_MISSING']],
    ["const rule = { code: 'BOX_RED', summary: 'Red.', check: () => ['BOX_RED', 'BOX_MISSING'] }", ['BOX_MISSING']],
    ["const rule = { code: 'BOX_RED', summary: 'Red.' }; const table = { BOX_RED: 1 }", ['BOX_RED']],
  ])('is named in %j: %j', (source, named) => {
    expect(codesNamed(source, codes)).toEqual(named)
  })

  it('is what has a code and a summary', () => {
    expect(
      rulesIn("over(boxes, [{ code: 'BOX_RED', summary: 'It is red.' }, { code: 'BOX_MISSING', message: 'Gone.' }])"),
    ).toEqual(['BOX_RED'])
  })
})

describe('a code that commands answer with', () => {
  it.each(protocols)(
    'of $name is that of a rule, or among the refusal codes, and so has a heading',
    ({ name, rules }) => {
      const explained = new Set([
        ...rules.map(({ code }) => code),
        ...Object.keys({ ...documentation[name].refusalCodes, ...engineCodes }),
      ])
      const named = sources
        .filter((path) => path.startsWith(`src/protocols/${name}/commands/`))
        .flatMap((path) => codesIn(readFileSync(join(root, path), 'utf8')))
      expect([...new Set(named)].filter((code) => !explained.has(code)).toSorted()).toEqual(words[name] ?? [])
    },
  )

  it.each<[source: string, named: readonly string[]]>([
    ["const red = { code: 'BOX_RED', violations: () => [] }", ['BOX_RED']],
    ["refuse(isRed ? 'BOX_RED' : `BOX_MISSING`)", ['BOX_MISSING', 'BOX_RED']],
    ["// BOX_RED\nconst text = 'The code BOX_RED' + BOX_MISSING", []],
  ])('is named in %j: %j', (source, named) => {
    expect(codesIn(source)).toEqual(named)
  })
})

describe('what every check loads, whatever is in the repository', () => {
  const loaded = [...loadedWith('src/entry/lazy-protocols.ts', (path) => readFileSync(join(root, path), 'utf8'))]
  const ofProtocols = loaded.filter((path) => path.startsWith('src/protocols/'))

  it('is of each protocol how it is found', () => {
    expect(ofProtocols).toEqual(
      expect.arrayContaining(protocolNames.map((name) => `src/protocols/${name}/discovery.ts`)),
    )
  })

  it('is nothing that reads, judges or writes its files', () => {
    expect(
      ofProtocols.filter((path) => !/^src\/protocols\/\w+\/(?:discovery|files|schema|states)\.ts$/.test(path)),
    ).toEqual([])
  })
})

describe('its check', () => {
  const allowed: readonly (readonly [path: string, source: string])[] = [
    [
      'src/engine/check.ts',
      `import { say } from '../core/message.ts'\nimport { touch } from './touch.ts'\nimport * as z from 'zod'`,
    ],
    [
      'src/protocols/plugin/rules/drift.ts',
      `import { states } from '../states.ts'\nimport type { Rule } from '../../../core/rule.ts'`,
    ],
    ['src/protocols/index.ts', `export { plugin } from './plugin/protocol.ts'`],
    ['src/documents/digest.ts', `import { createHash } from 'node:crypto'`],
    ['src/documents/yaml.ts', `import { parseDocument } from 'yaml'`],
    ['src/core/view.ts', `export interface Opener { open(): Promise<string> }`],
    [
      'src/core/day.ts',
      `export const day = (at: string) => new Date(at).toISOString().slice(0, 10)\nexport const noon = Date.UTC(2026, 0, 1)`,
    ],
    [
      'src/core/names.ts',
      `export const names = { process: 1, fetch() { return 2 } }\nexport const first = names.process`,
    ],
    [
      'src/gateways/git.ts',
      `import { spawn } from 'node:child_process'\nexport const home = process.env.HOME\nexport const now = () => Date.now()`,
    ],
    [
      'src/app/validate/check.ts',
      `import { check } from '../engine/check.ts'\nexport const run = async () => await check()`,
    ],
    [
      'src/entry/cli.ts',
      `import { Command } from 'commander'\nimport manifest from '../../package.json' with { type: 'json' }`,
    ],
  ]
  it.each(allowed)('lets %s be', (path, source) => {
    expect(violations(path, source)).toEqual([])
  })

  const broken: readonly (readonly [path: string, source: string, complaint: string])[] = [
    ['src/loose.ts', ``, 'no folder'],
    ['src/attic/a.ts', ``, 'no folder'],
    // Directions
    ['src/core/a.ts', `import { text } from '../documents/text.ts'`, 'no lower layer'],
    ['src/core/a.ts', `import type { Text } from '../documents/text.ts'`, 'no lower layer'],
    ['src/core/a.ts', `export * from '../app/validate/check.ts'`, 'no lower layer'],
    ['src/core/a.ts', `export type A = import('../engine/check.ts').A`, 'no lower layer'],
    ['src/core/a.ts', `export const a = (b: import('../engine/check.ts').B) => b`, 'no lower layer'],
    ['src/engine/a.ts', `import { plugin } from '../protocols/plugin/protocol.ts'`, 'no lower layer'],
    ['src/engine/a.ts', `import { render } from '../render/text.ts'`, 'no lower layer'],
    ['src/render/a.ts', `import { plugin } from '../protocols/plugin/protocol.ts'`, 'no lower layer'],
    ['src/protocols/plugin/a.ts', `import { check } from '../../engine/check.ts'`, 'no lower layer'],
    ['src/protocols/plugin/a.ts', `import { states } from '../handover/states.ts'`, 'no lower layer'],
    ['src/protocols/plugin/a.ts', `import { protocols } from '../index.ts'`, 'no lower layer'],
    ['src/protocols/plugin/rules/a.ts', `import { b } from '../../plugins/b.ts'`, 'no lower layer'],
    ['src/gateways/a.ts', `import { check } from '../app/validate/check.ts'`, 'no lower layer'],
    ['src/app/a.ts', `import { main } from '../entry/cli.ts'`, 'no lower layer'],
    ['src/app/a.ts', `import { bundle } from '../../scripts/bundle/bundle.ts'`, 'outside the house'],
    ['src/engine/a.ts', `export const load = (name: string) => import(name)`, 'computed'],
    // Libraries and Node
    ['src/engine/a.ts', `import { parse } from 'yaml'`, 'may not know yaml'],
    ['src/protocols/plugin/a.ts', `import type MarkdownIt from 'markdown-it'`, 'may not know markdown-it'],
    ['src/render/a.ts', `import matter from 'gray-matter'`, 'may not know gray-matter'],
    ['src/core/a.ts', `import { createHash } from 'node:crypto'`, 'may not know node:crypto'],
    ['src/documents/a.ts', `import { readFileSync } from 'node:fs'`, 'may not know node:fs'],
    ['src/documents/a.ts', `import { readFileSync } from 'fs'`, 'may not know fs'],
    ['src/app/a.ts', `import { basename, dirname, join } from 'node:path'`, 'may not know node:path'],
    ['src/app/a.ts', `import type { Octokit } from '@octokit/core'`, 'may not know @octokit/core'],
    ['src/app/a.ts', `import * as core from '@actions/core'`, 'may not know @actions/core'],
    ['src/gateways/a.ts', `import { parse } from 'yaml'`, 'may not know yaml'],
    ['src/core/a.ts', `const fs = require('node:fs')`, 'may not know node:fs'],
    // Clock, disk, network, process
    ['src/core/a.ts', `export const now = () => Date.now()`, 'clock'],
    ['src/core/a.ts', `export const now = () => new Date()`, 'clock'],
    ['src/core/a.ts', `const Clock = Date`, 'clock'],
    ['src/app/a.ts', `export const now = () => Date()`, 'clock'],
    ['src/app/a.ts', `export const now = () => performance.now()`, 'clock'],
    ['src/engine/a.ts', `setTimeout(() => 1, 1)`, 'timers'],
    ['src/render/a.ts', `export const colour = process.env.NO_COLOR`, 'process'],
    ['src/app/a.ts', `const { env } = process`, 'process'],
    ['src/app/a.ts', `export const env = globalThis['process'].env`, 'process'],
    ['src/core/a.ts', `fetch('http://127.0.0.1')`, 'network'],
    ['src/core/a.ts', `export const id = Math.random()`, 'chance'],
    ['src/core/a.ts', `export const id = crypto.randomUUID()`, 'chance'],
    ['src/render/a.ts', `console.log('printed')`, 'output'],
    // Time to come
    ['src/core/a.ts', `export const a = async () => 1`, 'asynchronous'],
    ['src/documents/a.ts', `export const a: Promise<string> | undefined = undefined`, 'asynchronous'],
    ['src/core/a.ts', `export const a = Promise.resolve(1)`, 'asynchronous'],
    ['src/protocols/plugin/a.ts', `export class A { async check() {} }`, 'asynchronous'],
    ['src/protocols/plugin/a.ts', `export const a = await 1`, 'asynchronous'],
    ['src/engine/a.ts', `export async function* a() { for await (const b of []) yield b }`, 'asynchronous'],
    ['src/engine/a.ts', `void import('./check.ts')`, 'asynchronous'],
  ]
  it.each(broken)('catches %s with %s', (path, source, complaint) => {
    expect(violations(path, source).join('\n')).toContain(complaint)
  })

  it('says the line', () => {
    expect(violations('src/core/a.ts', `\n\nconsole.log(1)`)).toEqual([
      'src/core/a.ts:3 has a side effect (output) by console.log.',
    ])
  })
})
