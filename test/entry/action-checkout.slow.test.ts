import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { handoffPath, sample } from '../../src/protocols/plugin/examples.ts'
import { runGit } from '../processes/git.ts'
import type { HostedRepository } from '../github/hosted.ts'
import type { GitHub } from '../github/server.ts'
import { failure, shownAt } from './workflow-run.ts'
import {
  configured,
  incomplete,
  incompleteAt,
  weak,
  compare,
  tree,
  texts,
  pullScene,
  type PullRequest,
} from './pull-scene.ts'

// Every test starts processes, which takes a while on a busy machine.
const { places, hosted, pullRequest, check } = pullScene()
let github: GitHub
let plugins: HostedRepository
beforeAll(() => void ({ github, plugins } = hosted))

/** A checkout, as `actions/checkout` makes it of a commit. Default: with the whole history. */
async function checkout(
  sha: string,
  { from = plugins, shallow = false }: { readonly from?: HostedRepository; readonly shallow?: boolean } = {},
): Promise<string> {
  const folder = places.folder()
  const git = (...words: readonly string[]) => runGit(folder, words)
  await git('init', '--quiet', '--initial-branch=checkout', '.')
  from.git.move('refs/pull/7/head', sha)
  await git('remote', 'add', 'origin', `file://${await from.git.folder()}`)
  const refs = shallow
    ? ['--depth=1', 'origin', `+refs/pull/7/head:refs/remotes/pull/7/head`]
    : ['origin', '+refs/heads/*:refs/remotes/origin/*', '+refs/pull/7/head:refs/remotes/pull/7/head']
  await git('fetch', '--quiet', '--no-tags', ...refs)
  await git('checkout', '--quiet', '--force', sha)
  await git('remote', 'set-url', 'origin', `https://github.com/${from.owner}/${from.repo}`)
  return folder
}

const commitOperation = 'GET /commits/{ref}'

