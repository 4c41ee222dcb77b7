import { readFileSync } from 'node:fs'
import { hosted } from './hosted.ts'
import type { Benchmark } from './measure.ts'

const [few, many] = [100, 10_000] as const
/** One of so many is a push to the pull request, which is checked; the others are comments that say nothing to us. */
const pushEvery = 50

/** The most memory that a process has held at once, in bytes (only Linux reports it of another process). */
const peakOf = (pid: number): number =>
  Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024

/** Whether the bot holds ever more the longer it runs. */
export const memory: Benchmark = async ({ dist }) => {
  const work = `peak of the bot after ${many} webhooks`
  const figure = { work, against: `after ${few}`, unit: '×', aim: { bound: 'most', value: 1.2 } } as const
  if (process.platform !== 'linux') return [{ ...figure, raw: {}, note: 'only measured on Linux' }]
  const { repository, bot, octocat, number, end } = await hosted(dist, 3)
  try {
    let head = repository.git.tip('work') ?? ''
    let sent = 0
    const send = async (until: number) => {
      for (; sent < until; sent++) {
        if (sent % pushEvery < pushEvery - 1)
          await repository.comment(number, octocat, `Looks good to me, for the ${sent}th time.`)
        else {
          head = await repository.push('work', { 'README.md': `# Work ${sent}\n` }, { by: octocat, parent: head })
          await bot.next(({ task }) => task === 'check')
        }
      }
      return peakOf(bot.pid)
    }
    const before = await send(few)
    const after = await send(many)
    return [
      { ...figure, measured: after / before, raw: { [`bytes after ${few}`]: before, [`bytes after ${many}`]: after } },
    ]
  } finally {
    await end()
  }
}
