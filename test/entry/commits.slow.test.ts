import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { contractPath, handoffPath, registryPath, sample } from '../../src/protocols/plugin/examples.ts'
import { runGit } from '../processes/git.ts'
import { runHere } from './here.ts'
import { scratch, write, type Files } from './programs.ts'
import { commitAll, configure, initialize, octocat, repository, revision } from '../processes/work-tree.ts'
import { baton, json, read, codesOf } from './commanding.ts'
import { expectUsage } from './validating.ts'

const places = scratch()
afterAll(places.remove)

/** A repository whose committer is known to git. */
function cloned(files: Files = sample): string {
  const root = places.folder(files)
  repository(root, octocat)
  return root
}

const show = async (root: string, ...words: readonly string[]) => (await runGit(root, words)).toString().trim()

describe('@SHA', () => {
  it('is the commit that is checked out, or nothing is done', async () => {
    const root = cloned()
    const head = revision(root, 'HEAD')
    expect(codesOf(await json(root, 'accept', 'TinyGain', '@1a2b3c4'))).toEqual(['HEAD_MOVED'])
    expect(codesOf(await json(root, 'run', '/accept TinyGain @1a2b3c4'))).toEqual(['HEAD_MOVED'])
    expect(read(root, handoffPath)).toBe(sample[handoffPath])
    expect((await json(root, 'accept', 'TinyGain', `@${head.slice(0, 7)}`)).answer).toMatchObject({
      outcome: 'changed',
    })
    expect(codesOf(await json(places.folder(sample), 'accept', 'TinyGain', '@1a2b3c4'))).toEqual(['HEAD_MOVED'])
  })
})