describe('pull_request', () => {
  let change: PullRequest
  beforeAll(async () => {
    change = await pullRequest({ later: { ...sample, 'plugins/Later/.continue-here.md': '---\nplugin: Later\n---\n' } })
  })

  const expected = { code: 1, outputs: { valid: 'false', errors: '1', warnings: '0', notices: '0', targets: '1' } }

  it('is a page with a timeline where the checkout has the history, and with a note where it was cut off', async () => {
    const pageOf = async (workspace: string) => {
      const ran = await check({
        event: 'pull_request',
        payload: change.payload,
        workspace,
        inputs: { 'html-file': 'board.html' },
      })
      expect(ran).toMatchObject({ ...expected, outputs: { ...expected.outputs, html: join(workspace, 'board.html') } })
      return { requests: ran.requests, page: readFileSync(join(workspace, 'board.html'), 'utf8') }
    }
    const whole = await pageOf(await checkout(change.head))
    expect(whole.requests).toEqual([])
    expect(whole.page).toContain('2 commits, both of which change state')
    expect((await pageOf(await checkout(change.head, { shallow: true }))).page).toContain('git fetch --unshallow')
  })

  it('needs no token for a check of a checkout; what could not be written without one is said', async () => {
    const fine = await pullRequest({ head: { ...sample, 'README.md': 'Fine' } })
    const head = { ...fine.payload.pull_request.head, repo: { id: 1 } }
    const payload = {
      ...fine.payload,
      pull_request: { ...fine.payload.pull_request, head, base: { ref: fine.branch, repo: { id: 1 } } },
    }
    const workspace = await checkout(fine.head)
    const ran = await check({
      event: 'pull_request',
      payload,
      workspace,
      token: '',
      inputs: { 'check-run': 'true', comment: 'true' },
    })
    expect(ran).toMatchObject({ code: 0, outputs: { errors: '0', targets: '1' }, requests: [] })
    const warnings = ran.commands.filter(({ name }) => name === 'warning').map(({ data }) => data)
    for (const problem of [
      'The check run was not written',
      'The comment was not written',
      'The overview on the pull request was not updated',
    ]) {
      expect(warnings).toContainEqual(expect.stringMatching(new RegExp(`^${problem}: Unexpected input token: ""`)))
      expect(ran.summary).toContain(problem)
    }
  })

  it('is checked without GitHub, and the log says what GitHub was asked for in the end, and that it did not answer', async () => {
    const fine = await pullRequest({ head: { ...sample, 'README.md': 'Fine' } })
    const head = { ...fine.payload.pull_request.head, repo: { id: 1 } }
    const payload = {
      ...fine.payload,
      pull_request: { ...fine.payload.pull_request, head, base: { ref: fine.branch, repo: { id: 1 } } },
    }
    github.faults.plan({ kind: 'status', status: 502 }, { operation: 'POST /graphql', times: 4 })
    const ran = await check({ event: 'pull_request', payload, workspace: await checkout(fine.head) })
    expect(ran).toMatchObject({ code: 0, outputs: { errors: '0', targets: '1' } })
    const lines = ran.log.split('\n').filter((line) => /overview|sent again/.test(line))
    expect(lines).toEqual([
      'The check is done. Its overview on the pull request, if there is one, is looked for.',
      ...[1, 2, 3].map(() => expect.stringMatching(/It is sent again in \d+ s\.$/) as unknown),
      expect.stringMatching(/^The overview was not found, and is as it was: GitHub/),
    ])
  })

  it('is read from a checkout with the whole history, without any request', async () => {
    const ran = await check({ event: 'pull_request', payload: change.payload, workspace: await checkout(change.head) })
    expect(ran).toMatchObject(expected)
    expect(shownAt(ran)).toEqual([`error ${incompleteAt}`])
    expect(ran.requests).toEqual([])
  })

  it('is read in the same way by the program that is built, which the runner starts', async () => {
    const [built, sourceRun] = [
      await check({ event: 'pull_request', payload: change.payload, nodeOptions: [] }),
      await check({ event: 'pull_request', payload: change.payload }),
    ]
    const { outputs, ...rest } = sourceRun
    expect(built).toMatchObject({
      ...rest,
      outputs: { ...outputs, report: expect.stringContaining('baton-report.json') },
    })
  })

  it('says the same whichever way', async () => {
    const [remoteRun, checkoutRun] = [
      await check({ event: 'pull_request', payload: change.payload }),
      await check({ event: 'pull_request', payload: change.payload, workspace: await checkout(change.head) }),
    ]
    expect(checkoutRun.report).toEqual(remoteRun.report)
    expect(checkoutRun.summary).toEqual(remoteRun.summary)
    expect(checkoutRun.log).toEqual(remoteRun.log)
  })

  it('is read through the API where the checkout’s history is cut off: nothing is fetched into it', async () => {
    const workspace = await checkout(change.head, { shallow: true })
    const before = readdirSync(join(workspace, '.git'), { recursive: true }).sort()
    const ran = await check({ event: 'pull_request', payload: change.payload, workspace })
    expect(ran).toMatchObject(expected)
    expect(ran.requests).toContain(compare)
    expect(readdirSync(join(workspace, '.git'), { recursive: true }).sort()).toEqual(before)
    const why = 'the checkout cannot be used: its history is cut off. Check out with `fetch-depth: 0`'
    expect(ran.log).toContain(why)
    expect(ran.summary).toContain(why)
    expect(ran.commands.map(({ data }) => data)).not.toContainEqual(
      expect.stringContaining('the checkout cannot be used'),
    )
  })

  it('warns of a checkout that is not used where GitHub does not answer either, and names what is to be set', async () => {
    const workspace = await checkout(change.head, { shallow: true })
    const ran = await check({ event: 'pull_request', payload: change.payload, workspace, token: github.token({}) })
    expect(ran.code).toBe(1)
    const warning = ran.commands.find(({ name }) => name === 'warning')
    expect(warning?.data).toContain('its history is cut off. Check out with `fetch-depth: 0`')
    expect(ran.summary).toContain('its history is cut off. Check out with `fetch-depth: 0`')
  })

  it.each([
    ['it has no remote `origin`', ['remote', 'remove', 'origin']],
    [
      'its remote `origin` is not `https://github.com/octocat/plugins`. Check out that repository',
      ['remote', 'set-url', 'origin', 'https://github.com/mallory/plugins'],
    ],
    ['a filter left out some of its files', ['config', 'remote.origin.promisor', 'true']],
    ['it does not show where', ['update-ref', '-d', 'REF']],
  ])('says that a checkout is not used: %s', async (why, words) => {
    const workspace = await checkout(change.head)
    await runGit(
      workspace,
      words.map((word) => (word === 'REF' ? `refs/remotes/origin/${change.branch}` : word)),
    )
    const ran = await check({ event: 'pull_request', payload: change.payload, workspace })
    expect(ran).toMatchObject(expected)
    expect(ran.requests).toContain(compare)
    for (const text of [ran.log, ran.summary]) {
      expect(text).toContain(`the checkout cannot be used: ${why}`)
      expect(text).toContain('`fetch-depth: 0`')
    }
  })

  it('is read through the API alone where a checkout of the whole history does not have the head', async () => {
    const workspace = await checkout(change.tip)
    await runGit(workspace, ['update-ref', '-d', `refs/remotes/origin/${change.topic}`])
    await runGit(workspace, ['reflog', 'expire', '--expire=now', '--all'])
    await runGit(workspace, ['gc', '--quiet', '--prune=now'])
    const ran = await check({ event: 'pull_request_target', payload: change.payload, workspace })
    expect(ran).toMatchObject(expected)
    expect(ran.requests).toContain(compare)
    expect(ran.log).toContain(
      `the checkout cannot be used: it does not have the commit \`${change.head}\`. Check out with \`fetch-depth: 0\` and without \`ref\``,
    )
  })

  it('says why a checkout below the workspace is not used, and nothing without a checkout', async () => {
    const workspace = places.folder({ 'repository/README.md': 'A checkout with `path`' })
    const why = 'the checkout cannot be used: the workspace has files, but no clone. Check out without `path`'
    const ran = await check({ event: 'pull_request', payload: change.payload, workspace })
    for (const text of [ran.log, ran.summary]) expect(text).toContain(why)
    const withoutCheckout = await check({ event: 'pull_request', payload: change.payload })
    expect(withoutCheckout.log).not.toContain('cannot be used')
  })

  it('is read through the API where the workspace is a folder in a clone, and its files at their places', async () => {
    const workspace = join(await checkout(change.head), 'work/ws')
    mkdirSync(workspace, { recursive: true })
    const ran = await check({ event: 'pull_request', payload: change.payload, workspace })
    expect(ran).toMatchObject(expected)
    expect(ran.requests).toContain(compare)
    writeFileSync(join(workspace, 'a'), '1')
    const withFiles = await check({ event: 'pull_request', payload: change.payload, workspace })
    expect(withFiles.log).toContain('the checkout cannot be used: the workspace has files, but no clone.')
  })

  it('is read through the API where git does not read the checkout', async () => {
    const workspace = await checkout(change.head)
    const ran = await check({ event: 'pull_request', payload: change.payload, workspace, env: { PATH: '' } })
    expect(ran).toMatchObject(expected)
    expect(ran.requests).toContain(compare)
    expect(ran.log).toContain('the checkout cannot be used: git cannot be run.')
  })

  it('looks at the head, not at what lies in the workspace', async () => {
    const workspace = await checkout(change.head)
    writeFileSync(join(workspace, handoffPath), '---js\n---\n')
    writeFileSync(join(workspace, '.github-baton.yml'), weak)
    expect(await check({ event: 'pull_request', payload: change.payload, workspace })).toMatchObject(expected)
  })
})

