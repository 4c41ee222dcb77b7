import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { sample } from '../../src/protocols/plugin/examples.ts'
import { environment, project, run, scratch } from '../entry/programs.ts'

const places = scratch()
afterAll(() => places.remove())

/** A copy of this checkout with its libraries. */
function copied(): string {
  const copy = join(places.folder(), 'copy')
  const skippedPaths = new Set(['node_modules', '.git', 'dist'].map((name) => join(project, name)))
  cpSync(project, copy, { recursive: true, filter: (path) => !skippedPaths.has(path) })
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

const publish = (copy: string, ...words: readonly string[]) =>
  spawnSync(process.execPath, [join(copy, 'scripts/publish-as.ts'), ...words], {
    cwd: copy,
    env: environment(),
    encoding: 'utf8',
  })

it('npm run publish-as names a copy once, for everything that leads there', async () => {
  const copy = copied()
  const text = (path: string) => readFileSync(join(copy, path), 'utf8')
  for (const wrong of [[], ['octocat'], ['a/b', 'c/d'], ['http://github.com/a/b'], ['https://github.com/a/b.git']]) {
    expect(publish(copy, ...wrong)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('OWNER/NAME') as string,
    })
    expect(text('package.json')).toBe(readFileSync(join(project, 'package.json'), 'utf8'))
  }
  expect(publish(copy, 'octocat/relay')).toMatchObject({ status: 0, stderr: '' })

  const address = 'https://github.com/octocat/relay'
  expect(JSON.parse(text('package.json'))).toMatchObject({
    homepage: address,
    bugs: `${address}/issues`,
    repository: { type: 'git', url: `git+${address}.git` },
    baton: { repository: address },
  })
  expect(text('app.yml')).toContain(`\nurl: ${address}\n`)
  expect(text('.github/ISSUE_TEMPLATE/config.yml')).toContain(`url: ${address}/security/advisories/new\n`)
  for (const name of readdirSync(join(copy, 'schema')))
    expect(JSON.parse(text(`schema/${name}`))).toMatchObject({ $id: `${address}/raw/v1/schema/${name}` })

  const program = join(copy, 'dist/cli.js')
  const baton = async (folder: string, ...words: readonly string[]) =>
    (await run(program, words, { cwd: folder })).stdout
  const folder = places.folder(sample)
  const page = `${address}/blob/main/docs/rules/plugin/drift.md#registry_status_drift`
  expect(await baton(folder, 'explain', 'REGISTRY_STATUS_DRIFT')).toContain(`\nMore: ${page}\n`)
  expect(await baton(folder, 'explain', 'REGISTRY_STATUS_DRIFT', '--format', 'sarif')).toMatch(
    new RegExp(`"helpUri": *"${page}"`),
  )
  const started = await baton(folder, 'init')
  expect(started).not.toContain('example-org')
  expect(readFileSync(join(folder, '.github/workflows/baton.yml'), 'utf8')).toContain(
    '    steps:\n      - uses: octocat/relay@v1\n',
  )
  expect(readFileSync(join(folder, '.github/baton.yml'), 'utf8')).toContain(
    `$schema=${address}/raw/v1/schema/config.v1.json\n`,
  )

  // A second time it is renamed. What follows from it was made once.
  for (const script of ['docs', 'build']) writeFileSync(join(copy, 'scripts', `${script}.ts`), '')
  expect(publish(copy, 'https://git.example.com/tools/baton').status).toBe(0)
  expect(text('app.yml')).toContain('\nurl: https://git.example.com/tools/baton\n')
  expect(text('package.json')).not.toContain('octocat')
})
