import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { place, type Place } from '../place.ts'

let fixture: Place
let first: string
beforeEach(async () => {
  fixture = await place()
  first = await fixture.hosted.push('main', { a: '1' }, { by: fixture.octocat })
})
afterEach(() => fixture.github.close())

const compare = 'GET /repos/{owner}/{repo}/compare/{basehead}'

/** A pull request from `topic` with one commit. */
async function pull(from = fixture.hosted) {
  const { hosted, hubot } = fixture
  const head = await from.push('topic', { b: '1' }, { by: hubot, parent: first, message: 'Topic' })
  const { number, node } = await hosted.openPull({ title: 'A topic', head: 'topic', base: 'main', by: hubot, from })
  return { head, number, node }
}

describe('a conversation on GitHub', () => {
  it('is read by one request: a pull request', async () => {
    const { hosted, host, octocat, takeRequests } = fixture
    const { head, number, node } = await pull()
    const command = await hosted.comment(number, octocat, '/accept TinyGain')
    await hosted.comment(number, octocat, 'Fine.')
    takeRequests()
    expect(await host.conversation(number, [command.id])).toEqual({
      number,
      node,
      title: 'A topic',
      author: 'hubot',
      open: true,
      locked: false,
      repository: { public: false, defaultBranch: 'main', defaultTip: first },
      pull: {
        head: { branch: 'topic', sha: head, of: 'repository' },
        base: { branch: 'main', tip: first },
        mergeBase: first,
      },
      commits: [{ sha: head, parents: [first], message: 'Topic', isOwn: false, at: expect.stringMatching(/^\d{4}-/) }],
      comments: [
        {
          id: command.id,
          node: command.node,
          author: 'octocat',
          bot: false,
          isOwn: false,
          text: '/accept TinyGain',
          at: command.createdAt,
          edited: false,
          reactions: [],
        },
      ],
    })
    expect(takeRequests()).toEqual(['repository'])
  })

  it('is read by one request: an issue', async () => {
    const { hosted, host, hubot, takeRequests } = fixture
    const { number, node } = await hosted.openIssue({ title: 'An issue', by: hubot })
    hosted.lock(number)
    await hosted.close(number, hubot)
    takeRequests()
    expect(await host.conversation(number, [])).toMatchObject({
      number,
      node,
      open: false,
      locked: true,
      pull: undefined,
      commits: [],
      comments: [],
    })
    expect(takeRequests()).toEqual(['repository'])
  })

  it('is absent when there is none', async () => {
    expect(await fixture.host.conversation(7, [])).toBeUndefined()
    expect(fixture.takeRequests()).toEqual(['repository'])
    expect(fixture.waits).toEqual([])
  })

  it('reports that the repository is public', async () => {
    const publicFixture = await place({ isPrivate: false })
    await publicFixture.hosted.push('main', { a: '1' }, { by: publicFixture.octocat })
    const { number } = await publicFixture.hosted.openIssue({ title: 'An issue', by: publicFixture.octocat })
    expect(await publicFixture.host.conversation(number, [])).toMatchObject({ repository: { public: true } })
    await publicFixture.github.close()
  })

  it('brings our own comments, those that were requested, and what became of them', async () => {
    const { hosted, host, app, octocat, hubot } = fixture
    const { number } = await pull()
    const ownComment = await hosted.comment(number, app.account, 'Ours')
    const edited = await hosted.comment(number, hubot, '/accept TinyGain')
    await hosted.edit(edited, octocat, '/accept Amber')
    hosted.react(edited, app.account, 'rocket')
    hosted.react(edited, octocat, 'eyes')
    hosted.react(edited, app.account, 'heart')
    const { comments } = (await host.conversation(number, [edited.id])) ?? {}
    expect(comments).toMatchObject([
      {
        id: ownComment.id,
        author: 'baton[bot]',
        bot: true,
        isOwn: true,
        edited: false,
        editor: undefined,
        reactions: [],
      },
      {
        id: edited.id,
        author: 'hubot',
        bot: false,
        isOwn: false,
        edited: true,
        editor: 'octocat',
        text: '/accept Amber',
        reactions: ['rocket'],
      },
    ])
  })

  it('is paged only where it is long, and finds what is in its middle', async () => {
    const { hosted, host, app, octocat, takeRequests } = fixture
    const { number } = await pull()
    for (let index = 0; index < 60; index++) await hosted.comment(number, octocat, `${index}`)
    const sticky = await hosted.comment(number, app.account, 'Ours')
    const command = await hosted.comment(number, octocat, '/status')
    for (let index = 62; index < 100; index++) await hosted.comment(number, octocat, `${index}`)
    takeRequests()
    const ids = async () => (await host.conversation(number, [command.id]))?.comments.map(({ id }) => id)
    expect(await ids()).toEqual([sticky.id, command.id])
    expect(takeRequests()).toEqual(['repository'])
    for (let index = 100; index < 170; index++) await hosted.comment(number, octocat, `${index}`)
    takeRequests()
    expect(await ids()).toEqual([sticky.id, command.id])
    expect(takeRequests()).toEqual(['repository', 'repository'])
  })

  it('knows forks, also those that are gone, and that nothing can be pushed there', async () => {
    const { hosted, host, hubot, github } = fixture
    const fork = hosted.fork(github.user('hubot'))
    const head = await fork.push('topic', { b: '1' }, { by: hubot, parent: first })
    const { number } = await hosted.openPull({ title: 'A topic', head: 'topic', base: 'main', by: hubot, from: fork })
    const expected = {
      pull: { head: { branch: 'topic', sha: head, of: 'fork' }, mergeBase: first },
      commits: [{ sha: head }],
    }
    expect(await host.conversation(number, [])).toMatchObject(expected)
    fork.delete()
    expect(await host.conversation(number, [])).toMatchObject(expected)
  })

  it('has a merge base that its commits tell, or else one more request, once', async () => {
    const { hosted, host, octocat, takeRequests } = fixture
    const { number } = await pull()
    const tip = await hosted.push('main', { a: '2' }, { by: octocat })
    takeRequests()
    expect(await host.conversation(number, [])).toMatchObject({ pull: { base: { tip }, mergeBase: first } })
    expect(takeRequests()).toEqual(['repository'])
    // A merge of the base has two parents that are no commits of the pull request.
    hosted.git.move('refs/heads/topic', await merged(tip))
    const { pull: after, commits } = (await host.conversation(number, [])) ?? {}
    expect(after).toMatchObject({ mergeBase: tip })
    expect(commits).toHaveLength(2)
    expect(takeRequests()).toEqual(['repository', compare])
    await host.conversation(number, [])
    expect(takeRequests()).toEqual(['repository'])
  })

  /** A merge of a commit into `topic`. */
  async function merged(sha: string): Promise<string> {
    const { git } = fixture.hosted
    const topic = git.resolve('refs/heads/topic') ?? ''
    return (await git.git(['commit-tree', `${sha}^{tree}`, '-p', topic, '-p', sha, '-m', 'Merge'])).toString().trim()
  }

  it('overlooks no commit where the pull request lags behind its branch', async () => {
    const { hosted, host, github, hubot, octocat, takeRequests } = fixture
    const { number, head } = await pull()
    const tip = await hosted.push('main', { a: '2' }, { by: octocat })
    const merge = await merged(tip)
    hosted.git.move('refs/heads/topic', merge)
    const last = await hosted.push('topic', { c: '1' }, { by: hubot })
    takeRequests()
    github.faults.plan({ kind: 'lag' })
    const found = await host.conversation(number, [])
    expect(found?.pull).toMatchObject({ head: { sha: last }, mergeBase: tip })
    expect(found?.commits.map(({ sha }) => sha).toSorted()).toEqual([last, merge, head].toSorted())
    expect(takeRequests()).toEqual(['repository', compare, 'repository'])
  })

  it('has 300 commits at most', async () => {
    const { hosted, host, hubot, takeRequests } = fixture
    const stream = Array.from({ length: 310 }, (_, index) => {
      const from = index === 0 ? `from ${first}\n` : ''
      return `commit refs/heads/topic\ncommitter octocat <octocat@example.com> ${1_769_940_000 + index} +0000\ndata 1\nC\n${from}`
    })
    await hosted.git.git(['fast-import', '--quiet'], stream.join(''))
    const head = hosted.git.resolve('refs/heads/topic')
    const { number } = await hosted.openPull({ title: 'Long', head: 'topic', base: 'main', by: hubot })
    takeRequests()
    const { commits = [], pull: facts } = (await host.conversation(number, [])) ?? {}
    expect([commits.length, commits[0]?.sha, facts?.mergeBase]).toEqual([300, head, first])
    expect(takeRequests()).toEqual(['repository', 'repository', 'repository', compare])
  })

  it('says that there is nothing yet where no branch is', async () => {
    const empty = await place()
    const { number } = await empty.hosted.openIssue({ title: 'An issue', by: empty.octocat })
    await expect(empty.host.conversation(number, [])).rejects.toMatchObject({ name: 'Fault' })
    await empty.github.close()
  })
})