describe('the policy', () => {
  it('is that of the base, never of the head', async () => {
    const { payload, head } = await pullRequest({ head: configured(incomplete, weak) })
    for (const workspace of [undefined, await checkout(head)]) {
      expect(await check({ event: 'pull_request', payload, ...(workspace && { workspace }) })).toMatchObject({
        code: 1,
        outputs: { errors: '1' },
      })
    }
  })

  it('is that of the tip of the base: an old fork point does not bring an old one back', async () => {
    const { payload, head } = await pullRequest({
      base: configured(sample, weak),
      head: configured(incomplete, weak),
      later: sample,
    })
    for (const workspace of [undefined, await checkout(head)]) {
      expect(await check({ event: 'pull_request', payload, ...(workspace && { workspace }) })).toMatchObject({
        code: 1,
        outputs: { errors: '1' },
      })
    }
  })
})

describe('pull_request_target, whose workflow has checked out the hostile head', () => {
  let fork: HostedRepository
  let change: PullRequest
  beforeAll(async () => {
    fork = await github.repository('mallory', 'plugins')
    change = await pullRequest({ head: configured(incomplete, weak) })
    // The fork's own branch of the same name, with the policy that its owner likes best.
    await fork.git.git(['fetch', '--quiet', await plugins.git.folder(), '+refs/heads/*:refs/heads/*'])
    await fork.git.commit({ files: Object.entries(configured(sample, weak)), branch: change.branch })
    await fork.git.commit({ files: Object.entries(configured(sample, weak)), branch: 'main' })
  })

  it('takes the policy and the base from the repository, not from what the checkout calls so', async () => {
    const workspace = await checkout(change.head, { from: fork })
    const ran = await check({ event: 'pull_request_target', payload: change.payload, workspace })
    expect(ran).toMatchObject({ code: 1, outputs: { errors: '1', valid: 'false' } })
    expect(shownAt(ran)).toEqual([`error ${incompleteAt}`])
    expect(ran.requests).toContain(compare)
  })

  it('takes them from a checkout of the repository itself', async () => {
    const workspace = await checkout(change.head)
    expect(await check({ event: 'pull_request_target', payload: change.payload, workspace })).toMatchObject({
      code: 1,
      outputs: { errors: '1' },
      requests: [],
    })
  })

  it.each([
    'git@github.com:octocat/plugins.git',
    'ssh://git@github.com/octocat/plugins.git',
    'https://github.com/Octocat/Plugins/',
    'https://x-access-token:x@github.com/octocat/plugins',
  ])('knows the repository by %s', async (address) => {
    const workspace = await checkout(change.head)
    await runGit(workspace, ['remote', 'set-url', 'origin', address])
    expect(await check({ event: 'pull_request_target', payload: change.payload, workspace })).toMatchObject({
      code: 1,
      requests: [],
    })
  })

  it.each([
    'https://github.com/mallory/plugins',
    'https://example.com/octocat/plugins',
    'git@github.com:mallory/octocat/plugins.git',
    'https://github.com.example.com/octocat/plugins',
    '../octocat/plugins',
    'github.com/octocat/plugins',
    '',
  ])('does not take %j for it', async (address) => {
    const workspace = await checkout(change.head)
    await runGit(workspace, ['config', 'remote.origin.url', address])
    const ran = await check({ event: 'pull_request_target', payload: change.payload, workspace })
    expect(ran.code).toBe(1)
    expect(ran.requests).toContain(compare)
  })

  it('writes nothing through links that the head has planted', async () => {
    const workspace = await checkout(change.head, { from: fork })
    const outside = places.folder({ 'secret.json': 'untouched' })
    symlinkSync(outside, join(workspace, 'out'))
    symlinkSync(join(outside, 'secret.json'), join(workspace, 'report.json'))
    symlinkSync('nowhere', join(workspace, 'dangling.json'))
    mkdirSync(join(workspace, 'folder.json'))
    const refused: readonly (readonly [input: string, path: string])[] = [
      ['report-file', 'out/report.json'],
      ['sarif-file', 'out/report.json'],
      ['report-file', 'report.json'],
      ['sarif-file', 'dangling.json'],
      ['report-file', 'folder.json'],
      ['sarif-file', '../beside.json'],
      ['report-file', join(outside, 'absolute.json')],
    ]
    for (const [input, path] of refused) {
      const ran = await check({
        event: 'pull_request_target',
        payload: change.payload,
        workspace,
        inputs: { [input]: path },
      })
      expect(ran.code).toBe(1)
      expect(failure(ran)).toMatch(/cannot be written/)
      expect(ran.outputs).not.toHaveProperty('report')
    }
    expect(readdirSync(outside)).toEqual(['secret.json'])
    expect(readFileSync(join(outside, 'secret.json'), 'utf8')).toBe('untouched')
    expect(existsSync(join(workspace, 'nowhere'))).toBe(false)
    expect(existsSync(join(workspace, '..', 'beside.json'))).toBe(false)
  })
})

