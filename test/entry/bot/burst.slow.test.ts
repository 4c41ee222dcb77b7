import { afterEach, describe, expect, it } from 'vitest'
import type { Account } from '../../github/state/accounts.ts'
import type { Line } from './here.ts'
import { installedHere, type InstalledHere } from './installed.ts'
import { samplePlugins } from './plugins.ts'

let at: InstalledHere | undefined
afterEach(() => at?.end())

const role = 'GET /repos/{owner}/{repo}/collaborators/{username}/permission'
const isHandled = ({ task, commands }: Line) => task === 'handle' && commands !== undefined

describe('a hundred commands for one branch at once', () => {
  it.each([
    ['one person', 1],
    ['ten people', 10],
  ])('costs no more than ten commits and 200 requests: by %s', async (_, count) => {
    const names = Array.from({ length: 100 }, (_each, index) => `Plugin${String(index).padStart(3, '0')}`)
    at = await installedHere({ files: samplePlugins(names) })
    const { github, repository, here } = at
    const people: Account[] = []
    for (let index = 0; index < count; index++) people.push(github.user(`person-${index}`))
    for (const person of people) repository.collaborator(person, 'write')
    const number = await at.pull('work')
    await here.until(({ task }) => task === 'resolve')
    at.takeRequests()
    const [first] = people
    if (!first) throw new TypeError('There is no comment')
    // At once: GitHub answers the first question when all of them have come.
    let resolve = (): void => undefined
    const come = new Promise<void>((settle) => (resolve = settle))
    github.before(role, () => come)
    await Promise.all(
      names.map((name, index) => repository.comment(number, people[index % count] ?? first, `/accept ${name}`)),
    )
    await github.webhooks.settled()
    resolve()
    await here.until(isHandled, 100)
    await here.bot.idle()
    const requests = at.takeRequests()
    expect(here.lines.filter(isHandled).map(({ outcome }) => outcome)).toEqual(
      Array.from({ length: 100 }, () => 'changed'),
    )
    // On an idle machine they are 5 commits and at most 30 requests (`npm run bench -- burst`); on a busy one, comments
    // come in more batches.
    expect((await repository.commits('work')).filter(({ message }) => message.startsWith('baton: ')).slice(10)).toEqual(
      [],
    )
    expect(requests.slice(200)).toEqual([])
  })
})
