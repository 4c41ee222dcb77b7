import { getOctokit } from '@actions/github'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Fault } from '../../../../src/core/fault.ts'
import { configurationPath } from '../../../../src/engine/configuration/read.ts'
import type { Host } from '../../../../src/core/host/host.ts'
import type { Request } from '../../../../src/gateways/github/requests/send.ts'
import type { Contents } from '../../../github/bare-repository.ts'
import { place, type Place } from '../place.ts'

let fixture: Place
beforeEach(async () => {
  fixture = await place()
})
afterEach(() => fixture.github.close())

const text = 'mode: strict # \u00e4\n'
const tree = 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}'

/** What a host shows of the configuration of a commit. */
async function policyOf(host: Host, sha: string, path = configurationPath) {
  const view = await host.commitTree(sha).open({ selectors: [{ glob: path, level: 'text' }], limit: 1 << 20 })
  const bytes = view.bytes(path)
  return {
    paths: view.paths,
    entries: view.paths.map((entryPath) => view.entry(entryPath)),
    text: bytes && Buffer.from(bytes).toString(),
  }
}

/** A repository with these files, an issue, and a pull request. */
async function pullRequestsWith(files: Contents) {
  const { hosted, octocat, takeRequests } = fixture
  const main = await hosted.git.commit({ files: [['README.md', '# Read me'], ...files] })
  await hosted.push('work', { 'work.txt': '1' }, { by: octocat, parent: main })
  const issue = await hosted.openIssue({ title: 'Issue', by: octocat })
  const pull = await hosted.openPull({ title: 'Work', head: 'work', base: 'main', by: octocat })
  takeRequests()
  return { main, numbers: [issue.number, pull.number] }
}

describe('the configuration comes with the conversation', () => {
  it.each<readonly [string, Contents]>([
    ['it is there', [[configurationPath, text]]],
    ['it is empty', [[configurationPath, '']]],
    ['there is none', []],
    ['its folder holds others', [['.github/other.yml', text]]],
    ['a folder has its name', [[`${configurationPath}/a`, text]]],
    ['a file has the name of its folder', [['.github', text]]],
  ])('so that nothing is read for it, where %s', async (_, files) => {
    const { main, numbers } = await pullRequestsWith(files)
    for (const number of numbers) {
      const host = fixture.open()
      await host.conversation(number, [])
      expect(fixture.takeRequests()).toEqual(['repository'])
      const found = await policyOf(host, main)
      expect(fixture.takeRequests()).toEqual([])
      expect(found).toEqual(await policyOf(fixture.open(), main))
      fixture.takeRequests()
    }
  })

  it.each<readonly [string, Contents]>([
    ['a link', [[configurationPath, { link: 'other.yml' }]]],
    [
      'in a folder that is a link',
      [
        ['.github', { link: 'other' }],
        ['other/baton.yml', text],
      ],
    ],
    ['in a submodule', [['.github', { submodule: 'a'.repeat(40) }]]],
    ['no text', [[configurationPath, Uint8Array.of(0, 1, 2)]]],
    ['no UTF-8', [[configurationPath, Buffer.from('caf\u00e9', 'latin1')]]],
    ['so long that its text is cut', [[configurationPath, `${'# '.repeat(1000)}\n${text}`]]],
  ])('and is what it would be without, where it is %s', async (_, files) => {
    fixture.github.limits.textBytes = 1000
    const { main, numbers } = await pullRequestsWith(files)
    const host = fixture.open()
    await host.conversation(numbers[1] ?? 0, [])
    const found = await policyOf(host, main)
    expect(fixture.takeRequests()).not.toContain(tree)
    expect(found).toEqual(await policyOf(fixture.open(), main))
  })

  it('at the tip of the base as it is, without other commits or files', async () => {
    const { hosted, octocat } = fixture
    const { main, numbers } = await pullRequestsWith([[configurationPath, text]])
    const tip = await hosted.push('main', { [configurationPath]: 'mode: soft\n' }, { by: octocat, parent: main })
    const host = fixture.open()
    await host.conversation(numbers[1] ?? 0, [])
    expect(await policyOf(host, tip)).toMatchObject({ text: 'mode: soft\n' })
    fixture.takeRequests()
    expect(await policyOf(host, main)).toMatchObject({ text })
    expect(await policyOf(host, tip, 'README.md')).toMatchObject({ text: '# Read me' })
    expect(
      (await host.commitTree(tip).open({ selectors: [{ glob: '**', level: 'name' }], limit: 1 })).paths,
    ).toHaveLength(2)
    expect(fixture.takeRequests().filter((request) => request === tree)).toHaveLength(2)
  })

  it('never as one that is not there where GitHub hides it', async () => {
    const { numbers } = await pullRequestsWith([[configurationPath, text]])
    const { request } = getOctokit(fixture.token, { baseUrl: fixture.github.url })
    const hiding: Request = Object.assign(
      async (options: Parameters<Request>[0]) => {
        const answer = await request(options)
        const path = ['repository', 'issueOrPullRequest', 'baseRef', 'target', 'f1']
        const body = answer.data as {
          readonly data: {
            readonly repository: { readonly issueOrPullRequest: { readonly baseRef: { readonly target: object } } }
          }
        }
        Object.assign(body.data.repository.issueOrPullRequest.baseRef.target, { f1: null })
        Object.assign(body, {
          errors: [{ type: 'FORBIDDEN', message: 'Resource not accessible by integration', path }],
        })
        return answer
      },
      { endpoint: request.endpoint },
    )
    await expect(fixture.open({ request: hiding }).conversation(numbers[1] ?? 0, [])).rejects.toThrow(Fault)
  })
})