describe('merge_group', () => {
  it('is its head against its base, whose policy holds', async () => {
    const { head, mergeBase } = await pullRequest({ head: configured(incomplete, weak) })
    const payload = {
      action: 'checks_requested',
      merge_group: {
        head_sha: head,
        base_sha: mergeBase,
        head_ref: 'refs/heads/gh-readonly-queue/main/x',
        base_ref: 'refs/heads/main',
      },
    }
    const ran = await check({ event: 'merge_group', payload })
    expect(ran).toMatchObject({ code: 1, outputs: { errors: '1' } })
    // The two commits, whether they are there; their trees; their texts at once, and that of the configuration, which
    // the change touches.
    expect(ran.requests.toSorted()).toEqual([commitOperation, commitOperation, tree, tree, texts, texts].toSorted())
    expect(await check({ event: 'merge_group', payload, workspace: await checkout(head) })).toMatchObject({
      code: 1,
      outputs: { errors: '1' },
      requests: [],
    })
  })
})

describe('push', () => {
  it('of rewritten history, whose old commit is gone: the same, and a note reports it', async () => {
    const { head } = await pullRequest()
    for (const workspace of [undefined, await checkout(head)]) {
      const ran = await check({
        event: 'push',
        payload: { before: '1'.repeat(40), after: head, forced: true },
        ...(workspace && { workspace }),
      })
      expect(ran).toMatchObject({
        code: 0,
        outputs: { warnings: '1' },
        summary: expect.stringContaining('1'.repeat(40)),
      })
    }
  })

  it('of a checkout shows since when in the board, by git alone', async () => {
    const { head, mergeBase } = await pullRequest()
    const ran = await check({
      event: 'push',
      payload: { before: mergeBase, after: head },
      workspace: await checkout(head),
    })
    expect(ran.summary).toMatch(/\| plugin \[`TinyGain`\]\([^)]+\) \| `[^`]+` \| \d{4}-\d\d-\d\d \|/)
    expect(ran.requests).toEqual([])
  })

  it('of a checkout with a short history: the base is read through the API', async () => {
    const { head, mergeBase } = await pullRequest()
    const ran = await check({
      event: 'push',
      payload: { before: mergeBase, after: head },
      workspace: await checkout(head, { shallow: true }),
    })
    expect(ran).toMatchObject({ code: 1, outputs: { errors: '1' } })
    expect(ran.requests.toSorted()).toEqual([commitOperation, tree, texts].toSorted())
  })
})
