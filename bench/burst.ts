import type { Benchmark } from './measure.ts'
import { hosted } from './hosted.ts'

const commands = 100

/** What a hundred commands of many people for one branch cost, posted at once. */
export const burst: Benchmark = async ({ dist }) => {
  const { github, repository, bot, octocat, number, names, end } = await hosted(dist, commands)
  try {
    const people = Array.from({ length: 10 }, (_, index) => github.user(`person-${index}`))
    for (const person of people) repository.collaborator(person, 'write')
    const before = repository.git.tip('work') ?? ''
    const comments = names.map((name, index) =>
      repository.comment(number, people[index % people.length] ?? octocat, `/accept ${name}`),
    )
    await Promise.all(comments)
    for (let index = 0; index < commands; index++) {
      const { outcome } = await bot.next(
        ({ task, commands: taskCommands }) => task === 'handle' && taskCommands !== undefined,
      )
      if (outcome !== 'changed') throw new Error(`A command ended as ${String(outcome)}.`)
    }
    const range = `${before}..refs/heads/work`
    const commits = Number(await repository.git.git(['rev-list', '--count', range]))
    const trailers =
      String(await repository.git.git(['log', '--format=%B', range])).match(/^Handled-Comment: \d+#1$/gm) ?? []
    if (new Set(trailers).size !== commands || trailers.length !== commands)
      throw new Error(`${trailers.length} commands are in the ledger, expected each of ${commands} once.`)
    const work = `${commands} commands for one branch at once`
    return [
      {
        work,
        against: 'count',
        unit: 'commits',
        aim: { bound: 'most', value: 10 },
        measured: commits,
        raw: { handled: trailers.length },
      },
      {
        work,
        against: 'count',
        unit: 'requests',
        aim: { bound: 'most', value: 30 },
        measured: github.log.length,
        raw: {},
      },
    ]
  } finally {
    await end()
  }
}