describe('our commits on GitHub', () => {
  const commit = (branch: string, expected: string, host = fixture.host) =>
    host.commit({
      branch,
      expected,
      message: 'baton: accept TinyGain\n\nHandled-Comment: 1#1',
      changes: new Map([['c', 'new']]),
    })

  it('are those that we made and GitHub signed', async () => {
    const { host, hosted, app, octocat } = fixture
    const { number, head } = await pull()
    expect(await commit('topic', head)).toMatchObject({ end: 'made' })
    // With our name and address, in a push of another account.
    const forged = await hosted.push(
      'topic',
      { d: '1' },
      { by: app.account, message: 'Forged\n\nHandled-Comment: 1#1' },
    )
    // Signed by GitHub, by another account.
    const octocatHost = fixture.open({
      token: fixture.github.token({ contents: 'write' }, { by: octocat }),
      ownLogin: 'octocat',
    })
    expect(await commit('topic', forged, octocatHost)).toMatchObject({ end: 'made' })
    const { commits = [] } = (await host.conversation(number, [])) ?? {}
    expect(commits.map(({ message, isOwn }) => [message.split('\n')[0], isOwn])).toEqual([
      ['baton: accept TinyGain', false],
      ['Forged', false],
      ['baton: accept TinyGain', true],
      ['Topic', false],
    ])
  })

  it('are those of Actions as well', async () => {
    const { host, github } = fixture
    const { number, head } = await pull()
    expect(
      await commit(
        'topic',
        head,
        fixture.open({ token: github.token({ contents: 'write' }), ownLogin: 'github-actions[bot]' }),
      ),
    ).toMatchObject({
      end: 'made',
    })
    expect((await host.conversation(number, []))?.commits[0]).toMatchObject({ isOwn: true })
  })

  it('are found on a branch since a moment', async () => {
    const { host, hosted, takeRequests } = fixture
    const before = new Date(Date.now() - 60_000).toISOString()
    const made = await commit('main', first)
    takeRequests()
    const found = await host.commitsSince('main', before)
    expect(found[0]).toMatchObject({
      sha: 'sha' in made ? made.sha : '',
      isOwn: true,
      message: 'baton: accept TinyGain\n\nHandled-Comment: 1#1',
    })
    expect(await host.commitsSince('main', '2090-01-01T00:00:00Z')).toEqual([])
    expect(await host.commitsSince('absent', before)).toEqual([])
    expect(takeRequests()).toEqual(['repository', 'repository', 'repository'])
    expect(hosted.git.text(`${found[0]?.sha ?? ''}:c`)).toBe('new')
  })
})

