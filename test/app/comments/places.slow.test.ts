import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { branchFor } from '../../../src/app/comments/new-branch.ts'
import type { Files } from '../../../src/core/rule.ts'
import { handoffPath, registryPath, sample } from '../../../src/protocols/plugin/examples.ts'
import { type Scene, sceneBefore, openFromFork, patchIn } from './scene.ts'

/** Applies a patch to files, as its receiver would. */
function applied(files: Files, patch: string): (path: string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'baton-patch-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    const git = (...words: readonly string[]) => execFileSync('git', words, { cwd: folder }).toString()
    git('init', '--quiet')
    git('add', '--all')
    writeFileSync(join(folder, 'the.patch'), patch)
    git('apply', '--index', 'the.patch')
    const all = new Map(Object.keys(files).map((path) => [path, git('cat-file', 'blob', `:${path}`)]))
    return (path) => all.get(path) ?? ''
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('a pull request from a fork', () => {
  const testScene = sceneBefore({
    files: { ...sample, 'plugins/TinyGain/NOTES.md': '# Notes\n\n`````\nfive\n`````\n' },
  })
  let number = 0
  let fork: Awaited<ReturnType<Scene['repository']['fork']>>
  beforeAll(async () => {
    ;({ fork, number } = await openFromFork(testScene))
  })

  it('is answered with a patch that git applies', async () => {
    const { replies, reactions, sticky } = await testScene.postComment('/accept TinyGain', { number })
    expect(reactions).toEqual(['eyes', 'rocket'])
    expect(sticky).toBeUndefined()
    expect(replies[0]).toContain('nothing can be pushed to')
    const { patch } = patchIn(replies[0])
    const file = applied(sample, patch)
    expect(file(handoffPath)).toContain('status: in_progress')
    expect(file(registryPath)).toContain('| 🚧 Stage 3 |')
    expect(await fork.tip('theirs')).toBe(testScene.repository.conversation(number).pull?.sha)
  })
})

describe('a patch that is too long', () => {
  const long = `# Plugins\n\n| Plugin Name | Status | Version | Last Updated | Notes |\n|---|---|---|---|---|\n| TinyGain | 🚧 Stage 2 | 0.1.0 | 2026-02-02 | ${'x'.repeat(40_000)} |\n`
  const testScene = sceneBefore({ files: { ...sample, [registryPath]: long } })

  it('is replaced by the line that makes it, in which nothing is for the shell', async () => {
    const text = "/accept TinyGain --dry-run\n\nIt's `$(rm -rf ~)` time"
    const { replies } = await testScene.postComment(text)
    const [reply = ''] = replies
    expect(reply.length).toBeLessThan(65_536)
    const [, line = ''] = /```sh\n(.*?)\n```/s.exec(reply) ?? []
    const printed = execFileSync('sh', ['-c', line.replace(/^baton run/, "printf '%s'")]).toString()
    expect(printed).toBe(text)
  })
})

describe('the name of a branch', () => {
  it.each([
    ['plugin:TinyGain', 'baton/accept-plugin-TinyGain-7'],
    ['stage:explore@run-2026', 'baton/accept-stage-explore-run-2026-7'],
    ['plugin:Größe "quoted" ~^:?*[\\', 'baton/accept-plugin-Gr--e--quoted----------7'],
    ['plugin:a..b...c', 'baton/accept-plugin-a-.b--.c-7'],
    [undefined, 'baton/accept-all-7'],
  ])('of %s', (target, name) => {
    expect(branchFor('accept', target, 7)).toBe(name)
    expect(() => execFileSync('git', ['check-ref-format', `refs/heads/${name}`])).not.toThrow()
  })
})
