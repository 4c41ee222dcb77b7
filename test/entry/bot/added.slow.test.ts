import { afterEach, describe, expect, it } from 'vitest'
import { sample } from '../../../src/protocols/plugin/examples.ts'
import type { Comment } from '../../github/state/conversations.ts'
import { installedHere, type InstalledHere } from './installed.ts'

let at: InstalledHere | undefined
afterEach(() => at?.end())

const minute = 60_000
const listed = 'GET /app/hook/deliveries'
const reactions = (comments: readonly Comment[]) =>
  comments.map((comment) => comment.reactions.map(({ content }) => content))

/** Another repository of the installation, with an open pull request, where GitHub has known the app for a day. */
async function another() {
  const installedBot = (at = await installedHere())
  const { github, octocat, app } = installedBot
  const [installation] = app.app.installations
  if (!installation) throw new TypeError('The app is not installed')
  Object.assign(installation, { createdAt: new Date(Date.now() - 1440 * minute).toISOString() })
  const repository = await github.repository('octocat', 'other')
  repository.collaborator(octocat, 'admin')
  await app.add(installation, repository)
  const main = await repository.push('main', sample, { by: octocat })
  await repository.push('work', { 'README.md': '# Work\n' }, { by: octocat, parent: main })
  const { number } = await repository.openPull({ title: 'Work', head: 'work', base: 'main', by: octocat })
  await github.webhooks.settled()
  await installedBot.here.bot.idle()
  // All of that was yesterday; GitHub lists it no more.
  for (const suite of repository.checkSuites)
    Object.assign(suite, { createdAt: new Date(Date.now() - 1440 * minute).toISOString() })
  app.app.deliveries.splice(0)
  await installedBot.restarted()

  /** A comment so many minutes after now, which is not delivered. */
  const postComment = async (text: string, minutes: number): Promise<Comment> => {
    github.webhooks.plan('lost', { times: 9, event: 'issue_comment' })
    const comment = await repository.comment(number, octocat, text)
    const moment = new Date(Date.now() + minutes * minute).toISOString()
    Object.assign(comment, { createdAt: moment, updatedAt: moment })
    return comment
  }
  /** Sweeps, and waits for the line of this repository. */
  const sweep = async () => {
    const isSwept = ({ task, repository: name }: Readonly<Record<string, unknown>>) =>
      task === 'sweep' && name === 'octocat/other'
    const before = installedBot.here.lines.filter(isSwept).length
    await installedBot.here.bot.sweepAll()
    await installedBot.here.until(isSwept, before + 1)
    await installedBot.here.bot.idle()
  }
  return { here: installedBot, installation, repository, postComment, sweep }
}

describe('a repository that is taken away from the app and given back', () => {
  it('runs no comment from between, and those that come after', async () => {
    const { here, installation, repository, postComment, sweep } = await another()
    await sweep()
    await here.app.remove(installation, repository)
    const old = await postComment('/accept TinyGain', -5)
    await here.app.add(installation, repository)
    await here.github.webhooks.settled()
    const fresh = await postComment('/accept TinyGain', 1)
    await sweep()
    expect(reactions([old, fresh])).toEqual([[], ['eyes', 'rocket']])
    // Nor ever after.
    await sweep()
    expect(reactions([old])).toEqual([[]])
  })

  it('runs none either when the bot was not running', async () => {
    const { here, installation, repository, postComment, sweep } = await another()
    await here.app.remove(installation, repository)
    const old = await postComment('/accept TinyGain', -5)
    here.github.webhooks.plan('lost', { times: 9, event: 'installation_repositories' })
    await here.app.add(installation, repository)
    await here.github.webhooks.settled()
    const fresh = await postComment('/accept TinyGain', 1)
    await here.restarted()
    await sweep()
    expect(reactions([old, fresh])).toEqual([[], ['eyes', 'rocket']])
  })

  it('counts as installed since the first delivery when that comes a second time', async () => {
    const { here, installation, repository, postComment, sweep } = await another()
    await here.app.remove(installation, repository)
    here.github.webhooks.plan('lost', { times: 1, event: 'installation_repositories' })
    await here.app.add(installation, repository)
    await here.github.webhooks.settled()
    const news = here.app.app.deliveries.find(({ action }) => action === 'added')
    if (!news) throw new TypeError('There is no such delivery')
    Object.assign(news, { at: new Date(Date.now() - 60 * minute).toISOString() })
    const before = await postComment('/accept TinyGain', -61)
    const between = await postComment('/accept TinyGain', -5)
    await here.restarted()
    // It is requested again, and arrives now.
    await sweep()
    await here.github.webhooks.settled()
    await sweep()
    expect(reactions([before, between])).toEqual([[], ['eyes', 'rocket']])
  })
})

describe('a sweep that cannot see what was delivered', () => {
  it('runs no comment from before its start, until it can', async () => {
    const { here, postComment, sweep } = await another()
    const comment = await postComment('/accept TinyGain', -5)
    await here.restarted()
    here.github.faults.plan({ kind: 'status', status: 502 }, { operation: listed })
    await sweep()
    expect(reactions([comment])).toEqual([[]])
    await sweep()
    expect(reactions([comment])).toEqual([['eyes', 'rocket']])
  })
})

describe('deliveries that failed', () => {
  it('are requests for twice at most, and by two requests where much else was delivered', async () => {
    const installedBot = (at = await installedHere())
    const { github, octocat, app } = installedBot
    const number = await installedBot.pull('work')
    await installedBot.here.until(({ task }) => task === 'resolve')
    await installedBot.swept()
    github.webhooks.plan('lost', { times: 9, event: 'issue_comment' })
    await installedBot.repository.comment(number, octocat, 'Thanks')
    const delivery = app.app.deliveries.find(({ event }) => event === 'issue_comment')
    if (!delivery) throw new TypeError('Nothing was delivered')
    const attempts: number[] = []
    for (let sweep = 0; sweep < 4; sweep++) {
      const moment = new Date(Date.now() + 1000).toISOString()
      for (let index = 0; index < 100; index++)
        app.app.deliveries.push({
          ...delivery,
          id: delivery.id + 10_000 * (sweep + 1) + index,
          guid: `${sweep} ${index}`,
          at: moment,
          status: 202,
        })
      installedBot.takeRequests()
      await installedBot.swept()
      const requests = installedBot.takeRequests()
      attempts.push(requests.filter((operation) => operation.startsWith('POST /app/hook/deliveries')).length)
      expect(requests.filter((operation) => operation === listed).length).toBe(2)
    }
    expect(attempts).toEqual([1, 1, 0, 0])
  })
})