describe('the history of a file on GitHub', () => {
  it('is fetched as far as it is looked at', async () => {
    const { host, hosted, takeRequests } = fixture
    const stream = Array.from({ length: 60 }, (_, index) => {
      const from = index === 0 ? `from ${first}\n` : ''
      const otherFile = index % 20 === 0 ? 'M 100644 inline b\ndata 1\nb\n' : ''
      const file = `M 100644 inline a\ndata ${`${index}x`.length}\n${index}x\n`
      return `commit refs/heads/topic\ncommitter octocat <octocat@example.com> ${1_769_940_000 + index} +0000\ndata 1\nC\n${from}${otherFile || file}`
    })
    await hosted.git.git(['fast-import', '--quiet'], stream.join(''))
    const shas = hosted.git.commits({ from: hosted.git.tip('topic') ?? '', path: 'a' })
    const tip = (await host.tip('topic')) ?? ''
    takeRequests()
    const found: string[] = []
    for await (const { sha, at } of host.history(tip, 'a')) {
      expect(at).toMatch(/^\d{4}-/)
      found.push(sha)
      if (found.length === 3) break
    }
    expect(found).toEqual(shas.slice(0, 3))
    expect(takeRequests()).toEqual(['repository'])
    const all: string[] = []
    for await (const { sha } of host.history(tip, 'a')) all.push(sha)
    expect(all).toEqual(shas)
    expect(all).toHaveLength(58)
    expect(takeRequests()).toEqual(['repository', 'repository'])
  })
})
