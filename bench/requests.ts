import type { Benchmark } from './measure.ts'
import { hosted } from './hosted.ts'

/** What one `/accept` that succeeds costs of the rate limit, from the webhook to the last thing that people see. */
export const requests: Benchmark = async ({ dist }) => {
  const { github, repository, bot, octocat, number, names, end } = await hosted(dist, 3)
  try {
    await repository.comment(number, octocat, `/accept ${names[0]}`)
    const { outcome } = await bot.next(({ task, commands }) => task === 'handle' && commands !== undefined)
    if (outcome !== 'changed') throw new Error(`The command ended as ${String(outcome)}.`)
    // The check that the new commit asks for finds that there is one.
    await bot.next(({ task }) => task === 'check')
    const requests = github.log.map(({ operation, fields }) =>
      fields.length > 0 ? `${operation} ${fields.join(' ')}` : operation,
    )
    return [
      {
        work: 'requests for one /accept that succeeds',
        against: 'count',
        unit: 'requests',
        aim: { bound: 'most', value: 6 },
        measured: requests.length,
        raw: Object.fromEntries(requests.map((request, index) => [String(index + 1), request])),
        note: 'on a pull request that the bot has checked',
      },
    ]
  } finally {
    await end()
  }
}