describe('--commit', () => {
  it('commits exactly the files that are changed, with the trailers', async () => {
    const root = cloned({ ...sample, 'other.txt': 'one\n', 'staged.txt': 'one\n' })
    const before = revision(root, 'HEAD')
    write(root, { 'other.txt': 'two\n', 'staged.txt': 'two\n', 'new.txt': 'new\n' })
    await runGit(root, ['add', 'staged.txt'])
    const { answer, stderr } = await json(root, 'accept', 'TinyGain', '--commit')
    expect(stderr).toBe('')
    const head = revision(root, 'HEAD')
    expect(answer).toMatchObject({ outcome: 'changed', commit: head })
    expect(await show(root, 'rev-parse', 'HEAD^')).toBe(before)
    expect((await show(root, 'diff', '--name-only', 'HEAD^', 'HEAD')).split('\n')).toEqual([registryPath, handoffPath])
    expect((await show(root, 'status', '--porcelain')).split('\n').map((line) => line.trim())).toEqual([
      'M other.txt',
      'M  staged.txt',
      '?? new.txt',
    ])
    expect(await show(root, 'log', '-1', '--format=%B')).toMatch(
      /^baton: accept TinyGain \(stage 2 complete → 3 in_progress\)\n\nRequested-by: @octocat\nCommand: accept\nTransition: plugin:TinyGain stage 2 complete -> stage 3 in_progress\nState-Digest: sha256:[0-9a-f]{64}$/,
    )
    expect(await show(root, 'show', `HEAD:${handoffPath}`)).toBe(read(root, handoffPath).trim())
  })

  it('names the requester: a login with an @, any other name as it is', async () => {
    const requestedBy = async (name: string, ...words: readonly string[]) => {
      const root = cloned()
      configure(root, { 'user.name': name })
      const env = { GIT_CONFIG_COUNT: undefined }
      expect((await runHere(['accept', 'TinyGain', '--commit', ...words], { cwd: root, env })).code).toBe(0)
      return (await show(root, 'log', '-1', '--format=%B'))
        .split('\n')
        .filter((line) => line.startsWith('Requested-by'))
    }
    expect(await requestedBy('octocat')).toEqual(['Requested-by: @octocat'])
    expect(await requestedBy('Mona Lisa')).toEqual(['Requested-by: Mona Lisa'])
    expect(await requestedBy('@mallory #1')).toEqual(['Requested-by: %40mallory %231'])
    expect(await requestedBy('Dev Person', '--actor', 'octocat')).toEqual(['Requested-by: @octocat'])
    expect(await requestedBy('Dev Person', '--actor', '@my-agent[bot]')).toEqual(['Requested-by: @my-agent[bot]'])
    expect(await requestedBy('Dev Person', '--actor', 'Some Agent')).toEqual(['Requested-by: Some Agent'])
  })

  it('works in a folder of the repository, and for its first commit', async () => {
    const root = places.folder({ 'a/x': '1' })
    write(join(root, 'a'), sample)
    initialize(join(root, '.git'))
    configure(root, octocat)
    // What is in none of its commits cannot be in one without all the rest of it.
    for (const option of ['--dry-run', '--commit']) {
      const never = await json(join(root, 'a'), 'accept', 'TinyGain', '--commit', option)
      expect([never.code, codesOf(never), read(join(root, 'a'), handoffPath)]).toEqual([
        1,
        ['COMMIT_UNCOMMITTED', 'COMMIT_UNCOMMITTED'],
        sample[handoffPath],
      ])
      expect(never.answer).toMatchObject({ outcome: 'refused', ...(option === '--dry-run' && { dryRun: true }) })
    }
    // A dry run leaves no trace in the repository.
    expect(await show(root, 'count-objects')).toMatch(/^0 objects/)
    write(join(root, 'a'), { '.github/baton.yml': 'protocols: { governance: {} }\n' })
    const session = await json(join(root, 'a'), 'accept', 'session:ses_1', '--agent', 'builder', '--commit')
    expect(session.answer).toMatchObject({ outcome: 'changed' })
    commitAll(root)
    expect((await json(join(root, 'a'), 'accept', 'TinyGain', '--commit')).answer).toMatchObject({ outcome: 'changed' })
    expect((await show(root, 'diff', '--name-only', 'HEAD^', 'HEAD')).split('\n')).toEqual([
      `a/${registryPath}`,
      `a/${handoffPath}`,
    ])
  })

  it('runs nothing that the repository names', async () => {
    const root = cloned()
    const planted = join(places.folder(), 'planted')
    const plant = (name: string) => `echo ${name} >> ${planted}`
    write(root, { '.gitattributes': '* filter=bad\n' })
    configure(root, {
      'filter.bad.clean': `${plant('filter')}; cat`,
      'commit.gpgSign': 'true',
      'gpg.program': plant('signature'),
    })
    for (const hook of ['pre-commit', 'commit-msg', 'reference-transaction', 'post-commit', 'post-index-change'])
      writeFileSync(join(root, '.git/hooks', hook), `#!/bin/sh\n${plant(hook)}\n`, { mode: 0o755 })
    expect((await json(root, 'accept', 'TinyGain', '--commit')).answer).toMatchObject({ outcome: 'changed' })
    expect(existsSync(planted) ? readFileSync(planted, 'utf8') : '').toBe('')
  })

  it('is refused outside a repository, and where the files are in conflict; then nothing is written', async () => {
    const outside = places.folder(sample)
    expectUsage(await baton(outside, 'accept', 'TinyGain', '--commit'), /is not in a git repository/)
    expect(read(outside, handoffPath)).toBe(sample[handoffPath])

    const root = cloned()
    const oid = await show(root, 'rev-parse', `HEAD:${registryPath}`)
    await runGit(
      root,
      ['update-index', '--index-info'],
      [1, 2, 3].map((stage) => `100644 ${oid} ${stage}\t${registryPath}\n`).join(''),
    )
    expect(await baton(root, 'accept', 'TinyGain', '--commit')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('MERGE_CONFLICT'),
    })
    expect(read(root, handoffPath)).toBe(sample[handoffPath])
  })

  it('commits nothing when nothing changes, or in a dry run', async () => {
    const root = cloned()
    const head = revision(root, 'HEAD')
    await baton(root, 'sync', '--commit')
    await baton(root, 'accept', 'TinyGain', '--commit', '--dry-run')
    expect(revision(root, 'HEAD')).toBe(head)
  })
})

describe('what looks back', () => {
  it('undo takes back what was committed, and knows what came later', async () => {
    const root = cloned()
    await baton(root, 'accept', 'TinyGain', '--commit')
    commitAll(root, 'Something else')
    expect((await json(root, 'undo', 'TinyGain', '--commit')).answer).toMatchObject({
      outcome: 'changed',
      to: 'stage 2 complete',
    })
    for (const [path, text] of Object.entries(sample)) expect(read(root, path)).toBe(text)
    expect(codesOf(await json(root, 'undo', 'TinyGain'))).toEqual(['UNDO_NOTHING'])
    await baton(root, 'accept', 'TinyGain', '--commit')
    write(root, { [handoffPath]: `${read(root, handoffPath)}\nMore.\n` })
    commitAll(root, 'More')
    expect(codesOf(await json(root, 'undo', 'TinyGain'))).toEqual(['UNDO_TOUCHED'])
  })

  it.each([
    ['first', 'UNDO_NOTHING'],
    ['latest', 'UNDO_TOUCHED'],
  ])('undo says that the %s change is not committed, and what takes it back does', async (position, code) => {
    const root = cloned()
    if (position === 'latest') {
      await baton(root, 'accept', 'TinyGain', '--commit')
      await baton(root, 'undo', 'TinyGain', '--commit')
    }
    await baton(root, 'accept', 'TinyGain')
    const accepted = read(root, handoffPath)
    const ran = await json(root, 'undo', 'TinyGain')
    expect([ran.code, codesOf(ran)]).toEqual([1, [code]])
    const { stderr, stdout } = await baton(root, 'undo', 'TinyGain')
    expect(`${stdout}${stderr}`).toContain('not committed')
    expect(read(root, handoffPath)).toBe(accepted)
    const [, command = ''] = /`git (checkout HEAD -- [^`]+)`/.exec(stdout) ?? []
    await runGit(root, command.split(' '))
    for (const [path, text] of Object.entries(sample)) expect(read(root, path)).toBe(text)
  })

  it('restore finds what was recorded, in the history or in one commit of it', async () => {
    const brief = contractPath('creative_brief')
    const root = cloned()
    const first = revision(root, 'HEAD')
    write(root, { [brief]: '# Another brief\n' })
    commitAll(root, 'Another brief')
    expect(
      (await json(root, 'restore', 'TinyGain', 'contracts', '--dry-run', '--from', first.slice(0, 8))).answer,
    ).toMatchObject({
      outcome: 'changed',
    })
    expect((await json(root, 'restore', 'TinyGain', 'contracts')).answer).toMatchObject({ outcome: 'changed' })
    expect(read(root, brief)).toBe(sample[brief])
  })

  it('restore is named beside the approval of a contract, and neither is a fix', async () => {
    const otherFiles = { ...sample, [contractPath('creative_brief')]: '# Another brief\n' }
    const offers = async (root: string) => (await runHere(['validate', '--root', root, '--format', 'json'])).stdout
    const root = cloned()
    write(root, otherFiles)
    for (const folder of [root, cloned(otherFiles), places.folder(otherFiles)]) {
      expect(await offers(folder)).toContain('/restore TinyGain contracts')
      expect(await offers(folder)).toContain('/checksums TinyGain')
      expect(await offers(folder)).not.toContain('"fix"')
    }
  })

  it('never looks at what is not an ancestor', async () => {
    const brief = contractPath('creative_brief')
    const root = cloned({ ...sample, [brief]: '# Another brief\n' })
    await runGit(root, ['checkout', '--quiet', '-b', 'elsewhere'])
    write(root, sample)
    const otherCommit = commitAll(root, 'Elsewhere')
    await runGit(root, ['checkout', '--quiet', 'main'])
    for (const from of [[], ['--from', otherCommit]])
      expect(codesOf(await json(root, 'restore', 'TinyGain', 'contracts', ...from))).toEqual([
        'PLUGIN_VERSION_NOT_FOUND',
      ])
  })
})
